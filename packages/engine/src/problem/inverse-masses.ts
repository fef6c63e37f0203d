/** M^-1 = L L^T of every body.   docs/theory/complementarity.md (C9) */
/** A pivot below this fraction of its own diagonal entry counts as zero; entries of other units are not compared. */
const RANK_TOLERANCE = 1e-14;

/** L L^T = M^-1 of every body, semidefinite ones included: a pivot that is zero to rounding gives a zero column. */
export function factorInverseMasses({ bodies, Minv }: { bodies: number; Minv: Float64Array }, L: Float64Array): void {
  L.fill(0);
  for (let k = 0; k < bodies; k++) factorOne(Minv, L, 36 * k);
}

function factorOne(Minv: Float64Array, L: Float64Array, at: number): void {
  if (movesApart(Minv, at)) {
    factorApart(Minv, L, at);
    return;
  }
  for (let c = 0; c < 6; c++) {
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

/** A rigid body: the columns of translation are those of a diagonal matrix, and rotation has three rows of its own. */
function factorApart(Minv: Float64Array, L: Float64Array, at: number): void {
  const x = Minv[at];
  const y = Minv[at + 7];
  const z = Minv[at + 14];
  const root = Math.sqrt(x);
  L[at] = root;
  L[at + 7] = y === x ? root : Math.sqrt(y);
  L[at + 14] = z === x ? root : Math.sqrt(z);
  let p = 0;
  let q = 0;
  if (Minv[at + 21] > RANK_TOLERANCE * Minv[at + 21]) {
    const first = Math.sqrt(Minv[at + 21]);
    p = Minv[at + 27] / first;
    q = Minv[at + 33] / first;
    L[at + 21] = first;
    L[at + 27] = p;
    L[at + 33] = q;
  }
  let r = 0;
  const middle = Minv[at + 28] - p * p;
  if (middle > RANK_TOLERANCE * Minv[at + 28]) {
    const second = Math.sqrt(middle);
    r = (Minv[at + 34] - q * p) / second;
    L[at + 28] = second;
    L[at + 34] = r;
  }
  const last = Minv[at + 35] - q * q - r * r;
  if (last > RANK_TOLERANCE * Minv[at + 35]) L[at + 35] = Math.sqrt(last);
}

/** Translation has a positive diagonal and nothing else: no mixing of its axes, nor with rotation. */
function movesApart(Minv: Float64Array, at: number): boolean {
  if (!(Minv[at] > 0 && Minv[at + 7] > 0 && Minv[at + 14] > 0)) return false;
  if (Minv[at + 6] !== 0 || Minv[at + 12] !== 0 || Minv[at + 13] !== 0) return false;
  for (let r = at + 18; r < at + 36; r += 6) if (Minv[r] !== 0 || Minv[r + 1] !== 0 || Minv[r + 2] !== 0) return false;
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
