/** Small rules of bodies and joints that come and go. */
import type { ContactPoints } from '../collision/detector.ts';
import type { Bodies } from './bodies.ts';

/** `kind-N` with N above the number of all that were ever made, so that a name never comes back. */
export function freeName(kind: string, made: number, isTaken: (name: string) => boolean): string {
  let n = made + 1;
  while (isTaken(`${kind}-${n}`)) n++;
  return `${kind}-${n}`;
}

/** Wakes the bodies that touched body k in the last step: k may have supported them. */
export function wakeNeighbours({ sleep }: Bodies, points: ContactPoints, bodyOf: Int32Array, k: number): void {
  for (let i = 0; i < points.count; i++) {
    const [p, q] = [bodyOf[points.a[i]], bodyOf[points.b[i]]];
    if (p === k || q === k) sleep.stir(p === k ? q : p);
  }
}
