/** Rank of a dense matrix by elimination with complete pivoting: shares nothing with the code that it judges. */

/** @param least pivots below this share of the largest entry count as zero; rows are not kept */
export function denseRank(rows: readonly Float64Array[], least: number): number {
  const left = rows.map((row) => row.slice());
  const largest = Math.max(...left.map((row) => Math.max(...row.map(Math.abs))));
  for (let rank = 0; ; rank++) {
    let [best, r, c] = [0, -1, -1];
    for (const [i, row] of left.entries())
      for (const [j, value] of row.entries()) if (Math.abs(value) > best) [best, r, c] = [Math.abs(value), i, j];
    if (best <= least * largest) return rank;
    const [pivot] = left.splice(r, 1);
    for (const row of left) {
      const factor = row[c] / pivot[c];
      for (let j = 0; j < row.length; j++) row[j] -= factor * pivot[j];
      row[c] = 0;
    }
  }
}
