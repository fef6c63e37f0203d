/**
 * Small full matrices by columns, lanes across rows: see ../twin/dense.ts, which agrees with this file bit for bit. Every
 * number is the same chain of operations as in linalg/dense.ts.
 */
import { DENSE } from './layouts';
import { at, int, minus, plus } from './memory';

/** L = the lower triangle of A[rows, rows] + diag(shift[rows]); shift -1: none. */
export function denseBlock(t: i32): void {
  const m = int(t + DENSE.m);
  const apart = int(t + DENSE.apart);
  const A = int(t + DENSE.A);
  const L = int(t + DENSE.L);
  const rows = int(t + DENSE.rows);
  const shift = int(t + DENSE.shift);
  for (let c = 0; c < m; c++) {
    const j = int(rows + c);
    const from = at(A + apart * j);
    const column = at(L + apart * c);
    for (let r = c; r < m; r++) store<f64>(column + ((<usize>r) << 3), load<f64>(from + ((<usize>int(rows + r)) << 3)));
    if (shift >= 0) store<f64>(column + ((<usize>c) << 3), load<f64>(column + ((<usize>c) << 3)) + load<f64>(at(shift + j)));
  }
}

/** column -= sum over k < count of L_k times the factor at row `row` of L_k, over rows from `first` (even) to n. */
// @ts-ignore: decorator
@inline
function subtractColumns(n: i32, L: usize, stride: usize, count: i32, row: i32, first: i32): void {
  const column = L + stride * (<usize>row);
  let i = first;
  for (; i + 8 <= n; i += 8) {
    const to = column + ((<usize>i) << 3);
    let c0 = v128.load(to);
    let c1 = v128.load(to, 16);
    let c2 = v128.load(to, 32);
    let c3 = v128.load(to, 48);
    let a = L + ((<usize>i) << 3);
    let f = L + ((<usize>row) << 3);
    for (let k = 0; k < count; k++) {
      const v = v128.load64_splat(f);
      c0 = minus(v128.load(a), v, c0);
      c1 = minus(v128.load(a, 16), v, c1);
      c2 = minus(v128.load(a, 32), v, c2);
      c3 = minus(v128.load(a, 48), v, c3);
      a += stride;
      f += stride;
    }
    v128.store(to, c0);
    v128.store(to, c1, 16);
    v128.store(to, c2, 32);
    v128.store(to, c3, 48);
  }
  for (; i < n; i += 2) {
    const to = column + ((<usize>i) << 3);
    let c0 = v128.load(to);
    let a = L + ((<usize>i) << 3);
    let f = L + ((<usize>row) << 3);
    for (let k = 0; k < count; k++) {
      c0 = minus(v128.load(a), v128.load64_splat(f), c0);
      a += stride;
      f += stride;
    }
    v128.store(to, c0);
  }
}

/** The last rows of `subtractFromTwo`, two at a time, `o` bytes from the start of a column. */
// @ts-ignore: decorator
@inline
function subtractFromTwoAt(o: usize, L: usize, stride: usize, j: i32): void {
  const one = L + stride * (<usize>j) + o;
  const two = one + stride;
  let c0 = v128.load(one);
  let d0 = v128.load(two);
  let a = L + o;
  let f = L + ((<usize>j) << 3);
  for (let k = 0; k < j; k++) {
    const a0 = v128.load(a);
    c0 = minus(a0, v128.load64_splat(f), c0);
    d0 = minus(a0, v128.load64_splat(f, 8), d0);
    a += stride;
    f += stride;
  }
  v128.store(one, c0);
  v128.store(two, d0);
}

/** The same for columns j and j + 1 at once: every load serves twice. */
// @ts-ignore: decorator
@inline
function subtractFromTwo(n: i32, L: usize, stride: usize, j: i32): void {
  const one = L + stride * (<usize>j);
  const two = one + stride;
  let i = j & ~1;
  for (; i + 8 <= n; i += 8) {
    const o = (<usize>i) << 3;
    let c0 = v128.load(one + o);
    let c1 = v128.load(one + o, 16);
    let c2 = v128.load(one + o, 32);
    let c3 = v128.load(one + o, 48);
    let d0 = v128.load(two + o);
    let d1 = v128.load(two + o, 16);
    let d2 = v128.load(two + o, 32);
    let d3 = v128.load(two + o, 48);
    let a = L + o;
    let f = L + ((<usize>j) << 3);
    for (let k = 0; k < j; k++) {
      const u = v128.load64_splat(f);
      const v = v128.load64_splat(f, 8);
      const a0 = v128.load(a);
      const a1 = v128.load(a, 16);
      const a2 = v128.load(a, 32);
      const a3 = v128.load(a, 48);
      c0 = minus(a0, u, c0);
      d0 = minus(a0, v, d0);
      c1 = minus(a1, u, c1);
      d1 = minus(a1, v, d1);
      c2 = minus(a2, u, c2);
      d2 = minus(a2, v, d2);
      c3 = minus(a3, u, c3);
      d3 = minus(a3, v, d3);
      a += stride;
      f += stride;
    }
    v128.store(one + o, c0);
    v128.store(one + o, c1, 16);
    v128.store(one + o, c2, 32);
    v128.store(one + o, c3, 48);
    v128.store(two + o, d0);
    v128.store(two + o, d1, 16);
    v128.store(two + o, d2, 32);
    v128.store(two + o, d3, 48);
  }
  for (; i < n; i += 2) subtractFromTwoAt((<usize>i) << 3, L, stride, j);
}

/** The square root on the diagonal, and the column below divided by it; false if the pivot is not above `limit`. */
// @ts-ignore: decorator
@inline
function finishColumn(n: i32, column: usize, j: i32, limit: f64): bool {
  const diagonal = column + ((<usize>j) << 3);
  const pivot = load<f64>(diagonal);
  if (!(pivot > limit)) return false;
  const root = Math.sqrt(pivot);
  const r = f64x2.splat(root);
  for (let i = j & ~1; i < n; i += 2) {
    const q = column + ((<usize>i) << 3);
    v128.store(q, f64x2.div(v128.load(q), r));
  }
  store<f64>(diagonal, root);
  return true;
}

/** L L^T in place; 0 if a pivot falls to relativePivot a_jj or below. */
export function denseFactor(t: i32, relativePivot: f64): i32 {
  const n = int(t + DENSE.m);
  const L = at(int(t + DENSE.L));
  const stride = (<usize>int(t + DENSE.apart)) << 3;
  let j = 0;
  for (; j + 1 < n; j += 2) {
    const one = L + stride * (<usize>j);
    const two = one + stride;
    const limit = relativePivot * load<f64>(one + ((<usize>j) << 3));
    const limit2 = relativePivot * load<f64>(two + ((<usize>(j + 1)) << 3));
    subtractFromTwo(n, L, stride, j);
    if (!finishColumn(n, one, j, limit)) return 0;
    const v = v128.load64_splat(one + ((<usize>(j + 1)) << 3));
    for (let i = j; i < n; i += 2) {
      const o = (<usize>i) << 3;
      v128.store(two + o, minus(v128.load(one + o), v, v128.load(two + o)));
    }
    if (!finishColumn(n, two, j + 1, limit2)) return 0;
  }
  if (j < n) {
    const column = L + stride * (<usize>j);
    const limit = relativePivot * load<f64>(column + ((<usize>j) << 3));
    subtractColumns(n, L, stride, j, j, j);
    if (!finishColumn(n, column, j, limit)) return 0;
  }
  return 1;
}

/** z <- (L L^T)^-1 z. */
export function denseSolve(t: i32): void {
  const n = int(t + DENSE.m);
  const L = at(int(t + DENSE.L));
  const x = at(int(t + DENSE.z));
  const stride = (<usize>int(t + DENSE.apart)) << 3;
  for (let k = 0; k < n; k++) {
    const column = L + stride * (<usize>k);
    const o = (<usize>k) << 3;
    const v = load<f64>(x + o) / load<f64>(column + o);
    store<f64>(x + o, v);
    const s = f64x2.splat(v);
    let i = k + 1;
    if ((i & 1) != 0 && i < n) {
      const p = (<usize>i) << 3;
      store<f64>(x + p, load<f64>(x + p) - load<f64>(column + p) * v);
      i++;
    }
    for (; i + 1 < n; i += 2) {
      const p = (<usize>i) << 3;
      v128.store(x + p, minus(v128.load(column + p), s, v128.load(x + p)));
    }
    if (i < n) {
      const p = (<usize>i) << 3;
      store<f64>(x + p, load<f64>(x + p) - load<f64>(column + p) * v);
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const column = L + stride * (<usize>i);
    let sum = load<f64>(x + ((<usize>i) << 3));
    for (let k = i + 1; k < n; k++) {
      const o = (<usize>k) << 3;
      sum -= load<f64>(column + o) * load<f64>(x + o);
    }
    store<f64>(x + ((<usize>i) << 3), sum / load<f64>(column + ((<usize>i) << 3)));
  }
}

/** product = A x by columns, all rows. */
export function denseProduct(t: i32): void {
  const n = int(t + DENSE.n);
  const A = int(t + DENSE.A);
  const x = int(t + DENSE.x);
  const y = int(t + DENSE.product);
  const stride = (<usize>int(t + DENSE.apart)) << 3;
  let i = 0;
  for (; i + 8 <= n; i += 8) {
    let c0 = f64x2.splat(0);
    let c1 = f64x2.splat(0);
    let c2 = f64x2.splat(0);
    let c3 = f64x2.splat(0);
    let a = at(A + i);
    for (let j = 0; j < n; j++) {
      const v = v128.load64_splat(at(x + j));
      c0 = plus(v128.load(a), v, c0);
      c1 = plus(v128.load(a, 16), v, c1);
      c2 = plus(v128.load(a, 32), v, c2);
      c3 = plus(v128.load(a, 48), v, c3);
      a += stride;
    }
    v128.store(at(y + i), c0);
    v128.store(at(y + i), c1, 16);
    v128.store(at(y + i), c2, 32);
    v128.store(at(y + i), c3, 48);
  }
  for (; i < n; i += 2) {
    let c0 = f64x2.splat(0);
    let a = at(A + i);
    for (let j = 0; j < n; j++) {
      c0 = plus(v128.load(a), v128.load64_splat(at(x + j)), c0);
      a += stride;
    }
    v128.store(at(y + i), c0);
  }
}
