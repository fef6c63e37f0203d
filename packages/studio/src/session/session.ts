/**
 * The page's side: what the worker sent, and everything that a person can do. Panels call it and read the store; it knows no DOM
 * beyond the worker.
 */

import type { FrameBranch, Marks, Pull, Reply, Request, RunSpec, Setup } from '../protocol.ts';
import type { About, Answer, QuestionName, QuestionRequest, StopCondition } from '../questions.ts';
import type { ViewSide } from '../view/view.ts';
import { Changes } from './changes.ts';
import { type ContactShown, contactsOf, contactWith } from './contacts.ts';
import { EnginePort, type Port } from './engine-port.ts';
import { Files } from './files.ts';
import { FrameDisplay } from './frame-display.ts';
import { Moments } from './moments.ts';
import { OtherAnswer } from './other-answer.ts';
import { RunFigures } from './run-figures.ts';
import { Seeks } from './seeks.ts';
import { FIRST, isProblemFile, type State, stopText, withNotice, without } from './state.ts';
import { Store } from './store.ts';
import { keepSubscriptions } from './subscriptions.ts';
import { Trial } from './trial.ts';

export interface Workers {
  readonly studio: () => Port;
  readonly allSolvers: () => Port;
  /** Absent: this page opens no files. */
  readonly files?: () => Port;
}

export class Session {
  readonly store: Store<State>;
  readonly figures = new RunFigures();
  readonly files: Files;
  private readonly port: EnginePort;
  private readonly trial: Trial;
  readonly moments: Moments;
  private readonly seeks = new Seeks((request) => this.port.send(request));
  private readonly frames: FrameDisplay;
  /** Marks of the frame; undefined until they were asked for. */
  marks: Marks | undefined;
  /** Moves the camera; undefined without a 3-D view. */
  camera: ((side: ViewSide) => void) | undefined;
  readonly changes: Changes;
  private readonly other: OtherAnswer;
  private readonly picks: ((body: string | null, at: readonly number[]) => void)[] = [];
  private running: Pick<State, 'spec' | 'setup'> | undefined;
  private problemTitle = '';

  constructor(workers: Workers, first: Partial<State> = {}) {
    this.store = new Store<State>({ ...FIRST, ...first });
    const { store } = this;
    this.frames = new FrameDisplay(store, (hash) => this.port.send({ type: 'release', hash }));
    this.frames.arrived = () => this.seeks.arrived();
    this.frames.before = (main, stale) => {
      if (stale || this.other.frame?.step !== main?.step) this.other.frame = undefined;
    };
    const send = (request: Request) => this.send(request);
    const open: Session['open'] = (spec, setup, play) => this.open(spec, setup, play);
    this.changes = new Changes({ store, send, open, say: (sentence) => this.say(sentence) });
    this.other = new OtherAnswer(store, send, (poses) => {
      this.frames.drawGhost(poses);
      this.frames.draw(this.frame);
    });
    keepSubscriptions(store, send);
    this.trial = new Trial(workers.allSolvers, store, (sentence) => this.say(sentence, 'error'));
    this.files = new Files(workers.files, this, send);
    this.moments = new Moments(store, send);
    this.port = new EnginePort(
      workers.studio,
      (reply) => (this.replies[reply.type] as (one: Reply) => void)(reply),
      (why) => void this.revived(why),
    );
  }

  get state(): State {
    return this.store.state;
  }

  /** The frame with its buffers. */
  get frame(): readonly FrameBranch[] {
    const { shown } = this.frames;
    return this.other.frame ? [this.other.frame, ...shown.slice(1)] : shown;
  }

  onFrame(listener: (frame: readonly FrameBranch[]) => void): void {
    this.frames.draw = listener;
    if (this.frame.length > 0) listener(this.frame);
  }

  onGhost(listener: (poses: Float32Array | undefined) => void): void {
    this.frames.drawGhost = listener;
  }

  // What can be done.

  open(spec: RunSpec, setup: Setup = this.state.setup, play = true): void {
    this.moments.forget();
    this.store.set({ spec, setup, selection: null, answers: {}, dots: null });
    this.send({ type: 'open', spec, setup, play });
  }

  openProblem(title: string, text: string, setup: Setup = this.state.setup): void {
    this.problemTitle = title;
    this.send({ type: 'openProblem', title, text, setup });
  }

  restart(): void {
    this.open(this.state.spec, this.state.setup, this.state.playing);
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.send({ type: 'play', speed: this.state.speed });
  }

  setSpeed(speed: number): void {
    this.store.set({ speed });
    if (this.state.playing) this.send({ type: 'play', speed });
  }

  /** One step forward, also beyond the last. */
  step(): void {
    this.pause();
    this.send({ type: 'advance' });
  }

  /** Pauses at the step that is shown, even if it does not seem to play: playing may just have been asked for. */
  pause(step = this.seeks.target): void {
    this.frames.rest();
    const [main] = this.state.shown;
    if (main) this.send({ type: 'pause', step: step ?? main.step });
  }

  seek(step: number): void {
    this.seeks.to(Math.max(0, Math.round(step)));
  }

  /** Changes how the next steps are solved. */
  change(setup: Setup): void {
    this.changes.solver(setup);
  }

  fork(setup: Setup = this.state.setup, name: string | null = null): void {
    const [main] = this.state.shown;
    if (!main) return;
    this.store.set({ setup });
    this.send({ type: 'fork', branch: main.branch, step: main.step, setup, name });
  }

  /** The branch that changes apply to; others that are shown stay. */
  choose(branch: number): void {
    const others = this.state.shown.map((one) => one.branch).filter((id) => id !== branch);
    this.show([branch, ...others]);
  }

  show(branches: readonly number[]): void {
    if (branches.length > 0) this.send({ type: 'show', branches: branches.slice(0, 4) });
  }

  remove(branch: number): void {
    this.send({ type: 'remove', branch });
  }

  rename(branch: number, name: string): void {
    this.send({ type: 'rename', branch, name });
  }

  pull(pull: Pull | null): void {
    this.send({ type: 'pull', pull });
  }

  pick(
    from: readonly number[],
    direction: readonly number[],
    then: (body: string | null, at: readonly number[]) => void,
    branch = this.state.shown[0]?.branch,
  ): void {
    if (branch === undefined) return;
    this.picks.push(then);
    this.send({ type: 'pick', branch, from, direction });
  }

  setStops(conditions: readonly StopCondition[]): void {
    this.store.set({ conditions });
    this.send({ type: 'stops', conditions });
  }

  find(direction: 1 | -1): void {
    const [main] = this.state.shown;
    if (this.state.conditions.length === 0) this.say('There is no stop condition yet: add one first.');
    else if (main) this.ask('stop', { from: main.step, direction, conditions: this.state.conditions });
  }

  /** Asks about the step that is shown, at which the run then rests. False: nothing was solved in it. */
  askAboutStep<K extends QuestionName>(question: K, more: Omit<About<K>, 'branch' | 'step'>): boolean {
    const main = this.solvedStep();
    if (main) this.ask(question, { branch: main.branch, step: main.step, ...more } as unknown as About<K>);
    return main !== undefined;
  }

  /** The iterates of the step that is shown. */
  inspect(): void {
    this.askAboutStep('inspection', {});
  }

  setIterate(iterate: number, scale = this.state.ghostScale): void {
    const { inspection } = this.state.answers;
    if (!inspection) return;
    this.store.set({ iterate, ghostScale: scale });
    this.ask('iterate', { branch: inspection.branch, step: inspection.step, iterate, scale });
  }

  leaveStep(): void {
    this.store.set({ answers: without(this.state.answers, 'inspection', 'iterate') });
    this.other.show(this.frames.shown[0], null);
  }

  /** The arrows of a solver of the trial, and where its answer leads to; null: the step as it was solved. */
  previewSolver(solver: string | null): void {
    this.other.askFor(solver);
    if (solver !== null) return;
    if (this.state.answers.inspection) this.setIterate(this.state.iterate);
    else this.other.show(this.frames.shown[0], null);
  }

  showProblem(): void {
    if (isProblemFile(this.state) || this.askAboutStep('problem', {})) this.store.set({ dialog: 'problem' });
  }

  /** Every solver on the problem of the step that is shown. @param dialog what shows them */
  allSolvers(dialog: State['dialog'] = 'solvers'): void {
    const stored = isProblemFile(this.state) ? this.state.answers.problem : undefined;
    const main = stored ?? this.solvedStep();
    if (!main) return;
    const { branch, step } = main;
    this.cancelTrial();
    this.store.set({ dialog, dots: { branch, step, list: [], done: 0, total: 0, running: true } });
    if (stored) this.trial.start(stored);
    else this.ask('problem', { branch, step });
  }

  cancelTrial(): void {
    this.trial.cancel();
  }

  /** The moment that is shown, as a link or a file. */
  share(): void {
    if (this.state.shown.length === 0) {
      this.say('A problem file has no run: save it under Problem.');
      return;
    }
    this.pause();
    this.store.set({ dialog: 'share' });
  }

  /** The contact with the largest error of the frame. */
  worstContact(): void {
    const [worst] = this.contacts(1);
    if (worst) this.store.set({ selection: { kind: 'contact', id: worst.id } });
    else this.say('Nothing touches in this step.');
  }

  /** Contacts of the frame, the worst first. */
  contacts(most = Infinity): ContactShown[] {
    return contactsOf(this.frame[0], this.state.scene, most);
  }

  selectedContact(): ContactShown | undefined {
    const { selection, scene } = this.state;
    return selection?.kind === 'contact' ? contactWith(selection.id, this.frame[0], scene) : undefined;
  }

  say(text: string, kind: 'note' | 'error' = 'note'): void {
    this.store.set({ notices: withNotice(this.state.notices, kind, text) });
  }

  dismiss(id: number): void {
    this.store.set({ notices: this.state.notices.filter((notice) => notice.id !== id) });
  }

  /** The step that is shown, if something was solved in it: the run rests there, so that view and numbers are of one step. */
  solvedStep(): State['shown'][number] | undefined {
    this.frames.rest();
    const [main] = this.state.shown;
    this.pause(main?.step);
    if (main && main.step > 0) return main;
    this.say('Step 0 is the start: nothing was solved yet. Press play first.');
    return undefined;
  }

  /** After a failed opening: keeps the run as it was, or opens the first scene if there is none. */
  private keepRun(during: Request['type']): void {
    if (this.running) this.store.set(this.running);
    else if (during !== 'open' || this.state.spec !== FIRST.spec) this.open(FIRST.spec, FIRST.setup);
  }

  /** A problem file takes the place of the run. */
  private leaveRun(): void {
    this.frames.clear();
    this.running = undefined;
    this.figures.clear();
    const source = { kind: 'file', title: this.problemTitle, text: '' } as const;
    this.store.set({ scene: null, branches: [], shown: [], selection: null, dots: null, playing: false });
    this.store.set({ spec: { ...FIRST.spec, source }, dialog: 'problem' });
    this.say(`${this.problemTitle}: a problem file has no run. Its solve is below, its rows are under Problem.`);
  }

  // The worker.

  /** The answer comes into the state under the name of the question. */
  ask<K extends QuestionName>(question: K, about: About<K>): void {
    this.send({ type: 'ask', question, about } as QuestionRequest);
  }

  send(request: Request): void {
    if (request.type === 'play' || request.type === 'open') this.frames.resume();
    this.seeks.flush();
    this.port.send(request);
  }

  /** Its history was the worker's: it is run again to the step that was shown, or begins anew if that was what failed. */
  private async revived(why: string): Promise<void> {
    const text = this.state.reopening ? undefined : await this.moments.ofRun();
    const how = text === undefined ? 'from its first step' : 'up to the step that was shown';
    this.frames.clear();
    this.seeks.clear();
    this.say(`${why} It was started again, and the run with it, ${how}.`, 'error');
    this.store.set({ playing: false });
    if (text === undefined) this.open(this.state.spec, this.state.setup, false);
    else this.moments.open(text);
    this.send({ type: 'stops', conditions: this.state.conditions });
  }

  /** Side effects of answers, beside keeping them. */
  private readonly answered: { readonly [K in QuestionName]?: (answer: Answer<K>) => void } = {
    inspection: ({ k }) => {
      this.store.set({ answers: without(this.state.answers, 'iterate'), tab: 'inside' });
      this.setIterate(this.moments.iterateOf(k.length));
    },
    iterate: ({ poses, iterate, branch, step, contacts }) => {
      const { inspection } = this.state.answers;
      if (inspection?.branch !== branch || inspection.step !== step) return;
      const last = iterate >= inspection.k.length - 1; // the pose itself
      const [main] = this.frames.shown;
      this.other.show(main, last ? null : contacts, last || poses.length === 0 ? undefined : poses);
    },
    solverAnswer: (answer) => this.other.take(answer, this.frames.shown[0]),
    problem: (problem) => {
      if (problem.branch < 0) this.leaveRun();
      this.trial.start(problem);
    },
    stop: ({ step, sentence }) => {
      if (step !== null) this.seek(step);
      this.say(sentence);
    },
    moment: (answer) => this.moments.take(answer),
  };

  private readonly replies: { readonly [K in Reply['type']]: (reply: Extract<Reply, { type: K }>) => void } = {
    scene: ({ info }) => {
      this.running = { spec: this.state.spec, setup: this.state.setup };
      this.figures.clear();
      this.store.set({
        scene: info,
        branches: [],
        shown: [],
        models: [],
        answers: {},
        cure: null,
      });
    },
    frame: ({ branches, playing }) => this.frames.take(branches, playing),
    branches: ({ branches, memory }) => this.frames.takeTree({ branches, memory }),
    scalars: ({ branch, from, columns }) => {
      this.figures.add(branch, from, columns);
    },
    stopped: ({ sentence, ended }) => this.say(stopText(sentence), ended ? 'error' : 'note'),
    answer: ({ question, answer }) => {
      this.store.set({ answers: { ...this.state.answers, [question]: answer } });
      (this.answered[question] as ((answer: unknown) => void) | undefined)?.(answer);
    },
    marks: ({ marks }) => {
      this.marks = marks;
    },
    noise: ({ branch, start, from, metres }) => {
      this.figures.addNoise(branch, start, from, metres);
      this.store.set({ figures: this.state.figures + 1 });
    },
    distances: ({ first, second, steps, metres }) => this.figures.addDistances(first, second, steps, metres),
    models: ({ models, rows }) => this.store.set({ models, problemRows: rows }),
    recorded: (reply) => this.files.hear(reply),
    saved: (reply) => this.files.hear(reply),
    saving: (reply) => this.files.hear(reply),
    reached: (reply) => this.moments.reached(reply),
    reopening: ({ done, total }) => this.store.set({ reopening: { done, total } }),
    reopened: ({ reopened }) => {
      const { sentence, same } = this.moments.reopened(reopened);
      this.running = { spec: reopened.run, setup: this.state.setup };
      this.say(sentence, same === false ? 'error' : 'note');
    },
    picked: ({ body, at }) => this.picks.shift()?.(body, at),
    failed: ({ sentence, during }) => {
      this.seeks.arrived();
      this.say(sentence, 'error');
      if (during === 'openMoment') this.store.set({ reopening: null });
      if (during === 'saveRun') this.store.set({ busy: null });
      if (during === 'open' || during === 'openRecorded' || during === 'openMoment') this.keepRun(during);
    },
    pong: () => {},
  };
}
