// Runs the problem fuzzer for long: npm run fuzz:problems -- --count 1000000 --seed 1 [--solver bpp,ipm] [--show 20]
// Problem k has the seed `seed + k`. Generator and judge are the tests' own TypeScript, loaded through Vite.
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    solver: { type: 'string' },
    show: { type: 'string', default: '20' }, // faults of one solver and rule that are printed in full
  },
});
const [count, seed, show] = [values.count, values.seed, values.show].map(Number);
if (![count, seed, show].every(Number.isInteger)) {
  process.stderr.write('fuzz-problems: expected integers for --count, --seed and --show\n');
  process.exit(2);
}

const conditions = ['@signorini/source'];
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
});
const load = (path) => server.ssrLoadModule(`/packages/engine/${path}`);
const { fuzzCase } = await load('test/fuzz/problems.ts');
const { Judge } = await load('test/fuzz/check.ts');
const { findSolver } = await load('src/solvers/registry.ts');

const clock = () => Number(process.hrtime.bigint()) / 1e6;
const chosen = values.solver ? { solvers: values.solver.split(',').map(findSolver) } : {};
const judge = new Judge({ clock, ...chosen });
const faultsOf = new Map();
const start = clock();
let done = 0;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    interrupted = true; // what was found so far is worth a summary
  });
while (done < count && !interrupted) {
  for (const fault of judge.examine(fuzzCase(seed + done))) report(fault);
  done++;
  if (done % 10000 === 0) progress();
  if (done % 500 === 0) await new Promise((resolve) => setImmediate(resolve)); // signals get their turn
}
await server.close();
summary();
process.exitCode = faultsOf.size > 0 || interrupted ? 1 : 0;

function report({ seed: at, solver, rule, expected, found, cause, traits }) {
  const key = `${solver}: ${rule}${cause ? ` (${cause})` : ''}`;
  const seeds = faultsOf.get(key) ?? [];
  faultsOf.set(key, seeds);
  if (seeds.push(at) > show) return;
  process.stdout.write(`seed ${at}, ${key}: expected ${expected}; found ${found}  [${traits.join(', ')}]\n`);
}

function progress() {
  const seconds = (clock() - start) / 1000;
  const faults = [...faultsOf.values()].reduce((sum, seeds) => sum + seeds.length, 0);
  process.stderr.write(`${done} problems, ${Math.round(done / seconds)} per second, ${faults} faults\n`);
}

function summary() {
  const seconds = (clock() - start) / 1000;
  process.stdout.write(`\n${done} problems from seed ${seed} in ${seconds.toFixed(1)} s`);
  process.stdout.write(
    ` (${Math.round(done / seconds)} per second); ${judge.compared} answers compared with the oracle\n`,
  );
  for (const [solver, row] of judge.counts) {
    const text = [...row].sort((p, q) => q[1] - p[1]).map(([status, number]) => `${status} ${number}`);
    const unsolved = judge.unsolved.get(solver) ?? [];
    const seeds = unsolved.length > 0 ? ` (solvable and not solved: ${unsolved.length}, seeds ${head(unsolved)})` : '';
    process.stdout.write(`${solver}: ${text.join(', ')}${seeds}\n`);
  }
  if (faultsOf.size === 0) process.stdout.write('no faults\n');
  for (const [key, seeds] of faultsOf) process.stdout.write(`${key}: ${seeds.length} faults, seeds ${head(seeds)}\n`);
}

function head(seeds) {
  return seeds.slice(0, 8).join(' ') + (seeds.length > 8 ? ' ...' : '');
}
