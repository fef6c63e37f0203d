/**
 * Proximal points of Coulomb's cones: contacts that yield about the last answer, ever less.   docs/theory/newton-cone.md (CN7)
 *
 *   w + f a (x - c) in place of w;   solved:  c <- x + (x - c)/2, f smaller;   not solved:  f larger, from the same c
 */

/** What proximal points need of the solve: its iterate, and Newton steps of the yielding problem. */
interface Steps {
  readonly v: Record<'x' | 'w', Float64Array>;
  readonly es: number;
  soften(x: Float64Array, w: Float64Array, f: number, centre: Float64Array): number;
  yieldingStep(f: number, centre: Float64Array, last: number): number;
}

const FIRST = 1e-2;
/** No more: nothing moves any longer. */
const MOST = 1e6;
/** Newton steps of one solve, fewer if a step does not lower the energy. */
const STEPS = 10;
/** Energy error at which a yielding problem counts as solved, as a part of es. */
const SOLVED = 1e-12;
/** f is multiplied by this after a solve of so many steps, and after none. */
const DOWN = { quick: 0.1, quickSteps: 3, fair: 0.3, fairSteps: 6 } as const;
const UP = 4;
/** After a failure f falls at most by half, in the next solve by a quarter, and so on. */
const CAUTION = 0.5;
/** Over-relaxation of the centre. */
const BEYOND = 0.5;

export class ConeProximal {
  private steps!: Steps;
  private centre: Float64Array = new Float64Array(0);
  private f = FIRST;
  private caution = 0;

  begin(steps: Steps, from: Float64Array): void {
    this.steps = steps;
    this.f = FIRST;
    this.caution = 0;
    if (this.centre.length !== from.length) this.centre = new Float64Array(from.length);
    this.centre.set(from);
  }

  /** One solve, whose end is in x; w is to be found anew. False if no f is left to try. */
  next(): boolean {
    const { steps, centre, f } = this;
    const { x, w } = steps.v;
    let energy = steps.soften(x, w, f, centre);
    let count = 0;
    let solved = false;
    while (!solved && count < STEPS) {
      count++;
      const next = steps.yieldingStep(f, centre, energy);
      if (!(next < energy)) break;
      energy = next;
      solved = energy <= SOLVED * steps.es;
    }
    this.move(solved, count);
    return this.f <= MOST;
  }

  /** After a failure the next solve starts from the centre: the caller's x is put there. */
  private move(solved: boolean, count: number): void {
    const { centre } = this;
    const { x } = this.steps.v;
    if (!solved) {
      this.f *= UP;
      this.caution = CAUTION;
      x.set(centre);
      return;
    }
    for (let i = 0; i < x.length; i++) centre[i] = x[i] + BEYOND * (x[i] - centre[i]);
    const down = count <= DOWN.quickSteps ? DOWN.quick : count <= DOWN.fairSteps ? DOWN.fair : 1;
    this.f *= Math.max(down, this.caution);
    this.caution *= 0.5;
  }
}
