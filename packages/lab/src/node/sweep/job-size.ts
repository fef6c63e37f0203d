/** How many items one job of the queue has: a job costs the queue as much as some milliseconds of work. */
import type { SweepResult } from '../../sweep/run-item.ts';

const JOB = 100; // ms of work that a job should have,
const MOST = 50; // and items that it may
const RECENT = 50; // results that tell how long items take

export class JobSize {
  private readonly recent: number[] = [];

  add({ timing: { totalMs } }: SweepResult): void {
    if (totalMs === null) return;
    this.recent.push(totalMs);
    if (this.recent.length > RECENT) this.recent.shift();
  }

  get known(): boolean {
    return this.recent.length > 0;
  }

  /** Items of the next job; 1 while nothing is known. The mean, not the median: a few long items make jobs short. */
  get items(): number {
    if (!this.known) return 1;
    const mean = this.recent.reduce((sum, ms) => sum + ms, 0) / this.recent.length;
    return Math.min(Math.max(Math.floor(JOB / mean), 1), MOST);
  }
}
