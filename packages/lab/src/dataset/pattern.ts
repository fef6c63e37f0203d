/**
 * Rows, kinds, units, names, contacts and the sparsity of the matrix, which the problems of a run share. A dataset stores
 * a pattern once; a problem adds its numbers (numbers.ts).   docs/guide/datasets.md
 */
import {
  type Contact,
  makeContact,
  type Problem,
  type Quantity,
  type RowKind,
  type RowUnit,
  SET_KINDS,
} from '@signorini/engine/problem';

/** The texts that small numbers stand for; a file stores them beside the numbers, so that the order here may change. */
export const KINDS: readonly RowKind[] = ['bilateral', 'normal', 'friction', 'rolling', 'spinning', 'limit', 'motor'];
export const UNITS: readonly RowUnit[] = ['linear', 'angular'];
export const QUANTITIES: readonly Quantity[] = ['impulse', 'force'];
export const SETS = SET_KINDS;

/** Integers per contact: normal, two tangents, two rolling rows, spinning row (-1: none), set, facets. */
export const CONTACT_FIELDS = ['normal', 'tangent1', 'tangent2', 'rolling1', 'rolling2', 'spinning', 'set', 'facets'];

export interface Pattern {
  /** True: J, M^-1 and C are stored, else A. */
  readonly structured: boolean;
  readonly symmetric: boolean;
  readonly quantity: Quantity;
  /** 0 in the explicit form. */
  readonly bodies: number;
  /** Blocks of J, or entries of A, in each row. */
  readonly entries: Int32Array;
  /** Body of each block, or column of each entry. */
  readonly column: Int32Array;
  /** Per row: place in KINDS, or -1 in every row if kinds are not given. */
  readonly kind: Int32Array;
  /** Per row: place in UNITS, or -1 in every row. */
  readonly unit: Int32Array;
  /** Per row: 1 if its bounds are not given and mu x_n stands for them. */
  readonly ungiven: Int32Array;
  /** CONTACT_FIELDS of each contact. */
  readonly contacts: Int32Array;
  /** Names of the rows; undefined if not given. */
  readonly names: readonly string[] | undefined;
}

export function patternOf(p: Problem): Pattern {
  const { structure } = p;
  const sparse = structure ? undefined : p.A.sparse();
  const starts = structure?.rowStart ?? sparse!.rowStart;
  const ungiven = new Int32Array(p.n);
  for (const row of p.ungiven) ungiven[row] = 1;
  const contacts = new Int32Array(CONTACT_FIELDS.length * p.contacts.length);
  for (const [k, c] of p.contacts.entries())
    contacts.set(
      [
        ...[c.normal, c.tangents[0] ?? -1, c.tangents[1] ?? -1, c.rolling[0] ?? -1, c.rolling[1] ?? -1],
        ...[c.spinning[0] ?? -1, SETS.indexOf(c.set), c.facets],
      ],
      CONTACT_FIELDS.length * k,
    );
  return {
    structured: structure !== undefined,
    symmetric: p.symmetric,
    quantity: p.quantity,
    bodies: structure?.bodies ?? 0,
    entries: Int32Array.from({ length: p.n }, (_, row) => starts[row + 1]! - starts[row]!),
    column: structure?.body ?? sparse!.column,
    kind: codes(p.kind, KINDS, p.n),
    unit: codes(p.unit, UNITS, p.n),
    ungiven,
    contacts,
    names: p.names,
  };
}

function codes<T>(values: readonly T[] | undefined, meaning: readonly T[], n: number): Int32Array {
  if (!values) return new Int32Array(n).fill(-1);
  return Int32Array.from(values, (value) => meaning.indexOf(value));
}

/** Coefficients of the contacts, as they stand in a problem's numbers. */
export interface Coefficients {
  readonly mu: Float64Array;
  readonly muRolling: Float64Array;
  readonly muSpinning: Float64Array;
}

/** Objects that the problems of a pattern share once they are read; made once per pattern. */
interface SharedParts {
  readonly rowStart: Int32Array;
  readonly kind: RowKind[] | undefined;
  readonly unit: RowUnit[] | undefined;
  readonly ungiven: number[];
  /** Without their coefficients. */
  readonly contacts: readonly Contact[];
}

const shared = new WeakMap<Pattern, SharedParts>();

export function sharedParts(pattern: Pattern): SharedParts {
  const known = shared.get(pattern);
  if (known) return known;
  const { contacts, entries, kind, unit, ungiven } = pattern;
  const made = {
    rowStart: startsOf(entries),
    kind: textsOf(kind, KINDS),
    unit: textsOf(unit, UNITS),
    ungiven: Array.from(ungiven.keys()).filter((row) => ungiven[row] === 1),
    contacts: Array.from({ length: contacts.length / CONTACT_FIELDS.length }, (_, k) => {
      const fields = Array.from(contacts.subarray(CONTACT_FIELDS.length * k, CONTACT_FIELDS.length * (k + 1)));
      const rows = (from: number, to: number) => fields.slice(from, to).filter((row) => row >= 0);
      return makeContact({
        normal: fields[0]!,
        tangents: rows(1, 3),
        mu: 0,
        set: SETS[fields[6]!],
        rolling: rows(3, 5),
        spinning: rows(5, 6),
        facets: fields[7]!,
      });
    }),
  };
  shared.set(pattern, made);
  return made;
}

export function contactsOf(pattern: Pattern, { mu, muRolling, muSpinning }: Coefficients): Contact[] {
  return sharedParts(pattern).contacts.map(({ normal, tangents, set, rolling, spinning, facets }, k) => ({
    normal,
    tangents,
    mu: mu[k]!,
    set,
    rolling,
    muRolling: muRolling[k]!,
    spinning,
    muSpinning: muSpinning[k]!,
    facets,
  }));
}

/** The texts of codes; undefined if none are given. */
function textsOf<T>(values: Int32Array, meaning: readonly T[]): T[] | undefined {
  return values[0] === -1 ? undefined : Array.from(values, (code) => meaning[code]!);
}

/** Sums of the counts before each row, as compressed rows have them. */
export function startsOf(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  for (let k = 0; k < counts.length; k++) starts[k + 1] = starts[k]! + counts[k]!;
  return starts;
}
