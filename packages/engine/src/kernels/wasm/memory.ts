/** What the kernels of this folder share: addresses, two-lane arithmetic in a fixed order, the product of two blocks. */

// @ts-ignore: decorator
@inline
export function at(offset: i32): usize {
  return (<usize>offset) << 3;
}

// @ts-ignore: decorator
@inline
export function int(offset: i32): i32 {
  return load<i32>((<usize>offset) << 2);
}

// @ts-ignore: decorator
@inline
export function put(offset: i32, value: i32): void {
  store<i32>((<usize>offset) << 2, value);
}

// @ts-ignore: decorator
@inline
export function byte(offset: i32): u8 {
  return load<u8>(<usize>offset);
}

// @ts-ignore: decorator
@inline
export function putByte(offset: i32, value: u8): void {
  store<u8>(<usize>offset, value);
}

// @ts-ignore: decorator
@inline
export function plus(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(c, f64x2.mul(a, b));
}

// @ts-ignore: decorator
@inline
export function minus(a: v128, b: v128, c: v128): v128 {
  return f64x2.sub(c, f64x2.mul(a, b));
}

// @ts-ignore: decorator
@inline
export function dot6(a: usize, b: usize): f64 {
  const even = f64x2.mul(v128.load(a), v128.load(b));
  const sum = plus(v128.load(a, 32), v128.load(b, 32), plus(v128.load(a, 16), v128.load(b, 16), even));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

// @ts-ignore: decorator
@inline
export function subtractProduct(target: usize, left: usize, right: usize): void {
  for (let s: usize = 0; s < 48; s += 16) {
    const c = target + s * 6;
    const b = right + s;
    let c0 = v128.load(c);
    let c1 = v128.load(c, 16);
    let c2 = v128.load(c, 32);
    let d0 = v128.load(c, 48);
    let d1 = v128.load(c, 64);
    let d2 = v128.load(c, 80);
    for (let k: usize = 0; k < 288; k += 48) {
      const a0 = v128.load(left + k);
      const a1 = v128.load(left + k, 16);
      const a2 = v128.load(left + k, 32);
      const u = v128.load64_splat(b + k);
      const v = v128.load64_splat(b + k, 8);
      c0 = minus(a0, u, c0);
      c1 = minus(a1, u, c1);
      c2 = minus(a2, u, c2);
      d0 = minus(a0, v, d0);
      d1 = minus(a1, v, d1);
      d2 = minus(a2, v, d2);
    }
    v128.store(c, c0);
    v128.store(c, c1, 16);
    v128.store(c, c2, 32);
    v128.store(c, d0, 48);
    v128.store(c, d1, 64);
    v128.store(c, d2, 80);
  }
}
