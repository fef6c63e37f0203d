/**
 * The data that contact points keep for the next step: impulses for the warm start and anchors, as world vectors because the tangents may turn.
 * docs/theory/contact-rows.md (CR6), (CR7), (CR13)
 *
 * `next` is filled while a step is made and becomes `last` by `commit`, so that a failed step changes nothing.
 */

/** Numbers per point: normal impulse, tangential impulse xyz, anchor xyz. */
export const MEMORY = 7;
/** Further numbers per point if some roll or spin with friction: torque impulse xyz, its anchor (an angle) xyz. */
export const TURN = 6;

export class ContactMemory {
  next: Float64Array = new Float64Array(MEMORY * 64);
  nextTurn: Float64Array = new Float64Array(0);
  /** Memory of the last committed step, indexed by the point numbers of that step. */
  private last: Float64Array = new Float64Array(MEMORY * 64);
  /** Read, kept and hashed only if `turns`: worlds without such friction have nothing of it. */
  private lastTurn: Float64Array = new Float64Array(0);
  private turns = false;
  private nextTurns = false;

  /** Room for a step. @param turns some of its points roll or spin with friction */
  begin(points: number, turns: boolean): void {
    this.reserve(points);
    this.nextTurns = turns;
    if (!turns) return;
    if (this.nextTurn.length < TURN * points) this.nextTurn = new Float64Array(2 * TURN * points);
    this.nextTurn.fill(0, 0, TURN * points);
  }

  normalImpulse(point: number): number {
    return this.last[MEMORY * point];
  }

  /** Component along the direction at `axis` of a point's vector: the tangential impulse from 1, the anchor from 4. */
  along(point: number, from: number, d: Float64Array, axis: number): number {
    const { last } = this;
    const at = MEMORY * point + from;
    return last[at] * d[axis] + last[at + 1] * d[axis + 1] + last[at + 2] * d[axis + 2];
  }

  /** The same about it: the torque impulse from 0, the angle from 3; zero for a new point. */
  about(point: number, from: number, d: Float64Array, axis: number): number {
    if (point < 0 || !this.turns) return 0;
    const { lastTurn } = this;
    const at = TURN * point + from;
    return lastTurn[at] * d[axis] + lastTurn[at + 1] * d[axis + 1] + lastTurn[at + 2] * d[axis + 2];
  }

  /** Impulses of point i in `next` times a factor; anchors stay. */
  scaleNext(i: number, factor: number): void {
    for (let c = MEMORY * i; c < MEMORY * i + 4; c++) this.next[c] *= factor;
    if (this.nextTurns) for (let c = TURN * i; c < TURN * i + 3; c++) this.nextTurn[c] *= factor;
  }

  /** Point i in `next` has what point `from` had in the last step; nothing if it is new (-1). */
  carry(from: number, i: number): void {
    for (let c = 0; c < MEMORY; c++) this.next[MEMORY * i + c] = from < 0 ? 0 : this.last[MEMORY * from + c];
    if (!this.nextTurns) return;
    const known = from >= 0 && this.turns;
    for (let c = 0; c < TURN; c++) this.nextTurn[TURN * i + c] = known ? this.lastTurn[TURN * from + c] : 0;
  }

  commit(): void {
    const { last, lastTurn } = this;
    this.last = this.next;
    this.next = last;
    this.lastTurn = this.nextTurn;
    this.nextTurn = lastTurn;
    this.turns = this.nextTurns;
  }

  /** Only the points `kept` of the last step are still there, in this order. */
  keep(kept: readonly number[]): void {
    kept.forEach((from, to) => {
      this.last.copyWithin(MEMORY * to, MEMORY * from, MEMORY * (from + 1));
      if (this.turns) this.lastTurn.copyWithin(TURN * to, TURN * from, TURN * (from + 1));
    });
  }

  /** Copies the memory of `count` points for a snapshot; rolling and spinning, if any, come last. */
  save(count: number): Float64Array {
    if (!this.turns) return this.last.slice(0, MEMORY * count);
    const saved = new Float64Array((MEMORY + TURN) * count);
    saved.set(this.last.subarray(0, MEMORY * count));
    saved.set(this.lastTurn.subarray(0, TURN * count), MEMORY * count);
    return saved;
  }

  /** Takes back what `save` returned for the same number of points. */
  restore(saved: Float64Array, count: number): void {
    this.reserve(count);
    this.last.set(saved.subarray(0, MEMORY * count));
    this.turns = saved.length > MEMORY * count;
    if (this.turns) this.lastTurn = saved.slice(MEMORY * count);
  }

  private reserve(points: number): void {
    let size = this.last.length / MEMORY;
    if (points <= size) return;
    while (size < points) size *= 2;
    const last = new Float64Array(MEMORY * size);
    last.set(this.last);
    this.last = last;
    this.next = new Float64Array(MEMORY * size);
  }
}
