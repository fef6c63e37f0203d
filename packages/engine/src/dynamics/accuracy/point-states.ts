/**
 * The states of a step's contacts, and the bodies for which one has changed since the step before: such a step is not smooth.
 * docs/theory/accuracy.md (AC5)
 */
import type { StepParts } from '../state/step-parts.ts';

export const OPEN = 0;
const STICKS = 1;
const SLIPS = 2;
/** Within this share of its bound friction slips. */
const AT_BOUND = 1e-9;

export class PointStates {
  /** By point: OPEN, STICKS or SLIPS. */
  state: Uint8Array = new Uint8Array(64);
  private count = 0;
  private met: Uint8Array = new Uint8Array(64);
  private bodyA: Int32Array = new Int32Array(64);
  private bodyB: Int32Array = new Int32Array(64);

  /** Reads the states from impulses by row; `first`: first row of each point. All points are open after a body was removed. */
  read({ detector: { points }, colliders }: StepParts, x: Float64Array, first: Int32Array): void {
    const known = first.length > points.count;
    this.reserve(points.count);
    this.count = points.count;
    for (let i = 0; i < points.count; i++) {
      this.bodyA[i] = colliders.body[points.a[i]];
      this.bodyB[i] = colliders.body[points.b[i]];
      const normal = known ? x[first[i]] : 0;
      this.state[i] = OPEN;
      if (!(normal > 0)) continue;
      const { mu, set } = colliders.materialOf(points.a[i], points.b[i]).law;
      if (set === 'none') {
        this.state[i] = SLIPS;
        continue;
      }
      const [p, q] = [x[first[i] + 1], x[first[i] + 2]];
      const bound = mu * normal * (1 - AT_BOUND);
      const largest = Math.max(Math.abs(p), Math.abs(q));
      const size = set === 'box' ? largest : Math.sqrt(p * p + q * q);
      this.state[i] = size >= bound ? SLIPS : STICKS;
    }
  }

  /**
   * Sets `changed` of the bodies at contacts that press, stick or slip now and did not before, or the other way round.
   * @param previous by point of this step, its number among those of `before`, or -1
   */
  compare(before: PointStates, previous: Int32Array, changed: Uint8Array): void {
    before.met.fill(0, 0, before.count);
    for (let i = 0; i < this.count; i++) {
      const last = previous[i];
      if (last >= 0) before.met[last] = 1;
      if (this.state[i] === (last < 0 ? OPEN : before.state[last])) continue;
      changed[this.bodyA[i]] = 1;
      changed[this.bodyB[i]] = 1;
    }
    for (let k = 0; k < before.count; k++) {
      if (before.met[k] === 1 || before.state[k] === OPEN) continue;
      changed[before.bodyA[k]] = 1;
      changed[before.bodyB[k]] = 1;
    }
  }

  private reserve(count: number): void {
    if (this.state.length >= count) return;
    this.state = new Uint8Array(2 * count);
    this.met = new Uint8Array(2 * count);
    this.bodyA = new Int32Array(2 * count);
    this.bodyB = new Int32Array(2 * count);
  }
}
