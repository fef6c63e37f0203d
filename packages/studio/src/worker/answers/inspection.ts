/**
 * Inside a step: its problems are solved again, from the same warm start by the same solver with a monitor, and every iterate is
 * measured. Iterates are never stored with the run.
 */

import { energyErrorOf, energyParts, measures } from '@signorini/engine/measures';
import { type Problem, problemDocument, rowLabel, velocities } from '@signorini/engine/problem';
import {
  type AnySolver,
  findSolver,
  type Monitor,
  type OptionValues,
  type SolverInstance,
  solve,
} from '@signorini/engine/solvers';
import type { Setup } from '../../protocol.ts';
import { type Inspection, type ProblemInfo, ROW_NUMBERS, type RowInfo } from '../../questions.ts';

const MOST_ITERATES = 240;

interface Iterate {
  readonly k: number;
  readonly x: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

/** A solve with its recorded iterates. */
export interface Solved {
  readonly inspection: Omit<Inspection, 'branch' | 'step'>;
  readonly iterates: readonly Iterate[];
}

/** The problem as its step met it: friction bounds not known yet, and cold if the step began cold. */
export function asMet(p: Problem, warmStart: boolean): Problem {
  const ungiven = p.contacts.flatMap(({ tangents, rolling, spinning }) => [...tangents, ...rolling, ...spinning]);
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  for (const row of ungiven) lo[row] = hi[row] = 0;
  return { ...p, lo, hi, ungiven, warm: warmStart ? p.warm : undefined };
}

/** @param contactOf the id of the contact with this normal row; -1: none @param met what is solved; p has the final bounds */
export function inspectProblem(
  p: Problem,
  { solver: name, options }: Setup,
  contactOf: (normal: number) => number,
  met = p,
): Solved {
  const solver = findSolver(name);
  const rows = rowsOf(p, contactOf);
  const seen: Iterate[] = [];
  const answer = solve(met, { solver: watched(solver, seen), options, pick: 'last' });
  if (seen.length === 0 || solver.observes === 'end') {
    const absent =
      solver.observes === 'end'
        ? `${name} has no iterates whose error can be measured: only its answer satisfies A x + b = w.`
        : `${name} shows no iterates on this problem: it was solved island by island, or at once.`;
    const last = { k: answer.iterations.total, x: answer.x, lo: answer.lo, hi: answer.hi };
    return { inspection: measured(p, name, absent, [last], rows), iterates: [last] };
  }
  const kept = thinned(seen);
  return { inspection: measured(p, name, null, kept, rows), iterates: kept };
}

/** The solver with an ear at its iterates: solve() sees no difference. */
function watched(solver: AnySolver, seen: Iterate[]): AnySolver {
  const create: AnySolver['create'] = (team) => {
    const inner = solver.create(team);
    return {
      ...methodsOf(inner),
      solve(p, x, options, monitor) {
        const spy: Monitor = {
          ownsStopping: monitor?.ownsStopping ?? false,
          begin(q, start) {
            monitor?.begin(q, start);
            if (q.n === p.n) seen.push({ k: seen.length, x: start.slice(), lo: q.lo.slice(), hi: q.hi.slice() });
          },
          observe(k, y, w, energy) {
            if (y.length === p.n) seen.push({ k: seen.length, x: y.slice(), lo: p.lo.slice(), hi: p.hi.slice() });
            return monitor?.observe(k, y, w, energy);
          },
          timeLeft: () => monitor?.timeLeft?.() ?? Infinity,
        };
        return inner.solve(p, x, options, spy);
      },
    };
  };
  return { ...solver, create };
}

function methodsOf(inner: SolverInstance<OptionValues>): Omit<SolverInstance<OptionValues>, 'solve'> {
  return {
    ...(inner.analyse && { analyse: (p: Problem) => inner.analyse!(p) }),
    release: () => inner.release(),
  };
}

/** Evenly, the first and the last included. */
function thinned(list: readonly Iterate[]): Iterate[] {
  if (list.length <= MOST_ITERATES) return [...list];
  return Array.from(
    { length: MOST_ITERATES },
    (_, k) => list[Math.round((k * (list.length - 1)) / (MOST_ITERATES - 1))]!,
  );
}

function measured(
  p: Problem,
  solver: string,
  absent: string | null,
  kept: readonly Iterate[],
  rows: readonly RowInfo[],
): Solved['inspection'] {
  const buffer = new ArrayBuffer(12 * kept.length * p.n);
  const numbers = new Float32Array(buffer);
  const block = kept.length * p.n;
  const energy: number[] = [];
  const natural: number[] = [];
  const fischer: number[] = [];
  const changes: number[] = [];
  let before: Int8Array | undefined;
  kept.forEach(({ x, lo, hi }, place) => {
    const w = velocities(p, x, new Float64Array(p.n));
    const error = energyErrorOf(p, x, w, { lo, hi, perRow: true });
    numbers.set(error.rows!, place * p.n);
    numbers.set(x, block + place * p.n);
    numbers.set(w, 2 * block + place * p.n);
    energy.push(error.value);
    natural.push(measures.naturalResidual.of({ p, x, w, lo, hi }).value);
    fischer.push(measures.fischerBurmeister.of({ p, x, w, lo, hi }).value);
    const now = activeSet(x, lo, hi);
    changes.push(before ? now.reduce((sum, state, i) => sum + Number(state !== before![i]), 0) : 0);
    before = now;
  });
  return { solver, absent, k: kept.map(({ k }) => k), energy, natural, fischer, changes, rows, buffer };
}

/** -1 at the lower bound, 1 at the upper, 0 between. */
function activeSet(x: Float64Array, lo: Float64Array, hi: Float64Array): Int8Array {
  return Int8Array.from(x, (v, i) => (v <= lo[i]! ? -1 : v >= hi[i]! ? 1 : 0));
}

export function rowsOf(p: Problem, contactOf: (normal: number) => number): RowInfo[] {
  const owner = new Int32Array(p.n).fill(-1);
  for (const { normal, tangents, rolling, spinning } of p.contacts)
    for (const row of [normal, ...tangents, ...rolling, ...spinning]) owner[row] = contactOf(normal);
  const bound = (v: number) => (Number.isFinite(v) ? v : null);
  return Array.from({ length: p.n }, (_, i) => ({
    label: rowLabel(p, i),
    kind: p.kind?.[i] ?? 'row',
    unit: p.unit?.[i] === 'angular' ? 'N m s' : 'N s',
    a: p.A.diagonal[i]!,
    lo: bound(p.lo[i]!),
    hi: bound(p.hi[i]!),
    contact: owner[i]!,
  }));
}

/** x, w, bounds and the parts of the error of every row at one iterate. */
export function rowNumbers(p: Problem, { x, lo, hi }: Iterate): Float64Array {
  const w = velocities(p, x, new Float64Array(p.n));
  const numbers = new Float64Array(ROW_NUMBERS * p.n);
  for (let i = 0; i < p.n; i++) {
    const parts = energyParts(p.A.diagonal[i]!, x[i]!, w[i]!, lo[i]!, hi[i]!);
    const { upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity } = parts;
    const row = [x[i]!, w[i]!, lo[i]!, hi[i]!, upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity];
    numbers.set(row, ROW_NUMBERS * i);
  }
  return numbers;
}

/** The problem as the page shows and saves it. */
export function problemInfo(
  problem: Problem,
  x: Float64Array,
  rows: readonly RowInfo[],
  of: Pick<ProblemInfo, 'branch' | 'step' | 'warmStart'>,
): ProblemInfo {
  const w = velocities(problem, x, new Float64Array(problem.n));
  return {
    ...of,
    rows,
    x: [...x],
    w: [...w],
    pattern: patternOf(problem),
    document: JSON.stringify(problemDocument(problem)),
  };
}

/** Rows that share a body: where A is not zero. */
function patternOf({ structure, A, n }: Problem): Int32Array {
  const pairs: number[] = [];
  if (!structure) for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) pairs.push(i, j);
  else {
    const rows = new Map<number, number[]>();
    for (let i = 0; i < n; i++)
      for (let block = structure.rowStart[i]!; block < structure.rowStart[i + 1]!; block++) {
        const list = rows.get(structure.body[block]!) ?? [];
        rows.set(structure.body[block]!, list);
        list.push(i);
      }
    const seen = new Set<number>();
    for (const list of rows.values()) for (const i of list) for (const j of list) seen.add(i * n + j);
    for (const place of seen) pairs.push(Math.floor(place / n), place % n);
  }
  return A.n === n ? Int32Array.from(pairs) : new Int32Array(0);
}
