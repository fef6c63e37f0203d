/**
 * Stage 3: which bodies are connected, by contacts and joints, and under `midpoint` by force laws too.   docs/pipeline.md
 * Bodies that cannot move connect nothing: two stacks on one floor are two islands.
 */
import { joinSets, rootOf, separate } from '../../linalg/disjoint-sets.ts';
import { hasMidpoint, type StepParts } from './step-parts.ts';

export class BodyIslands {
  /** Islands of the last call that have at least one contact, joint or law. */
  count = 0;
  private root = new Int32Array(0);
  private touched = new Uint8Array(0);

  find(parts: StepParts): void {
    const { bodies, colliders, joints, drivers } = parts;
    const { points } = parts.detector;
    this.begin(bodies.count);
    for (const { bodies: members, broken } of joints) if (!broken) this.joinAll(members, bodies.slot);
    if (hasMidpoint(parts))
      for (const driver of drivers) {
        if (!driver.forces) continue;
        const members = (driver.bodies ?? []).map(({ index }) => index);
        this.joinAll(members.length === 1 && !driver.steady ? [...members, -1] : members, bodies.slot);
      }
    for (let i = 0; i < points.count; i++)
      this.join(colliders.body[points.a[i]], colliders.body[points.b[i]], bodies.slot);
    for (let k = 0; k < bodies.count; k++) if (this.touched[k] === 1 && this.of(k) === k) this.count++;
  }

  /** Every pair: a differential whose first body cannot move still connects the others. */
  private joinAll(members: readonly number[], slot: Int32Array): void {
    for (let k = 0; k < members.length; k++)
      for (let other = k + 1; other < members.length; other++) this.join(members[k], members[other], slot);
  }

  /** Starts with every body alone. */
  private begin(bodies: number): void {
    if (this.root.length < bodies) {
      this.root = new Int32Array(bodies);
      this.touched = new Uint8Array(bodies);
    }
    separate(this.root, bodies);
    this.touched.fill(0);
    this.count = 0;
  }

  /** A contact or joint between a and b; `slot` < 0 marks what cannot move, -1 as a body is the world. */
  join(a: number, b: number, slot: Int32Array): void {
    const movesA = a >= 0 && slot[a] >= 0;
    const movesB = b >= 0 && slot[b] >= 0;
    if (movesA) this.touched[a] = 1;
    if (movesB) this.touched[b] = 1;
    if (!movesA || !movesB) return;
    joinSets(this.root, a, b);
  }

  /** The island of a body: its lowest body number. */
  of(k: number): number {
    return rootOf(this.root, k);
  }
}
