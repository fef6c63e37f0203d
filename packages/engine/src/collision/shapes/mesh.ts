/**
 * Triangle meshes and height fields: checked, neighbours found, and a tree of boxes built over the triangles of a mesh.
 * docs/theory/collision.md (CO26)   Runs once per shape, so it may allocate.
 */
import { type FieldTable, list, required } from '../../checks/fields.ts';
import { number, vector } from '../../checks/values.ts';
import { cross, length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { surfaceRay } from './ray.ts';
import { type HeightField, type Mesh, makeBy, ShapeError, sizeOf } from './shape.ts';
import type { ShapeKind } from './shape-kind.ts';
import { boxBounds } from './triangles.ts';

const LEAF = 4; // triangles

type MeshFields = { readonly vertices: readonly Vec3[]; readonly triangles: readonly (readonly number[])[] };
type HeightFieldFields = { readonly rows: readonly (readonly number[])[]; readonly dx: number; readonly dy: number };

const corner = number('a vertex number', { atLeast: 0, integer: true });
const MESH_FIELDS: FieldTable<MeshFields> = {
  vertices: required(list(vector('m'), 'vertices of three numbers (m)'), 'corners of its triangles'),
  triangles: required(
    list(list(corner, 'three vertex numbers', { least: 3, most: 3 }), 'one triangle or more', { least: 1 }),
    'three vertices each, counted from 0, counter-clockwise seen from the front; the back does not collide',
  ),
};
const heights = list(number('a height', { unit: 'm' }), 'two heights or more', { least: 2 });
const HEIGHT_FIELD_FIELDS: FieldTable<HeightFieldFields> = {
  rows: required(
    list(heights, 'two rows of heights or more', { least: 2 }),
    'row j, place i is the height at (i dx, j dy)',
  ),
  dx: required(sizeOf('a spacing'), 'between the heights of a row'),
  dy: required(sizeOf('a spacing'), 'between rows'),
};

/** Triangles are corner numbers, counter-clockwise seen from the front; the back does not collide. @throws ShapeError */
export const mesh = (vertices: readonly Vec3[], triangles: readonly (readonly number[])[]): Mesh =>
  makeBy<MeshFields, Mesh>('mesh', MESH_FIELDS, { vertices, triangles }, meshOf);

export const MESH: ShapeKind<Mesh> = {
  summary: 'triangles; never dynamic',
  fields: MESH_FIELDS,
  make: ({ vertices, triangles }) => mesh(vertices, triangles),
  rank: 2,
  radius: ({ radius }) => radius,
  bounds: ({ nodeBox }, pose, R, out, k) => boxBounds(nodeBox, pose, R, out, k),
  ray: surfaceRay,
};

function meshOf({ vertices, triangles }: MeshFields): Mesh {
  for (const [k, t] of triangles.entries()) {
    if (!t.every((v) => v < vertices.length))
      throw new ShapeError(
        `mesh: triangles[${k}]: expected vertex numbers below ${vertices.length}, found (${t.join(', ')})`,
      );
    const [p, q, r] = t.map((v) => vertices[v]);
    const longest = Math.max(length(subtract(q, p)), length(subtract(r, q)), length(subtract(p, r)));
    if (!(length(cross(subtract(q, p), subtract(r, p))) > 1e-12 * longest * longest))
      throw new ShapeError(`mesh: triangles[${k}]: expected a triangle with an area, found corners on a line`);
  }
  return {
    kind: 'mesh',
    triangleCount: triangles.length,
    vertex: Float64Array.from(vertices.flat()),
    corner: Int32Array.from(triangles.flat()),
    neighbour: neighbours(triangles),
    radius: vertices.reduce((most, p) => Math.max(most, length(p)), 0),
    ...tree(vertices, triangles),
  };
}

/** Across the edge from corner k to the next: the other triangle with that edge, -1 if it is open or has several. */
function neighbours(triangles: MeshFields['triangles']): Int32Array {
  const owners = new Map<string, number[]>();
  const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  for (const [t, c] of triangles.entries())
    for (let k = 0; k < 3; k++) {
      const edge = key(c[k], c[(k + 1) % 3]);
      owners.set(edge, [...(owners.get(edge) ?? []), t]);
    }
  return Int32Array.from(
    triangles.flatMap((c, t) =>
      [0, 1, 2].map((k) => {
        const at = owners.get(key(c[k], c[(k + 1) % 3]))!;
        return at.length === 2 ? (at[0] === t ? at[1] : at[0]) : -1;
      }),
    ),
  );
}

/** Boxes halved at the median centre along their longest side. A node is (child, child) or (first, -count) in `order`. */
function tree(vertices: readonly Vec3[], triangles: MeshFields['triangles']): Pick<Mesh, 'node' | 'nodeBox' | 'order'> {
  const boxOf = (ids: readonly number[]) => {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const id of ids)
      for (const v of triangles[id])
        for (let i = 0; i < 3; i++) {
          low[i] = Math.min(low[i], vertices[v][i]);
          high[i] = Math.max(high[i], vertices[v][i]);
        }
    return [...low, ...high];
  };
  const node: number[] = [];
  const nodeBox: number[] = [];
  const order: number[] = [];
  const build = (ids: readonly number[]): number => {
    const at = node.length / 2;
    const box = boxOf(ids);
    node.push(0, 0);
    nodeBox.push(...box);
    if (ids.length <= LEAF) {
      node[2 * at] = order.length;
      node[2 * at + 1] = -ids.length;
      order.push(...ids);
      return at;
    }
    const sides = [0, 1, 2].map((i) => box[3 + i] - box[i]);
    const axis = sides.indexOf(Math.max(...sides));
    const centre = (id: number) => triangles[id].reduce((sum, v) => sum + vertices[v][axis], 0);
    const sorted = [...ids].sort((a, b) => centre(a) - centre(b) || a - b);
    const half = sorted.length >> 1;
    node[2 * at] = build(sorted.slice(0, half));
    node[2 * at + 1] = build(sorted.slice(half));
    return at;
  };
  build(triangles.map((_, id) => id));
  return { node: Int32Array.from(node), nodeBox: Float64Array.from(nodeBox), order: Int32Array.from(order) };
}

/**
 * Heights over a grid: rows[j][i] is the height at (i dx, j dy), m; cells are split from (i, j) to (i + 1, j + 1). What
 * is under the surface is solid.
 */
export const heightField = (rows: readonly (readonly number[])[], dx: number, dy: number): HeightField =>
  makeBy<HeightFieldFields, HeightField>('heightfield', HEIGHT_FIELD_FIELDS, { rows, dx, dy }, heightFieldOf);

const fieldBox = new Float64Array(6);

export const HEIGHT_FIELD: ShapeKind<HeightField> = {
  summary: 'heights over a grid, solid below; never dynamic',
  fields: HEIGHT_FIELD_FIELDS,
  make: ({ rows, dx, dy }) => heightField(rows, dx, dy),
  rank: 1,
  radius: ({ radius }) => radius,
  bounds({ nx, ny, dx, dy, low, high }, pose, R, out, k) {
    fieldBox[2] = low;
    fieldBox[3] = (nx - 1) * dx;
    fieldBox[4] = (ny - 1) * dy;
    fieldBox[5] = high;
    boxBounds(fieldBox, pose, R, out, k);
  },
  ray: surfaceRay,
};

function heightFieldOf({ rows, dx, dy }: HeightFieldFields): HeightField {
  const ny = rows.length;
  const nx = rows[0].length;
  for (const [j, row] of rows.entries())
    if (row.length !== nx)
      throw new ShapeError(`heightfield: rows[${j}]: expected ${nx} heights as in the first row, found ${row.length}`);
  const height = Float64Array.from(rows.flat());
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const z of height) {
    low = Math.min(low, z);
    high = Math.max(high, z);
  }
  const far: Vec3 = [(nx - 1) * dx, (ny - 1) * dy, Math.max(Math.abs(low), Math.abs(high))];
  return { kind: 'heightfield', nx, ny, dx, dy, height, low, high, radius: length(far) };
}
