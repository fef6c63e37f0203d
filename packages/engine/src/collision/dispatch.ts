/**
 * Which function collides which two kinds of shapes: the only list. Each is written for one order, the shape whose
 * axes it works in first; the detector turns the answer round if the colliders come in the other order.
 */
import type { Pair } from './pair.ts';
import { boxBox } from './pairs/box-box.ts';
import { boxCapsule } from './pairs/box-capsule.ts';
import { boxSphere } from './pairs/box-sphere.ts';
import { capsuleCapsule } from './pairs/capsule-capsule.ts';
import { capsuleSphere } from './pairs/capsule-sphere.ts';
import { anyCompound, compoundConvex } from './pairs/compound-any.ts';
import { convexConvex } from './pairs/convex-convex.ts';
import { cylinderSphere } from './pairs/cylinder-sphere.ts';
import { planeBox } from './pairs/plane-box.ts';
import { planeCapsule } from './pairs/plane-capsule.ts';
import { planeCylinder } from './pairs/plane-cylinder.ts';
import { planeHull } from './pairs/plane-hull.ts';
import { planeSphere } from './pairs/plane-sphere.ts';
import { sphereSphere } from './pairs/sphere-sphere.ts';
import { surfaceConvex } from './pairs/surface-convex.ts';
import type {
  Box,
  Capsule,
  Compound,
  Cylinder,
  HeightField,
  Hull,
  Mesh,
  Plane,
  Shape,
  Sphere,
} from './shapes/shapes.ts';

/** The lower rank comes first. */
export const RANK: Readonly<Record<Shape['kind'], number>> = {
  plane: 0,
  heightfield: 1,
  mesh: 2,
  compound: 3,
  box: 4,
  hull: 5,
  cylinder: 6,
  capsule: 7,
  sphere: 8,
};
const KINDS = 9;

/** Adds the points of a pair: shapes in the order of their ranks, the second in the axes of the first. */
type Collide = (a: Shape, b: Shape, pair: Pair) => void;

/** At rank(a) KINDS + rank(b); nothing if two kinds never meet. */
const table: readonly (Collide | undefined)[] = (() => {
  const entries: (Collide | undefined)[] = new Array(KINDS * KINDS).fill(undefined);
  const enter = <A extends Shape, B extends Shape>(
    a: A['kind'],
    b: B['kind'],
    collide: (a: A, b: B, pair: Pair) => void,
  ) => {
    entries[RANK[a] * KINDS + RANK[b]] = collide as unknown as Collide;
  };
  enter('plane', 'box', planeBox);
  enter('plane', 'capsule', planeCapsule);
  enter('plane', 'sphere', planeSphere);
  enter('box', 'box', boxBox);
  enter('box', 'capsule', boxCapsule);
  enter('box', 'sphere', boxSphere);
  enter('plane', 'hull', planeHull);
  enter('plane', 'cylinder', planeCylinder);
  for (const kind of ['hull', 'cylinder'] as const) enter<Box, Hull | Cylinder>('box', kind, convexConvex);
  for (const kind of ['hull', 'cylinder', 'capsule', 'sphere'] as const)
    enter<Hull, Hull | Cylinder | Capsule | Sphere>('hull', kind, convexConvex);
  for (const kind of ['cylinder', 'capsule'] as const)
    enter<Cylinder, Cylinder | Capsule>('cylinder', kind, convexConvex);
  enter('cylinder', 'sphere', cylinderSphere);
  for (const kind of ['plane', 'heightfield', 'mesh', 'compound'] as const)
    enter<Plane | HeightField | Mesh | Compound, Compound>(kind, 'compound', anyCompound);
  for (const kind of ['box', 'hull', 'cylinder', 'capsule', 'sphere'] as const) {
    enter<Compound, Shape>('compound', kind, compoundConvex);
    for (const surface of ['heightfield', 'mesh'] as const)
      enter<HeightField | Mesh, Shape>(surface, kind, surfaceConvex);
  }
  enter('capsule', 'capsule', capsuleCapsule);
  enter('capsule', 'sphere', capsuleSphere);
  enter('sphere', 'sphere', sphereSphere);
  return entries;
})();

export const collideFor = (rankA: number, rankB: number): Collide | undefined => table[rankA * KINDS + rankB];
