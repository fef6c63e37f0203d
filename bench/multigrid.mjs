// Cycles of amg against sweeps on contacts, as PIR Sec. 3.4 asks: iterations from a cold start to three relative energy errors,
// and how many corrections of the finest grid were refused.   npm run bench -- multigrid   docs/theory/multigrid.md
import { createWorld } from '@signorini/engine';
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { withBounds } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, pgs } from '@signorini/engine/solvers';
import { Grids } from '../packages/engine/dist/solvers/amg.js';

const TARGETS = [1e-2, 1e-6, 1e-10];
const PIR = { transfer: 'impulse', coarsening: 'rows', warmup: 0, rebuild: 0 };
const METHODS = {
  sweeps: { most: 5000 },
  "PIR's plain form": { most: 60, options: PIR },
  'impulse, blocks, rebuild 1': { most: 60, options: { transfer: 'impulse' } },
  velocity: { most: 60, options: {} },
};

export async function run() {
  const granular = taken('granular', 20, { solver: pgs, options: { maxIterations: 60 } });
  const problems = {
    granular,
    'granular, friction 0': frictionless(granular),
    'brick-wall': taken('brick-wall', 60, { parameters: { stick: 'none' } }),
  };
  const table = {};
  for (const [name, p] of Object.entries(problems)) {
    process.stdout.write(`${name}, ${p.n} rows\n`);
    table[name] = { rows: p.n, methods: {} };
    for (const [method, { most, options }] of Object.entries(METHODS)) {
      const result = options ? cycles(p, most, options) : sweeps(p, most);
      table[name].methods[method] = result;
      process.stdout.write(`  ${method.padEnd(28)} ${JSON.stringify(result)}\n`);
    }
  }
  return { unit: 'iterations to a relative energy error; s to the last', targets: TARGETS, problems: table };
}

/** The problem of a step with the bounds of its last solve, which stay. */
function taken(scene, steps, options) {
  const world = createWorld(findScene(scene), options);
  for (let k = 0; k < steps; k++) world.step();
  const p = { ...world.problem(), warm: undefined, ungiven: [] };
  world.release();
  return p;
}

/** The same with no room for the tangents. */
function frictionless(p) {
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  for (const { tangents } of p.contacts) for (const row of tangents) lo[row] = hi[row] = 0;
  return withBounds(p, lo, hi);
}

function cycles(p, most, given) {
  const amg = findSolver('amg');
  const x = new Float64Array(p.n);
  const grids = new Grids(p, x, { ...amg.defaults, ...given });
  const room = new Float64Array(p.n);
  const race = new Race(p);
  for (let k = 1; k <= most && !race.over; k++) {
    race.time(() => grids.advance(room));
    race.see(k, x);
  }
  return { ...race.result(), corrections: grids.count.corrections, refused: grids.count.refused };
}

function sweeps(p, most) {
  const race = new Race(p);
  const instance = pgs.create();
  const x = new Float64Array(p.n);
  const turn = 5;
  for (let k = turn; k <= most && !race.over; k += turn) {
    race.time(() => instance.solve(p, x, { ...pgs.defaults, tolerance: 0, maxIterations: turn }));
    race.see(k, x);
  }
  instance.release();
  return race.result();
}

/** Which targets have been reached after how many iterations, and the time of the iterations alone. */
class Race {
  constructor(p) {
    this.p = p;
    this.e0 = referenceEnergy(p);
    this.reached = [];
    this.seconds = 0;
  }

  get over() {
    return this.reached.length === TARGETS.length;
  }

  time(iterate) {
    const start = performance.now();
    iterate();
    this.seconds += (performance.now() - start) / 1000;
  }

  see(k, x) {
    this.relative = energyError(this.p, x).value / this.e0;
    while (!this.over && this.relative <= TARGETS[this.reached.length]) this.reached.push(k);
  }

  result() {
    const round = (v) => Number(v.toPrecision(2));
    return { iterations: this.reached, seconds: round(this.seconds), relative: round(this.relative) };
  }
}
