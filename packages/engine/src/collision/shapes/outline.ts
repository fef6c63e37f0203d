/** The edges of a shape as lines, in its own axes: what a debug view draws.  Six numbers per line: two ends, m. */
import { cos, PI, sin } from '../../linalg/elementary.ts';
import type { HeightField, Hull, Mesh, Shape, Turned } from './shape.ts';
import { drawnAs } from './shape-kinds.ts';

/** Lines of a circle. */
const CIRCLE = 24;
/** A plane is drawn as a grid of this half size, m, with this many cells along a side. */
const PLANE = 10;
const CELLS = 10;

/** Unit vectors across z. */
const ACROSS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

type Lines = number[];
const known = new WeakMap<Shape, Float64Array>();

/** Shapes never change: the lines of each are made once. */
export function outlineOf(shape: Shape): Float64Array {
  let lines = known.get(shape);
  if (!lines) {
    lines = Float64Array.from(linesOf(shape));
    known.set(shape, lines);
  }
  return lines;
}

function linesOf(solid: Shape): Lines {
  const shape = drawnAs(solid);
  switch (shape.kind) {
    case 'plane':
      return grid();
    case 'sphere':
      return [0, 1, 2].flatMap((axis) => arc(shape.radius, axis, 0, 0, CIRCLE));
    case 'box':
      return boxEdges(shape.half);
    case 'turned':
      return turnedLines(shape);
    case 'capsule':
      return capsuleLines(shape.radius, shape.halfLength);
    case 'hull':
      return hullEdges(shape);
    case 'mesh':
      return meshEdges(shape);
    case 'heightfield':
      return fieldEdges(shape);
    case 'compound':
      return shape.child.flatMap((child, k) => {
        const lines = outlineOf(child);
        const out: Lines = [];
        for (let at = 0; at < lines.length; at += 3)
          for (let c = 0; c < 3; c++) {
            const R = 9 * k + 3 * c;
            const turned =
              shape.rotation[R] * lines[at] +
              shape.rotation[R + 1] * lines[at + 1] +
              shape.rotation[R + 2] * lines[at + 2];
            out.push(shape.position[3 * k + c] + turned);
          }
        return out;
      });
  }
}

/** Part of a circle about an axis, at `height` along it: `count` of CIRCLE lines from the `first`. */
function arc(radius: number, axis: number, height: number, first: number, count: number): Lines {
  const point = (k: number): Lines => {
    const angle = (2 * PI * k) / CIRCLE;
    const p = [0, 0, 0];
    p[axis] = height;
    p[(axis + 1) % 3] = radius * cos(angle);
    p[(axis + 2) % 3] = radius * sin(angle);
    return p;
  };
  return Array.from({ length: count }, (_, k) => [...point(first + k), ...point(first + k + 1)]).flat();
}

const rims = (radius: number, halfLength: number): Lines =>
  [-halfLength, halfLength].flatMap((z) => arc(radius, 2, z, 0, CIRCLE));

/** Four lines along z. */
const sides = (radius: number, halfLength: number): Lines =>
  ACROSS.flatMap(([x, y]) => [radius * x, radius * y, -halfLength, radius * x, radius * y, halfLength]);

/** Four lines along its sides, and a circle for every corner of its profile. */
function turnedLines({ profile }: Turned): Lines {
  const along = profile.slice(1).flatMap(([radius, z], k) => {
    const [before, from] = profile[k];
    return from === z ? [] : ACROSS.flatMap(([x, y]) => [before * x, before * y, from, radius * x, radius * y, z]);
  });
  return [...along, ...profile.flatMap(([radius, z]) => (radius > 0 ? arc(radius, 2, z, 0, CIRCLE) : []))];
}

/** A tube with half circles in the planes of x and of y at both ends. */
function capsuleLines(radius: number, halfLength: number): Lines {
  const half = CIRCLE / 2;
  // an arc about x begins at y and goes by z; one about y begins at z and goes by x
  const caps = [
    ...shifted(arc(radius, 0, 0, 0, half), halfLength),
    ...shifted(arc(radius, 1, 0, -half / 2, half), halfLength),
    ...shifted(arc(radius, 0, 0, half, half), -halfLength),
    ...shifted(arc(radius, 1, 0, half / 2, half), -halfLength),
  ];
  return [...sides(radius, halfLength), ...rims(radius, halfLength), ...caps];
}

const shifted = (lines: Lines, z: number): Lines => lines.map((value, k) => (k % 3 === 2 ? value + z : value));

function boxEdges([x, y, z]: readonly [number, number, number]): Lines {
  const half = [x, y, z];
  const lines: Lines = [];
  for (let axis = 0; axis < 3; axis++)
    for (const [p, q] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ])
      for (const side of [-1, 1]) {
        const corner = [0, 0, 0];
        corner[axis] = side * half[axis];
        corner[(axis + 1) % 3] = p * half[(axis + 1) % 3];
        corner[(axis + 2) % 3] = q * half[(axis + 2) % 3];
        lines.push(...corner);
      }
  return lines;
}

function grid(): Lines {
  const lines: Lines = [];
  for (let k = 0; k <= CELLS; k++) {
    const at = PLANE * ((2 * k) / CELLS - 1);
    lines.push(-PLANE, at, 0, PLANE, at, 0, at, -PLANE, 0, at, PLANE, 0);
  }
  return lines;
}

/** Each edge once. */
class Edges {
  readonly lines: Lines = [];
  private readonly seen = new Set<number>();
  private readonly vertex: Float64Array;

  constructor(vertex: Float64Array) {
    this.vertex = vertex;
  }

  add(p: number, q: number): void {
    const key = Math.min(p, q) * (this.vertex.length / 3) + Math.max(p, q);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    for (const v of [p, q]) for (let c = 0; c < 3; c++) this.lines.push(this.vertex[3 * v + c]);
  }
}

function hullEdges({ faceCount, cornersOf, cornerOf, vertex }: Hull): Lines {
  const edges = new Edges(vertex);
  for (let f = 0; f < faceCount; f++) {
    const corners = cornerOf.subarray(cornersOf[f], cornersOf[f + 1]);
    for (const [k, corner] of corners.entries()) edges.add(corner, corners[(k + 1) % corners.length]);
  }
  return edges.lines;
}

function meshEdges({ triangleCount, corner, vertex }: Mesh): Lines {
  const edges = new Edges(vertex);
  for (let t = 0; t < triangleCount; t++)
    for (let k = 0; k < 3; k++) edges.add(corner[3 * t + k], corner[3 * t + ((k + 1) % 3)]);
  return edges.lines;
}

function fieldEdges({ nx, ny, dx, dy, height }: HeightField): Lines {
  const lines: Lines = [];
  const point = (i: number, j: number): Lines => [i * dx, j * dy, height[j * nx + i]];
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      if (i + 1 < nx) lines.push(...point(i, j), ...point(i + 1, j));
      if (j + 1 < ny) lines.push(...point(i, j), ...point(i, j + 1));
    }
  return lines;
}
