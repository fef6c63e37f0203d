/** Solves A x = b by Gauss with row pivots; A and b are kept. */
export function solveLinear(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const n = b.length;
  const rows = A.map((row, i) => [...row, b[i]!]);
  for (let p = 0; p < n; p++) {
    let best = p;
    for (let i = p + 1; i < n; i++) if (Math.abs(rows[i]![p]!) > Math.abs(rows[best]![p]!)) best = i;
    [rows[p], rows[best]] = [rows[best]!, rows[p]!];
    for (let i = p + 1; i < n; i++) {
      const f = rows[i]![p]! / rows[p]![p]!;
      for (let j = p; j <= n; j++) rows[i]![j]! -= f * rows[p]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) sum -= rows[i]![j]! * x[j]!;
    x[i] = sum / rows[i]![i]!;
  }
  return x;
}
