/** Answers about past steps, on demand: error per iteration of a sample of them, and why one of them is wrong. */
import type { Request } from '../protocol.ts';
import type { Around } from './around.ts';
import { Sampler } from './sampler.ts';
import { Reasons } from './why.ts';

export class Answers {
  private readonly around: Around;
  private readonly sampler: Sampler;
  private readonly reasons: Reasons;

  constructor(around: Around) {
    this.around = around;
    this.sampler = new Sampler(around);
    this.reasons = new Reasons(around);
  }

  curves({ branch, step, tolerance }: Extract<Request, { type: 'curves' }>): void {
    if (tolerance === null) this.sampler.record(branch, step);
    else this.sampler.run(branch, step, tolerance);
  }

  why({ branch, step, contact }: Extract<Request, { type: 'why' }>): void {
    this.around.reply({ type: 'why', why: this.reasons.explain(branch, step, contact) });
  }
}
