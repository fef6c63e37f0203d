/** The friction on a block that slides in any direction, by every model of PIR Table 1: as a problem, and in closed form. */
import {
  makeContact,
  makeProblem,
  type Problem,
  type SetKind,
  StructuredOperator,
  structureFromBlocks,
} from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';

/** kg, -, m/s, s, m/s^2 */
const [MASS, MU, SPEED, H, G] = [2, 0.5, 1, 1e-4, 9.81]; // so short a step that friction does not stop the slower component
/** Normal impulse of the weight, N s. */
const WEIGHT = MASS * G * H;
/** Feet, level with the centre, so that braking does not tip the block, m. */
const FEET = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;
const AXES = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
] as const;

export interface Model {
  readonly name: string;
  readonly set: SetKind;
  readonly facets: number;
}

/** Slides at `angle` (rad) to the first tangent; fixed sizes are those of the weight. */
function slidingBlock({ set, facets }: Model, angle: number): Problem {
  const velocity = [-G * H, SPEED * Math.cos(angle), SPEED * Math.sin(angle)];
  const blocks = FEET.flatMap(([x, y], foot) =>
    AXES.map((e, k) => ({ row: 3 * foot + k, body: 0, values: [...e, y * e[2], -x * e[2], x * e[1] - y * e[0]] })),
  );
  const Minv = new Float64Array(36);
  for (let k = 0; k < 6; k++) Minv[7 * k] = k < 3 ? 1 / MASS : 6 / MASS;
  const n = 3 * FEET.length;
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(n).fill(1e-7));
  const size = (MU * WEIGHT) / FEET.length;
  const contacts = FEET.map((_, c) =>
    makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: MU, set, facets }),
  );
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    contacts,
    b: Float64Array.from({ length: n }, (_, i) => velocity[i % 3] ?? Number.NaN),
    lo: Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 0 : -size)),
    hi: Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Infinity : size)),
  });
}

/** Friction over mu times the weight: its two components, and what of it is against the motion. */
export interface Force {
  readonly x: number;
  readonly y: number;
  readonly against: number;
}

const FIXED: ReadonlySet<SetKind> = new Set(['box', 'prism', 'cylinder']);

/** The force that `psor` finds, which takes every set by projection. */
export function slidingForce(model: Model, angle: number): Force {
  const p = slidingBlock(model, angle);
  const { x } = solve(p, {
    solver: findSolver('psor'),
    options: { maxIterations: 300, tolerance: 1e-12 },
    pick: 'last',
    ...(FIXED.has(model.set) && { coupling: 0 }),
  });
  const sum = (k: number) => FEET.reduce((total, _, c) => total + (x[3 * c + k] ?? Number.NaN), 0) / (MU * WEIGHT);
  return forceOf(sum(1), sum(2), angle);
}

/** The impulse of the section that brakes most. */
export function closedForce({ set, facets }: Model, angle: number): Force {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (set === 'box' || set === 'pyramid') return forceOf(-sign(c), -sign(s), angle);
  if (set === 'prism' || set === 'polyhedral') {
    const step = (2 * Math.PI) / facets;
    const corner = step * Math.round(angle / step);
    return forceOf(-Math.cos(corner), -Math.sin(corner), angle);
  }
  // w is normal to the relaxed cone: the load grows by mu |w_t|, and the friction with it
  const load = set === 'relaxed-cone' ? (1 + (MU * SPEED) / (G * H)) / (1 + MU * MU) : 1;
  return forceOf(-load * c, -load * s, angle);
}

const sign = (v: number): number => (Math.abs(v) < 1e-12 ? 0 : Math.sign(v));

function forceOf(x: number, y: number, angle: number): Force {
  return { x, y, against: -(x * Math.cos(angle) + y * Math.sin(angle)) };
}

/** Largest braking over least, over all directions, in closed form: sqrt(2), 1/cos(pi/facets), 1. */
export function closedRatio({ set, facets }: Model): number {
  if (set === 'box' || set === 'pyramid') return Math.SQRT2;
  return set === 'prism' || set === 'polyhedral' ? 1 / Math.cos(Math.PI / facets) : 1;
}
