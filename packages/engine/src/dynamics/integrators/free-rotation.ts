/**
 * The free rotation of a rigid body over one step: midpoint in body axes.   docs/theory/integrators.md (IN1)-(IN3)
 *
 *   I (W+ - W) + h Wm x I Wm = 0,   Wm = (W + W+)/2;      orientation by the Cayley map of h Wm
 *
 * Energy and angular momentum stay to rounding at any speed; an explicit gyroscopic torque explodes, an implicit Euler one
 * takes 93 % of a T-handle's energy in a minute. Newton on Wm, three or four iterations.
 */

const MOST_ITERATIONS = 30;
/** rad/s: products of such speeds, of a body at rest, are subnormal, and slow. */
const NEGLIGIBLE = 1e-140;

export class FreeRotation {
  /** Mean and final angular velocity of the last call, body axes, rad/s. */
  readonly mean = new Float64Array(3);
  readonly end = new Float64Array(3);
  /** Length of the step, s: V8 puts a number that is passed to a call on the heap. */
  readonly h = new Float64Array(1);
  private readonly J = new Float64Array(9);
  private readonly f = new Float64Array(3);

  /** @param I nine numbers at `at`, kg m^2, body axes @param W angular velocity, body axes, rad/s. False: no convergence. */
  turn(I: Float64Array, at: number, W: Float64Array): boolean {
    const h = this.h[0];
    const { mean: m, end, J, f } = this;
    const Wx = W[0];
    const Wy = W[1];
    const Wz = W[2];
    m[0] = Wx;
    m[1] = Wy;
    m[2] = Wz;
    if (Math.abs(Wx) + Math.abs(Wy) + Math.abs(Wz) < NEGLIGIBLE) {
      end[0] = Wx;
      end[1] = Wy;
      end[2] = Wz;
      return true;
    }
    let last = Infinity;
    let converged = false;
    for (let k = 0; k < MOST_ITERATIONS; k++) {
      const Lx = I[at] * m[0] + I[at + 1] * m[1] + I[at + 2] * m[2];
      const Ly = I[at + 3] * m[0] + I[at + 4] * m[1] + I[at + 5] * m[2];
      const Lz = I[at + 6] * m[0] + I[at + 7] * m[1] + I[at + 8] * m[2];
      const dx = m[0] - Wx;
      const dy = m[1] - Wy;
      const dz = m[2] - Wz;
      f[0] = 2 * (I[at] * dx + I[at + 1] * dy + I[at + 2] * dz) + h * (m[1] * Lz - m[2] * Ly);
      f[1] = 2 * (I[at + 3] * dx + I[at + 4] * dy + I[at + 5] * dz) + h * (m[2] * Lx - m[0] * Lz);
      f[2] = 2 * (I[at + 6] * dx + I[at + 7] * dy + I[at + 8] * dz) + h * (m[0] * Ly - m[1] * Lx);
      // f' = 2 I + h ([Wm]x I - [I Wm]x)
      for (let c = 0; c < 3; c++) {
        const Ix = I[at + c];
        const Iy = I[at + 3 + c];
        const Iz = I[at + 6 + c];
        J[c] = 2 * Ix + h * (m[1] * Iz - m[2] * Iy);
        J[3 + c] = 2 * Iy + h * (m[2] * Ix - m[0] * Iz);
        J[6 + c] = 2 * Iz + h * (m[0] * Iy - m[1] * Ix);
      }
      J[1] += h * Lz;
      J[2] -= h * Ly;
      J[3] -= h * Lz;
      J[5] += h * Lx;
      J[6] += h * Ly;
      J[7] -= h * Lx;
      const change = this.subtractStep();
      // quadratic until rounding: stop once a step is lost in it, or no longer shrinks near it
      const size = Math.abs(m[0]) + Math.abs(m[1]) + Math.abs(m[2]);
      if (!(change > 1e-15 * size) || (change >= last && change < 1e-12 * size)) {
        converged = change <= 1e-12 * size;
        break;
      }
      last = change;
    }
    end[0] = 2 * m[0] - Wx;
    end[1] = 2 * m[1] - Wy;
    end[2] = 2 * m[2] - Wz;
    return converged;
  }

  /** Wm <- Wm - J^-1 f by Cramer's rule; the size of the change. */
  private subtractStep(): number {
    const { J, f, mean } = this;
    const ax = J[4] * J[8] - J[5] * J[7];
    const ay = J[5] * J[6] - J[3] * J[8];
    const az = J[3] * J[7] - J[4] * J[6];
    const determinant = J[0] * ax + J[1] * ay + J[2] * az;
    const x = (f[0] * ax + f[1] * (J[2] * J[7] - J[1] * J[8]) + f[2] * (J[1] * J[5] - J[2] * J[4])) / determinant;
    const y = (f[0] * ay + f[1] * (J[0] * J[8] - J[2] * J[6]) + f[2] * (J[2] * J[3] - J[0] * J[5])) / determinant;
    const z = (f[0] * az + f[1] * (J[1] * J[6] - J[0] * J[7]) + f[2] * (J[0] * J[4] - J[1] * J[3])) / determinant;
    mean[0] -= x;
    mean[1] -= y;
    mean[2] -= z;
    return Math.abs(x) + Math.abs(y) + Math.abs(z);
  }
}
