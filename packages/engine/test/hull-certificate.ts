/** Checks a hull of points by its tables alone: closed, outward, around every point, and made of the points. */
import type { Hull } from '../src/collision/shapes/shapes.ts';
import { cross, dot, length, subtract, type Vec3, vec3At } from '../src/linalg/vec3.ts';

/** Parts of the size. */
const LEVEL = 1e-9;

/** The first rule that a hull breaks, or undefined. */
export function faultOf(hull: Hull, points: readonly Vec3[]): string | undefined {
  const size = sizeOf(points);
  return edgeFault(hull) ?? faceFault(hull, LEVEL * size) ?? outside(hull, points, LEVEL * size);
}

/** The largest side of the box of points, m. */
export function sizeOf(points: readonly Vec3[]): number {
  return Math.max(...[0, 1, 2].map((i) => spread(points.map((p) => p[i]))));
}
const spread = (numbers: readonly number[]) =>
  numbers.reduce((most, x) => Math.max(most, x), -Infinity) -
  numbers.reduce((least, x) => Math.min(least, x), Infinity);

function edgeFault({ faceCount, vertexCount, edgeCount, cornersOf, cornerOf, edgeOf }: Hull): string | undefined {
  const edges = new Map<string, number>();
  for (let f = 0; f < faceCount; f++)
    for (let k = cornersOf[f]; k < cornersOf[f + 1]; k++) {
      const next = k + 1 < cornersOf[f + 1] ? k + 1 : cornersOf[f];
      const key = `${cornerOf[k]} ${cornerOf[next]}`;
      if (edges.has(key)) return `edge ${key} twice`;
      edges.set(key, edgeOf[k]);
    }
  for (const [key, edge] of edges)
    if (edges.get(key.split(' ').reverse().join(' ')) !== edge) return `edge ${key} is open`;
  const euler = vertexCount - edgeCount + faceCount;
  return euler === 2 && edges.size === 2 * edgeCount ? undefined : `V - E + F = ${euler}`;
}

function faceFault(hull: Hull, level: number): string | undefined {
  const { faceCount, cornersOf, cornerOf, vertex, normal, offset, facesAt, faceAt } = hull;
  for (let f = 0; f < faceCount; f++) {
    const around = Array.from(cornerOf.subarray(cornersOf[f], cornersOf[f + 1]));
    const at = around.map((v) => vec3At(vertex, 3 * v));
    const n = vec3At(normal, 3 * f);
    if (!(Math.abs(length(n) - 1) < 1e-12)) return `normal ${f} has no length of 1`;
    let area = 0;
    for (let k = 2; k < at.length; k++) area += dot(n, cross(subtract(at[k - 1], at[0]), subtract(at[k], at[0])));
    if (!(area > 0)) return `face ${f} of ${at.length} corners looks inwards`;
    for (const p of at) if (Math.abs(dot(n, p) - offset[f]) > level) return `face ${f} is not flat`;
    for (const v of around)
      if (!faceAt.subarray(facesAt[v], facesAt[v + 1]).includes(f)) return `face ${f} is not at its corner ${v}`;
  }
  return undefined;
}

function outside({ faceCount, vertexCount, vertex, normal, offset }: Hull, points: readonly Vec3[], level: number) {
  const known = new Set(points.map(String));
  for (let v = 0; v < vertexCount; v++)
    if (!known.has(String(vec3At(vertex, 3 * v)))) return `corner ${v} is none of the points`;
  let most = 0;
  for (const [x, y, z] of points)
    for (let f = 0; f < faceCount; f++)
      most = Math.max(most, normal[3 * f] * x + normal[3 * f + 1] * y + normal[3 * f + 2] * z - offset[f]);
  return most <= level ? undefined : `a point is outside by ${most} m`;
}
