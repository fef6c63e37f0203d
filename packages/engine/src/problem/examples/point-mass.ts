/**
 * The point mass of EPTK19 Figs. 5 and 6: one row, four contact cases and two sliding cases, each with the iterate
 * that the figure shows and its energy error in closed form.   docs/theory/error-measures.md#the-point-mass
 */
import { fromTriplets } from '../explicit.ts';
import { makeProblem, type Problem } from '../problem.ts';

export interface PointMassCase {
  /** Figure of the paper: 5(a) to 5(d), 6(a), 6(b). */
  readonly figure: '5a' | '5b' | '5c' | '5d' | '6a' | '6b';
  readonly problem: Problem;
  /** The iterate of the figure, N s. */
  readonly x: number;
  /** Its velocity A x + b, m/s. */
  readonly w: number;
  /** Its energy error, J. */
  readonly energy: number;
}

export interface PointMassParameters {
  /** kg, > 0 */ readonly mass: number;
  /** Magnitude of the applied force, N, > 0: downwards in 5(a), (b), upwards in (c), (d). */ readonly force: number;
  /** s, > 0 */ readonly h: number;
  /** Friction bound of the sliding cases, N s, > 0. */ readonly bound: number;
  /** Velocity without friction of the sliding cases, m/s; slides while mass * slip > bound. */ readonly slip: number;
}

export function pointMassCases({ mass, force, h, bound, slip }: PointMassParameters): PointMassCase[] {
  const down = onePoint('pressed down', mass, (-h * force) / mass, 0, Infinity);
  const up = onePoint('pulled up', mass, (h * force) / mass, 0, Infinity);
  const sliding = onePoint('sliding', mass, slip, -bound, bound);
  const kinetic = square(h * force) / (2 * mass); // of the velocity that the force gives in a step
  return [
    { figure: '5a', problem: down, x: h * force, w: 0, energy: 0 },
    { figure: '5b', problem: down, x: 0, w: (-h * force) / mass, energy: kinetic },
    { figure: '5c', problem: up, x: -h * force, w: 0, energy: kinetic },
    { figure: '5d', problem: up, x: 0, w: (h * force) / mass, energy: 0 },
    { figure: '6a', problem: sliding, x: -bound, w: slip - bound / mass, energy: 0 },
    // at half the bound: the cheaper of stopping the mass and adding the missing half
    {
      figure: '6b',
      problem: sliding,
      x: -bound / 2,
      w: slip - bound / (2 * mass),
      energy: Math.min(0.5 * mass * square(slip - bound / (2 * mass)), square(bound / 2) / (2 * mass)),
    },
  ];
}

function square(v: number): number {
  return v * v;
}

function onePoint(title: string, mass: number, b: number, lo: number, hi: number): Problem {
  return makeProblem({
    title: `point mass, ${title}`,
    A: fromTriplets(1, { i: [0], j: [0], values: [1 / mass] }),
    b: Float64Array.of(b),
    lo: Float64Array.of(lo),
    hi: Float64Array.of(hi),
    unit: ['linear'],
    kind: [lo === 0 ? 'normal' : 'friction'],
  });
}
