// Simplex methods against projected over-relaxation as the number of contacts grows (T-FP's claim).   npm run bench -- scaling
// Piles with box friction, cold starts; lemke and dantzig to their own end, psor to 1e-8 of the energy error of doing nothing.
// CPU ms, the median of three; a method stops being asked once it has taken more than LIMIT.

import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { findSolver, solve } from '@signorini/engine/solvers';
import { pile } from './pile.mjs';
import { median } from './timing.mjs';

const SIZES = [10, 20, 40, 80, 160, 320, 640, 1280];
const SOLVERS = ['lemke', 'dantzig', 'bpp', 'psor'];
const LIMIT = 20000;

export async function run() {
  const spent = new Map();
  const rows = SIZES.map((contacts) => {
    const p = pile(contacts);
    const e0 = referenceEnergy(p);
    const row = { contacts, rows: p.n };
    for (const name of SOLVERS.filter((name) => !((spent.get(name) ?? 0) > LIMIT))) {
      const results = [1, 2, 3].map(() => attempt(p, name, e0));
      row[name] = {
        ms: median(results.map(({ ms }) => ms)),
        relativeEnergy: results[0].relative,
        status: results[0].status,
      };
      spent.set(name, 8 * row[name].ms); // what the next size may take
    }
    const text = SOLVERS.filter((name) => row[name]).map((name) => `${name} ${row[name].ms.toFixed(2)} ms`);
    process.stdout.write(`${String(contacts).padStart(5)} contacts   ${text.join('   ')}\n`);
    return row;
  });
  return { unit: 'CPU ms a solve', rows, growth: SOLVERS.map((name) => ({ solver: name, power: power(rows, name) })) };
}

function attempt(p, name, e0) {
  const solver = findSolver(name);
  const own = name === 'psor' ? { tolerance: 1e-8 * e0, options: { maxIterations: 100000 } } : {};
  const before = process.cpuUsage();
  const { x, status } = solve(p, { solver, coupling: 0, pick: 'last', ...own });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, relative: energyError(p, x).value / e0, status };
}

/** The exponent of time = c n^power between the last size and a quarter of it. */
function power(rows, name) {
  const timed = rows.filter((row) => row[name]);
  const [first, last] = [timed.at(-3), timed.at(-1)];
  return first && last ? Math.log(last[name].ms / first[name].ms) / Math.log(last.rows / first.rows) : null;
}
