/**
 * Pairs of bodies that press on each other, and their changes from step to step: pairs as ascending numbers, bodies only on change.
 */
import type { ContactPoints } from '../../collision/detector.ts';
import type { Body } from '../bodies/body.ts';
import type { BodyPair } from '../errors/step-report.ts';
import type { StepParts } from '../state/step-parts.ts';

/** Larger than any body number: two of them make one key. */
const PAIR = 67108864;
export const NO_PAIRS: readonly BodyPair[] = [];

/**
 * Keys of the pairs with a positive normal impulse, the first of each point; points come sorted by collider, so pairs repeat in a row.
 * @param keys is filled, and returned
 */
export function pressingPairs(
  { count, a, b }: ContactPoints,
  bodyOf: Int32Array,
  impulse: Float64Array,
  first: Int32Array,
  keys: number[],
): number[] {
  let found = 0; // written from the start: an array that is emptied first gives its memory back
  let sorted = true;
  for (let i = 0; i < count; i++) {
    if (!(impulse[first[i]] > 0)) continue;
    const p = bodyOf[a[i]];
    const q = bodyOf[b[i]];
    const key = p < q ? p * PAIR + q : q * PAIR + p;
    const last = found > 0 ? keys[found - 1] : -1;
    if (key === last) continue;
    if (key < last) sorted = false;
    keys[found++] = key;
  }
  keys.length = found;
  return sorted ? keys : [...new Set(keys)].sort((p, q) => p - q);
}

/** Two bodies by their numbers, as reports have them. */
export function pairOf(handles: readonly (Body | undefined)[], k: number, l: number): BodyPair {
  const [a, b] = [handles[k] as Body, handles[l] as Body];
  return { a, b, bodyA: a.name, bodyB: b.name };
}

/** Pairs of the first list that the second does not have; both ascend. */
export function pairsWithout(
  keys: readonly number[],
  others: readonly number[],
  handles: readonly (Body | undefined)[],
): readonly BodyPair[] {
  let found: BodyPair[] | undefined;
  let at = 0;
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k]; // no iterator: it would put every key on the heap, 5 kB per step of a wall
    while (at < others.length && others[at] < key) at++;
    if (others[at] === key) continue;
    found ??= [];
    found.push(pairOf(handles, Math.floor(key / PAIR), key % PAIR));
  }
  return found ?? NO_PAIRS;
}

/** The pairs in which none of some bodies has a part. */
export function pairsWithoutBodies(keys: readonly number[], gone: ReadonlySet<number>): number[] {
  return keys.filter((key) => pairOfKey(key).every((body) => !gone.has(body)));
}

/** The numbers of two bodies as one, which ascends with the lower one, then with the other. */
export const keyOfPair = (low: number, high: number): number => low * PAIR + high;
export const pairOfKey = (key: number): readonly [number, number] => [Math.floor(key / PAIR), key % PAIR];

/** Pairs that overlap, one of them a sensor, as the last detection found them. */
export function sensedPairs({ detector, colliders, bodies }: StepParts): readonly BodyPair[] {
  const { count, a, b } = detector.sensed;
  if (count === 0) return NO_PAIRS;
  return Array.from({ length: count }, (_, k) => pairOf(bodies.handles, colliders.body[a[k]], colliders.body[b[k]]));
}
