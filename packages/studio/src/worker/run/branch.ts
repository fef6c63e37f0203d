/**
 * One branch of a run: a world that can go forward, and back by a keyframe and a re-run. Steps that were taken once come again bit
 * for bit, so their figures are never taken twice. What came from outside (another solver, a pull) is kept as events and happens
 * again before the same steps.
 */
import { type ContactTable, type Snapshot, StepError, type StepReport, type World } from '@signorini/engine';
import type { BranchEvent, BranchInfo, Pull, RunSpec, Setup } from '../../protocol.ts';
import { STATUS_NAMES } from '../../protocol.ts';
import type { Keyframes } from './keyframes.ts';
import { makeWorld } from './make-world.ts';
import { PullDriver } from './pull-driver.ts';
import { Scalars } from './scalars.ts';
import { figuresOf, type StepFigures } from './step-figures.ts';

/** ms: a state is kept as soon as the steps since the last one took as long. A step that is slower is kept itself. */
const SEEK_TIME = 40;
const MOST_APART = 60; // steps

export class Branch {
  readonly id: number;
  readonly parent: number | null;
  /** Step that it starts from. */
  readonly start: number;
  /** Name given by a person; null: named after its solvers. */
  private given: string | null;
  readonly scalars: Scalars;
  /** Pairs of bodies that began to press on each other, by step. */
  readonly began = new Map<number, readonly (readonly [string, string])[]>();
  /** The sentence of the step that cannot be taken, and its number. */
  ended: { readonly step: number; readonly sentence: string } | null = null;
  private readonly spec: RunSpec;
  private readonly keyframes: Keyframes;
  private readonly events: BranchEvent[];
  private world: World;
  private setup: Setup;
  private puller: PullDriver;
  private report: StepReport | undefined;
  private known: StepFigures | undefined; // of the step that is shown
  private clock = 0; // ms that all its steps took
  private last: { readonly step: number; readonly clock: number }; // state that was kept

  /** @param origin the branch and step that it goes on from, or a state; undefined: the start of the run */
  constructor(
    made: { readonly id: number; readonly name: string | null; readonly spec: RunSpec; readonly keyframes: Keyframes },
    setup: Setup,
    origin?: { readonly branch: Branch; readonly step: number } | { readonly state: Snapshot },
  ) {
    const from = origin && 'branch' in origin ? origin : undefined;
    const state = origin && 'state' in origin ? origin.state : undefined;
    this.id = made.id;
    this.given = made.name;
    this.spec = made.spec;
    this.keyframes = made.keyframes;
    this.parent = from?.branch.id ?? null;
    this.start = from?.step ?? state?.steps ?? 0;
    this.scalars = new Scalars(this.start);
    this.setup = setup;
    this.world = makeWorld(this.spec, setup);
    if (state) this.world.restore(state); // before there is a driver that its world did not have
    this.puller = new PullDriver(this.world);
    const pulled = from?.branch.pullAt(this.start + 1) ?? null;
    this.events = [
      { kind: 'setup', step: this.start + 1, setup },
      ...(pulled ? [{ kind: 'pull', step: this.start + 1, pull: pulled } as const] : []),
    ];
    if (from) {
      from.branch.show(from.step);
      this.world.restore(from.branch.world.snapshot());
    }
    this.last = { step: this.start, clock: 0 };
    try {
      this.keyframes.add(this.id, { ...this.last, snapshot: this.world.snapshot(), figures: undefined });
    } catch (error) {
      this.world.release();
      throw error;
    }
  }

  /** The step that the world stands after. */
  get at(): number {
    return this.world.steps;
  }

  get head(): number {
    return this.scalars.head;
  }

  /** The world after step `at`; read only. */
  get shown(): World {
    return this.world;
  }

  /** Report of the shown step if `seek` took it; undefined at the start, and if `show` used a kept state. */
  get lastReport(): StepReport | undefined {
    return this.report;
  }

  /** Figures of the shown step; undefined at the start. @param table of the world as it stands, if it is at hand */
  figures(table?: ContactTable): StepFigures | undefined {
    if (this.report && this.known?.step !== this.at) this.known = figuresOf(this.world, this.report, table);
    return this.known;
  }

  get name(): string {
    if (this.given !== null) return this.given;
    const chain = this.events.flatMap((event) => (event.kind === 'setup' ? [event.setup.solver] : []));
    return chain.filter((solver, k) => solver !== chain[k - 1]).join(', then ');
  }

  set name(name: string) {
    this.given = name.trim() === '' ? null : name;
  }

  info(): BranchInfo {
    const { id, name, parent, start, head, events, ended } = this;
    return {
      id,
      name,
      named: this.given !== null,
      parent,
      start,
      head,
      setup: this.setupAt(head + 1),
      events: [...events],
      ended: ended?.sentence ?? null,
    };
  }

  setupAt(step: number): Setup {
    let setup: Setup | undefined;
    for (const event of this.events) if (event.kind === 'setup' && event.step <= step) setup = event.setup;
    return setup!;
  }

  pullAt(step: number): Pull | null {
    let pull: Pull | null = null;
    for (const event of this.events) if (event.kind === 'pull' && event.step <= step) pull = event.pull;
    return pull;
  }

  /** Adds an event before the next step, at the head only. It replaces one of its kind before the same step. */
  addEvent(
    event:
      | { readonly kind: 'setup'; readonly setup: Setup; readonly undo?: boolean }
      | { readonly kind: 'pull'; readonly pull: Pull | null },
  ): void {
    if (this.at !== this.head) throw new Error('expected a change at the last step of a branch');
    const step = this.head + 1;
    const place = this.events.findIndex((one) => one.kind === event.kind && one.step === step);
    if (place >= 0) this.events.splice(place, 1);
    this.events.push({ ...event, step });
    this.ended = null;
  }

  /** One step, new or known. False if it cannot be taken. */
  advance(): boolean {
    const step = this.at + 1;
    if (this.ended && step >= this.ended.step) return false;
    this.prepare(step);
    let report: StepReport;
    try {
      report = this.world.step();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      this.ended = { step, sentence: error.message };
      return false;
    }
    this.report = report;
    this.known = undefined;
    if (step > this.head) this.keep(report);
    return true;
  }

  /** Goes to the state after a step by taking it, so that its problems are there: from the last state that is kept before it. */
  seek(wanted: number): void {
    const step = this.within(wanted);
    if (step === this.at && (this.report || step === this.start)) return;
    this.runTo(step, step - 1);
  }

  /** Goes to the state after a step, with what is shown of it: if that state is kept, nothing is taken again. */
  show(wanted: number): void {
    const step = this.within(wanted);
    if (step === this.at && (this.report || this.known || step === this.start)) return;
    this.runTo(step, step);
  }

  /** Forgets the steps after one, as if they had not been taken; what came from outside after it would be lost: then nothing. */
  cut(step: number): boolean {
    if (step >= this.head || step < this.start || this.events.some((event) => event.step > step + 1)) return false;
    this.show(step);
    this.scalars.cut(step);
    this.keyframes.cut(this.id, step);
    for (const later of [...this.began.keys()]) if (later > step) this.began.delete(later);
    if (this.ended && this.ended.step > step + 1) this.ended = null;
    const { step: last, clock } = this.keyframes.before(this.id, step)!;
    this.last = { step: last, clock };
    this.clock = clock;
    return true;
  }

  release(): void {
    this.world.release();
    this.keyframes.remove(this.id);
  }

  private within(step: number): number {
    return Math.min(Math.max(step, this.start), this.head);
  }

  /** @param last the state to begin from is of this step at the latest */
  private runTo(step: number, last: number): void {
    const from = this.keyframes.before(this.id, Math.max(this.start, last));
    if (this.at > last || (from && from.step > this.at)) {
      if (!from) throw new Error(`expected a keyframe before step ${step}`);
      this.use(this.setupAt(from.step + 1));
      this.world.restore(from.snapshot);
      this.report = undefined;
      this.known = from.figures;
    }
    while (this.at < step && this.advance()) {}
  }

  /** Applies the setup and the pull of the next step. */
  private prepare(step: number): void {
    const setup = this.setupAt(step);
    if (setup !== this.setup) {
      const snapshot = this.world.snapshot();
      this.use(setup);
      this.world.restore(snapshot);
    }
    this.puller.pull = this.pullAt(step);
  }

  private use(setup: Setup): void {
    if (setup === this.setup) return;
    const world = makeWorld(this.spec, setup);
    this.world.release();
    this.world = world;
    this.puller = new PullDriver(world);
    this.setup = setup;
  }

  private keep(report: StepReport): void {
    const {
      step,
      energyError,
      frictionConsistency,
      iterations,
      contactCount,
      deepest,
      budget,
      ms = 0,
      solveMs = 0,
    } = report;
    const { kinetic, potential } = this.world.energy();
    const status = STATUS_NAMES.indexOf(report.status as 'converged');
    this.scalars.push({
      time: report.time,
      energyError: energyError.value,
      frictionConsistency: frictionConsistency.value,
      status: status < 0 ? STATUS_NAMES.length - 1 : status,
      iterations: iterations.total,
      contacts: contactCount,
      deepest,
      kinetic,
      potential,
      budget: budget.total,
      scale: budget.scale,
      fastest: fastestOf(this.world),
      stepMs: ms,
      solveMs,
    });
    if (report.began.length > 0)
      this.began.set(
        step,
        report.began.map(({ bodyA, bodyB }) => [bodyA, bodyB]),
      );
    this.clock += ms;
    if (this.clock - this.last.clock < SEEK_TIME && step - this.last.step < MOST_APART) return;
    this.last = { step, clock: this.clock };
    this.keyframes.add(this.id, { ...this.last, snapshot: this.world.snapshot(), figures: this.figures() });
  }
}

/** m/s */
function fastestOf(world: World): number {
  let most = 0;
  for (const { velocity } of world.bodies) most = Math.max(most, Math.hypot(...velocity));
  return most;
}
