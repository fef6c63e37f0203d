/**
 * Which function collides which two kinds of shapes: the only list. Convex shapes meet by convexConvex unless the pair
 * has a closed form. Each function is written for one order, the shape whose axes it works in first; the detector turns
 * the answer round if the colliders come in the other order.
 */
import type { Core } from './convex/convex.ts';
import type { Collide, Pair } from './pair.ts';
import { boxBox } from './pairs/box-box.ts';
import { boxCapsule } from './pairs/box-capsule.ts';
import { boxSphere } from './pairs/box-sphere.ts';
import { capsuleCapsule } from './pairs/capsule-capsule.ts';
import { capsuleSphere } from './pairs/capsule-sphere.ts';
import { compoundPairs } from './pairs/compound-any.ts';
import { convexConvex } from './pairs/convex-convex.ts';
import { cylinderSphere } from './pairs/cylinder-sphere.ts';
import { planeBox } from './pairs/plane-box.ts';
import { planeCapsule } from './pairs/plane-capsule.ts';
import { planeCylinder } from './pairs/plane-cylinder.ts';
import { planeHull } from './pairs/plane-hull.ts';
import { planeSphere } from './pairs/plane-sphere.ts';
import { sphereSphere } from './pairs/sphere-sphere.ts';
import { surfaceConvex } from './pairs/surface-convex.ts';
import { CONVEX_KINDS } from './shapes/convex-kinds.ts';
import type { Compound, Shape } from './shapes/shape.ts';
import { KINDS, SHAPE_KINDS } from './shapes/shape-kinds.ts';
import type { Surface } from './shapes/triangles.ts';

/** By kind; the lower rank comes first. */
export const RANK = Object.fromEntries(Object.entries(SHAPE_KINDS).map(([kind, { rank }]) => [kind, rank])) as Readonly<
  Record<Shape['kind'], number>
>;

const COUNT = KINDS.length;
/** At rank(a) COUNT + rank(b); nothing if two kinds never meet. */
const table: (Collide | undefined)[] = new Array(COUNT * COUNT).fill(undefined);

function enter<A extends Shape, B extends Shape>(
  a: A['kind'],
  b: B['kind'],
  collide: (a: A, b: B, pair: Pair) => void,
): void {
  table[RANK[a] * COUNT + RANK[b]] = collide as unknown as Collide;
}

export const collideFor = (rankA: number, rankB: number): Collide | undefined => table[rankA * COUNT + rankB];

const { anyCompound, compoundConvex } = compoundPairs(RANK, collideFor);

const convex = Object.keys(CONVEX_KINDS) as (keyof typeof CONVEX_KINDS)[];
for (const kind of convex) {
  for (const other of convex)
    if (RANK[kind] <= RANK[other]) enter<Core & Shape, Core & Shape>(kind, other, convexConvex);
  for (const surface of ['heightfield', 'mesh'] as const) enter<Surface, Shape>(surface, kind, surfaceConvex);
  enter<Compound, Shape>('compound', kind, compoundConvex);
}
for (const kind of ['plane', 'heightfield', 'mesh', 'compound'] as const)
  enter<Shape, Compound>(kind, 'compound', anyCompound);

// closed forms; a plane has no other
enter('plane', 'box', planeBox);
enter('plane', 'hull', planeHull);
enter('plane', 'cylinder', planeCylinder);
enter('plane', 'capsule', planeCapsule);
enter('plane', 'sphere', planeSphere);
enter('box', 'box', boxBox);
enter('box', 'capsule', boxCapsule);
enter('box', 'sphere', boxSphere);
enter('cylinder', 'sphere', cylinderSphere);
enter('capsule', 'capsule', capsuleCapsule);
enter('capsule', 'sphere', capsuleSphere);
enter('sphere', 'sphere', sphereSphere);
