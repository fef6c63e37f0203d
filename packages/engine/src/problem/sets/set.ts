/**
 * The one table of friction sets: which impulses a contact may exert along its tangents. Everything else that depends on a set by
 * its name derives from its line here.   docs/theory/friction-models.md (FM1), docs/theory/complementarity.md (C6)
 *
 * Words: a set has a name, which programs give as `frictionModel`; a section is what it allows of two rows at one normal impulse;
 * a friction law is a set with its coefficients (rows/contact-lists.ts).
 *
 * A new set is one line, and a file with its projection if its shape is new (section.ts).
 */

/** Shape of a section of the set: rows one by one, a regular polygon, a disc. */
export type SectionShape = 'rows' | 'polygon' | 'disc';

/** A section of two rows, i and j. */
export interface Section {
  /** out = the point nearest to y of the section of size r; what is not a number stays so. `out` may be `y`. */
  project(y: Float64Array, i: number, j: number, r: number, out: Float64Array): void;
  /** out = the direction nearest to d that does not leave the section of size r at x. `out` may be `d`. */
  projectDirection(x: Float64Array, d: Float64Array, i: number, j: number, r: number, out: Float64Array): void;
  /** (u, v) lies on the rim of the section of size r, or beyond. */
  reaches(u: number, v: number, r: number): boolean;
}

/** Where the size of a section comes from. */
export type SectionSize =
  /** Zero: no friction. */
  | 'zero'
  /** The bounds of its rows. */
  | 'fixed'
  /** mu x_n with the normal impulse of the answer itself. */
  | 'following'
  /** mu x_n, and normal and sections are one convex cone: what slides also lifts off. */
  | 'relaxed';

interface FrictionSet {
  readonly shape: SectionShape;
  readonly size: SectionSize;
  /** If the materials of a pair name different sets, the larger number wins (CR10). */
  readonly fineness: number;
  /** The number that stands for the set in memory that threads share; a number is never given twice. */
  readonly code: number;
}

export const SETS = {
  /** No friction: tangents take no impulse. It wins over every other set, as a friction of zero does. */
  none: { shape: 'rows', size: 'zero', fineness: Infinity, code: 0 },
  /** Fixed bounds, row by row. */
  box: { shape: 'rows', size: 'fixed', fineness: 1, code: 1 },
  /** Bounds -/+ mu x_n of the answer's own x_n, row by row. */
  pyramid: { shape: 'rows', size: 'following', fineness: 2, code: 2 },
  /** Regular polygon of fixed size. */
  prism: { shape: 'polygon', size: 'fixed', fineness: 3, code: 3 },
  /** Regular polygon of size mu x_n. */
  polyhedral: { shape: 'polygon', size: 'following', fineness: 4, code: 4 },
  /** Disc of fixed radius. */
  cylinder: { shape: 'disc', size: 'fixed', fineness: 5, code: 5 },
  /** Disc of radius mu x_n: Coulomb's law. */
  cone: { shape: 'disc', size: 'following', fineness: 6, code: 6 },
  /** The circular cone with the flow rule of a convex problem. */
  'relaxed-cone': { shape: 'disc', size: 'relaxed', fineness: 7, code: 7 },
} as const satisfies Readonly<Record<string, FrictionSet>>;

export type SetKind = keyof typeof SETS;

/** All sets, in the order of the table. */
export const SET_KINDS = Object.keys(SETS) as readonly SetKind[];

/** A value for every set, derived from its line. */
export function forEverySet<T>(value: (line: FrictionSet, set: SetKind) => T): Readonly<Record<SetKind, T>> {
  return Object.fromEntries(SET_KINDS.map((set) => [set, value(SETS[set], set)])) as Record<SetKind, T>;
}

/** The set that both materials of a pair agree on. */
export function finerSet(a: SetKind, b: SetKind): SetKind {
  return SETS[a].fineness >= SETS[b].fineness ? a : b;
}

const BY_CODE = new Map<number, SetKind>(SET_KINDS.map((set) => [SETS[set].code, set]));

/** The set of a number in shared memory. */
export function setOfCode(code: number): SetKind {
  return BY_CODE.get(code) as SetKind;
}
