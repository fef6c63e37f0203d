/**
 * Rows of contacts, J L, and products with it.   docs/theory/contact-rows.md (CR2), docs/theory/complementarity.md (C9)
 *
 *   J_d = (-d, -r_A x d | d, r_B x d),   b = g + J v*,   drift: J v* of the bodies that impulses move
 *
 * Twins of ../wasm/jacobian.ts.
 */
import {
  type BlockRows,
  scaleRows as scaled,
  bodySums as sumsOfBodies,
  rowSums as sumsOfRows,
} from '../../linalg/block-rows.ts';
import { CONTACT_ROWS, FRAME, JACOBIAN, TOUCH, TOUCHED } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

/** J, b, C and drift of the rows of every contact. */
export function writeContacts({ F, I }: Memory, t: Table<typeof CONTACT_ROWS>): void {
  const velocity = I[t + CONTACT_ROWS.velocity];
  const J = I[t + CONTACT_ROWS.J];
  const b = I[t + CONTACT_ROWS.b];
  const C = I[t + CONTACT_ROWS.C];
  const drift = I[t + CONTACT_ROWS.drift];
  const six = new Float64Array(6);
  for (let i = 0; i < I[t + CONTACT_ROWS.count]; i++) {
    const q = I[t + CONTACT_ROWS.touched] + TOUCHED.size * i;
    const touch = I[t + CONTACT_ROWS.touches] + TOUCH.size * i;
    const frame = I[t + CONTACT_ROWS.frames] + FRAME.size * I[q + TOUCHED.point];
    let block = I[q + TOUCHED.block];
    for (let k = 0; k < I[q + TOUCHED.rows]; k++) {
      const row = I[q + TOUCHED.row] + k;
      F[b + row] = F[touch + TOUCH.g + k];
      F[C + row] = F[touch + TOUCH.C + (k === 0 ? 0 : 1)];
      F[drift + row] = 0;
      for (let end = 0; end < 2; end++) {
        // the tangents follow the normal, B follows A
        setBlock(F, frame + FRAME.normal + 3 * k, end === 0 ? -1 : 1, frame + FRAME.arms + 3 * end, six);
        const v = velocity + 6 * I[q + TOUCHED.a + end];
        let along = six[0] * F[v];
        for (let c = 1; c < 6; c++) along += six[c] * F[v + c];
        F[b + row] += along;
        if (I[q + TOUCHED.slotA + end] < 0) continue;
        F[drift + row] += along;
        F.set(six, J + 6 * block++);
      }
    }
  }
}

/** (s d, r x s d), s: sign. */
function setBlock(F: Float64Array, d: number, sign: number, r: number, out: Float64Array): void {
  const x = sign * F[d];
  const y = sign * F[d + 1];
  const z = sign * F[d + 2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = F[r + 1] * z - F[r + 2] * y;
  out[4] = F[r + 2] * x - F[r] * z;
  out[5] = F[r] * y - F[r + 1] * x;
}

/** The arrays that a table names. */
function rowsOf({ F, I }: Memory, t: Table<typeof JACOBIAN>): BlockRows {
  const place = (name: keyof typeof JACOBIAN) => I[t + JACOBIAN[name]];
  const n = place('n');
  const rowStart = I.subarray(place('rowStart'), place('rowStart') + n + 1);
  const blocks = rowStart[n];
  const numbers = (name: keyof typeof JACOBIAN, length: number) => F.subarray(place(name), place(name) + length);
  return {
    rowStart,
    body: I.subarray(place('body'), place('body') + blocks),
    runs: I.subarray(place('runs'), place('runs') + n),
    L: numbers('L', 36 * place('bodies')),
    Jt: numbers('Jt', 6 * blocks),
    C: numbers('C', n),
    diagonal: numbers('diagonal', n),
  };
}

const from = ({ F, I }: Memory, t: Table<typeof JACOBIAN>, name: keyof typeof JACOBIAN, length: number): Float64Array =>
  F.subarray(I[t + JACOBIAN[name]], I[t + JACOBIAN[name]] + length);

/** Jt = J L and the diagonal of A. */
export function scaleRows(memory: Memory, t: Table<typeof JACOBIAN>): void {
  const rows = rowsOf(memory, t);
  scaled(rows, from(memory, t, 'J', rows.Jt.length));
}

/** y = Jt^T x, six numbers per body. */
export function bodySums(memory: Memory, t: Table<typeof JACOBIAN>): void {
  const rows = rowsOf(memory, t);
  const y = from(memory, t, 'y', rows.L.length / 6);
  sumsOfBodies(rows, from(memory, t, 'x', rows.C.length), y);
}

/** product = Jt y + C x. */
export function rowSums(memory: Memory, t: Table<typeof JACOBIAN>): void {
  const rows = rowsOf(memory, t);
  const n = rows.C.length;
  sumsOfRows(rows, from(memory, t, 'x', n), from(memory, t, 'y', rows.L.length / 6), from(memory, t, 'product', n));
}
