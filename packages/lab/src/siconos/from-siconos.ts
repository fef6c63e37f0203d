/**
 * From the text files of Siconos' numerics to problems.   docs/guide/siconos.md
 *
 *   LCP        w = M z + q,  0 <= w _|_ z >= 0           n, M, q; a relay has bounds after them: lb <= z <= ub
 *   MLCP       0 = A u + C v + a,  w = D u + B v + b,  0 <= w _|_ v >= 0
 *   friction   u = M r + q with mu, or in masses: M v = H r + q,  u = H^T v + b
 *
 * The forms have no name in the file: its first integers tell them apart.
 */
import { makeProblem, type Problem, ProblemFormatError, type RowKind } from '@signorini/engine/problem';
import { boundsOf, contactsOf } from '../fclib/contact-rows.ts';
import { delassus } from '../fclib/delassus.ts';
import { NotPositive } from '../fclib/envelope-cholesky.ts';
import type { Imported } from '../fclib/from-fclib.ts';
import { type AlmostSymmetric, ASYMMETRY_LIMIT, type Entries, symmetrise } from '../fclib/matrix.ts';
import { readMatrix } from './matrix.ts';
import { Words } from './words.ts';

/**
 * @param almost what to do with a matrix of a friction problem that is almost symmetric
 * @throws ProblemFormatError
 */
export function problemFromSiconos(text: string, title: string, almost: AlmostSymmetric = 'mean'): Imported {
  const words = new Words(text);
  const form = formOf(words);
  if (form === 'mlcp') return { problem: { ...readMlcp(words), title }, notes: [] };
  const { problem, notes } = form === 'lcp' ? readLcp(words) : readFriction(words, almost);
  return { problem: { ...problem, title }, notes };
}

/** By the first integers. */
function formOf(words: Words): 'lcp' | 'mlcp' | 'friction' {
  const c = (k: number) => words.peekCount(k);
  const isStorage = (k: number) => c(k) <= 2;
  // kinds of storage, n, m, the ends of both blocks, which of them are complementarities
  if (c(0) <= 1 && c(1) <= 1 && c(4) === 0 && c(5) === c(2) && c(6) === c(2) + c(3) && c(7) === 0 && c(8) === 1)
    return 'mlcp';
  if (c(0) >= 1 && isStorage(1) && c(2) === c(0) && c(3) === c(0)) return 'lcp';
  if ((c(0) === 2 || c(0) === 3) && c(1) >= 0 && isStorage(2) && c(3) === c(4)) return 'friction';
  const first = [0, 1, 2].flatMap((k) => words.peek(k) ?? []).join(' ');
  throw new ProblemFormatError(
    'Siconos file',
    `expected an LCP (n, M, q), an MLCP (storages, n, m, blocks, M, q) or a friction problem (dimension, contacts, M, q, mu), found ${first === '' ? 'an empty file' : `"${first.slice(0, 60)} ..."`}`,
  );
}

function readLcp(words: Words): Imported {
  const n = words.count('n');
  const M = readMatrix(words, 'M');
  const q = words.numbers('q', n);
  const bounds = relayBounds(words, n);
  const [lo, hi] = bounds ?? [new Float64Array(n), new Float64Array(n).fill(Infinity)];
  return {
    problem: makeProblem({ ...asStored(M), b: q, lo, hi }),
    notes: bounds ? ['read as a relay: the numbers after q are lower and upper bounds of z'] : [],
  };
}

/** Two more vectors, the first below the second, and nothing after them; an LCP may be followed by remarks. */
function relayBounds(words: Words, n: number): [Float64Array, Float64Array] | undefined {
  if (words.left !== 2 * n) return undefined;
  const numbers = Float64Array.from({ length: 2 * n }, (_, k) => Number(words.peek(k)));
  const [lo, hi] = [numbers.slice(0, n), numbers.slice(n)];
  return lo.every((v, i) => v < hi[i]!) ? [lo, hi] : undefined;
}

/** M and q are read; A, B, C and D after them repeat M, and the answer after those lacks its first number. */
function readMlcp(words: Words): Problem {
  const hasM = words.count('storage 1');
  words.count('storage 2');
  if (hasM !== 1) words.fail('storage 1', '1: M and q are stored', '0');
  const equalities = words.count('n');
  const n = equalities + words.count('m');
  for (const what of ['first row', 'end of the equalities', 'end of the complementarities']) words.count(what);
  for (const what of ['kind of the first block', 'kind of the second block']) words.count(what);
  const M = readMatrix(words, 'M');
  if (M.rows !== n || M.columns !== n) words.fail('M', `${n} rows and columns`, `${M.rows} x ${M.columns}`);
  const q = words.numbers('q', n);
  const lo = new Float64Array(n).fill(-Infinity, 0, equalities);
  const kind = Array.from({ length: n }, (_, i): RowKind => (i < equalities ? 'bilateral' : 'normal'));
  return makeProblem({ ...asStored(M), b: q, lo, hi: new Float64Array(n).fill(Infinity), kind });
}

function readFriction(words: Words, almost: AlmostSymmetric): Imported {
  const size = words.count('dimension');
  const contacts = words.count('contacts');
  const n = size * contacts;
  if (contacts === 0) words.fail('contacts', 'at least one contact', '0');
  const M = readMatrix(words, 'M');
  const inMasses = words.peekCount(0) <= 2 && words.peekCount(1) === M.rows && words.peekCount(2) === n;
  if (!inMasses && M.rows !== n) words.fail('M', `${n} rows, ${size} for each contact`, String(M.rows));
  const { A, b, symmetric, notes } = inMasses ? readGlobal(words, M, n) : readLocal(words, M, almost);
  const mu = words.numbers('mu', contacts);
  const bad = mu.findIndex((v) => v < 0);
  if (bad >= 0) words.fail(`mu[${bad}]`, 'a coefficient >= 0', String(mu[bad]));
  const list = contactsOf(size, mu);
  if (symmetric && !A.diagonal.every((a) => a > 0)) words.fail('M', 'a positive diagonal', 'another');
  return { problem: makeProblem({ A, b, symmetric, contacts: list, ...boundsOf(list, n) }), notes };
}

function readLocal(words: Words, M: Entries, almost: AlmostSymmetric) {
  const { matrix: A, asymmetry, symmetric, changed } = symmetrise(M, almost);
  const by = `M differs from its transpose by ${asymmetry.toExponential(1)} of its largest entry`;
  const notes = changed ? [`${by}: their mean is used`] : symmetric ? [] : [`${by}: taken as unsymmetric`];
  return { A, b: words.numbers('q', M.rows), symmetric, notes };
}

/** A = H^T M^-1 H, b = H^T M^-1 q + b */
function readGlobal(words: Words, stored: Entries, n: number) {
  const H = readMatrix(words, 'H');
  const q = words.numbers('q', stored.rows);
  const b = words.numbers('b', n);
  const M = symmetrise(stored);
  if (!M.symmetric) words.fail('M', `a symmetric matrix (to ${ASYMMETRY_LIMIT} of its largest entry)`, 'another');
  try {
    const reduced = delassus(M.matrix, H, q, b);
    const { matrix: A } = symmetrise(reduced.W);
    const by = `M differs from its transpose by ${M.asymmetry.toExponential(1)} of its largest entry`;
    return { A, b: reduced.q, symmetric: true, notes: M.changed ? [`${by}: their mean is used`] : [] };
  } catch (error) {
    if (error instanceof NotPositive)
      words.fail('M', 'a positive definite matrix', `the pivot ${error.pivot} in row ${error.row}`);
    throw error;
  }
}

/** Every bit as stored; symmetric if it is so to rounding and its diagonal is positive. */
function asStored(M: Entries): Pick<Problem, 'A' | 'symmetric'> {
  const { matrix: A, symmetric } = symmetrise(M, 'stored');
  return { A, symmetric: symmetric && A.diagonal.every((a) => a > 0) };
}
