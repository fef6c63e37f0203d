/** Impacts that follow from impacts within one step: heights and speeds in closed form, and energy that never grows (CR20). */
import { expect, test } from 'vitest';
import { plane, sphere } from '../../collision/shapes/shapes.ts';
import type { MaterialOptions } from '../../contact/material.ts';
import { Rng } from '../../linalg/rng.ts';
import { createWorld } from '../../simulate.ts';
import type { Body } from '../bodies/body.ts';
import type { World } from '../world/world.ts';

const G = 9.81;
const H = 1; // m: height of the drop
const GAP = 0.01; // m between the balls

/** Two elastic balls, the upper one of a third of the mass, dropped one above the other. Height that the upper one gains, m. */
function highest(timeStep: number): number {
  const world = createWorld({ timeStep });
  const material = { friction: 0, restitution: 1 };
  world.addBody({ motion: 'static', shape: plane(), material });
  world.addBody({ shape: sphere(0.1), mass: 3, material, position: [0, 0, 0.1 + H] });
  const upper = world.addBody({ shape: sphere(0.05), mass: 1, material, position: [0, 0, 0.25 + H + GAP] });
  let height = 0;
  for (let k = 0; k < 1.5 / timeStep; k++) {
    expect(world.step().ledger.closed).toBe(true);
    height = Math.max(height, upper.position[2] - 0.25);
  }
  return height;
}

test('a light ball above one of three times its mass leaves with twice its speed, at steps far longer than between the impacts', () => {
  // the lower one bounces with v, they meet t = GAP/2v later with v - g t and -(v + g t); m 3:1 turns 2 v of approach into +3 v of the upper
  const v = Math.sqrt(2 * G * H);
  const t = GAP / (2 * v); // 1.1 ms
  const expected = GAP - v * t - (G * t * t) / 2 + (2 * v - G * t) ** 2 / (2 * G);
  for (const h of [1 / 60, 0.004, 0.001, 0.0002]) expect(Math.abs(highest(h) / expected - 1)).toBeLessThan(2 * h); // first order, 2/s
});

test('of balls in a row that touch, or nearly, only the last one leaves, within one step', () => {
  for (const gap of [0, 1e-4]) {
    const world = createWorld({ gravity: [0, 0, 0] });
    const ball = { shape: sphere(0.05), mass: 1, material: { friction: 0, restitution: 1 } } as const;
    const row = Array.from({ length: 5 }, (_, k) =>
      world.addBody({ ...ball, position: [k * (0.1 + gap), 0, 0], velocity: [k === 0 ? 3 : 0, 0, 0] }),
    );
    for (let k = 0; k < 3; k++) expect(world.step().ledger.closed).toBe(true);
    row.forEach((body, k) => {
      expect(body.velocity[0]).toBeCloseTo(k === 4 ? 3 : 0, 6);
    });
  }
});

/** Four upright walls around the origin. @param distance m */
function addWalls(world: World, distance: number, material: MaterialOptions): void {
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])
    world.addBody({
      motion: 'static',
      shape: plane(),
      material,
      position: [-distance * x, -distance * y, 0],
      orientation: { axis: [-y, x, 0], angle: Math.PI / 2 }, // z turned to (x, y, 0)
    });
}

/** Weightless balls that are close together and move at random, within walls or not; each has its own restitution. */
function swarm(seed: number, friction: number, walls: boolean): { world: World; balls: Body[] } {
  const random = new Rng(seed);
  const world = createWorld({ gravity: [0, 0, 0], frictionModel: 'cone' });
  if (walls) addWalls(world, 0.3, { friction, restitution: random.uniform() });
  const balls: Body[] = [];
  for (let i = -1; i <= 1; i++)
    for (let j = -1; j <= 1; j++)
      for (let k = 0; k < 2; k++) {
        const speed = () => 4 * random.uniform() - 2;
        balls.push(
          world.addBody({
            shape: sphere(0.05),
            mass: 0.2 + random.uniform(),
            material: { friction, restitution: random.uniform() },
            position: [0.11 * i + 0.005 * random.uniform(), 0.11 * j + 0.005 * random.uniform(), 0.11 * k],
            velocity: [speed(), speed(), 0.2 * speed()],
          }),
        );
      }
  return { world, balls };
}

test('swarms of balls of any restitution never gain energy, with and without friction and walls', () => {
  let chained = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const { world, balls } = swarm(seed, seed % 2 === 0 ? 0.4 : 0, seed % 3 === 0);
    const momentum = () => balls.reduce((sum, { mass, velocity }) => sum + mass * velocity[0], 0);
    const start = momentum();
    let energy = Infinity;
    for (let k = 0; k < 20; k++) {
      const { ledger, solves } = world.step();
      expect(ledger.closed).toBe(true);
      const now = world.energy().kinetic;
      expect(now).toBeLessThanOrEqual(energy * (1 + 1e-9));
      energy = now;
      if (solves > 1) chained++;
    }
    if (seed % 3 !== 0) expect(momentum()).toBeCloseTo(start, 9);
  }
  expect(chained).toBeGreaterThan(20);
});

test('elastic balls in a heap keep their energy at 1/60 s', () => {
  const world = createWorld({ frictionModel: 'none' });
  const material = { restitution: 1 };
  world.addBody({ motion: 'static', shape: plane(), material });
  addWalls(world, 0.25, material);
  const random = new Rng(1);
  const balls: Body[] = [];
  for (let k = 0; k < 27; k++) {
    const at = (n: number) => 0.12 * n + 0.005 * random.uniform();
    const position = [at((k % 3) - 1), at((Math.floor(k / 3) % 3) - 1), 0.2 + at(Math.floor(k / 9))] as const;
    balls.push(world.addBody({ shape: sphere(0.05), mass: 1, material, position }));
  }
  // what semi-implicit Euler conserves: v^2/2 + g z - g h v/2
  const kept = () =>
    balls.reduce((sum, { position: [, , z], velocity: [x, y, v] }) => {
      return sum + (x * x + y * y + v * v) / 2 + G * (z - 0.05) - (G * v) / 120;
    }, 0);
  const start = kept();
  for (let k = 0; k < 60; k++) {
    world.step();
    expect(Math.abs(kept() / start - 1)).toBeLessThan(0.02);
  }
});

test('a heap of bouncing balls comes to rest', () => {
  const world = createWorld({ frictionModel: 'none' });
  const material = { restitution: 0.6 };
  world.addBody({ motion: 'static', shape: plane(), material });
  const balls = [0, 1, 2].map((k) =>
    world.addBody({ shape: sphere(0.05), mass: 1, material, position: [0, 0, 0.1 + 0.12 * k] }),
  );
  for (let k = 0; k < 300; k++) world.step();
  for (const { velocity } of balls) expect(Math.abs(velocity[2])).toBeLessThan(1e-6);
  expect(world.contacts[0].normalForce).toBeCloseTo(3 * G, 4);
});
