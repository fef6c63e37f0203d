/**
 * Proves a distance without knowing how it was found: n certifies a lower bound by the support functions, the
 * points an upper one; and an independent descent for pairs that report nothing.
 */
import type { Hull, Shape } from '../src/collision/shapes/shapes.ts';
import { rotate, unrotate } from '../src/linalg/quat.ts';
import { add, dot, length, scale, subtract, type Vec3, vec3At } from '../src/linalg/vec3.ts';
import { type Placed, STRAIGHT } from './collision-support.ts';

const vertices = ({ vertex, vertexCount }: Hull): Vec3[] =>
  Array.from({ length: vertexCount }, (_, k) => vec3At(vertex, 3 * k));

/** The point of the shape farthest along d, in the shape's axes. */
export function support(shape: Shape, d: Vec3): Vec3 {
  const sign = (x: number) => (x < 0 ? -1 : 1);
  switch (shape.kind) {
    case 'sphere':
      return scale(d, shape.radius / length(d));
    case 'box':
      return [sign(d[0]) * shape.half[0], sign(d[1]) * shape.half[1], sign(d[2]) * shape.half[2]];
    case 'capsule':
      return add([0, 0, sign(d[2]) * shape.halfLength], scale(d, shape.radius / length(d)));
    case 'cylinder': {
      const across = length([d[0], d[1], 0]);
      const r = across > 0 ? shape.radius / across : 0;
      return [r * d[0], r * d[1], sign(d[2]) * shape.halfLength];
    }
    case 'hull':
      return vertices(shape).reduce((best, p) => (dot(p, d) > dot(best, d) ? p : best));
    default:
      throw new Error(`no support function for ${shape.kind}`);
  }
}

/** How far a point is outside (positive) or inside, up to a factor; zero on the surface. In the shape's axes. */
export function outside(shape: Shape, p: Vec3): number {
  switch (shape.kind) {
    case 'plane':
      return p[2];
    case 'sphere':
      return length(p) - shape.radius;
    case 'box':
      return Math.max(...p.map((x, i) => Math.abs(x) - shape.half[i]));
    case 'capsule': {
      const z = Math.max(Math.abs(p[2]) - shape.halfLength, 0);
      return length([p[0], p[1], z]) - shape.radius;
    }
    case 'cylinder':
      return Math.max(length([p[0], p[1], 0]) - shape.radius, Math.abs(p[2]) - shape.halfLength);
    case 'hull':
      return Math.max(...Array.from(shape.offset, (d, f) => dot(vec3At(shape.normal, 3 * f), p) - d));
    default:
      throw new Error(`no surface for ${(shape as Shape).kind}`);
  }
}

const worldSupport = ({ shape, at, turned = STRAIGHT }: Placed, d: Vec3): Vec3 =>
  add(at, rotate(turned, support(shape, unrotate(turned, d))));

/** Separation along the unit direction n from a to b: the distance is never smaller. */
export const separation = (a: Placed, b: Placed, n: Vec3): number =>
  dot(n, subtract(worldSupport(b, scale(n, -1)), worldSupport(a, n)));

/** Signed place of a world point relative to the surface. */
export const offSurface = ({ shape, at, turned = STRAIGHT }: Placed, p: Vec3): number =>
  outside(shape, unrotate(turned, subtract(p, at)));

/** Distance of two convex shapes by Frank-Wolfe with away steps on their difference; from above, 0 where they meet. */
export function distanceByDescent(a: Placed, b: Placed, steps = 400): number {
  const atoms: { v: Vec3; weight: number }[] = [{ v: subtract(b.at, a.at), weight: 1 }];
  let x = atoms[0].v;
  for (let k = 0; k < steps; k++) {
    if (length(x) < 1e-9) return 0;
    const v = subtract(worldSupport(b, scale(x, -1)), worldSupport(a, x));
    const away = atoms.reduce((worst, atom) => (dot(atom.v, x) > dot(worst.v, x) ? atom : worst), atoms[0]);
    const forward = dot(x, subtract(x, v));
    if (forward < 1e-12) break;
    if (forward >= dot(x, subtract(away.v, x)) || away.weight > 1 - 1e-12) {
      const d = subtract(v, x);
      const step = Math.min(1, forward / dot(d, d));
      for (const atom of atoms) atom.weight *= 1 - step;
      atoms.push({ v, weight: step });
      x = add(x, scale(d, step));
    } else {
      const d = subtract(x, away.v);
      const most = away.weight / (1 - away.weight);
      const step = Math.min(most, -dot(x, d) / dot(d, d));
      for (const atom of atoms) atom.weight *= 1 + step;
      away.weight -= step;
      x = add(x, scale(d, step));
    }
    for (let i = atoms.length - 1; i >= 0; i--) if (atoms[i].weight < 1e-14) atoms.splice(i, 1);
  }
  return length(x);
}
