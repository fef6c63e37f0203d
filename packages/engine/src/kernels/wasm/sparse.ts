/**
 * Sparse L D L^T, up-looking, one number at a time: see ../twin/sparse.ts, which agrees with this file bit for bit.
 */
import { SPARSE } from './layouts';
import { at, byte, int, put } from './memory';

// @ts-ignore: decorator
@inline
function isActive(active: i32, row: i32): bool {
  return byte(active + row) == 1;
}

/** Parents and column sizes of L for the active rows; the number of its entries. */
export function sparseTree(t: i32): i32 {
  const n = int(t + SPARSE.n);
  const rowStart = int(t + SPARSE.rowStart);
  const column = int(t + SPARSE.column);
  const order = int(t + SPARSE.order);
  const position = int(t + SPARSE.position);
  const Lstart = int(t + SPARSE.Lstart);
  const parent = int(t + SPARSE.parent);
  const flag = int(t + SPARSE.flag);
  const filled = int(t + SPARSE.filled);
  const active = int(t + SPARSE.active);
  let entries = 0;
  for (let k = 0; k < n; k++) {
    put(parent + k, -1);
    put(flag + k, k);
    put(filled + k, 0);
    const row = int(order + k);
    if (!isActive(active, row)) continue;
    for (let q = int(rowStart + row), end = int(rowStart + row + 1); q < end; q++) {
      const other = int(column + q);
      if (!isActive(active, other)) continue;
      for (let i = int(position + other); i < k && int(flag + i) != k; i = int(parent + i)) {
        if (int(parent + i) < 0) put(parent + i, k);
        put(filled + i, int(filled + i) + 1);
        entries++;
        put(flag + i, k);
      }
    }
  }
  put(Lstart, 0);
  for (let k = 0; k < n; k++) put(Lstart + k + 1, int(Lstart + k) + int(filled + k));
  return entries;
}

/** Row k of A into y, and the pattern of row k of L into `path`; where in `path` that begins. */
// @ts-ignore: decorator
@inline
function scatterRow(
  k: i32, row: i32, n: i32, rowStart: i32, column: i32, value: i32, position: i32, parent: i32, flag: i32, path: i32,
  y: i32, active: i32,
): i32 {
  let top = n;
  for (let q = int(rowStart + row), end = int(rowStart + row + 1); q < end; q++) {
    const other = int(column + q);
    if (!isActive(active, other)) continue;
    let i = int(position + other);
    if (i > k) continue;
    store<f64>(at(y + i), load<f64>(at(y + i)) + load<f64>(at(value + q)));
    let length = 0;
    for (; int(flag + i) != k; i = int(parent + i)) {
      put(path + length++, i);
      put(flag + i, k);
    }
    while (length > 0) put(path + --top, int(path + --length));
  }
  return top;
}

/** After sparseTree: L D L^T of value + diag(shift) on the active rows; 0 if a pivot is not above relativePivot a_kk. */
export function sparseFactor(t: i32, relativePivot: f64): i32 {
  const n = int(t + SPARSE.n);
  const rowStart = int(t + SPARSE.rowStart);
  const column = int(t + SPARSE.column);
  const value = int(t + SPARSE.value);
  const order = int(t + SPARSE.order);
  const position = int(t + SPARSE.position);
  const Lstart = int(t + SPARSE.Lstart);
  const Lrow = int(t + SPARSE.Lrow);
  const Lvalue = int(t + SPARSE.Lvalue);
  const D = int(t + SPARSE.D);
  const parent = int(t + SPARSE.parent);
  const flag = int(t + SPARSE.flag);
  const filled = int(t + SPARSE.filled);
  const path = int(t + SPARSE.path);
  const y = int(t + SPARSE.y);
  const active = int(t + SPARSE.active);
  const shift = int(t + SPARSE.shift);
  for (let k = 0; k < n; k++) {
    const row = int(order + k);
    put(flag + k, k);
    put(filled + k, 0);
    store<f64>(at(y + k), 0);
    if (!isActive(active, row)) {
      store<f64>(at(D + k), 1);
      continue;
    }
    let top = scatterRow(k, row, n, rowStart, column, value, position, parent, flag, path, y, active);
    let d = load<f64>(at(y + k)) + (shift >= 0 ? load<f64>(at(shift + row)) : 0);
    const limit = relativePivot * d;
    store<f64>(at(y + k), 0);
    for (; top < n; top++) {
      const i = int(path + top);
      const yi = load<f64>(at(y + i));
      store<f64>(at(y + i), 0);
      const end = int(Lstart + i) + int(filled + i);
      for (let q = int(Lstart + i); q < end; q++) {
        const to = at(y + int(Lrow + q));
        store<f64>(to, load<f64>(to) - load<f64>(at(Lvalue + q)) * yi);
      }
      const l = yi / load<f64>(at(D + i));
      d -= l * yi;
      put(Lrow + end, k);
      store<f64>(at(Lvalue + end), l);
      put(filled + i, int(filled + i) + 1);
    }
    store<f64>(at(D + k), d);
    if (!(d > limit)) return 0;
  }
  return 1;
}

/** z <- A^-1 z on the active rows; the others are left alone. */
export function sparseSolve(t: i32): void {
  const n = int(t + SPARSE.n);
  const order = int(t + SPARSE.order);
  const Lstart = int(t + SPARSE.Lstart);
  const Lrow = int(t + SPARSE.Lrow);
  const Lvalue = int(t + SPARSE.Lvalue);
  const D = int(t + SPARSE.D);
  const y = int(t + SPARSE.y);
  const active = int(t + SPARSE.active);
  const z = int(t + SPARSE.z);
  for (let k = 0; k < n; k++) {
    const row = int(order + k);
    store<f64>(at(y + k), isActive(active, row) ? load<f64>(at(z + row)) : 0);
  }
  for (let j = 0; j < n; j++) {
    const v = load<f64>(at(y + j));
    if (v == 0) continue;
    for (let q = int(Lstart + j), end = int(Lstart + j + 1); q < end; q++) {
      const to = at(y + int(Lrow + q));
      store<f64>(to, load<f64>(to) - load<f64>(at(Lvalue + q)) * v);
    }
  }
  for (let j = n - 1; j >= 0; j--) {
    let v = load<f64>(at(y + j)) / load<f64>(at(D + j));
    for (let q = int(Lstart + j), end = int(Lstart + j + 1); q < end; q++)
      v -= load<f64>(at(Lvalue + q)) * load<f64>(at(y + int(Lrow + q)));
    store<f64>(at(y + j), v);
  }
  for (let k = 0; k < n; k++) {
    const row = int(order + k);
    if (isActive(active, row)) store<f64>(at(z + row), load<f64>(at(y + k)));
  }
}
