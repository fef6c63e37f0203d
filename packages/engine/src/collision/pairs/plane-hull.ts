/** A plane and a hull: the vertices that are low enough, eight of them at most.   docs/theory/collision.md (CO10) (CO25) */
import { faceName, featurePair, vertexName } from '../features/feature-names.ts';
import { keepEight } from '../manifold/keep-eight.ts';
import type { Pair } from '../pair.ts';
import type { Hull, Plane } from '../shapes/shape.ts';

export function planeHull(_: Plane, { vertex, vertexCount }: Hull, pair: Pair): void {
  const { R, t, margin } = pair;
  for (let k = 0; k < vertexCount; k++) {
    const x = vertex[3 * k];
    const y = vertex[3 * k + 1];
    const z = vertex[3 * k + 2];
    const gap = t[2] + (R[6] * x + R[7] * y + R[8] * z);
    if (gap > margin) continue;
    const px = t[0] + (R[0] * x + R[1] * y + R[2] * z);
    const py = t[1] + (R[3] * x + R[4] * y + R[5] * z);
    pair.along(0, 0, 1);
    pair.add(px, py, 0, gap, featurePair(faceName(0), vertexName(k)));
  }
  keepEight(pair, 0);
}
