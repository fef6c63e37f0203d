/** Default names for new bodies and joints; the neighbours of a removed body, which must wake. */
import type { ContactPoints } from '../../collision/detector.ts';

/** `kind-N` with N above the number of all that were ever made, so that a name never comes back. */
export function freeName(kind: string, made: number, isTaken: (name: string) => boolean): string {
  let n = made + 1;
  while (isTaken(`${kind}-${n}`)) n++;
  return `${kind}-${n}`;
}

/** By body: those that it touched in the last step. One of them may have supported another. */
export function neighboursOf(points: ContactPoints, bodyOf: Int32Array): Map<number, number[]> {
  const known = new Map<number, number[]>();
  const add = (k: number, other: number) => {
    const list = known.get(k);
    if (list === undefined) known.set(k, [other]);
    else if (list.at(-1) !== other) list.push(other);
  };
  for (let i = 0; i < points.count; i++) {
    const [p, q] = [bodyOf[points.a[i]], bodyOf[points.b[i]]];
    add(p, q);
    add(q, p);
  }
  return known;
}
