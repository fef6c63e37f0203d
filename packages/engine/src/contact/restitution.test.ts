/** Restitution against closed forms, at any gravity and in any units. */
import { expect, test } from 'vitest';
import { plane, sphere } from '../collision/shapes/shapes.ts';
import { createWorld } from '../simulate.ts';

const bouncy = (restitution: number) => ({ friction: 0, restitution });

test('weightless elastic balls that meet slowly exchange their velocities', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const options = { shape: sphere(0.05), mass: 0.2, material: bouncy(1) } as const;
  const one = world.addBody({ ...options, position: [-0.06, 0, 0], velocity: [0.2, 0, 0] });
  const other = world.addBody({ ...options, position: [0.06, 0, 0], velocity: [-0.1, 0, 0] });
  for (let k = 0; k < 30; k++) world.step();
  expect(one.velocity[0]).toBeCloseTo(-0.1, 6); // m/s
  expect(other.velocity[0]).toBeCloseTo(0.2, 6);
});

test('weightless balls part with e of the speed at which they meet', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const options = { shape: sphere(0.05), mass: 0.2, material: bouncy(0.5) } as const;
  const one = world.addBody({ ...options, position: [-0.06, 0, 0], velocity: [0.04, 0, 0] });
  const other = world.addBody({ ...options, position: [0.06, 0, 0] });
  for (let k = 0; k < 60; k++) world.step();
  expect(other.velocity[0] - one.velocity[0]).toBeCloseTo(0.5 * 0.04, 6);
  expect(other.velocity[0] + one.velocity[0]).toBeCloseTo(0.04, 9); // momentum
});

/** The height of the first apex after a drop, over that of the drop. */
function apex(gravity: number, height: number, timeStep: number, size: number): number {
  const world = createWorld({ gravity: [0, 0, -gravity], timeStep });
  world.addBody({ motion: 'static', shape: plane(), material: bouncy(0.8) });
  const ball = world.addBody({
    shape: sphere(size),
    mass: 1,
    material: { ...bouncy(0.8), stiffness: 1e8 },
    position: [0, 0, size + height],
  });
  let highest = 0;
  let rose = false;
  for (let k = 0; k < 10000; k++) {
    world.step();
    const up = ball.velocity[2] > 0;
    if (rose && !up) break;
    rose ||= up;
    if (rose) highest = Math.max(highest, ball.position[2] - size);
  }
  return highest / height;
}

test('a ball on the Moon bounces to e^2 of a drop whose speed is below 2 g h of the Earth', () => {
  // 0.02 m at 1.62 m/s^2: 0.25 m/s, below 2 * 9.81 m/s^2 / 60 = 0.33 m/s
  expect(apex(1.62, 0.02, 1 / 60, 0.1)).toBeCloseTo(0.64, 1);
  expect(apex(1.62, 0.02, 1 / 240, 0.1)).toBeCloseTo(0.64, 2);
});

test('a drop in millimetres and milliseconds bounces as in metres and seconds', () => {
  const metres = apex(9.81, 0.5, 1 / 240, 0.1);
  const millimetres = apex(9.81e-3, 500, 1000 / 240, 100); // mm/ms^2, mm, ms, mm
  expect(metres).toBeCloseTo(0.64, 2);
  expect(millimetres).toBeCloseTo(metres, 3);
});

test('a ball that bounces lower and lower comes to rest', () => {
  const world = createWorld({ gravity: [0, 0, -1.62] });
  world.addBody({ motion: 'static', shape: plane(), material: bouncy(0.5) });
  const ball = world.addBody({ shape: sphere(0.1), mass: 1, material: bouncy(0.5), position: [0, 0, 0.3] });
  for (let k = 0; k < 600; k++) world.step();
  expect(Math.abs(ball.velocity[2])).toBeLessThan(1e-9);
  expect(world.contacts[0].normalForce).toBeCloseTo(1.62, 6); // N
});
