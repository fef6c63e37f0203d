/** Sets of numbers that are joined one by one (union-find): `root` holds for every number another one of its set. */

/** Every number below `count` alone. */
export function separate(root: Int32Array, count: number): void {
  for (let k = 0; k < count; k++) root[k] = k;
}

/** The lowest number of the set of k. */
export function rootOf(root: Int32Array, k: number): number {
  let at = k;
  while (root[at] !== at) {
    root[at] = root[root[at]];
    at = root[at];
  }
  return at;
}

/** Joins the sets of a and b. */
export function joinSets(root: Int32Array, a: number, b: number): void {
  const p = rootOf(root, a);
  const q = rootOf(root, b);
  if (p < q) root[q] = p;
  else root[p] = q;
}
