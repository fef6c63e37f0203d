/**
 * The measures of a step, from its impulses alone: both errors in joules, the ledger, the deepest overlap.   docs/pipeline.md
 */
import { energyErrorOf } from '../../measures/energy.ts';
import { frictionConsistencyOf } from '../../measures/friction-consistency.ts';
import type { Measured } from '../../measures/measured.ts';
import { velocities } from '../../problem/operator.ts';
import { type Status, worseOf } from '../../problem/solver.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { SolvedProblem, StepState } from '../state/step-state.ts';
import type { MeasuredStep, StepErrors } from './step-errors.ts';
import type { StepMeasured, StepMethod, StepReport } from './step-report.ts';

export interface StepMeasures
  extends Pick<
    StepReport,
    'rows' | 'iterations' | 'method' | 'energyError' | 'frictionConsistency' | 'deepest' | 'ledger' | 'budget'
  > {
  /** The worst status of the solves. */
  readonly status: Status | 'empty';
}

/** A joint that is torn is an error of the step, however well its problems were solved. */
export function statusOf({ status }: StepMeasures, torn: readonly string[]): StepReport['status'] {
  return torn.length > 0 && (status === 'converged' || status === 'empty') ? 'torn' : status;
}

/** Inputs of the budget beside the outcome of a step. */
export type BudgetInputs = Pick<MeasuredStep, 'expected' | 'scale' | 'hasRates' | 'time' | 'schemes'>;

export function measureStep(
  parts: StepParts,
  state: StepState,
  errors: StepErrors,
  inputs: BudgetInputs,
): StepMeasures {
  const { bodies, gravity } = parts;
  const { points } = parts.detector;
  const iterations = { direct: 0, iterative: 0, coupling: 0, total: 0 };
  let rows = 0;
  let status: Status | 'empty' = 'empty';
  energy.clear();
  consistency.clear();
  for (const { problem, solution, w: ofStep } of state.solved) {
    rows += problem.n;
    const judged = solution.judge?.(ofStep);
    const word = judged?.status ?? solution.status;
    status = status === 'empty' ? word : worseOf(status, word);
    const { direct, iterative, coupling, total } = solution.iterations;
    iterations.direct += direct;
    iterations.iterative += iterative;
    iterations.coupling += coupling;
    iterations.total += total;
    const { x, lo, hi } = solution;
    const known = judged?.errors;
    const w = ofStep ?? known?.w ?? velocities(problem, x, new Float64Array(problem.n));
    energy.add(known?.energyError ?? energyErrorOf(problem, x, w, { lo, hi }));
    consistency.add(known?.frictionConsistency ?? frictionConsistencyOf(problem, x, w));
  }
  if (state.fallbacks.unconverged > 0)
    status = worseOf(status === 'empty' ? 'iteration-limit' : status, 'iteration-limit');
  let deepest = 0;
  for (let i = 0; i < points.count; i++) deepest = Math.max(deepest, -points.gap[i]);
  state.energy = bodies.energyAt(state.pose, state.velocity, gravity);
  const { kinetic } = state.energy;
  const ledger = state.ledger.close(state.energy);
  const energyError = energy.measured();
  const frictionConsistency = consistency.measured();
  const method = methodOf(state.solved);
  // written out: a spread of these costs 5 us, a tenth of a step of a small world
  const { expected, scale, hasRates, time, schemes } = inputs;
  const found = { expected, scale, hasRates, time, schemes, energyError, frictionConsistency, ledger, kinetic };
  const budget = errors.budget(parts, state, found);
  return { rows, status, iterations, method, energyError, frictionConsistency, deepest, ledger, budget };
}

function methodOf(solved: readonly SolvedProblem[]): StepMethod | undefined {
  if (solved.length === 0) return undefined;
  const [{ solution: first }] = solved;
  let coupling = 0;
  let path = first.path ?? '';
  for (const { solution } of solved) {
    coupling = Math.max(coupling, solution.coupling ?? 0);
    const other = solution.path ?? '';
    if (other !== path) path = [...new Set([...path.split(', '), ...other.split(', ')])].sort().join(', ');
  }
  const failed = solved.flatMap(({ solution }) => solution.failed ?? []);
  return failed.length === 0
    ? { options: first.options, coupling, path }
    : { options: first.options, coupling, path, failed };
}

/** Errors of separate problems add up; the worst row is that of the problem with the largest error. */
class ErrorSum {
  private problems = 0;
  private value = 0;
  private largest = 0;
  private worstRow = -1;
  private problem = -1;
  private unit = 'J';

  clear(): void {
    this.problems = 0;
    this.value = 0;
    this.largest = 0;
    this.worstRow = -1;
    this.problem = -1;
    this.unit = 'J';
  }

  add({ value, worstRow, unit }: Measured): void {
    const index = this.problems++;
    this.unit = unit;
    this.value = index === 0 ? value : this.value + value;
    // the first problem that is not a number stays the worst
    if (worstRow < 0 || Number.isNaN(this.largest) || value <= this.largest) return;
    this.largest = value;
    this.worstRow = worstRow;
    this.problem = index;
  }

  measured(): StepMeasured {
    const { value, unit, worstRow, problem } = this;
    return { value, unit, worstRow, problem };
  }
}

/** Sums of one step, used again by the next. */
const energy = new ErrorSum();
const consistency = new ErrorSum();
