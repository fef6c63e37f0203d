/**
 * A plane and a cylinder: four points of the lower rim, which turn with the cylinder while it stands upright and with
 * its tilt when it leans, and the lowest point of the other rim.   docs/theory/collision.md (CO10) (CO22)
 */
import { faceName, featurePair, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import { rimName } from '../shapes/cylinder.ts';
import type { Cylinder, Plane } from '../shapes/shape.ts';

/** Sine of the tilt below which the rim points stay where they are on the cylinder. */
const UPRIGHT = 0.02;
/** The lowest point of the rim counts beside the four if it is lower by this part of the radius. */
const LOWER = 1e-6;

export function planeCylinder(_: Plane, { radius, halfLength }: Cylinder, pair: Pair): void {
  const { R, t, margin } = pair;
  // in the cylinder's axes, down is (-R[6], -R[7], -R[8])
  const across = Math.sqrt(R[6] * R[6] + R[7] * R[7]);
  const cap = R[8] > 0 ? 0 : 1;
  const low = cap === 0 ? -halfLength : halfLength;
  if (t[2] + R[8] * low - radius * across > margin) return;
  const upright = across < UPRIGHT;
  const ex = upright ? 1 : -R[6] / across;
  const ey = upright ? 0 : -R[7] / across;
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 4; k++) {
    const x = radius * (k === 0 ? ex : k === 1 ? -ey : k === 2 ? -ex : ey);
    const y = radius * (k === 0 ? ey : k === 1 ? ex : k === 2 ? -ey : -ex);
    const leaning = k === 0 && !upright;
    const name = leaning ? rimName(cap) : vertexName(8 * cap + 2 * k);
    lowest = Math.min(lowest, addRim(pair, x, y, low, name));
  }
  if (across === 0) return;
  const x = (-radius * R[6]) / across;
  const y = (-radius * R[7]) / across;
  const gap = t[2] + R[6] * x + R[7] * y + R[8] * low;
  if (upright && gap < lowest - LOWER * radius) addRim(pair, x, y, low, rimName(cap));
  addRim(pair, x, y, -low, rimName(1 - cap));
}

function addRim(pair: Pair, x: number, y: number, z: number, name: number): number {
  const { R, t, margin } = pair;
  const gap = t[2] + (R[6] * x + R[7] * y + R[8] * z);
  if (gap <= margin) {
    pair.along(0, 0, 1);
    pair.add(
      t[0] + (R[0] * x + R[1] * y + R[2] * z),
      t[1] + (R[3] * x + R[4] * y + R[5] * z),
      0,
      gap,
      featurePair(faceName(0), name),
    );
  }
  return gap;
}
