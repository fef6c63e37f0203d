/**
 * The angular velocity that the next step starts from, and what its way there adds to the ledger.   docs/theory/integrators.md (IN25), (IN26)
 *
 *   R+ I W = R I (W0 + d),   d = R^T (v+ - u);      1/2 W'I W - 1/2 W0'I W0 - (Wm + d/2)'I d,   Wm = R^T u
 */
import { rotationMatrix } from '../../linalg/mat3.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { StepState } from '../state/step-state.ts';

export class EndSpin {
  /** R+ */
  private readonly R = new Float64Array(9);
  /** Angular velocities of one body in its own axes: W0, Wm, d and W. */
  private readonly start = new Float64Array(3);
  private readonly mean = new Float64Array(3);
  private readonly added = new Float64Array(3);
  private readonly end = new Float64Array(3);

  /** Sets the angular velocities of these bodies in `state`, which has their poses. @param free u, six numbers per body */
  set(bodies: Bodies, members: readonly number[], free: Float64Array, state: StepState): void {
    const { entries } = state.ledger;
    let sum = entries.gyroscopic;
    for (const k of members) {
      this.begin(bodies, k, free, state.moving);
      this.turn(bodies, k, state.pose, state.velocity);
      if (this.isTurning()) sum += this.entry(bodies.inertia, 9 * k);
    }
    entries.gyroscopic = sum;
  }

  /** W0, Wm and d. */
  private begin({ rotation: R, velocity }: Bodies, k: number, u: Float64Array, v: Float64Array): void {
    const { start, mean, added } = this;
    const at = 6 * k + 3;
    for (let c = 0; c < 3; c++) {
      const x = R[9 * k + c];
      const y = R[9 * k + 3 + c];
      const z = R[9 * k + 6 + c];
      start[c] = x * velocity[at] + y * velocity[at + 1] + z * velocity[at + 2];
      mean[c] = x * u[at] + y * u[at + 1] + z * u[at + 2];
      added[c] = x * (v[at] - u[at]) + y * (v[at + 1] - u[at + 1]) + z * (v[at + 2] - u[at + 2]);
    }
  }

  /** W, and omega = R+ W. */
  private turn(
    { inertia: I, inverseInertia: G, rotation }: Bodies,
    k: number,
    pose: Float64Array,
    out: Float64Array,
  ): void {
    const { R, start, added, end } = this;
    const at = 9 * k;
    const X = start[0] + added[0];
    const Y = start[1] + added[1];
    const Z = start[2] + added[2];
    let x = I[at] * X + I[at + 1] * Y + I[at + 2] * Z;
    let y = I[at + 3] * X + I[at + 4] * Y + I[at + 5] * Z;
    let z = I[at + 6] * X + I[at + 7] * Y + I[at + 8] * Z;
    const Lx = rotation[at] * x + rotation[at + 1] * y + rotation[at + 2] * z; // angular momentum, world axes
    const Ly = rotation[at + 3] * x + rotation[at + 4] * y + rotation[at + 5] * z;
    const Lz = rotation[at + 6] * x + rotation[at + 7] * y + rotation[at + 8] * z;
    rotationMatrix(pose, 7 * k + 3, R, 0);
    x = R[0] * Lx + R[3] * Ly + R[6] * Lz;
    y = R[1] * Lx + R[4] * Ly + R[7] * Lz;
    z = R[2] * Lx + R[5] * Ly + R[8] * Lz;
    const Wx = G[at] * x + G[at + 1] * y + G[at + 2] * z;
    const Wy = G[at + 3] * x + G[at + 4] * y + G[at + 5] * z;
    const Wz = G[at + 6] * x + G[at + 7] * y + G[at + 8] * z;
    end[0] = Wx;
    end[1] = Wy;
    end[2] = Wz;
    out[6 * k + 3] = R[0] * Wx + R[1] * Wy + R[2] * Wz;
    out[6 * k + 4] = R[3] * Wx + R[4] * Wy + R[5] * Wz;
    out[6 * k + 5] = R[6] * Wx + R[7] * Wy + R[8] * Wz;
  }

  /** False: the body did not turn and nothing turned it, so that its entry is zero. */
  private isTurning(): boolean {
    const { start: s, added: d } = this;
    return s[0] !== 0 || s[1] !== 0 || s[2] !== 0 || d[0] !== 0 || d[1] !== 0 || d[2] !== 0;
  }

  /** (IN26): its four forms in one loop take half the time of one after the other. */
  private entry(I: Float64Array, at: number): number {
    const { start, mean, added, end } = this;
    let after = 0;
    let before = 0;
    let own = 0;
    let mixed = 0;
    for (let i = 0; i < 3; i++) {
      const x = I[at + 3 * i];
      const y = I[at + 3 * i + 1];
      const z = I[at + 3 * i + 2];
      after = after + end[i] * x * end[0] + end[i] * y * end[1] + end[i] * z * end[2];
      before = before + start[i] * x * start[0] + start[i] * y * start[1] + start[i] * z * start[2];
      own = own + added[i] * x * added[0] + added[i] * y * added[1] + added[i] * z * added[2];
      mixed = mixed + mean[i] * x * added[0] + mean[i] * y * added[1] + mean[i] * z * added[2];
    }
    return 0.5 * (after - before - own) - mixed;
  }
}
