/** A container of planes that faces inwards, and spheres above its floor that do not touch each other: what granular scenes start from. */
import { plane, sphere } from '../../collision/shapes/shapes.ts';
import type { MaterialOptions } from '../../contact/material.ts';
import type { BodyOptions } from '../../dynamics/bodies/body-options.ts';
import type { World } from '../../dynamics/world/world.ts';
import { PI } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';

/** Sides: name, place in half widths, and the turn that makes a plane face inwards. */
const SIDES = [
  { name: 'floor', x: 0, y: 0, axis: [0, 0, 1], angle: 0 },
  { name: 'wall-west', x: -1, y: 0, axis: [0, 1, 0], angle: PI / 2 },
  { name: 'wall-east', x: 1, y: 0, axis: [0, 1, 0], angle: -PI / 2 },
  { name: 'wall-south', x: 0, y: -1, axis: [1, 0, 0], angle: -PI / 2 },
  { name: 'wall-north', x: 0, y: 1, axis: [1, 0, 0], angle: PI / 2 },
] as const;

/** Distance between the places of two neighbours, in diameters. */
const PITCH = 1.06;

interface Filling {
  readonly count: number;
  /** Diameter of a sphere, m. */
  readonly diameter: number;
  /** kg/m^3 */
  readonly density: number;
  readonly material: MaterialOptions;
  /** Largest component of the velocity at the start, m/s. */
  readonly speed: number;
  readonly seed: number;
}

/** About as wide as it is high when filled: spheres along a side. */
const spheresAcross = (count: number) => {
  let across = 1;
  while (across * across * across < count) across++;
  return across;
};

/** Inside width of the container of so many spheres, m. */
export const containerWidth = (count: number, diameter: number) => spheresAcross(count) * PITCH * diameter;

/** Floor and four walls, open at the top; `motion` moves every side. */
export function addContainer(
  world: World,
  width: number,
  material: MaterialOptions,
  motion: NonNullable<BodyOptions['motion']>,
): void {
  for (const { name, x, y, axis, angle } of SIDES)
    world.addBody({
      name,
      motion,
      shape: plane(),
      material,
      position: [(x * width) / 2, (y * width) / 2, 0],
      orientation: axisAngle(axis, angle),
    });
}

/** Spheres of one size on a grid, each some hundredths of a diameter off its place and with a speed of its own. */
export function addSpheres(world: World, { count, diameter, density, material, speed, seed }: Filling): void {
  const rng = new Rng(seed);
  const across = spheresAcross(count);
  const pitch = PITCH * diameter;
  const play = 0.45 * (pitch - diameter); // no two touch
  const shape = sphere(diameter / 2);
  const off = () => rng.uniform(-play, play);
  for (let k = 0; k < count; k++) {
    const [i, j, layer] = [k % across, Math.floor(k / across) % across, Math.floor(k / (across * across))];
    world.addBody({
      name: `sphere-${k + 1}`,
      shape,
      material,
      density,
      position: [
        (i + 0.5 - across / 2) * pitch + off(),
        (j + 0.5 - across / 2) * pitch + off(),
        (layer + 0.5) * pitch + off(),
      ],
      velocity: [rng.uniform(-speed, speed), rng.uniform(-speed, speed), rng.uniform(-speed, speed)],
    });
  }
}
