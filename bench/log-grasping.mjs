// Where the grasping of a log is hard: rows, rank and condition over time, what each solver does to it, and how little friction holds it.
// npm run build && npm run bench -- log-grasping   About a minute. No times: counts, errors and outcomes are the same on every machine.
import { createWorld, StepError } from '@signorini/engine';
import { energyError, naturalResidual } from '@signorini/engine/measures';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { examineStored } from '@signorini/lab';

const SCENE = findScene('log-grasping');
const [LIFTED, END] = [228, 500];
const PHASES = [
  ['open', 1, 54],
  ['closing', 55, 78],
  ['lifting', 79, 180],
  ['turning', 181, 468],
  ['holding', 469, 500],
];
const LOOKED_AT = [1, 60, 80, 150, 228, 330, 400, 500];
const SWEPT = [1, 330]; // steps whose problems are swept from x = 0
const SWEEPS = [1, 10, 75, 1000, 10000];
/** Solvers that drive the scene; the first four with the options of EATK18 Table 3. */
const DRIVERS = ['bpp', 'pgs-sm', 'spook', 'pgs', 'auto', 'newton-coupled', 'psor', 'nncg', 'apgd'];
const TABLE3 = new Set(DRIVERS.slice(0, 4));
const COUPLINGS = [3, 10, 30]; // solves per step with updated friction bounds; 3 is Table 3
const MASSES = [300, 304, 308, 312, 316, 320]; // kg, of the log: `pgs` loses the arm in as many ways
const FRICTION = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

export async function run() {
  const { steps, problems, sweeps } = reference();
  const phases = PHASES.map(([phase, from, to]) => summary(phase, from, to, steps.slice(from - 1, to)));
  const solvers = DRIVERS.map((name) => {
    const driven = drive({ solver: findSolver(name), ...(TABLE3.has(name) && { coupling: 'table3' }) });
    process.stderr.write(`${name}: ${driven.held ? 'held' : 'not held'}\n`);
    return { name, ...driven };
  });
  const creeping = drive({ solver: findSolver('bpp'), coupling: 'table3', parameters: { stick: 'none' } });
  const friction = FRICTION.map((mu) => ({ mu, ...drive({ parameters: { friction: mu } }) }));
  const couplings = COUPLINGS.map(coupled);
  const collapses = MASSES.map((logMass) => ({
    logMass,
    failed: drive({ solver: findSolver('pgs'), coupling: 'table3', parameters: { logMass } }).failed,
  }));
  const rows = steps.reduce((sum, step) => sum + step.rows, 0) / steps.length;
  return { meanRows: rows, phases, couplings, problems, sweeps, solvers, collapses, creeping, friction };
}

/** The reference solver drives it, as `capture` has it. */
function reference() {
  const world = createWorld(SCENE, { solver: 'bpp', coupling: 'table3' });
  const [steps, problems, sweeps] = [[], [], []];
  for (let k = 1; k <= END; k++) {
    const { rows, contactCount, status, iterations, energyError: error, frictionConsistency } = world.step();
    const figures = { pivots: iterations.total, error: error.value, consistency: frictionConsistency.value };
    steps.push({ rows, contacts: contactCount, status, ...figures });
    if (LOOKED_AT.includes(k)) problems.push(looked(k, world.problem()));
    if (SWEPT.includes(k)) sweeps.push(...SWEEPS.map((count) => swept(k, world.problem(), count)));
  }
  return { steps, problems, sweeps };
}

function summary(phase, from, to, steps) {
  const most = (key) => Math.max(...steps.map((step) => step[key]));
  const least = (key) => Math.min(...steps.map((step) => step[key]));
  return {
    phase,
    from,
    to,
    rows: [least('rows'), most('rows')],
    contacts: [least('contacts'), most('contacts')],
    pivots: most('pivots'),
    error: most('error'),
    consistency: most('consistency'),
    converged: steps.filter(({ status }) => status === 'converged').length,
    couplingLimit: steps.filter(({ status }) => status === 'coupling-limit').length,
    unsolved: steps.filter(({ status }) => !['converged', 'coupling-limit'].includes(status)).length,
  };
}

function looked(step, problem) {
  const { conditionNumber, redundantRows, massRatio } = examineStored('step', problem).figures;
  return { step, rows: problem.n, rank: rankOf(problem.A.structure), redundantRows, conditionNumber, massRatio };
}

/** Rank of J by elimination with complete pivoting. */
function rankOf({ bodies, rowStart, body, J, C }) {
  const left = Array.from(C, (_, i) => {
    const row = new Float64Array(6 * bodies);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) row.set(J.subarray(6 * k, 6 * k + 6), 6 * body[k]);
    return row;
  });
  for (let rank = 0; ; rank++) {
    let [best, r, c] = [1e-9, -1, -1];
    left.forEach((row, i) => {
      row.forEach((value, j) => {
        if (Math.abs(value) > best) [best, r, c] = [Math.abs(value), i, j];
      });
    });
    if (r < 0) return rank;
    const [pivot] = left.splice(r, 1);
    for (const row of left) {
      const factor = row[c] / pivot[c];
      for (let j = 0; j < row.length; j++) row[j] -= factor * pivot[j];
      row[c] = 0;
    }
  }
}

/** How far the reference solver's friction bounds are from its normals. */
function coupled(couplings) {
  const world = createWorld(SCENE, { solver: 'bpp', coupling: couplings });
  let [moving, worst, worstStep] = [0, -1, 0];
  for (let k = 1; k <= END; k++) {
    const { status, frictionConsistency } = world.step();
    if (status !== 'converged') moving++;
    if (frictionConsistency.value > worst) [worst, worstStep] = [frictionConsistency.value, k];
  }
  world.release();
  return { couplings, moving, worst, worstStep };
}

/** From x = 0, with the bounds as stored. */
function swept(step, problem, count) {
  const { x } = solve(problem, {
    solver: findSolver('pgs'),
    coupling: 0,
    options: { maxIterations: count, tolerance: 0, change: 0 },
  });
  return { step, sweeps: count, error: energyError(problem, x).value, residual: naturalResidual(problem, x).value };
}

/** `failed`: the step without a finite outcome, which ends the run. */
function drive(options) {
  const world = createWorld(SCENE, options);
  const [log, frame] = [world.body('log'), world.body('claw-frame')];
  const start = log.position[2];
  let [gap, error, unsolved, slip, held, failed] = [0, 0, 0, 0, undefined, undefined];
  for (let k = 1; k <= END && !failed; k++) {
    const report = stepOf(world);
    if (!report) failed = k;
    if (!report || !['converged', 'coupling-limit'].includes(report.status)) unsolved++;
    error = Math.max(error, report?.energyError.value ?? 0);
    gap = Math.max(gap, ...world.joints.map((joint) => joint.gap));
    const now = frame.toLocal(log.position);
    if (k === LIFTED) held = now;
    if (held) slip = Math.max(slip, Math.hypot(...now.map((value, i) => value - held[i])));
  }
  const height = log.position[2] - start;
  world.release();
  return { held: height > 0.5 && slip < 0.02, slip, height, gap, error, unsolved, ...(failed && { failed }) };
}

function stepOf(world) {
  try {
    return world.step();
  } catch (error) {
    if (error instanceof StepError) return undefined;
    throw error;
  }
}
