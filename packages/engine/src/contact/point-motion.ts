/** Directions at contact points: the blocks of rows along and about them, and how fast two bodies move there. */
import type { ContactPoints } from '../collision/detector.ts';
import type { RowBuilder } from '../problem/row-builder.ts';
import type { ContactBodies, ContactStep } from './contact-step.ts';

/**
 * Share of a body's own surface point in the place at which a contact pushes it (CR19). Surfaces that will meet within the step do so
 * at each body's own point; bodies that overlap share the middle.
 */
function ownShare(gap: number): number {
  return gap > 0 ? 1 : 0.5;
}

/** Two bodies at a contact point, and the blocks of rows that push them there; used again for every point. */
export class Arms {
  private a = 0;
  private b = 0;
  /** From the centres of A and of B to the point, six numbers, m. */
  private readonly r = new Float64Array(6);

  /** Arms of both bodies at point i.   docs/theory/contact-rows.md (CR2), (CR19) */
  set({ pointA, pointB, gap }: ContactPoints, i: number, pose: Float64Array, a: number, b: number): void {
    const { r } = this;
    this.a = a;
    this.b = b;
    const own = ownShare(gap[i]);
    const other = 1 - own;
    for (let c = 0; c < 3; c++) {
      const onA = pointA[3 * i + c];
      const onB = pointB[3 * i + c];
      r[c] = own * onA + other * onB - pose[7 * a + c];
      r[3 + c] = other * onA + own * onB - pose[7 * b + c];
    }
  }

  /** The blocks of the last row, which pushes B along the direction at `at` and A against it. */
  pushAlong(rows: RowBuilder, d: Float64Array, at: number): void {
    rows.pushApart(this.a, this.b, this.r, d, at);
  }
}

/** The blocks of a row that turns B about d and A against it. */
export function turnAbout(rows: RowBuilder, a: number, b: number, d: Float64Array, at: number): void {
  const J = rows.six;
  J.fill(0);
  for (let c = 0; c < 3; c++) J[3 + c] = -d[at + c];
  rows.block(a, J);
  for (let c = 0; c < 3; c++) J[3 + c] = d[at + c];
  rows.block(b, J);
}

/** The surface of some body runs or turns past it: without, `running` is zero everywhere. */
export function surfacesRun({ surface }: ContactBodies): boolean {
  for (let c = 0; c < surface.length; c++) if (surface[c] !== 0) return true;
  return false;
}

/**
 * How fast the surface of B runs past that of A at point i along the direction at `axis`, beyond the motion of the bodies, m/s:
 * d . (s_B + z_B x r_B - s_A - z_A x r_A) with the velocities s and z of the surfaces.   docs/theory/contact-rows.md (CR18)
 */
export function running(step: ContactStep, i: number, direction: Float64Array, axis: number): number {
  const { surface } = step.bodies;
  const { points } = step.detector;
  const a = step.colliders.body[points.a[i]];
  const b = step.colliders.body[points.b[i]];
  const linear =
    direction[axis] * (surface[6 * b] - surface[6 * a]) +
    direction[axis + 1] * (surface[6 * b + 1] - surface[6 * a + 1]) +
    direction[axis + 2] * (surface[6 * b + 2] - surface[6 * a + 2]);
  const own = ownShare(points.gap[i]);
  const turning = turningAt(step, i, b, 1 - own, direction, axis) - turningAt(step, i, a, own, direction, axis);
  return turning === 0 ? linear : linear + turning;
}

/** d . (z x r) of one body whose surface turns past it with z (rad/s), m/s. @param share of the point on A in the place */
function turningAt(
  step: ContactStep,
  i: number,
  body: number,
  share: number,
  direction: Float64Array,
  axis: number,
): number {
  const { surface, pose } = step.bodies;
  const x = surface[6 * body + 3];
  const y = surface[6 * body + 4];
  const z = surface[6 * body + 5];
  if (x === 0 && y === 0 && z === 0) return 0;
  const { pointA, pointB } = step.detector.points;
  const rx = share * pointA[3 * i] + (1 - share) * pointB[3 * i] - pose[7 * body];
  const ry = share * pointA[3 * i + 1] + (1 - share) * pointB[3 * i + 1] - pose[7 * body + 1];
  const rz = share * pointA[3 * i + 2] + (1 - share) * pointB[3 * i + 2] - pose[7 * body + 2];
  return (
    direction[axis] * (y * rz - z * ry) +
    direction[axis + 1] * (z * rx - x * rz) +
    direction[axis + 2] * (x * ry - y * rx)
  );
}

/** Velocities of both bodies at point i, that of B first, six numbers: m/s. @param v six numbers per body */
export function velocitiesAt(step: ContactStep, i: number, v: Float64Array, out: Float64Array): void {
  const { a, b, gap, pointA, pointB } = step.detector.points;
  const { pose } = step.bodies;
  const own = ownShare(gap[i]);
  for (let to = 0; to < 6; to += 3) {
    const body = step.colliders.body[to === 0 ? b[i] : a[i]];
    const onA = to === 0 ? 1 - own : own;
    const onB = 1 - onA;
    const rx = onA * pointA[3 * i] + onB * pointB[3 * i] - pose[7 * body];
    const ry = onA * pointA[3 * i + 1] + onB * pointB[3 * i + 1] - pose[7 * body + 1];
    const rz = onA * pointA[3 * i + 2] + onB * pointB[3 * i + 2] - pose[7 * body + 2];
    const at = 6 * body;
    out[to] = v[at] + v[at + 4] * rz - v[at + 5] * ry;
    out[to + 1] = v[at + 1] + v[at + 5] * rx - v[at + 3] * rz;
    out[to + 2] = v[at + 2] + v[at + 3] * ry - v[at + 4] * rx;
  }
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
