/** The contacts of the problems of one world: the same lists from problem to problem while nothing changes. */
import type { Contact, Problem } from '../problem.ts';
import type { SetKind } from '../sets/set.ts';

/** Friction set and coefficients of a contact: they bound its friction rows. No coefficient, no row. */
export interface FrictionLaw {
  /** Friction coefficient, dimensionless, >= 0; two tangents unless the set is none, and mu 0. */
  readonly mu: number;
  readonly set: SetKind;
  readonly facets: number;
  /** m, >= 0: two rolling rows if positive. */
  readonly muRolling: number;
  /** m, >= 0: one spinning row if positive. */
  readonly muSpinning: number;
}

const tangentsOf = ({ set }: FrictionLaw): number => (set === 'none' ? 0 : 2);
const rollingOf = ({ muRolling }: FrictionLaw): number => (muRolling > 0 ? 2 : 0);
const spinningOf = ({ muSpinning }: FrictionLaw): number => (muSpinning > 0 ? 1 : 0);

/** Rows of a contact: its normal, then tangents, rolling and spinning rows as the law has them. */
export function rowsOf(law: FrictionLaw): number {
  return 1 + tangentsOf(law) + rollingOf(law) + spinningOf(law);
}

/** Solvers compare the lists by identity to keep their analysis. */
export class ContactLists {
  /** Contacts of the present problem; objects of the last one are reused if they are equal. */
  private readonly contacts: Contact[] = [];
  private readonly laws: FrictionLaw[] = [];
  private count = 0;
  private shared: Pick<Problem, 'contacts' | 'ungiven'> = { contacts: [], ungiven: [] };
  private changed = false;

  clear(): void {
    this.count = 0;
  }

  /** The next contact, whose rows begin at `normal`. */
  add(normal: number, law: FrictionLaw): void {
    const c = this.count++;
    if (this.laws[c] === law && this.contacts[c].normal === normal) return;
    this.laws[c] = law;
    this.contacts[c] = contactOf(normal, law);
    this.changed = true;
  }

  /** The contacts so far, and all their friction rows. */
  lists(): Pick<Problem, 'contacts' | 'ungiven'> {
    if (this.changed || this.shared.contacts.length !== this.count) {
      const contacts = this.contacts.slice(0, this.count);
      this.shared = { contacts, ungiven: frictionRowsOf(contacts) };
      this.changed = false;
    }
    return this.shared;
  }
}

/** Without tangents there is nothing that a friction set could bound: a box then, which every solver takes. */
function contactOf(normal: number, law: FrictionLaw): Contact {
  const { mu, set, facets, muRolling, muSpinning } = law;
  const rolling = normal + 1 + tangentsOf(law);
  const spinning = rolling + rollingOf(law);
  // all fields: `makeContact` without its choices, since a pile of spheres makes thousands of them in a step
  return {
    normal,
    tangents: set === 'none' ? NO_ROWS : [normal + 1, normal + 2],
    mu,
    set: set === 'none' ? 'box' : set,
    rolling: muRolling > 0 ? [rolling, rolling + 1] : NO_ROWS,
    muRolling,
    spinning: muSpinning > 0 ? [spinning] : NO_ROWS,
    muSpinning,
    facets,
  };
}

const NO_ROWS: readonly number[] = [];

/** Friction rows of all of them, ascending. */
function frictionRowsOf(contacts: readonly Contact[]): number[] {
  const rows: number[] = [];
  for (const { tangents, rolling, spinning } of contacts) {
    for (const row of tangents) rows.push(row);
    for (const row of rolling) rows.push(row);
    for (const row of spinning) rows.push(row);
  }
  return rows;
}
