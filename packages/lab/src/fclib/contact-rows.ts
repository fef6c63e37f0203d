/** Contacts row after row, as FCLib and Siconos store them: N, T1 (, T2 (, R1, R2)), then bilateral rows. */
import { type Contact, makeContact, type RowKind } from '@signorini/engine/problem';

/** @param size rows per contact: 2, 3, or 5 with rolling rows */
export function contactsOf(size: number, mu: Float64Array, muRolling?: Float64Array): Contact[] {
  return Array.from(mu, (value, k) => {
    const normal = size * k;
    const rows = Array.from({ length: size - 1 }, (_, r) => normal + 1 + r);
    return makeContact({
      normal,
      tangents: rows.slice(0, 2),
      mu: value,
      set: 'cone',
      ...(muRolling && { rolling: rows.slice(2), muRolling: muRolling[k]! }),
    });
  });
}

/** Rows of contacts, of which there is at least one. */
export function rowsOf(contacts: readonly Contact[]): number {
  const { tangents, rolling } = contacts[0]!;
  return contacts.length * (1 + tangents.length + rolling.length);
}

/** Normals push; what follows them has no bounds of its own; the rows after the contacts are bilateral. */
export function boundsOf(contacts: readonly Contact[], n: number) {
  const inContacts = rowsOf(contacts);
  const lo = new Float64Array(n).fill(-Infinity, inContacts);
  const hi = new Float64Array(n).fill(Infinity, inContacts);
  const kind = new Array<RowKind>(n).fill('bilateral');
  for (const { normal, tangents, rolling } of contacts) {
    hi[normal] = Infinity;
    kind[normal] = 'normal';
    for (const row of tangents) kind[row] = 'friction';
    for (const row of rolling) kind[row] = 'rolling';
  }
  const ungiven = contacts.flatMap(({ tangents, rolling }) => [...tangents, ...rolling]);
  const unit = kind.map((of) => (of === 'rolling' ? ('angular' as const) : ('linear' as const)));
  return { lo, hi, kind, ungiven, ...(n === inContacts && { unit }) }; // the unit of a bilateral row is not known
}
