/** Types that the option types of solvers are made of: parts that several solvers share, and choices. */

export type { CriticalChoice } from '../auto/critical-rows.ts';
export type { BoundsChoice } from '../bounds/moving-bounds.ts';
export type { DescentOptions } from '../gradient/projected-descent.ts';
export type { CycleOptions } from '../multigrid/cycle.ts';
export type { Coarsening, HierarchyOptions, Transfer } from '../multigrid/hierarchy.ts';
export type { ContactSweepOptions } from '../sweeps/contact-sweeps.ts';
export type { RowOrder } from '../sweeps/row-order.ts';
export type { SweepOptions } from '../sweeps/sweep-loop.ts';
