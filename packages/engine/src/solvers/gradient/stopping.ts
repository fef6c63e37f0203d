/**
 * When a gradient solver ends: when the monitor asks for it, or by a test of its own, which is the energy error of the iterate against
 * that of doing nothing.   docs/theory/projected-gradient.md (PG6)
 */

import { problemScale } from '../../measures/converged.ts';
import type { EnergyGauge } from '../../measures/energy-gauge.ts';
import { real, whole } from '../../problem/option-specs.ts';
import type { Problem } from '../../problem/problem.ts';
import { ended, type Monitor, type Outcome, type Status } from '../../problem/solver.ts';
import type { Image } from './carried-products.ts';

export const maxIterationsOption = whole(200, 'iterations', 'iterations of one solve');

export const toleranceOption = real(
  1e-12,
  '',
  'stop when the energy error is at most this share of that of doing nothing; 0 = never',
);

export class Stopping {
  private readonly p: Problem;
  private readonly gauge: EnergyGauge;
  private readonly monitor: Monitor | undefined;
  private readonly image: Image;
  /** J; negative: no test of its own. */
  private readonly limit: number;

  constructor(p: Problem, image: Image, gauge: EnergyGauge, tolerance: number, monitor: Monitor | undefined) {
    this.p = p;
    this.image = image;
    this.gauge = gauge;
    this.monitor = monitor;
    this.limit = tolerance === 0 || monitor?.ownsStopping ? -1 : tolerance * problemScale(p);
  }

  /** The start: shown to the monitor; 'converged' if it needs no iteration. */
  start(x: Float64Array, w: Float64Array): Status | undefined {
    this.monitor?.begin(this.p, x);
    return this.limit >= 0 && this.gauge.energy(x, w) <= this.limit ? 'converged' : undefined;
  }

  /** Iterate k. */
  after(k: number, x: Float64Array, w: Float64Array): Status | undefined {
    const word = this.monitor?.observe(k, x, w);
    if (word) return word;
    return this.limit >= 0 && this.gauge.energy(x, w) <= this.limit ? 'converged' : undefined;
  }

  ended(status: Status, k: number): Outcome {
    return ended(this.p, status, 0, Math.ceil(this.image.products), k);
  }
}
