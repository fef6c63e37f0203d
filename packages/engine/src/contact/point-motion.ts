/** Directions at contact points: the blocks of rows along and about them, and how fast two bodies move there. */
import type { ContactPoints } from '../collision/detector.ts';
import type { RowBuilder } from '../problem/row-builder.ts';

/** The blocks of a row that pushes B along d and A against it, at the point p. */
export function pushAlong(
  rows: RowBuilder,
  pose: Float64Array,
  a: number,
  b: number,
  px: number,
  py: number,
  pz: number,
  d: Float64Array,
  at: number,
): void {
  const dx = d[at];
  const dy = d[at + 1];
  const dz = d[at + 2];
  let rx = px - pose[7 * a];
  let ry = py - pose[7 * a + 1];
  let rz = pz - pose[7 * a + 2];
  rows.block(a, -dx, -dy, -dz, rz * dy - ry * dz, rx * dz - rz * dx, ry * dx - rx * dy);
  rx = px - pose[7 * b];
  ry = py - pose[7 * b + 1];
  rz = pz - pose[7 * b + 2];
  rows.block(b, dx, dy, dz, ry * dz - rz * dy, rz * dx - rx * dz, rx * dy - ry * dx);
}

/** The blocks of a row that turns B about d and A against it. */
export function turnAbout(rows: RowBuilder, a: number, b: number, d: Float64Array, at: number): void {
  rows.block(a, 0, 0, 0, -d[at], -d[at + 1], -d[at + 2]);
  rows.block(b, 0, 0, 0, d[at], d[at + 1], d[at + 2]);
}

/** How fast the surface of B runs past that of A along the direction at `axis`, beyond the motion of the bodies, m/s. */
export function running(surface: Float64Array, a: number, b: number, direction: Float64Array, axis: number): number {
  return (
    direction[axis] * (surface[3 * b] - surface[3 * a]) +
    direction[axis + 1] * (surface[3 * b + 1] - surface[3 * a + 1]) +
    direction[axis + 2] * (surface[3 * b + 2] - surface[3 * a + 2])
  );
}

/** Velocities of both bodies at point i, that of B first, six numbers: m/s. */
export function velocitiesAt(
  { a, b, pointA, pointB }: ContactPoints,
  i: number,
  bodyOf: Int32Array,
  pose: Float64Array,
  velocity: Float64Array,
  out: Float64Array,
): void {
  const px = 0.5 * (pointA[3 * i] + pointB[3 * i]);
  const py = 0.5 * (pointA[3 * i + 1] + pointB[3 * i + 1]);
  const pz = 0.5 * (pointA[3 * i + 2] + pointB[3 * i + 2]);
  velocityAt(bodyOf[b[i]], px, py, pz, pose, velocity, out, 0);
  velocityAt(bodyOf[a[i]], px, py, pz, pose, velocity, out, 3);
}

/** Velocity of B against A along the direction at `axis`, m/s, from what `velocitiesAt` gave. */
export function slipAlong(both: Float64Array, direction: Float64Array, axis: number): number {
  const x = direction[axis];
  const y = direction[axis + 1];
  const z = direction[axis + 2];
  return x * both[0] + y * both[1] + z * both[2] - (x * both[3] + y * both[4] + z * both[5]);
}

/** Angular velocity of B against A about the direction at `axis`, rad/s. */
export function turnRate(velocity: Float64Array, a: number, b: number, direction: Float64Array, axis: number): number {
  return (
    direction[axis] * (velocity[6 * b + 3] - velocity[6 * a + 3]) +
    direction[axis + 1] * (velocity[6 * b + 4] - velocity[6 * a + 4]) +
    direction[axis + 2] * (velocity[6 * b + 5] - velocity[6 * a + 5])
  );
}

/** Velocity of a body's point p, m/s. */
function velocityAt(
  body: number,
  px: number,
  py: number,
  pz: number,
  pose: Float64Array,
  velocity: Float64Array,
  out: Float64Array,
  to: number,
): void {
  const rx = px - pose[7 * body];
  const ry = py - pose[7 * body + 1];
  const rz = pz - pose[7 * body + 2];
  const v = 6 * body;
  out[to] = velocity[v] + velocity[v + 4] * rz - velocity[v + 5] * ry;
  out[to + 1] = velocity[v + 1] + velocity[v + 5] * rx - velocity[v + 3] * rz;
  out[to + 2] = velocity[v + 2] + velocity[v + 3] * ry - velocity[v + 4] * rx;
}
