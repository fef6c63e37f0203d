/**
 * Surfaces of triangles that stand still: which triangles are near a box, where their corners are, and what lies across
 * their edges. A mesh has a tree, a height field its grid.   docs/theory/collision.md (CO26)
 */
import { overlap } from '../broad-phase/overlap.ts';
import { grownInt32 } from '../contact-points.ts';
import type { HeightField, Mesh, Triangle } from './shape.ts';

export type Surface = Mesh | HeightField;

/** One triangle at a time, with the directions into its neighbours. */
export class TriangleView implements Triangle {
  readonly kind = 'triangle';
  readonly corner = new Float64Array(9);
  readonly normal = new Float64Array(3);
  /** Across edge k, in the neighbour and square to the edge, unit; zero if there is none. */
  readonly into = new Float64Array(9);
  /** Triangles found by the last query. */
  count = 0;
  found = new Int32Array(64);
  private readonly other = new Float64Array(9);
  private readonly otherNormal = new Float64Array(3);
  private stack = new Int32Array(64);

  /** Finds the triangles whose boxes meet the box (lower xyz, upper xyz). */
  query(surface: Surface, box: Float64Array): void {
    this.count = 0;
    if (surface.kind === 'mesh') this.queryMesh(surface, box);
    else this.queryField(surface, box);
  }

  load(surface: Surface, id: number): void {
    corners(surface, id, this.corner);
    normalOf(this.corner, this.normal);
    for (let k = 0; k < 3; k++) {
      const next = neighbour(surface, id, k);
      if (next < 0) {
        for (let i = 0; i < 3; i++) this.into[3 * k + i] = 0;
        continue;
      }
      corners(surface, next, this.other);
      normalOf(this.other, this.otherNormal);
      const m = 3 * ((k + 1) % 3);
      const dx = this.corner[m] - this.corner[3 * k];
      const dy = this.corner[m + 1] - this.corner[3 * k + 1];
      const dz = this.corner[m + 2] - this.corner[3 * k + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const n = this.otherNormal;
      this.into[3 * k] = (dy * n[2] - dz * n[1]) / length;
      this.into[3 * k + 1] = (dz * n[0] - dx * n[2]) / length;
      this.into[3 * k + 2] = (dx * n[1] - dy * n[0]) / length;
    }
  }

  /**
   * True if the surface can push along n from this triangle: n must not lean over a neighbour, which would be nearer
   * then. Across an open edge anything goes.
   */
  allows(nx: number, ny: number, nz: number): boolean {
    const { normal, corner, into } = this;
    if (nx * normal[0] + ny * normal[1] + nz * normal[2] < LEAN) return false;
    for (let k = 0; k < 3; k++) {
      const m = 3 * ((k + 1) % 3);
      const dx = corner[m] - corner[3 * k];
      const dy = corner[m + 1] - corner[3 * k + 1];
      const dz = corner[m + 2] - corner[3 * k + 2];
      const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const out =
        nx * (dy * normal[2] - dz * normal[1]) +
        ny * (dz * normal[0] - dx * normal[2]) +
        nz * (dx * normal[1] - dy * normal[0]);
      if (out <= LEAN * size) continue;
      if (nx * into[3 * k] + ny * into[3 * k + 1] + nz * into[3 * k + 2] > LEAN) return false;
    }
    return true;
  }

  private take(id: number): void {
    if (this.count === this.found.length) this.found = grownInt32(this.found, 2 * this.count);
    this.found[this.count++] = id;
  }

  private queryMesh({ node, nodeBox, order }: Mesh, box: Float64Array): void {
    let top = 0;
    this.stack[top++] = 0;
    while (top > 0) {
      const at = this.stack[--top];
      if (!overlap(nodeBox, 6 * at, box, 0)) continue;
      const first = node[2 * at];
      const second = node[2 * at + 1];
      if (second < 0) {
        for (let k = first; k < first - second; k++) this.take(order[k]);
        continue;
      }
      if (top + 2 > this.stack.length) this.stack = grownInt32(this.stack, 2 * this.stack.length);
      this.stack[top++] = second;
      this.stack[top++] = first;
    }
  }

  private queryField({ nx, ny, dx, dy, height }: HeightField, box: Float64Array): void {
    const i0 = Math.max(0, Math.floor(box[0] / dx));
    const i1 = Math.min(nx - 2, Math.floor(box[3] / dx));
    const j0 = Math.max(0, Math.floor(box[1] / dy));
    const j1 = Math.min(ny - 2, Math.floor(box[4] / dy));
    for (let j = j0; j <= j1; j++)
      for (let i = i0; i <= i1; i++) {
        const a = height[j * nx + i];
        const b = height[j * nx + i + 1];
        const c = height[(j + 1) * nx + i];
        const d = height[(j + 1) * nx + i + 1];
        // from below everything counts: a field has no other side
        if (Math.max(a, b, c, d) < box[2]) continue;
        const cell = j * (nx - 1) + i;
        this.take(2 * cell);
        this.take(2 * cell + 1);
      }
  }
}

/** Sines below this are rounding. */
const LEAN = 1e-6;

/** Corners of a triangle in outward order. Cells of a field are split along the diagonal from their lowest corner. */
export function corners(surface: Surface, id: number, out: Float64Array): void {
  if (surface.kind === 'mesh') {
    for (let k = 0; k < 3; k++) {
      const v = 3 * surface.corner[3 * id + k];
      for (let i = 0; i < 3; i++) out[3 * k + i] = surface.vertex[v + i];
    }
    return;
  }
  const { nx, dx, dy, height } = surface;
  const cell = id >> 1;
  const i = cell % (nx - 1);
  const j = (cell - i) / (nx - 1);
  for (let k = 0; k < 3; k++) {
    const upper = (id & 1) === 1;
    const ci = i + (upper ? (k === 1 ? 1 : 0) : k === 0 ? 0 : 1);
    const cj = j + (upper ? (k === 0 ? 0 : 1) : k === 2 ? 1 : 0);
    out[3 * k] = ci * dx;
    out[3 * k + 1] = cj * dy;
    out[3 * k + 2] = height[cj * nx + ci];
  }
}

export function normalOf(corner: Float64Array, out: Float64Array): void {
  const ux = corner[3] - corner[0];
  const uy = corner[4] - corner[1];
  const uz = corner[5] - corner[2];
  const vx = corner[6] - corner[0];
  const vy = corner[7] - corner[1];
  const vz = corner[8] - corner[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

/** The triangle across edge k, or -1. */
function neighbour(surface: Surface, id: number, k: number): number {
  if (surface.kind === 'mesh') return surface.neighbour[3 * id + k];
  const { nx, ny } = surface;
  const cell = id >> 1;
  const i = cell % (nx - 1);
  const j = (cell - i) / (nx - 1);
  if ((id & 1) === 0) {
    if (k === 0) return j > 0 ? 2 * (cell - (nx - 1)) + 1 : -1;
    if (k === 1) return i < nx - 2 ? 2 * (cell + 1) + 1 : -1;
    return id + 1;
  }
  if (k === 0) return id - 1;
  if (k === 1) return j < ny - 2 ? 2 * (cell + nx - 1) : -1;
  return i > 0 ? 2 * (cell - 1) : -1;
}

/** World box of a box in the surface's own axes: lower xyz, upper xyz.   shape-kind.ts */
export function boxBounds(box: Float64Array, pose: Float64Array, R: Float64Array, out: Float64Array, k: number): void {
  for (let i = 0; i < 3; i++) {
    let low = pose[7 * k + i];
    let high = pose[7 * k + i];
    for (let j = 0; j < 3; j++) {
      const r = R[9 * k + 3 * i + j];
      low += Math.min(r * box[j], r * box[3 + j]);
      high += Math.max(r * box[j], r * box[3 + j]);
    }
    out[6 * k + i] = low;
    out[6 * k + 3 + i] = high;
  }
}
