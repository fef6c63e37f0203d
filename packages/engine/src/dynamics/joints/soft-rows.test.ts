/** Springs of rows under `midpoint`: soft joints, servos, force laws and drives that start at once, against closed forms. */
import { expect, test } from 'vitest';
import { rungeKutta } from '../../../test/support/reference-integration.ts';
import { PI } from '../../linalg/elementary.ts';
import { RowBuilder } from '../../problem/rows/row-builder.ts';
import { inverseMass } from '../../problem/rows/written-rows.ts';
import { createWorld } from '../../simulate.ts';
import { unresolved } from '../integrators/spring-rows.ts';
import type { World } from '../world/world.ts';

const H = 1 / 60;
const X = [1, 0, 0] as const;
const midpoint = (timeStep = H) => createWorld({ integrator: 'midpoint', gravity: [0, 0, 0], timeStep });
const addBody = (world: World, x = 0) => world.addBody({ mass: 1, inertia: [1, 1, 1], position: [x, 0, 0] });
/** k of a spring on 1 kg or 1 kg m^2, N/m. */
const stiffnessOf = (hw: number) => (hw / H) * (hw / H);

/** Largest size of a value over the last of some steps. */
function largestOf(world: World, steps: number, last: number, value: () => number): number {
  let largest = 0;
  for (let k = 1; k <= steps; k++) {
    expect(world.step().ledger.closed).toBe(true);
    if (k > steps - last) largest = Math.max(largest, Math.abs(value()));
  }
  return largest;
}

const KINDS = ['slide', 'turn', 'joint'] as const;

/** A spring towards 0.1 m or rad of a body at rest at 0, and how far it is from there. */
function sprung(world: World, kind: (typeof KINDS)[number], stiffness: number, damping = 0): () => number {
  const b = addBody(world);
  const point = [0, 0, 0] as const;
  if (kind === 'joint') {
    world.addJoint({ kind: 'prismatic', b, point, axis: X });
    const rod = { kind: 'distance', b, pointA: [-1, 0, 0], pointB: point, length: 1.1 } as const;
    world.addJoint({ ...rod, stiffness, damping });
    return () => b.position[0] - 0.1;
  }
  const servo = { target: 0.1, stiffness, damping };
  const joint = world.addJoint({ kind: kind === 'turn' ? 'revolute' : 'prismatic', b, point, axis: X, servo });
  return () => (joint.coordinate() as number) - 0.1;
}

test.each(KINDS)('an undamped 2 Hz spring keeps its amplitude over ten seconds (%s)', (kind) => {
  const world = midpoint();
  const off = sprung(world, kind, 4 * PI * PI * 4);
  expect(largestOf(world, 600, 60, off)).toBeCloseTo(0.1, kind === 'joint' ? 3 : 4); // (JO9) is not |d| - L
});

test.each(KINDS)('a spring that the step does not resolve, h w = 20, comes to rest (%s)', (kind) => {
  const world = midpoint();
  const off = sprung(world, kind, stiffnessOf(20));
  expect(largestOf(world, 60, 20, off)).toBeLessThan(1e-4); // of 0.1
});

test('a damped servo is of second order', () => {
  const [k, c] = [90, 3];
  const [exact] = rungeKutta(([x, v]) => [v, -k * x - c * v], [-0.1, 0], 1, 2000);
  const errors = [1, 2].map((parts) => {
    const world = midpoint(H / parts);
    const off = sprung(world, 'slide', k, c);
    for (let n = 0; n < 60 * parts; n++) world.step();
    return Math.abs(off() - exact);
  });
  expect(errors[0]).toBeLessThan(2e-3);
  expect(errors[0] / errors[1]).toBeGreaterThan(3.7);
  expect(errors[0] / errors[1]).toBeLessThan(4.3);
});

test('a damper that the step does not resolve does not ring', () => {
  for (const damping of [120, 1e3, 1e6]) {
    const world = midpoint();
    sprung(world, 'slide', 10, damping);
    const [b] = world.bodies;
    b.velocity = [1, 0, 0];
    for (let k = 0; k < 10; k++) {
      world.step();
      expect(b.velocity[0]).toBeGreaterThan(0); // the midpoint alone has (1 - h c/2m)/(1 + h c/2m) < 0
    }
  }
});

test('the rule between the two ends is smooth: 0 to h w = 1, 1 from 3.14 on', () => {
  const shares = [0.1, 1, 1.01, 2, 3.13, 3.14, 100].map((hw) => {
    const rows = new RowBuilder();
    rows.clear(Int32Array.of(0), new Float64Array(6));
    const k = stiffnessOf(hw);
    rows.hold('linear', 0, 1 / H, 1 / (H * H * k));
    rows.block(0, [1, 0, 0, 0, 0, 0]);
    const Minv = Float64Array.from({ length: 36 }, (_, c) => (c % 7 === 0 ? 1 : 0));
    return unresolved(rows, 0, inverseMass(rows, 0, Minv), H);
  });
  expect(shares[0]).toBe(0);
  expect(shares[1]).toBeCloseTo(0, 12);
  expect(shares[2]).toBeLessThan(1e-4);
  expect(shares[3]).toBeGreaterThan(0.4);
  expect(shares[3]).toBeLessThan(0.6);
  expect(shares[4]).toBeGreaterThan(0.9999);
  expect(shares.slice(5)).toEqual([1, 1]);
});

test('a servo within the limit of its force, and its target over time, are those of the middle too', () => {
  const world = midpoint();
  const b = addBody(world);
  const servo = { target: 1, stiffness: 40, maxForce: 2 };
  world.addJoint({ kind: 'prismatic', b, point: [0, 0, 0], axis: X, servo });
  for (let k = 0; k < 30; k++) world.step();
  expect(b.position[0]).toBeCloseTo(0.5 * 2 * 0.25, 8); // 2 N for half a second, without an error of the step

  // x'' = -k (x - A sin w t), from rest: x = A (sin w t - (w/W) sin W t) W^2/(W^2 - w^2)
  const [A, w, W] = [0.1, 3, 9];
  const led = midpoint();
  const body = addBody(led);
  const target = { kind: 'harmonic', amplitude: A, frequency: w / (2 * PI) } as const;
  led.addJoint({ kind: 'prismatic', b: body, point: [0, 0, 0], axis: X, servo: { target, stiffness: W * W } });
  for (let k = 1; k <= 120; k++) {
    led.step();
    const t = led.time;
    const exact = ((A * W * W) / (W * W - w * w)) * (Math.sin(w * t) - (w / W) * Math.sin(W * t));
    expect(Math.abs(body.position[0] - exact)).toBeLessThan(0.015 * A); // 0.0105: the phase, (W h)^2/24 of W t
  }
});

test('a motor that starts at once moves with its speed from the start, and its torque does not alternate', () => {
  const [A, w, h] = [0.3, 3 * PI, 1 / 240];
  const world = midpoint(h);
  const b = addBody(world);
  const speed = (time: number) => A * w * Math.cos(w * time);
  const hinge = world.addJoint({ kind: 'revolute', b, point: [0, 0, 0], axis: X, motor: { speed } });
  for (let k = 1; k <= 240; k++) {
    world.step();
    expect(Math.abs((hinge.coordinate() as number) - A * Math.sin(w * k * h))).toBeLessThan(1e-4); // 12 mrad by `euler`
    if (k < 3) continue; // the start, an impact
    const torque = -A * w * w * Math.sin(w * (k - 1) * h); // between the last two steps
    expect(Math.abs((hinge.motorForce() as number) - torque)).toBeLessThan(2e-3 * A * w * w);
  }
});

test('a force law is taken at the middle: half the step, a quarter of the error', () => {
  const law = (q: number, r: number) => -158 * (q - 1) - 2000 * (q - 1) ** 3 - 0.4 * r;
  const [exact] = rungeKutta(([q, r]) => [r, law(q, r)], [1.1, 0], 1, 4000);
  const errors = [1, 2].map((parts) => {
    const world = midpoint(H / parts);
    const b = addBody(world, 1.1);
    world.addJoint({ kind: 'force-law', b, pointA: [0, 0, 0], pointB: [1.1, 0, 0], law });
    for (let n = 0; n < 60 * parts; n++) world.step();
    return Math.abs(b.position[0] - exact);
  });
  expect(errors[0]).toBeLessThan(0.01);
  expect(errors[0] / errors[1]).toBeGreaterThan(3.3);
});

test('a limit with a soft spring pushes back with the energy that it took, and is no impact', () => {
  const world = createWorld({ integrator: 'midpoint', gravity: [-9.81, 0, 0] });
  const b = addBody(world);
  const limits = { lower: 0.05, stiffness: 158 };
  world.addJoint({ kind: 'prismatic', b, point: [0, 0, 0], axis: X, limits }); // pressed by 0.05 m, rests at 0.062
  const total = () => {
    const { kinetic, potential } = world.energy();
    return kinetic + potential + 79 * (b.position[0] - 0.05) * (b.position[0] - 0.05);
  };
  const start = total();
  for (let k = 0; k < 300; k++) {
    world.step();
    expect(Math.abs(total() - start)).toBeLessThan(1e-4);
  }
});
