/** Eigenvalues of a symmetric 3 x 3 matrix by Jacobi rotations: for checks, not for hot loops. */

const SWEEPS = 30; // a handful do

/** @param S nine numbers, row-major; its upper triangle counts. In rising order */
export function principalMoments(S: ArrayLike<number>): readonly [number, number, number] {
  const A = [
    [S[0], S[1], S[2]],
    [S[1], S[4], S[5]],
    [S[2], S[5], S[8]],
  ];
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const [p, q, r] of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 2, 0],
    ]) {
      const apq = A[p][q];
      if (apq === 0) continue;
      const theta = (A[q][q] - A[p][p]) / (2 * apq);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      const [arp, arq] = [A[r][p], A[r][q]];
      A[p][p] -= t * apq;
      A[q][q] += t * apq;
      A[p][q] = 0;
      A[q][p] = 0;
      A[r][p] = c * arp - s * arq;
      A[p][r] = A[r][p];
      A[r][q] = s * arp + c * arq;
      A[q][r] = A[r][q];
    }
  const [a, b, c] = [A[0][0], A[1][1], A[2][2]].sort((x, y) => x - y);
  return [a, b, c];
}
