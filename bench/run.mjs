// npm run bench -- NAME [options]: runs bench/NAME.mjs and writes bench/results/NAME.json. Ratios are taken within one run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const [name, ...argv] = process.argv.slice(2);
const known = [
  'solvers',
  'iterative',
  'sweeps',
  'momentum',
  'friction',
  'cones',
  'cone-solvers',
  'heaps',
  'scaling',
  'multigrid',
  'threads',
  'collision',
  'world',
  'engine',
  'step',
  'accuracy',
  'budget',
  'log-grasping',
  'cable',
  'bundle',
  'lab',
  'siconos',
  'studio',
];
const problem = !known.includes(name)
  ? `expected one of ${known.join(', ')}, found ${name ?? 'nothing'}`
  : ['solvers', 'siconos'].includes(name) && !argv.includes('--problems')
    ? `${name}: expected --problems FOLDER, a folder of problem files`
    : undefined;
if (problem) {
  process.stderr.write(`bench: ${problem}\n`);
  process.exitCode = 2;
} else {
  const { run } = await import(`./${name}.mjs`);
  const result = await run(argv);
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify({ machine, ...result }, null, 1)}\n`);
  process.stderr.write(`bench/results/${name}.json\n`);
}
