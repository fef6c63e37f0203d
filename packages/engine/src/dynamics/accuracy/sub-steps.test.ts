import { describe, expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld, type WorldOptions } from '../../simulate.ts';
import { StepError, type StepReport } from '../errors/step-report.ts';

const g = 9.81; // m/s^2
type World = ReturnType<typeof createWorld>;

function run(world: World, time: number, each?: (report: StepReport) => void) {
  const total = { solves: 0, open: 0, unmet: 0 };
  const steps = Math.round(time / world.timeStep);
  for (let k = 0; k < steps; k++) {
    const report = world.step();
    total.solves += report.solves;
    total.unmet += report.unmet;
    if (!report.ledger.closed) total.open++;
    each?.(report);
  }
  return { ...total, perSecond: total.solves / time };
}

describe('problems with known answers at 1/60 s and accuracy 0.01', () => {
  test('a ball on a turntable rolls in a circle, at 2/7 of its speed', () => {
    const world = createWorld({ accuracy: 0.01, frictionModel: 'cone' });
    const [turn, R, speed] = [4, 0.05, 0.4]; // rad/s, m, m/s
    const material = { friction: 1 };
    world.addBody({ motion: 'static', shape: plane(), material, surfaceAngularVelocity: [0, 0, turn] });
    const ball = world.addBody({
      shape: sphere(R),
      mass: 1,
      material,
      position: [0.3, 0, R],
      velocity: [0, speed, 0],
      angularVelocity: [(turn * 0.3 - speed) / R, 0, 0], // rolls without slip
    });
    const rate = (2 / 7) * turn;
    const radius = speed / rate;
    const { perSecond, open } = run(world, (3 * 2 * Math.PI) / rate);
    expect(Math.hypot(ball.position[0] - (0.3 - radius), ball.position[1]) / radius).toBeCloseTo(1, 3); // without: 1.2
    expect(perSecond).toBeLessThan(500);
    expect(open).toBe(0);
  });

  test('a block that rocks keeps of its energy what the impact about its other corner leaves (Housner)', () => {
    const world = createWorld({ accuracy: 0.01, frictionModel: 'cone' });
    const [b, c, tilt] = [0.1, 0.4, 0.15]; // m, m, rad
    const material = { friction: 1 };
    world.addBody({ motion: 'static', shape: plane(), material });
    const block = world.addBody({
      shape: box(b, 0.1, c),
      density: 500,
      material,
      orientation: { axis: [0, 1, 0], angle: tilt },
      position: [-(b * Math.cos(tilt) - c * Math.sin(tilt)), 0, b * Math.sin(tilt) + c * Math.cos(tilt)],
    });
    let extreme = 0;
    const { perSecond, open } = run(world, 1.6, () => {
      const [, y, , w] = block.orientation;
      extreme = Math.max(extreme, -2 * Math.atan2(y, w));
    });
    const alpha = Math.atan(b / c);
    const height = (angle: number) => Math.cos(alpha - angle) - Math.cos(alpha);
    const left = height(tilt) * (1 - 1.5 * Math.sin(alpha) ** 2) ** 2;
    let [low, high] = [0, alpha];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (height(middle) < left) low = middle;
      else high = middle;
    }
    expect(extreme / low).toBeCloseTo(1, 2); // without: 0.71
    expect(perSecond).toBeLessThan(500);
    expect(open).toBe(0);
  });

  test('a light ball on a heavy one flies up by the closed form of two impacts', () => {
    const world = createWorld({ accuracy: 0.01 });
    const [R, M, m, gap] = [0.05, 3, 1, 0.01]; // m, kg, kg, m
    const material = { restitution: 1, friction: 0 };
    world.addBody({ motion: 'static', shape: plane(), material });
    world.addBody({ shape: sphere(R), mass: M, material, position: [0, 0, 1 + R] });
    const light = world.addBody({ shape: sphere(R), mass: m, material, position: [0, 0, 1 + 3 * R + gap] });
    let top = 0;
    const { perSecond } = run(world, 1.5, ({ time }) => {
      if (time > 0.5) top = Math.max(top, light.position[2]);
    });
    const V = Math.sqrt(2 * g);
    const t = gap / (2 * V); // between the impacts
    const after = ((m - M) * (-V - g * t) + 2 * M * (V - g * t)) / (m + M);
    const expected = V * t - 0.5 * g * t * t + (after * after) / (2 * g); // above 3 R
    expect((top - 3 * R) / expected).toBeCloseTo(1, 2); // without: 0.28
    expect(perSecond).toBeLessThan(300);
  });
});

const ballAndBox = (options: WorldOptions, ball: boolean) => fill(createWorld({ accuracy: 0.01, ...options }), ball);

const fill = (world: World, ball: boolean) => {
  world.addBody({ motion: 'static', shape: plane() });
  const crate = world.addBody({ shape: box(0.2, 0.2, 0.2), density: 500, position: [5, 0, 0.3] });
  if (ball) world.addBody({ shape: sphere(0.1), mass: 1, material: { restitution: 0.9 }, position: [0, 0, 1] });
  return { world, crate };
};

test('only the island that is struck takes sub-steps: a crate elsewhere moves by the same bits with and without a ball', () => {
  const [one, other] = [ballAndBox({}, true), ballAndBox({}, false)];
  let most = 0;
  for (let k = 0; k < 120; k++) {
    most = Math.max(most, one.world.step().subSteps);
    other.world.step();
    expect([...one.crate.position, ...one.crate.velocity]).toEqual([...other.crate.position, ...other.crate.velocity]);
  }
  expect(most).toBeGreaterThan(4);
});

test('a quiet step is the step of a world without accuracy, bit for bit, for one solve', () => {
  const { world } = ballAndBox({}, false);
  for (let k = 0; k < 120; k++) world.step();
  const plain = fill(createWorld(), false).world;
  plain.restore(world.snapshot());
  for (let k = 0; k < 10; k++) {
    const report = world.step();
    expect([report.subSteps, report.solves, report.rejected]).toEqual([1, 1, 0]);
    plain.step();
    expect([...world.poses()]).toEqual([...plain.poses()]);
  }
});

test('a snapshot in the middle of a bounce goes on to the same bits', () => {
  const { world } = ballAndBox({}, true);
  for (let k = 0; k < 26; k++) world.step();
  const snapshot = JSON.parse(JSON.stringify(world.snapshot()));
  const other = ballAndBox({}, true).world;
  other.restore(snapshot);
  for (let k = 0; k < 30; k++) {
    world.step();
    other.step();
    expect(other.hash()).toBe(world.hash());
  }
});

test('a ball that bounces within a step is reported to have touched and left', () => {
  const { world } = ballAndBox({ gravity: [0, 0, 0] }, true);
  const ball = world.body('body-3');
  ball.velocity = [0, 0, -20];
  const events: string[] = [];
  for (let k = 0; k < 6; k++) {
    const { began, ended } = world.step();
    for (const { bodyB } of began) events.push(`began ${bodyB}`);
    for (const { bodyB } of ended) events.push(`ended ${bodyB}`);
  }
  expect(events).toEqual(['began body-3', 'ended body-3']);
  expect(ball.velocity[2]).toBeCloseTo(18, 6);
});

test('an error that the shortest sub-step cannot keep is counted, never silent', () => {
  const { world } = ballAndBox({ smallestStep: 1 / 60 }, true);
  expect(run(world, 1).unmet).toBeGreaterThan(0);
  expect(run(ballAndBox({}, true).world, 1).unmet).toBe(0);
});

test('drivers and drives act in every sub-step, at its time', () => {
  const world = createWorld({ accuracy: { joules: 1e-4 }, gravity: [0, 0, 0] });
  const times: number[] = [];
  const body = world.addBody({ shape: sphere(0.1), mass: 1 });
  world.addDriver({
    bodies: [body],
    act: () => {
      times.push(world.time);
      body.applyForce([10 * Math.sin(20 * world.time), 0, 0]);
    },
  });
  run(world, 1);
  expect(times.some((time) => time * 60 !== Math.floor(time * 60))).toBe(true);
  expect(body.velocity[0]).toBeCloseTo((10 / 20) * (1 - Math.cos(20)), 2);
  expect(world.time).toBe(1);
});

test('a step without a finite outcome leaves the world as it was, also in sub-steps', () => {
  const { world } = ballAndBox({}, true);
  for (let k = 0; k < 20; k++) world.step();
  const body = world.body('body-3');
  world.addDriver({
    act() {
      body.velocity = [1e308, 0, 0]; // its energy is infinite
    },
  });
  const before = world.hash();
  expect(() => world.step()).toThrow(StepError);
  expect(world.hash()).toBe(before);
  expect(world.time).toBe(20 / 60);
});
