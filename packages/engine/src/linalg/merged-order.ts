/** The order in which a sparse symmetric matrix is eliminated, found once per pattern. */
import { minimumDegree } from './minimum-degree.ts';

/** Minimum degree on the graph with rows of equal pattern merged; the rows of a merged vertex stay together. */
export function mergedOrder(
  n: number,
  rowStart: Int32Array,
  column: Int32Array,
  grown?: (entries: number) => void,
): Int32Array {
  const vertexOf = new Int32Array(n);
  const members: number[][] = [];
  const known = new Map<string, number>();
  for (let row = 0; row < n; row++) {
    const key = column.subarray(rowStart[row], rowStart[row + 1]).join(',');
    let vertex = known.get(key);
    if (vertex === undefined) {
      vertex = members.length;
      known.set(key, vertex);
      members.push([]);
    }
    members[vertex].push(row);
    vertexOf[row] = vertex;
  }
  const edges: number[] = [];
  for (const [first] of members)
    for (let q = rowStart[first]; q < rowStart[first + 1]; q++) edges.push(vertexOf[first], vertexOf[column[q]]);
  const { order } = minimumDegree(
    members.length,
    edges,
    members.map((rows) => rows.length),
    grown,
  );
  return Int32Array.from(Array.from(order).flatMap((vertex) => members[vertex]));
}
