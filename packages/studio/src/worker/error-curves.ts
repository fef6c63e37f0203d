/**
 * Error per iteration of a sample of steps: each is taken again from a state that is kept, and its problems are solved again from the
 * same start with the solver's own limits but without its own stopping test, as a tolerance has it. Of each solve only the first
 * iterate at or below each error is kept. It works between other requests, for a limited time.
 */
import { StepError } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { findSolver, type OptionValues, solve } from '@signorini/engine/solvers';
import { type ErrorCurve, type ErrorCurves, LEAST_TOLERANCE, type SampledStep } from '../answers.ts';
import type { Setup } from '../protocol.ts';
import type { Around } from './around.ts';
import type { Branch } from './branch.ts';
import { asMet } from './inspect.ts';
import { makeWorld } from './make-world.ts';
import { PullDriver } from './pull-driver.ts';

/** Steps that are looked at. */
const MOST_SAMPLES = 24;
/** ms of one request. */
const TIME = 2500;
/** ms of one step; it is left out if it takes longer. */
const STEP_TIME = 1500;
/** ms that a sample may take while the run plays; slower ones wait until it pauses. */
const UNSEEN = 25;
const PAUSE = 120; // ms between samples while it plays
const REPORT = 100; // ms between replies

interface Job extends Omit<ErrorCurves, 'samples' | 'ended'> {
  readonly holder: Branch;
  readonly setup: Setup;
  /** Steps whose state before is kept. */
  readonly steps: number[];
  readonly samples: SampledStep[];
  spent: number;
  slowest: number;
  reported: number;
}

export class CurveSampler {
  private readonly around: Around;
  private readonly known = new Map<string, SampledStep>();
  private job: Job | undefined;

  constructor(around: Around) {
    this.around = around;
  }

  /** For the steps that were solved in the same way as this one. */
  ask(id: number, step: number): void {
    const holder = this.around.holder(id, Math.max(1, step));
    const { from, to, setup } = segmentOf(holder, step);
    const { name: solver, family } = findSolver(setup.solver);
    const steps = family === 'direct' ? [] : spread(this.keptBefore(holder.id, from, to), MOST_SAMPLES);
    const of = { branch: id, from, to, solver, direct: family === 'direct' };
    const waits = this.job !== undefined;
    this.job = { ...of, holder, setup, steps, samples: [], spent: 0, slowest: 0, reported: this.around.clock() };
    if (!waits) this.around.later(() => this.turn(), 0);
  }

  private keptBefore(branch: number, from: number, to: number): number[] {
    return this.around
      .keyframes()
      .steps(branch)
      .map((step) => step + 1)
      .filter((step) => step >= from && step <= to);
  }

  /** One sample, or none while the run plays and a sample would be felt. */
  private turn(): void {
    const { job, around } = this;
    if (!job) return;
    const playing = around.playing();
    if (playing && job.slowest > UNSEEN) around.later(() => this.turn(), PAUSE);
    else {
      this.take(job);
      const ended = job.steps.length === 0 ? 'all' : job.spent > TIME ? 'time' : null;
      if (ended !== null || around.clock() - job.reported > REPORT) this.report(job, ended);
      if (ended !== null) this.job = undefined;
      else around.later(() => this.turn(), playing ? PAUSE : 0);
    }
  }

  private take(job: Job): void {
    const start = this.around.clock();
    const step = job.steps.shift();
    if (step === undefined) return;
    const key = `${job.holder.id}/${step}`;
    const sample = this.known.get(key) ?? this.sampleOf(job, step);
    if (sample) {
      this.known.set(key, sample);
      job.samples.push(sample);
    }
    const took = this.around.clock() - start;
    job.spent += took;
    job.slowest = Math.max(job.slowest, took);
  }

  /** Undefined if the step cannot be taken again or takes too long. */
  private sampleOf({ holder, setup }: Job, step: number): SampledStep | undefined {
    const kept = this.around.keyframes().before(holder.id, step - 1);
    if (kept?.step !== step - 1) return undefined; // dropped since
    const world = makeWorld(this.around.spec(), setup);
    try {
      new PullDriver(world).pull = holder.pullAt(step);
      world.restore(kept.snapshot);
      world.step();
      const problems = world.problems().map((p) => errorCurves(p, setup, this.around.clock));
      return problems.includes(undefined) ? undefined : { step, problems: problems as SampledStep['problems'] };
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      return undefined;
    } finally {
      world.release();
    }
  }

  private report(job: Job, ended: ErrorCurves['ended']): void {
    const { branch, from, to, solver, direct, samples } = job;
    job.reported = this.around.clock();
    const curves = { branch, from, to, solver, direct, samples: [...samples], ended };
    this.around.reply({ type: 'curves', curves }, []);
  }
}

/** The steps of a branch around one that were solved in the same way. */
function segmentOf(holder: Branch, step: number): { from: number; to: number; setup: Setup } {
  const { events, start, head } = holder.info();
  const changes = events.flatMap((event) => (event.kind === 'setup' ? [event.step] : []));
  const from = Math.max(start + 1, ...changes.filter((one) => one <= step));
  const to = Math.min(head, ...changes.filter((one) => one > step).map((one) => one - 1));
  return { from, to, setup: holder.setupAt(Math.max(start + 1, step)) };
}

/** Evenly, the first and the last included. */
function spread(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, k) => list[Math.round((k * (list.length - 1)) / (most - 1))]!);
}

/**
 * One curve per solve with updated friction bounds; none if there were no iterations to speak of, or if the solver shows only some
 * of them (sweeps between direct solves): they do not tell when it would stop. Undefined if it takes too long.
 */
export function errorCurves(p: Problem, setup: Setup, clock: () => number): ErrorCurve[] | undefined {
  const { iterations, history, ended } = solve(asMet(p, setup.warmStart), {
    solver: findSolver(setup.solver),
    options: setup.options as OptionValues,
    ...{ tolerance: LEAST_TOLERANCE, history: true, pick: 'last', timeLimit: STEP_TIME, clock },
  });
  if (ended === 'time-limit') return undefined;
  const curves = history!.solves.map(({ errors }) => falling(errors.energy));
  const shown = curves.reduce((sum, { length }) => sum + length, 0);
  return iterations.iterative > 0 && shown === iterations.total ? curves : [];
}

/** The start does not count: a solve takes one iteration before a tolerance can end it. */
function falling([, ...energy]: readonly number[]): ErrorCurve {
  const kept: { k: number[]; energy: number[] } = { k: [], energy: [] };
  let least = Infinity;
  energy.forEach((error, place) => {
    if (!(error < least)) return;
    least = error;
    kept.k.push(place + 1);
    kept.energy.push(error);
  });
  return { ...kept, length: energy.length };
}
