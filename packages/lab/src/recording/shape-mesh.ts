/** Triangles of a shape, for pictures: counter-clockwise from outside, in the shape's own axes. */
import type { Shape, Vec3 } from '@signorini/engine';
import { drawnAs } from '@signorini/engine/collision';

export interface TriangleMesh {
  readonly points: Vec3[];
  /** Three per triangle. */
  readonly corners: number[];
}

const SIDES = 24; // of what is round
const ARC = 8; // of a quarter circle

/** @param reach half the side of the square that stands for a plane, m */
export function shapeMesh(solid: Shape, reach: number): TriangleMesh {
  const shape = drawnAs(solid);
  switch (shape.kind) {
    case 'plane':
      return {
        points: [
          [-reach, -reach, 0],
          [reach, -reach, 0],
          [reach, reach, 0],
          [-reach, reach, 0],
        ],
        corners: [0, 1, 2, 0, 2, 3],
      };
    case 'sphere':
      return revolved([...arc(shape.radius, -1, 0), ...arc(shape.radius, 1, 0).slice(1)]);
    case 'capsule': {
      const { radius, halfLength } = shape;
      return revolved([...arc(radius, -1, -halfLength), ...arc(radius, 1, halfLength)]);
    }
    case 'turned':
      return revolved(shape.profile);
    case 'box': {
      const [x, y, z] = shape.half;
      const points = Array.from({ length: 8 }, (_, k): Vec3 => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
      const faces = [...[0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4], ...[2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]];
      const corners = Array.from({ length: 6 }, (_, f) => fan(faces.slice(4 * f, 4 * f + 4))).flat();
      return { points, corners };
    }
    case 'hull': {
      const { cornersOf, cornerOf, faceCount } = shape;
      const faces = Array.from({ length: faceCount }, (_, f) => [
        ...cornerOf.subarray(cornersOf[f]!, cornersOf[f + 1]!),
      ]);
      return { points: vectors(shape.vertex), corners: faces.flatMap(fan) };
    }
    case 'mesh':
      return { points: vectors(shape.vertex), corners: [...shape.corner] };
    case 'heightfield':
      return heightFieldMesh(shape);
    case 'compound':
      return compoundMesh(shape, reach);
  }
}

const vectors = (numbers: Float64Array): Vec3[] =>
  Array.from(
    { length: numbers.length / 3 },
    (_, k): Vec3 => [...[numbers[3 * k]!, numbers[3 * k + 1]!, numbers[3 * k + 2]!]] as unknown as Vec3,
  );

const fan = (face: readonly number[]): number[] =>
  face.slice(2).flatMap((corner, k) => [face[0]!, face[k + 1]!, corner]);

type Profile = readonly (readonly [radius: number, z: number])[];

/** A quarter circle, from the pole to the equator (side -1) or back (side 1), as (radius, z). */
function arc(radius: number, side: -1 | 1, z: number): (readonly [number, number])[] {
  const points = Array.from({ length: ARC + 1 }, (_, k): readonly [number, number] => {
    const angle = (Math.PI / 2) * (k / ARC);
    return [k === 0 ? 0 : radius * Math.sin(angle), z + side * radius * Math.cos(angle)];
  });
  return side < 0 ? points : points.reverse();
}

/** About the z axis, from below; the first and the last point lie on the axis. */
function revolved(profile: Profile): TriangleMesh {
  const rings = profile.slice(1, -1);
  const points: Vec3[] = [[0, 0, profile[0]![1]]];
  for (const [r, z] of rings)
    for (let k = 0; k < SIDES; k++) {
      const angle = (2 * Math.PI * k) / SIDES;
      points.push([r * Math.cos(angle), r * Math.sin(angle), z]);
    }
  points.push([0, 0, profile.at(-1)![1]]);
  const at = (ring: number, k: number) => 1 + SIDES * ring + (k % SIDES);
  const corners: number[] = [];
  for (let k = 0; k < SIDES; k++) {
    corners.push(0, at(0, k + 1), at(0, k));
    for (let ring = 0; ring + 1 < rings.length; ring++)
      corners.push(
        ...[at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)],
        ...[at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)],
      );
    corners.push(at(rings.length - 1, k), at(rings.length - 1, k + 1), points.length - 1);
  }
  return { points, corners };
}

function heightFieldMesh({ nx, ny, dx, dy, height }: Extract<Shape, { kind: 'heightfield' }>): TriangleMesh {
  const points = Array.from(
    { length: nx * ny },
    (_, k): Vec3 => [...[dx * (k % nx), dy * Math.floor(k / nx), height[k]!]] as unknown as Vec3,
  );
  const corners: number[] = [];
  for (let j = 0; j + 1 < ny; j++)
    for (let i = 0; i + 1 < nx; i++) {
      const a = j * nx + i;
      corners.push(a, a + 1, a + nx + 1, a, a + nx + 1, a + nx);
    }
  return { points, corners };
}

function compoundMesh(shape: Extract<Shape, { kind: 'compound' }>, reach: number): TriangleMesh {
  const points: Vec3[] = [];
  const corners: number[] = [];
  shape.child.forEach((child, c) => {
    const part = shapeMesh(child, reach);
    const R = shape.rotation.subarray(9 * c, 9 * c + 9);
    const t = shape.position.subarray(3 * c, 3 * c + 3);
    for (const corner of part.corners) corners.push(points.length + corner);
    for (const [x, y, z] of part.points) {
      const turned = [0, 1, 2].map((i) => R[3 * i]! * x + R[3 * i + 1]! * y + R[3 * i + 2]! * z + t[i]!);
      points.push(turned as unknown as Vec3);
    }
  });
  return { points, corners };
}
