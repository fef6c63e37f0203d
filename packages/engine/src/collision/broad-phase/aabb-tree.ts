/**
 * Pairs of overlapping boxes of any sizes by a tree of boxes, built anew for every call: halved at the median centre
 * along the longest side.   docs/theory/collision.md (CO17)
 * Rebuilding costs about as much as updating an old tree, and the result does not depend on earlier calls.
 */
import { grownInt32 } from '../contact-points.ts';
import type { Candidates } from './candidates.ts';
import { overlap } from './overlap.ts';

const LEAF = 4; // boxes

export class AabbTree {
  private member = new Int32Array(0);
  private from = new Int32Array(0); // of each node: members from .. to
  private to = new Int32Array(0);
  private child = new Int32Array(0); // the left one; the right one follows it; -1 for leaves
  private box = new Float64Array(0); // 6 a node
  private key = new Float64Array(0); // centres along the axis that is being halved
  private nodes = 0;
  private stack = new Int32Array(128);

  /** Gives the pairs among members[0 .. count) that may be near to `found`. */
  find(members: Int32Array, count: number, found: Candidates): void {
    if (count < 2) return;
    this.reserve(count);
    for (let k = 0; k < count; k++) this.member[k] = members[k];
    this.build(count, found.wide);
    this.meetItself(found);
  }

  private build(count: number, bounds: Float64Array): void {
    this.nodes = 1;
    this.from[0] = 0;
    this.to[0] = count;
    for (let node = 0; node < this.nodes; node++) {
      const axis = this.enclose(node, bounds);
      const from = this.from[node];
      const to = this.to[node];
      this.child[node] = -1;
      if (to - from <= LEAF) continue;
      for (let k = from; k < to; k++) {
        const at = 6 * this.member[k] + axis;
        this.key[k] = bounds[at] + bounds[at + 3];
      }
      const half = (from + to) >> 1;
      this.partition(from, to - 1, half);
      const left = this.nodes;
      this.nodes += 2;
      this.child[node] = left;
      this.from[left] = from;
      this.to[left] = half;
      this.from[left + 1] = half;
      this.to[left + 1] = to;
    }
  }

  /** The box of a node; returns the axis along which the centres are spread most. */
  private enclose(node: number, bounds: Float64Array): number {
    const { box, member } = this;
    const at = 6 * node;
    for (let i = 0; i < 3; i++) {
      box[at + i] = Number.POSITIVE_INFINITY;
      box[at + 3 + i] = Number.NEGATIVE_INFINITY;
    }
    let axis = 0;
    let most = -1;
    for (let i = 0; i < 3; i++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = this.from[node]; k < this.to[node]; k++) {
        const b = 6 * member[k] + i;
        box[at + i] = Math.min(box[at + i], bounds[b]);
        box[at + 3 + i] = Math.max(box[at + 3 + i], bounds[b + 3]);
        const centre = bounds[b] + bounds[b + 3];
        low = Math.min(low, centre);
        high = Math.max(high, centre);
      }
      if (high - low > most) {
        most = high - low;
        axis = i;
      }
    }
    return axis;
  }

  /** Puts the members with the smaller keys before `half`: Hoare's selection, the middle one as pivot. */
  private partition(first: number, last: number, half: number): void {
    const { key, member } = this;
    let low = first;
    let high = last;
    while (low < high) {
      const pivot = key[(low + high) >> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (key[i] < pivot) i++;
        while (key[j] > pivot) j--;
        if (i > j) break;
        const k = key[i];
        key[i] = key[j];
        key[j] = k;
        const m = member[i];
        member[i] = member[j];
        member[j] = m;
        i++;
        j--;
      }
      if (half <= j) high = j;
      else if (half >= i) low = i;
      else return;
    }
  }

  /** Every node against itself and against its sister, downwards while their boxes meet. */
  private meetItself(found: Candidates): void {
    let top = 0;
    for (let node = 0; node < this.nodes; node++) {
      const left = this.child[node];
      if (left < 0) {
        this.leaf(node, node, found);
        continue;
      }
      top = 0;
      this.stack[top++] = left;
      this.stack[top++] = left + 1;
      while (top > 0) {
        const b = this.stack[--top];
        const a = this.stack[--top];
        if (!overlap(this.box, 6 * a, this.box, 6 * b)) continue;
        const childA = this.child[a];
        const childB = this.child[b];
        if (childA < 0 && childB < 0) {
          this.leaf(a, b, found);
          continue;
        }
        if (top + 4 > this.stack.length) this.stack = grownInt32(this.stack, 2 * this.stack.length);
        // the larger one is opened
        const openA = childB < 0 || (childA >= 0 && this.to[a] - this.from[a] >= this.to[b] - this.from[b]);
        this.stack[top++] = openA ? childA : a;
        this.stack[top++] = openA ? b : childB;
        this.stack[top++] = openA ? childA + 1 : a;
        this.stack[top++] = openA ? b : childB + 1;
      }
    }
  }

  private leaf(a: number, b: number, found: Candidates): void {
    const { member, from, to } = this;
    for (let k = from[a]; k < to[a]; k++)
      for (let m = a === b ? k + 1 : from[b]; m < to[b]; m++) found.push(member[k], member[m]);
  }

  private reserve(count: number): void {
    if (count <= this.member.length) return;
    const capacity = 2 * count;
    this.member = new Int32Array(capacity);
    this.key = new Float64Array(capacity);
    this.from = new Int32Array(2 * capacity);
    this.to = new Int32Array(2 * capacity);
    this.child = new Int32Array(2 * capacity);
    this.box = new Float64Array(12 * capacity);
  }
}
