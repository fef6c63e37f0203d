/**
 * The problem of one contact, its normal and all its discs at once, by a generalised Newton method.
 * docs/theory/nonlinear-gauss-seidel.md
 *
 *   F(z) = z - P( z - (A z + q)/a ) = 0,   P: the normal first, then the discs of the sizes that it gives     (NG5)
 *
 * (Alart and Curnier's function; a scales each part to an energy.) Steps are halved until the energy of F falls. If that fails,
 * a bracketing search over the normal impulse alone, which solves the friction problem for each (NG6), always ends.
 */
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import { clamp } from '../../problem/sets/box.ts';
import { DISC_RECORD, DiscProblem, describePlane } from './disc-problem.ts';

/** Name of the solver that sweeps with it: others that use it report it by that name. */
export const BY_CONTACTS = 'nscd';

const ROWS = 6;
const SECTIONS = 3;
const MOST_STEPS = 30;
const MOST_HALVINGS = 10;
const MOST_SEARCHES = 120;
const MOST_ROUNDS = 500;
/** Least pivot as a part of the largest entry of its column. */
const LEAST_PIVOT = 1e-13;
/** Energy of F as a part of that of the contact: solved, and good enough if steps bring no more. */
export const SOLVED = 1e-30;
const ENOUGH = 1e-24;

export class OneContact {
  /** Rows, and sections over the normal (row 0). */
  m = 0;
  sections = 0;
  /** Per section: first row, number of rows, and its size: mu z_n if `follows`, else `radius`. */
  readonly first = new Int32Array(SECTIONS);
  readonly rows = new Int32Array(SECTIONS);
  readonly mu = new Float64Array(SECTIONS);
  readonly radius = new Float64Array(SECTIONS);
  follows = true;
  /** Bounds of the normal. */
  readonly bounds = Float64Array.of(0, Infinity);
  /** The block, m x m, and q = w - A z. */
  readonly A = new Float64Array(ROWS * ROWS);
  readonly q = new Float64Array(ROWS);
  /** Start in, answer out. */
  readonly z = new Float64Array(ROWS);
  /** Newton steps since it was made, and how often they failed. */
  steps = 0;
  failures = 0;

  /** Of the section at hand: its size, and by how much that grows with the argument of the normal. */
  private readonly size = new Float64Array(2);
  private readonly u = new Float64Array(ROWS);
  private readonly F = new Float64Array(ROWS);
  private readonly D = new Float64Array(ROWS * ROWS);
  private readonly step = new Float64Array(ROWS);
  private readonly exchanges = new Int32Array(ROWS);
  private readonly trial = new Float64Array(ROWS);
  /** The metric of each row: one value for both rows of a disc. */
  private readonly a = new Float64Array(ROWS);
  private readonly disc = new DiscProblem();
  private readonly planes = new Float64Array(DISC_RECORD * SECTIONS);

  /** False: Newton has failed, and z is what the search has found. */
  solve(): boolean {
    const { m, A, q, z, a } = this;
    a[0] = A[0];
    for (let k = 0; k < this.sections; k++) {
      const i = this.first[k];
      const two = this.rows[k] === 2;
      const mean = two ? 0.5 * (A[i * m + i] + A[(i + 1) * (m + 1)]) : A[i * m + i];
      a[i] = mean;
      if (two) a[i + 1] = mean;
    }
    if (this.newton()) return true;
    this.failures++;
    let sum = 0;
    for (let i = 0; i < m; i++) sum += q[i];
    if (Number.isFinite(sum)) this.search();
    else z.fill(Number.NaN);
    return false;
  }

  private newton(): boolean {
    const { m, z, F, D, step, trial, q, a } = this;
    let size = 0;
    for (let i = 0; i < m; i++) size += (q[i] * q[i]) / a[i];
    let energy = this.evaluate(z, false);
    for (let k = 0; k < MOST_STEPS; k++) {
      let scale = size;
      for (let i = 0; i < m; i++) scale += a[i] * z[i] * z[i];
      if (energy <= SOLVED * scale) return true;
      this.steps++;
      this.evaluate(z, true);
      if (!luFactor(D, m, this.exchanges, LEAST_PIVOT, 'column')) return energy <= ENOUGH * scale;
      luSubstitute(D, m, this.exchanges, F);
      step.set(F); // trials overwrite F
      let t = 1;
      let next = Infinity;
      for (let h = 0; h < MOST_HALVINGS; h++) {
        for (let i = 0; i < m; i++) trial[i] = z[i] - t * step[i];
        next = this.evaluate(trial, false);
        if (next < (1 - 1e-4 * t) * energy) break;
        t *= 0.5;
      }
      if (!(next < energy)) return energy <= ENOUGH * scale;
      z.set(trial);
      energy = next;
    }
    return false;
  }

  /** this.F = F(y), and this.D its derivative if asked; the energy of F. */
  private evaluate(y: Float64Array, derive: boolean): number {
    const { m, A, q, u, F, D, a, mu } = this;
    for (let i = 0; i < m; i++) {
      u[i] = q[i];
      for (let j = 0; j < m; j++) u[i] += A[i * m + j] * y[j];
    }
    const argument = y[0] - u[0] / a[0];
    const normal = clamp(argument, this.bounds[0], this.bounds[1]);
    const free = normal === argument;
    F[0] = free ? u[0] / a[0] : y[0] - normal;
    if (derive) for (let j = 0; j < m; j++) D[j] = free ? A[j] / a[0] : j === 0 ? 1 : 0;
    for (let k = 0; k < this.sections; k++) {
      this.size[0] = this.follows ? mu[k] * Math.max(normal, 0) : this.radius[k];
      this.size[1] = this.follows && free && normal > 0 ? mu[k] : 0;
      this.section(k, y, derive);
    }
    let energy = 0;
    for (let i = 0; i < m; i++) energy += a[i] * F[i] * F[i];
    return energy;
  }

  /** F and D of section k at its `size`. */
  private section(k: number, y: Float64Array, derive: boolean): void {
    const { m, A, u, F, D, a, first, rows } = this;
    const r = this.size[0];
    const widens = this.size[1];
    const i = first[k];
    const two = rows[k] === 2;
    const y1 = y[i] - u[i] / a[i];
    const y2 = two ? y[i + 1] - u[i + 1] / a[i] : 0;
    const length = Math.sqrt(y1 * y1 + y2 * y2);
    const sticks = length <= r;
    const d1 = sticks ? 0 : y1 / length;
    const d2 = sticks ? 0 : y2 / length;
    F[i] = sticks ? u[i] / a[i] : y[i] - r * d1;
    if (two) F[i + 1] = sticks ? u[i + 1] / a[i] : y[i + 1] - r * d2;
    if (!derive) return;
    for (let j = 0; j < m; j++) {
      const a1 = A[i * m + j] / a[i];
      const a2 = two ? A[(i + 1) * m + j] / a[i] : 0;
      const e1 = j === i ? 1 : 0;
      const e2 = two && j === i + 1 ? 1 : 0;
      const dr = widens * ((j === 0 ? 1 : 0) - A[j] / a[0]);
      const along = d1 * (e1 - a1) + d2 * (e2 - a2);
      D[i * m + j] = sticks ? a1 : e1 - d1 * dr - (r / length) * (e1 - a1 - d1 * along);
      if (two) D[(i + 1) * m + j] = sticks ? a2 : e2 - d2 * dr - (r / length) * (e2 - a2 - d2 * along);
    }
  }

  /** The zero of the normal velocity over z_n, friction answering to each (NG6): regula falsi with halvings. */
  private search(): void {
    const { m, q, A, planes, first, rows } = this;
    const [lo, hi] = this.bounds;
    for (let k = 0; k < this.sections; k++) {
      const at = first[k] * m + first[k];
      const other = rows[k] === 2 ? A[at + m + 1] : A[at];
      describePlane(A[at], rows[k] === 2 ? A[at + 1] : 0, other, planes, DISC_RECORD * k);
    }
    let below = lo;
    let fBelow = this.normalVelocity(below);
    if (!(fBelow < 0)) return;
    let above = Math.min(hi, below - (2 * fBelow) / A[0]);
    let fAbove = this.normalVelocity(above);
    for (let k = 0; fAbove < 0 && above < hi && k < MOST_SEARCHES; k++) {
      above = Math.min(hi, lo + 2 * (above - lo));
      fAbove = this.normalVelocity(above);
    }
    if (!(fAbove > 0)) return;
    const small = 4 * Number.EPSILON * Math.abs(q[0]);
    for (let k = 0; k < MOST_SEARCHES; k++) {
      const fall = (below * fAbove - above * fBelow) / (fAbove - fBelow);
      const middle = k % 4 === 3 || !(fall > below && fall < above) ? 0.5 * (below + above) : fall;
      if (middle === below || middle === above) return;
      const f = this.normalVelocity(middle);
      if (Math.abs(f) <= small) return;
      if (f < 0) {
        below = middle;
        fBelow = f;
        fAbove *= 0.5;
      } else {
        above = middle;
        fAbove = f;
        fBelow *= 0.5;
      }
    }
  }

  /** z = (zn, the friction that answers to it); its normal velocity. One disc is solved at once, several in turn. */
  private normalVelocity(zn: number): number {
    const { m, A, z, disc, planes, first, rows, mu, radius } = this;
    z[0] = zn;
    const rounds = this.sections === 1 ? 1 : MOST_ROUNDS;
    for (let round = 0; round < rounds; round++) {
      let most = 0;
      let size = 0;
      for (let k = 0; k < this.sections; k++) {
        const i = first[k];
        const r = this.follows ? mu[k] * Math.max(zn, 0) : radius[k];
        const two = rows[k] === 2;
        disc.w[0] = this.velocity(i);
        disc.w[1] = two ? this.velocity(i + 1) : 0;
        disc.z[0] = z[i];
        disc.z[1] = two ? z[i + 1] : 0;
        disc.radius[0] = r;
        disc.solve(planes, DISC_RECORD * k);
        const du = disc.z[0] - z[i];
        const dv = disc.z[1] - (two ? z[i + 1] : 0);
        most = Math.max(most, A[i * m + i] * (du * du + dv * dv));
        size = Math.max(size, A[i * m + i] * (disc.z[0] * disc.z[0] + disc.z[1] * disc.z[1]));
        z[i] = disc.z[0];
        if (two) z[i + 1] = disc.z[1];
      }
      if (most <= SOLVED * size) break;
    }
    return this.velocity(0);
  }

  private velocity(i: number): number {
    let w = this.q[i];
    for (let j = 0; j < this.m; j++) w += this.A[i * this.m + j] * this.z[j];
    return w;
  }
}
