/**
 * The worker's side of the studio: branches of one run, what is shown, and the loop that plays. It knows no DOM and no worker:
 * the caller hands in how to reply, how to wait and a clock, so that it is tested in Node.
 */
import { ContractError, VERSION } from '@signorini/engine';
import type { Moment } from '../engine-types.ts';
import type { Request, RunSpec, Setup, StopCondition } from '../protocol.ts';
import type { Answers } from './answers.ts';
import { Branch } from './branch.ts';
import type { Insides } from './insides.ts';
import { Keyframes } from './keyframes.ts';
import { library } from './library.ts';
import { describeScene } from './make-world.ts';
import type { Made } from './reopen.ts';
import type { Reopening } from './reopening.ts';
import type { RunFiles } from './run-files.ts';
import { Sender } from './sender.ts';
import type { Surroundings } from './surroundings.ts';
import { Tree } from './tree.ts';
import type { Twin } from './twin.ts';

const TICK = 16; // ms between frames while it plays
const WORK = 12; // ms of stepping per tick at most, one step at least
const TREE = 100; // ms between messages about branches while it plays

export class Studio {
  private readonly around: Surroundings;
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
  private told = 0; // ms: when the page heard of the branches
  private twin: Twin | undefined;
  private marked = false;
  private insidesMade: Insides | undefined;
  private answering: Answers | undefined;
  private filesMade: RunFiles | undefined;

  constructor(around: Surroundings) {
    this.around = around;
    this.keyframes = new Keyframes(around.budget);
    this.sender = new Sender(around, this.tree);
  }

  private get insides(): Insides {
    const holder = (id: number, step: number) => this.tree.holder(this.tree.branch(id), step);
    this.insidesMade ??= new (library().Insides)(this.around.reply, holder);
    return this.insidesMade;
  }

  /** Runs from files and into files. */
  private get files(): RunFiles {
    const open = (spec: RunSpec, setup: Setup) => this.open(spec, setup, false);
    const show = (last: boolean) => (last || this.sender.free ? this.send() : undefined);
    const origin = () => ({ spec: this.spec!, isScene: this.state === null });
    this.filesMade ??= new (library().RunFiles)(this.around, this.tree, { open, show, origin });
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
    this.around.reply({ type: 'failed', sentence, during });
    if (!(error instanceof ContractError) && !this.tree.empty) this.sendBranches();
  }

  private readonly actions: { readonly [K in Request['type']]: (request: Extract<Request, { type: K }>) => void } = {
    open: ({ spec, setup, play }) => this.open(spec, setup, play),
    ...{ openRecorded: ({ recorded }) => this.files.rerun(recorded), saveRun: (one) => this.files.saveRun(one) },
    ...{ saveScene: () => this.files.saveScene(), cancel: () => this.filesMade?.cancel() },
    openProblem: ({ text, setup }) => this.openProblem(text, setup),
    openMoment: ({ text }) => this.openMoment(library().readMoment(text)),
    moment: (request) => this.tellMoment(request),
    play: ({ speed, until }) => this.play(speed, until),
    pause: () => {
      this.playing = false;
      if (!this.tree.empty) this.send();
    },
    advance: () => {
      this.playing = false;
      this.stepAll();
      this.send();
    },
    seek: ({ step }) => {
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
    find: ({ from, direction }) => this.find(from, direction),
    inspect: ({ branch, step }) => this.insides.inspect(branch, step, this.sender.ids),
    iterate: (request) => this.insides.iterate(request, this.sender.ids),
    answer: (request) => this.insides.answer(request, this.sender.ids),
    marks: ({ on }) => {
      this.marked = on;
      if (!this.tree.empty) this.send();
    },
    twin: ({ on }) => {
      this.twin ??= new (library().Twin)(this.around);
      this.twin.wanted = on;
      if (!this.tree.empty) this.followTwin();
    },
    problem: ({ branch, step }) => this.insides.problem(branch, step, this.sender.ids),
    curves: (request) => this.answers().curves(request),
    why: (request) => this.answers().why(request),
    pick: (request) => this.pick(request),
    release: () => this.sender.release(),
    ping: () => this.around.reply({ type: 'pong' }),
  };

  private open(spec: RunSpec, setup: Setup, play: boolean): void {
    const keyframes = new Keyframes(this.around.budget);
    const first = new Branch({ id: this.nextId, name: null, spec, keyframes }, setup); // throws before anything changes
    this.begin(spec, null, keyframes, [first]);
    if (play) this.play(this.speed);
    this.send();
  }

  /** Another run in place of the present one. */
  private begin(spec: RunSpec, state: Moment['state'], keyframes: Keyframes, branches: readonly Branch[]): void {
    this.tree.begin(branches);
    this.nextId += branches.length;
    this.keyframes = keyframes;
    this.spec = spec;
    this.state = state;
    this.sender.clear();
    this.twin?.end();
    this.insidesMade?.clear();
    this.answering = undefined;
    this.playing = false;
    const info = describeScene(spec, branches[0]!.shown);
    this.around.reply({ type: 'scene', info });
  }

  private openMoment(moment: Moment): void {
    const into = { keyframes: new Keyframes(this.around.budget), firstId: this.nextId };
    const over = (held: readonly Request[], act: () => void) => {
      this.reopening = undefined;
      act();
      for (const request of held) this.handle(request);
    };
    this.playing = false;
    this.reopening = new (library().Reopening)(
      this.around,
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
      ...{ run, view: rest, contact: contact && this.sender.ids.of(...contact), expected, engine, short },
      ...{ branch: this.tree.main().id, step: this.tree.step },
      hash: this.tree.holder(this.tree.main()).shown.hash(),
    };
    this.around.reply({ type: 'reopened', reopened });
    this.send();
  }

  private tellMoment({ view, contact }: Extract<Request, { type: 'moment' }>): void {
    const hash = this.tree.holder(this.tree.main()).shown.hash();
    const moment = library().momentOfRun({
      ...{ engine: VERSION, run: this.spec!, state: this.state, shown: this.tree.shown, step: this.tree.step, hash },
      branches: this.tree.infos(),
      view: { ...view, contact: contact === null ? null : this.sender.ids.keyOf(contact) },
    });
    this.around.reply({ type: 'moment', text: JSON.stringify(moment), step: this.tree.step });
  }

  private openProblem(text: string, setup: Setup): void {
    const show = this.insides.openProblem(text, setup); // throws before anything changes
    this.tree.clear();
    this.twin?.end();
    this.playing = false;
    show();
  }

  private play(speed: number, until = Infinity): void {
    this.speed = speed;
    this.until = until;
    this.tree.main();
    this.playing = true;
    this.owed = 0;
    this.last = this.around.clock();
    if (this.waiting) return;
    this.waiting = true;
    this.around.later(() => this.tick(), 0);
  }

  /** As many steps as time has passed, all visible branches together; slower if they take longer. */
  private tick(): void {
    this.waiting = false;
    if (!this.playing) return;
    const start = this.around.clock();
    this.owed = Math.min(0.1, this.owed + (this.speed * (start - this.last)) / 1000);
    this.last = start;
    const h = this.tree.main().shown.timeStep;
    let stepped = false;
    try {
      while (this.playing && this.owed >= h && (!stepped || this.around.clock() - start < WORK)) {
        this.owed -= h;
        stepped = true;
        this.stepAll();
      }
    } catch (error) {
      this.playing = false;
      this.around.reply({ type: 'failed', sentence: (error as Error).message, during: 'play' });
    }
    if (!this.playing || (stepped && this.sender.free)) this.send(this.playing);
    if (!this.playing) return;
    this.waiting = true;
    this.around.later(() => this.tick(), Math.max(0, TICK - (this.around.clock() - start)));
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
        this.around.reply({ type: 'stopped', branch: id, step: at, sentence: ended.sentence, ended: true });
      const sentence = at === target && stops ? library().stopAt(branch, target, this.conditions) : undefined;
      if (sentence === undefined) continue;
      this.playing = false;
      this.around.reply({ type: 'stopped', branch: id, step: target, sentence, ended: false });
    }
    if (moved) this.tree.step = target;
    if (!moved || target >= this.until) this.playing = false;
    this.sender.note();
  }

  /** In slices: the worker goes on answering. */
  private reach(step: number, expected: string): void {
    const start = this.around.clock();
    const from = this.tree.step;
    while (this.tree.step < step && this.around.clock() - start < TICK) this.stepAll();
    this.send();
    if (this.tree.step < step && this.tree.step > from) {
      this.around.later(() => this.reach(step, expected), 0);
      return;
    }
    const hash = this.tree.holder(this.tree.main()).shown.hash();
    this.around.reply({ type: 'reached', step: this.tree.step, hash, expected });
  }

  private answers(): Answers {
    const now = () => ({ keyframes: this.keyframes, spec: this.spec!, ids: this.sender.ids, playing: this.playing });
    this.answering ??= new (library().Answers)({ ...this.around, tree: this.tree, now });
    return this.answering;
  }

  /** How the next steps are solved: in the branch if it stands at its end, else in a fork. */
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

  private find(from: number, direction: 1 | -1): void {
    const main = this.tree.main();
    const took = (step: number) => (step < 1 || step > main.head ? undefined : this.tree.holder(main, step));
    const hit = library().findStop(took, from, direction, this.conditions);
    if (hit) this.tree.goTo(hit.step);
    const none = `no ${direction > 0 ? 'later' : 'earlier'} step meets a condition`;
    this.around.reply({ type: 'found', step: hit?.step ?? null, sentence: hit?.sentence ?? none });
    this.send();
  }

  private pick({ branch: id, from, direction }: Extract<Request, { type: 'pick' }>): void {
    const { shown: world } = this.tree.holder(this.tree.branch(id), this.tree.step);
    const vector = (v: readonly number[]) => [v[0]!, v[1]!, v[2]!] as const;
    const hit = world.queries().rayCast({ origin: vector(from), direction: vector(direction) });
    this.around.reply({ type: 'picked', body: hit?.body.name ?? null, at: hit ? [...hit.point] : [] });
  }

  /** @param routine nothing but steps happened: the branches are known */
  private send(routine = false): void {
    const main = this.tree.main();
    if (this.marked) {
      this.tree.holder(main).seek(this.tree.step); // marks are of its report
      this.around.reply({ type: 'marks', marks: library().marksOf(this.tree.present()[0]!) });
    }
    this.sender.note();
    this.followTwin();
    this.sender.figures();
    if (!routine || this.around.clock() - this.told > TREE) this.sendBranches();
    this.sender.frame(this.playing);
  }

  /** Begins where the branches that are shown part. */
  private followTwin(): void {
    this.twin?.follow(this.spec!, this.tree.visible(), (branch, step) => this.tree.stateAt(branch, step));
  }

  private sendBranches(): void {
    this.told = this.around.clock();
    const branches = this.tree.infos();
    this.around.reply({ type: 'branches', branches, memory: this.keyframes.memory() });
  }
}
