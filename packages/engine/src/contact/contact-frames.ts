/**
 * Where the contacts of a step push their bodies, and along which directions: computed once, read by rows, anchors and measures.
 * docs/theory/contact-rows.md (CR2), (CR19)
 */
import type { ContactPoints } from '../collision/detector.ts';
import type { Touching } from '../problem/row-builder.ts';
import type { ContactStep } from './contact-step.ts';
import { setContactTangents } from './contact-tangents.ts';

/**
 * Share of a body's own surface point in the place at which a contact pushes it (CR19). Surfaces that will meet within the step do so
 * at each body's own point; bodies that overlap share the middle.
 */
function ownShare(gap: number): number {
  return gap > 0 ? 1 : 0.5;
}

export class ContactFrames implements Touching {
  /** Bodies of each point. */
  a: Int32Array = new Int32Array(64);
  b: Int32Array = new Int32Array(64);
  /** From the centres of A and of B to the point, six numbers per point, m. */
  arms: Float64Array = new Float64Array(6 * 64);
  /** Three numbers per point: the detector's. */
  normal: Float64Array = new Float64Array(0);
  /** t1 then t2 of each point, six numbers. */
  tangents: Float64Array = new Float64Array(6 * 64);

  /** Room for the points of a step. */
  begin(points: ContactPoints): void {
    this.normal = points.normal;
    let size = this.a.length;
    if (points.count <= size) return;
    while (size < points.count) size *= 2;
    this.a = new Int32Array(size);
    this.b = new Int32Array(size);
    this.arms = new Float64Array(6 * size);
    this.tangents = new Float64Array(6 * size);
  }

  /** Point i. @param rolls its material has rolling friction */
  set({ bodies: { pose }, colliders: { body }, detector: { points } }: ContactStep, i: number, rolls: boolean): void {
    const { arms } = this;
    const { pointA, pointB } = points;
    const a = body[points.a[i]];
    const b = body[points.b[i]];
    this.a[i] = a;
    this.b[i] = b;
    const own = ownShare(points.gap[i]);
    const other = 1 - own;
    for (let c = 0; c < 3; c++) {
      const onA = pointA[3 * i + c];
      const onB = pointB[3 * i + c];
      arms[6 * i + c] = own * onA + other * onB - pose[7 * a + c];
      arms[6 * i + 3 + c] = other * onA + own * onB - pose[7 * b + c];
    }
    setContactTangents(points, i, rolls, this.tangents, 6 * i);
  }

  /** Velocities of both bodies at point i, that of B first, six numbers: m/s. @param v six numbers per body */
  velocitiesAt(i: number, v: Float64Array, out: Float64Array): void {
    const { arms } = this;
    let r = 6 * i + 3;
    let at = 6 * this.b[i];
    out[0] = v[at] + v[at + 4] * arms[r + 2] - v[at + 5] * arms[r + 1];
    out[1] = v[at + 1] + v[at + 5] * arms[r] - v[at + 3] * arms[r + 2];
    out[2] = v[at + 2] + v[at + 3] * arms[r + 1] - v[at + 4] * arms[r];
    r = 6 * i;
    at = 6 * this.a[i];
    out[3] = v[at] + v[at + 4] * arms[r + 2] - v[at + 5] * arms[r + 1];
    out[4] = v[at + 1] + v[at + 5] * arms[r] - v[at + 3] * arms[r + 2];
    out[5] = v[at + 2] + v[at + 3] * arms[r + 1] - v[at + 4] * arms[r];
  }

  /**
   * How fast the surface of B runs past that of A at point i along the direction at `axis`, beyond the motion of the bodies, m/s:
   * d . (s_B + z_B x r_B - s_A - z_A x r_A) with the velocities s and z of the surfaces, six numbers per body.   (CR18)
   */
  running(i: number, surface: Float64Array, d: Float64Array, axis: number): number {
    const a = 6 * this.a[i];
    const b = 6 * this.b[i];
    const linear =
      d[axis] * (surface[b] - surface[a]) +
      d[axis + 1] * (surface[b + 1] - surface[a + 1]) +
      d[axis + 2] * (surface[b + 2] - surface[a + 2]);
    const turning = turningAt(surface, b, this.arms, 6 * i + 3, d, axis) - turningAt(surface, a, this.arms, 6 * i, d, axis);
    return turning === 0 ? linear : linear + turning;
  }
}

/** d . (z x r) of one body whose surface turns past it with z (rad/s), m/s. */
function turningAt(
  surface: Float64Array,
  body: number,
  arms: Float64Array,
  r: number,
  d: Float64Array,
  axis: number,
): number {
  const x = surface[body + 3];
  const y = surface[body + 4];
  const z = surface[body + 5];
  if (x === 0 && y === 0 && z === 0) return 0;
  return (
    d[axis] * (y * arms[r + 2] - z * arms[r + 1]) +
    d[axis + 1] * (z * arms[r] - x * arms[r + 2]) +
    d[axis + 2] * (x * arms[r + 1] - y * arms[r])
  );
}
