/**
 * Islands: sets of rows that no body and no entry of A connects with other rows. Each is a problem of its own.
 * docs/theory/auto.md (AU1)
 *
 * What depends on the pattern alone (which rows, bodies and entries an island has) is a `Partition`, found once and kept
 * while the pattern stays; a step then only copies numbers.
 */
import { Part } from './part.ts';
import type { Contact, Problem } from './problem.ts';
import { StructuredOperator } from './structured.ts';

/** The rows of each island, ascending; islands in the order of their first rows. Rows of one contact stay together. */
export function islands(p: Problem): Int32Array[] {
  const root = new Int32Array(p.n);
  for (let i = 0; i < p.n; i++) root[i] = i;
  if (p.A instanceof StructuredOperator) joinByBodies(root, p.A);
  else {
    const { rowStart, column, value } = p.A.sparse();
    for (let i = 0; i < p.n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (value[k] !== 0) join(root, i, column[k]);
  }
  for (const { normal, tangents, rolling, spinning } of p.contacts) {
    for (const row of tangents) join(root, normal, row);
    for (const row of rolling) join(root, normal, row);
    for (const row of spinning) join(root, normal, row);
  }
  // a root is the first row of its island
  const island = new Int32Array(p.n);
  const sizes: number[] = [];
  for (let i = 0; i < p.n; i++) {
    const first = find(root, i);
    island[i] = first === i ? sizes.push(0) - 1 : island[first];
    sizes[island[i]]++;
  }
  const rows = sizes.map((size) => new Int32Array(size));
  sizes.fill(0);
  for (let i = 0; i < p.n; i++) rows[island[i]][sizes[island[i]]++] = i;
  return rows;
}

function find(root: Int32Array, i: number): number {
  while (root[i] !== i) {
    root[i] = root[root[i]];
    i = root[i];
  }
  return i;
}

function join(root: Int32Array, i: number, j: number): void {
  const a = find(root, i);
  const b = find(root, j);
  if (a < b) root[b] = a;
  else root[a] = b;
}

/** A body without inverse mass (the ground) connects nothing. */
function joinByBodies(root: Int32Array, { structure, L, n }: StructuredOperator): void {
  const { rowStart, body, bodies } = structure;
  const still = stillBodies(L, bodies);
  const firstRow = new Int32Array(bodies).fill(-1);
  for (let i = 0; i < n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (firstRow[body[k]] < 0) firstRow[body[k]] = i;
      else if (still[body[k]] === 0) join(root, firstRow[body[k]], i);
    }
}

/** 1 for bodies without any inverse mass: L has a zero diagonal. */
function stillBodies(L: Float64Array, bodies: number): Uint8Array {
  const still = new Uint8Array(bodies);
  for (let k = 0; k < bodies; k++) still[k] = isStill(L, k) ? 1 : 0;
  return still;
}

/** Body k has no inverse mass at all: L of (C9) is zero, so its diagonal is. */
export function isStill(L: Float64Array, k: number): boolean {
  for (let r = 0; r < 6; r++) if (L[36 * k + 7 * r] !== 0) return false;
  return true;
}

/** The problem of some rows: the others and their bodies left out. */
export function subproblem(p: Problem, rows: Int32Array): Problem {
  const local = new Int32Array(p.n).fill(-1);
  for (let k = 0; k < rows.length; k++) local[rows[k]] = k;
  const contacts = p.contacts.map((_, index) => index).filter((index) => local[p.contacts[index].normal] >= 0);
  const ungiven = p.ungiven.filter((row) => local[row] >= 0);
  return new Part(p, { rows, local, contacts, ungiven }).problem(p);
}

/** The islands of every problem of one pattern. */
export class Partition {
  /** Empty where there is one island: it is the problem as it stands. */
  readonly parts: readonly Part[];
  private readonly pattern: Pattern;

  constructor(p: Problem) {
    this.pattern = patternOf(p);
    const rows = islands(p);
    this.parts = rows.length === 1 ? [] : partsOf(p, rows);
  }

  /** True where p's islands are these: compared number by number, nothing is allocated. */
  fits({ A, contacts, ungiven }: Problem): boolean {
    const { pattern } = this;
    if (!sameContacts(pattern.contacts, contacts) || !same(pattern.ungiven, ungiven)) return false;
    if (A instanceof StructuredOperator) {
      const { rowStart, body, bodies } = A.structure;
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

function partsOf(p: Problem, lists: readonly Int32Array[]): Part[] {
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
  return members.map((one) => new Part(p, one));
}

interface Pattern {
  readonly rowStart: Int32Array;
  /** Bodies of the blocks where there is J, columns of the entries otherwise. */
  readonly column: Int32Array;
  /** 1 for bodies that do not move; undefined where there is no J. */
  readonly still: Uint8Array | undefined;
  /** 1 for stored entries that are zero; undefined where there is J. */
  readonly zeros: Uint8Array | undefined;
  readonly contacts: readonly Contact[];
  readonly ungiven: readonly number[];
}

/** Copies: whoever made the problem may write into its arrays for the next step. */
function patternOf({ A, contacts: listed, ungiven: rows }: Problem): Pattern {
  const ungiven = rows.slice();
  const contacts = listed.map((contact) => ({
    ...contact,
    tangents: contact.tangents.slice(),
    rolling: contact.rolling.slice(),
    spinning: contact.spinning.slice(),
  }));
  if (A instanceof StructuredOperator) {
    const { rowStart, body, bodies } = A.structure;
    const still = stillBodies(A.L, bodies);
    return { rowStart: rowStart.slice(), column: body.slice(), still, zeros: undefined, contacts, ungiven };
  }
  const { rowStart, column, value } = A.sparse();
  const zeros = Uint8Array.from(value, (v) => (v === 0 ? 1 : 0));
  return { rowStart: rowStart.slice(), column: column.slice(), still: undefined, zeros, contacts, ungiven };
}

/** The same rows in the same roles; friction coefficients may differ. */
function sameContacts(p: readonly Contact[], q: readonly Contact[]): boolean {
  if (p.length !== q.length) return false;
  for (let c = 0; c < p.length; c++) {
    if (p[c].normal !== q[c].normal || !same(p[c].tangents, q[c].tangents)) return false;
    if (!same(p[c].rolling, q[c].rolling) || !same(p[c].spinning, q[c].spinning)) return false;
  }
  return true;
}

function same(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  if (p === q) return true;
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}
