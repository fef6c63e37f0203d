/**
 * The page's side: the worker, what it sent, and everything that a person can do. Panels call it and read the store; it knows
 * no DOM beyond the worker.
 */
import {
  BODY_FLOATS,
  CONTACT_FLOATS,
  type FrameBranch,
  type Pull,
  type Reply,
  type Request,
  type RunSpec,
  type Setup,
  type StopCondition,
} from '../protocol.ts';
import type { AllSolversReply, AllSolversRequest } from '../worker/all-solvers.ts';
import { Figures } from './figures.ts';
import { FIRST, type State } from './state.ts';
import { Store } from './store.ts';

/** A worker, or what stands for one in tests. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface Workers {
  readonly studio: () => Port;
  readonly allSolvers: () => Port;
}

const PATIENCE = 8000; // ms without an answer after which a worker counts as hung
const PING = 1000; // ms
const MOST_NOTICES = 4;
const PANELS = 120; // ms

/** One contact as it is shown. */
export interface ContactShown {
  readonly id: number;
  readonly a: string;
  readonly b: string;
  readonly point: readonly number[];
  readonly normalForce: number;
  readonly frictionForce: number;
  readonly joules: number;
  readonly state: number;
}

export class Session {
  readonly store: Store<State>;
  readonly figures = new Figures();
  private readonly workers: Workers;
  private port: Port;
  private trial: Port | undefined;
  private frameList: readonly FrameBranch[] = [];
  private frameListener: (frame: readonly FrameBranch[]) => void = () => {};
  private ghostListener: (poses: Float32Array | undefined) => void = () => {};
  private pickListener: ((body: string | null, at: readonly number[]) => void) | undefined;
  private heard = performance.now();
  private readonly undone: Setup[] = [];
  private tree: Pick<State, 'branches' | 'memory'> | undefined;
  private notice = 0;
  private published = 0;
  private watched = performance.now();

  constructor(workers: Workers, first: Partial<State> = {}) {
    this.workers = workers;
    this.store = new Store<State>({ ...FIRST, ...first });
    this.port = this.connect();
    setInterval(() => this.watch(), PING);
  }

  get state(): State {
    return this.store.state;
  }

  /** The frame with its buffers: valid until the next. */
  get frame(): readonly FrameBranch[] {
    return this.frameList;
  }

  onFrame(listener: (frame: readonly FrameBranch[]) => void): void {
    this.frameListener = listener;
    if (this.frameList.length > 0) listener(this.frameList);
  }

  onGhost(listener: (poses: Float32Array | undefined) => void): void {
    this.ghostListener = listener;
  }

  // What can be done.

  open(spec: RunSpec, setup: Setup = this.state.setup, play = true): void {
    this.store.set({ spec, setup, selection: null, inspection: null, dots: null, problem: null });
    this.ask({ type: 'open', spec, setup, play });
  }

  openProblem(title: string, text: string, setup: Setup = this.state.setup): void {
    this.store.set({ setup, dialog: 'problem' });
    this.say(`${title}: a problem file has no run. Its solve is below, its rows are in the problem view.`);
    this.ask({ type: 'openProblem', title, text, setup });
  }

  restart(): void {
    this.open(this.state.spec, this.state.setup, this.state.playing);
  }

  toggle(): void {
    if (this.state.playing) this.ask({ type: 'pause' });
    else this.ask({ type: 'play', speed: this.state.speed });
  }

  setSpeed(speed: number): void {
    this.store.set({ speed });
    if (this.state.playing) this.ask({ type: 'play', speed });
  }

  /** One step forward, also beyond the last. */
  step(): void {
    this.pause();
    const [main] = this.state.shown;
    const branch = this.state.branches.find(({ id }) => id === main?.branch);
    if (main && branch && main.step < branch.head) this.seek(main.step + 1);
    else this.ask({ type: 'advance' });
  }

  pause(): void {
    if (this.state.playing) this.ask({ type: 'pause' });
  }

  seek(step: number): void {
    this.ask({ type: 'seek', step: Math.max(0, Math.round(step)) });
  }

  /** How the next steps are solved. */
  change(setup: Setup): void {
    this.undone.push(this.state.setup);
    this.store.set({ setup });
    this.ask({ type: 'setup', setup });
  }

  undo(): void {
    const setup = this.undone.pop();
    if (!setup) this.say('There is no change to undo.');
    else {
      this.store.set({ setup });
      this.ask({ type: 'setup', setup });
    }
  }

  fork(setup: Setup = this.state.setup, name: string | null = null): void {
    const [main] = this.state.shown;
    if (!main) return;
    this.store.set({ setup });
    this.ask({ type: 'fork', branch: main.branch, step: main.step, setup, name });
  }

  /** The branch that changes apply to; others that are shown stay. */
  choose(branch: number): void {
    const others = this.state.shown.map((one) => one.branch).filter((id) => id !== branch);
    this.show([branch, ...others]);
  }

  show(branches: readonly number[]): void {
    if (branches.length > 0) this.ask({ type: 'show', branches: branches.slice(0, 4) });
  }

  remove(branch: number): void {
    this.ask({ type: 'remove', branch });
  }

  rename(branch: number, name: string): void {
    this.ask({ type: 'rename', branch, name });
  }

  pull(pull: Pull | null): void {
    this.ask({ type: 'pull', pull });
  }

  pick(
    from: readonly number[],
    direction: readonly number[],
    then: (body: string | null, at: readonly number[]) => void,
  ): void {
    const [main] = this.state.shown;
    if (!main) return;
    this.pickListener = then;
    this.ask({ type: 'pick', branch: main.branch, from, direction });
  }

  setStops(conditions: readonly StopCondition[]): void {
    this.store.set({ conditions });
    this.ask({ type: 'stops', conditions });
  }

  find(direction: 1 | -1): void {
    const [main] = this.state.shown;
    if (this.state.conditions.length === 0) this.say('There is no stop condition yet: add one first.');
    else if (main) this.ask({ type: 'find', from: main.step, direction });
  }

  /** The iterates of the step that is shown. */
  inspect(): void {
    const main = this.solvedStep();
    if (!main) return;
    this.pause();
    this.ask({ type: 'inspect', branch: main.branch, step: main.step });
  }

  setIterate(iterate: number, scale = this.state.ghostScale): void {
    const { inspection } = this.state;
    if (!inspection) return;
    this.store.set({ iterate, ghostScale: scale });
    this.ask({ type: 'ghost', branch: inspection.branch, step: inspection.step, iterate, scale });
  }

  leaveStep(): void {
    this.store.set({ inspection: null });
    this.ghostListener(undefined);
  }

  showProblem(): void {
    const main = this.solvedStep();
    if (!main) return;
    this.pause();
    this.ask({ type: 'problem', branch: main.branch, step: main.step });
    this.store.set({ dialog: 'problem' });
  }

  /** Every solver on the problem of the step that is shown. */
  allSolvers(): void {
    const main = this.solvedStep();
    if (!main) return;
    this.pause();
    this.store.set({
      dialog: 'solvers',
      dots: { branch: main.branch, step: main.step, list: [], done: 0, total: 0, running: true },
    });
    this.ask({ type: 'problem', branch: main.branch, step: main.step });
  }

  cancelTrial(): void {
    this.trial?.terminate();
    this.trial = undefined;
    const { dots } = this.state;
    if (dots?.running) this.store.set({ dots: { ...dots, running: false } });
  }

  /** The contact with the largest error of the frame. */
  worstContact(): void {
    const [worst] = this.contacts(1);
    if (worst) this.store.set({ selection: { kind: 'contact', id: worst.id } });
    else this.say('Nothing touches in this step.');
  }

  /** Contacts of the frame, the worst first. */
  contacts(most = Infinity): ContactShown[] {
    const [frame] = this.frameList;
    const { scene } = this.state;
    if (!frame || !scene) return [];
    const numbers = new Float32Array(frame.buffer, 4 * BODY_FLOATS * scene.bodies.length);
    const places = Array.from({ length: frame.drawn }, (_, k) => k).sort(
      (p, q) => numbers[CONTACT_FLOATS * q + 9]! - numbers[CONTACT_FLOATS * p + 9]! || p - q,
    );
    return places.slice(0, most).map((k) => this.contactAt(frame, numbers, k));
  }

  selectedContact(): ContactShown | undefined {
    const { selection } = this.state;
    if (selection?.kind !== 'contact') return undefined;
    return this.contacts().find(({ id }) => id === selection.id);
  }

  say(text: string, kind: 'note' | 'error' = 'note'): void {
    const notice = { id: ++this.notice, kind, text };
    const kept = this.state.notices.filter((one) => one.text !== text).slice(1 - MOST_NOTICES);
    this.store.set({ notices: [...kept, notice] });
  }

  dismiss(id: number): void {
    this.store.set({ notices: this.state.notices.filter((notice) => notice.id !== id) });
  }

  /** The step that is shown, if something was solved in it. */
  private solvedStep(): State['shown'][number] | undefined {
    const [main] = this.state.shown;
    if (main && main.step > 0) return main;
    this.say('Step 0 is the start: nothing was solved yet. Press play first.');
    return undefined;
  }

  // The worker.

  private ask(request: Request): void {
    this.port.postMessage(request);
  }

  private connect(): Port {
    const port = this.workers.studio();
    port.onmessage = ({ data }) => this.hear(data as Reply);
    port.onerror = (event) => {
      event.preventDefault?.();
      this.revive(`The engine's worker failed: ${event.message || 'no reason given'}.`);
    };
    this.heard = performance.now();
    return port;
  }

  /** A worker that hangs is ended; a page that could not listen itself (asleep, or busy) starts counting anew. */
  private watch(): void {
    const now = performance.now();
    if (now - this.watched > 3 * PING) this.heard = now;
    this.watched = now;
    if (now - this.heard > PATIENCE) this.revive(`The engine's worker did not answer for ${PATIENCE / 1000} s.`);
    else this.ask({ type: 'ping' });
  }

  private revive(why: string): void {
    this.port.onmessage = null;
    this.port.terminate();
    this.frameList = [];
    this.port = this.connect();
    this.say(`${why} It was started again, and the run with it, from its first step.`, 'error');
    this.open(this.state.spec, this.state.setup, false);
  }

  private hear(reply: Reply): void {
    this.heard = performance.now();
    (this.replies[reply.type] as (one: Reply) => void)(reply);
  }

  private readonly replies: { readonly [K in Reply['type']]: (reply: Extract<Reply, { type: K }>) => void } = {
    catalogue: ({ catalogue }) => this.store.set({ catalogue }),
    scene: ({ info }) => {
      this.figures.clear();
      this.store.set({ scene: info, branches: [], shown: [] });
    },
    frame: ({ branches, playing }) => this.take(branches, playing),
    branches: ({ branches, memory }) => {
      this.tree = { branches, memory };
      if (!this.state.playing || !sameTree(branches, this.state.branches)) this.publishTree();
    },
    scalars: ({ branch, from, columns }) => {
      this.figures.add(branch, from, columns);
    },
    stopped: ({ sentence }) => this.say(`Paused. ${sentence}.`.replace('..', '.')),
    found: ({ sentence }) => this.say(sentence),
    inspection: ({ inspection }) => {
      this.store.set({ inspection, iterate: inspection.k.length - 1, tab: 'inside' });
    },
    ghost: ({ poses }) => this.ghostListener(poses),
    problem: ({ problem }) => this.takeProblem(problem),
    picked: ({ body, at }) => this.pickListener?.(body, at),
    failed: ({ sentence }) => this.say(sentence, 'error'),
    pong: () => {},
  };

  /** Drawn with the next picture of the page; only then is the worker given its buffers back and sends another. */
  private take(branches: readonly FrameBranch[], playing: boolean): void {
    const before = this.frameList;
    this.frameList = branches;
    requestAnimationFrame(() => {
      const buffers = before.map(({ buffer }) => buffer);
      this.port.postMessage({ type: 'release', buffers }, buffers);
      if (this.frameList !== branches) return;
      this.publish(branches, playing);
      this.frameListener(branches);
    });
  }

  private publishTree(): void {
    if (!this.tree) return;
    const { branches } = this.tree;
    const main = this.state.shown[0]?.branch ?? branches[0]?.id;
    const setup = branches.find(({ id }) => id === main)?.setup ?? this.state.setup;
    this.store.set({ ...this.tree, setup });
  }

  /** Panels are drawn anew some times per second while it plays, and at once when it does not. */
  private publish(branches: readonly FrameBranch[], playing: boolean): void {
    const now = performance.now();
    const [main] = branches;
    const { inspection } = this.state;
    const stale = inspection && (inspection.branch !== main?.branch || inspection.step !== main.step);
    if (stale) this.ghostListener(undefined);
    if (playing && this.state.playing && now - this.published < PANELS && !stale) return;
    this.published = now;
    const shown = branches.map(({ buffer: _, bodiesOf: __, ...rest }) => rest);
    const figures = this.state.figures + 1;
    this.store.set({
      shown,
      playing,
      figures,
      ...this.tree,
      frames: this.state.frames + 1,
      ...(stale && { inspection: null }),
    });
  }

  private takeProblem(problem: State['problem']): void {
    const { dots } = this.state;
    this.store.set({ problem });
    if (!problem || !dots?.running || dots.total > 0) return;
    this.cancelTrial();
    this.store.set({ dots: { ...dots, running: true } });
    const trial = this.workers.allSolvers();
    this.trial = trial;
    trial.onmessage = ({ data }) => this.takeDot(data as AllSolversReply);
    trial.onerror = (event) => this.say(`The trial of all solvers failed: ${event.message}.`, 'error');
    trial.postMessage({ document: problem.document } satisfies AllSolversRequest);
  }

  private takeDot(reply: AllSolversReply): void {
    const { dots } = this.state;
    if (!dots) return;
    if (reply.type === 'dot')
      this.store.set({ dots: { ...dots, list: [...dots.list, reply.dot], done: reply.done, total: reply.total } });
    else {
      if (reply.type === 'failed') this.say(reply.sentence, 'error');
      this.cancelTrial();
    }
  }

  private contactAt(frame: FrameBranch, numbers: Float32Array, k: number): ContactShown {
    const at = CONTACT_FLOATS * k;
    const names = this.state.scene!.bodies;
    const size = (from: number) => Math.hypot(numbers[from]!, numbers[from + 1]!, numbers[from + 2]!);
    return {
      id: numbers[at + 11]!,
      a: names[frame.bodiesOf[2 * k]!]?.name ?? '',
      b: names[frame.bodiesOf[2 * k + 1]!]?.name ?? '',
      point: [...numbers.subarray(at, at + 3)],
      ...{ normalForce: size(at + 3), frictionForce: size(at + 6), joules: numbers[at + 9]!, state: numbers[at + 10]! },
    };
  }
}

/** But for the steps that were taken since. */
function sameTree(p: State['branches'], q: State['branches']): boolean {
  const tree = (list: State['branches']) => JSON.stringify(list.map(({ head: _, ...rest }) => rest));
  return p.length === q.length && tree(p) === tree(q);
}
