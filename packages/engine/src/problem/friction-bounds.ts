/**
 * Box friction: the bounds of a contact's friction rows from normal impulses.
 *
 *   u_t = mu max(x_n, 0),   l_t = -u_t;   rolling and spinning rows: muRolling, muSpinning   docs/theory/complementarity.md (C5)
 */
import type { Problem } from './problem.ts';

/** Overwrites the bounds of every tangent, rolling and spinning row; the other rows keep theirs. */
export function setFrictionBounds(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): void {
  const { contacts } = p;
  for (let c = 0; c < contacts.length; c++) {
    const { normal, set, mu, tangents, rolling, muRolling, spinning, muSpinning } = contacts[c];
    const push = Math.max(x[normal], 0); // NaN stays NaN
    setRows(tangents, (set === 'none' ? 0 : mu) * push, lo, hi);
    setRows(rolling, muRolling * push, lo, hi);
    setRows(spinning, muSpinning * push, lo, hi);
  }
}

function setRows(rows: readonly number[], bound: number, lo: Float64Array, hi: Float64Array): void {
  for (let k = 0; k < rows.length; k++) {
    hi[rows[k]] = bound;
    lo[rows[k]] = -bound;
  }
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
  let rows = 0;
  for (const { tangents, rolling, spinning } of p.contacts) rows += tangents.length + rolling.length + spinning.length;
  if (rows === p.ungiven.length) {
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
