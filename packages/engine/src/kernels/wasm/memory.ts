/** Shared by the kernels of this folder: addresses, and two-lane arithmetic in a fixed order. */

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
