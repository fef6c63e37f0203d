/**
 * Depth of two convex cores that overlap, by the expanding polytope: a polytope inside W = B - A around the origin grows
 * at its face nearest to the origin until the face is one of W.   docs/theory/collision.md (CO20)
 *
 *   distance(face) <= depth <= support of W along its normal
 */
import { grownFloat64, grownInt32 } from '../contact-points.ts';
import type { Convex } from './convex.ts';
import type { Gjk } from './gjk.ts';

/** Support and face agree to this part of the size; round shapes have no last face, and below this only rounding. */
const AGREE = 1e-12;
const AGREE_ROUND = 1e-10;
/** The origin may be this part of the size outside the first tetrahedron, whose corners are the root of FLAT of it apart. */
const OUTSIDE = 1e-9;
const FLAT = 1e-20;
const ITERATIONS = 256;
const MOST_FACES = 2048;

export class Epa {
  /** The way out: unit, from A to B. Valid if run() returned true. */
  readonly n = new Float64Array(3);
  depth = 0;
  /** The points that are depth apart: in A and in B. */
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);

  private points = 0;
  private w = new Float64Array(3 * 64);
  private fromA = new Float64Array(3 * 64); // w = b - a
  private faces = 0;
  private found = 0;
  private corner = new Int32Array(3 * 128);
  private plane = new Float64Array(4 * 128); // outward unit normal, distance from the origin
  private alive = new Uint8Array(128);
  private horizon = new Int32Array(2 * 128);
  private horizonCount = 0;
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly best = new Float64Array(3);
  private readonly bestA = new Float64Array(3);

  /** False if no polytope around the origin can be built: the cores only touch. */
  run(A: Convex, B: Convex, start: Gjk): boolean {
    if (!this.begin(A, B, start)) return false;
    const size = this.largest();
    const round = A.core.curved || B.core.curved;
    const level = (round ? AGREE_ROUND : AGREE) * size;
    for (let k = 0; k < ITERATIONS && this.faces < MOST_FACES; k++) {
      const face = this.nearestFace();
      if (face < 0) return false;
      const nx = this.plane[4 * face];
      const ny = this.plane[4 * face + 1];
      const nz = this.plane[4 * face + 2];
      const at = this.supportPoint(A, B, nx, ny, nz);
      const reach = this.w[at] * nx + this.w[at + 1] * ny + this.w[at + 2] * nz;
      this.n[0] = -nx;
      this.n[1] = -ny;
      this.n[2] = -nz;
      this.depth = reach;
      if (reach - this.plane[4 * face + 3] <= level) return this.witnesses(face);
      if (!this.expand(at, level)) return this.witnesses(face); // rounding: as good as it gets
      this.found = face;
    }
    return this.witnesses(this.found);
  }

  /** Where the face comes from: its corners with the weights of the origin's projection. */
  private witnesses(face: number): true {
    const { w, fromA, corner, plane, onA, onB } = this;
    const i = 3 * corner[3 * face];
    const j = 3 * corner[3 * face + 1];
    const k = 3 * corner[3 * face + 2];
    const d = plane[4 * face + 3];
    const nx = plane[4 * face];
    const ny = plane[4 * face + 1];
    const nz = plane[4 * face + 2];
    const area = (p: number, q: number) => {
      const ux = w[p] - d * nx;
      const uy = w[p + 1] - d * ny;
      const uz = w[p + 2] - d * nz;
      const vx = w[q] - d * nx;
      const vy = w[q + 1] - d * ny;
      const vz = w[q + 2] - d * nz;
      return Math.max(nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx), 0);
    };
    const [wi, wj, wk] = [area(j, k), area(k, i), area(i, j)];
    const sum = wi + wj + wk;
    for (let m = 0; m < 3; m++) {
      onA[m] = (wi * fromA[i + m] + wj * fromA[j + m] + wk * fromA[k + m]) / sum;
      onB[m] = onA[m] + (wi * w[i + m] + wj * w[j + m] + wk * w[k + m]) / sum;
    }
    return true;
  }

  /** Adds the support point of W along n; returns where it is. */
  private supportPoint(A: Convex, B: Convex, nx: number, ny: number, nz: number): number {
    const { a, b } = this;
    if (3 * this.points + 3 > this.w.length) {
      this.w = grownFloat64(this.w, 2 * this.w.length);
      this.fromA = grownFloat64(this.fromA, this.w.length);
    }
    A.support(-nx, -ny, -nz, a, 0);
    B.support(nx, ny, nz, b, 0);
    const at = 3 * this.points++;
    for (let i = 0; i < 3; i++) {
      this.w[at + i] = b[i] - a[i];
      this.fromA[at + i] = a[i];
    }
    return at;
  }

  /** A tetrahedron that holds the origin: the last simplex, completed if it has fewer corners. */
  private begin(A: Convex, B: Convex, start: Gjk): boolean {
    this.points = 0;
    this.faces = 0;
    for (let k = 0; k < 3 * start.count; k++) {
      this.w[k] = start.w[k];
      this.fromA[k] = start.a[k];
    }
    this.points = start.count;
    while (this.points < 4) if (!this.complete(A, B)) return false;
    const { w } = this;
    const [p, q, r, s] = [0, 3, 6, 9];
    const volume =
      (w[s] - w[p]) * ((w[q + 1] - w[p + 1]) * (w[r + 2] - w[p + 2]) - (w[q + 2] - w[p + 2]) * (w[r + 1] - w[p + 1])) +
      (w[s + 1] - w[p + 1]) * ((w[q + 2] - w[p + 2]) * (w[r] - w[p]) - (w[q] - w[p]) * (w[r + 2] - w[p + 2])) +
      (w[s + 2] - w[p + 2]) * ((w[q] - w[p]) * (w[r + 1] - w[p + 1]) - (w[q + 1] - w[p + 1]) * (w[r] - w[p]));
    const turn = volume > 0;
    this.addFace(0, turn ? 2 : 1, turn ? 1 : 2);
    this.addFace(0, turn ? 1 : 3, turn ? 3 : 1);
    this.addFace(0, turn ? 3 : 2, turn ? 2 : 3);
    this.addFace(1, turn ? 2 : 3, turn ? 3 : 2);
    const rounding = OUTSIDE * this.largest();
    for (let f = 0; f < 4; f++) if (!(this.plane[4 * f + 3] > -rounding)) return false; // the origin is outside
    return true;
  }

  /** Size of the points, m. */
  private largest(): number {
    let size = 0;
    for (let k = 0; k < 3 * this.points; k++) size = Math.max(size, Math.abs(this.w[k]));
    return size;
  }

  /** One more corner, as far as possible from the others' point, line or plane. */
  private complete(A: Convex, B: Convex): boolean {
    const { w } = this;
    const n = this.points;
    let best = 0;
    let size = this.largest();
    const { best: kept, bestA } = this;
    for (let k = 0; k < 6; k++) {
      let x = k === 0 ? 1 : k === 1 ? -1 : 0;
      let y = k === 2 ? 1 : k === 3 ? -1 : 0;
      let z = k === 4 ? 1 : k === 5 ? -1 : 0;
      if (n === 3) {
        // both sides of the plane
        const sign = k % 2 === 0 ? 1 : -1;
        x = sign * ((w[4] - w[1]) * (w[8] - w[2]) - (w[5] - w[2]) * (w[7] - w[1]));
        y = sign * ((w[5] - w[2]) * (w[6] - w[0]) - (w[3] - w[0]) * (w[8] - w[2]));
        z = sign * ((w[3] - w[0]) * (w[7] - w[1]) - (w[4] - w[1]) * (w[6] - w[0]));
      }
      const at = this.supportPoint(A, B, x, y, z);
      for (let i = 0; i < 3; i++) size = Math.max(size, Math.abs(this.w[at + i]));
      this.points--;
      const off = this.offFlat(at, n);
      if (off <= best) continue;
      best = off;
      for (let i = 0; i < 3; i++) {
        kept[i] = this.w[at + i];
        bestA[i] = this.fromA[at + i];
      }
    }
    if (!(best > FLAT * size * size)) return false;
    for (let i = 0; i < 3; i++) {
      this.w[3 * n + i] = kept[i];
      this.fromA[3 * n + i] = bestA[i];
    }
    this.points = n + 1;
    return true;
  }

  /** Square of the distance of a point from the flat through the first n. */
  private offFlat(at: number, n: number): number {
    const { w } = this;
    const x = w[at] - w[0];
    const y = w[at + 1] - w[1];
    const z = w[at + 2] - w[2];
    if (n === 0) return w[at] * w[at] + w[at + 1] * w[at + 1] + w[at + 2] * w[at + 2];
    if (n === 1) return x * x + y * y + z * z;
    const ux = w[3] - w[0];
    const uy = w[4] - w[1];
    const uz = w[5] - w[2];
    const cx = y * uz - z * uy;
    const cy = z * ux - x * uz;
    const cz = x * uy - y * ux;
    if (n === 2) return (cx * cx + cy * cy + cz * cz) / (ux * ux + uy * uy + uz * uz);
    const vx = w[6] - w[0];
    const vy = w[7] - w[1];
    const vz = w[8] - w[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const volume = x * nx + y * ny + z * nz;
    return (volume * volume) / (nx * nx + ny * ny + nz * nz);
  }

  private nearestFace(): number {
    let best = -1;
    for (let f = 0; f < this.faces; f++)
      if (this.alive[f] !== 0 && (best < 0 || this.plane[4 * f + 3] < this.plane[4 * best + 3])) best = f;
    return best;
  }

  /** Replaces what the new point sees by a fan; false if it sees nothing. */
  private expand(at: number, level: number): boolean {
    const { w, plane, alive, corner } = this;
    this.horizonCount = 0;
    for (let f = 0; f < this.faces; f++) {
      if (alive[f] === 0) continue;
      const height =
        plane[4 * f] * w[at] + plane[4 * f + 1] * w[at + 1] + plane[4 * f + 2] * w[at + 2] - plane[4 * f + 3];
      if (height <= 0.1 * level) continue;
      alive[f] = 0;
      for (let k = 0; k < 3; k++) this.toggle(corner[3 * f + k], corner[3 * f + ((k + 1) % 3)]);
    }
    if (this.horizonCount === 0) return false;
    const count = this.horizonCount;
    for (let k = 0; k < count; k++) this.addFace(this.horizon[2 * k], this.horizon[2 * k + 1], at / 3);
    return true;
  }

  /** An edge seen from both sides is not on the horizon. */
  private toggle(from: number, to: number): void {
    const { horizon } = this;
    for (let k = 0; k < this.horizonCount; k++) {
      if (horizon[2 * k] !== to || horizon[2 * k + 1] !== from) continue;
      this.horizonCount--;
      horizon[2 * k] = horizon[2 * this.horizonCount];
      horizon[2 * k + 1] = horizon[2 * this.horizonCount + 1];
      return;
    }
    if (2 * this.horizonCount + 2 > horizon.length) this.horizon = grownInt32(horizon, 2 * horizon.length);
    this.horizon[2 * this.horizonCount] = from;
    this.horizon[2 * this.horizonCount + 1] = to;
    this.horizonCount++;
  }

  private addFace(i: number, j: number, k: number): void {
    const f = this.faces++;
    if (f >= this.alive.length) {
      const alive = new Uint8Array(2 * this.alive.length);
      alive.set(this.alive);
      this.alive = alive;
      this.corner = grownInt32(this.corner, 3 * alive.length);
      this.plane = grownFloat64(this.plane, 4 * alive.length);
    }
    const { w } = this;
    const ux = w[3 * j] - w[3 * i];
    const uy = w[3 * j + 1] - w[3 * i + 1];
    const uz = w[3 * j + 2] - w[3 * i + 2];
    const vx = w[3 * k] - w[3 * i];
    const vy = w[3 * k + 1] - w[3 * i + 1];
    const vz = w[3 * k + 2] - w[3 * i + 2];
    let x = uy * vz - uz * vy;
    let y = uz * vx - ux * vz;
    let z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    this.alive[f] = length > 0 ? 1 : 0; // a face without area would only be in the way
    x /= length;
    y /= length;
    z /= length;
    this.corner[3 * f] = i;
    this.corner[3 * f + 1] = j;
    this.corner[3 * f + 2] = k;
    this.plane[4 * f] = x;
    this.plane[4 * f + 1] = y;
    this.plane[4 * f + 2] = z;
    this.plane[4 * f + 3] = x * w[3 * i] + y * w[3 * i + 1] + z * w[3 * i + 2];
  }
}
