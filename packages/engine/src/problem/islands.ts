/**
 * Islands: sets of rows that no body and no entry of A connects with other rows. Each is a problem of its own.
 * docs/theory/auto.md (AU1)
 *
 * What depends on the pattern alone (which rows, bodies and entries an island has) is a `Partition`, found once and kept
 * while the pattern stays; a step then only copies numbers.
 */
import { joinSets, rootOf, separate } from '../linalg/disjoint-sets.ts';
import { isStill, stillBodies } from './bodies-of-rows.ts';
import type { Operator } from './operator.ts';
import type { Contact, Problem } from './problem.ts';
import type { RowPattern } from './rows/row-patterns.ts';
import { StructuredOperator } from './structured.ts';
import { SubProblem } from './sub-problem.ts';

/** The rows of each island, ascending; islands in the order of their first rows. Rows of one contact stay together. */
export function islands(p: Problem): Int32Array[] {
  const root = new Int32Array(p.n);
  separate(root, p.n);
  if (p.A instanceof StructuredOperator) joinByBodies(root, p.A);
  else {
    const { rowStart, column, value } = p.A.sparse();
    for (let i = 0; i < p.n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (value[k] !== 0) joinSets(root, i, column[k]);
  }
  for (const { normal, tangents, rolling, spinning } of p.contacts) {
    for (const row of tangents) joinSets(root, normal, row);
    for (const row of rolling) joinSets(root, normal, row);
    for (const row of spinning) joinSets(root, normal, row);
  }
  // a root is the first row of its island
  const island = new Int32Array(p.n);
  const sizes: number[] = [];
  for (let i = 0; i < p.n; i++) {
    const first = rootOf(root, i);
    island[i] = first === i ? sizes.push(0) - 1 : island[first];
    sizes[island[i]]++;
  }
  const rows = sizes.map((size) => new Int32Array(size));
  sizes.fill(0);
  for (let i = 0; i < p.n; i++) rows[island[i]][sizes[island[i]]++] = i;
  return rows;
}

/** A body without inverse mass (the ground) connects nothing. */
function joinByBodies(root: Int32Array, { structure, L, n }: StructuredOperator): void {
  const { rowStart, body, bodies } = structure;
  const still = stillBodies(L, bodies);
  const firstRow = new Int32Array(bodies).fill(-1);
  for (let i = 0; i < n; i++) {
    if (i > 0 && touchTheSame(rowStart, body, still, i)) {
      root[i] = rootOf(root, i - 1); // the rows of a contact: most of them
      continue;
    }
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (firstRow[body[k]] < 0) firstRow[body[k]] = i;
      else if (still[body[k]] === 0) joinSets(root, firstRow[body[k]], i);
    }
  }
}

/** Row i has the bodies of the row before it, one of which moves. */
function touchTheSame(rowStart: Int32Array, body: Int32Array, still: Uint8Array, i: number): boolean {
  const count = rowStart[i + 1] - rowStart[i];
  if (count !== rowStart[i] - rowStart[i - 1]) return false;
  let moves = false;
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
    if (body[k] !== body[k - count]) return false;
    if (still[body[k]] === 0) moves = true;
  }
  return moves;
}

/** The problem of some rows: the others and their bodies left out. */
export function subproblem(p: Problem, rows: Int32Array): Problem {
  const local = new Int32Array(p.n).fill(-1);
  for (let k = 0; k < rows.length; k++) local[rows[k]] = k;
  const contacts = p.contacts.map((_, index) => index).filter((index) => local[p.contacts[index].normal] >= 0);
  const ungiven = p.ungiven.filter((row) => local[row] >= 0);
  return new SubProblem(p, { rows, local, contacts, ungiven }).problem(p);
}

/** The islands of every problem of one pattern. */
export class Partition {
  /** Empty if there is one island, the whole problem. */
  readonly parts: readonly SubProblem[];
  private readonly pattern: Pattern;
  /** The last problem that fits: a solve asks twice, before and after its symbolic analysis. */
  private fitting: Pick<Problem, 'A' | 'contacts' | 'ungiven'>;

  constructor(p: Problem) {
    this.pattern = patternOf(p);
    this.fitting = p;
    const rows = islands(p);
    this.parts = rows.length === 1 ? [] : partsOf(p, rows);
  }

  /** Operator of the last problem that fits. */
  get operator(): Operator {
    return this.fitting.A;
  }

  /** True if p has these islands: compared number by number, allocates nothing. */
  fits(p: Problem): boolean {
    const { A, contacts, ungiven } = this.fitting;
    if (p.A === A && p.contacts === contacts && p.ungiven === ungiven) return true;
    if (!this.compare(p)) return false;
    this.fitting = p;
    return true;
  }

  private compare({ A, contacts, ungiven }: Problem): boolean {
    const { pattern, fitting } = this;
    if (contacts !== fitting.contacts && !hasRoles(pattern, contacts)) return false;
    if (ungiven !== fitting.ungiven && !sameList(pattern.ungiven, ungiven)) return false;
    if (A instanceof StructuredOperator) {
      const { rowStart, body, bodies } = A.structure;
      if (!hasPattern(fitting.A, A.structure.pattern))
        if (!same(pattern.rowStart, rowStart) || !same(pattern.column, body)) return false;
      if (pattern.still?.length !== bodies) return false;
      for (let k = 0; k < bodies; k++) if ((pattern.still[k] === 1) !== isStill(A.L, k)) return false;
      return true;
    }
    const { rowStart, column, value } = A.sparse();
    const { zeros } = pattern;
    if (!zeros || !same(pattern.rowStart, rowStart) || !same(pattern.column, column)) return false;
    for (let k = 0; k < value.length; k++) if ((zeros[k] === 1) !== (value[k] === 0)) return false;
    return true;
  }
}

/** Rows of A touch the bodies of this pattern, without a look at the numbers. */
function hasPattern(A: Operator, pattern: RowPattern | undefined): boolean {
  return pattern !== undefined && A instanceof StructuredOperator && A.structure.pattern === pattern;
}

function partsOf(p: Problem, lists: readonly Int32Array[]): SubProblem[] {
  const local = new Int32Array(p.n);
  const island = new Int32Array(p.n);
  const members = lists.map((rows) => ({ rows, local, contacts: [] as number[], ungiven: [] as number[] }));
  for (const [index, rows] of lists.entries())
    for (let k = 0; k < rows.length; k++) {
      local[rows[k]] = k;
      island[rows[k]] = index;
    }
  for (const [index, { normal }] of p.contacts.entries()) members[island[normal]].contacts.push(index);
  for (const row of p.ungiven) members[island[row]].ungiven.push(row);
  return members.map((one) => new SubProblem(p, one));
}

interface Pattern {
  readonly rowStart: Int32Array;
  /** Bodies of the blocks if there is J, columns of the entries otherwise. */
  readonly column: Int32Array;
  /** 1 for bodies that do not move; undefined if there is no J. */
  readonly still: Uint8Array | undefined;
  /** 1 for stored entries that are zero; undefined if there is J. */
  readonly zeros: Uint8Array | undefined;
  /** The contacts themselves, which never change: mostly a step has those of the last one. */
  readonly contacts: readonly Contact[];
  /** Rows of every contact: its normal, then tangents, rolling and spinning rows, how many before which. */
  readonly roles: Int32Array;
  readonly ungiven: Int32Array;
}

/** Copies: the caller may overwrite the problem's arrays for the next step. */
function patternOf({ A, contacts: listed, ungiven: rows }: Problem): Pattern {
  const friction = { contacts: listed.slice(), roles: rolesOf(listed), ungiven: Int32Array.from(rows) };
  if (A instanceof StructuredOperator) {
    const { rowStart, body, bodies } = A.structure;
    const still = stillBodies(A.L, bodies);
    return { rowStart: rowStart.slice(), column: body.slice(), still, zeros: undefined, ...friction };
  }
  const { rowStart, column, value } = A.sparse();
  const zeros = Uint8Array.from(value, (v) => (v === 0 ? 1 : 0));
  return { rowStart: rowStart.slice(), column: column.slice(), still: undefined, zeros, ...friction };
}

function rolesOf(contacts: readonly Contact[]): Int32Array {
  let size = 0;
  for (const { tangents, rolling, spinning } of contacts)
    size += 4 + tangents.length + rolling.length + spinning.length;
  const roles = new Int32Array(size);
  let at = 0;
  const add = (rows: readonly number[]) => {
    roles[at++] = rows.length;
    for (const row of rows) roles[at++] = row;
  };
  for (const { normal, tangents, rolling, spinning } of contacts) {
    roles[at++] = normal;
    add(tangents);
    add(rolling);
    add(spinning);
  }
  return roles;
}

/** The same rows in the same roles; friction coefficients may differ. */
function hasRoles({ contacts: known, roles }: Pattern, contacts: readonly Contact[]): boolean {
  if (contacts.length !== known.length) return false;
  let at = 0;
  for (let c = 0; c < contacts.length; c++) {
    const { normal, tangents, rolling, spinning } = contacts[c];
    if (contacts[c] === known[c]) {
      at += 4 + tangents.length + rolling.length + spinning.length;
      continue;
    }
    if (roles[at] !== normal || !sameRows(roles, at + 1, tangents)) return false;
    at += 2 + tangents.length;
    if (!sameRows(roles, at, rolling)) return false;
    at += 1 + rolling.length;
    if (!sameRows(roles, at, spinning)) return false;
    at += 1 + spinning.length;
  }
  return true;
}

function sameRows(roles: Int32Array, at: number, rows: readonly number[]): boolean {
  if (roles[at] !== rows.length) return false;
  for (let k = 0; k < rows.length; k++) if (roles[at + 1 + k] !== rows[k]) return false;
  return true;
}

// One function for each kind of list: one for both costs three times as much.

/** Four at a time: 1.7 us for 2400 numbers instead of 3. */
function same(p: Int32Array, q: Int32Array): boolean {
  const n = p.length;
  if (q.length !== n) return false;
  let i = 0;
  for (; i + 3 < n; i += 4)
    if (p[i] !== q[i] || p[i + 1] !== q[i + 1] || p[i + 2] !== q[i + 2] || p[i + 3] !== q[i + 3]) return false;
  for (; i < n; i++) if (p[i] !== q[i]) return false;
  return true;
}

function sameList(p: Int32Array, q: readonly number[]): boolean {
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}
