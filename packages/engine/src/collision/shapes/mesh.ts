/**
 * Triangle meshes and height fields: checked, neighbours found, and a tree of boxes built over the triangles of a mesh.
 * docs/theory/collision.md (CO26)   Runs once a shape and allocates as it likes.
 */
import { cross, length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { type HeightField, type Mesh, positiveLength, ShapeError } from './shapes.ts';

const LEAF = 4; // triangles

/** Triangles are corner numbers, counter-clockwise seen from the front; the back does not collide. */
export function mesh(vertices: readonly Vec3[], triangles: readonly Vec3[]): Mesh {
  for (const [k, p] of vertices.entries())
    if (p.length !== 3 || !p.every(Number.isFinite))
      throw new ShapeError(`expected three finite numbers as vertex ${k} of a mesh, found (${p.join(', ')})`);
  if (triangles.length === 0) throw new ShapeError('expected at least one triangle in a mesh, found none');
  for (const [k, t] of triangles.entries()) {
    if (t.length !== 3 || !t.every((v) => Number.isInteger(v) && v >= 0 && v < vertices.length))
      throw new ShapeError(
        `expected three vertex numbers below ${vertices.length} as triangle ${k} of a mesh, found (${t.join(', ')})`,
      );
    const [p, q, r] = t.map((v) => vertices[v]);
    const longest = Math.max(length(subtract(q, p)), length(subtract(r, q)), length(subtract(p, r)));
    if (!(length(cross(subtract(q, p), subtract(r, p))) > 1e-12 * longest * longest))
      throw new ShapeError(`expected a triangle with an area as triangle ${k} of a mesh, found corners on a line`);
  }
  return {
    kind: 'mesh',
    triangleCount: triangles.length,
    vertex: Float64Array.from(vertices.flat()),
    corner: Int32Array.from(triangles.flat()),
    neighbour: neighbours(triangles),
    radius: Math.max(...vertices.map(length)),
    ...tree(vertices, triangles),
  };
}

/** Across the edge from corner k to the next: the other triangle with that edge, -1 where it is open or has several. */
function neighbours(triangles: readonly Vec3[]): Int32Array {
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
function tree(vertices: readonly Vec3[], triangles: readonly Vec3[]): Pick<Mesh, 'node' | 'nodeBox' | 'order'> {
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
export function heightField(rows: readonly (readonly number[])[], dx: number, dy: number): HeightField {
  const ny = rows.length;
  const nx = rows[0]?.length ?? 0;
  if (nx < 2 || ny < 2) throw new ShapeError(`expected at least 2 x 2 heights in a height field, found ${nx} x ${ny}`);
  for (const [j, row] of rows.entries())
    if (row.length !== nx || !row.every(Number.isFinite))
      throw new ShapeError(`expected ${nx} finite heights in row ${j} of a height field, found (${row.join(', ')})`);
  positiveLength(dx, 'the x spacing of a height field');
  positiveLength(dy, 'the y spacing of a height field');
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
