/**
 * How the friction models of PIR Table 1 belong together: each cone has a shape of fixed size that stands for it while its
 * normal impulses are held.   docs/theory/friction-models.md (FM2)
 */
import { type Contact, type Problem, withContacts } from '../problem.ts';
import { SET_KINDS, type SetKind } from './set.ts';

const FROZEN: Readonly<Record<SetKind, SetKind>> = {
  none: 'box',
  box: 'box',
  pyramid: 'box',
  prism: 'prism',
  polyhedral: 'prism',
  cylinder: 'cylinder',
  cone: 'cylinder',
  'relaxed-cone': 'relaxed-cone',
};

const FOLLOWING: Readonly<Record<SetKind, SetKind>> = {
  none: 'none',
  box: 'pyramid',
  pyramid: 'pyramid',
  prism: 'polyhedral',
  polyhedral: 'polyhedral',
  cylinder: 'cone',
  cone: 'cone',
  'relaxed-cone': 'relaxed-cone',
};

/** The set of fixed size that stands for `set` in one solve of an outer fixed point. */
export const frozenSet = (set: SetKind): SetKind => FROZEN[set];

/** The set whose size follows the answer's own normals. */
export const followingSet = (set: SetKind): SetKind => FOLLOWING[set];

/** Its size follows the answer's own normals: stored bounds mean nothing to it. */
export const isFollowing = (set: SetKind): boolean => FROZEN[set] !== set && set !== 'none';

/** Its size is that of its bounds, which may be set anew between solves. */
export const isFixed = (set: SetKind): boolean => FOLLOWING[set] !== set;

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

/** Every contact is bounded row by row. */
export function isRowByRow({ contacts }: Problem): boolean {
  for (let c = 0; c < contacts.length; c++) {
    const { set } = contacts[c];
    if (set !== 'box' && set !== 'none') return false;
  }
  return true;
}

const SAME = Object.fromEntries(SET_KINDS.map((set) => [set, set])) as Readonly<Record<SetKind, SetKind>>;

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
