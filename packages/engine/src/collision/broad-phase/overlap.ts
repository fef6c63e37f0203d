/** True if two boxes, lower xyz and upper xyz at p[i ..] and q[j ..], have a point in common. */
export function overlap(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  return (
    p[i] <= q[j + 3] &&
    q[j] <= p[i + 3] &&
    p[i + 1] <= q[j + 4] &&
    q[j + 1] <= p[i + 4] &&
    p[i + 2] <= q[j + 5] &&
    q[j + 2] <= p[i + 5]
  );
}
