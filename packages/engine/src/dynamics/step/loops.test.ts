/** Mechanisms with loops under the default stepper, against their geometry: Bennett's linkage, a Stewart platform, a door on two hinges. */
import { describe, expect, test } from 'vitest';
import { box } from '../../collision/shapes/shapes.ts';
import { atan, cos, PI, sin, tan } from '../../linalg/elementary.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { add, cross, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { WorldSettings } from '../world/settings.ts';
import type { World } from '../world/world.ts';

/** Bennett's linkage: sides 1, 0.5, 1, 0.5 m, twists whose sines are as the sides; it moves although it is over-constrained. */
const SIDES = [1, 0.5, 1, 0.5];
const SINES = [0.6, 0.3, 0.6, 0.3];

/** Points and axes of the four hinges with the first side turned by `angle` about the first hinge, in the frames Rz Tx Rx. */
function bennett(angle: number): { readonly points: Vec3[]; readonly axes: Vec3[] } {
  const twists = SINES.map((s) => atan(s / Math.sqrt(1 - s * s)));
  const half = (sin((twists[1] + twists[0]) / 2) / sin((twists[1] - twists[0]) / 2)) * (1 / tan(angle / 2));
  const second = 2 * atan(half);
  const turns = [angle, second, -angle, -second];
  const turned = (v: Vec3, axis: Vec3, t: number): Vec3 => add(scale(v, cos(t)), scale(cross(axis, v), sin(t)));
  let [p, x, z]: [Vec3, Vec3, Vec3] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  const [points, axes]: [Vec3[], Vec3[]] = [[], []];
  turns.forEach((turn, k) => {
    points.push(p);
    axes.push(z);
    x = turned(x, z, turn);
    p = add(p, scale(x, SIDES[k]));
    z = turned(z, x, twists[k]);
  });
  expect(length(p)).toBeLessThan(1e-12); // it closes
  return { points, axes };
}

const START = 1; // rad
const SPEED = 0.5; // rad/s

function linkage(settings: WorldSettings): World {
  const world = createWorld({ gravity: [0, 0, 0], ...settings });
  const { points, axes } = bennett(START);
  const sides = [0, 1, 2].map((k) =>
    world.addBody({ mass: 1, inertia: [0.02, 0.02, 0.02], position: scale(add(points[k], points[k + 1]), 0.5) }),
  );
  const hinge = (k: number) => ({ kind: 'revolute', point: points[k], axis: axes[k] }) as const;
  world.addJoint({ ...hinge(0), name: 'driven', b: sides[0], motor: { speed: SPEED } });
  world.addJoint({ ...hinge(1), a: sides[0], b: sides[1] });
  world.addJoint({ ...hinge(2), a: sides[1], b: sides[2] });
  world.addJoint({ ...hinge(3), a: sides[2] });
  return world;
}

/** Largest force of a hinge after the start, N, work of the motor, J, and how far the middle side is off, m. */
function drive(world: World, seconds: number): { force: number; work: number; off: number } {
  let [force, work, off] = [0, 0, 0];
  const [driven] = world.joints;
  for (let k = 1; k <= seconds * 60; k++) {
    const report = world.step();
    expect(report.ledger.closed).toBe(true);
    if (k < 3) continue; // the motor starts from rest
    work += Math.abs(driven.motorForce() as number) * SPEED * world.timeStep;
    for (const joint of world.joints) force = Math.max(force, length(joint.reaction.force));
    const { points } = bennett(START + driven.coordinate()!);
    off = Math.max(off, length(subtract(world.bodies[1].position, scale(add(points[1], points[2]), 0.5))));
  }
  return { force, work, off };
}

describe('loops under the default stepper', () => {
  test("Bennett's linkage is where its geometry puts it, and its hinges bear newtons; without projection it jams", () => {
    const loose = drive(linkage({}), 6);
    expect(loose.off).toBeLessThan(1e-6); // m
    expect(loose.force).toBeLessThan(20); // N: masses of 1 kg at speeds below 1 m/s
    expect(loose.work).toBeLessThan(5); // J
    const stiff = drive(linkage({ projection: 'none' }), 6);
    expect(stiff.force).toBeGreaterThan(1e3);
    const fine = drive(linkage({ integrator: 'midpoint' }), 6);
    expect(Math.abs(fine.force - loose.force)).toBeLessThan(0.5 * loose.force);
  });

  test('a Stewart platform on six prismatic legs stands under its weight, and goes where servos send it', () => {
    const world = createWorld();
    const platform = world.addBody({ shape: box(0.3, 0.3, 0.05), mass: 20, position: [0, 0, 1] });
    const place = (r: number, degrees: number, z: number): Vec3 => {
      const t = (degrees * PI) / 180;
      return [r * cos(t), r * sin(t), z];
    };
    const legs = [0, 1, 2, 3, 4, 5].map((k) => {
      const [turn, side] = [120 * Math.floor(k / 2), k % 2 === 0 ? -1 : 1];
      const foot = place(0.8, turn + 50 * side, 0);
      const head = place(0.3, turn + 10 * side, 0.95);
      const along = scale(subtract(head, foot), 1 / length(subtract(head, foot)));
      const small = { mass: 1, inertia: [0.02, 0.02, 0.02] as Vec3, groups: 2, meets: 0 };
      const lower = world.addBody({ ...small, position: add(foot, scale(along, 0.2)) });
      const upper = world.addBody({ ...small, position: subtract(head, scale(along, 0.2)) });
      const level = scale(cross(along, [0, 0, 1]), 1 / length(cross(along, [0, 0, 1])));
      world.addJoint({ kind: 'universal', b: lower, point: foot, axisA: level, axisB: cross(along, level) });
      const servo = { target: 0, stiffness: 1e7, damping: 1e5 };
      world.addJoint({ kind: 'prismatic', name: `leg-${k}`, a: lower, b: upper, point: foot, axis: along, servo });
      world.addJoint({ kind: 'spherical', a: upper, b: platform, point: head });
      return { foot, head };
    });
    const run = (steps: number) => {
      for (let k = 0; k < steps; k++) expect(world.step()).toMatchObject({ status: 'converged', torn: [] });
    };
    run(120);
    expect(length(subtract(platform.position, [0, 0, 1]))).toBeLessThan(1e-4); // m: 300 N over 1e7 N/m
    // a pose, and the lengths of the legs that belong to it
    const [moved, turned] = [[0.05, -0.03, 1.08] as Vec3, axisAngle([1, 2, 3], 0.15)];
    legs.forEach(({ foot, head }, k) => {
      const target = add(moved, rotate(turned, subtract(head, [0, 0, 1])));
      world.joint(`leg-${k}`).setTarget(length(subtract(target, foot)) - length(subtract(head, foot)));
    });
    run(240);
    expect(length(subtract(platform.position, moved))).toBeLessThan(1e-4);
    const [x, y, z, w] = platform.orientation;
    const alike = Math.abs(x * turned[0] + y * turned[1] + z * turned[2] + w * turned[3]);
    expect(1 - alike).toBeLessThan(1e-7);
  });

  test('open chains, gears and ropes are no loops: one solve per step, and nothing is moved', () => {
    const world = createWorld();
    const [a, b] = [0.5, 1.5].map((x) =>
      world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [x, 0, 0], groups: 2, meets: 0 }),
    );
    world.addJoint({ kind: 'revolute', b: a, point: [0, 0, 0], axis: [0, 1, 0] });
    world.addJoint({ kind: 'revolute', a, b, point: [1, 0, 0], axis: [0, 1, 0] });
    world.addJoint({ kind: 'gear', a, b, axisA: [0, 1, 0], axisB: [0, 1, 0], ratio: 2 });
    world.addJoint({ kind: 'distance', b, pointA: [2, 0, 5], pointB: [2, 0, 0], maxLength: 7 });
    for (let k = 0; k < 60; k++) {
      const { solves, ledger } = world.step();
      expect(solves).toBe(1);
      expect(ledger.entries.projection).toBe(0);
    }
  });

  test('only the mechanism with the loop is moved, with static and kinematic bodies as one ground', () => {
    const world = createWorld();
    const wall = world.addBody({ motion: 'static', position: [0, 5, 0] });
    const door = world.addBody({ mass: 10, inertia: [1, 1, 1], position: [0.5, 0, 0], angularVelocity: [0, 0, 3] });
    door.velocity = [0, 1.5, 0];
    world.addJoint({ kind: 'revolute', a: wall, b: door, point: [0, 0, 1], axis: [0, 0, 1] });
    world.addJoint({ kind: 'revolute', b: door, point: [0, 0, -1], axis: [0, 0, 1] });
    const bob = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [9, 0, -1], velocity: [0, 2, 0] });
    const hook = world.addJoint({ kind: 'spherical', b: bob, point: [9, 0, 0] });
    let swing = 0;
    for (let k = 0; k < 60; k++) {
      world.step();
      for (const joint of world.joints) if (joint !== hook) expect(joint.gap).toBeLessThan(1e-8);
      swing = Math.max(swing, hook.gap);
    }
    expect(swing).toBeGreaterThan(1e-5);
    expect(length(door.position)).toBeCloseTo(0.5, 8);
  });

  test('semi-implicit worlds are as in the papers: their loops are not projected', () => {
    const [plain, none] = [{}, { projection: 'none' } as const].map((choice) => {
      const world = linkage({ integrator: 'semi-implicit', ...choice });
      for (let k = 0; k < 60; k++) world.step();
      return world.hash();
    });
    expect(plain).toBe(none);
  });
});
