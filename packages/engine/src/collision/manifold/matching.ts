/**
 * Finds each point of a pair again among the pair's points of the last step: by name and anchor, then by nearness
 * alone, so that a name survives noise at the border between two features.   docs/theory/collision.md (CO18)
 *
 *   moved = min( |anchorA - anchorA'|, |anchorB - anchorB'| )
 */
import { type ContactPoints, grownFloat64, grownInt32 } from '../contact-points.ts';

/** A point with its old name may have moved by this part of the smaller shape's diameter. */
const SAME_NAME = 0.2;
/** A point with another name is still the old one within this part of it. */
const SAME_PLACE = 0.02;
/** Added to both halves of a name that is taken already. */
const OTHER_NAME = 0x01010101;
const NAMES = 0x7fff7fff;

export class Matcher {
  /** Of each new point: its name from the geometry, and in the axes of a and b its places. */
  origin = new Int32Array(8);
  anchorA = new Float64Array(0);
  anchorB = new Float64Array(0);
  /** Room for the places on the second shape; those on the first are the pair's own points. */
  second = new Float64Array(24);
  /** Answers: the name, the index of the old point or -1, and the points in the order of their names. */
  feature = new Int32Array(8);
  previous = new Int32Array(8);
  order = new Int32Array(8);
  private taken = new Uint8Array(16);
  private readonly distance = new Float64Array(3); // squares: measured, allowed by name, allowed by place

  reserve(count: number): void {
    if (count <= this.origin.length) return;
    const room = 2 * count;
    this.origin = grownInt32(this.origin, room);
    this.feature = grownInt32(this.feature, room);
    this.previous = grownInt32(this.previous, room);
    this.order = grownInt32(this.order, room);
    this.second = grownFloat64(this.second, 3 * room);
  }

  /** Matches `count` new points with old[from .. to); reach[0] is the smaller shape's diameter, m. */
  match(count: number, old: ContactPoints, from: number, to: number, reach: Float64Array): void {
    for (let k = 0; k < count; k++) this.previous[k] = -1;
    if (to > from) {
      if (this.taken.length < to - from) this.taken = new Uint8Array(2 * (to - from));
      for (let k = 0; k < to - from; k++) this.taken[k] = 0;
      const far = SAME_NAME * reach[0];
      const near = SAME_PLACE * reach[0];
      this.distance[1] = far * far;
      this.distance[2] = near * near;
      const unmatched = this.byName(count, old, from, to);
      if (unmatched === 0 && count === to - from) {
        this.allFound(count, old, from);
        return;
      }
      if (unmatched > 0 && unmatched > count - (to - from)) this.byPlace(count, old, from, to);
    }
    this.name(count, old);
  }

  /** The usual case: all are found and none is gone. The old ones are sorted by name already. */
  private allFound(count: number, old: ContactPoints, from: number): void {
    const { feature, previous, order } = this;
    const names = old.feature;
    for (let k = 0; k < count; k++) {
      const m = previous[k];
      feature[k] = names[m];
      order[m - from] = k;
    }
  }

  private byName(count: number, old: ContactPoints, from: number, to: number): number {
    const { origin, previous, taken, anchorA, anchorB } = this;
    const { origin: names, anchorA: oldA, anchorB: oldB } = old;
    const limit = this.distance[1];
    let unmatched = count;
    for (let k = 0; k < count; k++) {
      const name = origin[k];
      const p = 3 * k;
      for (let m = from; m < to; m++) {
        if (names[m] !== name || taken[m - from] !== 0) continue;
        const q = 3 * m;
        const x = anchorA[p] - oldA[q];
        const y = anchorA[p + 1] - oldA[q + 1];
        const z = anchorA[p + 2] - oldA[q + 2];
        if (x * x + y * y + z * z > limit) {
          const u = anchorB[p] - oldB[q];
          const v = anchorB[p + 1] - oldB[q + 1];
          const w = anchorB[p + 2] - oldB[q + 2];
          if (u * u + v * v + w * w > limit) continue;
        }
        previous[k] = m;
        taken[m - from] = 1;
        unmatched--;
        break;
      }
    }
    return unmatched;
  }

  private byPlace(count: number, old: ContactPoints, from: number, to: number): void {
    const { previous, taken, distance } = this;
    for (let k = 0; k < count; k++) {
      if (previous[k] >= 0) continue;
      let least = distance[2];
      for (let m = from; m < to; m++) {
        if (taken[m - from] !== 0) continue;
        this.measure(k, old, m);
        if (distance[0] > least) continue;
        least = distance[0];
        previous[k] = m;
      }
      if (previous[k] >= 0) taken[previous[k] - from] = 1;
    }
  }

  /** Square of the way that the point went in the axes of a or of b, whichever is shorter, to distance[0]. */
  private measure(k: number, old: ContactPoints, m: number): void {
    const { anchorA, anchorB, distance } = this;
    const p = 3 * k;
    const q = 3 * m;
    const x = anchorA[p] - old.anchorA[q];
    const y = anchorA[p + 1] - old.anchorA[q + 1];
    const z = anchorA[p + 2] - old.anchorA[q + 2];
    const u = anchorB[p] - old.anchorB[q];
    const v = anchorB[p + 1] - old.anchorB[q + 1];
    const w = anchorB[p + 2] - old.anchorB[q + 2];
    distance[0] = Math.min(x * x + y * y + z * z, u * u + v * v + w * w);
  }

  /** Old points keep their names, new ones take theirs from the geometry unless it is taken; then sorts by name. */
  private name(count: number, old: ContactPoints): void {
    const { feature, previous, origin, order } = this;
    for (let k = 0; k < count; k++) feature[k] = previous[k] >= 0 ? old.feature[previous[k]] : -1;
    for (let k = 0; k < count; k++) {
      if (previous[k] >= 0) continue;
      let wanted = origin[k];
      for (let m = 0; m < count; ) {
        if (m !== k && feature[m] === wanted) {
          wanted = (wanted + OTHER_NAME) & NAMES;
          m = 0;
        } else m++;
      }
      feature[k] = wanted;
    }
    for (let k = 0; k < count; k++) {
      let at = k;
      while (at > 0 && feature[order[at - 1]] > feature[k]) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = k;
    }
  }
}
