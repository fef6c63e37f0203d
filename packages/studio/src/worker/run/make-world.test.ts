import { beforeAll, expect, test } from 'vitest';
import type { RunSpec } from '../../protocol.ts';
import { loadLibrary } from '../library.ts';
import { describeScene, makeWorld } from './make-world.ts';

beforeAll(() => loadLibrary());

const specOf = (name: string): RunSpec => ({
  source: { kind: 'catalogue', name, parameters: {} },
  timeStep: null,
  frictionModel: null,
  integrator: null,
  more: { coupling: null, sleep: false, accuracy: null, budget: 'cheap' },
});
const infoOf = (name: string) => {
  const spec = specOf(name);
  const info = describeScene(spec, makeWorld(spec, { solver: 'auto', options: {}, warmStart: true }));
  const planes = info.bodies.filter(({ shape }) => info.shapes[shape]?.corners.length === 6);
  return { info, planes: planes.map(({ name, shape, origin }) => ({ name, origin, ...info.shapes[shape]! })) };
};

test('a slope is drawn, and much larger than what slides on it', () => {
  const { info, planes } = infoOf('box-on-slope');
  expect(planes.filter(({ drawn }) => drawn)).toHaveLength(1);
  expect(Math.max(...planes[0]!.points)).toBeGreaterThan(4 * info.reach);
});

test('walls of a container are drawn around what they hold, its floor is the grid', () => {
  const { info, planes } = infoOf('granular');
  const drawn = planes.filter((plane) => plane.drawn);
  expect([planes.length, drawn.length]).toEqual([5, 4]);
  for (const { points, origin } of drawn) {
    expect(Math.max(...points)).toBeLessThan(1.5 * info.reach);
    expect(Math.max(...origin.map(Math.abs))).toBeGreaterThan(0.5 * info.centre[2]); // as high as the spheres
  }
});

test('the ground of a wall is the grid', () => {
  expect(infoOf('brick-wall').planes.map(({ drawn }) => drawn)).toEqual([false]);
});
