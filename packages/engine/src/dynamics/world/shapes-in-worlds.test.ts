import { expect, test } from 'vitest';
import { compound } from '../../collision/shapes/compound.ts';
import { hull } from '../../collision/shapes/hull.ts';
import { heightField, mesh } from '../../collision/shapes/mesh.ts';
import { box, capsule, cylinder, plane, type Shape, sphere } from '../../collision/shapes/shapes.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { length, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const wedge: Vec3[] = [
  [0, 0, 0],
  [0.4, 0, 0],
  [0, 0.4, 0],
  [0, 0, 0.4],
];
const shapes: Record<string, () => Shape> = {
  sphere: () => sphere(0.2),
  box: () => box(0.2, 0.15, 0.1),
  capsule: () => capsule(0.1, 0.2),
  cylinder: () => cylinder(0.2, 0.1),
  hull: () => hull(wedge),
  compound: () => compound([{ shape: box(0.3, 0.05, 0.05) }, { shape: sphere(0.1), position: [0.3, 0, 0] }]),
};
const floors: Record<string, () => Shape> = {
  plane: () => plane(),
  box: () => box(2, 2, 0.5),
  mesh: () =>
    mesh(
      [
        [-2, -2, 0],
        [2, -2, 0],
        [2, 2, 0],
        [-2, 2, 0],
        [0, 0, 0],
      ],
      [
        [0, 1, 4],
        [1, 2, 4],
        [2, 3, 4],
        [3, 0, 4],
      ],
    ),
  'height field': () =>
    heightField(
      Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0)),
      0.5,
      0.5,
    ),
};

for (const [floorName, floor] of Object.entries(floors))
  test.each(Object.entries(shapes))(
    `a %s dropped on a ${floorName} comes to rest on it, carried by its weight`,
    (name, shape) => {
      const world = createWorld();
      const at: Vec3 = floorName === 'height field' ? [-2, -2, 0] : [0, 0, floorName === 'box' ? -0.5 : 0];
      world.addBody({ name: 'floor', motion: 'static', shape: floor(), position: at });
      const body = world.addBody({ name, shape: shape(), position: [0.1, 0.05, 0.6] });
      let force = 0;
      for (let k = 0; k < 300; k++) {
        const report = world.step();
        expect(report.ledger.closed, `step ${report.step}`).toBe(true);
        expect(report.deepest).toBeLessThan(2e-3);
        if (k >= 240) force += world.contacts.reduce((sum, contact) => sum + contact.force[2], 0) / 60;
      }
      expect(force / (body.mass * 9.81)).toBeCloseTo(1, 1);
      expect(body.position[2]).toBeGreaterThan(0.04);
      if (!['sphere', 'capsule', 'compound', 'cylinder'].includes(name))
        expect(length(body.velocity)).toBeLessThan(1e-3);
    },
  );

test('a hull turns about its centre of mass, wherever its points were given', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const body = world.addBody({ shape: hull(wedge), position: [1, 2, 3], angularVelocity: [0, 0, 2] });
  for (let k = 0; k < 60; k++) world.step();
  expect(length([body.position[0] - 1, body.position[1] - 2, body.position[2] - 3])).toBeLessThan(1e-12);
});

test('groups that do not meet pass through each other, and a sensor feels without being felt', () => {
  const world = createWorld();
  world.addBody({ name: 'floor', motion: 'static', shape: plane(), groups: 1 });
  const ghost = world.addBody({ name: 'ghost', shape: sphere(0.1), position: [0, 0, 0.5], groups: 2, meets: 2 });
  world.addBody({
    name: 'gate',
    motion: 'static',
    shape: box(0.3, 0.3, 0.05),
    position: [0, 0, 0.2],
    sensor: true,
    groups: 3,
  });
  const seen = new Set<string>();
  for (let k = 0; k < 60; k++) for (const { a, b } of world.step().sensed) seen.add(`${a.name}/${b.name}`);
  expect(ghost.position[2]).toBeLessThan(-1);
  expect([...seen]).toEqual(['ghost/gate']);
});

test('a ray, a moving shape and an overlap find the body that is there', () => {
  const world = createWorld();
  world.addBody({ name: 'floor', motion: 'static', shape: plane() });
  world.addBody({ name: 'ball', motion: 'static', shape: sphere(0.5), position: [0, 0, 2] });
  const queries = world.queries();
  const hit = queries.rayCast({ origin: [0, 0, 5], direction: [0, 0, -2] });
  expect([hit?.body.name, hit?.distance, hit?.normal[2]]).toEqual(['ball', 2.5, 1]);
  expect(queries.rayCast({ origin: [0, 0, 5], direction: [0, 0, 1] })).toBeUndefined();
  const cast = queries.shapeCast({ shape: sphere(0.25), position: [0, 0, 5], direction: [0, 0, -1] });
  expect(cast?.body.name).toBe('ball');
  expect(cast?.distance).toBeCloseTo(2.25, 8);
  expect(queries.overlap(box(1, 1, 1), [0, 0, 0.8]).map(({ name }) => name)).toEqual(['floor', 'ball']);
  expect(() => queries.rayCast({ origin: [0, 0, 0], direction: [0, 0, 0] })).toThrow(
    'rayCast: direction: expected a direction of three numbers, not all zero, found (0, 0, 0)',
  );
});

test.each(['sphere', 'box', 'capsule', 'cylinder'])(
  'a %s that slides over the inner edges of a flat mesh feels no bump',
  (name) => {
    const vertices: Vec3[] = [];
    const triangles: Vec3[] = [];
    for (let i = 0; i <= 20; i++) for (let j = 0; j <= 6; j++) vertices.push([0.3 * i - 1, 0.3 * j - 0.9, 0]);
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < 6; j++) {
        const k = 7 * i + j;
        triangles.push([k, k + 7, k + 8], [k, k + 8, k + 1]);
      }
    const world = createWorld();
    const material = { friction: 0 };
    world.addBody({ name: 'floor', motion: 'static', shape: mesh(vertices, triangles), material });
    const height = { sphere: 0.2, box: 0.1, capsule: 0.1, cylinder: 0.1 }[name] ?? 0;
    const lying = name === 'capsule' ? { orientation: axisAngle([1, 0, 0], 1.5707963267948966) } : {};
    const body = world.addBody({ name, shape: shapes[name](), position: [-0.5, 0.07, height], material, ...lying });
    for (let k = 0; k < 60; k++) world.step();
    body.velocity = [2, 0.1, 0];
    const rest = body.position[2];
    for (let k = 0; k < 90; k++) {
      world.step();
      expect(Math.abs(body.position[2] - rest), `step ${k}`).toBeLessThan(1e-6);
      expect(body.velocity[0]).toBeCloseTo(2, 6);
      expect(length(body.angularVelocity)).toBeLessThan(1e-4);
    }
  },
);

test('position is the centre of mass of a dynamic body, and the origin of the shape of any other', () => {
  const shape = hull(wedge); // its centre of mass is at 0.1, 0.1, 0.1
  const world = createWorld();
  const at = (motion: 'dynamic' | 'static' | 'kinematic') =>
    world.addBody({ name: motion, motion, shape, position: [1, 2, 3] });
  const corner = (name: string) => {
    const body = world.body(name);
    return body.toWorld(body.shapeOrigin).map((x) => +x.toFixed(12));
  };
  for (const motion of ['dynamic', 'static', 'kinematic'] as const) at(motion);
  expect(corner('dynamic')).toEqual([0.9, 1.9, 2.9]);
  expect(corner('static')).toEqual([1, 2, 3]);
  expect(corner('kinematic')).toEqual([1, 2, 3]);
  const cast = (x: number) => world.queries().rayCast({ origin: [x, 2.05, 9], direction: [0, 0, -1] })?.body.name;
  expect(cast(0.95)).toBe('dynamic'); // the corner at its origin reaches there, the others begin at x = 1
});
