/**
 * The broad phase: like-sized boxes go through the grid, planes and the few boxes that are much larger are tested against
 * all; if there are many larger ones, a tree takes all boxes.   docs/theory/collision.md (CO17)
 * Like-sized means up to 8 times the median: sizes are counted by powers of two. The choice depends on counts only.
 */
import type { Colliders } from '../colliders.ts';
import { AabbTree } from './aabb-tree.ts';
import type { Candidates } from './candidates.ts';
import { UniformGrid } from './uniform-grid.ts';

/** Powers of two above the median that still count as like-sized. */
const OCTAVES = 2;
/** So many larger boxes are tested against all; more go into the tree with the others. */
const FEW = 16;
const PLANE = 255; // the octave of a plane
const MICROMETRES = 1048576; // 2^20 per metre: sizes from a micrometre to two kilometres are distinguished

export class BroadPhase {
  private readonly grid = new UniformGrid();
  private readonly tree = new AabbTree();
  private octave = new Uint8Array(0);
  private readonly histogram = new Int32Array(32);
  private small = new Int32Array(0);
  private large = new Int32Array(0);

  /** Gives `found` all pairs of its boxes that overlap. R are the colliders' rotations. */
  find(colliders: Colliders, R: Float64Array, found: Candidates): void {
    const bounds = found.wide;
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
      if (this.octave[i] === PLANE) this.testPlane(colliders, R, i, found);
      else if (this.octave[i] > limit) this.large[large++] = i;
      else {
        this.small[small++] = i;
        size = Math.max(size, side(bounds, i));
      }
    }
    if (large > FEW) {
      // too many to be tested against all: everything with a box goes into the tree
      for (let k = 0; k < large; k++) this.small[small++] = this.large[k];
      this.tree.find(this.small, small, found);
      return;
    }
    this.grid.find(this.small, small, size, found);
    for (let k = 0; k < large; k++) {
      const i = this.large[k];
      for (let m = k + 1; m < large; m++) found.push(i, this.large[m]);
      for (let m = 0; m < small; m++) found.push(i, this.small[m]);
    }
  }

  /** The largest octave that goes into the grid; planes are in none. */
  private limit({ count, shape }: Colliders, bounds: Float64Array): number {
    const { histogram, octave } = this;
    histogram.fill(0);
    let finite = 0;
    for (let i = 0; i < count; i++) {
      if (shape[i].kind === 'plane') {
        octave[i] = PLANE;
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

  /** All boxes that come as low as the margin of plane i: `reaches`, with what is the same for all written once. */
  private testPlane({ count, pose, margin }: Colliders, R: Float64Array, i: number, found: Candidates): void {
    const { octave } = this;
    const { wide } = found;
    const nx = R[9 * i + 2];
    const ny = R[9 * i + 5];
    const nz = R[9 * i + 8];
    const px = pose[7 * i];
    const py = pose[7 * i + 1];
    const pz = pose[7 * i + 2];
    const atX = nx > 0 ? 0 : 3;
    const atY = ny > 0 ? 1 : 4;
    const atZ = nz > 0 ? 2 : 5;
    const reach = margin[i];
    for (let j = 0, at = 0; j < count; j++, at += 6) {
      const height = nx * (wide[at + atX] - px) + ny * (wide[at + atY] - py) + nz * (wide[at + atZ] - pz);
      if (height <= reach && octave[j] !== PLANE) found.push(i, j);
    }
  }
}

/** The longest side of a box. */
function side(bounds: Float64Array, i: number): number {
  const at = 6 * i;
  return Math.max(bounds[at + 3] - bounds[at], bounds[at + 4] - bounds[at + 1], bounds[at + 5] - bounds[at + 2]);
}
