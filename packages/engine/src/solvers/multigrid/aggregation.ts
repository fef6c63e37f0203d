/**
 * Errors of velocities from the coarse grid to the fine one.   docs/theory/multigrid.md (MG6)-(MG8)
 *
 * Bodies are joined into groups. The coarse rows are those between groups; rows inside a group answer them with the least impulses
 * that keep their own velocities, so that a group moves as one coarse body. Rows inside different groups share no body: each group
 * is a small system of its own.
 */
import type { Csr } from './csr.ts';
import { factorShifted, solveShifted } from './dense-rows.ts';
import { type GroupAnswer, interpolationOf } from './group-answers.ts';

/** Moving bodies of each row: body[start[i]] .. body[start[i + 1] - 1]. */
export interface RowBodies {
  readonly bodies: number;
  readonly start: Int32Array;
  readonly body: Int32Array;
}

export interface Grouping {
  /** Index on the coarse grid of each row, -1 for rows inside a group or left out. */
  readonly index: Int32Array;
  /** The coarse rows on the fine grid. */
  readonly rows: Int32Array;
  readonly P: Csr;
  /** The coarse rows over groups. */
  readonly over: RowBodies;
  /** Rows inside each group. */
  readonly inside: readonly (readonly number[])[];
}

/** Pairs are joined once more while more than this share of the rows lies between groups. */
const ROWS_BETWEEN = 0.6;
const ROUNDS = 3;
/** Groups do not grow beyond so many rows inside: their systems are dense. */
const ROWS_INSIDE = 120;

/** @param active 0: a row that is left out */
export function group(A: Csr, over: RowBodies, active: Uint8Array): Grouping {
  let of: Int32Array = Int32Array.from({ length: over.bodies }, (_, k) => k);
  for (let round = 0; round < ROUNDS; round++) {
    of = joinPairs(over, active, of);
    let [between, all] = [0, 0];
    for (let i = 0; i < A.rows; i++) {
      if (active[i] === 0) continue;
      all++;
      if (isBetween(over, of, i)) between++;
    }
    if (between <= ROWS_BETWEEN * all) break;
  }
  const coarse = new Int32Array(A.rows).fill(-1);
  const rows: number[] = [];
  for (let i = 0; i < A.rows; i++)
    if (active[i] !== 0 && isBetween(over, of, i)) {
      coarse[i] = rows.length;
      rows.push(i);
    }
  const inside = rowsInside(A.rows, over, of, active, coarse);
  return {
    index: coarse,
    rows: Int32Array.from(rows),
    inside,
    P: extend(A, inside, coarse, rows.length),
    over: mapped(over, of, rows),
  };
}

/** Groups, numbered from 0. */
const countOf = (of: Int32Array) => of.reduce((most, g) => Math.max(most, g + 1), 0);

function isBetween({ start, body }: RowBodies, of: Int32Array, i: number): boolean {
  for (let k = start[i] + 1; k < start[i + 1]; k++) if (of[body[k]] !== of[body[start[i]]]) return true;
  return false;
}

/** Every group with the free neighbour that most rows tie it to; numbered anew, by the least body. */
function joinPairs(over: RowBodies, active: Uint8Array, of: Int32Array): Int32Array {
  const count = countOf(of);
  const ties: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  const inside = new Int32Array(count);
  for (let i = 0; i < active.length; i++) {
    if (active[i] === 0) continue;
    const [from, to] = [over.start[i], over.start[i + 1]];
    if (from < to && !isBetween(over, of, i)) inside[of[over.body[from]]]++;
    for (let k = from; k < to; k++)
      for (let q = from; q < to; q++) {
        const [g, h] = [of[over.body[k]], of[over.body[q]]];
        if (g !== h) ties[g].set(h, (ties[g].get(h) ?? 0) + 1);
      }
  }
  const mate = new Int32Array(count).fill(-1);
  for (let g = 0; g < count; g++) {
    if (mate[g] >= 0) continue;
    let [best, most] = [-1, 0];
    for (const [h, tied] of ties[g])
      if (mate[h] < 0 && tied > most && inside[g] + inside[h] + tied <= ROWS_INSIDE) [best, most] = [h, tied];
    if (best < 0) continue;
    mate[g] = best;
    mate[best] = g;
  }
  const number = new Int32Array(count).fill(-1);
  let groups = 0;
  for (let g = 0; g < count; g++) {
    if (number[g] >= 0) continue;
    number[g] = groups;
    if (mate[g] >= 0) number[mate[g]] = groups;
    groups++;
  }
  return of.map((g) => number[g]);
}

/** Coarse rows over groups, each named once. */
function mapped(over: RowBodies, of: Int32Array, rows: readonly number[]): RowBodies {
  const start = new Int32Array(rows.length + 1);
  const body: number[] = [];
  rows.forEach((i, k) => {
    const groups = new Set<number>();
    for (let q = over.start[i]; q < over.start[i + 1]; q++) groups.add(of[over.body[q]]);
    body.push(...groups);
    start[k + 1] = body.length;
  });
  return { bodies: countOf(of), start, body: Int32Array.from(body) };
}

function rowsInside(
  rowCount: number,
  over: RowBodies,
  of: Int32Array,
  active: Uint8Array,
  coarse: Int32Array,
): number[][] {
  const inside: number[][] = Array.from({ length: countOf(of) }, () => []);
  for (let i = 0; i < rowCount; i++)
    if (active[i] !== 0 && coarse[i] < 0 && over.start[i] < over.start[i + 1])
      inside[of[over.body[over.start[i]]]].push(i);
  return inside.filter((list) => list.length > 0);
}

/** P: coarse rows as they are, rows inside by e_F = -A_FF^+ A_FC e_C, group by group. (MG7) */
function extend(A: Csr, inside: readonly (readonly number[])[], coarse: Int32Array, width: number): Csr {
  const groupOf = new Int32Array(A.rows).fill(-1);
  const place = new Int32Array(A.rows).fill(-1);
  inside.forEach((list, g) => {
    list.forEach((i, r) => {
      groupOf[i] = g;
      place[i] = r;
    });
  });
  const answers = inside.map((list) => answer(A, list, place, coarse));
  return interpolationOf(width, coarse, place, (i) => (place[i] >= 0 ? answers[groupOf[i]] : undefined));
}

/** -A_FF^+ A_FC of one group. */
function answer(A: Csr, list: readonly number[], place: Int32Array, coarse: Int32Array): GroupAnswer {
  const m = list.length;
  const position = new Map<number, number>();
  for (const i of list)
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const c = coarse[A.column[k]];
      if (c >= 0 && !position.has(c)) position.set(c, position.size);
    }
  const columns = [...position.keys()];
  const values = new Float64Array(columns.length * m);
  const own = new Float64Array(m * m);
  list.forEach((i, r) => {
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const j = A.column[k];
      if (coarse[j] >= 0) values[(position.get(coarse[j]) as number) * m + r] = -A.value[k];
      else if (place[j] >= 0) own[r * m + place[j]] = A.value[k];
    }
  });
  if (m === 0 || columns.length === 0 || !factorShifted(own, m)) return { columns: [], values, m };
  for (let k = 0; k < columns.length; k++) solveShifted(own, m, values.subarray(k * m, (k + 1) * m));
  return { columns, values, m };
}
