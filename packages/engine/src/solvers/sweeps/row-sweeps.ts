/**
 * The sweep of projected Gauss-Seidel over rows.   docs/theory/gauss-seidel.md (GS1), (GS3), (GS5)
 *
 *   x_i <- clamp( x_i - omega/a_ii (A x + b)_i, l_i, u_i ),   u_i = mu x_n = -l_i of the x_n just updated if row i follows
 *
 * Three forms. Records: matrix-free on one contiguous ROW_RECORD per row in the order of the sweep, by a kernel; for problems
 * with J whose rows touch at most two bodies each. Bodies: matrix-free on Jt as it is. Rows: on the stored rows of A.
 */
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { ROW_RECORD, ROW_SWEEP } from '../../kernels/layouts.ts';
import { ABSENT, type Table, writeTable } from '../../kernels/tables.ts';
import { mostBodies } from '../../problem/bodies-of-rows.ts';
import { colouring, shares } from '../../problem/colouring.ts';
import type { Contact, Problem } from '../../problem/problem.ts';
import type { ThreadTeam } from '../../problem/solver.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { FollowingRows } from '../bounds/following-rows.ts';

/** How rows are swept. */
export interface SweepSetup {
  /** Rows in the order of a sweep; undefined: as numbered. */
  readonly order?: Int32Array | undefined;
  /** 'rows': the stored rows of A, even if the problem has J. Default: records, or bodies if a row touches more than two. */
  readonly form?: 'rows' | undefined;
  /** The friction bounds of every contact follow its normal, not of pyramids alone; by bodies, with w/a_ii for omega/a_ii w (NC6). */
  readonly allFollow?: boolean;
}

/** (NC6) */
export const ALL_FOLLOW: SweepSetup = { allFollow: true };

const isPyramid = ({ set }: Contact) => set === 'pyramid';

export class Sweeper {
  private form: 'records' | 'bodies' | 'rows' = 'rows';
  private structured: StructuredOperator | undefined;
  /** Rows in the order of a sweep; undefined = as numbered. */
  private order: Int32Array | undefined;
  /** y = Jt^T x, six numbers per body and six more. */
  private y: Float64Array = new Float64Array(0);
  private readonly arena: Arena;
  private kernels!: Kernels;
  private at = { n: 0, records: 0, bodies: 0, y: 0, still: 0, x: 0, next: 0, energy: 0, cuts: 0, normals: 0, mu: 0 };
  private table!: Table<typeof ROW_SWEEP>;
  /** Rows whose bounds follow a normal, if there are any. */
  private follow: FollowingRows | undefined;
  private readonly followers = new FollowingRows();
  private divides = false;
  /** Impulses in the order of a sweep, as the records are. */
  private x: Float64Array = new Float64Array(0);
  private previous: Float64Array = new Float64Array(0);
  /** Impulses by row, for monitors. */
  private shown: Float64Array = new Float64Array(0);
  private omega = 0;
  private readonly team: ThreadTeam | undefined;
  private colours = 0;

  /**
   * @param kernels 'twin' for the plain kernels, whatever the platform has
   * @param team threads that sweep together; their order is `colour`, whatever is asked for, and sweeps do not measure
   */
  constructor(kernels: 'auto' | 'twin' = 'auto', team?: ThreadTeam) {
    this.arena = new Arena(kernels, team);
    this.team = team;
  }

  /** Sweeps of p begin at x; to be called again if x or the bounds were changed by other means. */
  prepare(p: Problem, x: Float64Array, { order, form, allFollow = false }: SweepSetup = {}): void {
    this.order = order;
    this.structured = form !== 'rows' && p.A instanceof StructuredOperator ? p.A : undefined;
    const byBodies = allFollow || (this.structured && mostBodies(this.structured.structure) > 2);
    this.form = !this.structured ? 'rows' : byBodies ? 'bodies' : 'records';
    this.divides = allFollow;
    const follows = this.followers.read(p.n, p.contacts, allFollow ? undefined : isPyramid);
    this.follow = follows ? this.followers : undefined;
    if (!this.structured) return;
    const size = 6 * (this.structured.structure.bodies + 1);
    if (this.form === 'records') this.pack(this.structured, p, x, size);
    if (this.y.length !== size) this.y = new Float64Array(size);
    this.y[size - 1] = 0;
    this.structured.scaledVelocity(x, this.y);
    if (this.form === 'records') this.arena.F.set(this.y, this.at.y);
  }

  /**
   * One sweep over all rows; the largest change of an impulse, N s. NaN stays. x and the bounds are those of `prepare`,
   * as changed by sweeps; x is not current before `read`: one pass over the memory per sweep, no more.
   */
  sweep(p: Problem, x: Float64Array, omega: number): number {
    const { structured, kernels, team } = this;
    if (!structured) return this.overRows(p, x, omega);
    if (this.form === 'bodies') return this.overBodies(structured, p, x, omega);
    if (omega !== this.omega) this.relax(p, omega);
    if (team) return team.sweep({ table: this.table, colours: this.colours, cuts: this.at.cuts });
    return this.follow ? kernels.sweepFollowing(this.table) : kernels.sweep(this.table, 0, p.n);
  }

  /** `sweepMeasuring` is possible: the energy error of the iterate before a sweep, at little cost. */
  get measures(): boolean {
    return this.form === 'records' && !this.team && !this.follow;
  }

  /** `sweep`, and in passing the energy error of the iterate that it begins with; `before` has both until the next sweep. */
  sweepMeasuring(p: Problem, omega: number): number {
    const { at, arena } = this;
    const { I } = arena;
    if (omega !== this.omega) this.relax(p, omega);
    arena.F.copyWithin(at.still, at.y, at.y + this.y.length);
    const change = this.kernels.sweepMeasuring(this.table, omega);
    [at.x, at.next] = [at.next, at.x];
    I[this.table + ROW_SWEEP.x] = at.x;
    I[this.table + ROW_SWEEP.next] = at.next;
    [this.x, this.previous] = [this.previous, this.x];
    return change;
  }

  /** After `sweepMeasuring`: the iterate that it began with. */
  get before(): { readonly x: Float64Array; readonly energy: number } {
    return { x: this.byRow(this.previous), energy: this.arena.F[this.at.energy] };
  }

  /** Back to `before`, for `read`; no sweep may follow. */
  stepBack(): void {
    [this.x, this.previous] = [this.previous, this.x];
  }

  /** The current x, and its energy error if a kernel computes it in one pass; valid until the next sweep. */
  look(x: Float64Array): { readonly x: Float64Array; readonly energy: number | undefined } {
    if (this.form !== 'records') return { x, energy: undefined };
    return { x: this.byRow(this.x), energy: this.kernels.sweepEnergy(this.table, this.omega) };
  }

  /** Makes x current. */
  read(x: Float64Array): void {
    if (this.form === 'records') x.set(this.byRow(this.x));
  }

  private byRow(x: Float64Array): Float64Array {
    const { order, shown } = this;
    if (!order) return x;
    for (let k = 0; k < x.length; k++) shown[order[k]] = x[k];
    return shown;
  }

  release(): void {
    this.structured = undefined;
    this.y = new Float64Array(0);
    this.arena.release();
  }

  /** Lays out and writes what does not change between the sweeps of one `prepare`. */
  private pack(A: StructuredOperator, p: Problem, x: Float64Array, size: number): void {
    const { n } = p;
    this.layOut(n, size);
    if (this.order && this.shown.length !== n) this.shown = new Float64Array(n);
    this.writeRecords(A, p, x);
    if (this.follow) this.packFollowing(this.follow, n);
    this.omega = 0;
  }

  private layOut(n: number, size: number): void {
    const { arena, follow } = this;
    arena.begin();
    const cuts = this.deal();
    this.at = {
      n,
      records: arena.f64(ROW_RECORD.size * n),
      bodies: arena.i32(2 * n),
      y: arena.f64(size),
      still: arena.f64(size),
      x: arena.f64(n),
      next: arena.f64(n),
      energy: arena.f64(1),
      cuts: cuts.at,
      normals: follow ? arena.i32(n) : ABSENT,
      mu: follow ? arena.f64(n) : ABSENT,
    };
    this.table = arena.table(ROW_SWEEP);
    this.kernels = arena.end();
    const { F, I } = arena;
    const { at } = this;
    this.x = F.subarray(at.x, at.x + n);
    this.previous = F.subarray(at.next, at.next + n);
    I.set(cuts.rows, cuts.at);
    writeTable(I, this.table, ROW_SWEEP, at);
  }

  /** x and the records of all rows, without omega/a. */
  private writeRecords(
    { Jt, structure, diagonal }: StructuredOperator,
    { n, b, lo, hi }: Problem,
    x: Float64Array,
  ): void {
    const { rowStart, body, C } = structure;
    const { order, at } = this;
    const { F, I } = this.arena;
    const { size, b: atB, C: atC, lo: atLo, hi: atHi, a: atA } = ROW_RECORD; // locals are faster than fields
    const absent = 6 * structure.bodies; // the last six numbers of y
    F.fill(0, at.records, at.records + size * n);
    for (let k = 0, r = at.records; k < n; k++, r += size) {
      const i = order ? order[k] : k;
      const from = rowStart[i];
      const sides = rowStart[i + 1] - from;
      this.x[k] = x[i];
      I[at.bodies + 2 * k] = sides > 0 ? 6 * body[from] : absent;
      I[at.bodies + 2 * k + 1] = sides > 1 ? 6 * body[from + 1] : absent;
      for (let c = 0, j = 6 * from; c < 6 * sides; c += 6, j += 6) {
        F[r + c] = Jt[j];
        F[r + c + 1] = Jt[j + 1];
        F[r + c + 2] = Jt[j + 2];
        F[r + c + 3] = Jt[j + 3];
        F[r + c + 4] = Jt[j + 4];
        F[r + c + 5] = Jt[j + 5];
      }
      F[r + atB] = b[i];
      F[r + atC] = C[i];
      F[r + atLo] = lo[i];
      F[r + atHi] = hi[i];
      F[r + atA] = diagonal[i];
    }
  }

  /** Places of the normals in the order of the sweep. */
  private packFollowing({ normalOf, mu }: FollowingRows, n: number): void {
    const { F, I } = this.arena;
    const { order, at } = this;
    const place = Int32Array.from({ length: n }, (_, k) => k);
    if (order) for (let k = 0; k < n; k++) place[order[k]] = k;
    for (let k = 0; k < n; k++) {
      const i = order ? order[k] : k;
      I[at.normals + k] = normalOf[i] < 0 ? -1 : place[normalOf[i]];
      F[at.mu + k] = mu[i];
    }
  }

  private relax({ n, A }: Problem, omega: number): void {
    const { F } = this.arena;
    const { order } = this;
    this.omega = omega;
    const { step, size } = ROW_RECORD;
    for (let k = 0, r = this.at.records + step; k < n; k++, r += size) F[r] = omega / A.diagonal[order ? order[k] : k];
  }

  /** Room for the shares of a team's threads, and the shares. */
  private deal(): { readonly at: number; readonly rows: Int32Array } {
    if (!this.team || !this.structured) return { at: 0, rows: new Int32Array(0) };
    const colours = colouring(this.structured);
    const rows = shares(colours, this.team.threads);
    this.colours = colours.colours.length - 1;
    this.order = colours.order;
    return { at: this.arena.i32(rows.length), rows };
  }

  /** (GS1) over the stored rows of A. */
  private overRows({ n, A, b, lo, hi }: Problem, x: Float64Array, omega: number): number {
    const { order, follow } = this;
    const { rowStart, column, value, diagonal } = A.sparse();
    let change = 0;
    for (let step = 0; step < n; step++) {
      const i = order ? order[step] : step;
      let w = b[i];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) w += value[k] * x[column[k]];
      const bound = follow ? follow.bound(i, x) : Number.NaN;
      const low = bound >= 0 ? -bound : lo[i];
      const high = bound >= 0 ? bound : hi[i];
      const next = Math.min(Math.max(x[i] - (omega / diagonal[i]) * w, low), high);
      change = Math.max(change, Math.abs(next - x[i]));
      x[i] = next;
    }
    return change;
  }

  /** (GS3) over rows with any number of bodies, y = Jt^T x kept current impulse by impulse. */
  private overBodies(A: StructuredOperator, { n, b, lo, hi }: Problem, x: Float64Array, omega: number): number {
    const { order, follow, y, divides } = this;
    const { Jt, structure, diagonal } = A;
    const { rowStart, body, C } = structure;
    let change = 0;
    for (let step = 0; step < n; step++) {
      const i = order ? order[step] : step;
      let w = b[i] + C[i] * x[i];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        for (let c = 0; c < 6; c++) w += Jt[6 * k + c] * y[6 * body[k] + c];
      const bound = follow ? follow.bound(i, x) : Number.NaN;
      const low = bound >= 0 ? -bound : lo[i];
      const high = bound >= 0 ? bound : hi[i];
      const move = divides ? w / diagonal[i] : (omega / diagonal[i]) * w;
      const next = Math.min(Math.max(x[i] - move, low), high);
      const dx = next - x[i];
      change = Math.max(change, Math.abs(dx));
      if (dx === 0) continue;
      x[i] = next;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        for (let c = 0; c < 6; c++) y[6 * body[k] + c] += Jt[6 * k + c] * dx;
    }
    return change;
  }
}
