/**
 * The worker's side of the studio: branches of one run, what is shown, and the loop that plays. It knows no DOM and no worker:
 * the caller hands in how to reply, how to wait and a clock, so that it is tested in Node.
 */

import { ContractError } from '@signorini/engine';
import type { Moment } from '../engine-types.ts';
import type { Request, RunSpec, Setup } from '../protocol.ts';
import type { StopCondition } from '../questions.ts';
import type { StepAnswers } from './answers/answers.ts';
import type { RunFiles } from './files/run-files.ts';
import { library } from './library.ts';
import { Branch } from './run/branch.ts';
import { Keyframes } from './run/keyframes.ts';
import { describeScene } from './run/make-world.ts';
import type { PerturbedRun } from './run/perturbed-run.ts';
import type { Made, Reopening } from './run/reopening.ts';
import { Tree } from './run/tree.ts';
import { Sender } from './shown/sender.ts';
import type { WorkerHost } from './worker-host.ts';

const TICK = 16; // ms between frames while it plays
const WORK = 12; // ms of stepping per tick at most, one step at least
/** The view has six colours of branches; numbers are never used twice, and those of a run begin with the first colour. */
const firstOfColours = (next: number): number => 6 * Math.ceil(next / 6);
const TREE = 100; // ms between messages about branches while it plays

export class Studio {
  private readonly host: WorkerHost;
  private keyframes: Keyframes;
  private spec: RunSpec | undefined;
  private state: Moment['state'] = null; // that the run starts from; null: the scene's start
  private reopening: Reopening | undefined;
  private readonly tree = new Tree();
  private readonly sender: Sender;
  private conditions: readonly StopCondition[] = [];
  private nextId = 0;
  private playing = false;
  private speed = 1;
  private until = Infinity; // step at which playing ends
  private owed = 0; // s of simulated time that playing is behind
  private last = 0;
  private waiting = false;
  private branchesSent = 0; // ms
  private perturbed: PerturbedRun | undefined;
  private marked = false;
  private answering: StepAnswers | undefined;
  private filesMade: RunFiles | undefined;

  constructor(host: WorkerHost) {
    this.host = host;
    this.keyframes = new Keyframes(host.budget);
    this.sender = new Sender(host, this.tree);
  }

  /** Runs from files and into files. */
  private get files(): RunFiles {
    const open = (spec: RunSpec, setup: Setup) => this.open(spec, setup, false);
    const show = (last: boolean) => (last || this.sender.free ? this.send() : undefined);
    const origin = () => ({ spec: this.spec!, isScene: this.state === null });
    this.filesMade ??= new (library().RunFiles)(this.host, this.tree, { open, show, origin });
    return this.filesMade;
  }

  /** Every failure is a sentence to the page; the next request works. */
  handle(request: Request): void {
    if (this.reopening?.holds(request)) return;
    try {
      this.filesMade?.before(request.type);
      (this.actions[request.type] as (one: Request) => void)(request);
    } catch (error) {
      this.fail(error, request.type);
    }
  }

  private fail(error: unknown, during: Request['type']): void {
    const sentence = error instanceof Error ? error.message : String(error);
    this.playing = false;
    this.host.reply({ type: 'failed', sentence, during });
    if (!(error instanceof ContractError) && !this.tree.empty) this.sendBranches();
  }

  private readonly actions: { readonly [K in Request['type']]: (request: Extract<Request, { type: K }>) => void } = {
    open: ({ spec, setup, play }) => this.open(spec, setup, play),
    ask: (request) => this.answers().answer(request),
    openRecorded: ({ recorded }) => this.files.rerun(recorded),
    saveRun: (one) => this.files.saveRun(one),
    saveScene: () => this.files.saveScene(),
    cancel: () => this.filesMade?.cancel(),
    openProblem: ({ text, setup }) => this.openProblem(text, setup),
    openMoment: ({ text }) => this.openMoment(library().readMoment(text)),
    play: ({ speed, until }) => this.play(speed, until),
    pause: ({ step }) => this.pause(step),
    advance: () => {
      this.playing = false;
      this.stepAll();
      this.send();
    },
    seek: ({ step }) => {
      this.tree.note();
      this.tree.goTo(step);
      this.send();
    },
    reach: ({ step, hash }) => this.reach(step, hash),
    show: ({ branches }) => {
      this.tree.show(branches);
      this.send();
    },
    setup: ({ setup, undo }) => this.change(setup, undo),
    fork: ({ branch, step, setup, name }) => {
      this.fork(branch, step, setup, name);
      this.send();
    },
    rename: ({ branch, name }) => {
      this.tree.branch(branch).name = name;
      this.sendBranches();
    },
    remove: ({ branch }) => {
      this.tree.remove(branch);
      this.sender.forget(branch);
      this.send();
    },
    pull: ({ pull }) => this.pull(pull),
    stops: ({ conditions }) => {
      this.conditions = conditions;
    },
    marks: ({ on }) => {
      this.marked = on;
      if (!this.tree.empty) this.send();
    },
    perturbed: ({ on }) => {
      this.perturbed ??= new (library().PerturbedRun)(this.host);
      this.perturbed.wanted = on;
      if (!this.tree.empty) this.followPerturbed();
    },
    pick: (request) => this.pick(request),
    release: ({ hash = false }) => this.sender.release(hash),
    ping: () => this.host.reply({ type: 'pong' }),
  };

  private open(spec: RunSpec, setup: Setup, play: boolean): void {
    const keyframes = new Keyframes(this.host.budget);
    this.nextId = firstOfColours(this.nextId);
    const first = new Branch({ id: this.nextId, name: null, spec, keyframes }, setup); // throws before anything changes
    this.begin(spec, null, keyframes, [first]);
    if (play) this.play(this.speed);
    this.send();
  }

  /** Another run in place of the present one. */
  private begin(spec: RunSpec, state: Moment['state'], keyframes: Keyframes, branches: readonly Branch[]): void {
    this.tree.begin(branches);
    this.nextId = Math.max(...branches.map(({ id }) => id)) + 1;
    this.keyframes = keyframes;
    this.spec = spec;
    this.state = state;
    this.sender.clear();
    this.perturbed?.end();
    this.answering = undefined;
    this.playing = false;
    const info = describeScene(spec, branches[0]!.shown);
    this.host.reply({ type: 'scene', info });
  }

  private openMoment(moment: Moment): void {
    const into = { keyframes: new Keyframes(this.host.budget), firstId: firstOfColours(this.nextId) };
    const over = (held: readonly Request[], act: () => void) => {
      this.reopening = undefined;
      act();
      for (const request of held) this.handle(request);
    };
    this.playing = false;
    this.reopening = new (library().Reopening)(
      this.host,
      moment,
      into,
      (made, held) => over(held, () => this.adopt(moment, made, into.keyframes)),
      (error, held) => over(held, () => this.fail(error, 'openMoment')),
    );
  }

  private adopt(moment: Moment, { branches, short }: Made, keyframes: Keyframes): void {
    const { run, state, shown, step, hash: expected, engine, view } = moment;
    this.begin(run, state, keyframes, branches);
    this.tree.show(shown.map((place) => branches[place]!.id));
    this.tree.goTo(step);
    const { contact, ...rest } = view;
    const reopened = {
      run,
      view: rest,
      contact: contact && this.sender.ids.of(...contact),
      expected,
      engine,
      short,
      branch: this.tree.main().id,
      step: this.tree.step,
      hash: this.tree.holder(this.tree.main()).shown.hash(),
    };
    this.host.reply({ type: 'reopened', reopened });
    this.send();
  }

  private openProblem(text: string, setup: Setup): void {
    const answers = this.newAnswers();
    const show = answers.openProblem(text, setup); // throws before anything changes
    this.answering = answers;
    this.tree.clear();
    this.perturbed?.end();
    this.playing = false;
    show();
  }

  private play(speed: number, until = Infinity): void {
    this.speed = speed;
    this.until = until;
    this.tree.main();
    if (!this.playing) this.tree.note();
    this.playing = true;
    this.owed = 0;
    this.last = this.host.clock();
    if (this.waiting) return;
    this.waiting = true;
    this.host.later(() => this.tick(), 0);
  }

  /** @param step that the page shows: a slow one is behind, and it rests there */
  private pause(step?: number): void {
    const { playing } = this;
    this.playing = false;
    if (this.tree.empty) return;
    if (step !== undefined) this.tree.goTo(step);
    const cut = playing && step !== undefined ? this.tree.cutUnseen() : [];
    for (const branch of cut) this.sender.cut(branch, this.tree.step);
    if (cut.length > 0) this.perturbed?.end();
    this.send();
  }

  /** Steps all visible branches together to keep up with real time; runs slower if steps take longer. */
  private tick(): void {
    this.waiting = false;
    if (!this.playing) return;
    const start = this.host.clock();
    this.owed = Math.min(0.1, this.owed + (this.speed * (start - this.last)) / 1000);
    this.last = start;
    const h = this.tree.main().shown.timeStep;
    let stepped = false;
    try {
      while (this.playing && this.owed >= h && (!stepped || this.host.clock() - start < WORK)) {
        this.owed -= h;
        stepped = true;
        this.stepAll();
      }
    } catch (error) {
      this.playing = false;
      this.host.reply({ type: 'failed', sentence: (error as Error).message, during: 'play' });
    }
    if (!this.playing || (stepped && this.sender.free)) this.send(this.playing);
    if (!this.playing) return;
    this.waiting = true;
    this.host.later(() => this.tick(), Math.max(0, TICK - (this.host.clock() - start)));
  }

  private stepAll(): void {
    this.tree.main();
    const target = this.tree.step + 1;
    const stops = this.conditions.length > 0;
    let moved = false;
    for (const visible of this.tree.visible()) {
      const branch = this.tree.bring(visible, target);
      const { id, at, ended } = branch;
      if (at === target) moved = true;
      if (ended && at < target)
        this.host.reply({ type: 'stopped', branch: id, step: at, sentence: ended.sentence, ended: true });
      const sentence = at === target && stops ? library().stopAt(branch, target, this.conditions) : undefined;
      if (sentence === undefined) continue;
      this.playing = false;
      this.host.reply({ type: 'stopped', branch: id, step: target, sentence, ended: false });
    }
    if (moved) this.tree.step = target;
    if (!moved || target >= this.until) this.playing = false;
    this.sender.note();
  }

  /** Steps to a given step in slices, so that the worker goes on answering. */
  private reach(step: number, expected: string): void {
    const start = this.host.clock();
    const from = this.tree.step;
    while (this.tree.step < step && this.host.clock() - start < TICK) this.stepAll();
    this.send();
    if (this.tree.step < step && this.tree.step > from) {
      this.host.later(() => this.reach(step, expected), 0);
      return;
    }
    const hash = this.tree.holder(this.tree.main()).shown.hash();
    this.host.reply({ type: 'reached', step: this.tree.step, hash, expected });
  }

  private answers(): StepAnswers {
    this.answering ??= this.newAnswers();
    return this.answering;
  }

  private newAnswers(): StepAnswers {
    const now = () => ({
      keyframes: this.keyframes,
      spec: this.spec!,
      state: this.state,
      ids: this.sender.ids,
      playing: this.playing,
    });
    return new (library().StepAnswers)({ ...this.host, tree: this.tree, now });
  }

  /** Changes how the next steps are solved: in the branch if it stands at its end, else in a fork. */
  private change(setup: Setup, undo = false): void {
    const main = this.tree.main();
    if (this.tree.step === main.head) this.tree.atEnd(main).addEvent({ kind: 'setup', setup, ...(undo && { undo }) });
    else this.fork(main.id, this.tree.step, setup, null);
    this.send();
  }

  private fork(from: number, step: number, setup: Setup, name: string | null): void {
    const origin = this.tree.holder(this.tree.branch(from), step);
    const branch = new Branch({ id: this.nextId++, name, spec: this.spec!, keyframes: this.keyframes }, setup, {
      branch: origin,
      step,
    });
    this.tree.add(branch);
  }

  private pull(pull: Extract<Request, { type: 'pull' }>['pull']): void {
    const main = this.tree.main();
    if (this.tree.step !== main.head && pull) {
      const setup = this.tree.holder(main, this.tree.step + 1).setupAt(this.tree.step + 1);
      this.fork(main.id, this.tree.step, setup, `${main.name}, pulled`);
    }
    for (const branch of this.tree.visible())
      if (branch.head === this.tree.step) this.tree.atEnd(branch).addEvent({ kind: 'pull', pull });
    this.sendBranches();
  }

  private pick({ branch: id, from, direction }: Extract<Request, { type: 'pick' }>): void {
    const { shown: world } = this.tree.holder(this.tree.branch(id), this.tree.step);
    const vector = (v: readonly number[]) => [v[0]!, v[1]!, v[2]!] as const;
    const hit = world.queries().rayCast({ origin: vector(from), direction: vector(direction) });
    this.host.reply({ type: 'picked', body: hit?.body.name ?? null, at: hit ? [...hit.point] : [] });
  }

  /** @param routine nothing but steps happened: the branches are known */
  private send(routine = false): void {
    const main = this.tree.main();
    if (this.marked) {
      this.tree.holder(main).seek(this.tree.step); // marks are of its report
      this.host.reply({ type: 'marks', marks: library().marksOf(this.tree.present()[0]!) });
    }
    this.sender.note();
    this.followPerturbed();
    this.sender.figures();
    if (!routine || this.host.clock() - this.branchesSent > TREE) this.sendBranches();
    this.sender.frame(this.playing);
  }

  /** Begins where the branches that are shown part. */
  private followPerturbed(): void {
    this.perturbed?.follow(this.spec!, this.tree.visible(), (branch, step) => this.tree.stateAt(branch, step));
  }

  private sendBranches(): void {
    this.branchesSent = this.host.clock();
    const branches = this.tree.infos();
    this.host.reply({ type: 'branches', branches, memory: this.keyframes.memory() });
  }
}
