/** A failed solve is no answer: another method solves the problem from a cold start.   docs/decisions/057-failed-solves.md */
import type { SizeError } from '../../checks/sizes.ts';
import { wholeError } from '../../measures/converged.ts';
import type { Problem } from '../../problem/problem.ts';
import type { AnySolver, FailedMethod, OptionValues, SolverInstance } from '../../problem/solver.ts';
import { auto } from '../auto.ts';
import { psor } from '../psor.ts';
import { type Answer, answerOf } from '../solve.ts';

/** It diverged, or an impulse is not finite. A limit that struck is no failure. */
export function hasFailed({ status, x }: Pick<Answer, 'status' | 'x'>): boolean {
  if (status === 'diverged') return true;
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += 0 * x[i];
  return sum !== 0;
}

export class NextMethod {
  private readonly failing: string;
  private readonly solver: AnySolver;
  private readonly clock: (() => number) | undefined;
  private instance: SolverInstance<OptionValues> | undefined;

  /** @param failing the solver that was chosen */
  constructor(failing: AnySolver, clock: (() => number) | undefined) {
    this.failing = failing.name;
    this.solver = failing.name === auto.name ? (psor as unknown as AnySolver) : (auto as unknown as AnySolver);
    this.clock = clock;
  }

  get name(): string {
    return this.solver.name;
  }

  /** The answer of less error, which is measured from outside, with a record of both; the other's own after a refusal. */
  instead(p: Problem, failed: Answer | SizeError): Answer & { readonly failed: FailedMethod } {
    const { solver, clock, failing } = this;
    this.instance ??= solver.create();
    const warm = new Float64Array(p.n);
    const other = answerOf(p, { solver, instance: this.instance, warm, ...(clock && { clock }) });
    const otherError = wholeError(other.judge().errors);
    const taken = { answered: solver.name, answeredError: otherError };
    if (failed instanceof Error) {
      const refused = { solver: failing, status: 'refused', reason: failed.message, error: Number.NaN } as const;
      return { ...other, failed: { ...refused, ...taken } };
    }
    const error = wholeError(failed.judge().errors);
    const timeMs = clock && (failed.timeMs ?? 0) + (other.timeMs ?? 0);
    const record = { solver: failing, status: failed.status, error };
    if (otherError <= error || !Number.isFinite(error)) return { ...other, timeMs, failed: { ...record, ...taken } };
    return { ...failed, timeMs, failed: { ...record, answered: failing, answeredError: error } };
  }

  release(): void {
    this.instance?.release();
    this.instance = undefined;
  }
}
