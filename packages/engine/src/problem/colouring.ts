/**
 * Colours of rows: rows of one colour have no body in common, so that threads can sweep them at the same time and a single
 * sweep need not wait for itself.   docs/theory/parallel.md (PA1)
 *
 * Consecutive rows over the same bodies (a contact, a joint) stay together as a group; groups take, one after the other, the
 * first colour that none of their bodies has yet. Groups that find no free colour come last.
 */
import { sameBodies, stillBodies } from './bodies-of-rows.ts';
import type { Structure, StructuredOperator } from './structured.ts';

/** A heavy body that thousands of others lie on would need thousands of colours; 31 are the bits of a number. */
const MOST_COLOURS = 31;

/** Sorts rows by colour; memory is kept from one problem to the next. */
export class ColourOrder {
  /** First places of the colours in the order, of those without a colour, and the number of rows. */
  readonly first = new Int32Array(MOST_COLOURS + 2);
  private order = new Int32Array(0);
  private colour = new Uint8Array(0);
  /** Bits of the colours that a body has. */
  private taken = new Int32Array(0);

  /**
   * Rows colour by colour, groups in their own order; valid until the next call.
   * @param still 1 for bodies that rows of one colour may share
   */
  of({ rowStart, body, bodies }: Structure, still?: Uint8Array): Int32Array {
    const n = rowStart.length - 1;
    if (this.order.length !== n) [this.order, this.colour] = [new Int32Array(n), new Uint8Array(n)];
    if (this.taken.length !== bodies) this.taken = new Int32Array(bodies);
    const { order, colour, taken, first } = this;
    taken.fill(0);
    first.fill(0);
    for (let i = 0; i < n; i++) {
      if (i > 0 && sameBodies(rowStart, body, i - 1, i)) colour[i] = colour[i - 1];
      else {
        let used = 0;
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (!still?.[body[k]]) used |= taken[body[k]];
        const free = ~used & 0x7fffffff;
        const lowest = free === 0 ? MOST_COLOURS : 31 - Math.clz32(free & -free);
        if (free !== 0) for (let k = rowStart[i]; k < rowStart[i + 1]; k++) taken[body[k]] |= 1 << lowest;
        colour[i] = lowest;
      }
      first[colour[i] + 1]++;
    }
    for (let c = 1; c < first.length; c++) first[c] += first[c - 1];
    for (let i = 0; i < n; i++) order[first[colour[i]]++] = i; // moves each first place to that of the next colour
    first.copyWithin(1, 0);
    first[0] = 0;
    return order;
  }
}

export interface Colouring {
  /** Rows in the order of a sweep: colour by colour, groups in their own order, those without a colour last. */
  readonly order: Int32Array;
  /** Places in `order` where groups begin; one more ends the last. */
  readonly groups: Int32Array;
  /** Places in `groups` where colours begin; one more ends the last. The last holds groups without a colour: one thread sweeps them. */
  readonly colours: Int32Array;
}

/** The colours of A's rows for threads: bodies that do not move may be shared. */
export function colouring({ structure, L, n }: StructuredOperator): Colouring {
  const { rowStart, body, bodies } = structure;
  const colours = new ColourOrder();
  const order = colours.of(structure, stillBodies(L, bodies));
  const groups: number[] = [];
  const groupsBefore = new Int32Array(n + 1); // each place of `order`
  for (let k = 0; k < n; k++) {
    const goes = k > 0 && order[k] === order[k - 1] + 1 && sameBodies(rowStart, body, order[k - 1], order[k]);
    groupsBefore[k] = groups.length;
    if (!goes) groups.push(k);
  }
  groupsBefore[n] = groups.length;
  const starts: number[] = [];
  for (let c = 0; c < MOST_COLOURS && (c === 0 || colours.first[c] < colours.first[MOST_COLOURS]); c++)
    starts.push(groupsBefore[colours.first[c]]);
  if (colours.first[MOST_COLOURS] === 0) starts.length = 0; // no row has a colour
  starts.push(groupsBefore[colours.first[MOST_COLOURS]], groups.length);
  return { order, groups: Int32Array.from([...groups, n]), colours: Int32Array.from(starts) };
}

/** First rows of each thread's share of each colour, (threads + 1) numbers per colour; cut between groups. */
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
