import { expect, test } from 'vitest';
import { collidersOf, type Placed, randomRotation } from '../../../test/collision-support.ts';
import { Rng } from '../../linalg/rng.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { Detector, PairSet } from '../detector.ts';
import { box, capsule, plane, sphere } from '../shapes/shapes.ts';

/** A floor, a plate of its own size and 60 small shapes in a room. */
function room(rng: Rng): Placed[] {
  const shapes = [sphere(0.1), box(0.2, 0.03, 0.1), capsule(0.08, 0.1)];
  return [
    { shape: plane(), at: [0, 0, 0], fixed: true },
    { shape: box(1, 1, 0.05), at: [0.5, 0.5, 0.4], fixed: true },
    ...Array.from({ length: 60 }, (_, k): Placed => {
      const at: Vec3 = [rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.9)];
      return { shape: shapes[k % 3], at, turned: randomRotation(rng) };
    }),
  ];
}

const listed = ({ points: { count, a, b, feature, previous, gap } }: Detector): string[] =>
  Array.from({ length: count }, (_, k) => `${a[k]} ${b[k]} ${feature[k]} ${previous[k]} ${gap[k]}`);

test('the age of the list of candidates has no effect: a detector without one finds the same bits, whatever changes', () => {
  const rng = new Rng(31);
  const scene = collidersOf(room(rng), 0.004);
  const groups = new Int32Array(scene.count).fill(1);
  const shape = [...scene.shape];
  const excluded = new PairSet();
  let moving = { ...scene, shape, groups, meets: new Int32Array(scene.count).fill(1) };
  const detector = new Detector();
  let points = 0;
  for (let step = 0; step < 800; step++) {
    // at rest, slow, as fast as their margins, and thrown about
    const speed = [1e-7, 1e-4, 4e-3, 0.05][Math.floor(step / 20) % 4];
    for (let k = 2; k < moving.count; k++)
      for (let c = 0; c < 3; c++) moving.pose[7 * k + c] += rng.uniform(-speed, speed);
    const change = step % 15 === 14 ? Math.floor(step / 15) % 8 : -1;
    const k = 2 + rng.below(50);
    if (change === 0) moving.pose[7 * k] += 0.3;
    if (change === 1) moving.pose[2] += step % 2 ? 0.03 : -0.03; // the floor
    if (change === 2) moving.margin[k] *= 3;
    if (change === 3) moving.fixed[k] ^= 1;
    if (change === 4) groups[k] ^= 1;
    if (change === 5) excluded.add(k, 2 + rng.below(50));
    if (change === 6) shape[k] = sphere(rng.uniform(0.05, 0.3));
    if (change === 7) for (let m = 2; m < 50; m++) moving.pose.set(randomRotation(rng), 7 * m + 3);
    if (step === 310) moving.body[5] = moving.body[6];
    if (step === 620) moving = { ...moving, count: moving.count - 4 };
    const fresh = new Detector();
    fresh.restore(detector.save());
    fresh.detect(moving, excluded);
    points += detector.detect(moving, excluded).count;
    expect(listed(detector)).toEqual(listed(fresh));
  }
  expect(points).toBeGreaterThan(800 * 50);
});
