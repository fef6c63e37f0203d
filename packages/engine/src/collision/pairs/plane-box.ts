/** A plane and a box: the corners that are low enough.   docs/theory/collision.md (CO10) */
import { faceName, featurePair, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import type { Box, Plane } from '../shapes/shape.ts';

export function planeBox(_: Plane, { half }: Box, pair: Pair): void {
  const { R, t, margin } = pair;
  const hx = half[0];
  const hy = half[1];
  const hz = half[2];
  if (t[2] - Math.abs(R[6]) * hx - Math.abs(R[7]) * hy - Math.abs(R[8]) * hz > margin) return;
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? hx : -hx;
    const y = k & 2 ? hy : -hy;
    const z = k & 4 ? hz : -hz;
    const gap = t[2] + (R[6] * x + R[7] * y + R[8] * z);
    if (gap > margin) continue;
    const px = t[0] + (R[0] * x + R[1] * y + R[2] * z);
    const py = t[1] + (R[3] * x + R[4] * y + R[5] * z);
    pair.along(0, 0, 1);
    pair.add(px, py, 0, gap, featurePair(faceName(0), vertexName(k)));
  }
}
