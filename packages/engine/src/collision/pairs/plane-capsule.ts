/** A plane and a capsule: the spheres at both ends.   docs/theory/collision.md (CO10) */
import { faceName, featurePair, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import type { Capsule, Plane } from '../shapes/shape.ts';

export function planeCapsule(_: Plane, { radius, halfLength }: Capsule, pair: Pair): void {
  const { R, t, margin } = pair;
  for (let end = 0; end < 2; end++) {
    const s = end === 0 ? halfLength : -halfLength;
    const gap = t[2] + s * R[8] - radius;
    if (gap > margin) continue;
    pair.along(0, 0, 1);
    pair.add(t[0] + s * R[2], t[1] + s * R[5], 0, gap, featurePair(faceName(0), vertexName(end)));
  }
}
