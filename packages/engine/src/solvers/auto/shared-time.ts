/** A time limit shared by islands in proportion to their expected work, so that every one is begun.   docs/theory/auto.md (AU8) */
import { Deadline, type Monitor } from '../../problem/solver.ts';

export class SharedTime {
  private readonly monitor: Monitor;
  private readonly work: readonly number[];
  /** Of the islands that are still to come in this pass. */
  private toCome = 0;

  /** @param work expected of each island, in any unit */
  constructor(monitor: Monitor, work: readonly number[]) {
    this.monitor = monitor;
    this.work = work;
  }

  get isOver(): boolean {
    return this.left <= 0;
  }

  /** A pass over these islands: those with the least work first, because what they leave over helps the others. */
  begin(islands: readonly number[]): readonly number[] {
    this.toCome = islands.reduce((sum, k) => sum + this.work[k], 0);
    return islands.slice().sort((j, k) => this.work[j] - this.work[k] || j - k);
  }

  /** The monitor of the next island of the pass: it ends when the share of the island is used. */
  shareOf(k: number): Deadline {
    const { left } = this;
    const share = this.toCome > 0 ? Math.min(1, this.work[k] / this.toCome) : 1;
    this.toCome -= this.work[k];
    return new Deadline(this.monitor, left * (1 - share));
  }

  private get left(): number {
    return this.monitor.timeLeft?.() ?? Infinity;
  }
}
