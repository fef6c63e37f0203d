/**
 * Where the contacts of a step push their bodies, and along which directions: computed once, read by rows, anchors and measures.
 * docs/theory/contact-rows.md (CR2), (CR19)
 */
import { FRAME } from '../problem/rows/row-builder.ts';
import type { ContactStep } from './contact-step.ts';
import { setContactTangents } from './contact-tangents.ts';

/**
 * Share of a body's own surface point in the place at which a contact pushes it (CR19). Surfaces that will meet within the step do so
 * at each body's own point; bodies that overlap share the middle.
 */
function ownShare(gap: number): number {
  return gap > 0 ? 1 : 0.5;
}

/** Numbers per point. */
const SIZE = FRAME.size;

export class ContactFrames {
  /** Bodies of each point. */
  a: Int32Array = new Int32Array(64);
  b: Int32Array = new Int32Array(64);
  /** FRAMEs: from the centres of A and of B to each point, m; its normal; t1 and t2. */
  numbers: Float64Array = new Float64Array(SIZE * 64);
  private count = 0;
  private view = this.numbers;

  /** Room for the points of a step. */
  begin(count: number): void {
    let size = this.a.length;
    if (count > size) {
      while (size < count) size *= 2;
      this.a = new Int32Array(size);
      this.b = new Int32Array(size);
      this.numbers = new Float64Array(SIZE * size);
    }
    if (count !== this.count || this.view.buffer !== this.numbers.buffer)
      this.view = this.numbers.subarray(0, SIZE * count);
    this.count = count;
  }

  /** Frames of all points, SIZE numbers each. */
  get all(): Float64Array {
    return this.view;
  }

  /** Where the normal of point i begins, and where its tangents do. */
  normal(i: number): number {
    return SIZE * i + FRAME.normal;
  }

  tangents(i: number): number {
    return SIZE * i + FRAME.tangents;
  }

  /** Point i. @param rolls its material has rolling friction */
  set({ bodies: { pose }, colliders: { body }, detector: { points } }: ContactStep, i: number, rolls: boolean): void {
    const { numbers } = this;
    const { pointA, pointB, normal } = points;
    const a = body[points.a[i]];
    const b = body[points.b[i]];
    this.a[i] = a;
    this.b[i] = b;
    const own = ownShare(points.gap[i]);
    const other = 1 - own;
    const to = SIZE * i;
    for (let c = 0; c < 3; c++) {
      const onA = pointA[3 * i + c];
      const onB = pointB[3 * i + c];
      numbers[to + FRAME.arms + c] = own * onA + other * onB - pose[7 * a + c];
      numbers[to + FRAME.arms + 3 + c] = other * onA + own * onB - pose[7 * b + c];
      numbers[to + FRAME.normal + c] = normal[3 * i + c];
    }
    setContactTangents(points, i, rolls, numbers, to + FRAME.tangents);
  }

  /** Velocities of both bodies at point i, that of B first, six numbers: m/s. @param v six numbers per body */
  velocitiesAt(i: number, v: Float64Array, out: Float64Array): void {
    const { numbers: arms } = this;
    let r = SIZE * i + FRAME.arms + 3;
    let at = 6 * this.b[i];
    out[0] = v[at] + v[at + 4] * arms[r + 2] - v[at + 5] * arms[r + 1];
    out[1] = v[at + 1] + v[at + 5] * arms[r] - v[at + 3] * arms[r + 2];
    out[2] = v[at + 2] + v[at + 3] * arms[r + 1] - v[at + 4] * arms[r];
    r -= 3;
    at = 6 * this.a[i];
    out[3] = v[at] + v[at + 4] * arms[r + 2] - v[at + 5] * arms[r + 1];
    out[4] = v[at + 1] + v[at + 5] * arms[r] - v[at + 3] * arms[r + 2];
    out[5] = v[at + 2] + v[at + 3] * arms[r + 1] - v[at + 4] * arms[r];
  }

  /**
   * How fast the surface of B runs past that of A at point i along the direction at `axis` of `numbers`, beyond the motion of the bodies, m/s:
   * d . (s_B + z_B x r_B - s_A - z_A x r_A) with the velocities s and z of the surfaces, six numbers per body.   (CR18)
   */
  running(i: number, surface: Float64Array, axis: number): number {
    const { numbers: d } = this;
    const a = 6 * this.a[i];
    const b = 6 * this.b[i];
    const r = SIZE * i + FRAME.arms;
    const linear =
      d[axis] * (surface[b] - surface[a]) +
      d[axis + 1] * (surface[b + 1] - surface[a + 1]) +
      d[axis + 2] * (surface[b + 2] - surface[a + 2]);
    const turning = turningAt(surface, b, d, r + 3, axis) - turningAt(surface, a, d, r, axis);
    return turning === 0 ? linear : linear + turning;
  }
}

/** d . (z x r) of one body whose surface turns past it with z (rad/s), m/s; d and r are numbers of frames. */
function turningAt(surface: Float64Array, body: number, numbers: Float64Array, r: number, d: number): number {
  const x = surface[body + 3];
  const y = surface[body + 4];
  const z = surface[body + 5];
  if (x === 0 && y === 0 && z === 0) return 0;
  return (
    numbers[d] * (y * numbers[r + 2] - z * numbers[r + 1]) +
    numbers[d + 1] * (z * numbers[r] - x * numbers[r + 2]) +
    numbers[d + 2] * (x * numbers[r + 1] - y * numbers[r])
  );
}
