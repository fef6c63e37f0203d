import { expect, test } from 'vitest';
import { mesh } from '../../collision/shapes/mesh.ts';
import { box, capsule, type Shape, sphere } from '../../collision/shapes/shapes.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const plate = () => box(2, 2, 0.0005); // 1 mm
const sheet = () =>
  mesh(
    [
      [-2, -2, 0],
      [2, -2, 0],
      [2, 2, 0],
      [-2, 2, 0],
    ],
    [
      [0, 1, 2],
      [0, 2, 3],
    ],
  );
const bullets: Record<string, () => Shape> = {
  sphere: () => sphere(0.01),
  box: () => box(0.01, 0.01, 0.02),
  capsule: () => capsule(0.005, 0.02),
};
const ways: Record<string, Vec3> = { straight: [0, 0, -1], slanted: [0.6, 0, -0.8] };

for (const speed of [10, 100, 1000])
  for (const [way, direction] of Object.entries(ways))
    test.each(Object.entries(bullets))(
      `a %s of a centimetre at ${speed} m/s, ${way}, does not pass a plate of a millimetre`,
      (_, shape) => {
        for (const target of [plate, sheet]) {
          const world = createWorld();
          world.addBody({ name: 'plate', motion: 'static', shape: target() });
          // starts so that the plate lies somewhere within the first or second step
          const start: Vec3 = [-direction[0] * speed * 0.021, 0, -direction[2] * speed * 0.021];
          const bullet = world.addBody({
            name: 'bullet',
            shape: shape(),
            position: start,
            velocity: [speed * direction[0], 0, speed * direction[2]],
            angularVelocity: [3, 2, 1],
          });
          for (let k = 0; k < 10; k++) {
            const report = world.step();
            expect(report.ledger.closed).toBe(true);
            if (Math.abs(bullet.position[0]) < 1.9)
              expect(bullet.position[2], `${target.name}, step ${k}`).toBeGreaterThan(0);
          }
        }
      },
    );

test('two fast bodies that meet head-on do not pass each other', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const left = world.addBody({ shape: sphere(0.01), position: [-4, 0, 0], velocity: [300, 0, 0] });
  const right = world.addBody({ shape: sphere(0.01), position: [4.7, 0, 0], velocity: [-300, 0, 0] });
  for (let k = 0; k < 5; k++) {
    world.step();
    expect(left.position[0]).toBeLessThan(right.position[0]);
  }
});
