/**
 * How the friction sets of PIR Table 1 belong together: each cone has a shape of fixed size that stands for it while its
 * normal impulses are held.   docs/theory/friction-models.md (FM2)
 */
import { type Contact, type Problem, withContacts } from '../problem.ts';
import { forEverySet, SET_KINDS, SETS, type SectionShape, type SectionSize, type SetKind } from './set.ts';

/** The set of a shape and a size. */
function setWith(shape: SectionShape, size: SectionSize): SetKind {
  return SET_KINDS.find((set) => SETS[set].shape === shape && SETS[set].size === size) as SetKind;
}

const SAME = forEverySet((_, set) => set);
const FROZEN = forEverySet(({ shape, size }, set) => (size === 'relaxed' ? set : setWith(shape, 'fixed')));
const FOLLOWING = forEverySet(({ shape, size }, set) => (size === 'fixed' ? setWith(shape, 'following') : set));

/** The set of fixed size that stands for `set` in one solve of an outer fixed point. */
export const frozenSet = (set: SetKind): SetKind => FROZEN[set];

/** Its size follows the answer's own normals: stored bounds mean nothing to it. */
export const isFollowing = (set: SetKind): boolean => SETS[set].size === 'following';

/** Its size is that of its bounds, which may be set anew between solves. */
export const isFixed = (set: SetKind): boolean => SETS[set].size === 'fixed';

/** Its rows are bounded one by one, whatever their size. */
export const isByRows = (set: SetKind): boolean => SETS[set].shape === 'rows';

/** p with every contact's size held at its bounds; one without friction becomes a box of no size. */
export function frozen(p: Problem): Problem {
  return mapped(p, FROZEN, frozenLists);
}

/** p with contacts without friction as boxes of no size; the others as they are. */
export function withoutNone(p: Problem): Problem {
  return setsOf(p).includes('none') ? mapped(p, { ...SAME, none: 'box' }, plainLists) : p;
}

/** p with every contact's size following its normal. */
export function following(p: Problem): Problem {
  return mapped(p, FOLLOWING, followingLists);
}

/** The sets that p's contacts have, each once: nearly always one. */
export function setsOf({ contacts }: Pick<Problem, 'contacts'>): readonly SetKind[] {
  const known = setLists.get(contacts);
  if (known) return known;
  const sets: SetKind[] = [];
  for (let c = 0; c < contacts.length; c++) {
    const { set } = contacts[c];
    if (set !== sets[sets.length - 1] && !sets.includes(set)) sets.push(set);
  }
  setLists.set(contacts, sets);
  return sets;
}

/** Every contact has bounds of its own for every row, as a box has. */
export function isRowByRow(p: Problem): boolean {
  return setsOf(p).every(hasBoundsByRow);
}

const hasBoundsByRow = (set: SetKind): boolean => isByRows(set) && !isFollowing(set);

type Lists = WeakMap<readonly Contact[], readonly Contact[]>;
const frozenLists: Lists = new WeakMap();
const followingLists: Lists = new WeakMap();
const plainLists: Lists = new WeakMap();
const setLists = new WeakMap<readonly Contact[], readonly SetKind[]>();

function withSet(contact: Contact, set: SetKind): Contact {
  return { ...contact, set, mu: contact.set === 'none' ? 0 : contact.mu };
}

function mapped(p: Problem, change: Readonly<Record<SetKind, SetKind>>, lists: Lists): Problem {
  let contacts = lists.get(p.contacts);
  if (!contacts) {
    const same = p.contacts.every(({ set }) => change[set] === set);
    contacts = same ? p.contacts : p.contacts.map((contact) => withSet(contact, change[contact.set]));
    lists.set(p.contacts, contacts);
  }
  return contacts === p.contacts ? p : withContacts(p, contacts);
}
