/**
 * Rows of blocks of six numbers, one per body that a row touches: J L, the diagonal of (J L)(J L)^T + C, and products.
 * docs/theory/complementarity.md (C9)
 *
 * Rows of a contact touch the same bodies: loops go through such runs and load a body's numbers once. They are written out
 * because V8 does not unroll them: A x of a wall takes 22 us instead of 35.
 */

export interface BlockRows {
  readonly rowStart: Int32Array;
  readonly body: Int32Array;
  /** At the first row of a run, the row after its last. */
  readonly runs: Int32Array;
  /** L of each body, lower triangular, 36 numbers row-major. */
  readonly L: Float64Array;
  /** J L, six numbers per block, as J. */
  readonly Jt: Float64Array;
  readonly C: Float64Array;
  readonly diagonal: Float64Array;
}

/** Jt = J L, block by block, (J L)_c = sum over r >= c of J_r L_rc; and the diagonal. */
export function scaleRows(rows: BlockRows, J: Float64Array): void {
  const { rowStart, body, runs, C, diagonal } = rows;
  const n = C.length;
  diagonal.fill(0);
  for (let first = 0; first < n; first = runs[first]) {
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    for (let s = 0; s < blocks; s++) scaleRun(rows, J, first, s);
    if (isRepeated(body, from, blocks)) diagonal[first] = blockProduct(rows, first, first);
  }
  for (let i = 0; i < n; i++) diagonal[i] += C[i];
}

/** Block s of the rows of a run, all of one body. */
function scaleRun(
  { rowStart, body, runs, L, Jt, diagonal }: BlockRows,
  J: Float64Array,
  first: number,
  s: number,
): void {
  const blocks = rowStart[first + 1] - rowStart[first];
  const end = runs[first];
  const from = rowStart[first] + s;
  const at = 36 * body[from];
  const mixes = !isApart(L, at);
  const l0 = L[at];
  const l7 = L[at + 7];
  const l14 = L[at + 14];
  const l21 = L[at + 21];
  const l27 = L[at + 27];
  const l28 = L[at + 28];
  const l33 = L[at + 33];
  const l34 = L[at + 34];
  const l35 = L[at + 35];
  for (let i = first, j = 6 * from; i < end; i++, j += 6 * blocks) {
    if (mixes) scaleBlock(J, j, L, at, Jt);
    else {
      const ax = J[j + 3];
      const ay = J[j + 4];
      const az = J[j + 5];
      Jt[j] = J[j] * l0;
      Jt[j + 1] = J[j + 1] * l7;
      Jt[j + 2] = J[j + 2] * l14;
      Jt[j + 3] = ax * l21 + ay * l27 + az * l33;
      Jt[j + 4] = ay * l28 + az * l34;
      Jt[j + 5] = az * l35;
    }
    let sum = Jt[j] * Jt[j];
    sum += Jt[j + 1] * Jt[j + 1];
    sum += Jt[j + 2] * Jt[j + 2];
    sum += Jt[j + 3] * Jt[j + 3];
    sum += Jt[j + 4] * Jt[j + 4];
    sum += Jt[j + 5] * Jt[j + 5];
    diagonal[i] += sum;
  }
}

/** One block of J L if L is any lower triangle. */
function scaleBlock(J: Float64Array, j: number, L: Float64Array, at: number, Jt: Float64Array): void {
  for (let c = 0; c < 6; c++) {
    let sum = 0;
    for (let r = c; r < 6; r++) sum += J[j + r] * L[at + 6 * r + c];
    Jt[j + c] = sum;
  }
}

function isApart(L: Float64Array, at: number): boolean {
  for (let r = 1; r < 6; r++) for (let c = 0; c < Math.min(r, 3); c++) if (L[at + 6 * r + c] !== 0) return false;
  return true;
}

/** Jt_i Jt_j^T. */
export function blockProduct({ rowStart, body, Jt }: BlockRows, i: number, j: number): number {
  let total = 0;
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
    for (let q = rowStart[j]; q < rowStart[j + 1]; q++) {
      if (body[k] !== body[q]) continue;
      const e = 6 * k;
      const f = 6 * q;
      let sum = Jt[e] * Jt[f];
      sum += Jt[e + 1] * Jt[f + 1];
      sum += Jt[e + 2] * Jt[f + 2];
      sum += Jt[e + 3] * Jt[f + 3];
      sum += Jt[e + 4] * Jt[f + 4];
      sum += Jt[e + 5] * Jt[f + 5];
      total += sum;
    }
  return total;
}

/** out = Jt y + C x. */
export function rowSums(rows: BlockRows, x: Float64Array, y: Float64Array, out: Float64Array): void {
  const { rowStart, body, runs, Jt, C } = rows;
  const n = C.length;
  for (let i = 0; i < n; i++) out[i] = C[i] * x[i];
  for (let first = 0; first < n; ) {
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    const end = runs[first];
    for (let s = 0; s < blocks; s++) {
      const at = 6 * body[from + s];
      const y0 = y[at];
      const y1 = y[at + 1];
      const y2 = y[at + 2];
      const y3 = y[at + 3];
      const y4 = y[at + 4];
      const y5 = y[at + 5];
      for (let i = first, j = 6 * (from + s); i < end; i++, j += 6 * blocks) {
        let sum = out[i];
        sum += Jt[j] * y0;
        sum += Jt[j + 1] * y1;
        sum += Jt[j + 2] * y2;
        sum += Jt[j + 3] * y3;
        sum += Jt[j + 4] * y4;
        sum += Jt[j + 5] * y5;
        out[i] = sum;
      }
    }
    first = end;
  }
}

/** y = Jt^T x, six numbers per body. */
export function bodySums({ rowStart, body, runs, Jt, C }: BlockRows, x: Float64Array, y: Float64Array): void {
  const n = C.length;
  y.fill(0);
  for (let first = 0; first < n; ) {
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    const end = runs[first];
    for (let s = 0; s < blocks; s++) {
      const at = 6 * body[from + s];
      let y0 = y[at];
      let y1 = y[at + 1];
      let y2 = y[at + 2];
      let y3 = y[at + 3];
      let y4 = y[at + 4];
      let y5 = y[at + 5];
      for (let i = first, j = 6 * (from + s); i < end; i++, j += 6 * blocks) {
        const xi = x[i];
        y0 += Jt[j] * xi;
        y1 += Jt[j + 1] * xi;
        y2 += Jt[j + 2] * xi;
        y3 += Jt[j + 3] * xi;
        y4 += Jt[j + 4] * xi;
        y5 += Jt[j + 5] * xi;
      }
      y[at] = y0;
      y[at + 1] = y1;
      y[at + 2] = y2;
      y[at + 3] = y3;
      y[at + 4] = y4;
      y[at + 5] = y5;
    }
    first = end;
  }
}

/** At i: the row after the last that touches the bodies of row i, in the same order and each once; i the first of such rows. */
export function findRuns({ rowStart, body }: Pick<BlockRows, 'rowStart' | 'body'>): Int32Array {
  const n = rowStart.length - 1;
  const runs = new Int32Array(n);
  for (let first = 0; first < n; ) {
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    let end = first + 1;
    if (!isRepeated(body, from, blocks))
      while (end < n && rowStart[end + 1] - rowStart[end] === blocks && repeats(body, from, rowStart[end], blocks))
        end++;
    runs[first] = end;
    first = end;
  }
  return runs;
}

/** A body is named twice. */
function isRepeated(body: Int32Array, from: number, blocks: number): boolean {
  for (let s = 1; s < blocks; s++) for (let r = 0; r < s; r++) if (body[from + s] === body[from + r]) return true;
  return false;
}

/** The bodies from `at` are those from `from`. */
function repeats(body: Int32Array, from: number, at: number, blocks: number): boolean {
  for (let s = 0; s < blocks; s++) if (body[at + s] !== body[from + s]) return false;
  return true;
}
