// Writes what the compiled side of the kernels is made of, both committed: a test makes them again and compares.
//   kernels/wasm/layouts.ts      the names and numbers of kernels/layouts.ts, for AssemblyScript
//   kernels/compiled/*.ts        the compiled modules as text: `npm ci` needs no AssemblyScript
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import ts from 'typescript';

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

/** Sources, their outputs, and the name of the constant that holds each. */
export const MODULES = [
  { source: 'index', flags: OWN, text: 'compiled/kernels.ts', constant: 'KERNELS_WASM' },
  { source: 'row-sweep', flags: SHARED, text: 'compiled/shared-sweep.ts', constant: 'SHARED_SWEEP_WASM' },
];

/** layouts.ts as AssemblyScript: a constant enumeration per layout. */
export async function layoutsText() {
  const { outputText } = ts.transpileModule(readFileSync(`${FOLDER}/layouts.ts`, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const layouts = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  const enums = Object.entries(layouts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, places]) => {
      const lines = Object.entries(places).map(([field, place]) => `  ${field} = ${place},\n`);
      return `\nexport const enum ${name} {\n${lines.join('')}}\n`;
    });
  return `/** Written by scripts/build-kernels.mjs from ../layouts.ts: do not edit. */\n${enums.join('')}`;
}

export async function compile({ source, flags }) {
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
  const lines = base64.match(/.{1,119}/g).join('\n'); // ends of lines are nothing in base64
  return `/** Written by scripts/build-kernels.mjs from wasm/${source}.ts: do not edit. */\nexport const ${constant} = \`\n${lines}\n\`;\n`;
}

if (process.argv[1]?.endsWith('build-kernels.mjs')) {
  writeFileSync(`${FOLDER}/wasm/layouts.ts`, await layoutsText());
  for (const module of MODULES) {
    const base64 = await compile(module);
    const text = moduleText(module, base64);
    writeFileSync(`${FOLDER}/${module.text}`, text);
    const bytes = Buffer.from(base64, 'base64').length;
    process.stdout.write(`${FOLDER}/${module.text}: ${text.length} characters for ${bytes} bytes\n`);
  }
}
