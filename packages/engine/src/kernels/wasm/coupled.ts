/**
 * The kernels of ../coupled-kernels.ts: energies of rows, friction bounds that follow the normals, and the L U of the
 * unsymmetric body matrix. Same operations in the same order as the twin.
 */

import { at, dot6, GROUP, int, minus, plus, subtractProduct } from './memory';

/** to = 1/from. */
export function inverses(n: i32, from: i32, to: i32): void {
  const one = f64x2.splat(1);
  let i = 0;
  for (; i + 1 < n; i += 2) v128.store(at(to + i), f64x2.div(one, v128.load(at(from + i))));
  if (i < n) store<f64>(at(to + i), 1.0 / load<f64>(at(from + i)));
}

// @ts-ignore: decorator
@inline
function pairEnergy(x: v128, w: v128, a: v128, inverse: v128, lo: v128, hi: v128): v128 {
  const half = f64x2.splat(0.5);
  const above = f64x2.sub(x, lo);
  const below = f64x2.sub(x, hi);
  const halfA = f64x2.mul(half, a);
  const up = f64x2.mul(f64x2.mul(halfA, above), above);
  const down = f64x2.mul(f64x2.mul(halfA, below), below);
  const free = f64x2.add(f64x2.mul(f64x2.mul(w, w), f64x2.mul(half, inverse)), f64x2.mul(f64x2.splat(0), x));
  const inner = v128.bitselect(down, free, f64x2.le(w, f64x2.mul(a, below)));
  return v128.bitselect(up, inner, f64x2.ge(w, f64x2.mul(a, above)));
}

/** The l1 energy error, even and odd rows apart: measures/energy.ts (E6) without a branch. */
export function rowsEnergy(n: i32, x: i32, w: i32, a: i32, inverseA: i32, lo: i32, hi: i32): f64 {
  let sum = f64x2.splat(0);
  let i = 0;
  for (; i + 1 < n; i += 2) {
    const e = pairEnergy(
      v128.load(at(x + i)), v128.load(at(w + i)), v128.load(at(a + i)),
      v128.load(at(inverseA + i)), v128.load(at(lo + i)), v128.load(at(hi + i)),
    );
    sum = f64x2.add(sum, e);
  }
  let even = f64x2.extract_lane(sum, 0);
  if (i < n) {
    const e = pairEnergy(
      v128.load64_splat(at(x + i)), v128.load64_splat(at(w + i)), v128.load64_splat(at(a + i)),
      v128.load64_splat(at(inverseA + i)), v128.load64_splat(at(lo + i)), v128.load64_splat(at(hi + i)),
    );
    even += f64x2.extract_lane(e, 0);
  }
  return even + f64x2.extract_lane(sum, 1);
}

/** Of `count` rows listed at `rows`: hi = mu max(x_n, 0), lo = -hi, n the normal of each. */
export function frictionBounds(count: i32, rows: i32, normalOf: i32, mu: i32, x: i32, lo: i32, hi: i32): void {
  for (let k = 0; k < count; k++) {
    const t = int(rows + k);
    const most = load<f64>(at(mu + t)) * max(load<f64>(at(x + int(normalOf + t))), 0);
    store<f64>(at(hi + t), most);
    store<f64>(at(lo + t), -most);
  }
}

/** (NC2): 0 free, 1 held, 2 sliding; lists the sliding rows at `sliding` and returns their number. */
export function classify(
  n: i32, count: i32, rows: i32, normalOf: i32, mu: i32, x: i32, w: i32, inverseA: i32,
  lo: i32, hi: i32, state: i32, held: i32, slope: i32, sliding: i32,
): i32 {
  for (let i = 0; i < n; i++) {
    const z = load<f64>(at(x + i)) - load<f64>(at(w + i)) * load<f64>(at(inverseA + i));
    const l = load<f64>(at(lo + i));
    const u = load<f64>(at(hi + i));
    const open = l < u;
    const free = open && !(z <= l) && !(z >= u);
    store<u8>(<usize>(state + i), free ? 0 : 1);
    if (!free) store<f64>(at(held + i), open && z >= u ? u : l);
  }
  let slides = 0;
  for (let k = 0; k < count; k++) {
    const t = int(rows + k);
    const normal = int(normalOf + t);
    const m = load<f64>(at(mu + t));
    const z = load<f64>(at(x + t)) - load<f64>(at(w + t)) * load<f64>(at(inverseA + t));
    if (load<u8>(<usize>(state + normal)) != 0) {
      const most = m * max(load<f64>(at(held + normal)), 0);
      store<u8>(<usize>(state + t), z > -most && z < most ? 0 : 1);
      store<f64>(at(held + t), z >= most ? most : -most);
    } else if (load<u8>(<usize>(state + t)) != 0) {
      store<f64>(at(slope + t), z >= load<f64>(at(hi + t)) ? m : -m);
      store<f64>(at(held + t), 0);
      if (m != 0) {
        store<u8>(<usize>(state + t), 2);
        store<i32>((<usize>(sliding + slides)) << 2, t);
        slides++;
      }
    }
  }
  return slides;
}

/** v_t = slope_t v_n of `count` rows listed at `rows`. */
export function follow(count: i32, rows: i32, normalOf: i32, slope: i32, v: i32): void {
  for (let k = 0; k < count; k++) {
    const t = int(rows + k);
    store<f64>(at(v + t), load<f64>(at(slope + t)) * load<f64>(at(v + int(normalOf + t))));
  }
}

/** Both triangles of H: lower = upper = H, and the diagonal blocks of `lower` made full. */
export function bothTriangles(bodies: i32, blocks: i32, colStart: i32, H: i32, lower: i32, upper: i32): void {
  memory.copy(at(lower), at(H), (<usize>blocks) * 288);
  memory.copy(at(upper), at(H), (<usize>blocks) * 288);
  for (let k = 0; k < bodies; k++) {
    const d = at(lower + 36 * int(colStart + k));
    for (let c: usize = 0; c < 5; c++)
      for (let r = c + 1; r < 6; r++) store<f64>(d + ((6 * r + c) << 3), load<f64>(d + ((6 * c + r) << 3)));
  }
}

// @ts-ignore: decorator
@inline
function addOuter(block: usize, left: usize, right: usize, v: f64): void {
  const l0 = v128.load(left);
  const l1 = v128.load(left, 16);
  const l2 = v128.load(left, 32);
  for (let c: usize = 0; c < 6; c++) {
    const u = f64x2.splat(v * load<f64>(right + (c << 3)));
    const q = block + c * 48;
    v128.store(q, plus(l0, u, v128.load(q)));
    v128.store(q, plus(l1, u, v128.load(q, 16)), 16);
    v128.store(q, plus(l2, u, v128.load(q, 32)), 32);
  }
}

// @ts-ignore: decorator
@inline
function rowAt(i: i32, groupOf: i32, groups: i32): usize {
  const q = groups + GROUP * int(groupOf + i);
  return at(int(q + 2) + 6 * int(q + 3) * (i - int(q)));
}

/** slope_t Jt_t^T Jt_n / C_n of `count` sliding rows t with normals n, added to both triangles. */
export function addSliding(
  count: i32, rows: i32, normalOf: i32, slope: i32, inverseC: i32, groupOf: i32, groups: i32, lower: i32, upper: i32,
): void {
  for (let k = 0; k < count; k++) {
    const t = int(rows + k);
    const n = int(normalOf + t);
    const v = load<f64>(at(slope + t)) * load<f64>(at(inverseC + n));
    const tangent = rowAt(t, groupOf, groups);
    const normal = rowAt(n, groupOf, groups);
    const q = groups + GROUP * int(groupOf + n);
    for (let pair = int(q + 5), last = pair + 3 * int(q + 6); pair < last; pair += 3) {
      const left = (<usize>int(pair + 1)) * 48;
      const right = (<usize>int(pair + 2)) * 48;
      addOuter(at(lower + int(pair)), tangent + left, normal + right, v);
      if (left != right) addOuter(at(upper + int(pair)), normal + left, tangent + right, v);
    }
  }
}

/** L U in place, without exchanges: `upper` holds its blocks transposed, so both sides are column operations. */
export function factorLu(bodies: i32, colStart: i32, taskStart: i32, tasks: i32, lower: i32, upper: i32): i32 {
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(lower + 36 * first);
    if (!factorDiagonalLu(d)) return 0;
    for (let q = first + 1; q < end; q++) {
      divideByUpper(at(lower + 36 * q), d);
      divideByLower(at(upper + 36 * q), d);
    }
    const last = tasks + 3 * int(taskStart + k + 1);
    for (let t = tasks + 3 * int(taskStart + k); t < last; t += 3) {
      const target = 36 * int(t);
      const left = 36 * int(t + 1);
      const right = 36 * int(t + 2);
      subtractProduct(at(lower + target), at(lower + left), at(upper + right));
      if (left != right) subtractProduct(at(upper + target), at(upper + left), at(lower + right));
    }
  }
  return 1;
}

/** L with a unit diagonal below, U above, the inverse of U's diagonal on it; false where a pivot is zero or not finite. */
// @ts-ignore: decorator
@inline
function factorDiagonalLu(d: usize): bool {
  for (let s: usize = 0; s < 6; s++) {
    const c = d + s * 48;
    const pivot = load<f64>(d + s * 56);
    if (pivot == 0 || !(abs(pivot) < Infinity)) return false;
    const inverse = 1.0 / pivot;
    store<f64>(d + s * 56, inverse);
    for (let r = s + 1; r < 6; r++) store<f64>(c + (r << 3), load<f64>(c + (r << 3)) * inverse);
    for (let t = s + 1; t < 6; t++) {
      const q = d + t * 48;
      const u = load<f64>(q + (s << 3));
      for (let r = s + 1; r < 6; r++)
        store<f64>(q + (r << 3), load<f64>(q + (r << 3)) - load<f64>(c + (r << 3)) * u);
    }
  }
  return true;
}

/** X U = B. */
// @ts-ignore: decorator
@inline
function divideByUpper(o: usize, d: usize): void {
  for (let s: usize = 0; s < 6; s++) {
    const c = o + s * 48;
    let x0 = v128.load(c);
    let x1 = v128.load(c, 16);
    let x2 = v128.load(c, 32);
    for (let t: usize = 0; t < s; t++) {
      const m = v128.load64_splat(d + s * 48 + (t << 3));
      const a = o + t * 48;
      x0 = minus(v128.load(a), m, x0);
      x1 = minus(v128.load(a, 16), m, x1);
      x2 = minus(v128.load(a, 32), m, x2);
    }
    const inverse = v128.load64_splat(d + s * 56);
    v128.store(c, f64x2.mul(x0, inverse));
    v128.store(c, f64x2.mul(x1, inverse), 16);
    v128.store(c, f64x2.mul(x2, inverse), 32);
  }
}

/** X L^T = B, the transpose of L X^T = B^T. */
// @ts-ignore: decorator
@inline
function divideByLower(o: usize, d: usize): void {
  for (let s: usize = 1; s < 6; s++) {
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
    v128.store(c, x0);
    v128.store(c, x1, 16);
    v128.store(c, x2, 32);
  }
}

/** y <- (L U)^-1 y. */
export function solveLu(bodies: i32, colStart: i32, blockRow: i32, lower: i32, upper: i32, y: i32): void {
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(lower + 36 * first);
    const here = at(y + 6 * k);
    for (let s: usize = 1; s < 6; s++) {
      let v = load<f64>(here + (s << 3));
      for (let t: usize = 0; t < s; t++) v -= load<f64>(d + t * 48 + (s << 3)) * load<f64>(here + (t << 3));
      store<f64>(here + (s << 3), v);
    }
    for (let q = first + 1; q < end; q++) {
      const o = at(lower + 36 * q);
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
    const d = at(lower + 36 * first);
    const here = at(y + 6 * k);
    for (let q = first + 1; q < end; q++) {
      const o = at(upper + 36 * q);
      const there = at(y + 6 * int(blockRow + q));
      for (let s: usize = 0; s < 6; s++)
        store<f64>(here + (s << 3), load<f64>(here + (s << 3)) - dot6(o + s * 48, there));
    }
    for (let i: i32 = 5; i >= 0; i--) {
      const s = <usize>i;
      let v = load<f64>(here + (s << 3));
      for (let t = s + 1; t < 6; t++) v -= load<f64>(d + t * 48 + (s << 3)) * load<f64>(here + (t << 3));
      store<f64>(here + (s << 3), v * load<f64>(d + s * 56));
    }
  }
}
