/** Times at which a step began and each of its stages ended. */
import type { StepReport } from './step-report.ts';

export const [START, FORCES, COLLIDE, PREPARE, ADVANCE, MEASURE, RECORD] = [0, 1, 2, 3, 4, 5, 6];

export class StageClock {
  private readonly clock: (() => number) | undefined;
  /** ms */
  private readonly marks = new Float64Array(RECORD + 1);

  /** @param clock ms; undefined: nothing is timed */
  constructor(clock: (() => number) | undefined) {
    this.clock = clock;
  }

  mark(stage: number): void {
    if (this.clock) this.marks[stage] = this.clock();
  }

  /** Of the whole step, ms. */
  get ms(): number | undefined {
    return this.clock ? this.marks[RECORD] - this.marks[START] : undefined;
  }

  /** Differences of marks by the names of the stages. */
  get stageMs(): StepReport['stageMs'] {
    if (!this.clock) return undefined;
    const [start, forces, collide, prepare, advance, measure, record] = this.marks;
    return {
      forces: forces - start,
      collide: collide - forces,
      prepare: prepare - collide,
      advance: advance - prepare,
      measure: measure - advance,
      record: record - measure,
    };
  }
}
