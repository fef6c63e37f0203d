/**
 * The rows of each contact together, with their velocities at hand: the basis of every method that goes from contact to contact.
 * docs/theory/block-gauss-seidel.md (BG1)
 *
 *   w_i = b_i + C_i x_i + Jt_i y,   y <- y + Jt_i^T dx        if J is known: A is never formed
 *   w_i = b_i + sum_j a_ij x_j                                 over the stored row otherwise
 *
 * The rows of a contact nearly always touch the same one or two bodies, in which case y is read and written once per contact, not
 * once per row: 36 multiplications each way, Jt read in place.
 */
import type { SparseOperator } from '../../problem/explicit.ts';
import type { Problem } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { RowVelocities } from './row-velocities.ts';

/** Normal, two tangents, two rolling rows, spinning. */
export const MOST_ROWS = 6;

export class ContactRows extends RowVelocities {
  sets!: FrictionSets;
  /** Rows of contact c: row[start[c]] .. row[start[c + 1] - 1], the normal first, then section by section. */
  start = new Int32Array(1);
  row = new Int32Array(0);
  /** The m x m diagonal block of A of contact c, row-major, begins at block[blockStart[c]]. */
  blockStart = new Int32Array(1);
  block = new Float64Array(0);
  /** Of the contact gathered last: velocities of its rows, and changes of its impulses for `scatter`. */
  readonly w = new Float64Array(MOST_ROWS);
  readonly dx = new Float64Array(MOST_ROWS);

  /** Two places in y per contact whose rows all touch those bodies and no other; -1: row by row. */
  place = new Int32Array(0);

  /**
   * Rows and blocks of the contacts of p; sweeps begin with `follow`.
   * @param y where y is to be, six numbers per body and six more, if others use it too
   */
  override prepare(p: Problem, y?: Float64Array): void {
    super.prepare(p, y);
    this.sets = frictionSets(p);
    this.list();
    this.readBlocks();
  }

  /** this.w = velocities of the rows of contact c. */
  gather(c: number, x: Float64Array): void {
    const { start, row, w, place, structured } = this;
    const from = start[c];
    const m = start[c + 1] - from;
    if (!structured || place[2 * c] < 0) {
      for (let r = 0; r < m; r++) w[r] = this.velocity(row[from + r], x);
      return;
    }
    const { Jt, structure } = structured;
    const { rowStart, C } = structure;
    const { b } = this.p;
    const { y } = this;
    const a = place[2 * c];
    const two = place[2 * c + 1];
    const y0 = y[a];
    const y1 = y[a + 1];
    const y2 = y[a + 2];
    const y3 = y[a + 3];
    const y4 = y[a + 4];
    const y5 = y[a + 5];
    const z0 = y[two];
    const z1 = y[two + 1];
    const z2 = y[two + 2];
    const z3 = y[two + 3];
    const z4 = y[two + 4];
    const z5 = y[two + 5];
    const both = two + 6 < y.length;
    for (let r = 0; r < m; r++) {
      const i = row[from + r];
      const k = 6 * rowStart[i];
      let sum = b[i] + C[i] * x[i];
      sum += Jt[k] * y0 + Jt[k + 1] * y1 + Jt[k + 2] * y2 + Jt[k + 3] * y3 + Jt[k + 4] * y4 + Jt[k + 5] * y5;
      if (both)
        sum += Jt[k + 6] * z0 + Jt[k + 7] * z1 + Jt[k + 8] * z2 + Jt[k + 9] * z3 + Jt[k + 10] * z4 + Jt[k + 11] * z5;
      w[r] = sum;
    }
  }

  /** The impulses of contact c have changed by this.dx (x itself is the caller's): y follows. The larger of `change` and these. */
  scatter(c: number, change: number): number {
    const { start, row, dx, place, structured, y } = this;
    const from = start[c];
    const m = start[c + 1] - from;
    let most = change;
    for (let r = 0; r < m; r++) most = Math.max(most, Math.abs(dx[r]));
    if (!structured) return most;
    if (place[2 * c] < 0) {
      for (let r = 0; r < m; r++) this.add(row[from + r], dx[r]);
      return most;
    }
    const { Jt, structure } = structured;
    const { rowStart } = structure;
    const a = place[2 * c];
    const two = place[2 * c + 1];
    const both = two + 6 < y.length;
    for (let r = 0; r < m; r++) {
      const d = dx[r];
      if (d === 0) continue;
      const k = 6 * rowStart[row[from + r]];
      for (let q = 0; q < 6; q++) y[a + q] += Jt[k + q] * d;
      if (both) for (let q = 0; q < 6; q++) y[two + q] += Jt[k + 6 + q] * d;
    }
    return most;
  }

  /** Rows and blocks of all contacts. */
  private list(): void {
    const { count, normal, start: sections, first, second } = this.sets;
    const rows = count + 2 * first.length;
    if (this.start.length < count + 1) {
      this.start = new Int32Array(count + 1);
      this.blockStart = new Int32Array(count + 1);
      this.place = new Int32Array(2 * count);
    }
    if (this.row.length < rows) this.row = new Int32Array(rows);
    let at = 0;
    let entries = 0;
    for (let c = 0; c < count; c++) {
      const from = at;
      this.row[at++] = normal[c];
      for (let s = sections[c]; s < sections[c + 1]; s++) {
        this.row[at++] = first[s];
        if (second[s] >= 0) this.row[at++] = second[s];
      }
      this.start[c + 1] = at;
      entries += (at - from) * (at - from);
      this.blockStart[c + 1] = entries;
    }
    if (this.block.length < entries) this.block = new Float64Array(entries);
  }

  private readBlocks(): void {
    const { count } = this.sets;
    for (let c = 0; c < count; c++) {
      if (this.structured) {
        this.findPlace(c, this.structured);
        if (this.isOrdinary(c)) this.readOrdinary(c, this.structured);
        else this.readStructured(c, this.structured);
      } else this.readSparse(c, this.sparse as SparseOperator);
    }
  }

  private findPlace(c: number, { structure: { rowStart, body, bodies } }: StructuredOperator): void {
    const { start, row, place } = this;
    const k = rowStart[row[start[c]]];
    const count = rowStart[row[start[c]] + 1] - k;
    let same = count === 1 || (count === 2 && body[k] !== body[k + 1]);
    for (let r = start[c] + 1; same && r < start[c + 1]; r++) {
      const q = rowStart[row[r]];
      same = rowStart[row[r] + 1] - q === count && body[q] === body[k] && (count < 2 || body[q + 1] === body[k + 1]);
    }
    place[2 * c] = same ? 6 * body[k] : -1;
    place[2 * c + 1] = 6 * (same && count === 2 ? body[k + 1] : bodies);
  }

  /** A normal and two tangents over the same one or two bodies. */
  isOrdinary(c: number): boolean {
    return this.start[c + 1] - this.start[c] === 3 && this.place[2 * c] >= 0;
  }

  /** `readStructured` of three rows in one pass over Jt, in the same bits: a third of the time. */
  private readOrdinary(c: number, { structure, Jt }: StructuredOperator): void {
    const { start, row, block, blockStart } = this;
    const { rowStart, C } = structure;
    const from = start[c];
    const k0 = 6 * rowStart[row[from]];
    const k1 = 6 * rowStart[row[from + 1]];
    const k2 = 6 * rowStart[row[from + 2]];
    const length = 6 * rowStart[row[from] + 1] - k0;
    let a00 = C[row[from]];
    let a11 = C[row[from + 1]];
    let a22 = C[row[from + 2]];
    let a01 = 0;
    let a02 = 0;
    let a12 = 0;
    for (let e = 0; e < length; e++) {
      const n = Jt[k0 + e];
      const s = Jt[k1 + e];
      const t = Jt[k2 + e];
      a00 += n * n;
      a01 += s * n;
      a02 += t * n;
      a11 += s * s;
      a12 += t * s;
      a22 += t * t;
    }
    const at = blockStart[c];
    block[at] = a00;
    block[at + 1] = block[at + 3] = a01;
    block[at + 2] = block[at + 6] = a02;
    block[at + 4] = a11;
    block[at + 5] = block[at + 7] = a12;
    block[at + 8] = a22;
  }

  private readStructured(c: number, { structure, Jt }: StructuredOperator): void {
    const { start, row, block, blockStart, place } = this;
    const { rowStart, body, C } = structure;
    const from = start[c];
    const m = start[c + 1] - from;
    const length = place[2 * c] < 0 ? 0 : 6 * (rowStart[row[from] + 1] - rowStart[row[from]]);
    for (let r = 0; r < m; r++)
      for (let q = 0; q <= r; q++) {
        const i = row[from + r];
        const j = row[from + q];
        let sum = r === q ? C[i] : 0;
        if (length > 0) {
          // the same bodies in the same order
          for (let e = 0, k = 6 * rowStart[i], l = 6 * rowStart[j]; e < length; e += 3, k += 3, l += 3) {
            sum += Jt[k] * Jt[l];
            sum += Jt[k + 1] * Jt[l + 1];
            sum += Jt[k + 2] * Jt[l + 2];
          }
        } else
          for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
            for (let l = rowStart[j]; l < rowStart[j + 1]; l++)
              if (body[k] === body[l]) for (let e = 0; e < 6; e++) sum += Jt[6 * k + e] * Jt[6 * l + e];
        block[blockStart[c] + r * m + q] = sum;
        block[blockStart[c] + q * m + r] = sum;
      }
  }

  private readSparse(c: number, { rowStart, column, value }: SparseOperator): void {
    const { start, row, block, blockStart } = this;
    const from = start[c];
    const m = start[c + 1] - from;
    block.fill(0, blockStart[c], blockStart[c + 1]);
    for (let r = 0; r < m; r++)
      for (let k = rowStart[row[from + r]]; k < rowStart[row[from + r] + 1]; k++)
        for (let q = 0; q < m; q++) if (column[k] === row[from + q]) block[blockStart[c] + r * m + q] = value[k];
  }
}
