/** Ropes of rods with light beads under a heavy load, against strings integrated by RK4, and what happens to joints that tear. */
import { describe, expect, test } from 'vitest';
import { jointOf } from '../../../test/support/joint-steps.ts';
import { PI, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { length, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { Body } from '../bodies/body.ts';
import type { StepReport } from '../errors/step-report.ts';
import type { World } from '../world/world.ts';
import type { DistanceOptions } from './kinds/distance.ts';
import type { JointOptions } from './kinds.ts';
import { Frames } from './parts/frames.ts';

const G = 9.81;
const LOAD = 1; // kg
const ball = (mass: number, radius: number) => {
  const moment = 0.4 * mass * radius * radius;
  return { mass, inertia: [moment, moment, moment] as Vec3 };
};

interface Rope {
  readonly beads: number;
  /** kg */
  readonly mass: number;
  /** Angle from the vertical, rad. */
  readonly angle: number;
  readonly rod?: Partial<DistanceOptions>;
}

/** A straight rope of 1 m from the origin, beads at equal distances, the load at its end. */
function hang(world: World, { beads, mass, angle, rod = {} }: Rope): Body[] {
  const bodies: Body[] = [];
  let pointA: Vec3 = [0, 0, 0];
  for (let i = 1; i <= beads + 1; i++) {
    const s = i / (beads + 1);
    const pointB: Vec3 = [s * sin(angle), 0, -s * Math.sqrt(1 - sin(angle) * sin(angle))];
    const b = world.addBody({ ...ball(i > beads ? LOAD : mass, i > beads ? 0.05 : 0.01), position: pointB });
    const a = bodies.at(-1);
    world.addJoint({ kind: 'distance', ...(a && { a }), b, pointA, pointB, ...rod });
    bodies.push(b);
    pointA = pointB;
  }
  return bodies;
}

/** Sideways positions of a string with beads for small angles, by RK4: m x'' = sum of tension times slope. */
function string({ beads, mass, angle }: Rope, time: number): number {
  const n = beads + 1;
  const rod = 1 / n;
  const m = Array.from({ length: n }, (_, i) => (i === beads ? LOAD : mass));
  const tension = m.map((_, i) => G * m.slice(i).reduce((sum, one) => sum + one, 0));
  const rates = (s: readonly number[]) => {
    const force = m.map((_, i) => {
      const above = tension[i] * (s[i] - (s[i - 1] ?? 0));
      const below = i < beads ? tension[i + 1] * (s[i + 1] - s[i]) : 0;
      return (below - above) / (rod * m[i]);
    });
    return [...s.slice(n), ...force];
  };
  const steps = 4000;
  const h = time / steps;
  const plus = (s: readonly number[], d: readonly number[], f: number) => s.map((value, i) => value + f * d[i]);
  let state = [...m.map((_, i) => (i + 1) * rod * sin(angle)), ...m.map(() => 0)];
  for (let k = 0; k < steps; k++) {
    const k1 = rates(state);
    const k2 = rates(plus(state, k1, h / 2));
    const k3 = rates(plus(state, k2, h / 2));
    const k4 = rates(plus(state, k3, h));
    state = state.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return state[beads];
}

/** Largest gap over a run, m; every step has to be whole and its ledger closed. */
function widest(world: World, steps: number, each: (step: number) => void = () => {}): number {
  let gap = 0;
  for (let k = 1; k <= steps; k++) {
    const report = world.step();
    expect(report).toMatchObject({ status: 'converged', torn: [] });
    expect(report.ledger.closed).toBe(true);
    gap = Math.max(gap, ...world.joints.map((joint) => joint.gap));
    each(k);
  }
  return gap;
}

/** Time between zeros of x over a run of 10 s, s; linear between steps. */
function period(world: World, body: Body): { readonly period: number; readonly gap: number } {
  const zeros: number[] = [];
  let last = body.position[0];
  const gap = widest(world, 600, (k) => {
    const x = body.position[0];
    if (x * last < 0) zeros.push((k - x / (x - last)) / 60);
    last = x;
  });
  return { period: (2 * (zeros.at(-1)! - zeros[0])) / (zeros.length - 1), gap };
}

describe('ropes of rods at 1/60 s', () => {
  test('one bead of 1 g between the world and 1 kg: a pendulum, whole to micrometres', () => {
    const world = createWorld();
    const load = hang(world, { beads: 1, mass: 1e-3, angle: 0.05 }).at(-1)!;
    const swing = period(world, load);
    const exact = 2 * PI * Math.sqrt(1 / G) * (1 + (0.05 * 0.05) / 16); // s, the bead adds 1e-3 of this times its share
    expect(Math.abs(swing.period / exact - 1)).toBeLessThan(1e-3);
    expect(swing.gap).toBeLessThan(5e-6); // m; was 8.6 km
  });

  for (const [mass, gap] of [
    [1e-2, 2e-6],
    [1e-3, 2e-6],
  ])
    test(`ten beads of ${1e3 * mass} g over 1 kg swing as the string does`, () => {
      const rope = { beads: 10, mass, angle: 0.03 };
      const world = createWorld();
      const load = hang(world, rope).at(-1)!;
      expect(widest(world, 210)).toBeLessThan(gap);
      const x = string(rope, 3.5);
      expect(Math.abs(load.position[0] - x)).toBeLessThan(0.02 * 0.03); // m: 2 % of the swing after 1.7 periods
    });

  test('ropes of maxLength and of rope joints are as rods while they pull', () => {
    const ends = [{}, { rope: true }, { maxLength: 1 / 11 }].map((rod) => {
      const world = createWorld();
      const load = hang(world, { beads: 10, mass: 1e-3, angle: 0.3, rod }).at(-1)!;
      expect(widest(world, 300)).toBeLessThan(5e-5);
      return load.position[0];
    });
    expect(ends[1]).toBeCloseTo(ends[0], 9);
    expect(ends[2]).toBeCloseTo(ends[0], 9);
  });

  test('a rope that goes slack and is pulled taut again keeps together and gains no energy', () => {
    const world = createWorld();
    const bodies = hang(world, { beads: 10, mass: 1e-3, angle: 0.2, rod: { rope: true } });
    const load = bodies.at(-1)!;
    load.velocity = [1, 0.5, 3];
    const { kinetic, potential } = world.energy();
    let most = -Infinity;
    let gap = 0;
    for (let k = 0; k < 600; k++) {
      expect(world.step().torn).toEqual([]);
      const now = world.energy();
      most = Math.max(most, now.kinetic + now.potential);
      gap = Math.max(gap, ...world.joints.map((joint) => joint.gap));
    }
    expect(most).toBeLessThan(kinetic + potential + 1e-2 * kinetic); // J
    expect(gap).toBeLessThan(0.05 / 11); // m
  });

  test('the work of the rows across is in the ledger, with a hook that moves', () => {
    const world = createWorld();
    const hook = world.addBody({ motion: { kind: 'oscillation', amplitude: 0.1, direction: [1, 0, 0], frequency: 1 } });
    const bead = world.addBody({ ...ball(1e-3, 0.01), position: [0, 0, -0.5] });
    const load = world.addBody({ ...ball(1, 0.05), position: [0, 0, -1] });
    world.addJoint({ kind: 'distance', a: hook, b: bead, pointA: [0, 0, 0], pointB: [0, 0, -0.5] });
    world.addJoint({ kind: 'distance', a: bead, b: load, pointA: [0, 0, -0.5], pointB: [0, 0, -1] });
    let stiffness = 0;
    for (let k = 0; k < 300; k++) {
      const { ledger, rows } = world.step();
      expect(ledger.closed).toBe(true);
      if (k > 0) expect(rows).toBe(6);
      stiffness += Math.abs(ledger.entries.stiffness);
    }
    expect(stiffness).toBeGreaterThan(1e-4); // J
    expect(world.problem()?.names?.slice(2, 4)).toEqual(['inertia 1 of distance-1', 'inertia 2 of distance-1']);
  });

  test('beads that are not light have no rows across', () => {
    const world = createWorld();
    hang(world, { beads: 3, mass: 1, angle: 0.2 });
    world.step();
    expect(world.step().rows).toBe(4);
  });
});

describe('torn joints', () => {
  const steps = (world: World, count: number): StepReport[] => Array.from({ length: count }, () => world.step());

  test('a rope that tears under semi-implicit is named, and no such step is converged', () => {
    const world = createWorld({ integrator: 'semi-implicit' });
    hang(world, { beads: 1, mass: 1e-3, angle: 0.3 });
    const torn = steps(world, 60).filter((report) => report.torn.length > 0);
    expect(torn.length).toBeGreaterThan(10);
    expect(torn[0].torn[0]).toMatch(/^distance-/);
    for (const { status } of torn) expect(status).toBe('torn');
  });

  test('soft joints under load, and rods that close a gap that they began with, are not torn', () => {
    const world = createWorld();
    const soft = { stiffness: 50, damping: 1 };
    const hung = world.addBody({ ...ball(1, 0.1), position: [0.5, 0, 0] });
    world.addJoint({ kind: 'spherical', b: hung, point: [0, 0, 0], ...soft });
    const other = world.addBody({ ...ball(1, 0.1), position: [3, 0, -1] });
    world.addJoint({ kind: 'distance', b: other, pointA: [3, 0, 0], pointB: [3, 0, -1], ...soft });
    const far = world.addBody({ ...ball(1, 0.1), position: [6, 0, -1] });
    world.addJoint({ kind: 'distance', b: far, pointA: [6, 0, 0], pointB: [6, 0, -1], length: 0.7 });
    let gap = 0;
    for (const report of steps(world, 300)) {
      expect(report.torn).toEqual([]);
      expect(report.status).toBe('converged');
      gap = Math.max(gap, ...world.joints.map((joint) => joint.gap));
    }
    expect(gap).toBeGreaterThan(0.1); // m: m g/k = 0.2
    expect(world.joints[2].gap).toBeLessThan(1e-6);
  });

  /** Directions in which b, moved by 0.2 m or turned by 0.2 rad about its centre, tears the joint. */
  const KINDS: readonly (readonly [string, string, (b: Body, a: Body) => JointOptions])[] = [
    ['fixed', 'x y z rx ry rz', (b) => ({ kind: 'fixed', b, point: [0, 0, 0] })],
    ['spherical', 'x y z', (b) => ({ kind: 'spherical', b, point: [0, 0, 0] })],
    ['revolute', 'x y z rx ry', (b) => ({ kind: 'revolute', b, point: [0, 0, 0], axis: [0, 0, 1] })],
    ['prismatic', 'x y rx ry rz', (b) => ({ kind: 'prismatic', b, point: [0, 0, 0], axis: [0, 0, 1] })],
    ['cylindrical', 'x y rx ry', (b) => ({ kind: 'cylindrical', b, point: [0, 0, 0], axis: [0, 0, 1] })],
    ['screw', 'x y z rx ry rz', (b) => ({ kind: 'screw', b, point: [0, 0, 0], axis: [0, 0, 1], lead: 1 })],
    ['universal', 'x y z rz', (b) => ({ kind: 'universal', b, point: [0, 0, 0], axisA: [1, 0, 0], axisB: [0, 1, 0] })],
    ['planar', 'z rx ry', (b) => ({ kind: 'planar', b, point: [0, 0, 0], normal: [0, 0, 1] })],
    ['point-on-line', 'x y', (b) => ({ kind: 'point-on-line', b, point: [0, 0, 0], axis: [0, 0, 1] })],
    ['point-on-plane', 'z', (b) => ({ kind: 'point-on-plane', b, point: [0, 0, 0], normal: [0, 0, 1] })],
    ['distance', 'z', (b) => ({ kind: 'distance', b, pointA: [0, 0, -1], pointB: [0, 0, 0] })],
    [
      'revolute-spherical',
      'y z',
      (b) => ({ kind: 'revolute-spherical', b, pointA: [0, 0, -1], pointB: [0, 0, 0], axis: [0, 1, 0] }),
    ],
    ['gear', 'rz', (b, a) => ({ kind: 'gear', a, b, axisA: [0, 0, 1], axisB: [0, 0, 1], ratio: -4 })],
    [
      'differential',
      'z',
      (b, a) => {
        const slide = { axis: [0, 0, 1] as Vec3, motion: 'slide' as const };
        return {
          kind: 'differential',
          terms: [
            { body: a, factor: 1, ...slide },
            { body: b, factor: 1, ...slide },
          ],
        };
      },
    ],
  ];
  for (const [kind, held, options] of KINDS)
    test(`${kind}: torn in ${held} and in nothing else`, () => {
      const world = createWorld();
      const [a, b] = [0, 1].map(() => world.addBody(ball(1, 0.5)));
      world.addJoint({ name: 'it', ...options(b, a) });
      const before = new Frames(world.poses());
      const torn = ['x', 'y', 'z', 'rx', 'ry', 'rz'].filter((_, c) => {
        const e: Vec3 = [c % 3 === 0 ? 1 : 0, c % 3 === 1 ? 1 : 0, c % 3 === 2 ? 1 : 0];
        b.position = c < 3 ? [0.2 * e[0], 0.2 * e[1], 0.2 * e[2]] : [0, 0, 0];
        b.orientation = c < 3 ? [0, 0, 0, 1] : axisAngle(e, 0.2);
        const joint = jointOf(world, 'it');
        const x = new Float64Array(joint.rows.length);
        return joint.torn({ before, after: new Frames(world.poses()), x, at: 0, h: 1 / 60 });
      });
      expect(torn.join(' ')).toBe(held);
      expect(length(a.position)).toBe(0);
    });
});
