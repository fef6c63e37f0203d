/** Sends the page frames of a tree, and new figures, solver needs and distances. */
import type { FrameBranch } from '../../protocol.ts';
import type { Tree } from '../run/tree.ts';
import type { WorkerHost } from '../worker-host.ts';
import { ContactIds } from './contact-ids.ts';
import { Distances } from './distances.ts';
import { frameOf } from './frame.ts';
import { SolverNeeds } from './solver-needs.ts';

const MOST_FLYING = 2; // frames: a slow page gets fewer, the run goes on

export class Sender {
  private readonly host: WorkerHost;
  private readonly tree: Tree;
  private readonly sent = new Map<number, number>(); // last step whose figures the page has, by branch
  private last: readonly FrameBranch[] = []; // whose buffers the next frame has again: the page has copies
  private flying = 0; // frames that the page has not drawn yet
  private playing = false;
  private hashWanted = false; // the page's panels are due
  private readonly distances = new Distances();
  private readonly needs = new SolverNeeds();
  ids = new ContactIds();

  constructor(host: WorkerHost, tree: Tree) {
    this.host = host;
    this.tree = tree;
  }

  /** Forgets everything, for another run. */
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

  /** Its steps after one were forgotten. */
  cut(branch: number, step: number): void {
    this.distances.cut(branch, step);
  }

  /** The page can take another frame. */
  get free(): boolean {
    return this.flying < MOST_FLYING;
  }

  /** A frame was drawn. @param hash the next one will be shown in panels */
  release(hash: boolean): void {
    this.hashWanted = hash;
    this.flying = Math.max(0, this.flying - 1);
  }

  /** Distances of what is shown, at every step. */
  note(): void {
    this.distances.note(this.tree.present());
  }

  figures(): void {
    const { reply } = this.host;
    for (const batch of this.distances.take()) reply({ type: 'distances', ...batch });
    for (const { id, start, head, scalars } of this.tree.list()) {
      const sent = this.sent.get(id) ?? start;
      if (head === sent) continue;
      const from = Math.min(sent, head) + 1; // of a branch that was cut, no figures from there on
      this.sent.set(id, head);
      reply({ type: 'scalars', branch: id, from, columns: scalars.since(from) });
    }
    const needs = this.needs.look(this.tree.holder(this.tree.main()).figures());
    if (needs) reply({ type: 'models', ...needs });
  }

  /** Computes hashes only for frames that panels show. */
  frame(playing: boolean): void {
    const hashed = !playing || !this.playing || this.hashWanted;
    this.playing = playing;
    this.last = this.tree.present().map((branch, place) => frameOf(branch, this.ids, hashed, this.last[place]?.buffer));
    this.flying++;
    this.host.reply({ type: 'frame', playing, branches: this.last });
  }
}
