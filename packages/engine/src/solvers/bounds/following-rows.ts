/**
 * Friction rows whose bounds follow a normal impulse: which normal, and by which coefficient.
 * docs/theory/complementarity.md (C5)
 *
 *   u_t = mu_t max(x_n, 0) = -l_t
 */
import type { Contact } from '../../problem/problem.ts';

/** Per row: the row whose impulse bounds it, or -1; and its coefficient. */
export class FollowingRows {
  normalOf: Int32Array = new Int32Array(0);
  mu: Float64Array = new Float64Array(0);

  /** The friction rows of those `contacts` that `follow` takes, among n rows; false if there is no such contact. */
  read(n: number, contacts: readonly Contact[], follow: (contact: Contact) => boolean = all): boolean {
    if (!contacts.some(follow)) return false;
    if (this.mu.length !== n) {
      this.normalOf = new Int32Array(n);
      this.mu = new Float64Array(n);
    }
    readFollowingRows(contacts, this.normalOf, this.mu, follow);
    return true;
  }

  /** Upper bound of row i, the negative of its lower bound; NaN if it follows no normal. */
  bound(i: number, x: Float64Array): number {
    const normal = this.normalOf[i];
    return normal < 0 ? Number.NaN : this.mu[i] * Math.max(x[normal], 0);
  }
}

const all = () => true;

/** Fills the two lists, one number per row each. */
export function readFollowingRows(
  contacts: readonly Contact[],
  normalOf: Int32Array,
  mu: Float64Array,
  follow: (contact: Contact) => boolean = all,
): void {
  normalOf.fill(-1);
  mu.fill(0);
  for (let c = 0; c < contacts.length; c++) {
    const contact = contacts[c];
    if (!follow(contact)) continue;
    set(contact.tangents, contact.normal, contact.mu, normalOf, mu);
    set(contact.rolling, contact.normal, contact.muRolling, normalOf, mu);
    set(contact.spinning, contact.normal, contact.muSpinning, normalOf, mu);
  }
}

function set(rows: readonly number[], normal: number, mu: number, normalOf: Int32Array, mus: Float64Array): void {
  for (let k = 0; k < rows.length; k++) {
    normalOf[rows[k]] = normal;
    mus[rows[k]] = mu;
  }
}
