import { expect, test } from 'vitest';
import { hull } from '../../collision/shapes/hull.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { PI } from '../../linalg/elementary.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const close = (p: readonly number[], q: readonly number[], digits = 12) => {
  expect(p.length).toBe(q.length);
  p.forEach((value, k) => {
    expect(value).toBeCloseTo(q[k], digits);
  });
};
const weightless = () => createWorld({ gravity: [0, 0, 0] });

test('an impulse J at a point changes v by J/m and omega by I^-1 (r x J), at once', () => {
  const world = weightless();
  const [m, moments] = [2, [0.3, 0.4, 0.5]] as const;
  const body = world.addBody({ mass: m, inertia: moments, position: [1, 2, 3], velocity: [0, 0, 1] });
  const [J, point]: Vec3[] = [
    [4, 0, -6],
    [1, 2.5, 3.2],
  ];
  body.applyImpulse(J, point);
  close(body.velocity, [2, 0, -2]);
  const turn = cross(subtract(point, body.position), J); // axes of the body are those of the world
  close(
    body.angularVelocity,
    turn.map((c, k) => c / moments[k]),
  );
  body.applyImpulse([2, 0, 0]); // at the centre of mass: no spin
  close(body.velocity, [3, 0, -2]);
  close(
    body.angularVelocity,
    turn.map((c, k) => c / moments[k]),
  );
});

test('a turned body resists an angular impulse with its inertia in world axes', () => {
  const body = weightless().addBody({
    mass: 1,
    inertia: [1, 2, 2.5],
    orientation: { axis: [0, 0, 1], angle: PI / 2 }, // its x is the world's y
  });
  body.applyAngularImpulse([1, 1, 1]);
  close(body.angularVelocity, [1 / 2, 1, 1 / 2.5]);
});

test('an impulse in one blow is a force over one step: the same velocities', () => {
  const make = () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 1e-5 });
    return { world, body: world.addBody({ shape: box(0.1, 0.2, 0.3), orientation: axisAngle([1, 2, 3], 0.7) }) };
  };
  const [blow, push] = [make(), make()];
  const [force, point]: Vec3[] = [
    [3e4, -2e4, 1e4],
    [0.1, 0.05, -0.2],
  ];
  blow.body.applyImpulse(scale(force, blow.world.timeStep), point);
  push.body.applyForce(force, point);
  push.world.step();
  close(blow.body.velocity, push.body.velocity, 13);
  close(blow.body.angularVelocity, push.body.angularVelocity, 6); // the step also turns the body, by 1e-6 rad
});

test('static and kinematic bodies take no impulse', () => {
  const world = weightless();
  for (const motion of ['static', 'kinematic'] as const) {
    const body = world.addBody({ motion, shape: sphere(1) });
    body.applyImpulse([1, 2, 3], [5, 5, 5]);
    expect([body.velocity, body.angularVelocity, body.motion]).toEqual([[0, 0, 0], [0, 0, 0], motion]);
  }
});

test('the velocity of a point is v + omega x r, which a step of that time confirms', () => {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 1e-6 });
  const body = world.addBody({ shape: sphere(0.5), velocity: [1, 2, 3], angularVelocity: [0.4, -0.5, 2] });
  const local: Vec3 = [0.2, 0.3, -0.1];
  const point = body.toWorld(local);
  const velocity = body.velocityAt(point);
  close(velocity, add([1, 2, 3], cross([0.4, -0.5, 2], local)));
  world.step();
  close(scale(subtract(body.toWorld(local), point), 1e6), velocity, 5);
});

test('points and directions go from the body to the world and back', () => {
  const orientation = axisAngle([1, -1, 2], 1.1);
  const body = weightless().addBody({ shape: sphere(1), position: [3, 4, 5], orientation });
  const local: Vec3 = [0.1, 0.2, 0.3];
  close(body.toWorld(local), add([3, 4, 5], rotate(orientation, local)), 14);
  close(body.toLocal(body.toWorld(local)), local, 14);
  close(body.directionToWorld(local), rotate(orientation, local), 14);
  close(body.directionToLocal(body.directionToWorld(local)), local, 14);
  close(body.toWorld([0, 0, 0]), body.position, 14);
});

test('an orientation can be given as axis and angle, in options and in the setter', () => {
  const world = weightless();
  const body = world.addBody({ shape: sphere(1), orientation: { axis: [0, 0, 3], angle: PI / 3 } });
  close(body.orientation, [0, 0, 0.5, Math.sqrt(0.75)], 15);
  body.orientation = { axis: [1, 0, 0], angle: PI };
  close(body.orientation, [1, 0, 0, 0], 15);
});

test('a body shows what it was made with; a shape off its centre of mass shows where its origin is', () => {
  const world = weightless();
  const shape = box(0.5, 1, 1.5);
  const crate = world.addBody({ shape, mass: 12, material: { friction: 0.3 } });
  expect([crate.shape, crate.material.friction, crate.motion, crate.shapeOrigin]).toEqual([
    shape,
    0.3,
    'dynamic',
    [-0, -0, -0],
  ]);
  close(crate.inertia, [4 * (1 + 2.25), 0, 0, 0, 4 * (0.25 + 2.25), 0, 0, 0, 4 * (0.25 + 1)]); // m (b^2 + c^2)/3
  const corners: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const tetrahedron = world.addBody({ shape: hull(corners), position: [2, 2, 2] });
  close(tetrahedron.shapeOrigin, [-0.25, -0.25, -0.25]);
  close(tetrahedron.toWorld(tetrahedron.shapeOrigin), [1.75, 1.75, 1.75]);
});

test('poses of all bodies come in one array, in the order of the list, also into one that is given', () => {
  const world = createWorld();
  const bodies = [1, 2, 3].map((z) =>
    world.addBody({ shape: sphere(0.1), position: [0, 0, z], orientation: { axis: [1, 1, z], angle: z } }),
  );
  world.removeBody(bodies[0]);
  world.step();
  const poses = world.poses();
  expect([...poses]).toEqual(world.bodies.flatMap(({ position, orientation }) => [...position, ...orientation]));
  const out = new Float64Array(100);
  expect(world.poses(out)).toBe(out);
  expect([...out.subarray(0, 14)]).toEqual([...poses]);
  expect(() => world.poses(new Float64Array(13))).toThrow(
    'poses: expected a Float64Array with room for 14 numbers, found an array of 13',
  );
  expect(() => world.poses([] as never)).toThrow('poses: expected a Float64Array');
});

test('a released world can be looked at, not stepped; `using` releases it', () => {
  let released = 0;
  const world = createWorld();
  const ball = world.addBody({ shape: sphere(0.1) });
  world.addBody({ motion: 'static', shape: plane(), position: [0, 0, -1] });
  world.step();
  const inner = world.release.bind(world);
  world.release = () => {
    released++;
    inner();
  };
  {
    using scoped = world;
    expect(scoped.steps).toBe(1);
  }
  expect(released).toBe(1);
  expect(ball.position[2]).toBeLessThan(0);
  expect(() => world.step()).toThrow('step: expected a world that is in use, found one that was released');
  expect(() => world.release()).not.toThrow();
});

test('the energy that an impulse gives is J . (v + v+)/2', () => {
  const world = weightless();
  const body = world.addBody({ shape: box(0.2, 0.3, 0.4), velocity: [1, 0, 0], angularVelocity: [0, 2, 1] });
  const [J, point]: Vec3[] = [
    [3, 1, -2],
    [0.2, -0.1, 0.3],
  ];
  const [energy, velocity] = [world.energy().kinetic, body.velocityAt(point)];
  body.applyImpulse(J, point);
  const mean = scale(add(velocity, body.velocityAt(point)), 0.5);
  expect(world.energy().kinetic - energy).toBeCloseTo(dot(J, mean), 10);
});
