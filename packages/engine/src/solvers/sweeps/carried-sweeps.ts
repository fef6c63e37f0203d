/**
 * The rows that can move, as a sweep of projected Gauss-Seidel sees them, with the image of x carried along.
 * docs/theory/accelerated-gradient.md (AG4)
 *
 * Rows whose bounds coincide take no part: their impulses are in the image from the start. Records and the compiled sweep of
 * (GS5) if no row touches more than two bodies; J as it is, or the rows of A, otherwise. Everything is in one memory.
 */
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import {
  GROUP_SWEEP,
  ROW_RECORD,
  ROW_SWEEP,
  SUBSPACE_BODIES,
  SUBSPACE_ROWS,
  SWEEP_GROUP,
} from '../../kernels/layouts.ts';
import { ABSENT, type Table, writeTable } from '../../kernels/tables.ts';
import { mostBodies, sameBodies } from '../../problem/bodies-of-rows.ts';
import { ColourOrder } from '../../problem/colouring.ts';
import type { Problem } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import { FOLLOWING } from '../../problem/sets/section.ts';
import { StructuredOperator } from '../../problem/structured.ts';

/** A vector over the moving rows, its image, and where they are in the memory. */
export interface Imaged {
  readonly v: Float64Array;
  readonly y: Float64Array;
  readonly atV: number;
  readonly atY: number;
}

/** Vectors with images that methods may use: the iterate before a sweep and three directions. */
const SPARE = 4;
/** Bodies that rows over one body have for a second: several, so that these rows need not wait for each other. */
const NOBODIES = 8;

interface Offsets {
  readonly records: number;
  readonly bodies: number;
  readonly groups: number;
  readonly lo: number;
  readonly hi: number;
  readonly b: number;
  readonly C: number;
  readonly G: number;
  readonly values: number;
  readonly list: number;
}

const NOWHERE: Offsets = { records: 0, bodies: 0, groups: 0, lo: 0, hi: 0, b: 0, C: 0, G: 0, values: 0, list: 0 };
const NOTHING: Imaged = { v: new Float64Array(0), y: new Float64Array(0), atV: 0, atY: 0 };

export class SweepRows {
  /** x'A x at the start, J. */
  start = 0;
  /** Number of moving rows; made even by one that never moves: `even`. */
  m = 0;
  even = 0;
  /** Their rows of the problem. */
  rows: Int32Array = new Int32Array(0);
  /** x of the moving rows; its image is Jt^T x, or A x. */
  at: Offsets = NOWHERE;
  /** Room for the tables of a subspace search. */
  searchRows!: Table<typeof SUBSPACE_ROWS>;
  searchBodies!: Table<typeof SUBSPACE_BODIES>;
  private sweepRows!: Table<typeof ROW_SWEEP>;
  private sweepGroups!: Table<typeof GROUP_SWEEP>;
  current: Imaged = NOTHING;
  spare: Imaged[] = [];
  lo: Float64Array = new Float64Array(0);
  hi: Float64Array = new Float64Array(0);
  b: Float64Array = new Float64Array(0);
  /** Zero if the image is A x. */
  C: Float64Array = new Float64Array(0);
  a: Float64Array = new Float64Array(0);
  structured: StructuredOperator | undefined;
  kernels!: Kernels;
  readonly arena: Arena;
  private p!: Problem;
  /** x of all rows, for `refresh`. */
  private full: Float64Array = new Float64Array(0);
  private sets!: FrictionSets;
  private follows = false;
  /** Place of each row among the moving ones, -1 if it is fixed. */
  private place: Int32Array = new Int32Array(0);
  private form: 'records' | 'plain' = 'plain';
  /** Number of the layout: tables written for it stay valid while it does. */
  layout = 0;
  /** What the layout depends on. */
  private shape: { m: number; size: number; form: string; F: Float64Array | undefined } = {
    m: -1,
    size: 0,
    form: '',
    F: undefined,
  };
  private readonly colours = new ColourOrder();

  /** @param kernels 'twin' for the plain kernels, whatever the platform has. */
  constructor(kernels: 'auto' | 'twin' = 'auto') {
    this.arena = new Arena(kernels);
  }

  /** Some bounds follow the normals. */
  get adapts(): boolean {
    return this.follows;
  }

  /** Sweeps of p begin at x, moved into its bounds. */
  prepare(p: Problem, x: Float64Array): void {
    this.p = p;
    this.sets = frictionSets(p);
    this.structured = p.A instanceof StructuredOperator ? p.A : undefined;
    this.form = this.structured && mostBodies(this.structured.structure) <= 2 ? 'records' : 'plain';
    this.findMoving(p);
    this.layOut();
    const { m, rows, structured, lo, hi, b, C, a, current } = this;
    for (let i = 0; i < p.n; i++)
      if (this.place[i] < 0 || !this.follows) x[i] = Math.min(Math.max(x[i], p.lo[i]), p.hi[i]);
    for (let j = 0; j < m; j++) {
      const i = rows[j];
      current.v[j] = x[i];
      lo[j] = p.lo[i];
      hi[j] = p.hi[i];
      b[j] = p.b[i];
      a[j] = p.A.diagonal[i];
      C[j] = structured ? structured.structure.C[i] : 0;
    }
    if (this.full.length !== p.n) this.full = new Float64Array(p.n);
    this.full.set(x);
    this.start = this.refresh();
    if (this.form === 'records') this.pack(structured as StructuredOperator);
    if (this.follows) this.follow();
  }

  /** One sweep (GS1) over the moving rows; x and its image follow. The largest change of an impulse; NaN stays. */
  sweep(): number {
    const { m, current, lo, hi, a } = this;
    if (this.form === 'records') return this.kernels.sweepGroups(this.sweepGroups);
    const x = current.v;
    let change = 0;
    for (let j = 0; j < m; j++) {
      const next = Math.min(Math.max(x[j] - this.velocity(j) / a[j], lo[j]), hi[j]);
      const dx = next - x[j];
      change = Math.max(change, Math.abs(dx));
      if (dx === 0) continue;
      x[j] = next;
      this.add(j, dx, current.y);
    }
    return change;
  }

  /** The energy error of x against the current bounds, J. */
  energy(): number {
    const { m, current, lo, hi, a } = this;
    if (this.form === 'records') return this.kernels.sweepEnergy(this.sweepRows, 1);
    let sum = 0;
    for (let j = 0; j < m; j++) {
      const x = current.v[j];
      const middle = Math.min(Math.max(this.velocity(j) / a[j], x - hi[j]), x - lo[j]);
      sum += a[j] * middle * middle;
    }
    return 0.5 * sum;
  }

  /** (A x + b) of moving row j. */
  velocity(j: number): number {
    const { rows, structured, current, b, C } = this;
    if (!structured) return current.y[rows[j]] + b[j];
    const { rowStart, body } = structured.structure;
    const { Jt } = structured;
    let w = b[j] + C[j] * current.v[j];
    for (let k = rowStart[rows[j]]; k < rowStart[rows[j] + 1]; k++)
      for (let c = 0; c < 6; c++) w += Jt[6 * k + c] * current.y[6 * body[k] + c];
    return w;
  }

  /** image += delta times the image of moving row j. */
  add(j: number, delta: number, image: Float64Array): void {
    const { rows, structured } = this;
    if (!structured) {
      const { rowStart, column, value } = this.p.A.sparse();
      for (let k = rowStart[rows[j]]; k < rowStart[rows[j] + 1]; k++) image[column[k]] += value[k] * delta;
      return;
    }
    const { rowStart, body } = structured.structure;
    const { Jt } = structured;
    for (let k = rowStart[rows[j]]; k < rowStart[rows[j] + 1]; k++)
      for (let c = 0; c < 6; c++) image[6 * body[k] + c] += Jt[6 * k + c] * delta;
  }

  /** The image of x anew; x'A x of it, J. */
  refresh(): number {
    const { p, current, structured, full, C, m } = this;
    this.read(full);
    current.y.fill(0);
    if (structured) structured.scaledVelocity(full, current.y);
    else p.A.apply(full, current.y);
    let sum = 0;
    if (structured) for (let k = 0; k < current.y.length; k++) sum += current.y[k] * current.y[k];
    else for (let i = 0; i < p.n; i++) sum += current.y[i] * full[i];
    for (let j = 0; j < m; j++) sum += C[j] * current.v[j] * current.v[j];
    return sum;
  }

  /** Bounds that follow become -/+ mu x_n; rows outside move in. */
  follow(): void {
    const { sets, place, p, current } = this;
    for (let c = 0; c < sets.count; c++) {
      if (sets.sizing[c] !== FOLLOWING) continue;
      const n = place[sets.normal[c]];
      const normal = Math.max(n < 0 ? p.lo[sets.normal[c]] : current.v[n], 0);
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        this.bound(place[sets.first[s]], sets.mu[s] * normal);
        if (sets.second[s] >= 0) this.bound(place[sets.second[s]], sets.mu[s] * normal);
      }
    }
  }

  /** Writes the moving rows of x. */
  read(x: Float64Array): void {
    const { m, rows, current } = this;
    for (let j = 0; j < m; j++) x[rows[j]] = current.v[j];
  }

  release(): void {
    this.structured = undefined;
    this.current = NOTHING;
    this.spare = [];
    this.arena.release();
  }

  private bound(j: number, r: number): void {
    const { lo, hi, current } = this;
    lo[j] = -r;
    hi[j] = r;
    if (this.form === 'records') {
      this.arena.F[this.at.records + ROW_RECORD.size * j + ROW_RECORD.lo] = -r;
      this.arena.F[this.at.records + ROW_RECORD.size * j + ROW_RECORD.hi] = r;
    }
    const x = current.v[j];
    const to = Math.min(Math.max(x, -r), r);
    if (to === x) return;
    current.v[j] = to;
    this.add(j, to - x, current.y);
  }

  private findMoving(p: Problem): void {
    const { sets } = this;
    if (this.place.length !== p.n) this.place = new Int32Array(p.n);
    const { place } = this;
    for (let i = 0; i < p.n; i++) place[i] = p.lo[i] === p.hi[i] ? -1 : 0;
    this.follows = false;
    for (let c = 0; c < sets.count; c++) {
      if (sets.sizing[c] !== FOLLOWING) continue;
      this.follows = true;
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        place[sets.first[s]] = 0;
        if (sets.second[s] >= 0) place[sets.second[s]] = 0;
      }
    }
    const order = this.structured ? this.colours.of(this.structured.structure) : undefined; // 50 iterations for 64 as numbered
    this.m = 0;
    for (let k = 0; k < p.n; k++) {
      const i = order ? order[k] : k;
      if (place[i] === 0) place[i] = this.m++;
    }
    this.even = this.m + (this.m & 1);
    if (this.rows.length !== this.m) this.rows = new Int32Array(this.m);
    for (let i = 0; i < p.n; i++) if (place[i] >= 0) this.rows[place[i]] = i;
  }

  /** Places for everything, unless a problem of this shape was the last one; moving rows and their vectors are zero. */
  private layOut(): void {
    const { m, structured, p, form } = this;
    const size = structured ? 6 * (structured.structure.bodies + NOBODIES) : p.n + (p.n & 1);
    const { F } = this.arena;
    const same = m === this.shape.m && size === this.shape.size && form === this.shape.form && F === this.shape.F;
    if (!same) {
      this.placeAll(size);
      this.shape = { m, size, form, F: this.arena.F };
      this.layout++;
    }
    this.clear();
  }

  private clear(): void {
    const { arena, at, even, current, spare } = this;
    const { F } = arena;
    F.fill(0, at.lo, at.lo + 5 * even); // and the four vectors behind it
    F.fill(-Infinity, at.lo, at.lo + even);
    F.fill(Infinity, at.hi, at.hi + even);
    for (const { v, y } of [current, ...spare]) {
      v.fill(0);
      y.fill(0);
    }
  }

  private placeAll(size: number): void {
    const { arena, m, even } = this;
    arena.begin();
    const places = Array.from({ length: 1 + SPARE }, () => [arena.f64(even), arena.f64(size)]);
    const vectors = arena.f64(5 * even);
    const [lo, hi, b, C, a] = [0, 1, 2, 3, 4].map((k) => vectors + k * even);
    const G = arena.f64(9);
    const records = this.form === 'records' ? arena.f64(ROW_RECORD.size * m) : 0;
    const bodies = this.form === 'records' ? arena.i32(2 * m) : 0;
    const groups = this.form === 'records' ? arena.i32(SWEEP_GROUP.size * m) : 0;
    const values = arena.f64(3 * even + 1);
    const list = arena.i32(3 * even + 1);
    this.searchRows = arena.table(SUBSPACE_ROWS);
    this.searchBodies = arena.table(SUBSPACE_BODIES);
    this.sweepRows = arena.table(ROW_SWEEP);
    this.sweepGroups = arena.table(GROUP_SWEEP);
    this.kernels = arena.end();
    this.at = { records, bodies, groups, lo, hi, b, C, G, values, list };
    const { F } = arena;
    const all = places.map(([v, y]) => ({ v: F.subarray(v, v + even), y: F.subarray(y, y + size), atV: v, atY: y }));
    this.current = all[0];
    this.spare = all.slice(1);
    this.lo = F.subarray(lo, lo + m);
    this.hi = F.subarray(hi, hi + m);
    this.b = F.subarray(b, b + m);
    this.C = F.subarray(C, C + m);
    this.a = F.subarray(a, a + m);
  }

  private pack({ Jt, structure }: StructuredOperator): void {
    const { rowStart, body, bodies } = structure;
    const { rows, m, lo, hi, a, b, C, at } = this;
    const { F, I } = this.arena;
    const { size, b: atB, C: atC, step, lo: atLo, hi: atHi, a: atA } = ROW_RECORD; // locals are faster than fields
    let group = at.groups - SWEEP_GROUP.size;
    for (let j = 0, r = at.records; j < m; j++, r += size) {
      const begins = j === 0 || !sameBodies(rowStart, body, rows[j - 1], rows[j]);
      if (begins) {
        group += SWEEP_GROUP.size;
        I[group + SWEEP_GROUP.rows] = 0;
      }
      I[group + SWEEP_GROUP.rows]++;
      const k = rowStart[rows[j]];
      const blocks = rowStart[rows[j] + 1] - k;
      for (let side = 0; side < 2; side++) {
        const place = 6 * (side < blocks ? body[k + side] : bodies + (group % NOBODIES));
        I[group + SWEEP_GROUP.firstBody + side] = place;
        I[at.bodies + 2 * j + side] = place;
      }
      for (let c = 0; c < 12; c++) F[r + c] = c < 6 * blocks ? Jt[6 * k + c] : 0;
      F[r + atB] = b[j];
      F[r + atC] = C[j];
      F[r + step] = 1 / a[j];
      F[r + atLo] = lo[j];
      F[r + atHi] = hi[j];
      F[r + atA] = a[j];
    }
    const count = (group - at.groups) / SWEEP_GROUP.size + 1;
    const { atV: x, atY: y } = this.current;
    const { records, groups } = at;
    const unused = { still: ABSENT, next: ABSENT, energy: ABSENT, normals: ABSENT, mu: ABSENT };
    writeTable(I, this.sweepRows, ROW_SWEEP, { n: m, records, bodies: at.bodies, y, x, ...unused });
    writeTable(I, this.sweepGroups, GROUP_SWEEP, { count, groups, records, y, x });
  }
}
