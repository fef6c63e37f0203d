/** Friction of contacts that close within a step acts at each body's own surface, wherever in the step the impact falls (CR19). */
import { expect, test } from 'vitest';
import { plane, sphere } from '../collision/shapes/shapes.ts';
import type { WorldSettings } from '../dynamics/world/settings.ts';
import { createWorld } from '../simulate.ts';

const R = 0.1; // m
const OFFSETS = Array.from({ length: 10 }, (_, k) => k / 10); // where in the step the impact falls

interface Throw {
  readonly friction: number;
  readonly restitution?: number;
  /** m/s along x, and rad/s about y. */
  readonly speed: number;
  readonly spin: number;
}

/** A solid ball that falls on a floor at 3 m/s, before and after its first impact; `offset` moves the impact within the step. */
function bounce(offset: number, { friction, restitution = 0.5, speed, spin }: Throw, settings: WorldSettings = {}) {
  const h = 1 / 60;
  const world = createWorld({ gravity: [0, 0, 0], timeStep: h, ...settings });
  const material = { friction, restitution };
  world.addBody({ motion: 'static', shape: plane(), material });
  const ball = world.addBody({
    shape: sphere(R),
    mass: 1,
    material,
    position: [0, 0, R + 3 * h * (2 + offset)] as const,
    velocity: [speed, 0, -3] as const,
    angularVelocity: [0, spin, 0] as const,
  });
  for (let k = 0; k < 8; k++) expect(world.step().ledger.closed).toBe(true);
  expect(ball.velocity[2]).toBeCloseTo(3 * restitution, 5);
  return { vx: ball.velocity[0], omega: ball.angularVelocity[1] };
}

test('the spin after an impact that sticks is 2/7 of the spin and 5/7 of the rolling one, wherever in the step it falls', () => {
  // about the point of contact: m R v + I w stays, and v+ = R w+
  const thrown = { friction: 10, speed: 2, spin: 150 };
  const expected = (5 / 7) * (2 / R) + (2 / 7) * 150; // rad/s
  for (const offset of OFFSETS) {
    const compliant = bounce(offset, thrown);
    expect(Math.abs(compliant.omega / expected - 1)).toBeLessThan(2e-5); // friction gives way by C
    expect(Math.abs(compliant.vx / (R * expected) - 1)).toBeLessThan(2e-5);
    expect(bounce(offset, thrown, { contactForm: 'rigid' }).omega).toBeCloseTo(expected, 9);
  }
});

test('the spin after an impact that slips is that of mu (1 + e) v, wherever in the step it falls', () => {
  const thrown = { friction: 0.1, restitution: 0.5, speed: 2, spin: 150 };
  const taken = 0.1 * 1.5 * 3; // m/s that friction gives along x: mu (1 + e) v
  for (const offset of OFFSETS) {
    const { vx, omega } = bounce(offset, thrown, { contactForm: 'rigid' });
    expect(vx).toBeCloseTo(2 + taken, 9);
    expect(omega).toBeCloseTo(150 - (5 / 2) * (taken / R), 8);
  }
});

test('two balls that spin alike keep 2/7 of it when they meet and stick, wherever in the step they meet', () => {
  const h = 1 / 60;
  for (const offset of OFFSETS) {
    const world = createWorld({ gravity: [0, 0, 0], contactForm: 'rigid' });
    const ball = { shape: sphere(R), mass: 1, material: { friction: 10, restitution: 0.5 } } as const;
    const place = R + h * (2 + offset);
    const spin = { angularVelocity: [0, 0, 70] } as const;
    const a = world.addBody({ ...ball, ...spin, position: [-place, 0, 0], velocity: [1, 0, 0] });
    const b = world.addBody({ ...ball, ...spin, position: [place, 0, 0], velocity: [-1, 0, 0] });
    for (let k = 0; k < 4; k++) expect(world.step().ledger.closed).toBe(true);
    // by symmetry both points stop: v+ = -R w+ of a, and I (w+ - w) = m R v+
    for (const { angularVelocity } of [a, b]) expect(angularVelocity[2]).toBeCloseTo(20, 9);
    expect(a.velocity[1]).toBeCloseTo(-20 * R, 9);
    expect(b.velocity[1]).toBeCloseTo(20 * R, 9);
  }
});

test('a ball that lands on a running surface takes up 2/7 of its speed at the surface, not above it', () => {
  for (const offset of OFFSETS) {
    const world = createWorld({ gravity: [0, 0, 0], contactForm: 'rigid' });
    const material = { friction: 10, restitution: 0.5 };
    // z x r at (x, 0, 0) is 4 x along y; at a height of z there would be -30 z more
    world.addBody({ motion: 'static', shape: plane(), material, surfaceAngularVelocity: [30, 0, 4] });
    const ball = world.addBody({
      shape: sphere(R),
      mass: 1,
      material,
      position: [0.5, 0, R + 0.05 * (2 + offset)] as const,
      velocity: [0, 0, -3] as const,
    });
    for (let k = 0; k < 8; k++) expect(world.step().ledger.closed).toBe(true);
    expect(ball.velocity[1]).toBeCloseTo((2 / 7) * 0.5 * 4, 9); // m/s
  }
});
