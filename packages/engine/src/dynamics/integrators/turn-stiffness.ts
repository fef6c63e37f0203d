/**
 * Geometric stiffness of loaded joints as extra angular inertia.   docs/theory/integrators.md (IN4), (IN5)
 *
 *   E = c h sum over joint ends of [sym K(x)]+,    K = -d(J^T x)/dtheta,   [.]+ the positive semidefinite part
 *
 * A chain under load swings across itself at frequencies that a step of 1/60 s cannot resolve (450 rad/s for 1000:1); without E
 * every one-solve step diverges. E lives in each body's 3 x 3 angular block: A and its sparsity stay as they are.
 */
import type { Bodies } from '../bodies/bodies.ts';
import type { Joint } from '../joints/joint.ts';
import type { Frames } from '../joints/parts/frames.ts';

export class TurnStiffness {
  /** Nine numbers per body, kg m^2, symmetric; zero if nothing pulls. */
  E: Float64Array = new Float64Array(0);
  private readonly S = new Float64Array(9);
  private readonly V = new Float64Array(9);
  private readonly values = new Float64Array(3);
  private slot: Int32Array = new Int32Array(0);
  private factor = 0;

  /** @param x impulses of the joints' rows in order, N s @param factor c h, s; `include`: 1 for joints that count, all if left out */
  compute(
    bodies: Bodies,
    joints: readonly Joint[],
    frames: Frames,
    x: Float64Array,
    factor: number,
    include?: Uint8Array,
  ): void {
    const size = 9 * bodies.count;
    if (this.E.length === size) this.E.fill(0);
    else this.E = new Float64Array(size);
    this.slot = bodies.slot;
    this.factor = factor;
    let at = 0;
    for (let j = 0; j < joints.length; j++) {
      const joint = joints[j];
      const end = at + joint.rows.length;
      if (end <= x.length && (!include || include[j] === 1)) joint.turnStiffness(frames, x, at, this.add);
      at = end;
    }
  }

  /** One function for all joints and steps: a new one per joint costs 1 % of a step of a chain. */
  private readonly add = (body: number, K: Float64Array): void => {
    if (body < 0 || this.slot[body] < 0) return;
    const { E, S, factor } = this;
    this.positivePart(K);
    for (let c = 0; c < 9; c++) E[9 * body + c] += factor * S[c];
  };

  /** S <- V max(L, 0) V^T of the symmetric part of K, by Jacobi rotations. */
  private positivePart(K: Float64Array): void {
    const { S, V, values } = this;
    for (let i = 0; i < 3; i++) {
      S[3 * i] = 0.5 * (K[3 * i] + K[i]);
      S[3 * i + 1] = 0.5 * (K[3 * i + 1] + K[3 + i]);
      S[3 * i + 2] = 0.5 * (K[3 * i + 2] + K[6 + i]);
      V[3 * i] = 0;
      V[3 * i + 1] = 0;
      V[3 * i + 2] = 0;
      V[4 * i] = 1;
    }
    for (let sweep = 0; sweep < 30; sweep++) {
      const off = S[1] * S[1] + S[2] * S[2] + S[5] * S[5];
      if (off <= 1e-30 * (S[0] * S[0] + S[4] * S[4] + S[8] * S[8])) break;
      this.rotateAway(0, 1);
      this.rotateAway(0, 2);
      this.rotateAway(1, 2);
    }
    for (let k = 0; k < 3; k++) values[k] = Math.max(S[4 * k], 0);
    for (let i = 0; i < 3; i++) {
      const x = V[3 * i] * values[0];
      const y = V[3 * i + 1] * values[1];
      const z = V[3 * i + 2] * values[2];
      for (let j = i; j < 3; j++) {
        const sum = 0 + x * V[3 * j] + y * V[3 * j + 1] + z * V[3 * j + 2]; // 0 +: no entry is -0
        S[3 * i + j] = sum;
        S[3 * j + i] = sum;
      }
    }
  }

  /** One Jacobi rotation that makes S_pq zero. */
  private rotateAway(p: number, q: number): void {
    const { S, V } = this;
    const pq = S[3 * p + q];
    if (pq === 0) return;
    const theta = (S[4 * q] - S[4 * p]) / (2 * pq);
    const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    for (let k = 0; k < 3; k++) {
      const x = S[3 * k + p];
      const y = S[3 * k + q];
      S[3 * k + p] = c * x - s * y;
      S[3 * k + q] = s * x + c * y;
    }
    for (let k = 0; k < 3; k++) {
      const x = S[3 * p + k];
      const y = S[3 * q + k];
      S[3 * p + k] = c * x - s * y;
      S[3 * q + k] = s * x + c * y;
    }
    for (let k = 0; k < 3; k++) {
      const x = V[3 * k + p];
      const y = V[3 * k + q];
      V[3 * k + p] = c * x - s * y;
      V[3 * k + q] = s * x + c * y;
    }
  }
}
