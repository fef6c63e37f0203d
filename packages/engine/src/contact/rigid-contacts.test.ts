/** Rigid contacts: C = 0, K phi/h, with the default solver.   docs/theory/contact-rows.md (CR15) */
import { expect, test } from 'vitest';
import { box, plane, sphere } from '../collision/shapes/shapes.ts';
import type { World } from '../dynamics/world/world.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { createWorld } from '../simulate.ts';
import { findSolver } from '../solvers/registry.ts';
import { solve } from '../solvers/solve.ts';

const G = 9.81;

function boxes(count: number, { tilt = 0, height = 0.25, overlapRecovery = 0.2, friction = 0.5 } = {}): World {
  const world = createWorld({
    // box friction is solved to rounding; cones end at 1e-19 J
    contactForm: 'rigid',
    frictionModel: 'box',
    overlapRecovery,
    gravity: [G * sin(tilt), 0, -G * cos(tilt)],
  });
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { friction } });
  for (let k = 0; k < count; k++)
    world.addBody({
      name: `box-${k + 1}`,
      shape: box(0.25, 0.25, 0.25),
      mass: 10,
      position: [0, 0, height + 0.5 * k],
      material: { friction },
    });
  return world;
}

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) {
    const { ledger, status, energyError } = world.step();
    expect(ledger.closed).toBe(true);
    expect(['converged', 'empty']).toContain(status);
    expect(energyError.value).toBeLessThan(1e-15);
  }
}

test('rows have no compliance, and an overlap of up to g h^2/K^2 shrinks by K a step', () => {
  for (const overlapRecovery of [0.2, 1]) {
    let overlap = (0.9 * G) / (60 * overlapRecovery) ** 2;
    const world = boxes(1, { height: 0.25 - overlap, overlapRecovery });
    for (let k = 0; k < 8; k++) {
      run(world, 1);
      overlap *= 1 - overlapRecovery;
      expect(world.body('box-1').position[2] - 0.25).toBeCloseTo(-overlap, 12);
      if (k === 0) expect([...(world.problem()?.structure?.C ?? [])]).toEqual(new Array(12).fill(0));
    }
  }
});

test('a deeper overlap makes a body jump: what takes it back is velocity', () => {
  const world = boxes(1, { height: 0.24, overlapRecovery: 1 });
  run(world, 1);
  expect(world.body('box-1').velocity[2]).toBeCloseTo(0.6, 12); // K phi/h
  run(world, 2);
  expect(world.body('box-1').position[2]).toBeGreaterThan(0.26);
});

test('a box at rest does not sink: four forces carry its weight', () => {
  const world = boxes(1);
  run(world, 300);
  expect(world.body('box-1').position[2]).toBeCloseTo(0.25, 14);
  expect(world.contacts.reduce((sum, { normalForce }) => sum + normalForce, 0)).toBeCloseTo(10 * G, 9);
});

test('a falling box is not braked above the ground and stops on it', () => {
  const world = boxes(1, { height: 0.3 });
  run(world, 5);
  expect(world.body('box-1').velocity[2]).toBeCloseTo((-5 * G) / 60, 12);
  run(world, 30);
  expect(world.body('box-1').position[2]).toBeCloseTo(0.25, 9);
});

test('a stack of five stands where it was put', () => {
  const world = boxes(5);
  run(world, 300);
  for (let k = 0; k < 5; k++) {
    const [x, y, z] = world.body(`box-${k + 1}`).position;
    expect(Math.abs(x) + Math.abs(y)).toBeLessThan(1e-12);
    expect(z).toBeCloseTo(0.25 + 0.5 * k, 12);
  }
});

test('a box on a slope stays below the friction angle without an anchor, and slides with g (sin - mu cos) above it', () => {
  const held = boxes(1, { tilt: 0.45 });
  run(held, 600);
  expect(Math.abs(held.body('box-1').position[0])).toBeLessThan(1e-12);
  const slides = boxes(1, { tilt: 0.5 });
  run(slides, 60);
  const speed = slides.body('box-1').velocity[0];
  run(slides, 60);
  expect(slides.body('box-1').velocity[0] - speed).toBeCloseTo(G * (sin(0.5) - 0.5 * cos(0.5)), 9);
});

test('impulses of redundant contacts are not unique; what they do to the bodies is', () => {
  const world = boxes(3, { friction: 0 });
  run(world, 10);
  const p = world.problem();
  if (!p?.structure) throw new Error('expected a structured problem');
  const { rowStart, body, J } = p.structure;
  const effect = (x: Float64Array) => {
    const out = new Float64Array(18);
    for (let i = 0; i < p.n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        for (let c = 0; c < 6; c++) out[6 * body[k] + c] += J[6 * k + c] * x[i];
    return out;
  };
  const first = solve(p, { solver: findSolver('auto') }).x;
  const warm = p.b.map((_, i) => (i % 2 === 0 ? 3 : 0));
  const options = { maxIterations: 20000, tolerance: 1e-15 };
  const second = solve(p, { solver: findSolver('pgs'), options, warm }).x;
  const difference = (a: Float64Array, b: Float64Array) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
  expect(difference(first, second)).toBeGreaterThan(0.01); // N s
  expect(difference(effect(first), effect(second))).toBeLessThan(1e-9);
});

test('rolling friction holds a ball without compliance too', () => {
  const world = createWorld({ contactForm: 'rigid', gravity: [G * sin(0.09), 0, -G * cos(0.09)] });
  world.addBody({ motion: 'static', shape: plane() });
  const ball = world.addBody({ shape: sphere(0.1), position: [0, 0, 0.1], material: { rollingFriction: 0.01 } });
  run(world, 120);
  expect(Math.abs(ball.position[0])).toBeLessThan(1e-13);
});
