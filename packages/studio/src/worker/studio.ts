/**
 * The worker's side of the studio: branches of one run, what is shown, and the loop that plays. It knows no DOM and no worker:
 * the caller hands in how to reply, how to wait and a clock, so that it is tested in Node.
 */
import { ContractError } from '@signorini/engine';
import type { Reply, Request, RunSpec, Setup, StopCondition } from '../protocol.ts';
import { Branch } from './branch.ts';
import { Distances } from './distances.ts';
import { ContactIds, frameOf, type Shown } from './frames.ts';
import { Insides } from './insides.ts';
import { Keyframes } from './keyframes.ts';
import { describeScene } from './make-world.ts';
import { findStop, stopAt } from './stops.ts';

export interface Surroundings {
  readonly reply: (reply: Reply, transfer: ArrayBuffer[]) => void;
  /** Calls back soon, after messages that wait. */
  readonly later: (act: () => void, ms: number) => void;
  /** ms */
  readonly clock: () => number;
  /** Bytes for keyframes. */
  readonly budget?: number;
}

const TICK = 16; // ms between frames while it plays
const MOST_FLYING = 2; // frames: a slow page gets fewer, the run goes on
const WORK = 12; // ms of stepping per tick at most, one step at least
const TREE = 100; // ms between messages about branches while it plays

export class Studio {
  private readonly around: Surroundings;
  private keyframes: Keyframes;
  private spec: RunSpec | undefined;
  private branches = new Map<number, Branch>();
  private shown: number[] = [];
  private readonly sent = new Map<number, number>(); // last step whose figures the page has, by branch
  private ids = new ContactIds();
  private conditions: readonly StopCondition[] = [];
  private readonly buffers: ArrayBuffer[] = [];
  private nextId = 0;
  private step = 0; // that is shown
  private playing = false;
  private speed = 1;
  private owed = 0; // s of simulated time that playing is behind
  private last = 0;
  private waiting = false;
  private flying = 0; // frames that the page has not drawn yet
  private told = 0; // ms: when the page heard of the branches
  private readonly distances = new Distances();
  private models: readonly string[] = [];
  private readonly insides: Insides;

  constructor(around: Surroundings) {
    this.around = around;
    this.keyframes = new Keyframes(around.budget);
    this.insides = new Insides(around.reply, (id, step) => this.holder(this.branch(id), step));
  }

  /** Every failure is a sentence to the page; the next request works. */
  handle(request: Request): void {
    try {
      (this.actions[request.type] as (one: Request) => void)(request);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      this.playing = false;
      this.around.reply({ type: 'failed', sentence, during: request.type }, []);
      if (!(error instanceof ContractError) && this.shown.length > 0) this.sendBranches();
    }
  }

  private readonly actions: { readonly [K in Request['type']]: (request: Extract<Request, { type: K }>) => void } = {
    open: ({ spec, setup, play }) => this.open(spec, setup, play),
    openProblem: ({ text, setup }) => this.openProblem(text, setup),
    play: ({ speed }) => this.play(speed),
    pause: () => {
      this.playing = false;
      if (this.shown.length > 0) this.send();
    },
    advance: () => {
      this.playing = false;
      this.stepAll();
      this.send();
    },
    seek: ({ step }) => {
      this.goTo(step);
      this.send();
    },
    show: ({ branches }) => {
      this.shown = branches.filter((id) => this.branches.has(id));
      this.align();
      this.send();
    },
    setup: ({ setup }) => this.change(setup),
    fork: ({ branch, step, setup, name }) => {
      this.fork(branch, step, setup, name);
      this.send();
    },
    rename: ({ branch, name }) => {
      this.branch(branch).name = name;
      this.sendBranches();
    },
    remove: ({ branch }) => this.remove(branch),
    pull: ({ pull }) => this.pull(pull),
    stops: ({ conditions }) => {
      this.conditions = conditions;
    },
    find: ({ from, direction }) => this.find(from, direction),
    inspect: ({ branch, step }) => this.insides.inspect(branch, step, this.ids),
    iterate: (request) => this.insides.iterate(request, this.ids),
    problem: ({ branch, step }) => this.insides.problem(branch, step, this.ids),
    pick: (request) => this.pick(request),
    release: ({ buffers }) => {
      this.flying = Math.max(0, this.flying - 1);
      this.buffers.push(...buffers);
      this.buffers.length = Math.min(this.buffers.length, 6);
    },
    ping: () => this.around.reply({ type: 'pong' }, []),
  };

  private open(spec: RunSpec, setup: Setup, play: boolean): void {
    const keyframes = new Keyframes(this.around.budget);
    const first = new Branch({ id: this.nextId, name: null, spec, keyframes }, setup); // throws before anything changes
    for (const branch of this.branches.values()) branch.release();
    this.nextId++;
    this.keyframes = keyframes;
    this.spec = spec;
    this.branches = new Map([[first.id, first]]);
    this.shown = [first.id];
    this.step = 0;
    this.sent.clear();
    this.ids = new ContactIds();
    this.distances.clear();
    this.models = [];
    this.insides.clear();
    this.playing = false;
    const info = describeScene(spec, first.shown);
    this.around.reply({ type: 'scene', info }, []);
    if (play) this.play(this.speed);
    this.send();
  }

  private openProblem(text: string, setup: Setup): void {
    const show = this.insides.openProblem(text, setup); // throws before anything changes
    for (const branch of this.branches.values()) branch.release();
    this.branches.clear();
    this.shown = [];
    this.playing = false;
    show();
  }

  private play(speed: number): void {
    this.speed = speed;
    this.main();
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
    const h = this.main().shown.timeStep;
    let stepped = false;
    try {
      while (this.playing && this.owed >= h && (!stepped || this.around.clock() - start < WORK)) {
        this.owed -= h;
        stepped = true;
        this.stepAll();
      }
    } catch (error) {
      this.playing = false;
      this.around.reply({ type: 'failed', sentence: (error as Error).message, during: 'play' }, []);
    }
    if (!this.playing || (stepped && this.flying < MOST_FLYING)) this.send(this.playing);
    if (!this.playing) return;
    this.waiting = true;
    this.around.later(() => this.tick(), Math.max(0, TICK - (this.around.clock() - start)));
  }

  private stepAll(): void {
    this.main();
    const target = this.step + 1;
    let moved = false;
    for (const visible of this.visible()) {
      const branch = this.bring(visible, target);
      if (branch.at === target) moved = true;
      if (branch.ended && branch.at < target)
        this.around.reply({ type: 'stopped', branch: branch.id, step: branch.at, sentence: branch.ended.sentence }, []);
      const sentence = branch.at === target ? stopAt(branch, target, this.conditions) : undefined;
      if (sentence === undefined) continue;
      this.playing = false;
      this.around.reply({ type: 'stopped', branch: branch.id, step: target, sentence }, []);
    }
    if (moved) this.step = target;
    else this.playing = false;
    this.distances.note(this.present());
  }

  /** How the next steps are solved: in the branch if it stands at its end, else in a fork. */
  private change(setup: Setup): void {
    const main = this.main();
    if (this.step === main.head) this.atEnd(main).addEvent({ kind: 'setup', setup });
    else this.fork(main.id, this.step, setup, null);
    this.send();
  }

  private fork(from: number, step: number, setup: Setup, name: string | null): void {
    const origin = this.holder(this.branch(from), step);
    const branch = new Branch({ id: this.nextId++, name, spec: this.spec!, keyframes: this.keyframes }, setup, {
      branch: origin,
      step,
    });
    this.branches.set(branch.id, branch);
    this.shown = [branch.id, ...this.shown.filter((id) => id !== branch.id)].slice(0, 4);
    this.align();
  }

  private remove(id: number): void {
    if (this.branches.size === 1) throw new ContractError('the last branch stays: open another scene to begin anew');
    for (const other of this.branches.values())
      if (other.parent === id) throw new ContractError(`${other.name} starts from this branch: remove it first`);
    this.branch(id).release();
    this.branches.delete(id);
    this.sent.delete(id);
    this.shown = this.shown.filter((one) => one !== id);
    if (this.shown.length === 0) this.shown = [[...this.branches.keys()].at(-1)!];
    this.align();
    this.send();
  }

  private pull(pull: Extract<Request, { type: 'pull' }>['pull']): void {
    const main = this.main();
    if (this.step !== main.head && pull) {
      const setup = this.holder(main, this.step + 1).setupAt(this.step + 1);
      this.fork(main.id, this.step, setup, `${main.name}, pulled`);
    }
    for (const branch of this.visible())
      if (branch.head === this.step) this.atEnd(branch).addEvent({ kind: 'pull', pull });
    this.sendBranches();
  }

  private find(from: number, direction: 1 | -1): void {
    const hit = findStop(this.main(), from, direction, this.conditions);
    if (hit) this.goTo(hit.step);
    const none = `no ${direction > 0 ? 'later' : 'earlier'} step meets a condition`;
    this.around.reply({ type: 'found', step: hit?.step ?? null, sentence: hit?.sentence ?? none }, []);
    this.send();
  }

  private pick({ branch: id, from, direction }: Extract<Request, { type: 'pick' }>): void {
    const { shown: world } = this.holder(this.branch(id), this.step);
    const vector = (v: readonly number[]) => [v[0]!, v[1]!, v[2]!] as const;
    const hit = world.queries().rayCast({ origin: vector(from), direction: vector(direction) });
    this.around.reply({ type: 'picked', body: hit?.body.name ?? null, at: hit ? [...hit.point] : [] }, []);
  }

  private branch(id: number): Branch {
    const branch = this.branches.get(id);
    if (!branch) throw new ContractError(`no branch has the number ${id}`);
    return branch;
  }

  /** The branch that changes apply to: the first that is shown. */
  private main(): Branch {
    const [first] = this.shown;
    if (first === undefined) throw new ContractError('a problem file has no run: choose a scene first');
    return this.branch(first);
  }

  private visible(): Branch[] {
    return this.shown.map((id) => this.branch(id));
  }

  /** The branch that took a step: before its start, and at it, the one that it comes from. */
  private holder(branch: Branch, step: number): Branch {
    let holder = branch;
    while (holder.parent !== null && step <= holder.start) holder = this.branch(holder.parent);
    return holder;
  }

  /** Everything that is shown, as it stands at the present step. */
  private present(): Shown[] {
    return this.visible().map((branch) => {
      const holder = this.holder(branch, this.step);
      const { at, shown } = holder;
      return { id: branch.id, at, shown, figures: (table) => holder.figures(table) };
    });
  }

  /** To a step, beyond the last of the branch if need be; returns the one that took it. */
  private bring(branch: Branch, step: number): Branch {
    const holder = this.holder(branch, step);
    holder.show(step);
    while (holder.at < step && holder.advance()) {}
    return holder;
  }

  private atEnd(branch: Branch): Branch {
    branch.show(branch.head);
    return branch;
  }

  /** One time for all that is shown: a step that the first has taken. */
  private goTo(step: number): void {
    this.step = Math.min(Math.max(0, step), this.main().head);
    for (const branch of this.visible()) {
      const holder = this.holder(branch, this.step);
      holder.show(this.step);
    }
  }

  /** All that is shown to the present step, which some may not have taken yet. */
  private align(): void {
    for (const branch of this.visible()) this.bring(branch, this.step);
    this.step = Math.min(this.step, this.holder(this.main(), this.step).at);
  }

  /** @param routine nothing but steps happened: the branches are known */
  private send(routine = false): void {
    this.main();
    this.distances.note(this.present());
    const take = (bytes: number) => {
      const place = this.buffers.findIndex((buffer) => buffer.byteLength >= bytes);
      return place < 0 ? new ArrayBuffer(bytes) : this.buffers.splice(place, 1)[0]!;
    };
    const branches = this.present().map((branch) => frameOf(branch, this.ids, take));
    this.sendFigures();
    this.sendModels();
    if (!routine || this.around.clock() - this.told > TREE) this.sendBranches();
    this.flying++;
    this.around.reply(
      { type: 'frame', branches, playing: this.playing },
      branches.flatMap(({ buffer, bodiesOf }) => [buffer, bodiesOf.buffer as ArrayBuffer]),
    );
  }

  private sendFigures(): void {
    for (const batch of this.distances.take()) this.around.reply({ type: 'distances', ...batch }, []);
    for (const { id, start, head, scalars } of this.branches.values()) {
      const from = (this.sent.get(id) ?? start) + 1;
      if (head < from) continue;
      const columns = scalars.since(from);
      this.sent.set(id, head);
      this.around.reply({ type: 'scalars', branch: id, from, columns }, [columns.time.buffer as ArrayBuffer]);
    }
  }

  /** Of the contacts that are there now, and of those before. */
  private sendModels(): void {
    const figures = this.holder(this.main(), this.step).figures();
    const models = [...new Set([...this.models, ...(figures?.models ?? [])])];
    if (models.length === this.models.length) return;
    this.models = models;
    this.around.reply({ type: 'models', models }, []);
  }

  private sendBranches(): void {
    this.told = this.around.clock();
    const branches = [...this.branches.values()].map((branch) => branch.info());
    this.around.reply({ type: 'branches', branches, memory: this.keyframes.memory() }, []);
  }
}
