/** Moments on the page's side: the shown one as text for a link, others opened, and a lost run run again. */
import type { MomentView } from '../engine-types.ts';
import type { Reopened, Reply, Request } from '../protocol.ts';
import type { Answer } from '../questions.ts';
import { type Claim, type State, TABS } from './state.ts';
import type { Store } from './store.ts';

export type Camera = NonNullable<MomentView['camera']>;
/** The view's camera and arrow scale. */
export interface CameraAccess {
  readonly read: () => Camera;
  readonly place: (camera: Camera) => void;
  /** N: the force of the longest arrow. */
  longest: number;
}

export class Moments {
  private readonly store: Store<State>;
  private readonly send: (request: Request) => void;
  /** null without a 3-D view. */
  camera: CameraAccess | null = null;
  private wanted: Pick<MomentView, 'camera' | 'iterate' | 'longest'> = { camera: null, iterate: null };
  private waiting: ((text: string) => void)[] = [];
  private reaching: (same: boolean) => void = () => {};

  constructor(store: Store<State>, send: (request: Request) => void) {
    this.store = store;
    this.send = send;
  }

  open(text: string): void {
    this.store.set({ selection: null, answers: {}, dots: null, claim: null });
    this.send({ type: 'openMoment', text });
  }

  /** The moment that is shown, as text. */
  text(): Promise<string> {
    const { selection, answers, iterate } = this.store.state;
    const { inspection } = answers;
    const about = {
      view: {
        iterate: inspection && iterate < inspection.k.length - 1 ? iterate : null,
        body: selection?.kind === 'body' ? selection.name : null,
        ...this.layout(),
      },
      contact: selection?.kind === 'contact' ? selection.id : null,
    };
    this.send({ type: 'ask', question: 'moment', about });
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Camera, tab and arrow scale; values that the page begins with are left out. */
  private layout(): Pick<MomentView, 'camera' | 'side' | 'tab' | 'longest'> {
    const { side, tab } = this.store.state;
    const { camera } = this;
    return {
      camera: camera?.read() ?? null,
      ...(side && { side }),
      ...(tab !== TABS[0] && { tab }),
      ...(camera && camera.longest > 0 && { longest: camera.longest }),
    };
  }

  take({ text }: Answer<'moment'>): void {
    for (const resolve of this.waiting.splice(0)) resolve(text);
  }

  /** To a step of a run elsewhere; resolves to whether the bits are the same. */
  reach(step: number, hash: string): Promise<boolean> {
    this.send({ type: 'reach', step, hash });
    return new Promise((resolve) => {
      this.reaching = resolve;
    });
  }

  reached({ step, hash, expected }: Extract<Reply, { type: 'reached' }>): void {
    const claim = claimOf({ step, hash, expected, engine: '', short: null });
    this.store.set({ claim });
    this.reaching(claim.same === true);
  }

  /** The whole run as the page knows it, to be run again by a worker that knows nothing; undefined before there is one. */
  async ofRun(): Promise<string | undefined> {
    const { spec, branches, shown } = this.store.state;
    const [main] = shown;
    if (!main || branches.length === 0 || branches[0]!.start > 0) return undefined;
    const present = {
      engine: '',
      run: spec,
      state: null,
      branches,
      shown: shown.map(({ branch }) => branch),
      step: main.step,
      hash: main.hash,
      view: { iterate: null, contact: null, body: null, ...this.layout() },
    };
    const { momentOfRun } = await import('../moment/moment-of-run.ts');
    return JSON.stringify(momentOfRun(present, true));
  }

  /** Restores selection, camera, tab and iterate; returns the sentence on the comparison of hashes. */
  reopened({ run, view, contact, branch, ...outcome }: Reopened): Claim {
    this.wanted = view;
    const selection =
      contact !== null
        ? ({ kind: 'contact', id: contact } as const)
        : view.body === null
          ? null
          : ({ kind: 'body', name: view.body } as const);
    const claim = claimOf(outcome);
    const tab = TABS.find((one) => one === view.tab) ?? TABS[0];
    this.store.set({ spec: run, selection, claim, reopening: null, side: view.side ?? false, tab });
    this.placeCamera();
    if (view.iterate !== null)
      this.send({ type: 'ask', question: 'inspection', about: { branch, step: outcome.step } });
    return claim;
  }

  /** Called again after the view has a new scene, which moves its camera. */
  placeCamera(): void {
    const { camera, longest } = this.wanted;
    if (camera) this.camera?.place(camera);
    if (this.camera && longest !== undefined) this.camera.longest = longest;
  }

  /** The iterate to show, of `count`: that of the opened moment once, else the last. */
  iterateOf(count: number): number {
    const { iterate } = this.wanted;
    this.wanted = { ...this.wanted, iterate: null };
    return Math.min(iterate ?? count - 1, count - 1);
  }

  forget(): void {
    this.wanted = { camera: null, iterate: null };
    this.store.set({ claim: null, reopening: null });
  }
}

function claimOf({
  step,
  hash,
  expected,
  engine,
  short,
}: Omit<Reopened, 'run' | 'view' | 'contact' | 'branch'>): Claim {
  const at = { step, hash };
  if (short !== null) return { ...at, same: false, sentence: `It did not get to its step again: ${short}` };
  if (expected === null) return { ...at, same: null, sentence: `Step ${step} again; no hash to compare with.` };
  if (expected === hash)
    return { ...at, same: true, sentence: `Step ${step} again, with the same bits: hash ${hash.slice(0, 8)}.` };
  const by = engine === '' ? '' : ` It was written by version ${engine} of the engine.`;
  const sentence = `DIVERGED: at step ${step} expected hash ${expected.slice(0, 8)}, found ${hash.slice(0, 8)}.${by}`;
  return { ...at, same: false, sentence };
}
