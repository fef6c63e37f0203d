/**
 * The rod of EPTK19 Sec. 5.1 and Fig. 7: two frictionless contacts at its ends, a moment about its centre.
 * docs/theory/error-measures.md#the-rod has its closed form, docs/papers.md what the paper prints.
 */
import { makeProblem, type Problem } from '../problem.ts';
import { StructuredOperator, structureFromBlocks } from '../structured.ts';

export const ROD = {
  /** kg */ mass: 4,
  /** m */ length: 1.5,
  /** N m, about x */ moment: 20,
  /** m/s^2 */ gravity: 9.81,
  /** s */ h: 0.01,
  /** kg m^2, about the rod's own axis: small, and without effect on the answer */ axial: 1e-4,
} as const;

/** The MLCP of the first step, from J, M^-1 and the applied forces (EPTK19 Eq. (25)). */
export function rodProblem(): Problem {
  const { mass, length, moment, gravity, h, axial } = ROD;
  const inertia = (mass * length * length) / 12; // kg m^2
  const Minv = new Float64Array(36);
  const inverse = [1 / mass, 1 / mass, 1 / mass, 1 / inertia, 1 / axial, 1 / inertia];
  inverse.forEach((value, k) => {
    Minv[7 * k] = value;
  });
  const J = [
    { row: 0, body: 0, values: [0, 0, 1, -length / 2, 0, 0] },
    { row: 1, body: 0, values: [0, 0, 1, length / 2, 0, 0] },
  ];
  const structure = structureFromBlocks(J, Minv, new Float64Array(2));
  // b = J v*, v* = h M^-1 f: the fall, and the spin that the moment gives
  const fall = -h * gravity;
  const spin = (h * moment) / inertia;
  return makeProblem({
    title: 'rod on a plane, EPTK19 Sec. 5.1',
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.of(fall - (length / 2) * spin, fall + (length / 2) * spin),
    lo: Float64Array.of(0, 0),
    hi: Float64Array.of(Infinity, Infinity),
    unit: ['linear', 'linear'],
    kind: ['normal', 'normal'],
    names: ['normal at end 1', 'normal at end 2'],
    h,
  });
}

/** x = -A^-1 b with A = (4 -2; -2 4)/m: both contacts hold, w = 0; N s. */
export function rodSolution(): Float64Array {
  const { mass, length, moment, gravity, h } = ROD;
  const half = (h * mass * gravity) / 2; // each end carries half the weight ...
  const lever = (h * moment) / length; // ... and the moment shifts it from one end to the other
  return Float64Array.of(half + lever, half - lever);
}
