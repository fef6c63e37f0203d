// Compiles packages/engine/src/kernels/wasm/*.ts and writes them as text into packages/engine/src/kernels/*-wasm.ts.
// The result is committed: `npm ci` needs no AssemblyScript, and a test rebuilds it and compares.
import { writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const FOLDER = 'packages/engine/src/kernels';
const COMMON = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '--use',
  'abort=',
];
const OWN = ['--importMemory', '--initialMemory', '1'];
const SHARED = [...OWN, '--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];

/** What is compiled from what, and the name of the constant that holds it. */
export const KERNELS = [
  { source: 'body', flags: OWN, text: 'body-wasm.ts', constant: 'BODY_WASM' },
  { source: 'sweep', flags: SHARED, text: 'sweep-wasm.ts', constant: 'SHARED_SWEEP_WASM' },
];

export async function compileKernels({ source, flags }) {
  const outFile = `${source}.wasm`;
  let binary;
  const { error, stderr } = await asc.main([`${FOLDER}/wasm/${source}.ts`, '--outFile', outFile, ...COMMON, ...flags], {
    writeFile: (name, contents) => {
      if (name === outFile) binary = contents;
    },
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return Buffer.from(binary).toString('base64');
}

export function moduleText({ source, constant }, base64) {
  const lines = base64.match(/.{1,112}/g).map((line) => `  '${line}',`);
  return `/** Written by scripts/build-kernels.mjs from wasm/${source}.ts: do not edit. */\nexport const ${constant}: readonly string[] = [\n${lines.join('\n')}\n];\n`;
}

if (process.argv[1]?.endsWith('build-kernels.mjs')) {
  for (const kernel of KERNELS) {
    const text = moduleText(kernel, await compileKernels(kernel));
    writeFileSync(`${FOLDER}/${kernel.text}`, text);
    process.stdout.write(`${FOLDER}/${kernel.text}: ${text.length} characters\n`);
  }
}
