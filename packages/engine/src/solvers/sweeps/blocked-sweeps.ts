/**
 * Blocked Gauss-Seidel over contacts: the normal and the tangents of one contact are solved together, all other rows
 * held; its rolling rows are a block of their own, and so is its spinning row.   docs/theory/spook.md (SP2), (SP3)
 */
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { BoxBlock } from '../one-contact/box-block.ts';
import { RowVelocities } from './row-velocities.ts';

const ROWS = 3;

/** The blocks of a problem's contacts, and sweeps over them. */
export class ContactSweeper {
  /** Rows of block k: row[start[k]] .. row[start[k + 1] - 1]. */
  private start: Int32Array = new Int32Array(1);
  private row: Int32Array = new Int32Array(0);
  /** 1 for friction and rolling rows, as `row`. */
  private friction: Uint8Array = new Uint8Array(0);
  /** Diagonal blocks of A, nine numbers each. */
  private A: Float64Array = new Float64Array(0);
  private readonly block = new BoxBlock();
  private readonly velocities = new RowVelocities();

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
    for (let k = 0; k + 1 < start.length; k++) this.readBlock(p, k);
    this.velocities.prepare(p);
  }

  /** Sweeps begin at x; to be called again if x was changed by other means. */
  begin(x: Float64Array): void {
    this.velocities.follow(x);
  }

  /**
   * One sweep over all blocks; the largest change of an impulse, N s. NaN stays.
   * @param extra compliance of the friction rows as a part of a_tt, (SP4)
   */
  sweep(p: Problem, x: Float64Array, extra: number): number {
    const { start, row, friction, block, velocities } = this;
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
        block.q[r] = velocities.velocity(i, x);
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
        velocities.add(i, dx);
      }
    }
    return change;
  }

  release(): void {
    this.velocities.release();
    this.A = new Float64Array(0);
    this.start = new Int32Array(1);
  }

  private readBlock(p: Problem, k: number): void {
    const rows = this.row.subarray(this.start[k], this.start[k + 1]);
    const m = rows.length;
    const values = new Float64Array(m * m);
    if (p.A instanceof StructuredOperator) p.A.submatrix(rows, rows, values);
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
}
