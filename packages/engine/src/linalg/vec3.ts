/** Vectors of three numbers for setting things up and looking at them; hot loops keep their numbers in scalars. */

export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** a/|a|; the zero vector stays zero. */
export function unit(a: Vec3): Vec3 {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : a;
}

/**
 * Two unit vectors that make (n, t1, t2) right-handed, six numbers at `to`: world x, or y if n is near x, made orthogonal to n.
 * The only place with this formula: rows of contacts, views of them and joints agree to the last bit.
 */
export function setTangents(n: ArrayLike<number>, at: number, out: Float64Array, to: number): void {
  const nx = n[at];
  const ny = n[at + 1];
  const nz = n[at + 2];
  const alongX = Math.abs(nx) < 0.7;
  const d = alongX ? nx : ny;
  let x = (alongX ? 1 : 0) - nx * d;
  let y = (alongX ? 0 : 1) - ny * d;
  let z = -nz * d;
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  x *= inverse;
  y *= inverse;
  z *= inverse;
  out[to] = x;
  out[to + 1] = y;
  out[to + 2] = z;
  out[to + 3] = ny * z - nz * y;
  out[to + 4] = nz * x - nx * z;
  out[to + 5] = nx * y - ny * x;
}

export function tangents(n: Vec3): readonly [Vec3, Vec3] {
  const both = new Float64Array(6);
  setTangents(n, 0, both, 0);
  return [vec3At(both, 0), vec3At(both, 3)];
}

/** Three numbers of an array. */
export const vec3At = (values: ArrayLike<number>, at: number): Vec3 => [values[at], values[at + 1], values[at + 2]];
