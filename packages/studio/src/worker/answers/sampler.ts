/**
 * Some steps of a run taken again, from states that are kept, between other requests and for a limited time: to record their error
 * per iteration, or to run on with a tolerance. What is shown is not touched.
 */
import { StepError, type StepReport, type World } from '@signorini/engine';
import { findSolver } from '@signorini/engine/solvers';
import type { Setup } from '../../protocol.ts';
import type { About, ErrorCurves, SampledStep, TriedStep } from '../../questions.ts';
import type { Branch } from '../run/branch.ts';
import { makeWorld } from '../run/make-world.ts';
import { PullDriver } from '../run/pull-driver.ts';
import type { AnswerContext } from './answer-context.ts';
import { errorCurves } from './error-curves.ts';

/** Steps whose error per iteration is recorded. */
const MOST_SAMPLES = 24;
/** Runs with a tolerance, and their steps. The second half counts: by then steps start from what the tolerance has left. */
const MOST_RUNS = 4;
const RUN = 24;
/** ms of one request. */
const TIME = 2500;
/** ms that a piece of work may take while the run plays; slower ones wait until it pauses. */
const UNSEEN = 25;
const PAUSE = 120; // ms between pieces while it plays
const REPORT = 100; // ms between replies

type Kind = 'curves' | 'tried';
interface Job {
  /** Pauses between pieces of work. */
  readonly work: Generator<void>;
  readonly report: (ended: ErrorCurves['ended']) => void;
  spent: number;
  slowest: number;
  reported: number;
}

interface Segment {
  readonly holder: Branch;
  readonly setup: Setup;
  readonly of: { readonly branch: number; readonly from: number; readonly to: number };
}

export class Sampler {
  private readonly context: AnswerContext;
  private readonly known = new Map<string, SampledStep>();
  /** One for each kind of request: another takes its place. */
  private readonly jobs = new Map<Kind, Job>();
  private waiting = false;

  constructor(context: AnswerContext) {
    this.context = context;
  }

  /** Error per iteration of the steps that were solved in the same way as this one. */
  record({ branch, step }: About<'curves'>): undefined {
    const segment = this.segmentOf(branch, step);
    const { name: solver, family } = findSolver(segment.setup.solver);
    const direct = family === 'direct';
    const samples: SampledStep[] = [];
    const steps = direct ? [] : spread(this.keptBefore(segment, 0), MOST_SAMPLES);
    this.start('curves', this.samples(segment, steps, samples), (ended) => {
      const answer = { ...segment.of, solver, direct, samples: [...samples], ended };
      this.context.reply({ type: 'answer', question: 'curves', answer });
    });
  }

  /** Some runs with a tolerance, J, among the same steps. */
  run({ branch, step, tolerance }: About<'tried'>): undefined {
    const segment = this.segmentOf(branch, step);
    const { from, to } = segment.of;
    const length = Math.min(RUN, to - from + 1);
    const steps: TriedStep[] = [];
    const starts = spread(this.keptBefore(segment, length - 1), MOST_RUNS);
    this.start('tried', this.runs(segment, starts, { length, tolerance, steps }), (ended) => {
      const answer = { ...segment.of, tolerance, steps: [...steps], ended };
      this.context.reply({ type: 'answer', question: 'tried', answer });
    });
  }

  private start(kind: Kind, work: Job['work'], report: Job['report']): void {
    this.jobs.get(kind)?.work.return(undefined);
    this.jobs.set(kind, { work, report, spent: 0, slowest: 0, reported: this.context.clock() });
    if (this.waiting) return;
    this.waiting = true;
    this.context.later(() => this.turn(), 0);
  }

  /** One piece of work, or none while the run plays and it would be felt. */
  private turn(): void {
    this.waiting = false;
    const [first] = this.jobs;
    if (!first) return;
    const [kind, job] = first;
    const playing = this.context.now().playing;
    if (!playing || job.slowest <= UNSEEN) this.work(kind, job);
    this.waiting = true;
    this.context.later(() => this.turn(), playing ? PAUSE : 0);
  }

  private work(kind: Kind, job: Job): void {
    const { clock } = this.context;
    const start = clock();
    const done = this.piece(job);
    const now = clock();
    job.spent += now - start;
    job.slowest = Math.max(job.slowest, now - start);
    const ended = done ? 'all' : job.spent > TIME ? 'time' : null;
    if (ended !== null) {
      this.jobs.delete(kind);
      job.work.return(undefined);
    }
    if (ended === null && now - job.reported < REPORT) return;
    job.reported = now;
    job.report(ended);
  }

  /** Returns true after the last piece. A failure is reported as a sentence and ends the job. */
  private piece({ work }: Job): boolean {
    try {
      return work.next().done === true;
    } catch (error) {
      const sentence = `Taking steps again: ${(error as Error).message}`;
      this.context.reply({ type: 'failed', sentence, during: 'ask' });
      return true;
    }
  }

  private *samples({ holder, setup }: Segment, steps: readonly number[], samples: SampledStep[]): Generator<void> {
    for (const step of steps) {
      const key = `${holder.id}/${step}`;
      const sample = this.known.get(key) ?? this.sampleOf(holder, setup, step);
      if (sample) {
        this.known.set(key, sample);
        samples.push(sample);
      }
      yield;
    }
  }

  /** Undefined if the step cannot be taken again or takes too long. */
  private sampleOf(holder: Branch, setup: Setup, step: number): SampledStep | undefined {
    const { clock, now } = this.context;
    for (const { world } of this.again(holder, step, 1, makeWorld(now().spec, setup))) {
      const problems = world.problems().map((p) => errorCurves(p, setup, clock));
      if (!problems.includes(undefined)) return { step, problems: problems as SampledStep['problems'] };
    }
    return undefined;
  }

  private *runs(
    { holder, setup }: Segment,
    starts: readonly number[],
    { length, tolerance, steps }: { readonly length: number; readonly tolerance: number; readonly steps: TriedStep[] },
  ): Generator<void> {
    for (const start of starts) {
      const world = makeWorld(this.context.now().spec, setup, tolerance);
      for (const { report } of this.again(holder, start, length, world)) {
        const { step, iterations, energyError, solveMs = 0 } = report;
        const misses = !(energyError.value <= tolerance);
        const counts = step >= start + Math.floor(length / 2) && !steps.some((one) => one.step === step); // runs overlap
        if (counts) steps.push({ step, iterations: iterations.total, misses, solveMs });
        yield;
      }
    }
  }

  /** Takes some steps in a world of its own, which it releases; none if the state before is gone, none after one that fails. */
  private *again(
    holder: Branch,
    first: number,
    count: number,
    world: World,
  ): Generator<{ readonly world: World; readonly report: StepReport }> {
    const puller = new PullDriver(world);
    try {
      const kept = this.context.now().keyframes.before(holder.id, first - 1);
      if (kept?.step !== first - 1) return;
      world.restore(kept.snapshot);
      for (let step = first; step < first + count; step++) {
        puller.pull = holder.pullAt(step);
        yield { world, report: world.step() };
      }
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
    } finally {
      world.release();
    }
  }

  /** The steps of a branch context one that were solved in the same way. */
  private segmentOf(id: number, step: number): Segment {
    const { tree } = this.context;
    const holder = tree.holder(tree.branch(id), Math.max(1, step));
    const { events, start, head } = holder.info();
    const changes = events.flatMap((event) => (event.kind === 'setup' ? [event.step] : []));
    const from = Math.max(start + 1, ...changes.filter((one) => one <= step));
    const to = Math.min(head, ...changes.filter((one) => one > step).map((one) => one - 1));
    return { holder, setup: holder.setupAt(Math.max(start + 1, step)), of: { branch: id, from, to } };
  }

  /** Steps whose state before is kept, and which have `more` steps of the segment after them. */
  private keptBefore({ holder, of: { from, to } }: Segment, more: number): number[] {
    const steps = this.context.now().keyframes.steps(holder.id);
    return steps.map((step) => step + 1).filter((step) => step >= from && step + more <= to);
  }
}

/** Evenly, the first and the last included. */
function spread(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, k) => list[Math.round((k * (list.length - 1)) / (most - 1))]!);
}
