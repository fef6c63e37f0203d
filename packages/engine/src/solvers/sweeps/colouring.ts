/**
 * Colours of rows: rows of one colour touch no moving body in common, so that threads can sweep them at the same time.
 * docs/theory/parallel.md (PA1)
 *
 * Consecutive rows over the same bodies (a contact, a joint) stay together as a group; groups take, one after the other, the
 * first colour that none of their bodies has yet. Groups beyond the last colour are swept by one thread alone.
 */
import { isStill } from '../../problem/islands.ts';
import type { StructuredOperator } from '../../problem/structured.ts';

/** A heavy body that thousands of others lie on would need thousands of colours; 31 are the bits of a number. */
export const MOST_COLOURS = 31;

export interface Colouring {
  /** Rows in the order of a sweep: colour by colour, groups in their own order, what has no colour last. */
  readonly order: Int32Array;
  /** Places in `order` where groups begin; one more ends the last. */
  readonly groups: Int32Array;
  /** Places in `groups` where colours begin; one more ends the last. The last colour is not a colour: one thread's work. */
  readonly colours: Int32Array;
}

export function colouring({ structure, L, n }: StructuredOperator): Colouring {
  const { rowStart, body, bodies } = structure;
  const moves = Uint8Array.from({ length: bodies }, (_, k) => (isStill(L, k) ? 0 : 1));
  const taken = new Int32Array(bodies); // bits of the colours that a body has
  const colourOf: number[] = [];
  const firstRow: number[] = [];
  for (let i = 0; i < n; ) {
    let end = i + 1;
    while (end < n && sameBodies(rowStart, body, i, end)) end++;
    let used = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (moves[body[k]] === 1) used |= taken[body[k]];
    const colour = lowestZero(used);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (colour < MOST_COLOURS) taken[body[k]] |= 1 << colour;
    firstRow.push(i);
    colourOf.push(colour);
    i = end;
  }
  return sorted(n, firstRow, colourOf);
}

/** Number of the lowest bit that is zero, MOST_COLOURS where none is. */
function lowestZero(bits: number): number {
  for (let k = 0; k < MOST_COLOURS; k++) if (((bits >> k) & 1) === 0) return k;
  return MOST_COLOURS;
}

function sorted(n: number, firstRow: readonly number[], colourOf: readonly number[]): Colouring {
  const count = colourOf.reduce((most, colour) => (colour < MOST_COLOURS ? Math.max(most, colour + 1) : most), 0) + 1;
  const slot = (colour: number) => (colour < MOST_COLOURS ? colour : count - 1);
  const colours = new Int32Array(count + 1);
  for (const colour of colourOf) colours[slot(colour) + 1]++;
  for (let c = 0; c < count; c++) colours[c + 1] += colours[c];
  const next = colours.slice();
  const place = new Int32Array(firstRow.length);
  colourOf.forEach((colour, g) => {
    place[next[slot(colour)]++] = g;
  });
  const order = new Int32Array(n);
  const groups = new Int32Array(firstRow.length + 1);
  let at = 0;
  place.forEach((g, k) => {
    groups[k] = at;
    const end = g + 1 < firstRow.length ? firstRow[g + 1] : n;
    for (let row = firstRow[g]; row < end; row++) order[at++] = row;
  });
  groups[firstRow.length] = at;
  return { order, groups, colours };
}

function sameBodies(rowStart: Int32Array, body: Int32Array, i: number, j: number): boolean {
  const size = rowStart[i + 1] - rowStart[i];
  if (rowStart[j + 1] - rowStart[j] !== size) return false;
  for (let k = 0; k < size; k++) if (body[rowStart[i] + k] !== body[rowStart[j] + k]) return false;
  return true;
}

/** First rows of each thread's share of each colour, (threads + 1) numbers a colour; cut between groups. */
export function shares({ groups, colours }: Colouring, threads: number): Int32Array {
  const count = colours.length - 1;
  const cuts = new Int32Array(count * (threads + 1));
  for (let c = 0; c < count; c++)
    for (let t = 0; t <= threads; t++) {
      const alone = c === count - 1 && t > 0; // the last is for thread 0 alone
      const size = colours[c + 1] - colours[c];
      const group = colours[c] + (alone ? size : Math.floor((size * t) / threads));
      cuts[c * (threads + 1) + t] = groups[group];
    }
  return cuts;
}
