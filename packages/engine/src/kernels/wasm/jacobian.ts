/**
 * Rows of contacts, J L, and products with it: see ../twin/jacobian.ts, which agrees with this file bit for bit. Lanes run
 * across independent outputs.
 */
import { CONTACT_ROWS, FRAME, JACOBIAN, TOUCH, TOUCHED } from './layouts';
import { at, int, plus } from './memory';

// @ts-ignore: decorator
@inline
function f(from: usize, k: i32): f64 {
  return load<f64>(from + ((<usize>k) << 3));
}

// @ts-ignore: decorator
@inline
function put6(to: usize, lx: f64, ly: f64, lz: f64, ax: f64, ay: f64, az: f64): void {
  store<f64>(to, lx);
  store<f64>(to, ly, 8);
  store<f64>(to, lz, 16);
  store<f64>(to, ax, 24);
  store<f64>(to, ay, 32);
  store<f64>(to, az, 40);
}

// @ts-ignore: decorator
@inline
function along(v: usize, lx: f64, ly: f64, lz: f64, ax: f64, ay: f64, az: f64): f64 {
  return lx * f(v, 0) + ly * f(v, 1) + lz * f(v, 2) + ax * f(v, 3) + ay * f(v, 4) + az * f(v, 5);
}

/** J, b, C and drift of the rows of every contact. */
export function writeContacts(t: i32): void {
  const count = int(t + CONTACT_ROWS.count);
  const velocity = int(t + CONTACT_ROWS.velocity);
  const J = int(t + CONTACT_ROWS.J);
  const b = int(t + CONTACT_ROWS.b);
  const C = int(t + CONTACT_ROWS.C);
  const drift = int(t + CONTACT_ROWS.drift);
  const frames = int(t + CONTACT_ROWS.frames);
  let q = int(t + CONTACT_ROWS.touched);
  let touch = at(int(t + CONTACT_ROWS.touches));
  for (let i = 0; i < count; i++) {
    const va = at(velocity + 6 * int(q + TOUCHED.a));
    const vb = at(velocity + 6 * int(q + TOUCHED.b));
    const movesA = int(q + TOUCHED.slotA) >= 0;
    const movesB = int(q + TOUCHED.slotB) >= 0;
    const first = int(q + TOUCHED.row);
    const rows = int(q + TOUCHED.rows);
    let block = at(J + 6 * int(q + TOUCHED.block));
    const frame = frames + FRAME.size * int(q + TOUCHED.point);
    const r = at(frame + FRAME.arms);
    let d = at(frame + FRAME.normal); // the tangents follow
    let g = touch + (<usize>TOUCH.g) * 8;
    for (let k = 0; k < rows; k++) {
      const dx = f(d, 0);
      const dy = f(d, 1);
      const dz = f(d, 2);
      let ax = f(r, 2) * dy - f(r, 1) * dz;
      let ay = f(r, 0) * dz - f(r, 2) * dx;
      let az = f(r, 1) * dx - f(r, 0) * dy;
      const ofA = along(va, -dx, -dy, -dz, ax, ay, az);
      let moved: f64 = 0;
      if (movesA) {
        moved += ofA;
        put6(block, -dx, -dy, -dz, ax, ay, az);
        block += 48;
      }
      ax = f(r, 4) * dz - f(r, 5) * dy;
      ay = f(r, 5) * dx - f(r, 3) * dz;
      az = f(r, 3) * dy - f(r, 4) * dx;
      const ofB = along(vb, dx, dy, dz, ax, ay, az);
      if (movesB) {
        moved += ofB;
        put6(block, dx, dy, dz, ax, ay, az);
        block += 48;
      }
      store<f64>(at(b + first + k), load<f64>(g) + ofA + ofB);
      store<f64>(at(C + first + k), f(touch, TOUCH.C + (k == 0 ? 0 : 1)));
      store<f64>(at(drift + first + k), moved);
      d += 24;
      g += 8;
    }
    touch += (<usize>TOUCH.size) * 8;
    q += TOUCHED.size;
  }
}

/** Translation and rotation do not mix, nor the axes of translation. */
function isApart(L: usize): bool {
  for (let r = 1; r < 6; r++) for (let c = 0; c < min(r, 3); c++) if (f(L, 6 * r + c) != 0) return false;
  return true;
}

/** The sum of squares of a block, in order. */
// @ts-ignore: decorator
@inline
function square(t: usize): f64 {
  const u = f(t, 0) * f(t, 0) + f(t, 1) * f(t, 1) + f(t, 2) * f(t, 2);
  return u + f(t, 3) * f(t, 3) + f(t, 4) * f(t, 4) + f(t, 5) * f(t, 5);
}

/** Jt = J L of one block, L any lower triangle. */
function scaleBlock(j: usize, L: usize, to: usize): void {
  for (let c = 0; c < 6; c++) {
    let sum: f64 = 0;
    for (let r = c; r < 6; r++) sum += f(j, r) * f(L, 6 * r + c);
    store<f64>(to + ((<usize>c) << 3), sum);
  }
}

/** Block s of the rows of a run: Jt, and its share of the diagonal. */
function scaleRun(j: usize, to: usize, stride: usize, L: usize, diagonal: usize, end: usize): void {
  const apart = isApart(L);
  const l0 = f(L, 0);
  const l7 = f(L, 7);
  const l14 = f(L, 14);
  const l21 = f(L, 21);
  const l27 = f(L, 27);
  const l28 = f(L, 28);
  const l33 = f(L, 33);
  const l34 = f(L, 34);
  const l35 = f(L, 35);
  for (let a = diagonal; a < end; a += 8, j += stride, to += stride) {
    if (apart) {
      const ax = f(j, 3);
      const ay = f(j, 4);
      const az = f(j, 5);
      put6(to, f(j, 0) * l0, f(j, 1) * l7, f(j, 2) * l14, ax * l21 + ay * l27 + az * l33, ay * l28 + az * l34, az * l35);
    } else scaleBlock(j, L, to);
    store<f64>(a, load<f64>(a) + square(to));
  }
}

/** A body is named twice. */
function isRepeated(body: i32, blocks: i32): bool {
  for (let s = 1; s < blocks; s++) for (let r = 0; r < s; r++) if (int(body + s) == int(body + r)) return true;
  return false;
}

/** a_ii of a row that names a body twice. */
function repeated(body: i32, blocks: i32, Jt: usize): f64 {
  let total: f64 = 0;
  for (let k = 0; k < blocks; k++)
    for (let q = 0; q < blocks; q++) {
      if (int(body + k) != int(body + q)) continue;
      let sum: f64 = f(Jt, 6 * k) * f(Jt, 6 * q);
      for (let c = 1; c < 6; c++) sum += f(Jt, 6 * k + c) * f(Jt, 6 * q + c);
      total += sum;
    }
  return total;
}

/** The row after the run that begins at `first`; a table that is wrong must not make an endless loop. */
// @ts-ignore: decorator
@inline
function after(runs: i32, first: i32): i32 {
  return max(int(runs + first), first + 1);
}

/** Jt = J L and the diagonal of A. */
export function scaleRows(t: i32): void {
  const n = int(t + JACOBIAN.n);
  const rowStart = int(t + JACOBIAN.rowStart);
  const body = int(t + JACOBIAN.body);
  const runs = int(t + JACOBIAN.runs);
  const J = int(t + JACOBIAN.J);
  const L = int(t + JACOBIAN.L);
  const Jt = int(t + JACOBIAN.Jt);
  const C = int(t + JACOBIAN.C);
  const diagonal = int(t + JACOBIAN.diagonal);
  memory.fill(at(diagonal), 0, (<usize>n) * 8);
  for (let first = 0; first < n; ) {
    const end = after(runs, first);
    const from = int(rowStart + first);
    const blocks = int(rowStart + first + 1) - from;
    for (let s = 0; s < blocks; s++) {
      const k = from + s;
      const factor = at(L + 36 * int(body + k));
      scaleRun(at(J + 6 * k), at(Jt + 6 * k), (<usize>blocks) * 48, factor, at(diagonal + first), at(diagonal + end));
    }
    if (isRepeated(body + from, blocks))
      store<f64>(at(diagonal + first), repeated(body + from, blocks, at(Jt + 6 * from)));
    for (let i = first; i < end; i++) store<f64>(at(diagonal + i), load<f64>(at(diagonal + i)) + load<f64>(at(C + i)));
    first = end;
  }
}

/** y = Jt^T x, six numbers per body. */
export function bodySums(t: i32): void {
  const n = int(t + JACOBIAN.n);
  const rowStart = int(t + JACOBIAN.rowStart);
  const body = int(t + JACOBIAN.body);
  const runs = int(t + JACOBIAN.runs);
  const Jt = int(t + JACOBIAN.Jt);
  const x = int(t + JACOBIAN.x);
  const y = int(t + JACOBIAN.y);
  memory.fill(at(y), 0, (<usize>int(t + JACOBIAN.bodies)) * 48);
  for (let first = 0; first < n; ) {
    const end = at(x + after(runs, first));
    const from = int(rowStart + first);
    const blocks = int(rowStart + first + 1) - from;
    for (let s = 0; s < blocks; s++) {
      const to = at(y + 6 * int(body + from + s));
      let y0 = v128.load(to);
      let y1 = v128.load(to, 16);
      let y2 = v128.load(to, 32);
      let j = at(Jt + 6 * (from + s));
      for (let i = at(x + first); i < end; i += 8, j += (<usize>blocks) * 48) {
        const xi = v128.load_splat<f64>(i);
        y0 = plus(v128.load(j), xi, y0);
        y1 = plus(v128.load(j, 16), xi, y1);
        y2 = plus(v128.load(j, 32), xi, y2);
      }
      v128.store(to, y0);
      v128.store(to, y1, 16);
      v128.store(to, y2, 32);
    }
    first = after(runs, first);
  }
}

/** product = Jt y + C x. */
export function rowSums(t: i32): void {
  const n = int(t + JACOBIAN.n);
  const rowStart = int(t + JACOBIAN.rowStart);
  const body = int(t + JACOBIAN.body);
  const runs = int(t + JACOBIAN.runs);
  const Jt = int(t + JACOBIAN.Jt);
  const C = int(t + JACOBIAN.C);
  const x = int(t + JACOBIAN.x);
  const y = int(t + JACOBIAN.y);
  const product = int(t + JACOBIAN.product);
  for (let i = 0; i < n; i++) store<f64>(at(product + i), load<f64>(at(C + i)) * load<f64>(at(x + i)));
  for (let first = 0; first < n; ) {
    const end = at(product + after(runs, first));
    const from = int(rowStart + first);
    const blocks = int(rowStart + first + 1) - from;
    for (let s = 0; s < blocks; s++) {
      const v = at(y + 6 * int(body + from + s));
      const v0 = f(v, 0);
      const v1 = f(v, 1);
      const v2 = f(v, 2);
      const v3 = f(v, 3);
      const v4 = f(v, 4);
      const v5 = f(v, 5);
      let j = at(Jt + 6 * (from + s));
      for (let i = at(product + first); i < end; i += 8, j += (<usize>blocks) * 48) {
        const sum = load<f64>(i) + f(j, 0) * v0 + f(j, 1) * v1 + f(j, 2) * v2;
        store<f64>(i, sum + f(j, 3) * v3 + f(j, 4) * v4 + f(j, 5) * v5);
      }
    }
    first = after(runs, first);
  }
}
