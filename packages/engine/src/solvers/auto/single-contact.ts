/** An island that is one contact with Coulomb's cone: all its rows at once, as `nscd` solves a contact.   docs/theory/auto.md (AU11) */
import type { Contact, Problem } from '../../problem/problem.ts';
import { OneContact } from '../one-contact/newton-contact.ts';

export class SingleContact {
  private readonly one = new OneContact();
  private readonly rows: number[] = [];

  /** Newton steps of the last solve. */
  readonly iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };

  /** From x to the answer in its n rows of p; false, with x as it was, if it is something else or Newton does not arrive. */
  solve({ A, b, lo, hi }: Problem, contact: Contact, n: number, x: Float64Array): boolean {
    const { one, rows } = this;
    if (contact.set !== 'cone' || this.read(contact) !== n) return false;
    A.submatrix(rows, rows, one.A);
    for (let r = 0; r < n; r++) {
      one.q[r] = b[rows[r]];
      one.z[r] = x[rows[r]];
    }
    one.bounds[0] = lo[rows[0]];
    one.bounds[1] = hi[rows[0]];
    const before = one.steps;
    if (!one.solve()) return false;
    this.iterations.direct = one.steps - before;
    this.iterations.total = one.steps - before;
    for (let r = 0; r < n; r++) x[rows[r]] = one.z[r];
    return true;
  }

  /** The number of its rows. */
  private read({ normal, tangents, mu, rolling, muRolling, spinning, muSpinning }: Contact): number {
    const { one, rows } = this;
    one.sections = 0;
    rows.length = 1;
    rows[0] = normal;
    this.add(tangents, mu);
    this.add(rolling, muRolling);
    this.add(spinning, muSpinning);
    one.m = rows.length;
    return one.m;
  }

  private add(section: readonly number[], mu: number): void {
    if (section.length === 0) return;
    const { one, rows } = this;
    one.first[one.sections] = rows.length;
    one.rows[one.sections] = section.length;
    one.mu[one.sections++] = mu;
    for (const row of section) rows.push(row);
  }
}
