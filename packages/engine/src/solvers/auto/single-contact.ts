/** An island that is one contact with Coulomb's cone: all its rows at once, as `nscd` solves a contact.   docs/theory/auto.md (AU11) */
import type { Operator } from '../../problem/operator.ts';
import type { Contact, Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { OneContact, SOLVED } from '../one-contact/newton-contact.ts';

/** Most rows of a contact. */
const ROWS = 6;

export class SingleContact {
  private readonly one = new OneContact();
  private readonly rows = new Int32Array(ROWS);

  /** Newton steps of the last solve. */
  readonly iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };

  /** From x to the answer in its n rows of p; false, with x as it was, if it is something else or Newton does not arrive. */
  solve({ A, b, lo, hi }: Problem, contact: Contact, n: number, x: Float64Array): boolean {
    const { one, rows, iterations } = this;
    if (contact.set !== 'cone' || this.read(contact) !== n) return false;
    blockOf(A, rows, n, one.A);
    for (let r = 0; r < n; r++) {
      one.q[r] = b[rows[r]];
      one.z[r] = x[rows[r]];
    }
    one.bounds[0] = lo[rows[0]];
    one.bounds[1] = hi[rows[0]];
    iterations.direct = 0;
    iterations.total = 0;
    if (isAtRest(one)) return true;
    const before = one.steps;
    if (!one.solve()) return false;
    iterations.direct = one.steps - before;
    iterations.total = one.steps - before;
    for (let r = 0; r < n; r++) x[rows[r]] = one.z[r];
    return true;
  }

  /** The number of its rows. */
  private read({ normal, tangents, mu, rolling, muRolling, spinning, muSpinning }: Contact): number {
    const { one } = this;
    one.sections = 0;
    one.m = 1;
    this.rows[0] = normal;
    this.add(tangents, mu);
    this.add(rolling, muRolling);
    this.add(spinning, muSpinning);
    return one.m;
  }

  private add(section: readonly number[], mu: number): void {
    if (section.length === 0) return;
    const { one, rows } = this;
    one.first[one.sections] = one.m;
    one.rows[one.sections] = section.length;
    one.mu[one.sections++] = mu;
    for (let k = 0; k < section.length; k++) rows[one.m++] = section[k];
  }
}

/** out = A of the first m of these rows, m x m. */
function blockOf(A: Operator, rows: Int32Array, m: number, out: Float64Array): void {
  if (!(A instanceof StructuredOperator) || !haveSameBodies(A, rows, m)) {
    const list = rows.subarray(0, m);
    A.submatrix(list, list, out);
    return;
  }
  const { Jt, diagonal } = A;
  const { rowStart } = A.structure;
  const blocks = rowStart[rows[0] + 1] - rowStart[rows[0]];
  for (let r = 0; r < m; r++) {
    out[r * m + r] = diagonal[rows[r]];
    for (let c = 0; c < r; c++) {
      let total = 0;
      for (let s = 0; s < blocks; s++) {
        const e = 6 * (rowStart[rows[r]] + s);
        const f = 6 * (rowStart[rows[c]] + s);
        let sum = Jt[e] * Jt[f];
        sum += Jt[e + 1] * Jt[f + 1];
        sum += Jt[e + 2] * Jt[f + 2];
        sum += Jt[e + 3] * Jt[f + 3];
        sum += Jt[e + 4] * Jt[f + 4];
        sum += Jt[e + 5] * Jt[f + 5];
        total += sum;
      }
      out[r * m + c] = total;
      out[c * m + r] = total;
    }
  }
}

/** All rows touch the same one or two bodies: as a contact built by a world does, and then products go block by block. */
function haveSameBodies({ structure }: StructuredOperator, rows: Int32Array, m: number): boolean {
  const { rowStart, body } = structure;
  const from = rowStart[rows[0]];
  const blocks = rowStart[rows[0] + 1] - from;
  if (blocks > 2 || (blocks === 2 && body[from] === body[from + 1])) return false;
  for (let r = 1; r < m; r++) {
    const other = rowStart[rows[r]];
    if (rowStart[rows[r] + 1] - other !== blocks) return false;
    for (let s = 0; s < blocks; s++) if (body[from + s] !== body[other + s]) return false;
  }
  return true;
}

/** The start solves a contact of three rows that presses and sticks, by the test of `OneContact`, with its bits: most contacts of a world at rest. */
function isAtRest({ m, sections, A, q, z, mu, bounds }: OneContact): boolean {
  if (m !== 3 || sections !== 1) return false;
  const z0 = z[0];
  const z1 = z[1];
  const z2 = z[2];
  const u0 = q[0] + A[0] * z0 + A[1] * z1 + A[2] * z2;
  const u1 = q[1] + A[3] * z0 + A[4] * z1 + A[5] * z2;
  const u2 = q[2] + A[6] * z0 + A[7] * z1 + A[8] * z2;
  const a0 = A[0];
  const a1 = 0.5 * (A[4] + A[8]);
  const F0 = u0 / a0;
  const F1 = u1 / a1;
  const F2 = u2 / a1;
  const normal = z0 - F0;
  if (!(normal > 0 && normal >= bounds[0] && normal <= bounds[1])) return false;
  const y1 = z1 - F1;
  const y2 = z2 - F2;
  if (!(Math.sqrt(y1 * y1 + y2 * y2) <= mu[0] * normal)) return false;
  const size = (q[0] * q[0]) / a0 + (q[1] * q[1]) / a1 + (q[2] * q[2]) / a1;
  const scale = size + a0 * z0 * z0 + a1 * z1 * z1 + a1 * z2 * z2;
  return a0 * F0 * F0 + a1 * F1 * F1 + a1 * F2 * F2 <= SOLVED * scale;
}
