/** Which bodies sleep, and for how long they have been still.   docs/theory/dynamics.md (DY10)-(DY12) */

export interface SleepSettings {
  /** s^2/2, J/kg. */
  readonly energy: number;
  readonly steps: number;
}

/** State of sleeping bodies between steps, by body number. */
export class SleepState {
  /** 1: asleep. */
  asleep: Uint8Array = new Uint8Array(0);
  /** Steps for which it has been still; one more than asked for once it has slept through a whole step. */
  quiet: Int32Array = new Int32Array(0);
  /** 1: it was made, moved or pushed since the last step. */
  stirred: Uint8Array = new Uint8Array(0);

  reserve(count: number): void {
    if (count <= this.asleep.length) return;
    const room = Math.max(count, 2 * this.asleep.length, 64);
    const { asleep, quiet, stirred } = this;
    this.asleep = new Uint8Array(room);
    this.asleep.set(asleep);
    this.quiet = new Int32Array(room);
    this.quiet.set(quiet);
    this.stirred = new Uint8Array(room);
    this.stirred.set(stirred);
  }

  /** Wakes a body; for a static or kinematic one, records that it changed. -1 (the world) is ignored. */
  stir(k: number): void {
    if (k < 0) return;
    this.asleep[k] = 0;
    this.quiet[k] = 0;
    this.stirred[k] = 1;
  }

  /** For snapshots and hashes: three integers per body. @param out used again if it fits */
  save(count: number, out?: Int32Array): Int32Array {
    const saved = out?.length === 3 * count ? out : new Int32Array(3 * count);
    for (let k = 0; k < count; k++) {
      saved[3 * k] = this.asleep[k];
      saved[3 * k + 1] = this.quiet[k];
      saved[3 * k + 2] = this.stirred[k];
    }
    return saved;
  }

  restore(saved: Int32Array): void {
    for (let k = 0; k < saved.length / 3; k++) {
      this.asleep[k] = saved[3 * k];
      this.quiet[k] = saved[3 * k + 1];
      this.stirred[k] = saved[3 * k + 2];
    }
  }
}
