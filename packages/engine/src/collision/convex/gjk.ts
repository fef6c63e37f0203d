/**
 * Distance of two convex cores by Gilbert, Johnson and Keerthi: the point of W = B - A nearest to the origin, W known
 * by its support points only.   docs/theory/collision.md (CO19)
 *
 *   |v| is an upper bound of the distance, v . w/|v| a lower one; they meet
 */
import type { Convex } from './convex.ts';

/** Bounds agree to this part of the distance. */
const AGREE = 1e-13;
const ITERATIONS = 128;

export class Gjk {
  /** Distance of the cores, m; 0 if they overlap. */
  distance = 0;
  /** From the nearest point of A to that of B; its length is the distance. */
  readonly v = new Float64Array(3);
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);
  /** The last simplex, which EPA starts from: points of W and where they come from, 3 each. */
  count = 0;
  readonly w = new Float64Array(12);
  readonly a = new Float64Array(12);
  readonly b = new Float64Array(12);
  private readonly weight = new Float64Array(4);
  private readonly tried = new Float64Array(4);

  /** Stops early once the distance is proven to exceed `limit`; then it is a lower bound. True if the cores overlap. */
  run(A: Convex, B: Convex, limit: number): boolean {
    const { v, w, a, b } = this;
    A.support(1, 0, 0, a, 0);
    B.support(-1, 0, 0, b, 0);
    for (let i = 0; i < 3; i++) {
      v[i] = b[i] - a[i];
      w[i] = v[i];
    }
    this.count = 1;
    this.weight[0] = 1;
    let scale = 0;
    for (let k = 0; k < ITERATIONS; k++) {
      const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      if (square <= 1e-28 * scale) return this.overlapping();
      const at = 3 * this.count;
      A.support(v[0], v[1], v[2], a, at);
      B.support(-v[0], -v[1], -v[2], b, at);
      let along = 0;
      let size = 0;
      for (let i = 0; i < 3; i++) {
        w[at + i] = b[at + i] - a[at + i];
        along += v[i] * w[at + i];
        size += w[at + i] * w[at + i];
      }
      scale = Math.max(scale, size);
      const length = Math.sqrt(square);
      if (along > limit * length) {
        this.distance = along / length;
        return false;
      }
      if (square - along <= AGREE * square || this.known(at)) break;
      this.count++;
      if (this.nearest()) return this.overlapping();
      const now = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      if (now >= square && k > 0) break; // rounding: no progress
    }
    this.distance = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    this.witnesses();
    return false;
  }

  /**
   * The direction from A to B that the simplex itself shows, unit: square to its face or edge, so that it stays exact
   * when the distance is almost zero. False if it shows none.
   */
  direction(out: Float64Array): boolean {
    const { w, v } = this;
    let x = v[0];
    let y = v[1];
    let z = v[2];
    const ux = w[3] - w[0];
    const uy = w[4] - w[1];
    const uz = w[5] - w[2];
    if (this.count === 2) {
      const along = (x * ux + y * uy + z * uz) / (ux * ux + uy * uy + uz * uz);
      x -= along * ux;
      y -= along * uy;
      z -= along * uz;
    } else if (this.count === 3) {
      const px = w[6] - w[0];
      const py = w[7] - w[1];
      const pz = w[8] - w[2];
      x = uy * pz - uz * py;
      y = uz * px - ux * pz;
      z = ux * py - uy * px;
      if (x * v[0] + y * v[1] + z * v[2] < 0) {
        x = -x;
        y = -y;
        z = -z;
      }
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return false;
    out[0] = x / length;
    out[1] = y / length;
    out[2] = z / length;
    return true;
  }

  private overlapping(): true {
    this.distance = 0;
    return true;
  }

  /** True if the newest point is in the simplex already. */
  private known(at: number): boolean {
    const { w } = this;
    for (let k = 0; k < at; k += 3) if (w[k] === w[at] && w[k + 1] === w[at + 1] && w[k + 2] === w[at + 2]) return true;
    return false;
  }

  /** v becomes the point of the simplex nearest to the origin, the simplex what holds it; true if it is a full one around the origin. */
  private nearest(): boolean {
    const { weight, tried, w, v } = this;
    const full = this.count;
    let best = Number.POSITIVE_INFINITY;
    let bestMask = 0;
    // all faces of the simplex: the projection of the origin counts if its weights are positive. Those without the
    // newest corner need not be tried but for rounding, and then they keep v from growing
    for (let mask = 1; mask < 1 << full; mask++) {
      const square = this.project(mask);
      if (square < best) {
        best = square;
        bestMask = mask;
        for (let k = 0; k < 4; k++) weight[k] = tried[k];
      }
    }
    if (bestMask === 15) return true;
    let kept = 0;
    v[0] = 0;
    v[1] = 0;
    v[2] = 0;
    for (let k = 0; k < full; k++) {
      if ((bestMask & (1 << k)) === 0) continue;
      for (let i = 0; i < 3; i++) {
        w[3 * kept + i] = w[3 * k + i];
        this.a[3 * kept + i] = this.a[3 * k + i];
        this.b[3 * kept + i] = this.b[3 * k + i];
        v[i] += weight[k] * w[3 * kept + i];
      }
      weight[kept++] = weight[k];
    }
    this.count = kept;
    return false;
  }

  /** Weights of the projection of the origin on the face with these corners; the square of its distance, infinite if it is outside. */
  private project(mask: number): number {
    const { w, tried } = this;
    let n = 0;
    let i0 = 0;
    let i1 = 0;
    let i2 = 0;
    for (let k = 0; k < 4; k++) {
      tried[k] = 0;
      if ((mask & (1 << k)) === 0) continue;
      if (n === 0) i0 = k;
      else if (n === 1) i1 = k;
      else if (n === 2) i2 = k;
      n++;
    }
    const p = 3 * i0;
    const px = w[p];
    const py = w[p + 1];
    const pz = w[p + 2];
    if (n === 1) {
      tried[i0] = 1;
      return px * px + py * py + pz * pz;
    }
    const ux = w[3 * i1] - px;
    const uy = w[3 * i1 + 1] - py;
    const uz = w[3 * i1 + 2] - pz;
    const uu = ux * ux + uy * uy + uz * uz;
    const up = -(ux * px + uy * py + uz * pz);
    if (n === 2) {
      const s = up / uu;
      if (!(s > 0 && s < 1)) return Number.POSITIVE_INFINITY;
      tried[i0] = 1 - s;
      tried[i1] = s;
      const x = px + s * ux;
      const y = py + s * uy;
      const z = pz + s * uz;
      return x * x + y * y + z * z;
    }
    const vx = w[3 * i2] - px;
    const vy = w[3 * i2 + 1] - py;
    const vz = w[3 * i2 + 2] - pz;
    // normal of the face: areas of the parts, seen along it, are the weights
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const nn = nx * nx + ny * ny + nz * nz;
    if (n === 3) {
      if (!(nn > 1e-28 * uu * (vx * vx + vy * vy + vz * vz))) return Number.POSITIVE_INFINITY; // flat: its edges give the same
      // s = n . (q x v)/nn, r = n . (u x q)/nn with q = -p
      const s = (nx * (pz * vy - py * vz) + ny * (px * vz - pz * vx) + nz * (py * vx - px * vy)) / nn;
      const r = (nx * (uz * py - uy * pz) + ny * (ux * pz - uz * px) + nz * (uy * px - ux * py)) / nn;
      if (!(s > 0 && r > 0 && s + r < 1)) return Number.POSITIVE_INFINITY;
      tried[i0] = 1 - s - r;
      tried[i1] = s;
      tried[i2] = r;
      const height = (px * nx + py * ny + pz * nz) / Math.sqrt(nn);
      return height * height;
    }
    // four: inside when the origin is on the inner side of the three faces with the newest corner and of the one without
    return this.surrounds() ? -1 : Number.POSITIVE_INFINITY;
  }

  /** True if the tetrahedron holds the origin. */
  private surrounds(): boolean {
    for (let skip = 0; skip < 4; skip++) {
      const i = skip === 0 ? 1 : 0;
      const j = skip <= 1 ? 2 : 1;
      const k = skip <= 2 ? 3 : 2;
      const inner = this.side(i, j, k, skip);
      const origin = this.side(i, j, k, -1);
      if (inner === 0 || inner * origin < 0) return false;
    }
    return true;
  }

  /** Signed volume of corner m (the origin if m < 0) over the face i, j, k. */
  private side(i: number, j: number, k: number, m: number): number {
    const { w } = this;
    const ax = w[3 * i];
    const ay = w[3 * i + 1];
    const az = w[3 * i + 2];
    const ux = w[3 * j] - ax;
    const uy = w[3 * j + 1] - ay;
    const uz = w[3 * j + 2] - az;
    const vx = w[3 * k] - ax;
    const vy = w[3 * k + 1] - ay;
    const vz = w[3 * k + 2] - az;
    const dx = (m < 0 ? 0 : w[3 * m]) - ax;
    const dy = (m < 0 ? 0 : w[3 * m + 1]) - ay;
    const dz = (m < 0 ? 0 : w[3 * m + 2]) - az;
    return dx * (uy * vz - uz * vy) + dy * (uz * vx - ux * vz) + dz * (ux * vy - uy * vx);
  }

  private witnesses(): void {
    const { onA, onB, a, b, weight } = this;
    for (let i = 0; i < 3; i++) {
      onA[i] = 0;
      onB[i] = 0;
      for (let k = 0; k < this.count; k++) {
        onA[i] += weight[k] * a[3 * k + i];
        onB[i] += weight[k] * b[3 * k + i];
      }
    }
  }
}
