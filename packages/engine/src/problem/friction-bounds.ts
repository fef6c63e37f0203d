/**
 * Box friction: the bounds of a contact's friction rows from normal impulses.
 *
 *   u_t = mu max(x_n, 0),   l_t = -u_t;   rolling and spinning rows: muRolling, muSpinning   docs/theory/complementarity.md (C5)
 */
import type { Contact, Problem } from './problem.ts';

/** All friction rows of a list of contacts, with the normal and the coefficient of each: found once per list. */
interface FrictionRows {
  readonly rows: Int32Array;
  readonly normal: Int32Array;
  readonly mu: Float64Array;
}

const known = new WeakMap<readonly Contact[], FrictionRows>();

/** Overwrites the bounds of every tangent, rolling and spinning row; the other rows keep theirs. */
export function setFrictionBounds(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): void {
  const { rows, normal, mu } = frictionRowsOf(p.contacts);
  for (let k = 0; k < rows.length; k++) {
    const bound = mu[k] * Math.max(x[normal[k]], 0); // NaN stays NaN
    hi[rows[k]] = bound;
    lo[rows[k]] = -bound;
  }
}

function frictionRowsOf(contacts: readonly Contact[]): FrictionRows {
  let lists = known.get(contacts);
  if (lists) return lists;
  let count = 0;
  for (let c = 0; c < contacts.length; c++) {
    const { tangents, rolling, spinning } = contacts[c];
    count += tangents.length + rolling.length + spinning.length;
  }
  lists = { rows: new Int32Array(count), normal: new Int32Array(count), mu: new Float64Array(count) };
  for (let c = 0, at = 0; c < contacts.length; c++) {
    const { normal, set, mu, tangents, rolling, muRolling, spinning, muSpinning } = contacts[c];
    at = add(lists, at, tangents, normal, set === 'none' ? 0 : mu);
    at = add(lists, at, rolling, normal, muRolling);
    at = add(lists, at, spinning, normal, muSpinning);
  }
  known.set(contacts, lists);
  return lists;
}

/** Writes these rows from place `at` on; the place after them. */
function add(lists: FrictionRows, at: number, rows: readonly number[], normal: number, mu: number): number {
  for (let k = 0; k < rows.length; k++, at++) {
    lists.rows[at] = rows[k];
    lists.normal[at] = normal;
    lists.mu[at] = mu;
  }
  return at;
}

/** The bounds a first solve takes: stored if given, else from the warm start's normals, else zero. */
export function firstBounds(p: Problem, warm: Float64Array | undefined): { lo: Float64Array; hi: Float64Array } {
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  setFirstBounds(p, warm, lo, hi);
  return { lo, hi };
}

/** The same written over lo and hi, which are those of p. */
export function setFirstBounds(p: Problem, warm: Float64Array | undefined, lo: Float64Array, hi: Float64Array): void {
  if (!warm || p.ungiven.length === 0) return;
  if (frictionRowsOf(p.contacts).rows.length === p.ungiven.length) {
    setFrictionBounds(p, warm, lo, hi);
    return;
  }
  const loWarm = lo.slice();
  const hiWarm = hi.slice();
  setFrictionBounds(p, warm, loWarm, hiWarm);
  for (const row of p.ungiven) {
    lo[row] = loWarm[row];
    hi[row] = hiWarm[row];
  }
}
