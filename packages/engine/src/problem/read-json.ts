/**
 * Reads a `signorini-problem` document, version 1, and checks all of it.   docs/guide/problem-format.md
 * What is wrong is stated in one sentence that begins with the path to the offending value.
 */
import { check, expectFields, type Fields, fail, ProblemFormatError } from '../checks/checks.ts';
import { parseJson } from '../checks/json.ts';
import { fromTriplets, type SparseOperator } from './explicit.ts';
import { isSemidefinite } from './inverse-masses.ts';
import {
  type Contact,
  frictionRows,
  makeContact,
  makeProblem,
  type Problem,
  QUANTITIES,
  ROW_KINDS,
  ROW_UNITS,
} from './problem.ts';
import { SET_KINDS, type SetKind } from './sets/set.ts';
import { type JacobianBlock, type Structure, StructuredOperator, structureFromBlocks } from './structured.ts';

export { ProblemFormatError } from '../checks/errors.ts';

/** Entries a_ij and a_ji may differ by this fraction of the largest entry. */
const SYMMETRY_TOLERANCE = 1e-10;

const TOP = [
  ...['format', 'version', 'title', 'A', 'J', 'Minv', 'C', 'b', 'lo', 'hi', 'unit', 'kind', 'names', 'h'],
  ...['quantity', 'symmetric', 'contacts', 'x', 'warm'],
];

/** A problem from JSON text. @throws ProblemFormatError */
export function readProblem(text: string): Problem {
  const document = parseJson(text, (was) => {
    const read = typeof text === 'string' ? parseWithNonFinite(text) : undefined;
    if (read === undefined) throw new ProblemFormatError('', `expected JSON, found ${was}`);
    return read;
  });
  return problemFromDocument(document);
}

/** A problem from a parsed document. @throws ProblemFormatError */
export function problemFromDocument(document: unknown): Problem {
  const top = expectFields(document, '', TOP);
  top.exactly('format', 'signorini-problem');
  top.exactly('version', 1);
  const symmetric = top.optional('symmetric', check.boolean) ?? true;

  const b = top.required('b', check.numbers());
  const n = b.length;
  check.that(n > 0, 'b', 'at least one row', 'none');
  const matrix = readMatrix(top, n, symmetric);

  const contacts = readContacts(top, n);
  const lo = top.required('lo', check.bounds(n, -Infinity));
  const hi = top.required('hi', check.bounds(n, Infinity));
  const ungiven = clearUngiven(contacts, lo, hi);
  for (let i = 0; i < n; i++) if (lo[i] > hi[i]) fail(`lo[${i}]`, `at most hi[${i}] = ${hi[i]}`, String(lo[i]));

  return makeProblem({
    ...matrix,
    title: top.optional('title', check.string) ?? 'untitled',
    b,
    lo,
    hi,
    ungiven,
    contacts,
    symmetric,
    unit: top.optional('unit', check.list(n, check.oneOf(ROW_UNITS))),
    kind: top.optional('kind', check.list(n, check.oneOf(ROW_KINDS))),
    names: top.optional('names', check.list(n, check.string)),
    h: top.optional('h', check.positive),
    quantity: top.optional('quantity', check.oneOf(QUANTITIES)) ?? 'impulse',
    x: top.optional('x', check.numbers(n)),
    warm: top.optional('warm', check.numbers(n)),
  });
}

function readMatrix(top: Fields, n: number, symmetric: boolean): Pick<Problem, 'A' | 'structure'> {
  const structuredFields = ['J', 'Minv', 'C'].filter((name) => top.has(name));
  if (top.has('A')) {
    if (structuredFields.length > 0) fail(structuredFields[0], 'no such field beside A', 'both');
    const A = readExplicit(top, n);
    if (symmetric) checkSymmetricMatrix(A);
    return { A, structure: undefined };
  }
  if (structuredFields.length === 0) fail('A', 'the matrix A, or J, Minv and C', 'none of them');
  if (!symmetric) fail('symmetric', 'true beside J, Minv and C (they make A symmetric)', 'false');
  const structure = readStructure(top, n);
  const A = new StructuredOperator(structure);
  for (let i = 0; i < n; i++)
    if (!(A.diagonal[i] > 0))
      fail(`C[${i}]`, `a positive diagonal of A in row ${i} (J M^-1 J^T + C)`, String(A.diagonal[i]));
  return { A, structure };
}

function readExplicit(top: Fields, n: number): SparseOperator {
  const a = expectFields(top.value('A'), 'A', ['dense', 'size', 'i', 'j', 'values']);
  if (a.has('dense')) {
    for (const other of ['size', 'i', 'j', 'values'])
      if (a.has(other)) fail(`A.${other}`, 'no such field beside A.dense', 'both');
    const rows = a.required('dense', check.list(n, check.numbers(n)));
    const i: number[] = [];
    const j: number[] = [];
    const values: number[] = [];
    rows.forEach((row, r) => {
      row.forEach((value, c) => {
        if (value === 0) return;
        i.push(r);
        j.push(c);
        values.push(value);
      });
    });
    return fromTriplets(n, { i, j, values });
  }
  const size = a.required('size', check.index(undefined));
  check.that(size === n, 'A.size', `${n}, the length of b`, String(size));
  const values = a.required('values', check.numbers());
  const i = a.required('i', check.list(values.length, check.index(n)));
  const j = a.required('j', check.list(values.length, check.index(n)));
  return fromTriplets(n, { i, j, values });
}

function checkSymmetricMatrix(A: SparseOperator): void {
  const { n, rowStart, column, value, diagonal } = A;
  let largest = 0;
  for (const v of value) largest = Math.max(largest, Math.abs(v));
  const at = (r: number, c: number): number => {
    let low = rowStart[r];
    let high = rowStart[r + 1] - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (column[middle] === c) return value[middle];
      if (column[middle] < c) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  };
  for (let r = 0; r < n; r++) {
    if (!(diagonal[r] > 0)) fail(`A[${r}][${r}]`, 'a positive diagonal (or "symmetric": false)', String(diagonal[r]));
    for (let k = rowStart[r]; k < rowStart[r + 1]; k++) {
      const c = column[k];
      const other = at(c, r);
      if (Math.abs(value[k] - other) > SYMMETRY_TOLERANCE * largest)
        fail(`A[${r}][${c}]`, `${other} as in A[${c}][${r}] (or "symmetric": false)`, String(value[k]));
    }
  }
}

function readStructure(top: Fields, n: number): Structure {
  const bodies = top.required('Minv', check.list(undefined, check.numbers(36)));
  bodies.forEach((m, body) => {
    checkInverseMass(m, `Minv[${body}]`);
  });
  const C = top.required('C', check.numbers(n));
  for (let i = 0; i < n; i++) check.that(C[i] >= 0, `C[${i}]`, 'a compliance >= 0', String(C[i]));
  const block = (value: unknown, path: string): JacobianBlock => {
    const fields = expectFields(value, path, ['row', 'body', 'values']);
    return {
      row: fields.required('row', check.index(n)),
      body: fields.required('body', check.index(bodies.length)),
      values: fields.required('values', check.numbers(6)),
    };
  };
  const J = top.required('J', check.list(undefined, block));
  const Minv = new Float64Array(36 * bodies.length);
  bodies.forEach((m, body) => {
    Minv.set(m, 36 * body);
  });
  return structureFromBlocks(J, Minv, C);
}

/** Symmetric, no negative diagonal: a static body is all zeros, a point mass has zero angular rows. */
function checkInverseMass(m: Float64Array, path: string): void {
  let largest = 0;
  for (const v of m) largest = Math.max(largest, Math.abs(v));
  for (let r = 0; r < 6; r++) {
    check.that(m[7 * r] >= 0, `${path}[${7 * r}]`, 'an inverse mass >= 0 on the diagonal', String(m[7 * r]));
    for (let c = 0; c < r; c++) {
      const [here, mirror] = [6 * r + c, 6 * c + r];
      if (Math.abs(m[here] - m[mirror]) > SYMMETRY_TOLERANCE * largest)
        fail(`${path}[${here}]`, `${m[mirror]} as at its mirror place [${mirror}]`, String(m[here]));
    }
  }
  check.that(isSemidefinite(m, SYMMETRY_TOLERANCE), path, 'a positive semidefinite matrix', 'a negative eigenvalue');
}

const CONTACT = ['normal', 'tangents', 'mu', 'set', 'rolling', 'muRolling', 'spinning', 'muSpinning', 'facets'];

/** An even number of sides, 4 or more. */
function facetCount(value: unknown, path: string): number {
  const count = check.index(undefined)(value, path);
  check.that(count >= 4 && count % 2 === 0, path, 'an even number of sides, 4 or more', String(count));
  return count;
}

function readContacts(top: Fields, n: number): Contact[] {
  const owner = new Map<number, string>();
  const row = (value: unknown, path: string): number => {
    const r = check.index(n)(value, path);
    const taken = owner.get(r);
    if (taken) fail(path, `a row that no other place names (${taken} does)`, String(r));
    owner.set(r, path);
    return r;
  };
  const contact = (value: unknown, path: string): Contact => {
    const fields = expectFields(value, path, CONTACT);
    const rolling = fields.optional('rolling', check.list(undefined, row, 2)) ?? [];
    const muRolling = fields.optional('muRolling', check.notNegative);
    if (rolling.length > 0 && muRolling === undefined)
      fail(`${path}.muRolling`, 'the coefficient of rolling resistance, in m', 'nothing');
    const spinning = fields.optional('spinning', check.list(undefined, row, 1)) ?? [];
    const muSpinning = fields.optional('muSpinning', check.notNegative);
    if (spinning.length > 0 && muSpinning === undefined)
      fail(`${path}.muSpinning`, 'the coefficient of spinning friction, in m', 'nothing');
    return makeContact({
      normal: fields.required('normal', row),
      tangents: fields.required('tangents', check.list(undefined, row, 2)),
      mu: fields.required('mu', check.notNegative),
      set: fields.optional('set', check.oneOf<SetKind>(SET_KINDS)),
      rolling,
      muRolling,
      spinning,
      muSpinning,
      facets: fields.optional('facets', facetCount),
    });
  };
  return top.optional('contacts', check.list(undefined, contact)) ?? [];
}

/** Null bounds of friction rows mean "not given": zero stands in, and the row is listed. */
function clearUngiven(contacts: readonly Contact[], lo: Float64Array, hi: Float64Array): number[] {
  const ungiven: number[] = [];
  for (const contact of contacts)
    for (const r of frictionRows(contact)) {
      const missing = [lo[r] === -Infinity, hi[r] === Infinity];
      if (missing[0] !== missing[1])
        fail(`${missing[0] ? 'lo' : 'hi'}[${r}]`, 'both bounds of a friction row, or null for both', 'null for one');
      if (!missing[0]) continue;
      lo[r] = 0;
      hi[r] = 0;
      ungiven.push(r);
    }
  return ungiven.sort((p, q) => p - q);
}

/**
 * JSON has no NaN and no Infinity, but programs write them. Read such a text with stand-ins, so that the path of the
 * first one can be stated; undefined if the text is broken in another way.
 */
function parseWithNonFinite(text: string): unknown {
  const marker = '\u0000NaN';
  const pattern = /"(?:[^"\\]|\\.)*"|\b(?:NaN|Infinity)\b/g;
  const standIn = (token: string) =>
    token === 'NaN' ? JSON.stringify(marker) : token === 'Infinity' ? '1e999' : token;
  try {
    return JSON.parse(text.replace(pattern, standIn), (_key, value) => (value === marker ? Number.NaN : value));
  } catch {
    return undefined;
  }
}
