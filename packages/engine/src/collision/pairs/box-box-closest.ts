/**
 * Nearest points of two boxes that are apart: corners of each against the other box, and edges against edges if
 * both nearest points are inside the edges.   docs/theory/collision.md (CO15)
 * Brute force over 16 corners and 144 edge pairs, a microsecond, and only if no axis proves the distance.
 */
import type { Pair } from '../pair.ts';
import type { Box } from '../shapes/shape.ts';

export function boxBoxClosest(a: Box, b: Box, pair: Pair): void {
  pair.closest.distance = Number.POSITIVE_INFINITY;
  cornersOfB(a, b, pair);
  cornersOfA(a, b, pair);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) edges(a, b, pair, i, j);
}

function cornersOfB(a: Box, b: Box, { R, t, closest }: Pair): void {
  const [hx, hy, hz] = a.half;
  for (let k = 0; k < 8; k++) {
    const lx = k & 1 ? b.half[0] : -b.half[0];
    const ly = k & 2 ? b.half[1] : -b.half[1];
    const lz = k & 4 ? b.half[2] : -b.half[2];
    const x = t[0] + (R[0] * lx + R[1] * ly + R[2] * lz);
    const y = t[1] + (R[3] * lx + R[4] * ly + R[5] * lz);
    const z = t[2] + (R[6] * lx + R[7] * ly + R[8] * lz);
    const cx = Math.min(Math.max(x, -hx), hx);
    const cy = Math.min(Math.max(y, -hy), hy);
    const cz = Math.min(Math.max(z, -hz), hz);
    closest.from(cx, cy, cz);
    closest.offer(x, y, z, (featureAt(x, y, z, hx, hy, hz) << 16) | (3 * k));
  }
}

function cornersOfA(a: Box, b: Box, { R, t, closest }: Pair): void {
  const [hx, hy, hz] = b.half;
  for (let k = 0; k < 8; k++) {
    const px = k & 1 ? a.half[0] : -a.half[0];
    const py = k & 2 ? a.half[1] : -a.half[1];
    const pz = k & 4 ? a.half[2] : -a.half[2];
    const dx = px - t[0];
    const dy = py - t[1];
    const dz = pz - t[2];
    const x = R[0] * dx + R[3] * dy + R[6] * dz;
    const y = R[1] * dx + R[4] * dy + R[7] * dz;
    const z = R[2] * dx + R[5] * dy + R[8] * dz;
    const cx = Math.min(Math.max(x, -hx), hx);
    const cy = Math.min(Math.max(y, -hy), hy);
    const cz = Math.min(Math.max(z, -hz), hz);
    closest.from(px, py, pz);
    closest.offer(
      t[0] + (R[0] * cx + R[1] * cy + R[2] * cz),
      t[1] + (R[3] * cx + R[4] * cy + R[5] * cz),
      t[2] + (R[6] * cx + R[7] * cy + R[8] * cz),
      ((3 * k) << 16) | featureAt(x, y, z, hx, hy, hz),
    );
  }
}

/** The name of the corner, edge or face of a box that is nearest to an outside point. */
function featureAt(x: number, y: number, z: number, hx: number, hy: number, hz: number): number {
  const outX = Math.abs(x) > hx;
  const outY = Math.abs(y) > hy;
  const outZ = Math.abs(z) > hz;
  const out = (outX ? 1 : 0) + (outY ? 1 : 0) + (outZ ? 1 : 0);
  if (out === 3) return 3 * ((x > 0 ? 1 : 0) + (y > 0 ? 2 : 0) + (z > 0 ? 4 : 0));
  if (out === 2) {
    if (!outX) return 3 * ((y > 0 ? 1 : 0) + (z > 0 ? 2 : 0)) + 1;
    if (!outY) return 3 * (4 + (z > 0 ? 1 : 0) + (x > 0 ? 2 : 0)) + 1;
    return 3 * (8 + (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0)) + 1;
  }
  if (outY) return 3 * (y > 0 ? 3 : 2) + 2;
  if (outZ) return 3 * (z > 0 ? 5 : 4) + 2;
  return 3 * (x > 0 ? 1 : 0) + 2;
}

/** The four edges of a along axis i against the four of b along axis j. */
function edges(a: Box, b: Box, { R, t, closest }: Pair, i: number, j: number): void {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  const j1 = (j + 1) % 3;
  const j2 = (j + 2) % 3;
  const d1 = R[3 * i1 + j];
  const d2 = R[3 * i2 + j];
  const along = R[3 * i + j];
  const det = d1 * d1 + d2 * d2;
  if (det < 1e-20) return; // parallel: a corner is as near
  for (let k = 0; k < 4; k++) {
    // the middle of an edge of b, in the axes of a, numbered i, i1, i2
    const m1 = k & 1 ? b.half[j1] : -b.half[j1];
    const m2 = k & 2 ? b.half[j2] : -b.half[j2];
    const q0 = t[i] + R[3 * i + j1] * m1 + R[3 * i + j2] * m2;
    const q1 = t[i1] + R[3 * i1 + j1] * m1 + R[3 * i1 + j2] * m2;
    const q2 = t[i2] + R[3 * i2 + j1] * m1 + R[3 * i2 + j2] * m2;
    for (let m = 0; m < 4; m++) {
      const p1 = m & 1 ? a.half[i1] : -a.half[i1];
      const p2 = m & 2 ? a.half[i2] : -a.half[i2];
      // across the edge of a: (q1, q2) + r (d1, d2) nearest to (p1, p2)
      const r = ((p1 - q1) * d1 + (p2 - q2) * d2) / det;
      if (Math.abs(r) >= b.half[j]) continue;
      const s = q0 + r * along;
      if (Math.abs(s) >= a.half[i]) continue;
      const b1 = q1 + r * d1;
      const b2 = q2 + r * d2;
      const square = (b1 - p1) * (b1 - p1) + (b2 - p2) * (b2 - p2);
      if (square >= closest.distance * closest.distance) continue;
      const feature = ((3 * (4 * i + m) + 1) << 16) | (3 * (4 * j + k) + 1);
      if (i === 0) {
        closest.from(s, p1, p2);
        closest.offer(s, b1, b2, feature);
      } else if (i === 1) {
        closest.from(p2, s, p1);
        closest.offer(b2, s, b1, feature);
      } else {
        closest.from(p1, p2, s);
        closest.offer(b1, b2, s, feature);
      }
    }
  }
}
