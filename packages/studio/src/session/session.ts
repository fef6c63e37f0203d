/**
 * The page's side: what the worker sent, and everything that a person can do. Panels call it and read the store; it knows no DOM
 * beyond the worker.
 */
import type { FrameBranch, Pull, Reply, Request, RunSpec, Setup, StopCondition } from '../protocol.ts';
import { type ContactShown, contactsOf, contactWith } from './contacts.ts';
import { EnginePort, type Port } from './engine-port.ts';
import { Figures } from './figures.ts';
import { Seeks } from './seeks.ts';
import { FIRST, type State } from './state.ts';
import { Store } from './store.ts';
import { Trial } from './trial.ts';

export interface Workers {
  readonly studio: () => Port;
  readonly allSolvers: () => Port;
}

const MOST_NOTICES = 4;
const PANELS = 120; // ms

export class Session {
  readonly store: Store<State>;
  readonly figures = new Figures();
  private readonly port: EnginePort;
  private readonly trial: Trial;
  private readonly seeks = new Seeks((request) => this.port.ask(request));
  private frameList: readonly FrameBranch[] = [];
  private frameListener: (frame: readonly FrameBranch[]) => void = () => {};
  private ghostListener: (poses: Float32Array | undefined) => void = () => {};
  private pickListener: ((body: string | null, at: readonly number[]) => void) | undefined;
  private readonly undone: Setup[] = [];
  private tree: Pick<State, 'branches' | 'memory'> | undefined;
  private running: Pick<State, 'spec' | 'setup'> | undefined;
  private problemTitle = '';
  private notice = 0;
  private published = 0;

  constructor(workers: Workers, first: Partial<State> = {}) {
    this.store = new Store<State>({ ...FIRST, ...first });
    this.trial = new Trial(workers.allSolvers, this.store, (sentence) => this.say(sentence, 'error'));
    this.port = new EnginePort(
      workers.studio,
      (reply) => (this.replies[reply.type] as (one: Reply) => void)(reply),
      (why) => this.revived(why),
    );
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
    this.problemTitle = title;
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
    this.seeks.to(Math.max(0, Math.round(step)));
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
    this.ask({ type: 'iterate', branch: inspection.branch, step: inspection.step, iterate, scale });
  }

  leaveStep(): void {
    this.store.set({ inspection: null, rowNumbers: null });
    this.ghostListener(undefined);
  }

  showProblem(): void {
    if ((this.state.problem?.branch ?? 0) < 0) {
      this.store.set({ dialog: 'problem' });
      return;
    }
    const main = this.solvedStep();
    if (!main) return;
    this.pause();
    this.ask({ type: 'problem', branch: main.branch, step: main.step });
    this.store.set({ dialog: 'problem' });
  }

  /** Every solver on the problem of the step that is shown. */
  allSolvers(): void {
    const { problem } = this.state;
    const stored = problem && problem.branch < 0 ? problem : null;
    const main = stored ?? this.solvedStep();
    if (!main) return;
    const { branch, step } = main;
    this.pause();
    this.cancelTrial();
    this.store.set({ dialog: 'solvers', dots: { branch, step, list: [], done: 0, total: 0, running: true } });
    if (stored) this.trial.start(stored.document);
    else this.ask({ type: 'problem', branch, step });
  }

  cancelTrial(): void {
    this.trial.cancel();
  }

  /** The contact with the largest error of the frame. */
  worstContact(): void {
    const [worst] = this.contacts(1);
    if (worst) this.store.set({ selection: { kind: 'contact', id: worst.id } });
    else this.say('Nothing touches in this step.');
  }

  /** Contacts of the frame, the worst first. */
  contacts(most = Infinity): ContactShown[] {
    return contactsOf(this.frameList[0], this.state.scene, most);
  }

  selectedContact(): ContactShown | undefined {
    const { selection } = this.state;
    if (selection?.kind !== 'contact') return undefined;
    return contactWith(selection.id, this.frameList[0], this.state.scene);
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

  /** What could not be opened leaves the run as it was; without one, the first scene is opened. */
  private keepRun(): void {
    if (this.running) this.store.set(this.running);
    else if (this.state.spec !== FIRST.spec) this.open(FIRST.spec, FIRST.setup);
  }

  /** A problem file takes the place of the run. */
  private leaveRun(): void {
    this.frameList = [];
    this.running = undefined;
    this.figures.clear();
    const source = { kind: 'file', title: this.problemTitle, text: '' } as const;
    this.store.set({ ...{ scene: null, branches: [], shown: [], selection: null, dots: null, playing: false } });
    this.store.set({ spec: { ...FIRST.spec, source }, dialog: 'problem' });
    this.say(`${this.problemTitle}: a problem file has no run. Its solve is below, its rows are under Problem.`);
  }

  // The worker.

  private ask(request: Request): void {
    this.seeks.flush();
    this.port.ask(request);
  }

  /** The run begins anew: its history was the worker's. */
  private revived(why: string): void {
    this.frameList = [];
    this.seeks.clear();
    this.say(`${why} It was started again, and the run with it, from its first step.`, 'error');
    this.store.set({ playing: false });
    this.open(this.state.spec, this.state.setup, false);
    this.ask({ type: 'stops', conditions: this.state.conditions });
  }

  private readonly replies: { readonly [K in Reply['type']]: (reply: Extract<Reply, { type: K }>) => void } = {
    scene: ({ info }) => {
      this.running = { spec: this.state.spec, setup: this.state.setup };
      this.figures.clear();
      this.store.set({ scene: info, branches: [], shown: [], models: [] });
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
      this.store.set({ inspection, rowNumbers: null, tab: 'inside' });
      this.setIterate(inspection.k.length - 1);
    },
    iterate: ({ poses, rows, iterate, branch, step }) => {
      const { inspection } = this.state;
      if (inspection?.branch !== branch || inspection.step !== step) return;
      this.store.set({ rowNumbers: rows });
      const last = iterate >= inspection.k.length - 1; // the pose itself
      this.ghostListener(last || poses.length === 0 ? undefined : poses);
    },
    distances: ({ first, second, steps, metres }) => this.figures.addDistances(first, second, steps, metres),
    models: ({ models }) => this.store.set({ models }),
    problem: ({ problem }) => {
      if (problem.branch < 0) this.leaveRun();
      this.store.set({ problem });
      this.trial.start(problem.document);
    },
    picked: ({ body, at }) => this.pickListener?.(body, at),
    failed: ({ sentence, during }) => {
      this.seeks.arrived();
      this.say(sentence, 'error');
      if (during === 'open') this.keepRun();
    },
    pong: () => {},
  };

  /** Drawn with the next picture of the page; only then is the worker given its buffers back and sends another. */
  private take(branches: readonly FrameBranch[], playing: boolean): void {
    const before = this.frameList;
    this.frameList = branches;
    this.seeks.arrived();
    requestAnimationFrame(() => {
      const buffers = before.map(({ buffer }) => buffer);
      this.port.ask({ type: 'release', buffers }, buffers);
      if (this.frameList !== branches) return;
      this.publish(branches, playing);
      this.frameListener(branches);
    });
  }

  private publishTree(): void {
    if (!this.tree) return;
    this.store.set({ ...this.tree, setup: this.setupOf(this.state.shown[0]?.branch) });
  }

  /** How the next step of a branch is solved; the same object while it is the same, so that panels are not drawn anew. */
  private setupOf(branch: number | undefined): Setup {
    const { setup } = this.state;
    const found = this.tree?.branches.find(({ id }) => id === branch)?.setup ?? setup;
    return JSON.stringify(found) === JSON.stringify(setup) ? setup : found;
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
      ...(this.tree && { ...this.tree, branches: withHeads(this.tree.branches, branches) }),
      setup: this.setupOf(main?.branch),
      frames: this.state.frames + 1,
      ...(stale && { inspection: null, rowNumbers: null }),
    });
  }
}

/** The frame may be some steps ahead of what was last heard of the branches. */
function withHeads(list: State['branches'], frame: readonly FrameBranch[]): State['branches'] {
  const steps = new Map(frame.map(({ branch, step }) => [branch, step]));
  return list.map((one) => ({ ...one, head: Math.max(one.head, steps.get(one.id) ?? 0) }));
}

/** But for the steps that were taken since. */
function sameTree(p: State['branches'], q: State['branches']): boolean {
  const tree = (list: State['branches']) => JSON.stringify(list.map(({ head: _, ...rest }) => rest));
  return p.length === q.length && tree(p) === tree(q);
}
