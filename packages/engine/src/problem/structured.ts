/**
 * A = J M^-1 J^T + C from its factors, never built unless asked for.   docs/theory/complementarity.md (C4), (C9)
 *
 * J is block-compressed: row i is a list of (body, 6 numbers), linear xyz then angular xyz, world axes, at the centre
 * of mass; a row may touch any number of bodies. M^-1 = L L^T is symmetric positive *semi*definite per body (point
 * masses, locked rotations, static bodies), so everything works with Jt = J L: A = Jt Jt^T + C, symmetric to the last
 * bit, and one array instead of J and M^-1 J^T.
 */
import { expectMemory, matrixOf } from '../checks/sizes.ts';
import { type BlockRows, blockProduct, bodySums, findRuns, rowSums, scaleRows } from '../linalg/block-rows.ts';
import { FloatBuffer, IntBuffer } from '../linalg/buffers.ts';
import { SparseOperator } from './explicit.ts';
import { factorInverseMasses } from './inverse-masses.ts';
import type { Operator } from './operator.ts';
import type { RowPattern } from './rows/row-patterns.ts';

export interface Structure {
  /** Number of bodies. */
  readonly bodies: number;
  /** Blocks of row i are rowStart[i] .. rowStart[i + 1] - 1. */
  readonly rowStart: Int32Array;
  /** Body of each block. */
  readonly body: Int32Array;
  /** Six numbers per block. */
  readonly J: Float64Array;
  /** 36 numbers per body, row-major: 1/kg, 1/(kg m), 1/(kg m^2). */
  readonly Minv: Float64Array;
  /** Compliance of each row: 1/kg or 1/(kg m^2), >= 0. */
  readonly C: Float64Array;
  /** Owner of `rowStart` and `body` in problems that a world builds. Structures with the same pattern touch the same bodies. */
  readonly pattern?: RowPattern | undefined;
}

/** Memory of an entry of A as compressed rows: its column and its value. */
const ENTRY_BYTES = 12;

/** One block of J: row, body, six numbers; blocks that name the same place add up. */
export interface JacobianBlock {
  readonly row: number;
  readonly body: number;
  readonly values: ArrayLike<number>;
}

/** Numbers computed from a structure. */
export type KnownNumbers = Pick<StructuredOperator, 'L' | 'Jt' | 'diagonal'> & { readonly y?: Float64Array };

export class StructuredOperator implements Operator {
  readonly n: number;
  readonly diagonal: Float64Array;
  readonly structure: Structure;
  /** L of each body, lower triangular, 36 numbers row-major. */
  readonly L: Float64Array;
  /** J L, six numbers per block, as J. */
  readonly Jt: Float64Array;
  /** Scratch of `apply`: y = Jt^T x, six numbers per body. */
  protected readonly y: Float64Array;
  private readonly rows: BlockRows;
  private cachedBlocks: BlocksByBody | undefined;
  private cachedSparse: SparseOperator | undefined;

  /** @param known L, Jt and the diagonal, if the caller has computed them, and room for y */
  constructor(structure: Structure, known?: KnownNumbers) {
    this.structure = structure;
    const { bodies, rowStart, body, C } = structure;
    this.n = C.length;
    this.y = known?.y ?? new Float64Array(6 * bodies);
    this.L = known?.L ?? new Float64Array(36 * bodies);
    this.Jt = known?.Jt ?? new Float64Array(6 * body.length);
    this.diagonal = known?.diagonal ?? new Float64Array(this.n);
    const runs = structure.pattern?.runs ?? findRuns(structure);
    this.rows = { rowStart, body, runs, L: this.L, Jt: this.Jt, C, diagonal: this.diagonal };
    if (known) return;
    factorInverseMasses(structure, this.L);
    scaleRows(this.rows, structure.J);
  }

  apply(x: Float64Array, out: Float64Array): void {
    this.scaledVelocity(x, this.y);
    this.rowVelocities(x, this.y, out);
  }

  /** out = Jt y + C x: A x, where y is the scaled velocity of x. */
  rowVelocities(x: Float64Array, y: Float64Array, out: Float64Array): void {
    rowSums(this.rows, x, y, out);
  }

  /** y = Jt^T x, six numbers per body; the velocities that the impulses x give are v = L y. */
  scaledVelocity(x: Float64Array, y: Float64Array): void {
    bodySums(this.rows, x, y);
  }

  row(i: number, out: Float64Array): void {
    const { rowStart, body, C } = this.structure;
    const { Jt } = this;
    this.cachedBlocks ??= blocksByBody(this.structure);
    const { bodyStart, blockOf, rowOfBlock } = this.cachedBlocks;
    out.fill(0, 0, this.n);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      for (let q = bodyStart[body[k]]; q < bodyStart[body[k] + 1]; q++) {
        const other = blockOf[q];
        let sum = 0;
        for (let c = 0; c < 6; c++) sum += Jt[6 * k + c] * Jt[6 * other + c];
        out[rowOfBlock[other]] += sum;
      }
    }
    out[i] += C[i];
  }

  submatrix(rows: ArrayLike<number>, columns: ArrayLike<number>, out: Float64Array): void {
    const m = columns.length;
    for (let r = 0; r < rows.length; r++)
      for (let c = 0; c < m; c++)
        out[r * m + c] = rows === columns && c < r ? out[c * m + r] : this.entry(rows[r], columns[c]);
  }

  dense(): Float64Array {
    const { n } = this;
    const out = matrixOf(n, n);
    for (let i = 0; i < n; i++) this.row(i, out.subarray(i * n, (i + 1) * n));
    return out;
  }

  sparse(): SparseOperator {
    if (this.cachedSparse) return this.cachedSparse;
    const { n } = this;
    const rowStart = new Int32Array(n + 1);
    const [column, value] = [new IntBuffer(), new FloatBuffer()];
    const full = new Float64Array(n);
    let kept = 0;
    for (let r = 0; r < n; r++) {
      this.row(r, full);
      expectMemory(ENTRY_BYTES * (kept + n), `the entries of A, of ${n} rows`);
      column.reserve(kept + n);
      value.reserve(kept + n);
      for (let c = 0; c < n; c++) {
        if (full[c] === 0) continue;
        column.all[kept] = c;
        value.all[kept++] = full[c];
      }
      rowStart[r + 1] = kept;
    }
    this.cachedSparse = new SparseOperator(n, rowStart, column.all.slice(0, kept), value.all.slice(0, kept));
    return this.cachedSparse;
  }

  /** a_ij = Jt_i Jt_j^T + C_i delta_ij. */
  private entry(i: number, j: number): number {
    const product = blockProduct(this.rows, i, j);
    return i === j ? product + this.structure.C[i] : product;
  }
}

/** An operator with memory of its own. */
export function copyOf({ structure, L, Jt, diagonal }: StructuredOperator): StructuredOperator {
  const { bodies, rowStart, body, J, Minv, C } = structure;
  return new StructuredOperator(
    {
      bodies,
      rowStart: rowStart.slice(),
      body: body.slice(),
      J: J.slice(),
      Minv: Minv.slice(),
      C: C.slice(),
    },
    { L: L.slice(), Jt: Jt.slice(), diagonal: diagonal.slice() },
  );
}

/** Blocks of each body, rows ascending: bodyStart[k] .. bodyStart[k + 1] - 1 in blockOf. */
interface BlocksByBody {
  readonly bodyStart: Int32Array;
  readonly blockOf: Int32Array;
  readonly rowOfBlock: Int32Array;
}

function blocksByBody({ bodies, rowStart, body, C }: Structure): BlocksByBody {
  const rowOfBlock = new Int32Array(body.length);
  const bodyStart = new Int32Array(bodies + 1);
  for (let i = 0; i < C.length; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      rowOfBlock[k] = i;
      bodyStart[body[k] + 1]++;
    }
  for (let k = 0; k < bodies; k++) bodyStart[k + 1] += bodyStart[k];
  const blockOf = new Int32Array(body.length);
  const next = bodyStart.slice();
  for (let k = 0; k < body.length; k++) blockOf[next[body[k]]++] = k;
  return { bodyStart, blockOf, rowOfBlock };
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
