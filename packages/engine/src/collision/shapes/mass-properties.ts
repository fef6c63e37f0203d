/**
 * Mass, centre of mass and inertia of solid shapes of one density, in closed form.   docs/theory/collision.md (CO2)
 * The inertia is taken about the centre of mass, in the shape's own axes.
 */
import { turnTensor } from '../../linalg/mat3.ts';
import { cross, dot, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { type Compound, type Hull, type Shape, ShapeError } from './shapes.ts';

export interface MassProperties {
  readonly mass: number; // kg
  readonly centre: Vec3; // m, in the shape's axes
  readonly inertia: Float64Array; // kg m^2, nine numbers, row-major, about the centre
}

/** @param density kg/m^3, positive */
export function massProperties(shape: Shape, density: number): MassProperties {
  if (!(density > 0 && density < Number.POSITIVE_INFINITY))
    throw new ShapeError(`expected a positive finite density in kg/m^3, found ${density}`);
  switch (shape.kind) {
    case 'plane':
    case 'mesh':
    case 'heightfield':
      throw new ShapeError(`expected a solid shape, found a ${shape.kind}: it has no mass`);
    case 'compound':
      return compoundMass(shape, density);
    case 'sphere': {
      const r = shape.radius;
      const mass = density * (4 / 3) * Math.PI * r * r * r;
      const i = 0.4 * mass * r * r;
      return principal(mass, i, i, i);
    }
    case 'box': {
      const [x, y, z] = shape.half;
      const mass = density * 8 * x * y * z;
      return principal(mass, (mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y));
    }
    case 'capsule': {
      const r = shape.radius;
      const h = shape.halfLength;
      const tube = density * Math.PI * r * r * 2 * h;
      const caps = density * (4 / 3) * Math.PI * r * r * r; // both hemispheres
      const across = tube * (r * r * 0.25 + (h * h) / 3) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
      return principal(tube + caps, across, across, tube * 0.5 * r * r + caps * 0.4 * r * r);
    }
    case 'cylinder': {
      const { radius: r, halfLength: h } = shape;
      const mass = density * Math.PI * r * r * 2 * h;
      const across = mass * (0.25 * r * r + (h * h) / 3);
      return principal(mass, across, across, 0.5 * mass * r * r);
    }
    case 'hull':
      return hullMass(shape, density);
  }
}

function principal(mass: number, x: number, y: number, z: number): MassProperties {
  return { mass, centre: [0, 0, 0], inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}

/** Sums over tetrahedra from the origin to the triangles of the faces: exact for a polyhedron. */
function hullMass(hull: Hull, density: number): MassProperties {
  const { vertex, cornersOf, cornerOf } = hull;
  let volume = 0; // six times
  const first = [0, 0, 0]; // 24 times the first moments
  const second = new Float64Array(9); // 120 times the second moments
  for (let f = 0; f < hull.faceCount; f++)
    for (let k = cornersOf[f] + 1; k + 1 < cornersOf[f + 1]; k++) {
      const p = vec3At(vertex, 3 * cornerOf[cornersOf[f]]);
      const q = vec3At(vertex, 3 * cornerOf[k]);
      const r = vec3At(vertex, 3 * cornerOf[k + 1]);
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
  return { mass, centre, inertia };
}

/** Children add up, each about the common centre; where they overlap, the overlap counts twice. */
function compoundMass({ child, position, rotation }: Compound, density: number): MassProperties {
  const parts = child.map((one, k) => {
    const { mass, centre, inertia } = massProperties(one, density);
    const turned = new Float64Array(9);
    turnTensor(rotation, 9 * k, inertia, 0, turned, 0);
    const at = [0, 1, 2].map((i) => position[3 * k + i] + dot(vec3At(rotation, 9 * k + 3 * i), centre));
    return { mass, at, turned };
  });
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centre = [0, 1, 2].map((i) => parts.reduce((sum, part) => sum + part.mass * part.at[i], 0) / mass);
  const inertia = new Float64Array(9);
  for (const part of parts) {
    const d = part.at.map((x, i) => x - centre[i]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        inertia[3 * i + j] += part.turned[3 * i + j] + part.mass * ((i === j ? square : 0) - d[i] * d[j]);
  }
  return { mass, centre: [centre[0], centre[1], centre[2]], inertia };
}
