/** What the page is sent of a tree: frames in buffers that come back, and figures, needs and distances that are new. */
import { Distances } from './distances.ts';
import { ContactIds, frameOf } from './frames.ts';
import { Needs } from './needs.ts';
import type { Surroundings } from './surroundings.ts';
import type { Tree } from './tree.ts';

const MOST_FLYING = 2; // frames: a slow page gets fewer, the run goes on
const MOST_BUFFERS = 6;

export class Sender {
  private readonly around: Surroundings;
  private readonly tree: Tree;
  private readonly sent = new Map<number, number>(); // last step whose figures the page has, by branch
  private readonly buffers: ArrayBuffer[] = [];
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

  /** A frame was drawn; its buffers come back. */
  release(buffers: readonly ArrayBuffer[]): void {
    this.flying = Math.max(0, this.flying - 1);
    this.buffers.push(...buffers);
    this.buffers.length = Math.min(this.buffers.length, MOST_BUFFERS);
  }

  /** Distances of what is shown, at every step. */
  note(): void {
    this.distances.note(this.tree.present());
  }

  figures(): void {
    const { reply } = this.around;
    for (const batch of this.distances.take()) reply({ type: 'distances', ...batch }, []);
    for (const { id, start, head, scalars } of this.tree.list()) {
      const from = (this.sent.get(id) ?? start) + 1;
      if (head < from) continue;
      const columns = scalars.since(from);
      this.sent.set(id, head);
      reply({ type: 'scalars', branch: id, from, columns }, [columns.time.buffer as ArrayBuffer]);
    }
    const needs = this.needs.look(this.tree.holder(this.tree.main()).figures());
    if (needs) reply({ type: 'models', ...needs }, []);
  }

  frame(playing: boolean): void {
    const branches = this.tree.present().map((branch) => frameOf(branch, this.ids, (bytes) => this.take(bytes)));
    this.flying++;
    this.around.reply(
      { type: 'frame', branches, playing },
      branches.flatMap(({ buffer, bodiesOf }) => [buffer, bodiesOf.buffer as ArrayBuffer]),
    );
  }

  private take(bytes: number): ArrayBuffer {
    const place = this.buffers.findIndex((buffer) => buffer.byteLength >= bytes);
    return place < 0 ? new ArrayBuffer(bytes) : this.buffers.splice(place, 1)[0]!;
  }
}
