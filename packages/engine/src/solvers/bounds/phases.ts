/**
 * Solvers that work in phases while friction bounds move: between two phases the bounds become those of the current normals.
 * docs/theory/complementarity.md (C8)
 */
import type { Monitor, Status } from '../../problem/solver.ts';
import type { MovingBounds } from './moving-bounds.ts';

/** What a phase has reached. */
export interface Reached {
  /** The solve ends with it if the bounds stay. */
  readonly status: Status | undefined;
  /** The status if no phase is left; `stagnated` ends the solve if the bounds stay. */
  readonly limit: Status;
}

export interface PhaseMethod {
  /** Phase k, from 1; a status ends the solve, except 'converged', which ends the phase: the bounds may still move. */
  run(k: number): Status | undefined;
  /** After a phase without a status. @param moved the bounds have moved before it */
  reached(k: number, moved: boolean): Reached;
}

/** Least energy of the move of a bound that a further phase is worth, as a part of es. */
const MOVE = 1e-16;

/**
 * @param rules most phases, and es (BP6), J
 * @param first a status that ends the solve before it begins
 */
export function runPhases(
  bounds: MovingBounds,
  x: Float64Array,
  { phases, es }: { readonly phases: number; readonly es: number },
  monitor: Monitor | undefined,
  method: PhaseMethod,
  first: Status | undefined,
): Status {
  const owns = monitor?.ownsStopping ?? false;
  let status = first;
  let limit: Status = 'iteration-limit';
  for (let k = 1; k <= phases; k++) {
    const moved = k > 1 && bounds.update(x, status && !owns ? MOVE * es : 0);
    if (moved) monitor?.begin(bounds.p, x);
    else if (status || limit === 'stagnated') break; // as the last phase found, and nothing has changed since
    status = method.run(k);
    if (status === 'converged') continue;
    if (status) break;
    const reached = method.reached(k, moved);
    status = reached.status;
    limit = reached.limit;
  }
  return status ?? limit;
}
