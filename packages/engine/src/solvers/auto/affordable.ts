/**
 * Which islands get a direct method: decided by counted work, never by time, so that the answer is the same everywhere.
 * docs/theory/auto.md (AU2)
 */
import { SizeError } from '../../checks/sizes.ts';
import type { Problem } from '../../problem/problem.ts';
import { isByRows, setsOf } from '../../problem/sets/models.ts';
import { type Structure, StructuredOperator } from '../../problem/structured.ts';
import { hasCompliance } from '../linear-systems/choose-free-rows.ts';
import type { ContactGraphs } from '../linear-systems/contact-graph.ts';

/** Islands of up to this many rows are always solved directly. */
const DIRECT_ROWS = 2000;
/** Larger ones, if one factorisation needs at most this many multiplications (6 x 6 block products of 216). */
const DIRECT_WORK = 2e7;
/** A graph of more bodies is not even analysed: minimum degree itself would cost more than the sweeps. */
const ANALYSED_BODIES = 4000;
/** Nor is one of more than these bodies if each touches many others, as in a heap: its fill-in is certainly too large. */
const HEAP_BODIES = 500;
const HEAP_NEIGHBOURS = 1.5; // pairs per body
/** Rows and entries of A up to which cones without J go to alternating directions instead of sweeps. */
const SPLIT_ROWS = 6000;
const SPLIT_ENTRIES = 6e5;
/** For `expectedWork`: factorisations, multiplications per row beside one, and those of all sweeps over a row. */
const FACTORISATIONS = 20;
const ROW_WORK = 500;
const SWEEP_WORK = 300 * 60;
/** A factorisation between sweeps may cost as much as twice those. */
const FACTOR_WORK = 2 * SWEEP_WORK;

/** True: `isAffordable` depends on the number of rows alone, not on the numbers of A. */
export function decidesByPattern({ n }: Problem): boolean {
  return n <= DIRECT_ROWS;
}

/** (AU2) */
export function isAffordable(p: Problem, graphs: ContactGraphs): boolean {
  const { n, A } = p;
  if (n <= DIRECT_ROWS) return true;
  if (!(A instanceof StructuredOperator)) return isSparseCones(p);
  if (isHeap(A.structure)) return false;
  if (isRigidByRows(p, A)) return false;
  return 216 * productsOf(A, graphs) <= DIRECT_WORK;
}

/** Cones without J for which alternating directions are affordable: they factor A + rho a once, sparse. */
function isSparseCones(p: Problem): boolean {
  if (p.n > SPLIT_ROWS || p.contacts.length === 0) return false;
  if (!setsOf(p).every((set) => set === 'cone' || set === 'relaxed-cone')) return false;
  return p.A.sparse().value.length <= SPLIT_ENTRIES;
}

/** (AU10): a factorisation of these contacts, of an island that is not affordable, costs no more than the sweeps beside it. */
export function isWorthFactoring(p: Problem, graphs: ContactGraphs): boolean {
  const { n, A } = p;
  if (!(A instanceof StructuredOperator) || A.structure.bodies > ANALYSED_BODIES || isRigidByRows(p, A)) return false;
  return 432 * productsOf(A, graphs) <= FACTOR_WORK * n;
}

/** Multiplications that a solve is expected to need, for sharing time between islands; a rough count of one method. */
export function expectedWork(p: Problem, graphs: ContactGraphs): number {
  const { n, A } = p;
  if (!isAffordable(p, graphs)) return SWEEP_WORK * n;
  if (A instanceof StructuredOperator) return FACTORISATIONS * (216 * productsOf(A, graphs) + ROW_WORK * n);
  return FACTORISATIONS * ((n * n * n) / 6 + ROW_WORK * n);
}

/** Products of 6 x 6 blocks that a factorisation takes; infinitely many if its factor is too large for a memory. */
function productsOf(A: StructuredOperator, graphs: ContactGraphs): number {
  try {
    return graphs.of(A).symbolic.products;
  } catch (error) {
    if (error instanceof SizeError) return Infinity;
    throw error;
  }
}

/** Friction row by row, without compliance: body space cannot serve newton-coupled, and dense rows cost n^3. */
function isRigidByRows(p: Problem, A: StructuredOperator): boolean {
  return p.contacts.length > 0 && setsOf(p).every(isByRows) && !hasCompliance(A);
}

type Pattern = Pick<Structure, 'bodies' | 'rowStart' | 'body'>;

/** The pattern alone shows that a direct method is too expensive. */
export function isHeap(pattern: Pattern): boolean {
  const { bodies, rowStart } = pattern;
  if (rowStart.length - 1 <= DIRECT_ROWS) return false;
  return bodies > ANALYSED_BODIES || (bodies > HEAP_BODIES && pairs(pattern) > HEAP_NEIGHBOURS * bodies);
}

/** Pairs of bodies that rows connect; consecutive rows of one pair count once. */
function pairs({ rowStart, body }: Pattern): number {
  let count = 0;
  let [a, b] = [-1, -1];
  for (let i = 0; i + 1 < rowStart.length; i++) {
    const k = rowStart[i];
    if (rowStart[i + 1] - k !== 2 || (body[k] === a && body[k + 1] === b)) continue;
    [a, b] = [body[k], body[k + 1]];
    count++;
  }
  return count;
}
