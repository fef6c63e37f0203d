/** M^-1 = L L^T of every body.   docs/theory/complementarity.md (C9) */
import type { Structure } from './structured.ts';

/** A pivot below this fraction of its own diagonal entry counts as zero; entries of other units are not compared. */
const RANK_TOLERANCE = 1e-14;

/** L L^T = M^-1 of every body, semidefinite ones included: a pivot that is zero to rounding gives a zero column. */
export function factorInverseMasses({ bodies, Minv }: Pick<Structure, 'bodies' | 'Minv'>, L: Float64Array): void {
  L.fill(0);
  for (let k = 0; k < bodies; k++) factorOne(Minv, L, 36 * k);
}

function factorOne(Minv: Float64Array, L: Float64Array, at: number): void {
  let from = 0;
  if (movesApart(Minv, at)) {
    // rigid bodies: the columns of translation are those of a diagonal matrix
    for (; from < 3; from++) L[at + 7 * from] = Math.sqrt(Minv[at + 7 * from]);
  }
  for (let c = from; c < 6; c++) {
    let pivot = Minv[at + 7 * c];
    for (let q = 0; q < c; q++) pivot -= L[at + 6 * c + q] * L[at + 6 * c + q];
    if (!(pivot > RANK_TOLERANCE * Minv[at + 7 * c])) continue;
    const root = Math.sqrt(pivot);
    L[at + 7 * c] = root;
    for (let r = c + 1; r < 6; r++) {
      let sum = Minv[at + 6 * r + c];
      for (let q = 0; q < c; q++) sum -= L[at + 6 * r + q] * L[at + 6 * c + q];
      L[at + 6 * r + c] = sum / root;
    }
  }
}

/** Translation has a positive diagonal and nothing else: no mixing of its axes, nor with rotation. */
function movesApart(Minv: Float64Array, at: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (!(Minv[at + 7 * c] > 0)) return false;
    for (let r = c + 1; r < 6; r++) if (Minv[at + 6 * r + c] !== 0) return false;
  }
  return true;
}

/** False if M^-1 - L L^T is more than rounding: then M^-1 has a negative eigenvalue. */
export function isSemidefinite(Minv: Float64Array, tolerance: number): boolean {
  const L = new Float64Array(36);
  factorOne(Minv, L, 0);
  for (let r = 0; r < 6; r++)
    for (let c = 0; c <= r; c++) {
      let sum = Minv[6 * r + c];
      for (let q = 0; q <= c; q++) sum -= L[6 * r + q] * L[6 * c + q];
      if (sum * sum > tolerance * tolerance * Minv[7 * r] * Minv[7 * c]) return false;
    }
  return true;
}
