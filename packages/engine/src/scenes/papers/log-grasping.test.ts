import { beforeAll, expect, test } from 'vitest';
import { denseRank } from '../../../test/support/dense-rank.ts';
import type { World } from '../../dynamics/world/world.ts';
import { length, subtract } from '../../linalg/vec3.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../../solvers/registry.ts';
import { findScene } from '../catalogue.ts';
import { cranePose, cylinderLengths } from '../kit/forwarder-crane.ts';
import { distance, placed } from '../kit/planar-part.ts';

const scene = findScene('log-grasping');
const REFERENCE = { solver: 'bpp', coupling: 'table3' } as const;

function stepped(world: World, steps: number): World {
  for (let k = 0; k < steps; k++) world.step();
  return world;
}

test("has EATK18's counts: 13 moving bodies, 12 revolute, 2 prismatic and 2 cylindrical joints, none of them at the log", () => {
  const world = createWorld(scene);
  const machine = world.bodies.filter(({ name }) => name !== 'log' && name !== 'ground');
  expect(machine).toHaveLength(13);
  expect(machine.every(({ motion }) => motion === 'dynamic')).toBe(true);
  const kinds = world.joints.map(({ kind }) => kind);
  for (const [kind, count] of [
    ['revolute', 12],
    ['prismatic', 2],
    ['cylindrical', 2],
  ])
    expect(
      kinds.filter((one) => one === kind),
      `${kind}`,
    ).toHaveLength(count as number);
  expect(kinds).toHaveLength(16);
  expect(world.joints.flatMap(({ bodies }) => bodies.map(({ name }) => name))).not.toContain('log');
});

test('starts with every joint closed, the claws clear of the log, and the log at rest on the ground', () => {
  const world = createWorld(scene);
  expect(Math.max(...world.joints.map(({ gap }) => gap))).toBeLessThan(1e-14); // m
  const before = world.body('log').position;
  expect(world.step().contactCount).toBe(2); // the ends of the log on the ground
  expect(length(subtract(world.body('log').position, before))).toBeLessThan(1e-12);
});

test('its joints have 78 rows and nine of them say nothing new: five of the second slide, two of each cylinder', () => {
  const world = stepped(createWorld(scene), 1);
  const p = world.problem()!;
  const { rowStart, body, J, bodies } = (p.A as StructuredOperator).structure;
  const rows: Float64Array[] = [];
  for (const [i, kind] of p.kind!.entries()) {
    if (kind !== 'bilateral') continue;
    const row = new Float64Array(6 * bodies);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) row.set(J.subarray(6 * k, 6 * k + 6), 6 * body[k]);
    rows.push(row);
  }
  expect(rows).toHaveLength(12 * 5 + 2 * 5 + 2 * 4);
  expect(denseRank(rows, 1e-9)).toBe(69); // 13 bodies of six freedoms, nine of which are left
});

test('the tip of the crane is where it is asked for, and its cylinders are as long as between their pins', () => {
  for (const [x, z, outer] of [
    [5.5, 1.24, 3.9],
    [3, 4, 3.2],
    [7, 2, 5],
  ]) {
    const pose = cranePose([x, z], outer);
    expect(distance(placed(pose.knuckle, [outer, 0]), [x, z])).toBeLessThan(1e-14);
    expect(pose.knuckle.origin[1]).toBeGreaterThan(z); // knuckle up
  }
  const world = createWorld(scene);
  const at = (name: string) => world.joint(name).points![0];
  const pose = cranePose([at('link-pin')[0], at('link-pin')[2]], 3.9);
  for (const name of ['lift', 'knuckle'] as const)
    expect(length(subtract(at(`${name}-head`), at(`${name}-foot`)))).toBeCloseTo(cylinderLengths(pose)[name], 14);
});

/** With the log lifted and everything at rest. */
let lifted: World;
beforeAll(() => {
  lifted = stepped(createWorld(scene, { parameters: { turn: 0 } }), 300);
});

test('at rest the pillar carries the weight of all that moves, and its moment', () => {
  const moving = lifted.bodies.filter(({ fixed }) => !fixed);
  const weight = moving.reduce((sum, { mass }) => sum + 9.81 * mass, 0); // N
  const moment = moving.reduce((sum, { mass, position }) => sum + 9.81 * mass * position[0], 0); // N m about y, at x = 0
  const { force, torque } = lifted.joint('slew').reaction;
  expect(force[2] / weight).toBeCloseTo(1, 6);
  expect(Math.hypot(force[0], force[1]) / weight).toBeLessThan(1e-6);
  expect(torque[1] / -moment).toBeCloseTo(1, 6);
});

test('at rest the lifting cylinder pushes as moments about the pin of the main boom have it', () => {
  const cylinder = ['lift-barrel', 'lift-rod'].map((name) => lifted.body(name));
  const point = (name: string) => {
    const [x, , z] = lifted.joint(name).points![0];
    return [x, z] as const;
  };
  const [foot, head, pin] = [point('lift-foot'), point('lift-head'), point('boom-pin')];
  const span = distance(foot, head);
  const [ux, uz] = [(head[0] - foot[0]) / span, (head[1] - foot[1]) / span];
  const lever = [head[0] - pin[0], head[1] - pin[1]];
  // all that hangs on the main boom, about its pin, N m
  const carried = lifted.bodies.filter((body) => !body.fixed && body.name !== 'pillar' && !cylinder.includes(body));
  const load = carried.reduce((sum, { mass, position }) => sum + 9.81 * mass * (position[0] - pin[0]), 0);
  // the cylinder's own weight, about its foot: what its head bears across its axis, along (uz, -ux), N
  const across = cylinder.reduce((sum, { mass, position }) => sum + 9.81 * mass * (position[0] - foot[0]), 0) / span;
  const byAcross = across * (-lever[0] * ux - lever[1] * uz);
  const along = (load - byAcross) / (lever[0] * uz - lever[1] * ux);
  const force = along + 9.81 * cylinder[1].mass * uz; // which also carries the rod
  expect(force).toBeGreaterThan(5e4); // N
  expect(lifted.joint('lift-slide').motorForce('slide')! / force).toBeCloseTo(1, 6);
});

test('under the reference solver the log is lifted with the claw; with friction 0.1 it stays on the ground', () => {
  const world = stepped(createWorld(scene, REFERENCE), 90);
  const [log, frame] = [world.body('log'), world.body('claw-frame')];
  const [start, held] = [log.position[2], frame.toLocal(log.position)];
  let rows = 0;
  for (let k = 90; k < 180; k++) rows = Math.max(rows, world.step().rows);
  expect(log.position[2] - start).toBeGreaterThan(0.5);
  expect(length(subtract(frame.toLocal(log.position), held))).toBeLessThan(0.02);
  expect(Math.max(...world.joints.map(({ gap }) => gap))).toBeLessThan(1e-3);
  expect(rows).toBeGreaterThan(350);
  expect(rows).toBeLessThan(500); // EATK18: about 400

  const slippery = stepped(createWorld(scene, { ...REFERENCE, parameters: { friction: 0.1 } }), 180);
  expect(slippery.body('log').position[2]).toBeLessThan(0.175);
  expect(slippery.body('claw-frame').position[2]).toBeGreaterThan(1); // m: the claw went up without it
});

test.each(['pgs', 'spook', 'pgs-sm'])('%s steps it without an error, right or wrong', (name) => {
  const world = stepped(createWorld(scene, { solver: findSolver(name), coupling: 'table3' }), 80);
  for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
});
