/**
 * Sparse L D L^T of the rows of a symmetric matrix that are active, laid out in an arena. Rows of equal pattern (the
 * rows of one contact) are merged before ordering; order and memory are found once per pattern.
 */

import { expectMemory } from '../../checks/sizes.ts';
import type { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { SPARSE } from '../../kernels/layouts.ts';
import { type Entries, type Table, writeTable } from '../../kernels/tables.ts';
import { mergedOrder } from '../../linalg/merged-order.ts';

export class SparseLdlt {
  readonly n: number;
  /** Of L below its diagonal, if all rows are active. */
  readonly entries: number;
  private readonly arena: Arena;
  private readonly kernels: Kernels;
  private readonly table: Table<typeof SPARSE>;
  private readonly value: number;
  private readonly shift: number;
  private readonly z: number;
  private readonly active: number;

  /** @param rowStart, column the full pattern, both triangles, as compressed rows. @param arena laid out anew. @param place lays out other contents. */
  constructor(n: number, rowStart: Int32Array, column: Int32Array, arena: Arena, place?: () => void) {
    this.n = n;
    this.arena = arena;
    const order = mergedOrder(n, rowStart, column, (filled) =>
      expectMemory(12 * filled, `a sparse factor of ${n} rows`),
    );
    const entries = fillOf(n, rowStart, column, order);
    this.entries = entries;
    arena.begin();
    place?.();
    const at: Entries<typeof SPARSE> = {
      n,
      rowStart: arena.i32(n + 1),
      column: arena.i32(column.length),
      value: arena.f64(column.length),
      order: arena.i32(n),
      position: arena.i32(n),
      Lstart: arena.i32(n + 1),
      Lrow: arena.i32(entries),
      Lvalue: arena.f64(entries),
      D: arena.f64(n),
      parent: arena.i32(n),
      flag: arena.i32(n),
      filled: arena.i32(n),
      path: arena.i32(n),
      y: arena.f64(n),
      active: arena.u8(n),
      shift: -1,
      z: arena.f64(n),
    };
    this.table = arena.table(SPARSE);
    this.shift = arena.f64(n);
    this.z = at.z;
    this.value = at.value;
    this.active = at.active;
    this.kernels = arena.end();
    const { I } = arena;
    writeTable(I, this.table, SPARSE, at);
    I.set(rowStart, at.rowStart);
    I.set(column, at.column);
    I.set(order, at.order);
    order.forEach((row, k) => {
      I[at.position + row] = k;
    });
  }

  /**
   * Factors value + diag(shift) on the rows whose `active` is 1.
   * False if a pivot is not above `relativePivot` times its diagonal entry.
   */
  factor(value: Float64Array, active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean {
    const { arena, kernels, table } = this;
    const { F, I, B } = arena;
    F.set(value, this.value);
    B.set(active, this.active);
    I[table + SPARSE.shift] = shift ? this.shift : -1;
    if (shift) F.set(shift, this.shift);
    kernels.sparseTree(table);
    return kernels.sparseFactor(table, relativePivot) === 1;
  }

  /** z <- A^-1 z on the active rows; the others are left alone. */
  solve(z: Float64Array): void {
    const { F } = this.arena;
    F.set(z, this.z);
    this.kernels.sparseSolve(this.table);
    for (let i = 0; i < z.length; i++) z[i] = F[this.z + i];
  }
}

/** Entries of L below its diagonal when every row is active. */
function fillOf(n: number, rowStart: Int32Array, column: Int32Array, order: Int32Array): number {
  const position = new Int32Array(n);
  for (let k = 0; k < n; k++) position[order[k]] = k;
  const parent = new Int32Array(n).fill(-1);
  const flag = new Int32Array(n);
  let entries = 0;
  for (let k = 0; k < n; k++) {
    flag[k] = k;
    for (let q = rowStart[order[k]]; q < rowStart[order[k] + 1]; q++)
      for (let i = position[column[q]]; i < k && flag[i] !== k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        entries++;
        flag[i] = k;
      }
  }
  return entries;
}
