/** Additions of external solvers to the engine's contract: a failure in one sentence, and the time that they claim. */
import type { SolverInstance } from '@signorini/engine/solvers';

/** A solver from outside that gave no usable answer; the message is one sentence that begins with its name. */
export class SolverFailure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SolverFailure';
  }
}

/** An instance whose solves happen elsewhere, and are timed there too. */
export interface ClaimingInstance<Options extends object> extends SolverInstance<Options> {
  /** ms, over the solves since the last `analyse`; null if it claims nothing. */
  readonly claimedMs: number | null;
}

/** The time that the solver itself reports, ms; null if it reports none. */
export function claimOf(instance: object): number | null {
  return 'claimedMs' in instance && typeof instance.claimedMs === 'number' ? instance.claimedMs : null;
}
