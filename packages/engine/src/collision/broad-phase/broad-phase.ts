/**
 * The broad phase: like-sized boxes go through the grid, planes and the few boxes that are much larger are tested against
 * all; if there are many larger ones, a tree takes all boxes.   docs/theory/collision.md (CO17)
 * Like-sized means up to 8 times the median: sizes are counted by powers of two. The choice depends on counts only.
 */

import type { Colliders } from '../colliders.ts';
import { AabbTree, overlap } from './aabb-tree.ts';
import { type Candidates, reaches } from './candidates.ts';
import { UniformGrid } from './uniform-grid.ts';

/** Powers of two above the median that still count as like-sized. */
const OCTAVES = 2;
/** So many larger boxes are tested against all; more go into the tree with the others. */
const FEW = 16;
const MICROMETRES = 1048576; // 2^20 per metre: sizes from a micrometre to two kilometres are distinguished

export class BroadPhase {
  private readonly grid = new UniformGrid();
  private readonly tree = new AabbTree();
  private planes = 0;
  private octave = new Uint8Array(0);
  private readonly histogram = new Int32Array(32);
  private small = new Int32Array(0);
  private large = new Int32Array(0);

  /** Gives all pairs whose boxes overlap to `found`. Boxes include the margins; R are the colliders' rotations. */
  find(colliders: Colliders, bounds: Float64Array, R: Float64Array, found: Candidates): void {
    const n = colliders.count;
    if (this.small.length < n) {
      this.octave = new Uint8Array(2 * n);
      this.small = new Int32Array(2 * n);
      this.large = new Int32Array(2 * n);
    }
    const limit = this.limit(colliders, bounds);
    let small = 0;
    let large = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      if (this.octave[i] > limit) this.large[large++] = i;
      else {
        this.small[small++] = i;
        size = Math.max(size, side(bounds, i));
      }
    }
    if (large - this.planes > FEW) {
      // too many to be tested against all: everything with a box goes into the tree
      let planes = 0;
      for (let k = 0; k < large; k++) {
        const i = this.large[k];
        if (colliders.shape[i].kind === 'plane') this.large[planes++] = i;
        else this.small[small++] = i;
      }
      large = planes;
      this.tree.find(this.small, small, bounds, found);
    } else this.grid.find(this.small, small, bounds, size, found);
    for (let k = 0; k < large; k++) {
      const i = this.large[k];
      for (let m = k + 1; m < large; m++) this.test(colliders, bounds, R, i, this.large[m], found);
      for (let m = 0; m < small; m++) this.test(colliders, bounds, R, i, this.small[m], found);
    }
  }

  /** The largest octave that goes into the grid; planes are in none. */
  private limit({ count, shape }: Colliders, bounds: Float64Array): number {
    const { histogram, octave } = this;
    histogram.fill(0);
    let finite = 0;
    this.planes = 0;
    for (let i = 0; i < count; i++) {
      if (shape[i].kind === 'plane') {
        octave[i] = 255;
        this.planes++;
        continue;
      }
      octave[i] = 31 - Math.clz32(Math.min(Math.max(side(bounds, i) * MICROMETRES, 1), 2147483647));
      histogram[octave[i]]++;
      finite++;
    }
    let below = 0;
    let median = 0;
    while (median < 31 && 2 * (below + histogram[median]) < finite) below += histogram[median++];
    return median + OCTAVES;
  }

  private test(
    colliders: Colliders,
    bounds: Float64Array,
    R: Float64Array,
    i: number,
    j: number,
    found: Candidates,
  ): void {
    if (colliders.shape[i].kind === 'plane') {
      if (colliders.shape[j].kind !== 'plane' && reaches(colliders, bounds, R, i, j)) found.push(i, j);
    } else if (colliders.shape[j].kind === 'plane') {
      if (reaches(colliders, bounds, R, j, i)) found.push(i, j);
    } else if (overlap(bounds, 6 * i, bounds, 6 * j)) found.push(i, j);
  }
}

/** The longest side of a box. */
function side(bounds: Float64Array, i: number): number {
  const at = 6 * i;
  return Math.max(bounds[at + 3] - bounds[at], bounds[at + 4] - bounds[at + 1], bounds[at + 5] - bounds[at + 2]);
}
