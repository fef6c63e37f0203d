/** Mass, centre of mass and inertia of a hull.   docs/theory/collision.md (CO2) */
import { add, cross, dot, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Hull } from './shape.ts';
import type { MassProperties } from './shape-kind.ts';

/** Sums over tetrahedra from the middle of the hull's box to the triangles of its faces: exact, and nothing cancels far away. */
export function hullMass(hull: Hull, density: number): MassProperties {
  const { vertex, cornersOf, cornerOf } = hull;
  let volume = 0; // six times
  const first = [0, 0, 0]; // 24 times the first moments
  const second = new Float64Array(9); // 120 times the second moments
  const from = middle(vertex);
  const corner = (k: number): Vec3 => subtract(vec3At(vertex, 3 * cornerOf[k]), from);
  for (let f = 0; f < hull.faceCount; f++)
    for (let k = cornersOf[f] + 1; k + 1 < cornersOf[f + 1]; k++) {
      const p = corner(cornersOf[f]);
      const q = corner(k);
      const r = corner(k + 1);
      const d = dot(p, cross(q, r));
      volume += d;
      for (let i = 0; i < 3; i++) {
        first[i] += d * (p[i] + q[i] + r[i]);
        for (let j = 0; j < 3; j++) {
          const sums = (p[i] + q[i] + r[i]) * (p[j] + q[j] + r[j]);
          second[3 * i + j] += d * (sums + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
        }
      }
    }
  const mass = (density * volume) / 6;
  const centre: Vec3 = [first[0] / (4 * volume), first[1] / (4 * volume), first[2] / (4 * volume)];
  const inertia = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const about = (m: number, n: number) => (density * second[3 * m + n]) / 120 - mass * centre[m] * centre[n];
      const [k, l] = [(i + 1) % 3, (i + 2) % 3];
      inertia[3 * i + j] = i === j ? about(k, k) + about(l, l) : -about(i, j);
    }
  return { mass, centre: add(from, centre), inertia };
}

/** The middle of the box around points: the origin for what is symmetric about it. */
function middle(points: Float64Array): Vec3 {
  const half = [0, 1, 2].map((i) => {
    let [low, high] = [points[i], points[i]];
    for (let k = i; k < points.length; k += 3) {
      low = Math.min(low, points[k]);
      high = Math.max(high, points[k]);
    }
    return low + (high - low) / 2;
  });
  return [half[0], half[1], half[2]];
}
