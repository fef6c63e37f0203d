/**
 * Algebraic multigrid for box problems, PIR Section 3.4: sweeps smooth, coarse grids of fewer impulses reduce the error that sweeps leave.
 * docs/theory/multigrid.md
 *
 *   A_H = P^T A P,   lo - x <= e_H <= hi - x,   x <- x + s P e_H                                            (MG9)-(MG11)
 *
 * One cycle solves a chain of joints, however long. On contacts PIR's transfer of impulses gains nothing, that of velocities a lot, for
 * cycles that cost hundreds of sweeps. A correction that would raise the objective is refused, so cycles converge whenever sweeps do.
 */
import { choice, real, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { clamp } from '../problem/sets/box.ts';
import { defaultsOf, type IsOver, isOverOf, type Solver } from '../problem/solver.ts';
import { type CycleCount, type CycleOptions, cycle } from './multigrid/cycle.ts';
import { buildHierarchy, finestLevel, type HierarchyOptions, type Level } from './multigrid/hierarchy.ts';
import { sweepUntil, tolerance } from './sweeps/sweep-loop.ts';

export type AmgOptions = CycleOptions &
  HierarchyOptions & {
    maxIterations: number;
    tolerance: number;
    warmup: number;
    rebuild: number;
  };

const options = {
  maxIterations: whole(100, 'cycles', 'cycles of one solve'),
  tolerance,
  nu1: whole(1, 'sweeps', 'forward sweeps before a correction', { min: 0, max: 100 }),
  nu2: whole(1, 'sweeps', 'backward sweeps after it', { max: 100 }),
  mu: whole(1, 'cycles', 'cycles of the next grid in one of this: 1 is a V cycle, 2 a W cycle', { max: 10 }),
  theta: real(0.25, '', 'couplings of at least this part of the largest of a row are strong', { max: 1 }),
  warmup: whole(5, 'sweeps', 'sweeps before grids are made; rows that they leave at a bound stay out. 0: none do', {
    min: 0,
  }),
  rebuild: whole(1, 'cycles', 'cycles after which grids are made anew if other rows are at bounds; 0: never', {
    min: 0,
  }),
  coarsest: whole(20, 'rows', 'a coarse grid of at most so many rows is solved directly', { max: 1000 }),
  coarsening: choice(
    'blocks',
    ['blocks', 'rows'],
    'rows of a joint or contact stay together, or each is on its own as in PIR',
  ),
  transfer: choice(
    'velocity',
    ['impulse', 'velocity'],
    'interpolate errors of impulses as PIR does, or of the velocities of groups of bodies, which needs J',
  ),
  correction: choice(
    'project',
    ['project', 'reject'],
    'a corrected impulse beyond its bound is set to it, or keeps its value',
  ),
} as const;

export const amg: Solver<AmgOptions> = {
  name: 'amg',
  summary: 'algebraic multigrid: coarse grids of impulses around projected Gauss-Seidel',
  reference: 'docs/theory/multigrid.md',
  family: 'iterative',
  accepts: ['none', 'box'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<AmgOptions>(options),

  create() {
    return {
      solve(p, x, options, monitor) {
        const grids = new Grids(p, x, options, isOverOf(monitor));
        const before = x.slice();
        return sweepUntil(p, x, options, monitor, () => grids.advance(before));
      },
      release() {},
    };
  },
};

/** The grids of one solve. Making them takes memory, cycles take none. */
export class Grids {
  levels: readonly Level[];
  /** Corrections of the finest grid, and those refused. */
  readonly count: CycleCount = { corrections: 0, refused: 0 };
  private readonly p: Problem;
  private readonly x: Float64Array;
  private readonly options: AmgOptions;
  private readonly active: Uint8Array;
  private readonly isOver: IsOver;
  private cycles = 0;

  constructor(p: Problem, x: Float64Array, options: AmgOptions, isOver: IsOver = isOverOf(undefined)) {
    this.isOver = isOver;
    this.p = p;
    this.x = x;
    this.options = options;
    this.active = new Uint8Array(p.n);
    this.levels = [];
  }

  /** One cycle from x to x; the largest change of an impulse, N s. `before` is scratch for the x that it starts from. */
  advance(before: Float64Array): number {
    const { x, options } = this;
    before.set(x);
    if (this.cycles === 0) this.begin();
    else if (options.rebuild > 0 && this.cycles % options.rebuild === 0 && this.markActive()) this.build();
    cycle(this.levels, 0, options, this.count);
    this.cycles++;
    let change = 0;
    for (let i = 0; i < x.length; i++) change = Math.max(change, Math.abs(x[i] - before[i])); // NaN stays
    return change;
  }

  private begin(): void {
    const { p, x, options } = this;
    for (let i = 0; i < x.length; i++) x[i] = clamp(x[i], p.lo[i], p.hi[i]);
    const finest = finestLevel(p, x, this.active, options);
    // without a warm-up all rows stay active
    for (let k = 0; k < options.warmup && !this.isOver(); k++) finest.smoother.sweep(finest, true);
    this.markActive();
    this.build();
  }

  private build(): void {
    this.levels = buildHierarchy(this.p, this.x, this.active, this.options);
  }

  /** Rows that may take part in corrections: those not at a bound, or all but the fixed ones without a warm-up. True: others than before. */
  private markActive(): boolean {
    const { lo, hi } = this.p;
    const { x, active, options } = this;
    let changed = false;
    for (let i = 0; i < x.length; i++) {
      const free = options.warmup === 0 ? lo[i] < hi[i] : x[i] > lo[i] && x[i] < hi[i];
      if (active[i] === Number(free)) continue;
      active[i] = Number(free);
      changed = true;
    }
    return changed;
  }
}
