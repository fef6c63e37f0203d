/**
 * The outlines of shapes on paper. A convex shape with corners shows the faces that look towards the reader, a round one its
 * silhouette; a compound is drawn part by part, a surface of triangles as one area with the edges where it turns away.
 */
import { type HeightField, type Hull, type Mesh, quaternion, type Shape, type Vec3 } from '@signorini/engine';
import { drawnAs, type Turned } from '@signorini/engine/collision';
import { convexHull } from './convex-hull.ts';
import type { Posed } from './record.ts';
import { dot, type Flat, type Frame, frameOf, project, type View } from './view.ts';

export type Outline = (
  | { readonly kind: 'circle'; readonly centre: Flat; readonly radius: number }
  /** All points within the radius of a line. */
  | { readonly kind: 'stadium'; readonly ends: readonly [Flat, Flat]; readonly radius: number }
  /** Filled; `edges` are drawn in place of their borders if given. */
  | { readonly kind: 'faces'; readonly faces: readonly (readonly Flat[])[]; readonly edges?: readonly Flat[][] }
) & {
  /** Depth of its middle, towards the reader, m. */
  readonly depth: number;
};

type Place = Pick<Posed, 'origin' | 'axes'>;

/** A direction this close to a right angle with the view is seen edge-on. */
const EDGE_ON = 1e-3;
const CORNERS = 60; // of a circle that is seen at an angle
const CIRCLE = Array.from({ length: CORNERS }, (_, k) =>
  quaternion.rotate({ axis: [0, 0, 1], angle: (2 * Math.PI * k) / CORNERS }, [1, 0, 0]),
);

/** Empty for a plane, which has no outline.   half-planes.ts */
export function outlinesOf(solid: Shape, place: Place, view: View): Outline[] {
  const shape = drawnAs(solid);
  const depth = dot(view.towards, place.origin);
  const flat = (local: Vec3): Flat => project(view, toWorld(place, local));
  switch (shape.kind) {
    case 'plane':
      return [];
    case 'sphere':
      return [{ kind: 'circle', centre: flat([0, 0, 0]), radius: shape.radius, depth }];
    case 'capsule': {
      const ends = [flat([0, 0, -shape.halfLength]), flat([0, 0, shape.halfLength])] as const;
      return [{ kind: 'stadium', ends, radius: shape.radius, depth }];
    }
    case 'turned':
      return [{ ...turnedShape(shape, place, view), depth }];
    case 'box':
      return [{ kind: 'faces', faces: facing(boxFaces(shape.half), place, view), depth }];
    case 'hull':
      return [
        { kind: 'faces', faces: facing(hullFaces(shape), place, view), depth: depth + hullDepth(shape, place, view) },
      ];
    case 'mesh':
      return [{ ...surface(shape.vertex, shape.corner, place, view), depth }];
    case 'heightfield':
      return [{ ...surface(...fieldTriangles(shape), place, view), depth }];
    case 'compound':
      return shape.child.flatMap((child, k) => outlinesOf(child, childPlace(shape, k, place), view));
  }
}

export function outlineFrame(outline: Outline): Frame {
  if (outline.kind === 'circle') return frameOf([outline.centre], outline.radius);
  if (outline.kind === 'stadium') return frameOf(outline.ends, outline.radius);
  return frameOf(outline.faces.flat());
}

const turned = ([x, y, z]: Place['axes'], [a, b, c]: Vec3): Vec3 => [
  a * x[0] + b * y[0] + c * z[0],
  a * x[1] + b * y[1] + c * z[1],
  a * x[2] + b * y[2] + c * z[2],
];

export function toWorld({ origin, axes }: Place, local: Vec3): Vec3 {
  const [x, y, z] = turned(axes, local);
  return [origin[0] + x, origin[1] + y, origin[2] + z];
}

function childPlace({ position, rotation }: Extract<Shape, { kind: 'compound' }>, k: number, place: Place): Place {
  const at = (list: Float64Array, from: number, stride = 1): Vec3 => [
    list[from]!,
    list[from + stride]!,
    list[from + 2 * stride]!,
  ];
  const column = (c: number): Vec3 => turned(place.axes, at(rotation, 9 * k + c, 3));
  return { origin: toWorld(place, at(position, 3 * k)), axes: [column(0), column(1), column(2)] };
}

interface Face {
  readonly normal: Vec3;
  readonly corners: readonly Vec3[];
}

function facing(faces: readonly Face[], place: Place, view: View): Flat[][] {
  return faces
    .filter(({ normal }) => dot(view.towards, turned(place.axes, normal)) > EDGE_ON)
    .map(({ corners }) => corners.map((corner) => project(view, toWorld(place, corner))));
}

function boxFaces(half: Vec3): Face[] {
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side) => {
      const vector = (along: number, first: number, second: number): Vec3 => {
        const v: [number, number, number] = [0, 0, 0];
        v[axis] = along;
        v[(axis + 1) % 3] = first;
        v[(axis + 2) % 3] = second;
        return v;
      };
      const [h, p, q] = [half[axis]!, half[(axis + 1) % 3]!, half[(axis + 2) % 3]!];
      return { normal: vector(side, 0, 0), corners: ring.map(([i, j]) => vector(side * h, side * i * p, j * q)) };
    }),
  );
}

const vertexAt = (vertex: Float64Array, k: number): Vec3 => [vertex[3 * k]!, vertex[3 * k + 1]!, vertex[3 * k + 2]!];

function hullFaces({ faceCount, normal, cornersOf, cornerOf, vertex }: Hull): Face[] {
  return Array.from({ length: faceCount }, (_, f) => ({
    normal: vertexAt(normal, f),
    corners: [...cornerOf.subarray(cornersOf[f], cornersOf[f + 1])].map((corner) => vertexAt(vertex, corner)),
  }));
}

/** Depth of the mean of its vertices, measured from the origin of its axes: a hull may lie beside it. */
function hullDepth({ vertex, vertexCount }: Hull, { axes }: Place, { towards }: View): number {
  let sum = 0;
  for (let k = 0; k < vertexCount; k++) sum += dot(towards, turned(axes, vertexAt(vertex, k)));
  return sum / vertexCount;
}

type Drawn = Outline extends infer O ? (O extends Outline ? Omit<O, 'depth'> : never) : never;

/** Its silhouette, and the flat end that looks towards the reader. */
function turnedShape({ profile }: Turned, place: Place, view: View): Drawn {
  const slope = dot(view.towards, place.axes[2]);
  const widest = Math.max(...profile.map(([radius]) => radius));
  if (Math.abs(slope) > 1 - EDGE_ON * EDGE_ON)
    return { kind: 'circle', centre: project(view, place.origin), radius: widest };
  const rim = ([radius, z]: Turned['profile'][number]) =>
    CIRCLE.map(([x, y]) => project(view, toWorld(place, [radius * x, radius * y, z])));
  const flatBelow = profile[0]![1] === profile[1]![1];
  const flatAbove = profile.at(-2)![1] === profile.at(-1)![1];
  const rings = profile.slice(flatBelow ? 1 : 0, flatAbove ? -1 : undefined);
  const faces = [convexHull(rings.flatMap(rim))];
  // both counter-clockwise: areas of one path must turn the same way to add up
  if (slope > EDGE_ON && flatAbove) faces.push(rim(rings.at(-1)!));
  if (slope < -EDGE_ON && flatBelow) faces.push(rim(rings[0]!).reverse());
  return { kind: 'faces', faces };
}

/** Triangles as one area; edges where the surface ends or turns away from the reader. */
function surface(vertex: Float64Array, corner: Int32Array, place: Place, view: View): Drawn {
  const points = Array.from({ length: vertex.length / 3 }, (_, k) =>
    project(view, toWorld(place, vertexAt(vertex, k))),
  );
  const faces: Flat[][] = [];
  const edges = new Map<string, { ends: Flat[]; sides: Set<boolean>; count: number }>();
  for (let t = 0; t < corner.length; t += 3) {
    const ids = [corner[t]!, corner[t + 1]!, corner[t + 2]!];
    const [p, q, r] = ids.map((id) => points[id]!) as [Flat, Flat, Flat];
    const front = (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0]);
    faces.push([p, q, r]);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [ids[k]!, ids[(k + 1) % 3]!];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const edge = edges.get(key) ?? { ends: [points[a]!, points[b]!], sides: new Set(), count: 0 };
      edge.sides.add(front);
      edge.count++;
      edges.set(key, edge);
    }
  }
  const drawn = [...edges.values()].filter(({ sides, count }) => count === 1 || sides.size === 2);
  return { kind: 'faces', faces, edges: drawn.map(({ ends }) => ends) };
}

function fieldTriangles({ nx, ny, dx, dy, height }: HeightField): [Mesh['vertex'], Mesh['corner']] {
  const vertex = Float64Array.from({ length: 3 * nx * ny }, (_, at) => {
    const k = Math.floor(at / 3);
    return [(k % nx) * dx, Math.floor(k / nx) * dy, height[k]!][at % 3]!;
  });
  const corner: number[] = [];
  for (let j = 0; j + 1 < ny; j++)
    for (let i = 0; i + 1 < nx; i++) {
      const k = j * nx + i;
      corner.push(k, k + 1, k + nx, k + 1, k + nx + 1, k + nx);
    }
  return [vertex, Int32Array.from(corner)];
}
