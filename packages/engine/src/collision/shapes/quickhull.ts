/**
 * The convex hull of points as triangles (Barber, Dobkin, Huhdanpaa 1996), right for any points: whether a face sees a
 * point is decided exactly, so the faces that see one are always a disc and the hull is always closed.
 * Points are put on a grid of 2^-50 of the size. There differences are exact, normals are rounded once, and a sign that
 * rounding could turn is found in integers.   docs/theory/collision.md (CO23)
 */
import type { Vec3 } from '../../linalg/vec3.ts';

const GRID = 0x4000000000000; // 2^50
/** Heights below this, in units of the grid, may be rounding: a unit normal, an exact difference and a dot product. */
const UNSURE = 16;

/** Triangles of a hull. Slots of faces that are no longer there have `corner` -1. */
export class Quickhull {
  /** Three coordinates per point, whole numbers. */
  readonly x: Float64Array;
  /** Units of the grid per m. */
  readonly perMetre: number;
  /** Three points per face, counter-clockwise from outside. */
  readonly corner: Int32Array;
  /** Per face: the one across the edge from that corner to the next. */
  readonly neighbour: Int32Array;
  /** Three numbers per face, a unit vector. */
  readonly normal: Float64Array;
  /** Faces are below it. */
  slots = 0;

  private readonly level: number;
  private readonly head: Int32Array; // first of the points that a face sees, -1 if none
  private readonly next: Int32Array; // the point after it
  private readonly farthest: Int32Array; // of the points that a face sees
  private readonly reach: Float64Array; // its height
  private readonly stamp: Int32Array; // 2 k: seen by point k of the sequence, 2 k + 1: not seen
  private readonly startsAt: Int32Array; // the new face whose rim edge starts at a point
  private readonly free: number[] = [];
  private readonly seen: number[] = [];
  private readonly fresh: number[] = [];
  private readonly pending: number[] = [];
  private inserted = 0;

  /** @param size largest side of the box of the points, m @param level points that are outside by less do not count, m */
  constructor(points: readonly Vec3[], size: number, level: number) {
    let scale = 1; // the power of 2 above the size: numbers of few digits stay exact
    while (scale < size) scale *= 2;
    while (scale >= 2 * size) scale /= 2;
    this.perMetre = GRID / scale;
    this.level = (level / scale) * GRID;
    this.x = onGrid(points, scale);
    const capacity = 4 * points.length + 16;
    this.corner = new Int32Array(3 * capacity).fill(-1);
    this.neighbour = new Int32Array(3 * capacity);
    this.normal = new Float64Array(3 * capacity);
    this.head = new Int32Array(capacity).fill(-1);
    this.farthest = new Int32Array(capacity);
    this.reach = new Float64Array(capacity);
    this.stamp = new Int32Array(capacity);
    this.next = new Int32Array(points.length);
    this.startsAt = new Int32Array(points.length);
  }

  /** From four points that span a volume. */
  grow(start: readonly number[]): void {
    this.begin(start);
    for (let p = 0; p < this.next.length; p++) this.hand(p);
    this.queue();
    do this.insertFarthest();
    while (this.insertLeft());
  }

  private insertFarthest(): void {
    for (let f = this.pending.pop(); f !== undefined; f = this.pending.pop())
      if (this.corner[3 * f] >= 0 && this.reach[f] > this.level) this.insert(this.farthest[f], f);
  }

  /** How far a point is above the plane of a face, in units of the grid. */
  height(f: number, p: number): number {
    const { x, normal } = this;
    const a = 3 * this.corner[3 * f];
    const k = 3 * p;
    const m = 3 * f;
    return normal[m] * (x[k] - x[a]) + normal[m + 1] * (x[k + 1] - x[a + 1]) + normal[m + 2] * (x[k + 2] - x[a + 2]);
  }

  private begin([a, b, c, d]: readonly number[]): void {
    const faces = [this.face(a, b, c), this.face(b, a, d), this.face(c, b, d), this.face(a, c, d)];
    const beside = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];
    for (const [k, g] of beside.entries()) this.neighbour[3 * faces[Math.floor(k / 3)] + (k % 3)] = faces[g];
    this.fresh.push(...faces);
  }

  private face(a: number, b: number, c: number): number {
    const f = this.free.pop() ?? this.slots++;
    this.corner[3 * f] = a;
    this.corner[3 * f + 1] = b;
    this.corner[3 * f + 2] = c;
    const { x, normal } = this;
    const [p, q, r] = [3 * a, 3 * b, 3 * c];
    const [ux, uy, uz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
    const [vx, vy, vz] = [x[r] - x[p], x[r + 1] - x[p + 1], x[r + 2] - x[p + 2]];
    const nx = minor(uy, vz, uz, vy);
    const ny = minor(uz, vx, ux, vz);
    const nz = minor(ux, vy, uy, vx);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    normal[3 * f] = nx / length;
    normal[3 * f + 1] = ny / length;
    normal[3 * f + 2] = nz / length;
    this.head[f] = -1;
    this.reach[f] = 0;
    this.stamp[f] = 0;
    return f;
  }

  /** True if a point is above the plane of a face, not in it. */
  private sees(f: number, p: number): boolean {
    const height = this.height(f, p);
    if (Math.abs(height) > UNSURE) return height > 0;
    const { x, corner } = this;
    const [a, b, c] = [3 * corner[3 * f], 3 * corner[3 * f + 1], 3 * corner[3 * f + 2]];
    const from = (k: number): readonly bigint[] => [0, 1, 2].map((i) => BigInt(x[k + i] - x[a + i]));
    const [u, v, w] = [from(b), from(c), from(3 * p)];
    const part = (i: number, j: number, k: number) => (u[i] * v[j] - u[j] * v[i]) * w[k];
    return part(1, 2, 0) + part(2, 0, 1) + part(0, 1, 2) > 0n;
  }

  /** A point goes to a new face that sees it, one that it is clearly above if there is one. Else it is inside for good. */
  private hand(p: number): void {
    let best = -1;
    let most = UNSURE;
    for (const f of this.fresh) {
      const height = this.height(f, p);
      if (height <= most) continue;
      most = height;
      best = f;
      if (height > this.level) break;
    }
    if (best < 0) best = this.fresh.find((f) => this.height(f, p) >= -UNSURE && this.sees(f, p)) ?? -1;
    if (best < 0) return;
    this.next[p] = this.head[best];
    this.head[best] = p;
    if (most > this.reach[best] || (most === this.reach[best] && p < this.farthest[best])) {
      this.reach[best] = most;
      this.farthest[best] = p;
    }
  }

  private queue(): void {
    for (const f of this.fresh) if (this.reach[f] > this.level) this.pending.push(f);
    this.fresh.length = 0;
  }

  /** The faces that see p, one of which is f, become a cone from their rim to p. */
  private insert(p: number, f: number): void {
    this.findSeen(p, f);
    this.closeRim(p);
    for (const t of this.seen) {
      for (let q = this.head[t]; q >= 0; ) {
        const after = this.next[q];
        if (q !== p) this.hand(q);
        q = after;
      }
    }
    for (const t of this.seen) {
      this.corner[3 * t] = -1;
      this.free.push(t);
    }
    this.queue();
  }

  /** Points that are hardly above their face may be far above another, behind the edge of a thin plate: were there any? */
  private insertLeft(): boolean {
    const { corner, head, next, seen, level } = this;
    let found = false;
    for (let f = 0; f < this.slots; f++)
      for (let p = corner[3 * f] < 0 ? -1 : head[f]; p >= 0; ) {
        this.findSeen(p, f);
        const above = seen.find((t) => this.height(t, p) > level);
        if (above !== undefined) {
          this.insert(p, above);
          this.insertFarthest();
          found = true;
        }
        p = above === undefined ? next[p] : -1; // what is left of this face comes next time
      }
    return found;
  }

  /** Faces that see p are connected: from f over their edges. */
  private findSeen(p: number, f: number): void {
    const { seen, stamp, neighbour } = this;
    const yes = 2 * ++this.inserted;
    seen.length = 0;
    seen.push(f);
    stamp[f] = yes;
    for (let at = 0; at < seen.length; at++)
      for (let k = 0; k < 3; k++) {
        const g = neighbour[3 * seen[at] + k];
        if (stamp[g] >= yes) continue;
        const visible = this.sees(g, p);
        stamp[g] = visible ? yes : yes + 1;
        if (visible) seen.push(g);
      }
  }

  private closeRim(p: number): void {
    const { seen, fresh, stamp, corner, neighbour, startsAt } = this;
    const yes = 2 * this.inserted;
    for (const t of seen)
      for (let k = 0; k < 3; k++) {
        const outer = neighbour[3 * t + k];
        if (stamp[outer] === yes) continue;
        const from = corner[3 * t + k];
        const to = corner[3 * t + ((k + 1) % 3)];
        const g = this.face(from, to, p);
        fresh.push(g);
        startsAt[from] = g;
        neighbour[3 * g] = outer;
        for (let m = 0; m < 3; m++) if (corner[3 * outer + m] === to) neighbour[3 * outer + m] = g;
      }
    for (const g of fresh) {
      const after = startsAt[corner[3 * g + 1]];
      neighbour[3 * g + 1] = after;
      neighbour[3 * after + 2] = g;
    }
  }
}

/** Whole numbers from 0 to GRID. */
function onGrid(points: readonly Vec3[], scale: number): Float64Array {
  const x = new Float64Array(3 * points.length);
  for (let i = 0; i < 3; i++) {
    let low = Number.POSITIVE_INFINITY;
    for (const p of points) low = Math.min(low, p[i]);
    for (let k = 0; k < points.length; k++) x[3 * k + i] = Math.round(((points[k][i] - low) / scale) * GRID);
  }
  return x;
}

/** a b - c d of whole numbers below 2^52, rounded once. */
function minor(a: number, b: number, c: number, d: number): number {
  const p = a * b;
  const q = c * d;
  const s = p - q;
  const t = s - p;
  const lost = p - (s - t) - (q + t);
  return s + (lost + (productError(a, b, p) - productError(c, d, q)));
}

/** a b - p, where p = a b rounded: the halves of a and b have exact products (Dekker 1971). */
function productError(a: number, b: number, p: number): number {
  const high = (v: number) => {
    const c = 134217729 * v; // 2^27 + 1
    return c - (c - v);
  };
  const a1 = high(a);
  const b1 = high(b);
  const a2 = a - a1;
  const b2 = b - b1;
  return a2 * b2 - (p - a1 * b1 - a2 * b1 - a1 * b2);
}
