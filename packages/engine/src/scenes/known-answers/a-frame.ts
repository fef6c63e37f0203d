/**
 * Two equal planks lean on each other. Each is cut along the ground below and upright where they meet, so that it is a prism
 * over the corners (-b, 0), (-B, 0), (0, B cot), (0, b cot), with b and B = b + t/cos its inner and outer foot, t its thickness.
 *
 *   weight W at x_c = -(1/3) (B^3 - b^3)/(B^2 - b^2),   ground force N = W at the inner foot (the plank turns about it as it
 *   slips), force H of the other plank, level by symmetry, at the top edge (0, B cot):     H B cot = W (x_c + b)
 *
 *   stands iff  mu >= H/W = (b + x_c) tan(angle)/B          -> tan(angle)/2 for thin planks
 *
 * Any other place of N and H needs more friction, so the limit is sharp. Square-cut boxes would meet edge on edge, where the
 * normal is not the level one that symmetry asks for; capsules would fall sideways.
 */
import { hull } from '../../collision/shapes/hull.ts';
import { plane } from '../../collision/shapes/shapes.ts';
import { cos, sin, tan } from '../../linalg/elementary.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

/** Length along the inner face, half width, m. */
const PLANK = { length: 1, halfWidth: 0.15 } as const;

interface Section {
  /** Inner and outer foot, and place of the centre of mass, as distances from the middle plane; height of that; m. */
  readonly inner: number;
  readonly outer: number;
  readonly centre: number;
  readonly height: number;
}

/** Cross-section of a plank at `angle` (rad) from the vertical: the difference of two triangles. */
function sectionOf(angle: number, thickness: number): Section {
  const inner = PLANK.length * sin(angle);
  const outer = inner + thickness / cos(angle);
  const third = (outer * outer * outer - inner * inner * inner) / (outer * outer - inner * inner) / 3;
  return { inner, outer, centre: third, height: third / tan(angle) };
}

/** Least friction coefficient with which the planks stand. @param angle rad, from the vertical @param thickness m */
export function aFrameLimit(angle: number, thickness: number): number {
  const { inner, outer, centre } = sectionOf(angle, thickness);
  return ((inner - centre) * tan(angle)) / outer;
}

export const aFrame = defineScene({
  name: 'a-frame',
  summary: 'Two planks that lean on each other.',
  reference: 'statics',
  known:
    'Stands iff the friction reaches (b + x_c) tan(angle)/B, tan(angle)/2 for thin planks; the parameter is given relative to that limit.',
  parameters: {
    angle: { default: 0.4, unit: 'rad', min: 0.05, max: 1.2, summary: 'of each plank from the vertical' },
    thickness: { default: 0.03, unit: 'm', min: 1e-3, max: 0.5, summary: 'of the planks, which are 1 m long' },
    friction: { default: 1.05, unit: '', min: 0, summary: 'coefficient over the least one that holds' },
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: () => settingsOf('a-frame'),

  build(world, { angle, thickness, friction }) {
    const { inner, outer, centre, height } = sectionOf(angle, thickness);
    const material = { friction: friction * aFrameLimit(angle, thickness) };
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
    for (const [name, side] of [
      ['left', -1],
      ['right', 1],
    ] as const) {
      const corners = [
        [inner, 0],
        [outer, 0],
        [0, outer / tan(angle)],
        [0, inner / tan(angle)],
      ];
      const points = corners.flatMap(([x, z]) =>
        [-1, 1].map((end): Vec3 => [side * (x - centre), end * PLANK.halfWidth, z - height]),
      );
      world.addBody({ name, shape: hull(points), material, density: 500, position: [side * centre, 0, height] });
    }
  },
});
