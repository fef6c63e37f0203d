/** A ring of hinged cubes in the air, spun by a force on each until it touches the ground: of `closed-loop` and `ring`. */
import { box, plane } from '../../collision/shapes/shapes.ts';
import type { Material } from '../../contact/material.ts';
import type { World } from '../../dynamics/world/world.ts';
import { cos, PI, sin, tan } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { unit, type Vec3 } from '../../linalg/vec3.ts';

export const ringParameters = {
  cubes: { default: 20, unit: '', min: 3, max: 1000, integer: true, summary: 'cubes in the ring' },
  size: { default: 0.3, unit: 'm', min: 1e-3, summary: 'edge of a cube; half of it lies between neighbours' },
  mass: { default: 10, unit: 'kg', min: 1e-6, summary: 'of a cube' },
  force: { default: 100, unit: 'N', summary: 'tangential, on each cube, until the ring reaches the ground' },
} as const;

interface Ring {
  readonly cubes: number;
  readonly size: number;
  readonly mass: number;
  readonly force: number;
  readonly material: Partial<Material>;
  /** N/m, kg/s. Default: the engine's. */
  readonly joint?: { readonly stiffness: number; readonly damping: number };
}

export function buildRing(world: World, { cubes, size, mass, force, material, joint }: Ring): void {
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const apothem = (1.5 * size) / (2 * tan(PI / cubes)); // of the polygon of centres: neighbours are 1.5 sizes apart
  const height = 1.5 * size;
  const ring = Array.from({ length: cubes }, (_, i) => {
    const angle = (2 * PI * i) / cubes;
    return world.addBody({
      name: `cube-${i + 1}`,
      shape: box(size / 2, size / 2, size / 2),
      material,
      mass,
      position: [apothem * cos(angle), apothem * sin(angle), height],
      orientation: axisAngle([0, 0, 1], angle),
    });
  });
  ring.forEach((cube, i) => {
    const angle = (2 * PI * (i + 0.5)) / cubes;
    const radius = apothem / cos(PI / cubes);
    world.addJoint({
      kind: 'revolute',
      name: `hinge-${i + 1}`,
      a: cube,
      b: ring[(i + 1) % cubes],
      point: [radius * cos(angle), radius * sin(angle), height],
      axis: [0, 0, 1],
      ...joint,
    });
  });
  const landed = new Float64Array(1); // 1 once the ring has touched the ground: the force stays off
  world.addDriver({
    state: landed,
    act({ contacts }) {
      if (landed[0] === 0 && contacts.some(({ state }) => state !== 'open')) landed[0] = 1;
      if (landed[0] === 1) return;
      const centre = ring.reduce(([x, y], { position }) => [x + position[0] / cubes, y + position[1] / cubes], [0, 0]);
      for (const cube of ring) {
        const [x, y] = cube.position;
        const [tx, ty] = unit([-(y - centre[1]), x - centre[0], 0] as Vec3);
        cube.applyForce([force * tx, force * ty, 0]);
      }
    },
  });
}
