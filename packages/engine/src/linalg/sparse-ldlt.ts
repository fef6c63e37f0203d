/**
 * Sparse L D L^T of the rows of a symmetric matrix that are active, in a fixed minimum-degree order.
 *
 * Up-looking, by elimination tree (Davis, *Direct Methods for Sparse Linear Systems*, Ch. 4). Rows of equal pattern (the
 * rows of one contact) are merged before ordering. The order is found once per pattern; inactive rows are skipped, so a
 * change of the set costs one numeric factorisation and no memory.
 */
import { minimumDegree } from './minimum-degree.ts';

export class SparseLdlt {
  readonly n: number;
  private readonly rowStart: Int32Array;
  private readonly column: Int32Array;
  private readonly order: Int32Array;
  private readonly position: Int32Array;
  private readonly Lstart: Int32Array;
  private readonly Lrow: Int32Array;
  private readonly Lvalue: Float64Array;
  private readonly D: Float64Array;
  private readonly parent: Int32Array;
  private readonly flag: Int32Array;
  private readonly filled: Int32Array;
  private readonly path: Int32Array;
  private readonly y: Float64Array;
  private active: Uint8Array;

  /** @param rowStart, column the full pattern, both triangles, as compressed rows. */
  constructor(n: number, rowStart: Int32Array, column: Int32Array) {
    this.n = n;
    this.rowStart = rowStart;
    this.column = column;
    this.order = mergedOrder(n, rowStart, column);
    this.position = new Int32Array(n);
    this.order.forEach((row, k) => {
      this.position[row] = k;
    });
    this.Lstart = new Int32Array(n + 1);
    this.D = new Float64Array(n);
    this.parent = new Int32Array(n);
    this.flag = new Int32Array(n);
    this.filled = new Int32Array(n);
    this.path = new Int32Array(n);
    this.y = new Float64Array(n);
    this.active = new Uint8Array(n).fill(1);
    const entries = this.eliminationTree();
    this.Lrow = new Int32Array(entries);
    this.Lvalue = new Float64Array(entries);
  }

  /** Entries of L below its diagonal when every row is active. */
  get fill(): number {
    return this.Lvalue.length;
  }

  /**
   * Factors value + diag(shift) on the rows where active is 1.
   * False where a pivot is not above `relativePivot` times its diagonal entry.
   */
  factor(value: Float64Array, active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean {
    const { n, rowStart, column, order, position, Lstart, Lrow, Lvalue, D, parent, flag, filled, path, y } = this;
    this.active = active;
    this.eliminationTree();
    for (let k = 0; k < n; k++) {
      const row = order[k];
      flag[k] = k;
      filled[k] = 0;
      y[k] = 0;
      if (active[row] !== 1) {
        D[k] = 1;
        continue;
      }
      // the pattern of row k of L is the set of tree paths from its entries up to k
      let top = n;
      for (let q = rowStart[row]; q < rowStart[row + 1]; q++) {
        if (active[column[q]] !== 1) continue;
        let i = position[column[q]];
        if (i > k) continue;
        y[i] += value[q];
        let length = 0;
        for (; flag[i] !== k; i = parent[i]) {
          path[length++] = i;
          flag[i] = k;
        }
        while (length > 0) path[--top] = path[--length];
      }
      let d = y[k] + (shift ? shift[row] : 0);
      const limit = relativePivot * d;
      y[k] = 0;
      for (; top < n; top++) {
        const i = path[top];
        const yi = y[i];
        y[i] = 0;
        const end = Lstart[i] + filled[i];
        for (let q = Lstart[i]; q < end; q++) y[Lrow[q]] -= Lvalue[q] * yi;
        const l = yi / D[i];
        d -= l * yi;
        Lrow[end] = k;
        Lvalue[end] = l;
        filled[i]++;
      }
      D[k] = d;
      if (!(d > limit)) {
        y.fill(0);
        return false;
      }
    }
    return true;
  }

  /** z <- A^-1 z on the active rows; the others are left alone. */
  solve(z: Float64Array): void {
    const { n, order, Lstart, Lrow, Lvalue, D, y, active } = this;
    for (let k = 0; k < n; k++) y[k] = active[order[k]] === 1 ? z[order[k]] : 0;
    for (let j = 0; j < n; j++) {
      const v = y[j];
      if (v !== 0) for (let q = Lstart[j]; q < Lstart[j + 1]; q++) y[Lrow[q]] -= Lvalue[q] * v;
    }
    for (let j = n - 1; j >= 0; j--) {
      let v = y[j] / D[j];
      for (let q = Lstart[j]; q < Lstart[j + 1]; q++) v -= Lvalue[q] * y[Lrow[q]];
      y[j] = v;
    }
    for (let k = 0; k < n; k++) {
      if (active[order[k]] === 1) z[order[k]] = y[k];
      y[k] = 0;
    }
  }

  /** Parents and column sizes of L for the active rows; returns the number of its entries. */
  private eliminationTree(): number {
    const { n, rowStart, column, order, position, Lstart, parent, flag, filled, active } = this;
    let entries = 0;
    for (let k = 0; k < n; k++) {
      parent[k] = -1;
      flag[k] = k;
      filled[k] = 0;
      const row = order[k];
      if (active[row] !== 1) continue;
      for (let q = rowStart[row]; q < rowStart[row + 1]; q++) {
        if (active[column[q]] !== 1) continue;
        for (let i = position[column[q]]; i < k && flag[i] !== k; i = parent[i]) {
          if (parent[i] < 0) parent[i] = k;
          filled[i]++;
          entries++;
          flag[i] = k;
        }
      }
    }
    for (let k = 0; k < n; k++) Lstart[k + 1] = Lstart[k] + filled[k];
    return entries;
  }
}

/** Minimum degree on the graph with rows of equal pattern merged; the rows of a merged vertex stay together. */
function mergedOrder(n: number, rowStart: Int32Array, column: Int32Array): Int32Array {
  const vertexOf = new Int32Array(n);
  const members: number[][] = [];
  const known = new Map<string, number>();
  for (let row = 0; row < n; row++) {
    const key = column.subarray(rowStart[row], rowStart[row + 1]).join(',');
    let vertex = known.get(key);
    if (vertex === undefined) {
      vertex = members.length;
      known.set(key, vertex);
      members.push([]);
    }
    members[vertex].push(row);
    vertexOf[row] = vertex;
  }
  const edges: number[] = [];
  for (const [first] of members)
    for (let q = rowStart[first]; q < rowStart[first + 1]; q++) edges.push(vertexOf[first], vertexOf[column[q]]);
  const { order } = minimumDegree(
    members.length,
    edges,
    members.map((rows) => rows.length),
  );
  return Int32Array.from(Array.from(order).flatMap((vertex) => members[vertex]));
}
