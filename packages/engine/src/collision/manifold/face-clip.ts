/**
 * The manifold of two boxes along a face normal of one of them: clip.ts with the rectangle's own sides, a third of the
 * time.   docs/theory/collision.md (CO8) (CO24)
 * Doubles travel in arrays: as arguments of calls that are not inlined each would be allocated.
 */
import type { Vec3 } from '../../linalg/vec3.ts';
import { BOX_CORNERS, BOX_EDGES } from '../features/box-features.ts';
import { mirrored } from '../features/feature-names.ts';
import type { PairPoints } from '../pair-points.ts';
import type { Box } from '../shapes/shape.ts';

const INSIDE = 1e-12; // as in clip.ts
const MERGED = 1e-3;
const EQUAL = 1e-12;
const LEVEL = 1e-9;
/** Sides of the overlap: -1 left, -2 right, -3 bottom, -4 top of the rectangle; 0-3 those of the other face. */
const MOST = 16;

export class FaceClip {
  /** 0: the smallest gap; 1: how far the deepest part is inside the rectangle (CO24), m; 2: the shortest half side. */
  readonly result = new Float64Array(3);
  private readonly R = new Float64Array(9); // the other box in the axes of the one with the face
  private readonly t = new Float64Array(3);
  private readonly size = new Float64Array(3); // half the rectangle along u and v, and its height
  private readonly corner = new Float64Array(8); // of the other face, u and v
  private count = 0;
  private u = new Float64Array(MOST);
  private v = new Float64Array(MOST);
  private w = new Float64Array(MOST);
  private label = new Int32Array(MOST);
  private u2 = new Float64Array(MOST);
  private v2 = new Float64Array(MOST);
  private w2 = new Float64Array(MOST);
  private label2 = new Int32Array(MOST);
  private readonly name = new Int32Array(MOST);

  /** Axes 0-2 are the faces of a, 3-5 those of b. Adds the points with gap <= margin. */
  run(a: Box, b: Box, pair: PairPoints, axis: number): void {
    const ofA = axis < 3;
    const i = ofA ? axis : axis - 3;
    if (!ofA) this.turn(pair);
    const R = ofA ? pair.R : this.R;
    const t = ofA ? pair.t : this.t;
    const ref = ofA ? a.half : b.half;
    const other = ofA ? b.half : a.half;
    const face = 2 * i + (t[i] < 0 ? 0 : 1);
    this.size[0] = ref[(i + 1) % 3];
    this.size[1] = ref[(i + 2) % 3];
    this.size[2] = ref[i];
    const opposite = this.load(other, R, t, i, face);
    for (let side = 0; side < 4 && this.count > 0; side++) this.cut(side);
    this.finish(pair, ofA, face, opposite, other);
  }

  /** The pose of a in the axes of b. */
  private turn({ R, t }: PairPoints): void {
    for (let k = 0; k < 3; k++) {
      this.t[k] = -(R[k] * t[0] + R[3 + k] * t[1] + R[6 + k] * t[2]);
      for (let m = 0; m < 3; m++) this.R[3 * k + m] = R[3 * m + k];
    }
  }

  /** The face of the other box that looks against the axis becomes the polygon; returns which it is. */
  private load(half: Vec3, R: Float64Array, t: Float64Array, i: number, face: number): number {
    const { u, v, w, label, corner } = this;
    const height = this.size[2];
    const up = face & 1 ? 1 : -1;
    const x = Math.abs(R[3 * i]);
    const y = Math.abs(R[3 * i + 1]);
    const z = Math.abs(R[3 * i + 2]);
    const m = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const opposite = 2 * m + (up * R[3 * i + m] > 0 ? 0 : 1);
    const iu = i === 2 ? 0 : i + 1;
    const iv = i === 0 ? 2 : i - 1;
    const around = BOX_CORNERS[opposite];
    // read once: V8 reads again after every write, which might be to the same memory
    const u0 = R[3 * iu];
    const u1 = R[3 * iu + 1];
    const u2 = R[3 * iu + 2];
    const v0 = R[3 * iv];
    const v1 = R[3 * iv + 1];
    const v2 = R[3 * iv + 2];
    const w0 = R[3 * i];
    const w1 = R[3 * i + 1];
    const w2 = R[3 * i + 2];
    const tu = t[iu];
    const tv = t[iv];
    const tw = t[i];
    const hx = half[0];
    const hy = half[1];
    const hz = half[2];
    for (let k = 0; k < 4; k++) {
      const c = around[k];
      const px = c & 1 ? hx : -hx;
      const py = c & 2 ? hy : -hy;
      const pz = c & 4 ? hz : -hz;
      const cu = tu + (u0 * px + u1 * py + u2 * pz);
      const cv = tv + (v0 * px + v1 * py + v2 * pz);
      u[k] = cu;
      v[k] = cv;
      w[k] = up * (tw + (w0 * px + w1 * py + w2 * pz)) - height;
      label[k] = k;
      corner[2 * k] = cu;
      corner[2 * k + 1] = cv;
    }
    this.count = 4;
    return opposite;
  }

  /** Keeps what is inside one side of the rectangle. */
  private cut(side: number): void {
    const { u, v, w, label, u2, v2, w2, label2, count } = this;
    const along = side < 2 ? u : v;
    const limit = this.size[side >> 1];
    const sign = side & 1 ? 1 : -1;
    const inside = -INSIDE * limit;
    let first = 0;
    while (first < count && limit - sign * along[first] >= inside) first++;
    if (first === count) return; // nothing is outside
    let kept = 0;
    let d = limit - sign * along[0];
    for (let k = 0; k < count; k++) {
      const m = k + 1 === count ? 0 : k + 1;
      const e = limit - sign * along[m];
      if (d >= inside) {
        u2[kept] = u[k];
        v2[kept] = v[k];
        w2[kept] = w[k];
        label2[kept++] = label[k];
      }
      if (d >= inside !== e >= inside) {
        const s = Math.min(Math.max(d / (d - e), 0), 1);
        u2[kept] = u[k] + s * (u[m] - u[k]);
        v2[kept] = v[k] + s * (v[m] - v[k]);
        w2[kept] = w[k] + s * (w[m] - w[k]);
        label2[kept++] = d >= inside ? -1 - side : label[k];
      }
      d = e;
    }
    this.count = kept;
    this.u = u2;
    this.v = v2;
    this.w = w2;
    this.label = label2;
    this.u2 = u;
    this.v2 = v;
    this.w2 = w;
    this.label2 = label;
  }

  /** Names, merging, straightening, and the points into the pair. */
  private finish(pair: PairPoints, ofA: boolean, face: number, opposite: number, other: Vec3): void {
    const { u, v, w, label, name, corner } = this;
    const m = opposite >> 1;
    const side = Math.min(this.size[0], this.size[1], other[m === 2 ? 0 : m + 1], other[m === 0 ? 2 : m - 1]);
    const merge = 2 * MERGED * side;
    const square = merge * merge;
    let smallest = Number.POSITIVE_INFINITY;
    let kept = 0;
    const count = this.count;
    const width = this.size[0];
    const depth = this.size[1];
    for (let k = 0; k < count; k++) {
      const x = u[k];
      const y = v[k];
      const gap = w[k];
      if (gap < smallest) smallest = gap;
      const before = label[k === 0 ? count - 1 : k - 1];
      const after = label[k];
      let near = before >= 0 && after >= 0 ? after : -1;
      if (near < 0)
        for (let c = 0; c < 4; c++) {
          const du = corner[2 * c] - x;
          const dv = corner[2 * c + 1] - y;
          if (du * du + dv * dv <= square) near = c;
        }
      const atCorner = width - Math.abs(x) <= merge && depth - Math.abs(y) <= merge;
      const own = atCorner ? (x > 0 ? 1 : 0) | (y > 0 ? 2 : 0) : -1;
      const ofRef = nameOf(face, opposite, near, own, before, after);
      const named = ofA ? ofRef : mirrored(ofRef);
      let at = 0;
      while (at < kept && (u[at] - x) * (u[at] - x) + (v[at] - y) * (v[at] - y) > square) at++;
      if (at < kept) {
        const closer = gap - w[at];
        if (closer > EQUAL * side) continue;
        if (closer >= -EQUAL * side && !comesFirst(named, name[at])) continue;
      } else kept++;
      // at <= k: what is overwritten was read before; labels stay where they are
      u[at] = x;
      v[at] = y;
      w[at] = gap;
      name[at] = named;
    }
    this.count = kept;
    this.result[0] = smallest;
    this.result[2] = side;
    if (kept > 4) this.straighten();
    this.output(pair, ofA, face);
    this.measureClearance();
  }

  /** Removes corners on the straight line between their neighbours, like clip.ts. */
  private straighten(): void {
    const { u, v, w, name } = this;
    const size = this.result[2];
    const merge = 2 * MERGED * size;
    for (let k = 0; k < this.count && this.count > 4; ) {
      const before = k === 0 ? this.count - 1 : k - 1;
      const after = k + 1 === this.count ? 0 : k + 1;
      const du = u[after] - u[before];
      const dv = v[after] - v[before];
      const off = (u[k] - u[before]) * dv - (v[k] - v[before]) * du;
      const inner = (u[k] - u[before]) * (u[k] - u[after]) + (v[k] - v[before]) * (v[k] - v[after]) < 0;
      const level = Math.min(w[before], w[after]) - LEVEL * size;
      if (inner && off * off <= merge * merge * (du * du + dv * dv) && w[k] >= level) {
        this.count--;
        for (let m = k; m < this.count; m++) {
          u[m] = u[m + 1];
          v[m] = v[m + 1];
          w[m] = w[m + 1];
          name[m] = name[m + 1];
        }
      } else k++;
    }
  }

  private output(pair: PairPoints, ofA: boolean, face: number): void {
    const { u, v, w, name, count, size } = this;
    const { R, t, point, normal, gap, feature, margin } = pair;
    const i = face >> 1;
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    const up = face & 1 ? 1 : -1;
    let at = pair.count; // never more than eight
    for (let c = 0; c < count; c++) {
      if (w[c] > margin) continue;
      const to = 3 * at;
      if (ofA) {
        point[to + i] = up * size[2];
        point[to + j] = u[c];
        point[to + k] = v[c];
        normal[to + i] = up;
        normal[to + j] = 0;
        normal[to + k] = 0;
      } else {
        // on the face of b, back to a's axes, and down to the surface of a
        const h = up * (size[2] + w[c]);
        const x = u[c];
        const y = v[c];
        point[to] = t[0] + (R[i] * h + R[j] * x + R[k] * y);
        point[to + 1] = t[1] + (R[3 + i] * h + R[3 + j] * x + R[3 + k] * y);
        point[to + 2] = t[2] + (R[6 + i] * h + R[6 + j] * x + R[6 + k] * y);
        normal[to] = -up * R[i];
        normal[to + 1] = -up * R[3 + i];
        normal[to + 2] = -up * R[6 + i];
      }
      gap[at] = w[c];
      feature[at++] = name[c];
    }
    pair.count = at;
  }

  /** From the middle of the deepest corners to the nearest side. */
  private measureClearance(): void {
    const { u, v, w, size, count } = this;
    const level = this.result[0] + 1e-11 * this.result[2];
    let x = 0;
    let y = 0;
    let n = 0;
    for (let k = 0; k < count; k++) {
      if (w[k] > level) continue;
      x += u[k];
      y += v[k];
      n++;
    }
    this.result[1] = n === 0 ? 0 : Math.min(size[0] - Math.abs(x / n), size[1] - Math.abs(y / n));
  }
}

/** Between equally deep corners in one place the choice is the same after the boxes change places. */
function comesFirst(name: number, other: number): boolean {
  const sum = (name >>> 16) + (name & 0xffff);
  const otherSum = (other >>> 16) + (other & 0xffff);
  return sum !== otherSum ? sum < otherSum : name < other;
}

/**
 * Name of a corner of the overlap, the reference face first. @param near corner of the other face there, or -1
 * @param corner of the reference face: bit 0 right, bit 1 top; -1: at none @param before @param after edges that meet there
 */
function nameOf(face: number, opposite: number, near: number, corner: number, before: number, after: number): number {
  const i = face >> 1;
  let ofRef = 3 * face + 2;
  let ofOther = 3 * opposite + 2;
  if (near >= 0 || corner >= 0) {
    if (near >= 0) ofOther = 3 * BOX_CORNERS[opposite][near];
    if (corner >= 0) {
      const j = i === 2 ? 0 : i + 1;
      const k = i === 0 ? 2 : i - 1;
      ofRef = 3 * ((face & 1 ? 1 << i : 0) | (corner & 1 ? 1 << j : 0) | (corner & 2 ? 1 << k : 0));
    }
  } else {
    const cut = -1 - Math.min(before, after, -1); // 0 left, 1 right, 2 bottom, 3 top
    const up = (face & 1) === 1;
    ofRef = 3 * BOX_EDGES[face][cut === 0 ? 3 : cut === 1 ? 1 : (cut === 2) === up ? 0 : 2] + 1;
    ofOther = 3 * BOX_EDGES[opposite][Math.max(before, after, 0)] + 1;
  }
  return (ofRef << 16) | ofOther;
}
