/**
 * The kernels of ../body-kernels.ts in AssemblyScript: f64x2, raw memory, no runtime. Lanes run across independent
 * outputs (or in the order of dot6), so every number has the same operations in the same order as in the twin:
 * kernel and twin agree bit for bit. Built by scripts/build-kernels.mjs into ../body-wasm.ts.
 */

import { at, dot6, GROUP, int, minus, plus, subtractProduct } from './memory';

export * from './contact-sweep';
export * from './coupled';
export * from './dense';
export * from './sparse';
export * from './subspace';
export * from './sweep';

/** Two columns of a block at a time over all rows of a group; rows of weight zero are skipped. */
// @ts-ignore: decorator
@inline
function addGroup(block: usize, left: usize, right: usize, first: i32, end: i32, stride: usize, weight: usize): void {
  const diagonal = left == right;
  for (let c: usize = 0; c < 48; c += 16) {
    const q = block + c * 6;
    let a0 = v128.load(q);
    let a1 = v128.load(q, 16);
    let a2 = v128.load(q, 32);
    let b0 = v128.load(q, 48);
    let b1 = v128.load(q, 64);
    let b2 = v128.load(q, 80);
    let l = left;
    let r = right + c;
    for (let i = first; i < end; i++) {
      const w = load<f64>(weight + ((<usize>i) << 3));
      if (w != 0) {
        const u = f64x2.splat(w * load<f64>(r));
        const v = f64x2.splat(w * load<f64>(r, 8));
        if (!diagonal || c < 16) {
          const l0 = v128.load(l);
          a0 = plus(l0, u, a0);
          b0 = plus(l0, v, b0);
        }
        if (!diagonal || c < 32) {
          const l1 = v128.load(l, 16);
          a1 = plus(l1, u, a1);
          b1 = plus(l1, v, b1);
        }
        const l2 = v128.load(l, 32);
        a2 = plus(l2, u, a2);
        b2 = plus(l2, v, b2);
      }
      l += stride;
      r += stride;
    }
    v128.store(q, a0);
    v128.store(q, a1, 16);
    v128.store(q, a2, 32);
    v128.store(q, b0, 48);
    v128.store(q, b1, 64);
    v128.store(q, b2, 80);
  }
}

export function assemble(bodies: i32, blocks: i32, colStart: i32, groups: i32, count: i32, weight: i32, H: i32): void {
  memory.fill(at(H), 0, (<usize>blocks) * 288);
  for (let k = 0; k < bodies; k++) {
    const d = at(H + 36 * int(colStart + k));
    for (let c: usize = 0; c < 6; c++) store<f64>(d + c * 56, 1);
  }
  const w = at(weight);
  for (let g = 0; g < count; g++) {
    const q = groups + GROUP * g;
    const first = int(q);
    const end = int(q + 1);
    const row = at(int(q + 2));
    const stride = (<usize>int(q + 3)) * 48;
    for (let pair = int(q + 5), last = pair + 3 * int(q + 6); pair < last; pair += 3) {
      const left = row + (<usize>int(pair + 1)) * 48;
      const right = row + (<usize>int(pair + 2)) * 48;
      addGroup(at(H + int(pair)), left, right, first, end, stride, w);
    }
  }
}

export function addRows(count: i32, list: i32, sign: f64, groupOf: i32, groups: i32, weight: i32, H: i32): void {
  for (let k = 0; k < count; k++) {
    const i = int(list + k);
    const q = groups + GROUP * int(groupOf + i);
    const row = at(int(q + 2) + 6 * int(q + 3) * (i - int(q)));
    const w = sign * load<f64>(at(weight + i));
    for (let pair = int(q + 5), last = pair + 3 * int(q + 6); pair < last; pair += 3)
      addRow(at(H + int(pair)), row + (<usize>int(pair + 1)) * 48, row + (<usize>int(pair + 2)) * 48, w);
  }
}

// @ts-ignore: decorator
@inline
function addRow(block: usize, left: usize, right: usize, w: f64): void {
  const diagonal = left == right;
  const l0 = v128.load(left);
  const l1 = v128.load(left, 16);
  const l2 = v128.load(left, 32);
  for (let c: usize = 0; c < 6; c++) {
    const v = f64x2.splat(w * load<f64>(right + (c << 3)));
    const q = block + c * 48;
    if (!diagonal || c < 2) v128.store(q, plus(l0, v, v128.load(q)));
    if (!diagonal || c < 4) v128.store(q, plus(l1, v, v128.load(q, 16)), 16);
    v128.store(q, plus(l2, v, v128.load(q, 32)), 32);
  }
}

export function factor(bodies: i32, colStart: i32, taskStart: i32, tasks: i32, H: i32): i32 {
  for (let k = 0; k < bodies; k++) {
    const d = at(H + 36 * int(colStart + k));
    const end = at(H + 36 * int(colStart + k + 1));
    if (!factorDiagonal(d)) return 0;
    for (let o = d + 288; o < end; o += 288) divide(o, d);
    const last = tasks + 3 * int(taskStart + k + 1);
    for (let t = tasks + 3 * int(taskStart + k); t < last; t += 3)
      subtractProduct(at(H + 36 * int(t)), at(H + 36 * int(t + 1)), at(H + 36 * int(t + 2)));
  }
  return 1;
}

/**
 * L of a diagonal block, its diagonal inverted. Whole columns at a time: what stands above the diagonal afterwards has
 * no meaning and is never read.
 */
// @ts-ignore: decorator
@inline
function factorDiagonal(d: usize): bool {
  for (let s: usize = 0; s < 6; s++) {
    const c = d + s * 48;
    const pivot = load<f64>(d + s * 56);
    if (!(pivot > 0)) return false;
    const inverse = 1.0 / Math.sqrt(pivot);
    const i = f64x2.splat(inverse);
    const c0 = f64x2.mul(v128.load(c), i);
    const c1 = f64x2.mul(v128.load(c, 16), i);
    const c2 = f64x2.mul(v128.load(c, 32), i);
    v128.store(c, c0);
    v128.store(c, c1, 16);
    v128.store(c, c2, 32);
    for (let t = s + 1; t < 6; t++) {
      const q = d + t * 48;
      const v = v128.load64_splat(c + (t << 3));
      if (t < 2) v128.store(q, minus(c0, v, v128.load(q)));
      if (t < 4) v128.store(q, minus(c1, v, v128.load(q, 16)), 16);
      v128.store(q, minus(c2, v, v128.load(q, 32)), 32);
    }
    store<f64>(d + s * 56, inverse);
  }
  return true;
}

/** The block at o times the inverse of the upper factor of the diagonal block at d. */
// @ts-ignore: decorator
@inline
function divide(o: usize, d: usize): void {
  for (let s: usize = 0; s < 6; s++) {
    const inverse = v128.load64_splat(d + s * 56);
    const c = o + s * 48;
    let x0 = v128.load(c);
    let x1 = v128.load(c, 16);
    let x2 = v128.load(c, 32);
    for (let t: usize = 0; t < s; t++) {
      const m = v128.load64_splat(d + t * 48 + (s << 3));
      const a = o + t * 48;
      x0 = minus(v128.load(a), m, x0);
      x1 = minus(v128.load(a, 16), m, x1);
      x2 = minus(v128.load(a, 32), m, x2);
    }
    v128.store(c, f64x2.mul(x0, inverse));
    v128.store(c, f64x2.mul(x1, inverse), 16);
    v128.store(c, f64x2.mul(x2, inverse), 32);
  }
}

export function solve(bodies: i32, colStart: i32, blockRow: i32, H: i32, y: i32): void {
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(H + 36 * first);
    const here = at(y + 6 * k);
    for (let s: usize = 0; s < 6; s++) {
      let v = load<f64>(here + (s << 3));
      for (let t: usize = 0; t < s; t++) v -= load<f64>(d + t * 48 + (s << 3)) * load<f64>(here + (t << 3));
      store<f64>(here + (s << 3), v * load<f64>(d + s * 56));
    }
    for (let q = first + 1; q < end; q++) {
      const o = at(H + 36 * q);
      const there = at(y + 6 * int(blockRow + q));
      let z0 = v128.load(there);
      let z1 = v128.load(there, 16);
      let z2 = v128.load(there, 32);
      for (let s: usize = 0; s < 6; s++) {
        const v = v128.load64_splat(here + (s << 3));
        const a = o + s * 48;
        z0 = minus(v128.load(a), v, z0);
        z1 = minus(v128.load(a, 16), v, z1);
        z2 = minus(v128.load(a, 32), v, z2);
      }
      v128.store(there, z0);
      v128.store(there, z1, 16);
      v128.store(there, z2, 32);
    }
  }
  for (let k = bodies - 1; k >= 0; k--) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(H + 36 * first);
    const here = at(y + 6 * k);
    for (let q = first + 1; q < end; q++) {
      const o = at(H + 36 * q);
      const there = at(y + 6 * int(blockRow + q));
      for (let s: usize = 0; s < 6; s++)
        store<f64>(here + (s << 3), load<f64>(here + (s << 3)) - dot6(o + s * 48, there));
    }
    for (let i: i32 = 5; i >= 0; i--) {
      const s = <usize>i;
      let v = load<f64>(here + (s << 3));
      for (let t = s + 1; t < 6; t++) v -= load<f64>(d + s * 48 + (t << 3)) * load<f64>(here + (t << 3));
      store<f64>(here + (s << 3), v * load<f64>(d + s * 56));
    }
  }
}

export function gather(bodies: i32, groups: i32, count: i32, g: i32, y: i32): void {
  memory.fill(at(y), 0, (<usize>bodies) * 48);
  for (let n = 0; n < count; n++) {
    const q = groups + GROUP * n;
    const first = int(q);
    const end = int(q + 1);
    const blocks = int(q + 3);
    const stride = (<usize>blocks) * 48;
    for (let k = 0; k < blocks; k++) {
      const body = int(int(q + 4) + k);
      if (body < 0) continue;
      const to = at(y + body);
      let y0 = v128.load(to);
      let y1 = v128.load(to, 16);
      let y2 = v128.load(to, 32);
      let j = at(int(q + 2)) + (<usize>k) * 48;
      for (let i = first; i < end; i++) {
        const v = load<f64>(at(g + i));
        if (v != 0) {
          const w = f64x2.splat(v);
          y0 = plus(v128.load(j), w, y0);
          y1 = plus(v128.load(j, 16), w, y1);
          y2 = plus(v128.load(j, 32), w, y2);
        }
        j += stride;
      }
      v128.store(to, y0);
      v128.store(to, y1, 16);
      v128.store(to, y2, 32);
    }
  }
}

export function spread(groups: i32, count: i32, y: i32, s: i32): void {
  for (let n = 0; n < count; n++) {
    const q = groups + GROUP * n;
    const end = int(q + 1);
    const blocks = int(q + 3);
    let j = at(int(q + 2));
    for (let i = int(q); i < end; i++) {
      let sum: f64 = 0;
      for (let k = 0; k < blocks; k++) {
        const body = int(int(q + 4) + k);
        if (body >= 0) sum += dot6(j, at(y + body));
        j += 48;
      }
      store<f64>(at(s + i), sum);
    }
  }
}

/** Free rows: g = -b/C. Others: x at its bound (state 1 lower, 2 upper), g = x. */
export function target(n: i32, state: i32, b: i32, inverseC: i32, lo: i32, hi: i32, x: i32, g: i32): void {
  for (let i = 0; i < n; i++) {
    const s = load<u8>(<usize>(state + i));
    if (s == 0) store<f64>(at(g + i), -load<f64>(at(b + i)) * load<f64>(at(inverseC + i)));
    else {
      const bound = load<f64>(at((s == 1 ? lo : hi) + i));
      store<f64>(at(x + i), bound);
      store<f64>(at(g + i), bound);
    }
  }
}

/** From s = Jt y: x of free rows, w of the others. */
export function answer(n: i32, state: i32, b: i32, C: i32, inverseC: i32, s: i32, x: i32, w: i32): void {
  for (let i = 0; i < n; i++) {
    const t = load<f64>(at(b + i)) + load<f64>(at(s + i));
    if (load<u8>(<usize>(state + i)) == 0) {
      store<f64>(at(x + i), -t * load<f64>(at(inverseC + i)));
      store<f64>(at(w + i), 0);
    } else store<f64>(at(w + i), t + load<f64>(at(C + i)) * load<f64>(at(x + i)));
  }
}

/** From s = Jt Jt^T x: w = s + C x + b, g = -w/C on free rows; returns the sum of w^2/a over them. */
export function remains(n: i32, state: i32, b: i32, C: i32, inverseC: i32, inverseA: i32, s: i32, x: i32, w: i32, g: i32): f64 {
  let energy: f64 = 0;
  for (let i = 0; i < n; i++) {
    const v = load<f64>(at(s + i)) + load<f64>(at(C + i)) * load<f64>(at(x + i)) + load<f64>(at(b + i));
    store<f64>(at(w + i), v);
    if (load<u8>(<usize>(state + i)) == 0) {
      energy += v * v * load<f64>(at(inverseA + i));
      store<f64>(at(g + i), -v * load<f64>(at(inverseC + i)));
    } else store<f64>(at(g + i), 0);
  }
  return energy;
}

/** x -= (w + s)/C on free rows. */
export function correct(n: i32, state: i32, inverseC: i32, w: i32, s: i32, x: i32): void {
  for (let i = 0; i < n; i++) {
    if (load<u8>(<usize>(state + i)) != 0) continue;
    const d = (load<f64>(at(w + i)) + load<f64>(at(s + i))) * load<f64>(at(inverseC + i));
    store<f64>(at(x + i), load<f64>(at(x + i)) - d);
  }
}

/** Lists at `bad` the rows that are infeasible by more than half of `share`; returns their number. */
export function infeasible(n: i32, state: i32, a: i32, lo: i32, hi: i32, x: i32, w: i32, share: f64, bad: i32): i32 {
  let count = 0;
  for (let i = 0; i < n; i++) {
    const s = load<u8>(<usize>(state + i));
    const l = load<f64>(at(lo + i));
    const u = load<f64>(at(hi + i));
    let beyond: f64;
    let weight: f64;
    if (s == 0) {
      const v = load<f64>(at(x + i));
      if (v >= l && v <= u) continue;
      beyond = v < l ? l - v : v - u;
      weight = load<f64>(at(a + i)) * beyond * beyond;
    } else {
      const v = load<f64>(at(w + i));
      beyond = s == 1 ? -v : v;
      if (beyond <= 0 || l >= u) continue;
      weight = (beyond * beyond) / load<f64>(at(a + i));
    }
    if (!(weight <= share)) {
      store<i32>((<usize>(bad + count)) << 2, i);
      count++;
    }
  }
  return count;
}

/** weight = 1/C on free rows, 0 on the others; `inH` becomes the set. */
export function weights(n: i32, state: i32, inverseC: i32, inH: i32, weight: i32): void {
  for (let i = 0; i < n; i++) {
    const free = load<u8>(<usize>(state + i)) == 0;
    store<u8>(<usize>(inH + i), free ? 1 : 0);
    store<f64>(at(weight + i), free ? load<f64>(at(inverseC + i)) : 0);
  }
}

/** Rows that enter H from the front of `list`, rows that leave it from its back, both numbers behind it; `inH` becomes the set. */
export function changes(n: i32, state: i32, inH: i32, list: i32): void {
  let entering = 0;
  let leaving = 0;
  for (let i = 0; i < n; i++) {
    const free: u8 = load<u8>(<usize>(state + i)) == 0 ? 1 : 0;
    if (free == load<u8>(<usize>(inH + i))) continue;
    store<u8>(<usize>(inH + i), free);
    if (free) store<i32>((<usize>(list + entering++)) << 2, i);
    else store<i32>((<usize>(list + n - 1 - leaving++)) << 2, i);
  }
  store<i32>((<usize>(list + n)) << 2, entering);
  store<i32>((<usize>(list + n + 1)) << 2, leaving);
}
