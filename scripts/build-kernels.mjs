// Compiles packages/engine/src/kernels/wasm/body.ts and writes it as text into packages/engine/src/kernels/body-wasm.ts.
// The result is committed: `npm ci` needs no AssemblyScript, and a test rebuilds it and compares.
import { writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

export async function compileKernels() {
  const outFile = 'body.wasm';
  let binary;
  const { error, stderr } = await asc.main(
    [
      ...['packages/engine/src/kernels/wasm/body.ts', '--outFile', outFile, '-O3', '--noAssert', '--runtime', 'stub'],
      ...['--enable', 'simd', '--enable', 'bulk-memory', '--importMemory', '--initialMemory', '1', '--use', 'abort='],
    ],
    {
      writeFile: (name, contents) => {
        if (name === outFile) binary = contents;
      },
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return Buffer.from(binary).toString('base64');
}

export function moduleText(base64) {
  const lines = base64.match(/.{1,112}/g).map((line) => `  '${line}',`);
  return `/** Written by scripts/build-kernels.mjs from wasm/body.ts: do not edit. */\nexport const BODY_WASM: readonly string[] = [\n${lines.join('\n')}\n];\n`;
}

if (process.argv[1]?.endsWith('build-kernels.mjs')) {
  const text = moduleText(await compileKernels());
  writeFileSync('packages/engine/src/kernels/body-wasm.ts', text);
  process.stdout.write(`packages/engine/src/kernels/body-wasm.ts: ${text.length} characters\n`);
}
