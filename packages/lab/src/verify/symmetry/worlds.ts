/** Worlds that are there for their symmetry alone. */
import {
  box,
  capsule,
  compound,
  createWorld,
  cylinder,
  hull,
  plane,
  quaternion,
  sphere,
  type World,
} from '@signorini/engine';

/** Every shape on every other, with restitution: chaos, so that only bits can be compared. */
export function mixedPile(): World {
  const world = createWorld({ frictionModel: 'cone' });
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { restitution: 0.3 } });
  const shapes = [
    box(0.1, 0.2, 0.15),
    sphere(0.12),
    capsule(0.08, 0.15),
    cylinder(0.1, 0.12),
    hull([
      [0, 0, 0],
      [0.3, 0, 0],
      [0, 0.3, 0],
      [0, 0, 0.3],
      [0.2, 0.2, 0.2],
    ]),
    compound([{ shape: box(0.1, 0.1, 0.1) }, { shape: sphere(0.1), position: [0.15, 0, 0] }]),
  ];
  for (let k = 0; k < 12; k++)
    world.addBody({
      name: `body-${k}`,
      shape: shapes[k % 6]!,
      material: { restitution: k % 3 === 0 ? 0.5 : 0 },
      position: [0.13 * (k % 3) + 0.05 * Math.sin(k), 0.11 * Math.cos(3 * k), 0.3 + 0.3 * Math.floor(k / 2)],
      orientation: quaternion.axisAngle([1, k, 2], k),
      angularVelocity: [k % 2, 1, 0],
    });
  return world;
}

/** An arm that falls on the limit of its hinge, by the midpoint. */
export function armOnLimit(): World {
  const world = createWorld({ integrator: 'midpoint' });
  const arm = world.addBody({ name: 'arm', shape: box(0.5, 0.05, 0.05), position: [0.5, 0, 0] });
  world.addJoint({ kind: 'revolute', b: arm, point: [0, 0, 0], axis: [0, 1, 0], limits: { lower: -1, upper: 1 } });
  return world;
}

/** A ball that falls into its rope, by the midpoint. */
export function ballOnRope(): World {
  const world = createWorld({ integrator: 'midpoint' });
  const ball = world.addBody({ name: 'ball', shape: sphere(0.1), position: [0.5, 0, 0] });
  world.addJoint({ kind: 'distance', b: ball, pointA: [0, 0, 0], pointB: [0.5, 0, 0], maxLength: 1 });
  return world;
}
