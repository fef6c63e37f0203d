/**
 * A = J M^-1 J^T + C from its factors, never built unless asked for.   docs/theory/complementarity.md (C4)
 *
 * J is block-compressed: row i is a list of (body, 6 numbers), linear xyz then angular xyz, world axes, at the centre
 * of mass; a row may touch any number of bodies. M^-1 is 6 x 6 per body, symmetric positive semidefinite.
 */
import { fromTriplets, type SparseOperator } from './explicit.ts';
import type { Operator } from './operator.ts';

export interface Structure {
  /** Number of bodies. */
  readonly bodies: number;
  /** Blocks of row i are rowStart[i] .. rowStart[i + 1] - 1. */
  readonly rowStart: Int32Array;
  /** Body of each block. */
  readonly body: Int32Array;
  /** Six numbers a block. */
  readonly J: Float64Array;
  /** 36 numbers a body, row-major: 1/kg, 1/(kg m), 1/(kg m^2). */
  readonly Minv: Float64Array;
  /** Compliance of each row: 1/kg or 1/(kg m^2), >= 0. */
  readonly C: Float64Array;
}

/** One block of J: row, body, six numbers; blocks that name the same place add up. */
export interface JacobianBlock {
  readonly row: number;
  readonly body: number;
  readonly values: ArrayLike<number>;
}

export class StructuredOperator implements Operator {
  readonly n: number;
  readonly diagonal: Float64Array;
  private readonly s: Structure;
  /** M^-1 J^T, six numbers a block, as J. */
  private readonly MinvJt: Float64Array;
  /** Scratch of `apply`: a velocity of six numbers a body. */
  private readonly v: Float64Array;
  /** Blocks of each body, rows ascending: bodyStart[k] .. bodyStart[k + 1] - 1 in blockOf. */
  private readonly bodyStart: Int32Array;
  private readonly blockOf: Int32Array;
  private readonly rowOfBlock: Int32Array;
  private cachedSparse: SparseOperator | undefined;

  constructor(structure: Structure) {
    this.s = structure;
    const { bodies, rowStart, body, C } = structure;
    this.n = C.length;
    this.v = new Float64Array(6 * bodies);
    this.MinvJt = multiplyMinv(structure);
    this.diagonal = new Float64Array(this.n);
    this.rowOfBlock = new Int32Array(body.length);
    this.bodyStart = new Int32Array(bodies + 1);
    for (let i = 0; i < this.n; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        this.rowOfBlock[k] = i;
        this.bodyStart[body[k] + 1]++;
      }
      this.diagonal[i] = this.entry(i, i);
    }
    for (let k = 0; k < bodies; k++) this.bodyStart[k + 1] += this.bodyStart[k];
    this.blockOf = new Int32Array(body.length);
    const next = this.bodyStart.slice();
    for (let k = 0; k < body.length; k++) this.blockOf[next[body[k]]++] = k;
  }

  apply(x: Float64Array, out: Float64Array): void {
    const { rowStart, body, J, C } = this.s;
    const { n, v } = this;
    this.velocityOf(x, v);
    for (let i = 0; i < n; i++) {
      let sum = C[i] * x[i];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const at = 6 * body[k];
        for (let c = 0; c < 6; c++) sum += J[6 * k + c] * v[at + c];
      }
      out[i] = sum;
    }
  }

  /** v = M^-1 J^T x, six numbers a body: the velocities that the impulses x give. */
  velocityOf(x: Float64Array, v: Float64Array): void {
    const { rowStart, body } = this.s;
    const { n, MinvJt } = this;
    v.fill(0);
    for (let i = 0; i < n; i++) {
      const xi = x[i];
      if (xi === 0) continue;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const at = 6 * body[k];
        for (let c = 0; c < 6; c++) v[at + c] += MinvJt[6 * k + c] * xi;
      }
    }
  }

  row(i: number, out: Float64Array): void {
    const { rowStart, body, J, C } = this.s;
    out.fill(0, 0, this.n);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      for (let q = this.bodyStart[body[k]]; q < this.bodyStart[body[k] + 1]; q++) {
        const other = this.blockOf[q];
        let sum = 0;
        for (let c = 0; c < 6; c++) sum += this.MinvJt[6 * k + c] * J[6 * other + c];
        out[this.rowOfBlock[other]] += sum;
      }
    }
    out[i] += C[i];
  }

  submatrix(rows: ArrayLike<number>, columns: ArrayLike<number>, out: Float64Array): void {
    for (let r = 0; r < rows.length; r++)
      for (let c = 0; c < columns.length; c++) out[r * columns.length + c] = this.entry(rows[r], columns[c]);
  }

  dense(): Float64Array {
    const { n } = this;
    const out = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      this.row(i, out.subarray(i * n, (i + 1) * n));
      for (let j = 0; j < i; j++) out[i * n + j] = out[j * n + i]; // symmetric to the last bit
    }
    return out;
  }

  sparse(): SparseOperator {
    if (this.cachedSparse) return this.cachedSparse;
    const i: number[] = [];
    const j: number[] = [];
    const values: number[] = [];
    const full = new Float64Array(this.n);
    for (let r = 0; r < this.n; r++) {
      this.row(r, full);
      for (let c = r; c < this.n; c++) {
        if (full[c] === 0) continue;
        i.push(r);
        j.push(c);
        values.push(full[c]);
        if (c === r) continue;
        i.push(c);
        j.push(r);
        values.push(full[c]);
      }
    }
    this.cachedSparse = fromTriplets(this.n, { i, j, values });
    return this.cachedSparse;
  }

  /** a_ij = J_i M^-1 J_j^T + C_i delta_ij. */
  private entry(i: number, j: number): number {
    const { rowStart, body, J, C } = this.s;
    let sum = i === j ? C[i] : 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let q = rowStart[j]; q < rowStart[j + 1]; q++) {
        if (body[k] !== body[q]) continue;
        for (let c = 0; c < 6; c++) sum += this.MinvJt[6 * k + c] * J[6 * q + c];
      }
    return sum;
  }
}

/** A structure from a list of blocks in any order. */
export function structureFromBlocks(blocks: readonly JacobianBlock[], Minv: Float64Array, C: Float64Array): Structure {
  const n = C.length;
  const sorted = blocks
    .map((block, position) => ({ block, position }))
    .sort((p, q) => p.block.row - q.block.row || p.block.body - q.block.body || p.position - q.position);
  const rowStart = new Int32Array(n + 1);
  const body: number[] = [];
  const J: number[] = [];
  let row = 0;
  for (const { block } of sorted) {
    while (row < block.row) rowStart[++row] = body.length;
    const repeated = body.length > rowStart[row] && body[body.length - 1] === block.body;
    if (!repeated) {
      body.push(block.body);
      J.push(0, 0, 0, 0, 0, 0);
    }
    for (let c = 0; c < 6; c++) J[J.length - 6 + c] += block.values[c];
  }
  while (row < n) rowStart[++row] = body.length;
  return { bodies: Minv.length / 36, rowStart, body: Int32Array.from(body), J: Float64Array.from(J), Minv, C };
}

/** M^-1 J^T, six numbers a block, in the order of J's blocks; in `memory` where that is large enough. */
export function multiplyMinv({ body, J, Minv }: Structure, memory?: Float64Array): Float64Array {
  const out = memory && memory.length >= J.length ? memory : new Float64Array(J.length);
  for (let k = 0; k < body.length; k++) {
    const m = 36 * body[k];
    for (let r = 0; r < 6; r++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += Minv[m + 6 * r + c] * J[6 * k + c];
      out[6 * k + r] = sum;
    }
  }
  return out;
}
