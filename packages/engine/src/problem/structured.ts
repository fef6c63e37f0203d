/**
 * A = J M^-1 J^T + C from its factors, never built unless asked for.   docs/theory/complementarity.md (C4), (C9)
 *
 * J is block-compressed: row i is a list of (body, 6 numbers), linear xyz then angular xyz, world axes, at the centre
 * of mass; a row may touch any number of bodies. M^-1 = L L^T is symmetric positive *semi*definite per body (point
 * masses, locked rotations, static bodies), so everything works with Jt = J L: A = Jt Jt^T + C, symmetric to the last
 * bit, and one array instead of J and M^-1 J^T.
 */
import type { Room } from '../linalg/room.ts';
import { fromTriplets, type SparseOperator } from './explicit.ts';
import { factorInverseMasses, isApart, scaleBlock } from './inverse-masses.ts';
import type { Operator } from './operator.ts';
import type { RowPattern } from './row-patterns.ts';
import { findRuns, isRepeated } from './runs-of-rows.ts';

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
  /** Of problems that a world builds: whose `rowStart` and `body` these are. Two structures with one pattern touch the same bodies. */
  readonly pattern?: RowPattern | undefined;
}

/** One block of J: row, body, six numbers; blocks that name the same place add up. */
export interface JacobianBlock {
  readonly row: number;
  readonly body: number;
  readonly values: ArrayLike<number>;
}

/** Memory that an operator computes into, for callers that make one per step. */
export interface OperatorRoom {
  readonly L: Room;
  readonly Jt: Room;
  readonly diagonal: Room;
  readonly y: Room;
}

export class StructuredOperator implements Operator {
  readonly n: number;
  readonly diagonal: Float64Array;
  readonly structure: Structure;
  /** L of each body, lower triangular, 36 numbers row-major. */
  readonly L: Float64Array;
  /** J L, six numbers per block, as J. */
  readonly Jt: Float64Array;
  /** Scratch of `apply`: y = Jt^T x, six numbers per body. */
  private readonly y: Float64Array;
  /** See `findRuns`. */
  private readonly runs: Int32Array;
  private cachedBlocks: BlocksByBody | undefined;
  private cachedSparse: SparseOperator | undefined;

  /** @param memory for L, Jt and the diagonal, which are computed; or these themselves, if the caller has computed them */
  constructor(structure: Structure, memory?: OperatorRoom | Pick<StructuredOperator, 'L' | 'Jt' | 'diagonal'>) {
    this.structure = structure;
    const { bodies, C } = structure;
    const blocks = structure.body.length;
    const room = memory && 'y' in memory ? (memory as OperatorRoom) : undefined;
    const known = room ? undefined : (memory as Pick<StructuredOperator, 'L' | 'Jt' | 'diagonal'> | undefined);
    this.n = C.length;
    this.y = room ? room.y.of(6 * bodies) : new Float64Array(6 * bodies);
    this.L = known?.L ?? room?.L.of(36 * bodies) ?? new Float64Array(36 * bodies);
    this.Jt = known?.Jt ?? room?.Jt.of(6 * blocks) ?? new Float64Array(6 * blocks);
    this.diagonal = known?.diagonal ?? room?.diagonal.of(this.n) ?? new Float64Array(this.n);
    this.runs = structure.pattern?.runs ?? findRuns(structure);
    if (known) return;
    factorInverseMasses(structure, this.L);
    this.scale();
  }

  // Loops over six numbers are written out here and below: V8 does not unroll them; written out, A x takes 22 us instead of 35.
  apply(x: Float64Array, out: Float64Array): void {
    this.scaledVelocity(x, this.y);
    this.rowVelocities(x, this.y, out);
  }

  /** out = Jt y + C x: A x, where y is the scaled velocity of x. */
  rowVelocities(x: Float64Array, y: Float64Array, out: Float64Array): void {
    const { rowStart, body, C } = this.structure;
    const { n, Jt, runs } = this;
    for (let i = 0; i < n; i++) out[i] = C[i] * x[i];
    for (let first = 0; first < n; ) {
      const from = rowStart[first];
      const blocks = rowStart[first + 1] - from;
      const end = runs[first];
      for (let s = 0; s < blocks; s++) {
        const at = 6 * body[from + s];
        const y0 = y[at];
        const y1 = y[at + 1];
        const y2 = y[at + 2];
        const y3 = y[at + 3];
        const y4 = y[at + 4];
        const y5 = y[at + 5];
        for (let i = first, j = 6 * (from + s); i < end; i++, j += 6 * blocks) {
          let sum = out[i];
          sum += Jt[j] * y0;
          sum += Jt[j + 1] * y1;
          sum += Jt[j + 2] * y2;
          sum += Jt[j + 3] * y3;
          sum += Jt[j + 4] * y4;
          sum += Jt[j + 5] * y5;
          out[i] = sum;
        }
      }
      first = end;
    }
  }

  /** y = Jt^T x, six numbers per body; the velocities that the impulses x give are v = L y. */
  scaledVelocity(x: Float64Array, y: Float64Array): void {
    const { rowStart, body } = this.structure;
    const { n, Jt, runs } = this;
    y.fill(0);
    for (let first = 0; first < n; ) {
      const from = rowStart[first];
      const blocks = rowStart[first + 1] - from;
      const end = runs[first];
      for (let s = 0; s < blocks; s++) {
        const at = 6 * body[from + s];
        let y0 = y[at];
        let y1 = y[at + 1];
        let y2 = y[at + 2];
        let y3 = y[at + 3];
        let y4 = y[at + 4];
        let y5 = y[at + 5];
        for (let i = first, j = 6 * (from + s); i < end; i++, j += 6 * blocks) {
          const xi = x[i];
          y0 += Jt[j] * xi;
          y1 += Jt[j + 1] * xi;
          y2 += Jt[j + 2] * xi;
          y3 += Jt[j + 3] * xi;
          y4 += Jt[j + 4] * xi;
          y5 += Jt[j + 5] * xi;
        }
        y[at] = y0;
        y[at + 1] = y1;
        y[at + 2] = y2;
        y[at + 3] = y3;
        y[at + 4] = y4;
        y[at + 5] = y5;
      }
      first = end;
    }
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
    const out = new Float64Array(n * n);
    for (let i = 0; i < n; i++) this.row(i, out.subarray(i * n, (i + 1) * n));
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
      for (let c = 0; c < this.n; c++) {
        if (full[c] === 0) continue;
        i.push(r);
        j.push(c);
        values.push(full[c]);
      }
    }
    this.cachedSparse = fromTriplets(this.n, { i, j, values });
    return this.cachedSparse;
  }

  /** Jt = J L, block by block, (J L)_c = sum over r >= c of J_r L_rc; and a_ii, as `entry` has it. */
  private scale(): void {
    const { rowStart, bodies, C } = this.structure;
    const { n, L, diagonal, runs } = this;
    if (apart.length < bodies) apart = new Uint8Array(2 * bodies);
    for (let k = 0; k < bodies; k++) apart[k] = isApart(L, 36 * k) ? 1 : 0;
    diagonal.fill(0);
    for (let first = 0; first < n; first = runs[first]) {
      const blocks = rowStart[first + 1] - rowStart[first];
      for (let s = 0; s < blocks; s++) this.scaleRun(first, runs[first], s, blocks);
    }
    for (let i = 0; i < n; i++) diagonal[i] += C[i];
    for (let first = 0; first < n; first = runs[first]) {
      const from = rowStart[first];
      if (isRepeated(this.structure.body, from, rowStart[first + 1] - from)) diagonal[first] = this.entry(first, first);
    }
  }

  /** Block s of the rows from `first` to `end`, all of one body. */
  private scaleRun(first: number, end: number, s: number, blocks: number): void {
    const { rowStart, body, J } = this.structure;
    const { L, Jt, diagonal } = this;
    const from = rowStart[first] + s;
    const at = 36 * body[from];
    const mixes = apart[body[from]] === 0;
    const l0 = L[at];
    const l7 = L[at + 7];
    const l14 = L[at + 14];
    const l21 = L[at + 21];
    const l27 = L[at + 27];
    const l28 = L[at + 28];
    const l33 = L[at + 33];
    const l34 = L[at + 34];
    const l35 = L[at + 35];
    for (let i = first, j = 6 * from; i < end; i++, j += 6 * blocks) {
      if (mixes) scaleBlock(J, j, L, at, Jt);
      else {
        const ax = J[j + 3];
        const ay = J[j + 4];
        const az = J[j + 5];
        Jt[j] = J[j] * l0;
        Jt[j + 1] = J[j + 1] * l7;
        Jt[j + 2] = J[j + 2] * l14;
        Jt[j + 3] = ax * l21 + ay * l27 + az * l33;
        Jt[j + 4] = ay * l28 + az * l34;
        Jt[j + 5] = az * l35;
      }
      let sum = Jt[j] * Jt[j];
      sum += Jt[j + 1] * Jt[j + 1];
      sum += Jt[j + 2] * Jt[j + 2];
      sum += Jt[j + 3] * Jt[j + 3];
      sum += Jt[j + 4] * Jt[j + 4];
      sum += Jt[j + 5] * Jt[j + 5];
      diagonal[i] += sum;
    }
  }

  /** a_ij = Jt_i Jt_j^T + C_i delta_ij. */
  private entry(i: number, j: number): number {
    const { rowStart, body, C } = this.structure;
    const { Jt } = this;
    let total = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let q = rowStart[j]; q < rowStart[j + 1]; q++) {
        if (body[k] !== body[q]) continue;
        const [e, f] = [6 * k, 6 * q];
        let sum = Jt[e] * Jt[f];
        sum += Jt[e + 1] * Jt[f + 1];
        sum += Jt[e + 2] * Jt[f + 2];
        sum += Jt[e + 3] * Jt[f + 3];
        sum += Jt[e + 4] * Jt[f + 4];
        sum += Jt[e + 5] * Jt[f + 5];
        total += sum;
      }
    return i === j ? total + C[i] : total;
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

/** Scratch of `scale`, by body. 1: translation and rotation do not mix, nor the axes of translation. */
let apart = new Uint8Array(0);

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
