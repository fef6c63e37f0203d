/** Moments on the page's side: the one that is shown is told for a link, others are opened, and a lost run is run again. */
import type { MomentView } from '../engine-types.ts';
import type { Reopened, Reply, Request } from '../protocol.ts';
import type { Claim, State } from './state.ts';
import type { Store } from './store.ts';

export type Camera = NonNullable<MomentView['camera']>;
/** As the view has it. */
export interface CameraAccess {
  readonly read: () => Camera;
  readonly place: (camera: Camera) => void;
}

export class Moments {
  private readonly store: Store<State>;
  private readonly ask: (request: Request) => void;
  /** Of the view; null without one. */
  camera: CameraAccess | null = null;
  private wanted: Pick<MomentView, 'camera' | 'iterate'> = { camera: null, iterate: null };
  private told: ((text: string) => void)[] = [];
  private reaching: (same: boolean) => void = () => {};

  constructor(store: Store<State>, ask: (request: Request) => void) {
    this.store = store;
    this.ask = ask;
  }

  open(text: string): void {
    this.store.set({ selection: null, inspection: null, dots: null, problem: null, claim: null });
    this.ask({ type: 'openMoment', text });
  }

  /** The moment that is shown, as text. */
  tell(): Promise<string> {
    const { selection, inspection, iterate } = this.store.state;
    this.ask({
      type: 'moment',
      view: {
        iterate: inspection && iterate < inspection.k.length - 1 ? iterate : null,
        body: selection?.kind === 'body' ? selection.name : null,
        camera: this.camera?.read() ?? null,
      },
      contact: selection?.kind === 'contact' ? selection.id : null,
    });
    return new Promise((resolve) => this.told.push(resolve));
  }

  take(reply: Extract<Reply, { type: 'moment' }>): void {
    for (const resolve of this.told.splice(0)) resolve(reply.text);
  }

  /** To a step of a run elsewhere; resolves to whether the bits are the same. */
  reach(step: number, hash: string): Promise<boolean> {
    this.ask({ type: 'reach', step, hash });
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
      ...{ engine: '', run: spec, state: null, branches, shown: shown.map(({ branch }) => branch) },
      ...{ step: main.step, hash: main.hash },
      view: { iterate: null, contact: null, body: null, camera: this.camera?.read() ?? null },
    };
    const { momentOfRun } = await import('../moment-of-run.ts');
    return JSON.stringify(momentOfRun(present, true));
  }

  /** What was looked at comes back; returns what is to be said. */
  reopened({ run, view, contact, branch, ...outcome }: Reopened): Claim {
    this.wanted = view;
    const selection =
      contact !== null
        ? ({ kind: 'contact', id: contact } as const)
        : view.body === null
          ? null
          : ({ kind: 'body', name: view.body } as const);
    const claim = claimOf(outcome);
    this.store.set({ spec: run, selection, claim, reopening: null });
    this.placeCamera();
    if (view.iterate !== null) this.ask({ type: 'inspect', branch, step: outcome.step });
    return claim;
  }

  /** Also after the view has a new scene, which moves its camera. */
  placeCamera(): void {
    if (this.wanted.camera) this.camera?.place(this.wanted.camera);
  }

  /** Which iterate to show of so many: once the one that was looked at, else the last. */
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
