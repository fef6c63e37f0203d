/**
 * M = L L^T of a sparse symmetric positive definite matrix, each row of L stored from its first entry to the diagonal,
 * unknowns in reverse Cuthill-McKee order. Rigid bodies make blocks of six, which stay blocks; a mesh makes a band.
 * A minimum-degree factor would hold less of a large mesh; the contact problems that are published do not need it.
 */
import type { SparseOperator } from '@signorini/engine/problem';

export class EnvelopeCholesky {
  readonly n: number;
  /** Place of each unknown in the order of elimination. */
  readonly place: Int32Array;
  /** Column of the first entry of each row of L, in that order. */
  private readonly first: Int32Array;
  /** l_ij is at start[i] + j. */
  private readonly start: Float64Array;
  private readonly l: Float64Array;

  /** @throws NotPositive */
  constructor(M: SparseOperator) {
    this.n = M.n;
    this.place = reverseCuthillMcKee(M);
    this.first = Int32Array.from({ length: M.n }, (_, i) => i);
    const { first, place } = this;
    for (let row = 0; row < M.n; row++)
      for (let k = M.rowStart[row]!; k < M.rowStart[row + 1]!; k++) {
        const [i, j] = [place[row]!, place[M.column[k]!]!];
        if (j < first[i]!) first[i] = j;
      }
    this.start = new Float64Array(M.n); // an envelope may have more than 2^31 places before its row
    let used = 0;
    for (let i = 0; i < M.n; i++) {
      this.start[i] = used - first[i]!;
      used += i - first[i]! + 1;
    }
    this.l = new Float64Array(used);
    for (let row = 0; row < M.n; row++)
      for (let k = M.rowStart[row]!; k < M.rowStart[row + 1]!; k++) {
        const [i, j] = [place[row]!, place[M.column[k]!]!];
        if (j <= i) this.l[this.start[i]! + j] = M.value[k]!;
      }
    this.factor();
  }

  /** y <- L^-1 y, y in the order of elimination. */
  forward(y: Float64Array): void {
    const { n, first, start, l } = this;
    let last = -1; // of the entries of y that are not zero so far
    for (let i = 0; i < n; i++) {
      let sum = y[i]!;
      if (first[i]! <= last) for (let j = first[i]!; j < i; j++) sum -= l[start[i]! + j]! * y[j]!;
      if (sum === 0) {
        y[i] = 0;
        continue;
      }
      y[i] = sum / l[start[i]! + i]!;
      last = i;
    }
  }

  private factor(): void {
    const { n, first, start, l } = this;
    for (let i = 0; i < n; i++) {
      for (let j = first[i]!; j <= i; j++) {
        let sum = l[start[i]! + j]!;
        for (let k = Math.max(first[i]!, first[j]!); k < j; k++) sum -= l[start[i]! + k]! * l[start[j]! + k]!;
        if (j < i) l[start[i]! + j] = sum / l[start[j]! + j]!;
        else if (sum > 0) l[start[i]! + i] = Math.sqrt(sum);
        else throw new NotPositive(this.place.indexOf(i), sum);
      }
    }
  }
}

/** A pivot that is not positive, and its row of M. */
export class NotPositive extends Error {
  readonly row: number;
  readonly pivot: number;

  constructor(row: number, pivot: number) {
    super(`pivot ${pivot} in row ${row}`);
    this.name = 'NotPositive';
    this.row = row;
    this.pivot = pivot;
  }
}

/** Breadth first from an unknown of least degree, neighbours by degree, then all reversed; part after part. */
function reverseCuthillMcKee({ n, rowStart, column }: SparseOperator): Int32Array {
  const degree = (i: number) => rowStart[i + 1]! - rowStart[i]!;
  const byDegree = (p: number, q: number) => degree(p) - degree(q) || p - q;
  const starts = Array.from({ length: n }, (_, i) => i).sort(byDegree);
  const place = new Int32Array(n).fill(-1);
  const order: number[] = [];
  const take = (i: number) => {
    if (place[i]! >= 0) return;
    place[i] = n - 1 - order.length;
    order.push(i);
  };
  for (const seed of starts) {
    const from = order.length;
    take(seed);
    for (let head = from; head < order.length; head++) {
      const i = order[head]!;
      Array.from(column.subarray(rowStart[i]!, rowStart[i + 1]!))
        .sort(byDegree)
        .forEach(take);
    }
  }
  return place;
}
