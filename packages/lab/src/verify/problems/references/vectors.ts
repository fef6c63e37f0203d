/** Vectors of three numbers, for the references: sums, products and lengths. */
import type { Vec3 } from '@signorini/engine';

export const add = (...all: readonly Vec3[]): Vec3 => [sum(all, 0), sum(all, 1), sum(all, 2)];
const sum = (all: readonly Vec3[], c: 0 | 1 | 2) => all.reduce((s, v) => s + v[c], 0);
export const scale = (v: Vec3, s: number): Vec3 => [s * v[0], s * v[1], s * v[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (v: Vec3): number => Math.hypot(v[0], v[1], v[2]);
export const unit = (v: Vec3): Vec3 => scale(v, 1 / norm(v));
