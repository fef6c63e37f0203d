/**
 * Minimum-degree ordering of a graph: eliminate the vertex with the fewest (weighted) neighbours, join its neighbours,
 * repeat. Ties go to the lowest number, so the order depends on nothing but the graph. Done once per pattern.
 */
interface Elimination {
  /** Vertices in the order of their elimination. */
  readonly order: Int32Array;
  /** position[v] = where v stands in `order`. */
  readonly position: Int32Array;
  /** For each step, the neighbours that were alive then: the column of the factor, as vertices. */
  readonly columns: readonly (readonly number[])[];
}

/**
 * @param edges pairs (a, b), repeated or reversed ones allowed. @param weights of the vertices; default 1
 * @param grown is told what the columns weigh so far, diagonal included; it may throw, and nothing large is held then
 */
export function minimumDegree(
  count: number,
  edges: ArrayLike<number>,
  weights?: ArrayLike<number>,
  grown?: (entries: number) => void,
): Elimination {
  const near = Array.from({ length: count }, () => new Set<number>());
  for (let k = 0; k < edges.length; k += 2) {
    if (edges[k] === edges[k + 1]) continue;
    near[edges[k]].add(edges[k + 1]);
    near[edges[k + 1]].add(edges[k]);
  }
  const weight = (v: number) => (weights ? weights[v] : 1);
  const degree = new Float64Array(count);
  const measure = (v: number) => {
    let sum = 0;
    for (const other of near[v]) sum += weight(other);
    degree[v] = sum;
  };
  for (let v = 0; v < count; v++) measure(v);

  const order = new Int32Array(count);
  const position = new Int32Array(count).fill(-1);
  const columns: number[][] = [];
  let entries = 0;
  for (let step = 0; step < count; step++) {
    let best = -1;
    for (let v = 0; v < count; v++) if (position[v] < 0 && (best < 0 || degree[v] < degree[best])) best = v;
    order[step] = best;
    position[best] = step;
    entries += weight(best) * (degree[best] + weight(best));
    grown?.(entries);
    const neighbours = [...near[best]].sort((p, q) => p - q);
    columns.push(neighbours);
    for (const v of neighbours) {
      near[v].delete(best);
      for (const other of neighbours) if (other !== v) near[v].add(other);
    }
    for (const v of neighbours) measure(v);
    near[best].clear();
  }
  return { order, position, columns };
}
