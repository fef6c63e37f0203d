/** Problems of Siconos' tests with an unsymmetric A, read where they exist: LCPs, and MLCPs of circuits whose diagonals have zeros. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromDense } from '../../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../../src/problem/problem.ts';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const FOLDER = join(SHARED, 'external', 'siconos');

export const haveSiconos = existsSync(FOLDER);

/** The numbers of a file up to the first word. */
function numbersOf(path: string): number[] {
  const all = readFileSync(path, 'utf8').trim().split(/\s+/).map(Number);
  const word = all.findIndex(Number.isNaN);
  return word < 0 ? all : all.slice(0, word);
}

/** w = M z + q with z >= 0 after the first `free` rows; M by columns. */
function problemOf(title: string, n: number, free: number, M: readonly number[], q: readonly number[]): Problem {
  const rows = Array.from({ length: n * n }, (_, k) => M[(k % n) * n + Math.floor(k / n)]);
  return makeProblem({
    title,
    A: fromDense(n, rows),
    b: Float64Array.from(q),
    lo: Float64Array.from({ length: n }, (_, i) => (i < free ? -Infinity : 0)),
    hi: new Float64Array(n).fill(Infinity),
    symmetric: false,
  });
}

/** Dense LCPs: n, storage, n, n, n n, M by columns, q. */
function readLcp(name: string): Problem | undefined {
  const [n, storage, , , , , ...rest] = numbersOf(join(FOLDER, 'LCP', `${name}.dat`));
  return storage === 0 ? problemOf(name, n, 0, rest.slice(0, n * n), rest.slice(n * n, n * n + n)) : undefined;
}

/** MLCPs: thirteen numbers of block structure around n equations and m complementarities, M by columns, q. */
function readMlcp(name: string): Problem | undefined {
  const all = numbersOf(join(FOLDER, 'MLCP', `${name}.dat`));
  const [, , n, m] = all;
  const [rows, columns] = all.slice(10, 12);
  if (rows !== n + m || columns !== n + m) return undefined;
  const rest = all.slice(14);
  return problemOf(name, n + m, n, rest.slice(0, rows * rows), rest.slice(rows * rows, rows * rows + rows));
}

const namesIn = (folder: string) =>
  haveSiconos
    ? readdirSync(join(FOLDER, folder))
        .filter((name) => name.endsWith('.dat'))
        .map((name) => name.slice(0, -4))
    : [];

export const siconosProblems: readonly Problem[] = [
  ...namesIn('LCP').map(readLcp),
  ...namesIn('MLCP').map(readMlcp),
].filter((p): p is Problem => p !== undefined);
