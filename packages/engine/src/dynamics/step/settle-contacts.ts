/** What contacts remember of a sub-step: as if it had been a whole step, and of some bodies alone.   docs/theory/accuracy.md (AC8) */
import { ACTIVE } from '../../collision/detector.ts';
import type { StepParts } from './step-state.ts';

/** Gaps that points should have in the next step, by point: of the step before, and of this one. */
interface Expected {
  readonly last: Float64Array;
  readonly next: Float64Array;
}

/** Contacts of bodies that did not move keep what they had; impulses of the others count for `whole` as many, a power of two. */
export function settleContacts(
  parts: StepParts,
  roles: Uint8Array | undefined,
  whole: number,
  expected: Expected,
): void {
  const { colliders, contactRows, detector } = parts;
  const { a, b, count, previous } = detector.points;
  for (let i = 0; i < count; i++) {
    const moved = !roles || roles[colliders.body[a[i]]] === ACTIVE || roles[colliders.body[b[i]]] === ACTIVE;
    if (moved) contactRows.memory.scaleNext(i, whole);
    else {
      contactRows.memory.carry(previous[i], i);
      expected.next[i] = expected.last[previous[i]] ?? Number.NaN;
    }
  }
}
