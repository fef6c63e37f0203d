/**
 * The disc subproblem of PIR Eqs. (14)-(16) with its Newton iteration in polar coordinates as printed, to count its steps.
 * The solver `nonlinear-gs` has a safeguarded one; docs/theory/nonlinear-gauss-seidel.md.
 */
import type { Problem } from '@signorini/engine/problem';

/** A symmetric 2 x 2 block and its right side: minimise z'A z/2 + q'z over |z| <= r. */
export interface Disc {
  readonly a11: number;
  readonly a12: number;
  readonly a22: number;
  readonly q1: number;
  readonly q2: number;
  readonly r: number;
}

/** Part of the largest gradient on the rim at which the direction counts as found. */
const FOUND = 1e-10;
const MOST_STEPS = 50;

/** Newton steps of PIR Eq. (16) from the projected free minimum; null if the free minimum lies inside: the contact sticks. */
export function discSteps({ a11, a12, a22, q1, q2, r }: Disc): number | null {
  const det = a11 * a22 - a12 * a12;
  const free = [-(a22 * q1 - a12 * q2) / det, -(a11 * q2 - a12 * q1) / det] as const;
  if (Math.hypot(...free) <= r) return null;
  let alpha = Math.atan2(free[1], free[0]);
  const scale = r * (a11 + a22) + Math.hypot(q1, q2);
  for (let k = 0; k < MOST_STEPS; k++) {
    const [c, s] = [Math.cos(alpha), Math.sin(alpha)];
    const slope = r * ((a22 - a11) * s * c + a12 * (c * c - s * s)) - q1 * s + q2 * c;
    if (Math.abs(slope) <= FOUND * scale) return k;
    const bend = r * ((a22 - a11) * (c * c - s * s) - 4 * a12 * s * c) - q1 * c - q2 * s;
    alpha -= slope / bend;
  }
  return MOST_STEPS;
}

export interface DiscCount {
  readonly contacts: number;
  /** Largest difference of the 2 x 2 block from a multiple of the identity, as a part of its mean diagonal. */
  readonly anisotropy: number;
  /** Contacts that slide at x, and the most and the mean Newton steps that their discs take. */
  readonly sliding: number;
  readonly mostSteps: number;
  readonly meanSteps: number;
}

/** The discs of all contacts at x, w = A x + b: what one sweep of PIR's solver has to do. */
export function countDiscs(p: Problem, x: Float64Array, w: Float64Array): DiscCount {
  let anisotropy = 0;
  const steps: number[] = [];
  for (const { normal, tangents, mu } of p.contacts) {
    const [i, j] = tangents;
    if (i === undefined || j === undefined) continue;
    const [a11, a12, a22] = [at(p.A.diagonal, i), entry(p, i, j), at(p.A.diagonal, j)];
    anisotropy = Math.max(anisotropy, Math.hypot(a11 - a22, 2 * a12) / (0.5 * (a11 + a22)));
    const [x1, x2] = [at(x, i), at(x, j)];
    const q1 = at(w, i) - a11 * x1 - a12 * x2;
    const q2 = at(w, j) - a12 * x1 - a22 * x2;
    const r = mu * Math.max(at(x, normal), 0);
    const count = r > 0 ? discSteps({ a11, a12, a22, q1, q2, r }) : null;
    if (count !== null) steps.push(count);
  }
  const mean = steps.length > 0 ? steps.reduce((sum, k) => sum + k, 0) / steps.length : 0;
  return {
    contacts: p.contacts.length,
    anisotropy,
    sliding: steps.length,
    mostSteps: Math.max(0, ...steps),
    meanSteps: mean,
  };
}

/** a_ij of different rows, from J and M^-1. */
function entry({ structure, A, n }: Problem, i: number, j: number): number {
  if (!structure) {
    const [unit, column] = [new Float64Array(n), new Float64Array(n)];
    unit[j] = 1;
    A.apply(unit, column);
    return at(column, i);
  }
  const { rowStart, body, J, Minv } = structure;
  let sum = 0;
  for (let k = rowStart[i] ?? 0; k < (rowStart[i + 1] ?? 0); k++)
    for (let m = rowStart[j] ?? 0; m < (rowStart[j + 1] ?? 0); m++) {
      if (body[k] !== body[m]) continue;
      const from = 36 * (body[k] ?? 0);
      for (let a = 0; a < 6; a++)
        for (let b = 0; b < 6; b++) sum += at(J, 6 * k + a) * at(Minv, from + 6 * a + b) * at(J, 6 * m + b);
    }
  return sum;
}

const at = (values: Float64Array, i: number): number => values[i] ?? Number.NaN;
