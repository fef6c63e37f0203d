/** No allocation for points or pairs: thousands of steps pass without the collector having to run. */
import { PerformanceObserver } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Detector } from '../src/collision/detector.ts';
import { box, capsule, plane, type Shape, sphere } from '../src/collision/shapes/shapes.ts';
import { axisAngle } from '../src/linalg/quat.ts';
import { collidersOf, type Placed } from './collision-support.ts';

/** The fewest collections of three runs: the collector may also run for reasons of its own. */
async function collections(work: () => void): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    let count = 0;
    const observer = new PerformanceObserver((list) => {
      count += list.getEntries().length;
    });
    observer.observe({ entryTypes: ['gc'] });
    work();
    await new Promise((resolve) => setTimeout(resolve, 50)); // entries arrive later
    observer.disconnect();
    fewest = Math.min(fewest, count);
  }
  return fewest;
}

const stack = (shape: Shape, rise: number): Placed[] => [
  { shape: plane(), at: [0, 0, 0], fixed: true },
  ...Array.from({ length: 30 }, (_, k): Placed => {
    const turned = shape.kind === 'capsule' ? axisAngle([0, 1, 0], Math.PI / 2) : axisAngle([0, 0, 1], 0.1 * k);
    return { shape, at: [0.001 * k, 0, rise * (k + 0.5)], turned };
  }),
];

test.each([
  ['spheres', sphere(0.1), 0.1999],
  ['boxes', box(0.2, 0.15, 0.1), 0.1999],
  ['capsules', capsule(0.1, 0.2), 0.1999],
] as const)('a stack of 30 %s is detected 2000 times with next to nothing to collect', async (_, shape, rise) => {
  const detector = new Detector();
  const scene = collidersOf(stack(shape, rise), 0.001);
  const steps = (count: number) => {
    for (let k = 0; k < count; k++) detector.detect(scene);
  };
  steps(2000); // compiled by then
  expect(detector.points.count).toBeGreaterThan(29);
  expect(await collections(() => steps(2000))).toBeLessThanOrEqual(3); // a few words a step, not a point
});
