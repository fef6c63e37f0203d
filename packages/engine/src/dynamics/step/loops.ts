/**
 * Mechanisms whose joints close a loop, over their bodies or over the ground.   docs/theory/integrators.md (IN24)
 *
 *   a joint closes a loop if the joints before it connect its bodies already; all that cannot move is one body, the ground
 *
 * Gears and differentials close no loop: they hold a ratio, not a place. Ropes hold nothing while they are slack.
 */
import { joinSets, rootOf, separate } from '../../linalg/disjoint-sets.ts';
import type { StepParts } from '../state/step-parts.ts';

export class Loops {
  /** Per body: 1 if it belongs to a mechanism with a loop. */
  flags: Uint8Array = new Uint8Array(0);
  /** Trees of bodies, the ground after the last: connected by joints that hold, and by any joints without the ground. */
  private held: Int32Array = new Int32Array(0);
  private mechanism: Int32Array = new Int32Array(0);

  /** False: no joints close a loop. */
  find({ bodies, joints }: StepParts): boolean {
    const { count, slot } = bodies;
    if (joints.length === 0) return false;
    let closed: number[] | undefined;
    this.reserve(count);
    const { held, mechanism } = this;
    const ground = (k: number) => (k >= 0 && slot[k] >= 0 ? k : count);
    for (const { bodies: members, broken, holds } of joints) {
      if (broken || members.length === 0) continue;
      const first = ground(members[0]);
      for (let i = 1; i < members.length; i++) {
        const other = ground(members[i]);
        if (first < count && other < count) joinSets(mechanism, first, other);
      }
      if (!holds || members.length !== 2) continue;
      const other = ground(members[1]);
      if (first === other) continue; // both ends cannot move
      if (rootOf(held, first) !== rootOf(held, other)) joinSets(held, first, other);
      else {
        closed ??= [];
        closed.push(Math.min(first, other));
      }
    }
    if (!closed) return false;
    const looped = new Set(closed.map((k) => rootOf(mechanism, k)));
    const { flags } = this;
    for (let k = 0; k < count; k++) flags[k] = slot[k] >= 0 && looped.has(rootOf(mechanism, k)) ? 1 : 0;
    return true;
  }

  private reserve(count: number): void {
    if (this.flags.length !== count) {
      this.flags = new Uint8Array(count);
      this.held = new Int32Array(count + 1);
      this.mechanism = new Int32Array(count + 1);
    }
    separate(this.held, count + 1);
    separate(this.mechanism, count + 1);
  }
}
