/** The references know closed forms themselves. */
import { quaternion, type Vec3 } from '@signorini/engine';
import { expect, test } from 'vitest';
import { leastThickness } from './arch.ts';
import { hinges, sideMotion } from './bennett.ts';
import { chainRate } from './planar-chain.ts';
import { rk4 } from './rk4.ts';
import { rollingDisc, rollingRate, turned, weightedBall } from './rolling.ts';
import { solveLinear } from './solve-linear.ts';
import { cross, dot, norm, scale, subtract } from './vectors.ts';

test('Runge-Kutta is of fourth order on an oscillator', () => {
  const error = (dt: number) => Math.abs(rk4(([x, v]) => [v, -x], [1, 0], 2, dt)[0] - Math.cos(2));
  expect(Math.log2(error(0.1) / error(0.05))).toBeCloseTo(4, 0);
});

test('linear equations are solved with a zero on the diagonal', () => {
  expect(
    solveLinear(
      [
        [0, 2],
        [1, 1],
      ],
      [2, 3],
    ),
  ).toEqual([2, 1]);
});

test('a thin disc with its centre at rest rolls round steadily at 4 g/(r sin a)', () => {
  const [radius, tilt] = [0.1, 0.6];
  const orientation = quaternion.axisAngle([0, 1, 0], tilt);
  const rate = Math.sqrt((4 * 9.81) / (radius * Math.sin(tilt)));
  const omega = scale(turned(orientation, [1, 0, 0]), -rate * Math.sin(tilt));
  const end = rk4(rollingRate(rollingDisc(1, radius, 1e-9)), [...orientation, ...omega], 1, 1e-4);
  const axis = turned([end[0], end[1], end[2], end[3]], [0, 0, 1]);
  expect(Math.acos(Math.abs(axis[2]))).toBeCloseTo(tilt, 6);
});

test('a weighted ball rocks with its small period', () => {
  const [mass, moment, radius, offset] = [2, 0.02, 0.2, 0.08];
  const body = weightedBall(mass, [moment, moment, moment], radius, [0, 0, offset]);
  const period = 2 * Math.PI * Math.sqrt((moment + mass * (radius - offset) ** 2) / (mass * 9.81 * offset));
  const start = quaternion.axisAngle([0, 1, 0], 1e-3);
  const end = rk4(rollingRate(body), [...start, 0, 0, 0], period, 1e-3);
  expect(2 * Math.atan2(end[1], end[3])).toBeCloseTo(1e-3, 7);
});

test('a chain of one link is a pendulum, and a chain of eight keeps its energy', () => {
  const chain = { links: 1, length: 2, mass: 3, inertia: 1 };
  const [angle] = rk4(chainRate(chain), [1e-4, 0], 2 * Math.PI * Math.sqrt((1 + 3) / (3 * 9.81)), 1e-3);
  expect(angle).toBeCloseTo(1e-4, 9);
  const [n, length] = [8, 0.25];
  const eight = chainRate({ links: n, length, mass: 1, inertia: length ** 2 / 12 });
  const energy = (y: readonly number[]) => {
    let [x, z, sum] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const [c, s, w] = [Math.cos(y[i]), Math.sin(y[i]), y[n + i]];
      const height = -y.slice(0, i).reduce((h, a) => h + length * Math.cos(a), 0) - (length / 2) * c;
      const [vx, vz] = [x + (length / 2) * c * w, z + (length / 2) * s * w];
      sum += 0.5 * (vx * vx + vz * vz) + (length ** 2 / 24) * w * w + 9.81 * height;
      [x, z] = [x + length * c * w, z + length * s * w];
    }
    return sum;
  };
  const start = [0, 0, 0, 0, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(energy(rk4(eight, start, 0.4, 2e-4))).toBeCloseTo(energy(start), 6);
});

test('the loop of Bennett closes at every angle, and its sides move as rigid bodies', () => {
  const linkage = { a: 1, b: 0.6, twist: 0.5 };
  for (const angle of [0.3, 1, 2.5, 4, 6]) {
    const at = hinges(linkage, angle);
    expect(norm(subtract(at[4].point, at[0].point))).toBeLessThan(1e-12);
    expect(dot(at[4].axis, at[0].axis)).toBeCloseTo(1, 12);
    const { omega } = sideMotion(linkage, angle, 3, 0);
    expect(norm(subtract(omega, [0, 0, 3]))).toBeLessThan(1e-8); // the driven side turns about the first hinge
    const { centre, omega: third } = sideMotion(linkage, angle, 3, 2);
    const arm: Vec3 = scale(subtract(at[2].point, at[3].point), 0.5);
    expect(norm(subtract(centre, cross(third, arm)))).toBeLessThan(1e-7); // and the last one about the fourth
  }
});

test('an arch of many voussoirs needs the thickness of Heyman, 0.107 of its radius', () => {
  expect(leastThickness(64)).toBeGreaterThan(0.1065);
  expect(leastThickness(64)).toBeLessThan(0.1078);
});
