/** Frames as they come from the worker: drawn with the next picture of the page, and published to the panels some times per second. */
import type { FrameBranch, Setup } from '../protocol.ts';
import { type State, sameTree, without } from './state.ts';
import type { Store } from './store.ts';

const PANELS = 120; // ms

export class FrameDisplay {
  private readonly store: Store<State>;
  private readonly release: (hash: boolean) => void;
  private list: readonly FrameBranch[] = [];
  private tree: Pick<State, 'branches' | 'memory'> | undefined;
  private published = 0;
  private resting = false; // a pause was asked for: what was sent before it is not shown any more
  /** Draws a frame. */
  draw: (frame: readonly FrameBranch[]) => void = () => {};
  /** Called when a frame comes. */
  arrived: () => void = () => {};
  /** Called before a frame is published; `stale`: what was looked at inside is of another step. */
  before: (main: FrameBranch | undefined, stale: boolean) => void = () => {};
  /** Draws the poses that an iterate would lead to; undefined: none. */
  drawGhost: (poses: Float32Array | undefined) => void = () => {};

  /** @param release reports that a frame was drawn, and if the next needs its hash; only then does the worker send another */
  constructor(store: Store<State>, release: (hash: boolean) => void) {
    this.store = store;
    this.release = release;
  }

  /** The last frame, with its buffers. */
  get shown(): readonly FrameBranch[] {
    return this.list;
  }

  clear(): void {
    this.list = [];
    this.resting = false;
  }

  /** Keeps the step that the view has, and publishes it at once. */
  rest(): void {
    this.resting = this.list.length > 0;
    if (this.resting && this.store.state.playing) this.publish(this.list, false);
  }

  /** Shows frames that come again. */
  resume(): void {
    this.resting = false;
  }

  /** Drawn with the next picture of the page; only then does the worker send another. */
  take(branches: readonly FrameBranch[], playing: boolean): void {
    this.arrived();
    if (this.resting && playing) {
      this.release(false);
      return;
    }
    this.resting = false;
    this.list = branches;
    requestAnimationFrame(() => {
      this.release(branches[0]?.hash === null && performance.now() - this.published >= PANELS);
      if (this.list !== branches) return;
      this.publish(branches, playing && !this.resting);
      this.draw(branches);
    });
  }

  takeTree(tree: Pick<State, 'branches' | 'memory'>): void {
    this.tree = tree;
    const { playing, branches, shown } = this.store.state;
    if (playing && sameTree(tree.branches, branches)) return;
    this.store.set({ ...tree, setup: this.setupOf(shown[0]?.branch) });
  }

  /** The setup of a branch's next step; the same object while equal, so that panels are not drawn anew. */
  private setupOf(branch: number | undefined): Setup {
    const { setup } = this.store.state;
    const found = this.tree?.branches.find(({ id }) => id === branch)?.setup ?? setup;
    return sameSetup(found, setup) ? setup : found;
  }

  /** Panels are drawn anew with frames that have a hash: some per second while it plays, and every one when it does not. */
  private publish(branches: readonly FrameBranch[], playing: boolean): void {
    const [main] = branches;
    const { state } = this.store;
    const { inspection } = state.answers;
    const stale = inspection && (inspection.branch !== main?.branch || inspection.step !== main.step);
    if (stale) this.drawGhost(undefined);
    this.before(main, Boolean(stale));
    if (playing && state.playing && main?.hash === null && !stale) return;
    this.published = performance.now();
    const shown = branches.map(({ buffer: _, bodiesOf: __, ...rest }) => rest);
    this.store.set({
      shown,
      playing,
      figures: state.figures + 1,
      frames: state.frames + 1,
      ...(this.tree && { ...this.tree, branches: withHeads(this.tree.branches, branches) }),
      setup: this.setupOf(main?.branch),
      ...(stale && { answers: without(state.answers, 'inspection', 'iterate') }),
    });
  }
}

/** The frame may be some steps ahead of what was last heard of the branches. */
function withHeads(list: State['branches'], frame: readonly FrameBranch[]): State['branches'] {
  const steps = new Map(frame.map(({ branch, step }) => [branch, step]));
  return list.map((one) => ({ ...one, head: Math.max(one.head, steps.get(one.id) ?? 0) }));
}

function sameSetup(p: Setup, q: Setup): boolean {
  if (p === q) return true;
  const names = Object.keys(p.options);
  return (
    p.solver === q.solver &&
    p.warmStart === q.warmStart &&
    names.length === Object.keys(q.options).length &&
    names.every((name) => p.options[name] === q.options[name])
  );
}
