/** A small world with one of everything, and what a misuse may not change of it. */
import { box, plane, sphere } from '../../src/collision/shapes/shapes.ts';
import { springDamper } from '../../src/dynamics/forces/spring-damper.ts';
import { createWorld } from '../../src/simulate.ts';

// biome-ignore lint/suspicious/noExplicitAny: misuse is what types forbid
export type Any = any;

/** Steps after a misuse that have to be as without it. */
const STEPS = 3;

export function fixture() {
  const world = createWorld({ title: 'misused', sleep: true });
  const ground = world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const ball = world.addBody({ name: 'ball', shape: sphere(0.1), position: [0, 0, 0.1], velocity: [1, 0, 0] });
  const cube = world.addBody({ name: 'cube', shape: box(0.1, 0.1, 0.1), position: [1, 0, 0.1] });
  const arm = world.addBody({ name: 'arm', shape: box(0.3, 0.05, 0.05), position: [3.3, 0, 1] });
  const belt = world.addBody({ name: 'belt', motion: 'kinematic', shape: box(0.5, 0.5, 0.1), position: [8, 0, 0] });
  const plate = world.addBody({
    name: 'plate',
    shape: box(0.1, 0.1, 0.1),
    position: [6, 0, 2] as const,
    motion: { kind: 'oscillation', amplitude: 0.1, direction: [1, 0, 0], frequency: 2 },
  });
  const hinge = world.addJoint({
    kind: 'revolute',
    name: 'hinge',
    a: ground,
    b: arm,
    point: [3, 0, 1],
    axis: [0, 1, 0],
    motor: { speed: 1, maxTorque: 5 },
  });
  const slider = world.addJoint({
    kind: 'prismatic',
    name: 'slider',
    a: ground,
    b: cube,
    point: [1, 0, 0.1],
    axis: [1, 0, 0],
    servo: { target: 0.1, stiffness: 100 },
  });
  const spring = springDamper({ a: ball, b: cube, pointA: [0, 0, 0.1], pointB: [1, 0, 0.1], stiffness: 10 });
  world.addDriver(spring);
  world.step();
  return { world, ground, ball, cube, arm, belt, plate, hinge, slider, spring };
}
export type Fixture = ReturnType<typeof fixture>;

/** Everything that can be seen of a world, as text: equal before and after a misuse. */
export function stateOf({ world }: Fixture): string {
  const names = world.bodies.map(({ name, mass }) => `${name} ${mass}`);
  const joints = world.joints.map((joint) => `${joint.name} ${joint.coordinate()} ${joint.gap}`);
  return JSON.stringify([world.hash(), world.snapshot(), names, joints, world.energy(), world.steps]);
}

export function nextHashes({ world }: Fixture): string[] {
  return Array.from({ length: STEPS }, () => {
    world.step();
    return world.hash();
  });
}
