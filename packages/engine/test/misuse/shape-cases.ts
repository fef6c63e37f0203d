/** Misuses of the constructors of shapes. */
import { compound } from '../../src/collision/shapes/compound.ts';
import { hull } from '../../src/collision/shapes/hull.ts';
import { heightField, mesh } from '../../src/collision/shapes/mesh.ts';
import { box, capsule, cylinder, sphere } from '../../src/collision/shapes/shapes.ts';
import { collector } from './collector.ts';
import type { Any } from './fixture.ts';
import { notObjects, notPositive } from './values.ts';

const { cases, misuse, each } = collector();

// shapes
each('sphere', notPositive, (_, radius) => sphere(radius));
misuse('sphere()', () => (sphere as Any)());
misuse('box()', () => (box as Any)());
each('box', notPositive, (_, half) => box(1, half, 1));
each('capsule', notPositive, (_, radius) => capsule(radius, 1));
each('cylinder', notPositive, (_, half) => cylinder(1, half));
each(
  'hull',
  [...notObjects, ['too few', [[0, 0, 0]]], ['numbers', [1, 2, 3, 4]], ['null points', [null, null, null, null]]],
  (
    _,
    points, // biome-ignore format: one line
  ) => hull(points),
);
misuse('hull of a plane', () => hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])); // biome-ignore format: one line
misuse('hull with NaN', () => hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, Number.NaN]])); // biome-ignore format: one line
misuse('mesh()', () => (mesh as Any)());
each('mesh vertices', notObjects, (_, vertices) => mesh(vertices, [[0, 1, 2]]));
each(
  'mesh triangles',
  [...notObjects, ['vertices that are not there', [[0, 1, 9]]], ['two corners', [[0, 1]]], ['negative', [[0, 1, -1]]]],
  (_, triangles) => // biome-ignore format: one line
  mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles), // biome-ignore format: one line
);
misuse('heightField()', () => (heightField as Any)());
each(
  'heightField',
  [
    ...notObjects,
    ['one row', [[0, 0]]],
    ['rows of one', [[0], [0]]],
    [
      'ragged rows',
      [
        [0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'NaN',
      [
        [0, 0],
        [0, Number.NaN],
      ],
    ],
  ],
  (
    _,
    rows, // biome-ignore format: one line
  ) => heightField(rows, 1, 1),
);
each('heightField spacing', notPositive, (_, dx) => heightField([[0, 0], [0, 0]], dx, 1)); // biome-ignore format: one line
each(
  'compound',
  [
    ...notObjects,
    ['of null', [null]],
    ['of a number', [5]],
    ['without shapes', [{}]],
    ['of a plane', [{ shape: { kind: 'plane' } }]],
    ['of a compound', [{ shape: compound([{ shape: sphere(1) }]) }]],
    ['with the old field at', [{ shape: sphere(1), at: [0, 0, 1] }]],
    ['with a position of two', [{ shape: sphere(1), position: [0, 1] }]],
    ['with an orientation of three', [{ shape: sphere(1), orientation: [0, 0, 1] }]],
  ],
  (_, parts) => compound(parts),
);

export const shapeMisuses = cases;
