/** Which friction model a contact gets, and what its rows, bounds and anchors are; models that few solvers take are looked at as problems. */
import { expect, test } from 'vitest';
import { ContractError } from '../checks/errors.ts';
import { box, plane, sphere } from '../collision/shapes/shapes.ts';
import type { StepSolver } from '../dynamics/state/step-parts.ts';
import type { WorldSettings } from '../dynamics/world/settings.ts';
import { World } from '../dynamics/world/world.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { readProblem } from '../problem/read-json.ts';
import { SET_KINDS, type SetKind } from '../problem/sets/set.ts';
import { writeProblem } from '../problem/write-json.ts';
import { createWorld } from '../simulate.ts';
import { solvers } from '../solvers/registry.ts';
import { combine, type MaterialOptions, makeMaterial } from './material.ts';

const G = 9.81;
const MASS = 10; // kg

/** Answers every problem with the same impulses, whatever its sets: normals carry the weight, tangents pull along (1, 1). */
function stubbornSolver(tangent: number): StepSolver {
  return {
    solve: ({ n, contacts, lo, hi }) => {
      const x = new Float64Array(n);
      for (const { normal, tangents } of contacts) {
        x[normal] = (MASS * G) / 60 / contacts.length;
        for (const t of tangents) x[t] = tangent;
      }
      const bounds = hi.slice();
      for (const { normal, tangents, mu } of contacts) for (const t of tangents) bounds[t] = mu * x[normal];
      const iterations = { direct: 1, iterative: 0, coupling: 1, total: 1 };
      return { x, lo: lo.slice(), hi: bounds, status: 'converged', iterations, timeMs: undefined };
    },
    release: () => {},
  };
}

function ballOnFloor(settings: WorldSettings, material: MaterialOptions, solver: StepSolver): World {
  const world = new World({ ...settings }, solver);
  world.addBody({ name: 'floor', motion: 'static', shape: plane() });
  world.addBody({ name: 'ball', shape: sphere(0.1), mass: MASS, position: [0, 0, 0.1], material });
  return world;
}

test('contacts have the model of the world unless a material names one', () => {
  for (const frictionModel of SET_KINDS) {
    if (frictionModel === 'none') continue;
    const world = ballOnFloor({ frictionModel, facets: 12 }, {}, stubbornSolver(0));
    world.step();
    expect(world.problem()?.contacts[0]).toMatchObject({ set: frictionModel, facets: 12, mu: 0.5, tangents: [1, 2] });
    const own = ballOnFloor({ frictionModel: 'cone' }, { frictionModel, facets: 6 }, stubbornSolver(0));
    own.step();
    expect(own.problem()?.contacts[0]).toMatchObject({ set: frictionModel, facets: 6 });
  }
});

test('of two models none counts, else the later in the list; of two numbers of facets the larger', () => {
  const of = (a: SetKind | undefined, b: SetKind | undefined, facets: readonly (number | undefined)[] = []) =>
    combine(
      makeMaterial({ frictionModel: a, facets: facets[0] }, 'a'),
      makeMaterial({ frictionModel: b, facets: facets[1] }, 'b'),
      { frictionModel: 'pyramid', facets: 16 },
    ).law;
  for (const [p, a] of SET_KINDS.entries()) {
    expect(of(a, undefined).set).toBe(a);
    for (const [q, b] of SET_KINDS.entries()) {
      expect(of(a, b).set).toBe(p === 0 || q === 0 ? 'none' : SET_KINDS[Math.max(p, q)]);
      expect(of(b, a)).toEqual(of(a, b));
    }
  }
  expect(of(undefined, undefined)).toMatchObject({ set: 'pyramid', facets: 16 });
  expect(of('prism', 'prism', [4, undefined]).facets).toBe(4);
  expect(of('prism', 'prism', [4, 6]).facets).toBe(6);
});

test('rolling and spinning friction of two surfaces are the larger, friction the geometric mean', () => {
  const a = makeMaterial({ friction: 0.2, rollingFriction: 0.01 }, 'a');
  const b = makeMaterial({ friction: 0.8, spinningFriction: 0.02 }, 'b');
  const { law, rows } = combine(a, b);
  expect(law.mu).toBeCloseTo(0.4, 15);
  expect([law.muRolling, law.muSpinning, rows]).toEqual([0.01, 0.02, 6]);
});

test.each([
  [{ rollingFriction: -1 }, 'rollingFriction: expected a length >= 0 in m, found -1'],
  [{ spinningFriction: Number.NaN }, 'spinningFriction: expected a length >= 0 in m'],
  [{ frictionModel: 'cones' as SetKind }, 'frictionModel: expected none or box or pyramid'],
  [{ facets: 5 }, 'facets: expected an even number of sides from 4 to 256, found 5'],
])('a material that cannot be is told: %o', (material, sentence) => {
  expect(() => makeMaterial(material, 'body ball')).toThrow(ContractError);
  expect(() => makeMaterial(material, 'body ball')).toThrow(`body ball: material.${sentence}`);
});

test.each([
  [{ frictionModel: 'disc' as SetKind }, 'world: frictionModel: expected none or box'],
  [{ facets: 3 }, 'world: facets: expected an even number'],
  [{ contactForm: 'stiff' as 'rigid' }, 'world: contactForm: expected compliant or rigid, found "stiff"'],
  [{ overlapRecovery: 0 }, 'world: overlapRecovery: expected a share > 0, at most 1, found 0'],
])('a world that cannot be is told: %o', (settings, sentence) => {
  expect(() => createWorld(settings)).toThrow(sentence);
});

test('without friction a contact is one row, which every solver takes; a box on a slope then slides with g sin', () => {
  const tilt = 0.3;
  for (const solver of solvers) {
    const world = createWorld({ gravity: [G * sin(tilt), 0, -G * cos(tilt)], frictionModel: 'none' }, { solver });
    world.addBody({ motion: 'static', shape: plane() });
    const crate = world.addBody({ name: 'crate', shape: box(0.25, 0.25, 0.25), mass: MASS, position: [0, 0, 0.25] });
    for (let k = 0; k < 30; k++) expect(world.step().ledger.closed, solver.name).toBe(true);
    expect(world.problem()?.n, solver.name).toBe(4);
    expect(crate.velocity[0], solver.name).toBeCloseTo(0.5 * G * sin(tilt), 9);
    expect(world.contacts.every(({ tangentForce }) => tangentForce[0] === 0 && tangentForce[1] === 0)).toBe(true);
  }
});

test('surfaces with and without friction stand side by side, and survive a snapshot', () => {
  const make = () => {
    const world = createWorld({ gravity: [1, 0, -G] });
    world.addBody({ motion: 'static', shape: plane() });
    const ice = { frictionModel: 'none' as const };
    world.addBody({ name: 'ice', shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.1], material: ice });
    world.addBody({ name: 'wood', shape: box(0.1, 0.1, 0.1), position: [0, 1, 0.1] });
    const material = { ...ice, rollingFriction: 0.01, spinningFriction: 0.01 };
    world.addBody({ name: 'ball', shape: sphere(0.1), position: [0, 2, 0.1], angularVelocity: [0, 3, 1], material });
    return world;
  };
  const world = make();
  for (let k = 0; k < 30; k++) world.step();
  const snapshot = world.snapshot();
  for (let k = 0; k < 30; k++) world.step();
  expect(world.problem()?.n).toBe(4 + 12 + 4);
  expect(world.body('ice').velocity[0]).toBeCloseTo(1, 9);
  expect(Math.abs(world.body('wood').velocity[0])).toBeLessThan(1e-9);
  expect(world.body('ball').velocity[0]).toBeCloseTo(1, 9);
  expect(Math.abs(world.body('ball').angularVelocity[1])).toBeLessThan(1e-9); // 0.01 m g/I = 24.5 rad/s^2
  const again = make();
  again.restore(snapshot);
  for (let k = 0; k < 30; k++) again.step();
  expect(again.hash()).toBe(world.hash());
});

test('a problem with contacts of one, three and six rows is read back as it was written', () => {
  const world = createWorld({ gravity: [1, 0, -G] });
  world.addBody({ motion: 'static', shape: plane() });
  const kinds: MaterialOptions[] = [{ frictionModel: 'none' }, {}, { rollingFriction: 0.01, spinningFriction: 0.02 }];
  for (const [k, material] of kinds.entries()) world.addBody({ shape: sphere(0.1), position: [0, k, 0.1], material });
  world.step();
  const p = world.problem();
  if (!p) throw new Error('expected a problem');
  expect(p.contacts.map(({ tangents, rolling, spinning }) => [...tangents, ...rolling, ...spinning].length)).toEqual([
    0, 2, 5,
  ]);
  expect(readProblem(writeProblem(p)).contacts).toEqual(p.contacts);
});

test('anchors of a disc are shortened as a vector to mu x_n/(h k), those of a box side by side', () => {
  const limit = (0.5 * MASS * G) / 1e8; // mu m g/k: the ball is carried by one point
  const sizeOf = (frictionModel: SetKind) => {
    const world = ballOnFloor({ frictionModel }, {}, stubbornSolver(0));
    world.body('ball').velocity = [3, 4, 0]; // slides on: the stubborn solver does not hold it
    world.step();
    world.step();
    const p = world.problem();
    if (!p) throw new Error('expected a problem');
    // g_t = D s = b_t - (J v*)_t, with v* = (3, 4) + gravity
    const D = 1e8 / (1e8 / 60 + 1e6);
    return [(p.b[1] - 3) / D, (p.b[2] - 4) / D];
  };
  for (const model of ['box', 'pyramid'] as const) {
    const [s1, s2] = sizeOf(model);
    expect(s1 / limit).toBeCloseTo(1, 6);
    expect(s2 / limit).toBeCloseTo(1, 6);
  }
  for (const model of ['prism', 'polyhedral', 'cylinder', 'cone', 'relaxed-cone'] as const) {
    const [s1, s2] = sizeOf(model);
    expect(s1 / limit).toBeCloseTo(0.6, 6);
    expect(s2 / limit).toBeCloseTo(0.8, 6);
  }
});

test('sweeps leave friction a little off mu x_n: a contact slips at the bound that it was solved with', () => {
  const [solver] = solvers.filter(({ name }) => name === 'pgs');
  const world = createWorld({}, { solver });
  world.addBody({ motion: 'static', shape: plane() });
  world.addBody({ shape: box(0.25, 0.25, 0.1), mass: MASS, position: [0, 0, 0.1], velocity: [3, 3, 0] });
  for (let k = 0; k < 20; k++) world.step();
  expect(world.contacts.map(({ state }) => state)).toEqual(['slip', 'slip', 'slip', 'slip']);
});

test.each(['cylinder', 'cone'] as const)(
  'a box that slides along the diagonal is slowed by mu g with a %s, by sqrt(2) mu g with a box',
  (frictionModel) => {
    for (const solver of solvers.filter(({ accepts }) => accepts.includes(frictionModel))) {
      const world = createWorld({ frictionModel }, { solver });
      world.addBody({ motion: 'static', shape: plane() });
      const crate = world.addBody({
        shape: box(0.25, 0.25, 0.1),
        mass: MASS,
        position: [0, 0, 0.1],
        velocity: [3, 3, 0],
      });
      for (let k = 0; k < 20; k++) expect(world.step().ledger.closed).toBe(true);
      const [x, y] = crate.velocity;
      expect((3 * Math.SQRT2 - Math.hypot(x, y)) * 3, solver.name).toBeCloseTo(0.5 * G, 4);
    }
    const world = createWorld({ frictionModel: 'box' });
    world.addBody({ motion: 'static', shape: plane() });
    const crate = world.addBody({
      shape: box(0.25, 0.25, 0.1),
      mass: MASS,
      position: [0, 0, 0.1],
      velocity: [3, 3, 0],
    });
    for (let k = 0; k < 20; k++) world.step();
    expect((3 - crate.velocity[0]) * 3).toBeCloseTo(0.5 * G, 6);
  },
);

test('a contact slips where its friction is at the rim of its own set', () => {
  const bound = (0.5 * MASS * G) / 60; // mu x_n
  const stateOf = (frictionModel: SetKind, share: number) => {
    const world = ballOnFloor({ frictionModel, facets: 8 }, {}, stubbornSolver(share * bound));
    world.step();
    return world.contacts[0].state;
  };
  // along (1, 1): the box ends at (1, 1) mu x_n, the disc at 0.7071, the octagon, a corner there, as well
  for (const [model, rim] of [
    ['box', 1],
    ['pyramid', 1],
    ['cone', Math.SQRT1_2],
    ['cylinder', Math.SQRT1_2],
    ['relaxed-cone', Math.SQRT1_2],
    ['polyhedral', Math.SQRT1_2],
    ['prism', Math.SQRT1_2],
  ] as const) {
    expect(stateOf(model, 0.999 * rim), model).toBe('stick');
    expect(stateOf(model, rim), model).toBe('slip');
  }
  expect(stateOf('none', 0)).toBe('slip');
});

test('friction of a pair of named materials is what the world says of them, whatever theirs is', () => {
  const frictionPairs = [
    { materials: ['steel', 'ice'], friction: 0.4 },
    { materials: ['ice', 'steel'], friction: 0.02 }, // the last counts
    { materials: ['steel', 'steel'], friction: 0.15 },
  ] as const;
  const world = createWorld({ frictionPairs });
  world.addBody({ motion: 'static', shape: plane(), material: { name: 'steel' } });
  const speed = 3; // m/s
  const slide = (name: string, y: number) =>
    world.addBody({
      shape: box(0.5, 0.5, 0.05),
      material: { name, friction: 0.9 },
      position: [0, y, 0.05],
      velocity: [speed, 0, 0],
    });
  const [ice, steel, rubber] = ['ice', 'steel', 'rubber'].map((name, k) => slide(name, 3 * k));
  for (let k = 0; k < 12; k++) world.step();
  const after = (mu: number) => speed - mu * 9.81 * world.time;
  expect(ice.velocity[0]).toBeCloseTo(after(0.02), 6);
  expect(steel.velocity[0]).toBeCloseTo(after(0.15), 6);
  expect(rubber.velocity[0]).toBeCloseTo(after(Math.sqrt(0.9 * 0.5)), 6); // no pair: the geometric mean
});
