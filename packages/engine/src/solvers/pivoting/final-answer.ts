/** The last step of a free-set solver: the engine's x to the caller's, and its status. */
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import type { FreeSetEngine } from '../linear-systems/free-rows.ts';

/**
 * A converged answer is clamped by the last rounding. An answer that is not finite is not returned: x keeps its start and the
 * status is `diverged`. If a monitor owns the stopping test, it has the last word on the polished answer: the sets
 * have settled, nothing more will change.
 */
export function handOver(
  { n, lo, hi }: Problem,
  engine: FreeSetEngine,
  x: Float64Array,
  status: Status,
  shown: number,
  monitor: Monitor | undefined,
): Status {
  if (status === 'diverged') return status;
  const from = engine.x;
  let finite = 0;
  for (let i = 0; i < n; i++) finite += 0 * from[i]; // NaN if one is not finite
  if (finite !== 0) return 'diverged';
  if (status !== 'converged') {
    for (let i = 0; i < n; i++) x[i] = from[i];
    return status;
  }
  for (let i = 0; i < n; i++) x[i] = Math.min(Math.max(from[i], lo[i]), hi[i]);
  return monitor?.ownsStopping ? (monitor.observe(shown + 1, x) ?? 'stagnated') : status;
}
