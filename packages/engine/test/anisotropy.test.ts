/**
 * A box that slides: pushed in different directions over the same floor, each friction model of PIR Table 1 brakes it by its own
 * closed form, with every solver that takes it.   docs/theory/friction-models.md (FM1), (FM4)
 */
import { describe, expect, test } from 'vitest';
import { cos, PI, sin } from '../src/linalg/elementary.ts';
import { referenceEnergy } from '../src/measures/relative-energy.ts';
import { makeContact, makeProblem, type Problem } from '../src/problem/problem.ts';
import { isFixed } from '../src/problem/sets/models.ts';
import type { SetKind } from '../src/problem/sets/set.ts';
import { StructuredOperator, structureFromBlocks } from '../src/problem/structured.ts';
import { type AnySolver, findSolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';

const [MASS, MU, SPEED, H, G] = [2, 0.5, 1, 0.01, 9.81]; // kg, -, m/s, s, m/s^2
const POINTS = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const; // m, level with the centre, so that braking does not tip the box
/** Normal impulse of the weight, N s. */
const WEIGHT = MASS * G * H;

/** A box that slides at `angle` to the first tangent; four contacts of three rows. */
function slidingBox(set: SetKind, facets: number, angle: number): Problem {
  const axes = [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const velocity = [SPEED * cos(angle), SPEED * sin(angle), -G * H];
  const blocks = POINTS.flatMap(([x, y], point) =>
    axes.map((e, k) => ({ row: 3 * point + k, body: 0, values: [...e, y * e[2], -x * e[2], x * e[1] - y * e[0]] })),
  );
  const Minv = new Float64Array(36);
  for (let k = 0; k < 6; k++) Minv[7 * k] = k < 3 ? 1 / MASS : 6 / MASS;
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(12).fill(1e-7));
  const size = set === 'none' ? 0 : (MU * WEIGHT) / 4; // what the load of a corner allows
  const contacts = POINTS.map((_, c) =>
    makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: set === 'none' ? 0 : MU, set, facets }),
  );
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    contacts,
    b: Float64Array.from({ length: 12 }, (_, i) => velocity[(i + 2) % 3]),
    lo: Float64Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 0 : -size)),
    hi: Float64Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? Infinity : size)),
  });
}

/** Friction impulse on the box: of all that its section allows, the one that brakes most. */
function braking(set: SetKind, facets: number, angle: number): [number, number] {
  const r = MU * WEIGHT;
  const [c, s] = [cos(angle), sin(angle)];
  switch (set) {
    case 'none':
      return [0, 0];
    case 'box':
    case 'pyramid':
      return [-r * Math.sign(c), Math.abs(s) < 1e-12 ? 0 : -r * Math.sign(s)];
    case 'prism':
    case 'polyhedral':
      return corner(r, facets, angle);
    case 'relaxed-cone': {
      // w is normal to the cone, w_n = mu |w_t|: N = m (g h + mu |w_t|) with |w_t| = v - mu N/m
      const N = (MASS * (G * H + MU * SPEED)) / (1 + MU * MU);
      return [-MU * N * c, -MU * N * s];
    }
    default:
      return [-r * c, -r * s];
  }
}

/** The corner that points most against the motion; between two that do equally, the middle of their side. */
function corner(r: number, facets: number, angle: number): [number, number] {
  const place = (angle * facets) / (2 * PI);
  const near =
    Math.abs(place - Math.floor(place) - 0.5) < 1e-9 ? [Math.floor(place), Math.ceil(place)] : [Math.round(place)];
  const at = near.map((j) => (2 * PI * j) / facets);
  const mean = (f: (v: number) => number) => at.reduce((sum, v) => sum + f(v) / at.length, 0);
  return [-r * mean(cos), -r * mean(sin)];
}

const ANGLES = [0, 15, 30, 45]; // degrees
const MODELS: readonly [SetKind, number][] = [
  ...(['none', 'box', 'pyramid'] as const).map((set): [SetKind, number] => [set, 4]),
  ...[4, 8, 16].flatMap((facets): [SetKind, number][] => [
    ['prism', facets],
    ['polyhedral', facets],
  ]),
  ...(['cylinder', 'cone', 'relaxed-cone'] as const).map((set): [SetKind, number] => [set, 4]),
];

/** Sets of fixed size keep that of the load; the others find their own. */
const held = (solver: AnySolver, set: SetKind) => (isFixed(set) && !solver.ownBounds ? { coupling: 0 } : {});

function force(solver: AnySolver, p: Problem, set: SetKind): [number, number] {
  const options = 'maxIterations' in solver.options && solver.family !== 'direct' ? { maxIterations: 3000 } : {};
  const tolerance = solver.family === 'direct' ? {} : { tolerance: 1e-16 * referenceEnergy(p) };
  const { x } = solve(p, { solver, options, ...tolerance, ...held(solver, set) });
  const sum = (k: number) => POINTS.reduce((total, _, c) => total + x[3 * c + k], 0);
  return [sum(1), sum(2)];
}

describe.each(MODELS)('%s, %i facets', (set, facets) => {
  const able = solvers.filter(({ accepts, maxRows = Infinity }) => accepts.includes(set) && maxRows >= 12);
  test(`is solved by at least one solver: ${able.map(({ name }) => name).join(', ')}`, () => {
    expect(able.length).toBeGreaterThan(0);
  });
  for (const solver of able)
    test(`${solver.name} brakes the box by the closed form in every direction`, () => {
      for (const degrees of ANGLES) {
        const angle = (degrees * PI) / 180;
        const expected = braking(set, facets, angle);
        const found = force(solver, slidingBox(set, facets, angle), set);
        for (let k = 0; k < 2; k++)
          expect(Math.abs(found[k] - expected[k]), `${degrees} degrees: ${found}, not ${expected}`).toBeLessThan(
            1e-5 * WEIGHT,
          );
      }
    });
});

/** Friction against the motion as a part of mu times the weight, as `auto` finds it. */
function share(set: SetKind, facets: number, degrees: number): number {
  const angle = (degrees * PI) / 180;
  const [x, y] = force(findSolver('auto'), slidingBox(set, facets, angle), set);
  return -(x * cos(angle) + y * sin(angle)) / (MU * WEIGHT);
}

test('against the motion the disc brakes alike in every direction, with mu times the weight', () => {
  for (const degrees of ANGLES) expect(share('cone', 4, degrees)).toBeCloseTo(1, 5);
});

test('at 45 degrees the pyramid brakes with sqrt 2 of it, a square on its corner with 1/sqrt 2', () => {
  expect(share('pyramid', 4, 45)).toBeCloseTo(Math.SQRT2, 5);
  expect(share('polyhedral', 4, 45)).toBeCloseTo(Math.SQRT1_2, 5);
});

test('a polygon brakes with at least cos(pi/facets) of the disc: 0.71, 0.92 and 0.98 for 4, 8 and 16 facets', () => {
  for (const [facets, least] of [
    [4, Math.SQRT1_2 - 1e-5],
    [8, 0.9238],
    [16, 0.9807],
  ])
    for (const degrees of ANGLES) {
      expect(share('polyhedral', facets, degrees)).toBeGreaterThan(least);
      expect(share('polyhedral', facets, degrees)).toBeLessThan(1 + 1e-5);
    }
});
