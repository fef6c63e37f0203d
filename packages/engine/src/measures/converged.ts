/**
 * The meaning of `converged`, for every solver alike: the error of the whole problem, friction included, against that of doing
 * nothing.   docs/theory/error-measures.md (E15)
 *
 *   max(energy error, friction consistency) <= 1e-10 es
 *
 * es: energy error of x = clamp(0); if that is zero the kinetic energy of its velocities. Both sides are energies, so that the
 * test does not depend on units. Rejected: room for the rounding of A x. Large impulses would then excuse any error, and
 * problems without a solution were converged.
 */
import { FloatBuffer } from '../linalg/buffers.ts';
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { isFollowing, isRowByRow, setsOf } from '../problem/sets/models.ts';
import type { Status } from '../problem/solver.ts';
import { energyErrorOf, rowEnergy } from './energy.ts';
import { EnergyGauge } from './energy-gauge.ts';
import { energyMetric } from './energy-metric.ts';
import { frictionConsistencyOf } from './friction-consistency.ts';
import type { Measured } from './measured.ts';

/** Largest error of a converged answer, as a part of that of doing nothing. */
export const CONVERGED = 1e-10;

/** Errors of an answer, measured outside its solver. */
export interface Judgement {
  readonly status: Status;
  readonly errors: WholeErrors;
}

/** The errors of an answer on the whole problem, and what `converged` asks of them. */
export interface WholeErrors {
  /** A x + b. */
  readonly w: Float64Array;
  /** Against the bounds that the solver ended with. */
  readonly energyError: Measured;
  /** Against the friction bounds that x itself implies; undefined if the stored bounds are the problem. */
  readonly frictionConsistency: Measured | undefined;
  /** J: the larger of the two may be this in a converged answer. */
  readonly limit: number;
}

/**
 * From x alone.
 * @param bounds those that the solver ended with
 * @param stored friction bounds are part of the problem as they are (coupling 0)
 * @param w A x + b, if the caller has computed it from x
 * @param known es, from `takeScale` after a solve of p
 */
export function wholeErrors(
  p: Problem,
  x: Float64Array,
  bounds: { readonly lo: Float64Array; readonly hi: Float64Array },
  stored = false,
  w = velocities(p, x, new Float64Array(p.n)),
  known?: number,
): WholeErrors {
  const { lo, hi } = bounds;
  const error = energyErrorOf(p, x, w, { lo, hi });
  const lagged = !stored && p.contacts.length > 0 && !setsOf(p).every(isFollowing); // bounds that follow are those that x implies
  const consistency = lagged ? frictionConsistencyOf(p, x, w, {}, { lo, hi, error }) : stored ? undefined : error;
  return { w, energyError: error, frictionConsistency: consistency, limit: CONVERGED * problemScale(p, known) };
}

/** The larger of the two errors, J; NaN if one is. */
export function wholeError({ energyError, frictionConsistency }: WholeErrors): number {
  return Math.max(energyError.value, frictionConsistency?.value ?? 0);
}

/**
 * The status of an answer: `converged` only if its errors are within the limit, and then always unless a monitor, a clock or
 * numbers that are not finite have ended the solve.
 * @param ended what the solver returned
 * @param inner error between the bounds of the last solve, J: what is left if no coupling is counted
 * @param limit J; of (E15), or what the caller has asked for
 */
export function statusOf(ended: Status, errors: WholeErrors, inner: number, limit = errors.limit): Status {
  const error = wholeError(errors);
  if (!Number.isFinite(error)) return 'diverged'; // whatever the solver or a limit said
  if (ended === 'stopped' || ended === 'time-limit' || ended === 'diverged') return ended;
  if (error <= limit) return 'converged';
  if (ended === 'infeasible') return ended;
  const solved = ended === 'converged';
  if (inner <= limit || (solved && inner < error)) return 'coupling-limit';
  return solved ? 'stopped-early' : ended;
}

/** es of (BP6), J; zero if x = clamp(0) solves the problem and nothing moves. @param known that of sets, if it was computed before */
export function problemScale(p: Problem, known?: number): number {
  const { n, b, lo, hi } = p;
  const a = energyMetric(p);
  if (!isRowByRow(p)) return known ?? scaleBySets(p);
  let error = 0;
  for (let i = 0; i < n; i++) {
    if (lo[i] > 0 || hi[i] < 0) return scaleBySets(p); // x = clamp(0) is not zero
    error += rowEnergy(a[i], 0, b[i], lo[i], hi[i]);
  }
  if (error !== 0) return error;
  let kinetic = 0;
  for (let i = 0; i < n; i++) kinetic += (b[i] * b[i]) / (2 * a[i]);
  return kinetic;
}

const gauge = new EnergyGauge();
const scratch = { x: new FloatBuffer(), w: new FloatBuffer() };

function scaleBySets(p: Problem): number {
  const x = scratch.x.of(p.n);
  const w = scratch.w.of(p.n);
  gauge.prepare(p);
  const es = gauge.scale(x, w);
  return es === 1 && w.every((v) => v === 0) ? 0 : es;
}
