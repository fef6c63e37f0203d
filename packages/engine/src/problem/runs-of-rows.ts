/** Runs of rows that touch the same bodies: mostly those of a contact. Products over them load a body's numbers once. */
import type { Structure } from './structured.ts';

/** At i: the row after the last that touches the bodies of row i, in the same order and each once; i the first of such rows. */
export function findRuns({ rowStart, body }: Pick<Structure, 'rowStart' | 'body'>): Int32Array {
  const n = rowStart.length - 1;
  const runs = new Int32Array(n);
  for (let first = 0; first < n; ) {
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    let end = first + 1;
    if (!isRepeated(body, from, blocks))
      while (
        end < n &&
        rowStart[end + 1] - rowStart[end] === blocks &&
        repeats(body, from, rowStart[end], blocks)
      )
        end++;
    runs[first] = end;
    first = end;
  }
  return runs;
}

/** A body is named twice. */
export function isRepeated(body: Int32Array, from: number, blocks: number): boolean {
  for (let s = 1; s < blocks; s++) for (let r = 0; r < s; r++) if (body[from + s] === body[from + r]) return true;
  return false;
}

/** The bodies from `at` are those from `from`. */
function repeats(body: Int32Array, from: number, at: number, blocks: number): boolean {
  for (let s = 0; s < blocks; s++) if (body[at + s] !== body[from + s]) return false;
  return true;
}
