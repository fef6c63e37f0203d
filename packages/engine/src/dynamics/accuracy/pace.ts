/**
 * Length of the sub-steps of each body's island: the state that `accuracy` keeps from step to step.   docs/theory/accuracy.md (AC3)
 * Numbers per body: its level, the energy scale of its island (J), and the rates of its velocities in its last sub-step.
 */
export const PACE_NUMBERS = 8;

export class Pace {
  /** 0: one step of the whole length; L + 1: sub-steps of H/2^L, looked at by halves. */
  level: Uint8Array = new Uint8Array(0);
  /** J, of the island that it was in. */
  scale: Float64Array = new Float64Array(0);
  /** (v+ - v)/h of the last sub-step, six numbers: m/s^2, rad/s^2; NaN before the first. */
  rate: Float64Array = new Float64Array(0);

  /** Room for `count` bodies; a new one starts at level 0 with halves. */
  reserve(count: number): void {
    const known = this.level.length;
    if (known === count) return;
    const { level, scale, rate } = this;
    this.level = new Uint8Array(count).fill(1);
    this.scale = new Float64Array(count);
    this.rate = new Float64Array(6 * count).fill(Number.NaN);
    this.level.set(level.subarray(0, count));
    this.scale.set(scale.subarray(0, count));
    this.rate.set(rate.subarray(0, 6 * count));
  }

  save(): Float64Array {
    const { level, scale, rate } = this;
    const saved = new Float64Array(PACE_NUMBERS * level.length);
    for (let k = 0; k < level.length; k++) {
      saved[PACE_NUMBERS * k] = level[k];
      saved[PACE_NUMBERS * k + 1] = scale[k];
      saved.set(rate.subarray(6 * k, 6 * k + 6), PACE_NUMBERS * k + 2);
    }
    return saved;
  }

  /** Restores what `save` returned; an empty array: every body starts anew. */
  restore(saved: Float64Array): void {
    this.level = new Uint8Array(0);
    this.scale = new Float64Array(0);
    this.rate = new Float64Array(0);
    this.reserve(saved.length / PACE_NUMBERS);
    for (let k = 0; k < this.level.length; k++) {
      this.level[k] = saved[PACE_NUMBERS * k];
      this.scale[k] = saved[PACE_NUMBERS * k + 1];
      this.rate.set(saved.subarray(PACE_NUMBERS * k + 2, PACE_NUMBERS * (k + 1)), 6 * k);
    }
  }
}
