/** A plane and a sphere: the height of the centre less the radius.   docs/theory/collision.md (CO10) */
import { faceName, featurePair, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import type { Plane, Sphere } from '../shapes/shape.ts';

const FEATURE = featurePair(faceName(0), vertexName(0));

export function planeSphere(_: Plane, { radius }: Sphere, pair: Pair): void {
  const gap = pair.t[2] - radius;
  if (gap <= pair.margin) {
    pair.along(0, 0, 1);
    pair.add(pair.t[0], pair.t[1], 0, gap, FEATURE);
  }
}
