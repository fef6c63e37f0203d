/** Frames as they come from the worker: drawn with the next picture of the page, and told to the panels some times per second. */
import type { FrameBranch, Setup } from '../protocol.ts';
import { type State, sameTree } from './state.ts';
import type { Store } from './store.ts';

const PANELS = 120; // ms

export class Frames {
  private readonly store: Store<State>;
  private readonly release: () => void;
  private list: readonly FrameBranch[] = [];
  private tree: Pick<State, 'branches' | 'memory'> | undefined;
  private published = 0;
  /** Draws a frame. */
  draw: (frame: readonly FrameBranch[]) => void = () => {};
  /** Told when a frame comes. */
  arrived: () => void = () => {};
  /** Told before a frame is published; `stale`: what was looked at inside is of another step. */
  before: (main: FrameBranch | undefined, stale: boolean) => void = () => {};
  /** Draws the poses that an iterate would lead to; undefined: none. */
  drawGhost: (poses: Float32Array | undefined) => void = () => {};

  /** @param release reports that a frame was drawn; only then does the worker send another */
  constructor(store: Store<State>, release: () => void) {
    this.store = store;
    this.release = release;
  }

  /** With its buffers. */
  get shown(): readonly FrameBranch[] {
    return this.list;
  }

  clear(): void {
    this.list = [];
  }

  /** Drawn with the next picture of the page; only then does the worker send another. */
  take(branches: readonly FrameBranch[], playing: boolean): void {
    this.list = branches;
    this.arrived();
    requestAnimationFrame(() => {
      this.release();
      if (this.list !== branches) return;
      this.publish(branches, playing);
      this.draw(branches);
    });
  }

  takeTree(tree: Pick<State, 'branches' | 'memory'>): void {
    this.tree = tree;
    const { playing, branches, shown } = this.store.state;
    if (playing && sameTree(tree.branches, branches)) return;
    this.store.set({ ...tree, setup: this.setupOf(shown[0]?.branch) });
  }

  /** How the next step of a branch is solved; the same object while it is the same, so that panels are not drawn anew. */
  private setupOf(branch: number | undefined): Setup {
    const { setup } = this.store.state;
    const found = this.tree?.branches.find(({ id }) => id === branch)?.setup ?? setup;
    return JSON.stringify(found) === JSON.stringify(setup) ? setup : found;
  }

  /** Panels are drawn anew some times per second while it plays, and at once when it does not. */
  private publish(branches: readonly FrameBranch[], playing: boolean): void {
    const now = performance.now();
    const [main] = branches;
    const { state } = this.store;
    const { inspection } = state;
    const stale = inspection && (inspection.branch !== main?.branch || inspection.step !== main.step);
    if (stale) this.drawGhost(undefined);
    this.before(main, Boolean(stale));
    if (playing && state.playing && now - this.published < PANELS && !stale) return;
    this.published = now;
    const shown = branches.map(({ buffer: _, bodiesOf: __, ...rest }) => rest);
    this.store.set({
      ...{ shown, playing, figures: state.figures + 1, frames: state.frames + 1 },
      ...(this.tree && { ...this.tree, branches: withHeads(this.tree.branches, branches) }),
      setup: this.setupOf(main?.branch),
      ...(stale && { inspection: null, rowNumbers: null }),
    });
  }
}

/** The frame may be some steps ahead of what was last heard of the branches. */
function withHeads(list: State['branches'], frame: readonly FrameBranch[]): State['branches'] {
  const steps = new Map(frame.map(({ branch, step }) => [branch, step]));
  return list.map((one) => ({ ...one, head: Math.max(one.head, steps.get(one.id) ?? 0) }));
}
