/** Friction bounds that a solver updates itself, between its phases.   docs/theory/complementarity.md (C5), (C8) */

import { setFrictionBounds } from '../../problem/friction-bounds.ts';
import { choice } from '../../problem/option-specs.ts';
import { type Problem, withBounds } from '../../problem/problem.ts';

/** The option of such a solver; `solve` sets it to `stored` if the coupling is 0. */
export const boundsOption = choice(
  'updated',
  ['updated', 'stored'],
  'friction bounds from the normals before every phase after the first, or those of the problem (coupling 0)',
);

export type BoundsChoice = (typeof boundsOption.choices)[number];

export class MovingBounds {
  /** The problem between the current bounds: the same object from phase to phase. */
  readonly p: Problem;
  /** Different bounds so far, the first included. */
  count = 1;
  private readonly moves: boolean;
  private readonly lo: Float64Array;
  private readonly hi: Float64Array;

  constructor(p: Problem, choice: BoundsChoice) {
    this.moves = choice === 'updated' && p.contacts.length > 0;
    this.p = this.moves ? withBounds(p, p.lo.slice(), p.hi.slice()) : p;
    this.lo = this.moves ? p.lo.slice() : p.lo;
    this.hi = this.moves ? p.hi.slice() : p.hi;
  }

  /** (C5) with the normals of x, if that moves a bound by an energy a d^2/2 of more than `least`, J; false if all stay. */
  update(x: Float64Array, least: number): boolean {
    if (!this.moves) return false;
    const { p, lo, hi } = this;
    const a = p.A.diagonal;
    setFrictionBounds(p, x, lo, hi);
    let most = 0;
    for (let i = 0; i < p.n; i++) {
      const below = lo[i] === p.lo[i] ? 0 : lo[i] - p.lo[i]; // infinite bounds stay
      const above = hi[i] === p.hi[i] ? 0 : hi[i] - p.hi[i];
      most = Math.max(most, 0.5 * a[i] * below * below, 0.5 * a[i] * above * above);
    }
    if (!(most > least)) return false;
    p.lo.set(lo);
    p.hi.set(hi);
    this.count++;
    return true;
  }
}
