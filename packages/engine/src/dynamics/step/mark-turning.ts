/** Finds the bodies that turn exactly in the present step: those whose turns joints count, and what they hold.   docs/theory/joints.md (JO27) */
import { CAYLEY, EXACT, WHEEL } from '../bodies/exact-turns.ts';
import type { StepParts } from '../state/step-parts.ts';

/** Sets `turning` of the bodies. */
export function markTurning({ bodies, joints, drivers }: StepParts): void {
  const { turning, slot } = bodies;
  turning.fill(WHEEL);
  let found = false;
  for (const joint of joints) {
    if (joint.broken) continue;
    for (const k of joint.bodies) if (k >= 0 && joint.turningOf(k).counted) found = true;
  }
  if (!found) {
    turning.fill(CAYLEY);
    return;
  }
  const counted = new Uint8Array(bodies.count);
  for (const joint of joints) {
    if (joint.broken) continue;
    for (const k of joint.bodies) {
      if (k < 0) continue;
      const seen = joint.turningOf(k);
      if (seen.counted) counted[k] = 1;
      if (seen.held) turning[k] = EXACT;
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const { bodies: members, broken, holdsAngles } of joints) {
      if (broken || !holdsAngles || !members.some((k) => k >= 0 && slot[k] >= 0 && counted[k] === 1)) continue;
      for (const k of members)
        if (k >= 0 && counted[k] === 0) {
          counted[k] = 1;
          turning[k] = EXACT;
          changed = true;
        }
    }
  }
  // laws keep their energy through a step of the Cayley map (FE7), (FE9)
  for (const { forces, bodies: members } of drivers)
    if (forces && members) for (const { index } of members) turning[index] = EXACT;
  for (let k = 0; k < bodies.count; k++) if (counted[k] === 0) turning[k] = CAYLEY;
}
