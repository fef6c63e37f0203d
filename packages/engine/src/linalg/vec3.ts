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

/** Two unit vectors that make (n, t1, t2) right-handed: world x, or y where n is near x, made orthogonal to n. */
export function tangents(n: Vec3): readonly [Vec3, Vec3] {
  const reference: Vec3 = Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const t1 = unit(subtract(reference, scale(n, dot(n, reference))));
  return [t1, cross(n, t1)];
}

/** Three numbers of an array. */
export const vec3At = (values: ArrayLike<number>, at: number): Vec3 => [values[at], values[at + 1], values[at + 2]];
