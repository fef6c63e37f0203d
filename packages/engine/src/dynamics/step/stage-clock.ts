/** Times of the stages of a step, over all its sub-steps. */
import type { StepReport } from '../errors/step-report.ts';

export const [START, FORCES, COLLIDE, PREPARE, ADVANCE, MEASURE, RECORD] = [0, 1, 2, 3, 4, 5, 6];

export class StageClock {
  /** True: attempts of sub-steps add up until `begin`. */
  addsUp = false;
  private readonly clock: (() => number) | undefined;
  /** ms, by stage. */
  private readonly spent = new Float64Array(RECORD + 1);
  private last = 0;

  /** @param clock ms; undefined: nothing is timed */
  constructor(clock: (() => number) | undefined) {
    this.clock = clock;
  }

  /** Nothing is spent yet. */
  begin(): void {
    this.spent.fill(0);
  }

  /** The stage has ended; START: the first one begins. */
  mark(stage: number): void {
    if (!this.clock) return;
    const now = this.clock();
    if (stage === START) {
      if (!this.addsUp) this.begin();
    } else this.spent[stage] += now - this.last;
    this.last = now;
  }

  /** Time of the whole step, ms. */
  get ms(): number | undefined {
    return this.clock ? this.spent.reduce((sum, ms) => sum + ms, 0) : undefined;
  }

  /** Time of each stage, ms. */
  get stageMs(): StepReport['stageMs'] {
    if (!this.clock) return undefined;
    const [, forces, collide, prepare, advance, measure, record] = this.spent;
    return { forces, collide, prepare, advance, measure, record };
  }
}
