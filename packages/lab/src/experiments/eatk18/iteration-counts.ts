/**
 * Direct iterations and couplings of one step, counted phase by phase.
 *
 * EATK18 Sec. 6.2 resets the count after each update of the friction bounds, so that its limits are limits of one solve (BPP) or of
 * one direct phase (PGS-SM, SPOOK). `Solution.iterations` adds all of them up; here each is counted on its own.
 */
import { type Problem, setFrictionBounds, withBounds } from '@signorini/engine/problem';
import { type AnySolver, completeOptions, type Monitor, type OptionValues } from '@signorini/engine/solvers';

export interface StepCount {
  /** Iterations of every solve or direct phase of the step, in turn. */
  readonly direct: readonly number[];
  /** Alternations of the iterative and the direct phase; of BPP the solves. */
  readonly phases: number;
  /** A solve or direct phase ended at its limit. */
  readonly struck: boolean;
}

/** BPP: `couplings` solves, each from the answer of the one before, between bounds that follow its normals. */
export function pivotCounts(
  solver: AnySolver,
  problems: readonly Problem[],
  options: OptionValues,
  couplings: number,
): StepCount[] {
  const instance = solver.create();
  const given = completeOptions(solver, options);
  const counts = problems.map((p) => {
    const x = p.warm?.slice() ?? new Float64Array(p.n);
    const bounded = withBounds(p, p.lo.slice(), p.hi.slice());
    const direct: number[] = [];
    let struck = false;
    instance.analyse?.(p);
    for (let k = 0; k < couplings; k++) {
      if (k > 0) setFrictionBounds(p, x, bounded.lo, bounded.hi);
      const { status, iterations } = instance.solve(bounded, x, given);
      direct.push(iterations.direct);
      struck ||= status === 'iteration-limit';
    }
    return { direct, phases: couplings, struck };
  });
  instance.release();
  return counts;
}

/** PGS-SM and SPOOK: the direct iterations of each phase. @param options has `pivots` and `phases` */
export function phaseCounts(
  solver: AnySolver,
  problems: readonly Problem[],
  options: OptionValues & { readonly pivots: number; readonly phases: number },
): StepCount[] {
  const instance = solver.create();
  const given = completeOptions(solver, options);
  const counts = problems.map((p) => {
    const watch = new PhaseWatch();
    const x = p.warm?.slice() ?? new Float64Array(p.n);
    instance.analyse?.(p);
    instance.solve(p, x, given, watch);
    // both show the end of a direct phase once more: PGS-SM its last solve, SPOOK its answer with the true velocities
    const direct = watch.groups.map((shown) => (solver.name === 'spook' ? shown - 1 : Math.min(shown, options.pivots)));
    const struck = watch.groups.some((shown) => shown > options.pivots);
    return { direct, phases: watch.sweeping, struck };
  });
  instance.release();
  return counts;
}

/** A direct method shows its iterates with their velocities, sweeps show them without: that tells the phases apart. */
export class PhaseWatch implements Monitor {
  readonly ownsStopping = false;
  /** Iterates shown in each direct phase. */
  readonly groups: number[] = [];
  /** Iterative phases. */
  sweeping = 0;
  private last: 'none' | 'direct' | 'sweep' = 'none';

  begin(): void {
    this.last = 'none';
  }

  observe(_: number, __: Float64Array, w?: Float64Array): undefined {
    const now = w ? 'direct' : 'sweep';
    if (now === 'sweep' && this.last !== 'sweep') this.sweeping++;
    if (now === 'direct' && this.last !== 'direct') this.groups.push(0);
    if (now === 'direct') this.groups[this.groups.length - 1]!++;
    this.last = now;
  }
}
