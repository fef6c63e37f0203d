/**
 * When a gradient solver ends: at the monitor's word, or by a test of its own, which is the energy error of the iterate against
 * that of doing nothing.   docs/theory/projected-gradient.md (PG6)
 */
import { energySum, energyValue } from '../../measures/energy.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import type { Problem } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import { isRowByRow } from '../../problem/sets/models.ts';
import type { Monitor, Outcome, Status } from '../../problem/solver.ts';
import type { Image } from './carried-products.ts';
import type { Workspace } from './workspace.ts';

export const maxIterationsOption = {
  type: 'number',
  default: 200,
  unit: 'iterations',
  min: 1,
  max: Infinity,
  integer: true,
  summary: 'iterations of one solve',
} as const;

export const toleranceOption = {
  type: 'number',
  default: 1e-10,
  unit: '',
  min: 0,
  max: Infinity,
  summary: 'stop when the energy error is at most this share of that of doing nothing; 0 = never',
} as const;

/** The energy error (E6), (FM7) of iterates of one problem, without allocation. */
export class EnergyOf {
  /** The metric of the friction sets: a_ii, one value for both rows of a disc or polygon. */
  readonly metric: Float64Array;
  private readonly p: Problem;
  private readonly sets: FrictionSets;
  private readonly rowByRow: boolean;
  private readonly map: Float64Array;

  constructor(p: Problem, workspace: Workspace) {
    this.p = p;
    this.sets = frictionSets(p);
    this.rowByRow = isRowByRow(p);
    this.metric = workspace.vector(p.n);
    this.map = workspace.vector(p.n);
    this.sets.metric(p.A.diagonal, this.metric);
  }

  /** J; w = A x + b. */
  value(x: Float64Array, w: Float64Array): number {
    const { p, metric, map } = this;
    if (this.rowByRow) return energySum(x, w, p.A.diagonal, p.lo, p.hi);
    this.sets.naturalMap(x, w, metric, p.lo, p.hi, map);
    let sum = 0;
    for (let i = 0; i < map.length; i++) sum += metric[i] * map[i] * map[i];
    return 0.5 * sum;
  }
}

export class Stopping {
  private readonly p: Problem;
  private readonly energy: EnergyOf;
  private readonly monitor: Monitor | undefined;
  private readonly image: Image;
  /** J; negative: no test of its own. */
  private readonly limit: number;

  constructor(p: Problem, image: Image, energy: EnergyOf, tolerance: number, monitor: Monitor | undefined) {
    this.p = p;
    this.image = image;
    this.energy = energy;
    this.monitor = monitor;
    this.limit = tolerance === 0 || monitor?.ownsStopping ? -1 : tolerance * nothing(p);
  }

  /** The start: shown to the monitor; 'converged' where it needs no iteration. */
  start(x: Float64Array, w: Float64Array): Status | undefined {
    this.monitor?.begin(this.p, x);
    return this.limit >= 0 && this.energy.value(x, w) <= this.limit ? 'converged' : undefined;
  }

  /** Iterate k. */
  after(k: number, x: Float64Array, w: Float64Array): Status | undefined {
    const word = this.monitor?.observe(k, x, w);
    if (word) return word;
    return this.limit >= 0 && this.energy.value(x, w) <= this.limit ? 'converged' : undefined;
  }

  ended(status: Status, k: number): Outcome {
    const { lo, hi } = this.p;
    const iterative = Math.ceil(this.image.products);
    return { status, iterations: { direct: 0, iterative, coupling: 1, total: k }, lo, hi };
  }
}

/** e0 (E7), without the product where zero is within all bounds. */
export function nothing(p: Problem): number {
  const { n, lo, hi, b } = p;
  for (let i = 0; i < n; i++) if (lo[i] > 0 || hi[i] < 0) return referenceEnergy(p);
  return energyValue(p, new Float64Array(n), b) || 1;
}
