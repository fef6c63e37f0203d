/** Small problems whose answers are known in closed form; the rows of the conformance matrix. */
import { pointMassCases } from '../../src/problem/examples/point-mass.ts';
import { rodProblem, rodSolution } from '../../src/problem/examples/rod.ts';
import { fromDense } from '../../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../../src/problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../src/problem/structured.ts';

export interface KnownProblem {
  readonly name: string;
  readonly problem: Problem;
  /** The velocities of every solution, m/s. */
  readonly w: readonly number[];
  /** The solution, N s; absent where it is not unique. */
  readonly x?: readonly number[];
}

const G = 9.81; // m/s^2
const H = 0.01; // s

/** A cube of 1 m and `mass` kg, as the diagonal of M^-1. */
function cube(mass: number): number[] {
  const inertia = mass / 6;
  return [1 / mass, 1 / mass, 1 / mass, 1 / inertia, 1 / inertia, 1 / inertia];
}

function massesOf(diagonals: readonly number[][]): Float64Array {
  const Minv = new Float64Array(36 * diagonals.length);
  diagonals.forEach((diagonal, body) => {
    diagonal.forEach((value, k) => {
      Minv[36 * body + 7 * k] = value;
    });
  });
  return Minv;
}

/** Normal row at the corner (sx, sy)/2 of a cube's face; sign +1 where it pushes the cube up, -1 down. */
function corner(row: number, body: number, sx: number, sy: number, sign: 1 | -1) {
  // J = sign (n | r x n), n = z; the height of r takes no part
  return { row, body, values: [0, 0, sign, (sign * sy) / 2, (-sign * sx) / 2, 0] };
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** One cube at rest on four corners: A is singular, the impulses are not unique, the velocities are zero. */
function restingCube(): KnownProblem {
  const structure = structureFromBlocks(
    CORNERS.map(([sx, sy], row) => corner(row, 0, sx, sy, 1)),
    massesOf([cube(2)]),
    new Float64Array(4),
  );
  const problem = makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: new Float64Array(4).fill(-H * G),
    lo: new Float64Array(4),
    hi: new Float64Array(4).fill(Infinity),
  });
  return { name: 'resting cube, redundant', problem, w: [0, 0, 0, 0] };
}

/** Two cubes on each other, compliance 1e-3/kg on each of the eight rows: the load is shared equally by symmetry. */
function twoCubeStack(): KnownProblem {
  const C = 1e-3;
  const blocks = CORNERS.flatMap(([sx, sy], k) => [
    corner(k, 0, sx, sy, 1),
    corner(4 + k, 0, sx, sy, -1),
    corner(4 + k, 1, sx, sy, 1),
  ]);
  const structure = structureFromBlocks(blocks, massesOf([cube(1), cube(1)]), new Float64Array(8).fill(C));
  const problem = makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.of(...CORNERS.map(() => -H * G), 0, 0, 0, 0),
    lo: new Float64Array(8),
    hi: new Float64Array(8).fill(Infinity),
  });
  // v_lower = 4 x - 4 y - h g and v_upper = 4 y - h g: (4 + C) x - 4 y = h g below, -4 x + (8 + C) y = 0 between
  const below = 4 + C;
  const between = 8 + C;
  const y = (4 * H * G) / (below * between - 16);
  const x = (between * y) / 4;
  return { name: 'two-cube stack', problem, w: new Array(8).fill(0), x: [x, x, x, x, y, y, y, y] };
}

/** Three masses in a row on bilateral links, pulled at the end: the tension of each link is what it drags. */
function bilateralChain(): KnownProblem {
  const blocks = [
    { row: 0, body: 0, values: [1, 0, 0, 0, 0, 0] }, // to a fixed point
    { row: 1, body: 0, values: [-1, 0, 0, 0, 0, 0] },
    { row: 1, body: 1, values: [1, 0, 0, 0, 0, 0] },
    { row: 2, body: 1, values: [-1, 0, 0, 0, 0, 0] },
    { row: 2, body: 2, values: [1, 0, 0, 0, 0, 0] },
  ];
  const structure = structureFromBlocks(blocks, massesOf([cube(1), cube(2), cube(4)]), new Float64Array(3));
  const problem = makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.of(0, 0, 3), // only the last mass moves, 3 m/s
    lo: new Float64Array(3).fill(-Infinity),
    hi: new Float64Array(3).fill(Infinity),
  });
  return { name: 'bilateral chain', problem, w: [0, 0, 0], x: [-12, -12, -12] }; // 4 kg * 3 m/s through every link
}

const identity = (n: number, a = 1) =>
  fromDense(
    n,
    Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? a : 0)),
  );

export const knownProblems: KnownProblem[] = [
  { name: 'rod', problem: rodProblem(), w: [0, 0], x: Array.from(rodSolution()) },
  ...pointMassCases({ mass: 2, force: 30, h: H, bound: 0.5, slip: 1.5 })
    .filter(({ energy }) => energy === 0) // the solved ones of Figs. 5 and 6
    .map(({ figure, problem, x, w }) => ({ name: `point mass ${figure}`, problem, w: [w], x: [x] })),
  restingCube(),
  twoCubeStack(),
  bilateralChain(),
  {
    name: 'friction rows that stick, slide up and slide down',
    problem: makeProblem({
      A: identity(3),
      b: Float64Array.of(0.5, -3, 3),
      lo: new Float64Array(3).fill(-1),
      hi: new Float64Array(3).fill(1),
    }),
    w: [0, -2, 2],
    x: [-0.5, 1, -1],
  },
  {
    name: 'equal bounds',
    problem: makeProblem({
      A: fromDense(2, [2, 1, 1, 2]),
      b: Float64Array.of(-1, 0),
      lo: Float64Array.of(0.25, -Infinity),
      hi: Float64Array.of(0.25, Infinity),
    }),
    w: [-0.625, 0],
    x: [0.25, -0.125],
  },
  {
    name: 'mass ratio 1000',
    problem: makeProblem({
      // 1000 kg on 1 kg on the ground: a11 = 1/1, a12 = -1/1, a22 = 1/1 + 1/1000
      A: fromDense(2, [1, -1, -1, 1.001]),
      b: Float64Array.of(-H * G, 0),
      lo: new Float64Array(2),
      hi: new Float64Array(2).fill(Infinity),
    }),
    w: [0, 0],
    x: [1001 * H * G, 1000 * H * G],
  },
];
