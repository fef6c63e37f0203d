/**
 * From the content of an FCLib file to a problem in contact rows.   docs/guide/fclib.md
 *
 *   fclib_local           u = W r + V l + q,   0 = V^T r + R l + s
 *   fclib_global          M v = H r + G l + f,   u = H^T v + w,   0 = G^T v + b
 *   fclib_global_rolling  the same with two rolling rows per contact and mu_r
 *
 * Rows N, T1, T2 (, R1, R2) per contact, in the file's order; then the rows of l, which are bilateral. Contacts are
 * circular cones. De Saxce's shift is no part of the problem: w = A x + b is the file's u.
 */
import { type Contact, fromTriplets, makeProblem, type Problem, type SparseOperator } from '@signorini/engine/problem';
import { isTree, Place, type Tree } from '../hdf5/tree.ts';
import { boundsOf, contactsOf, rowsOf } from './contact-rows.ts';
import { delassus } from './delassus.ts';
import { NotPositive } from './envelope-cholesky.ts';
import {
  type AlmostSymmetric,
  ASYMMETRY_LIMIT,
  above,
  beside,
  type Entries,
  join,
  readMatrix,
  symmetrise,
  turned,
  withBothTriangles,
} from './matrix.ts';

const FCLIB_GROUPS = ['fclib_local', 'fclib_global', 'fclib_global_rolling'] as const;
/** Everything of a file that is read. */
export const FCLIB_PARTS: readonly string[] = [...FCLIB_GROUPS, 'guesses', 'solution'];

export interface Imported {
  readonly problem: Problem;
  /** Changes made by the reader, a sentence each. */
  readonly notes: readonly string[];
}

/** A, b and what bounds x, before it is a problem. */
interface Rows {
  readonly A: SparseOperator;
  readonly b: Float64Array;
  readonly symmetric: boolean;
  readonly contacts: readonly Contact[];
  readonly notes: readonly string[];
}

/**
 * @param almost what to do with a W that is almost symmetric
 * @throws ProblemFormatError
 */
export function problemFromFclib(file: Tree, almost: AlmostSymmetric = 'mean'): Imported {
  const root: Place = new Place(file);
  const name = FCLIB_GROUPS.find((group) => root.has(group));
  if (name === undefined)
    root.fail(FCLIB_GROUPS[0], 'a group of that name, or fclib_global or fclib_global_rolling', contentOf(file));
  const group = root.group(name);
  const { A, b, symmetric, contacts, notes } = name === 'fclib_local' ? readLocal(group, almost) : readGlobal(group);
  const bad = A.diagonal.findIndex((a) => !(a > 0));
  const first = rowsOf(contacts); // the rows of R, or of G, begin here
  if (bad >= 0)
    group.fail(
      bad < first ? 'W' : name === 'fclib_local' ? 'R' : 'G',
      'a positive diagonal',
      `${A.diagonal[bad]} in row ${bad < first ? bad : bad - first}`,
    );
  const warm = readImpulses(root, ['guesses', '1'], contacts, b.length);
  const x = readImpulses(root, ['solution'], contacts, b.length);
  return {
    problem: makeProblem({
      title: (group.has('info') && group.group('info').text('title')?.trim()) || 'untitled',
      A,
      b,
      symmetric,
      contacts,
      ...boundsOf(contacts, b.length),
      ...(warm && { warm }),
      ...(x && { x }),
    }),
    notes,
  };
}

function readLocal(group: Place, almost: AlmostSymmetric): Rows {
  const contacts = readContacts(group, [2, 3]);
  const n = rowsOf(contacts);
  const W = readSized(group, 'W', n, n);
  const q = group.group('vectors').numbers('q', n, ', one per row of W');
  if (!group.has('V') && !group.has('R')) return { ...averaged(group, 'W', W, almost), b: q, contacts };
  const R = readMatrix(group, 'R');
  if (R.columns !== R.rows) group.fail('R', 'a square matrix', `${R.rows} x ${R.columns}`);
  const V = readSized(group, 'V', n, R.rows);
  const s = group.group('vectors').numbers('s', R.rows, ', one per row of R');
  const A = above(beside(W, V), beside(turned(V), R));
  return { ...averaged(group, 'W', A, almost), b: join(Float64Array, q, s), contacts };
}

function readGlobal(group: Place): Rows {
  const contacts = readContacts(group, group.path === 'fclib_global_rolling' ? [5] : [2, 3]);
  const n = rowsOf(contacts);
  const stored = readMatrix(group, 'M');
  const { rows: freedoms } = stored;
  if (stored.columns !== freedoms) group.fail('M', 'a square matrix', `${freedoms} x ${stored.columns}`);
  const vectors = group.group('vectors');
  const M = averaged(group, 'M', withBothTriangles(stored));
  if (!M.symmetric)
    group.fail('M', `a symmetric matrix (to ${ASYMMETRY_LIMIT} of its largest entry)`, 'one that is not');
  const f = vectors.numbers('f', freedoms, ', one per row of M');
  const H = readSized(group, 'H', freedoms, n);
  const w = vectors.numbers('w', n, ', one a column of H');
  const G = group.has('G') ? readMatrix(group, 'G') : undefined;
  if (G && G.rows !== freedoms) group.fail('G', `${freedoms} rows, as M`, String(G.rows));
  const target = G ? join(Float64Array, w, vectors.numbers('b', G.columns, ', one a column of G')) : w;
  try {
    const { W, q } = delassus(M.A, G ? beside(H, G) : H, f, target);
    return { A: fromTriplets(W.rows, W), b: q, symmetric: true, contacts, notes: M.notes };
  } catch (error) {
    if (error instanceof NotPositive)
      group.fail('M', 'a positive definite matrix', `the pivot ${error.pivot} in row ${error.row}`);
    throw error;
  }
}

/** With the sentence that states by how much it was changed. */
function averaged(
  group: Place,
  name: string,
  entries: Entries,
  almost: AlmostSymmetric = 'mean',
): Pick<Rows, 'A' | 'symmetric' | 'notes'> {
  const { matrix, asymmetry, symmetric, changed } = symmetrise(entries, almost);
  const by = `differs from its transpose by ${asymmetry.toExponential(1)} of its largest entry`;
  const notes = changed
    ? [`${group.pathOf(name)} ${by}: their mean is used`]
    : symmetric
      ? []
      : [`${group.pathOf(name)} ${by}: taken as unsymmetric`];
  return { A: matrix, symmetric, notes };
}

function readContacts(group: Place, dimensions: readonly number[]): Contact[] {
  const size = group.integer('spacedim');
  if (!dimensions.includes(size)) group.fail('spacedim', dimensions.join(' or '), String(size));
  const vectors = group.group('vectors');
  const mu = coefficients(vectors, 'mu');
  const muRolling = size === 5 ? coefficients(vectors, 'mu_r', mu.length) : undefined;
  return contactsOf(size, mu, muRolling);
}

function coefficients(vectors: Place, name: string, length?: number): Float64Array {
  const values = vectors.numbers(name, length, ', one per contact');
  const bad = values.findIndex((v) => v < 0);
  if (bad >= 0) vectors.fail(`${name}[${bad}]`, 'a coefficient >= 0', String(values[bad]));
  if (values.length === 0) vectors.fail(name, 'at least one contact', 'none');
  return values;
}

function readSized(group: Place, name: string, rows: number, columns: number): Entries {
  const matrix = readMatrix(group, name);
  if (matrix.rows !== rows) group.fail(`${name}/m`, String(rows), String(matrix.rows));
  if (matrix.columns !== columns) group.fail(`${name}/n`, String(columns), String(matrix.columns));
  return matrix;
}

/**
 * r and l of a guess or a solution. Published files write zeros if they have none (`solution/r` in all of them):
 * zeros are nothing.
 */
function readImpulses(
  root: Place,
  path: readonly string[],
  contacts: readonly Contact[],
  n: number,
): Float64Array | undefined {
  let place = root;
  for (const name of path) {
    if (!place.has(name)) return undefined;
    place = place.group(name);
  }
  if (!place.has('r')) return undefined;
  const m = rowsOf(contacts);
  const r = place.numbers('r', m, ', one per row');
  if (r.every((v) => v === 0)) return undefined;
  return n === m ? r : join(Float64Array, r, place.has('l') ? place.numbers('l', n - m) : new Float64Array(n - m));
}

function contentOf(file: Tree): string {
  const names = Object.keys(file);
  if (names.length === 0) return 'an empty file';
  const shown = names.slice(0, 5).map((name) => (isTree(file[name]) ? `${name}/` : name));
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}
