import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type Box, distanceFor, keepInFrame } from './framing.ts';

const HALF = [0.5, 0.5, 0.5] as const;
const boxAt = (...centre: [number, number, number]): Box => ({ centre, half: HALF });

/** Fitted to a box around the origin, as the view does. */
function fitted() {
  const camera = new PerspectiveCamera(40, 1.6);
  camera.up.set(0, 0, 1);
  const direction = new Vector3(0.6, -1, 0.6).normalize();
  const range = 1.15 * distanceFor(camera, direction, HALF);
  const target = new Vector3();
  camera.position.copy(direction).multiplyScalar(range);
  return { camera, target, range, keep: (box: Box) => keepInFrame(camera, target, box, range) };
}

/** The largest coordinate of the corners of a box in the picture: 1 is its edge. */
function edgeOf(camera: PerspectiveCamera, target: Vector3, { centre, half }: Box): number {
  camera.lookAt(target);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  const corners = Array.from({ length: 8 }, (_, k) => half.map((h, c) => centre[c]! + ((k >> c) & 1 ? h : -h)));
  return Math.max(
    ...corners.flatMap(([x, y, z]) => {
      const at = new Vector3(x, y, z).project(camera);
      return [Math.abs(at.x), Math.abs(at.y)];
    }),
  );
}

test('a box that the camera was fitted to, and a little way of it, does not move the camera', () => {
  const { camera, keep } = fitted();
  const before = camera.position.clone();
  expect(keep(boxAt(0, 0, 0))).toBe(false);
  expect(keep(boxAt(0.02, 0, 0.02))).toBe(false);
  expect(camera.position.equals(before)).toBe(true);
});

test('what goes away stays in the frame at every step of its way, and back, and the camera never jumps nor turns', () => {
  const { camera, target, keep, range } = fitted();
  const direction = camera.position.clone().sub(target).normalize();
  const way = Array.from({ length: 400 }, (_, k) => 10 * Math.sin((k * Math.PI) / 200));
  for (const [axis, name] of ['x', 'y', 'z'].entries())
    for (const along of way) {
      const centre: [number, number, number] = [0, 0, 0];
      centre[axis] = along;
      const before = camera.position.clone();
      const moved = keep(boxAt(...centre));
      expect(edgeOf(camera, target, boxAt(...centre)), `${name} ${along}`).toBeLessThan(0.93);
      expect(camera.position.distanceTo(before)).toBeLessThan(0.6);
      if (moved) expect(keep(boxAt(...centre))).toBe(false); // the same frame asks for nothing twice
    }
  expect(camera.position.clone().sub(target).normalize().distanceTo(direction)).toBeLessThan(1e-9);
  expect(camera.position.length()).toBeLessThan(2.5 * range); // not further away for it
});

test('what grows is seen from further away, up to a limit; one that flies off is let go', () => {
  const { camera, target, keep } = fitted();
  const wide: Box = { centre: [0, 0, 0], half: [1.2, 1.2, 0.5] };
  expect(keep(wide)).toBe(true);
  expect(edgeOf(camera, target, wide)).toBeLessThan(0.93);
  const before = camera.position.clone();
  expect(keep({ centre: [50, 0, 0], half: [50, 0.5, 0.5] })).toBe(false);
  expect(keep({ centre: [Number.NaN, 0, 0], half: [Number.NaN, 1, 1] })).toBe(false);
  expect(camera.position.equals(before)).toBe(true);
});
