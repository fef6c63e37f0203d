/**
 * Blocked Gauss-Seidel over contacts: the normal and the tangents of one contact are solved together, all other rows
 * held; its rolling rows are a block of their own, and so is its spinning row.   docs/theory/spook.md (SP2), (SP3)
 *
 * A block has at most three rows and is solved by least-index pivoting (Murty): the first infeasible row changes sides.
 * For positive definite blocks no index set comes twice, so 27 are the most; the set of the last sweep is nearly always
 * the right one. Rejected: inner sweeps to convergence, which are slow just where blocks should help.
 */
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';

const ROWS = 3;
const MOST_SETS = 27;
/** A velocity below this part of the terms that it is a sum of is zero. */
const ROUNDING = 1e-13;
/** Least pivot as a part of a_ii: a row that depends on the others stays where it is. */
const LEAST_PIVOT = 1e-10;

const FREE = 0;
const LOWER = 1;
const UPPER = 2;

/** A z + q = w, lo <= z <= hi for at most three rows; matrices have a stride of three. */
export class BoxBlock {
  m = 0;
  readonly A = new Float64Array(ROWS * ROWS);
  readonly q = new Float64Array(ROWS);
  readonly lo = new Float64Array(ROWS);
  readonly hi = new Float64Array(ROWS);
  /** Start in, answer out. */
  readonly z = new Float64Array(ROWS);
  private readonly state = new Uint8Array(ROWS);
  private readonly K = new Float64Array(ROWS * ROWS);
  private readonly r = new Float64Array(ROWS);

  /** From the set that z stands on; false where 27 sets were not enough (NaN, or an indefinite A). */
  solve(): boolean {
    const { m, lo, hi, z, state } = this;
    for (let i = 0; i < m; i++) state[i] = z[i] <= lo[i] ? LOWER : z[i] >= hi[i] ? UPPER : FREE;
    for (let sets = 0; sets < MOST_SETS; sets++) {
      this.solveSet();
      const bad = this.firstInfeasible();
      if (bad < 0) return true;
      state[bad] = state[bad] !== FREE ? FREE : z[bad] < lo[bad] ? LOWER : UPPER;
    }
    for (let i = 0; i < m; i++) z[i] = Math.min(Math.max(z[i], lo[i]), hi[i]);
    return false;
  }

  /** K dz = -w, K = A on the free rows and 1 elsewhere, from z with the other rows at their bounds. */
  private solveSet(): void {
    const { m, A, q, lo, hi, z, state, K, r } = this;
    for (let i = 0; i < m; i++) if (state[i] !== FREE) z[i] = state[i] === LOWER ? lo[i] : hi[i];
    for (let i = 0; i < m; i++) {
      r[i] = state[i] === FREE ? -q[i] : 0;
      for (let j = 0; j < m; j++) {
        const both = state[i] === FREE && state[j] === FREE;
        K[ROWS * i + j] = both ? A[ROWS * i + j] : i === j ? 1 : 0;
        if (state[i] === FREE) r[i] -= A[ROWS * i + j] * z[j];
      }
    }
    for (let c = 0; c < m; c++) {
      const least = LEAST_PIVOT * A[ROWS * c + c];
      if (state[c] === FREE && !(K[ROWS * c + c] > least)) K[ROWS * c + c] = least;
      for (let i = c + 1; i < m; i++) {
        const factor = K[ROWS * i + c] / K[ROWS * c + c];
        for (let j = c + 1; j < m; j++) K[ROWS * i + j] -= factor * K[ROWS * c + j];
        r[i] -= factor * r[c];
      }
    }
    for (let c = m - 1; c >= 0; c--) {
      for (let j = c + 1; j < m; j++) r[c] -= K[ROWS * c + j] * r[j];
      r[c] /= K[ROWS * c + c];
      z[c] += r[c];
    }
  }

  /** -1 where every row is feasible; rows between equal bounds always are. */
  private firstInfeasible(): number {
    const { m, A, q, lo, hi, z, state } = this;
    for (let i = 0; i < m; i++) {
      if (state[i] === FREE) {
        if (!(z[i] >= lo[i] && z[i] <= hi[i])) return i; // NaN is infeasible
      } else if (lo[i] < hi[i]) {
        let w = q[i];
        let size = Math.abs(q[i]);
        for (let j = 0; j < m; j++) {
          w += A[ROWS * i + j] * z[j];
          size += Math.abs(A[ROWS * i + j] * z[j]);
        }
        if (!((state[i] === LOWER ? -w : w) <= ROUNDING * size)) return i;
      }
    }
    return -1;
  }
}

/** The blocks of a problem's contacts, and sweeps over them; y = Jt^T x is carried along where J is known. */
export class ContactSweeper {
  /** Rows of block k: row[start[k]] .. row[start[k + 1] - 1]. */
  private start: Int32Array = new Int32Array(1);
  private row: Int32Array = new Int32Array(0);
  /** 1 for friction and rolling rows, as `row`. */
  private friction: Uint8Array = new Uint8Array(0);
  /** Diagonal blocks of A, nine numbers each. */
  private A: Float64Array = new Float64Array(0);
  private readonly block = new BoxBlock();
  private structured: StructuredOperator | undefined;
  private y: Float64Array = new Float64Array(0);

  /** Lists the blocks and reads their part of A. */
  prepare(p: Problem): void {
    const start = [0];
    const row: number[] = [];
    const friction: number[] = [];
    for (const { normal, tangents, rolling, spinning } of p.contacts)
      for (const rows of [[normal, ...tangents], rolling, spinning]) {
        if (rows.length === 0) continue;
        for (const i of rows) friction.push(i === normal ? 0 : 1);
        row.push(...rows);
        start.push(row.length);
      }
    this.start = Int32Array.from(start);
    this.row = Int32Array.from(row);
    this.friction = Uint8Array.from(friction);
    this.A = new Float64Array(ROWS * ROWS * (start.length - 1));
    this.structured = p.A instanceof StructuredOperator ? p.A : undefined;
    const bodies = this.structured?.structure.bodies ?? 0;
    if (this.y.length < 6 * bodies) this.y = new Float64Array(6 * bodies);
    for (let k = 0; k + 1 < start.length; k++) this.readBlock(p, k);
  }

  /** Sweeps begin at x; to be called again when anybody else has changed x. */
  begin(x: Float64Array): void {
    this.structured?.scaledVelocity(x, this.y);
  }

  /**
   * One sweep over all blocks; the largest change of an impulse, N s. NaN stays.
   * @param extra compliance of the friction rows as a part of a_tt, (SP4)
   */
  sweep(p: Problem, x: Float64Array, extra: number): number {
    const { start, row, friction, block } = this;
    let change = 0;
    for (let k = 0; k + 1 < start.length; k++) {
      const from = start[k];
      const m = start[k + 1] - from;
      block.m = m;
      for (let r = 0; r < m; r++) {
        const i = row[from + r];
        block.z[r] = x[i];
        block.lo[r] = p.lo[i];
        block.hi[r] = p.hi[i];
        block.q[r] = this.velocity(p, x, i);
        for (let c = 0; c < m; c++) {
          const a = this.A[ROWS * (ROWS * k + r) + c];
          block.A[ROWS * r + c] = a;
          block.q[r] -= a * x[row[from + c]];
        }
        if (friction[from + r] === 1) block.A[ROWS * r + r] *= 1 + extra;
      }
      block.solve();
      for (let r = 0; r < m; r++) {
        const i = row[from + r];
        const dx = block.z[r] - x[i];
        change = Math.max(change, Math.abs(dx));
        if (dx === 0) continue;
        x[i] = block.z[r];
        if (this.structured) push(this.structured, this.y, i, dx);
      }
    }
    return change;
  }

  release(): void {
    this.structured = undefined;
    this.y = new Float64Array(0);
    this.A = new Float64Array(0);
    this.start = new Int32Array(1);
  }

  private readBlock(p: Problem, k: number): void {
    const from = this.start[k];
    const rows = this.row.subarray(from, this.start[k + 1]);
    const m = rows.length;
    const values = new Float64Array(m * m);
    if (this.structured) this.structured.submatrix(rows, rows, values);
    else {
      const { rowStart, column, value } = p.A.sparse(); // its submatrix would fill a whole row for each of ours
      for (let r = 0; r < m; r++)
        for (let q = rowStart[rows[r]]; q < rowStart[rows[r] + 1]; q++) {
          const c = rows.indexOf(column[q]);
          if (c >= 0) values[r * m + c] = value[q];
        }
    }
    for (let r = 0; r < m; r++) for (let c = 0; c < m; c++) this.A[ROWS * (ROWS * k + r) + c] = values[r * m + c];
  }

  /** w_i = (A x + b)_i. */
  private velocity(p: Problem, x: Float64Array, i: number): number {
    let w = p.b[i];
    if (this.structured) {
      const { Jt, structure } = this.structured;
      w += structure.C[i] * x[i];
      for (let k = structure.rowStart[i]; k < structure.rowStart[i + 1]; k++) {
        const at = 6 * structure.body[k];
        for (let c = 0; c < 6; c++) w += Jt[6 * k + c] * this.y[at + c];
      }
      return w;
    }
    const { rowStart, column, value } = p.A.sparse();
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) w += value[k] * x[column[k]];
    return w;
  }
}

/** y <- y + Jt_i^T dx. */
function push({ Jt, structure }: StructuredOperator, y: Float64Array, i: number, dx: number): void {
  for (let k = structure.rowStart[i]; k < structure.rowStart[i + 1]; k++) {
    const at = 6 * structure.body[k];
    for (let c = 0; c < 6; c++) y[at + c] += Jt[6 * k + c] * dx;
  }
}
