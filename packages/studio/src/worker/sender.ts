/** What the page is sent of a tree: frames, and figures, needs and distances that are new. */
import type { FrameBranch } from '../protocol.ts';
import { Distances } from './distances.ts';
import { ContactIds, frameOf } from './frames.ts';
import { Needs } from './needs.ts';
import type { Surroundings } from './surroundings.ts';
import type { Tree } from './tree.ts';

const MOST_FLYING = 2; // frames: a slow page gets fewer, the run goes on

export class Sender {
  private readonly around: Surroundings;
  private readonly tree: Tree;
  private readonly sent = new Map<number, number>(); // last step whose figures the page has, by branch
  private last: readonly FrameBranch[] = []; // whose buffers the next frame has again: the page has copies
  private flying = 0; // frames that the page has not drawn yet
  private readonly distances = new Distances();
  private readonly needs = new Needs();
  ids = new ContactIds();

  constructor(around: Surroundings, tree: Tree) {
    this.around = around;
    this.tree = tree;
  }

  /** For another run. */
  clear(): void {
    this.sent.clear();
    this.last = [];
    this.ids = new ContactIds();
    this.distances.clear();
    this.needs.clear();
  }

  forget(branch: number): void {
    this.sent.delete(branch);
  }

  /** The page can take another frame. */
  get free(): boolean {
    return this.flying < MOST_FLYING;
  }

  /** A frame was drawn. */
  release(): void {
    this.flying = Math.max(0, this.flying - 1);
  }

  /** Distances of what is shown, at every step. */
  note(): void {
    this.distances.note(this.tree.present());
  }

  figures(): void {
    const { reply } = this.around;
    for (const batch of this.distances.take()) reply({ type: 'distances', ...batch });
    for (const { id, start, head, scalars } of this.tree.list()) {
      const from = (this.sent.get(id) ?? start) + 1;
      if (head < from) continue;
      this.sent.set(id, head);
      reply({ type: 'scalars', branch: id, from, columns: scalars.since(from) });
    }
    const needs = this.needs.look(this.tree.holder(this.tree.main()).figures());
    if (needs) reply({ type: 'models', ...needs });
  }

  frame(playing: boolean): void {
    this.last = this.tree.present().map((branch, place) => frameOf(branch, this.ids, this.last[place]?.buffer));
    this.flying++;
    this.around.reply({ type: 'frame', playing, branches: this.last });
  }
}
