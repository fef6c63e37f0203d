/**
 * Finds each point of a pair again among the pair's points of the last step: by name and anchor, then by nearness
 * alone, so that a name survives noise at the border between two features.   docs/theory/collision.md (CO18)
 *
 *   moved = min( |anchorA - anchorA'|, |anchorB - anchorB'| )
 */
import { ContactPoints } from '../contact-points.ts';
import type { Pair } from '../pair.ts';

/** A point with its old name may have moved by this part of the smaller shape's diameter. */
const SAME_NAME = 0.2;
/** A point with another name is still the old one within this part of it. */
const SAME_PLACE = 0.02;
/** Added to both halves of a name that is taken already. */
const OTHER_NAME = 0x01010101;
const NAMES = 0x7fff7fff;

export class Matcher {
  /** The points of the pair in the order of their names. */
  order = new Int32Array(8);
  private old = new ContactPoints();
  private out = new ContactPoints();
  private feature = new Int32Array(8);
  private previous = new Int32Array(8);
  private taken = new Uint8Array(16);
  private readonly limit = new Float64Array(2); // squares of distances: by name, by place
  /** Places on the second shape, in its axes; on demand, because those on the first nearly always suffice. */
  private second = new Float64Array(24);
  private secondKnown = false;
  private oldFirst = new Float64Array(0);
  private oldSecond = new Float64Array(0);

  /** @param old points of the last step @param out where names and indices of old points are written, behind its points */
  begin(old: ContactPoints, out: ContactPoints): void {
    this.old = old;
    this.out = out;
  }

  /**
   * Matches the points of a pair, whose names are in the order of a and b, with old[from .. to).
   * @param swapped the first shape of the pair is that of collider b @param reach [0]: the smaller shape's diameter, m
   */
  match(pair: Pair, swapped: boolean, from: number, to: number, reach: Float64Array): void {
    const { old } = this;
    const { count } = pair;
    if (count > this.order.length) this.reserve(2 * count);
    for (let k = 0; k < count; k++) this.previous[k] = -1;
    if (to > from) {
      if (this.taken.length < to - from) this.taken = new Uint8Array(2 * (to - from));
      for (let k = 0; k < to - from; k++) this.taken[k] = 0;
      const far = SAME_NAME * reach[0];
      const near = SAME_PLACE * reach[0];
      this.limit[0] = far * far;
      this.limit[1] = near * near;
      this.secondKnown = false;
      this.oldFirst = (swapped ? old.anchorB : old.anchorA) as Float64Array<ArrayBuffer>;
      this.oldSecond = (swapped ? old.anchorA : old.anchorB) as Float64Array<ArrayBuffer>;
      const unmatched = this.byName(pair, old.origin, from, to);
      if (unmatched === 0 && count === to - from) {
        this.allFound(pair, from);
        return;
      }
      if (unmatched > 0 && unmatched > count - (to - from)) this.byPlace(pair, from, to);
    }
    this.name(pair);
  }

  /** The usual case: all are found and none is gone. The old ones are sorted by name already. */
  private allFound({ feature: origin, count }: Pair, from: number): void {
    const { previous, order, out } = this;
    const { feature: names } = this.old;
    const { feature: toFeature, origin: toOrigin, previous: toPrevious } = out;
    const start = out.count - from;
    for (let k = 0; k < count; k++) {
      const m = previous[k];
      order[m - from] = k;
      toFeature[start + m] = names[m];
      toOrigin[start + m] = origin[k];
      toPrevious[start + m] = m;
    }
  }

  private byName(pair: Pair, names: Int32Array, from: number, to: number): number {
    const { previous, taken, oldFirst } = this;
    const { feature, point, count } = pair;
    const limit = this.limit[0];
    let unmatched = count;
    for (let k = 0; k < count; k++) {
      const name = feature[k];
      const p = 3 * k;
      for (let m = from; m < to; m++) {
        if (names[m] !== name || taken[m - from] !== 0) continue;
        const q = 3 * m;
        const x = point[p] - oldFirst[q];
        const y = point[p + 1] - oldFirst[q + 1];
        const z = point[p + 2] - oldFirst[q + 2];
        if (x * x + y * y + z * z > limit && this.movedOnSecond(pair, k, m) > limit) continue;
        previous[k] = m;
        taken[m - from] = 1;
        unmatched--;
        break;
      }
    }
    return unmatched;
  }

  private byPlace(pair: Pair, from: number, to: number): void {
    const { previous, taken, oldFirst } = this;
    const { point, count } = pair;
    for (let k = 0; k < count; k++) {
      if (previous[k] >= 0) continue;
      let least = this.limit[1];
      for (let m = from; m < to; m++) {
        if (taken[m - from] !== 0) continue;
        const x = point[3 * k] - oldFirst[3 * m];
        const y = point[3 * k + 1] - oldFirst[3 * m + 1];
        const z = point[3 * k + 2] - oldFirst[3 * m + 2];
        const moved = Math.min(x * x + y * y + z * z, this.movedOnSecond(pair, k, m));
        if (moved > least) continue;
        least = moved;
        previous[k] = m;
      }
      if (previous[k] >= 0) taken[previous[k] - from] = 1;
    }
  }

  /** Square of the way that the point went in the axes of the second shape. */
  private movedOnSecond(pair: Pair, k: number, m: number): number {
    const { second, oldSecond } = this;
    if (!this.secondKnown) secondPlaces(pair, second);
    this.secondKnown = true;
    const x = second[3 * k] - oldSecond[3 * m];
    const y = second[3 * k + 1] - oldSecond[3 * m + 1];
    const z = second[3 * k + 2] - oldSecond[3 * m + 2];
    return x * x + y * y + z * z;
  }

  /** Old points keep their names, new ones take theirs from the geometry unless it is taken; then sorts by name. */
  private name({ feature: origin, count }: Pair): void {
    const { feature, previous, order, old, out } = this;
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
    for (let k = 0; k < count; k++) {
      out.feature[out.count + k] = feature[order[k]];
      out.origin[out.count + k] = origin[order[k]];
      out.previous[out.count + k] = previous[order[k]];
    }
  }

  private reserve(capacity: number): void {
    this.feature = new Int32Array(capacity);
    this.previous = new Int32Array(capacity);
    this.order = new Int32Array(capacity);
    this.second = new Float64Array(3 * capacity);
  }
}

/** The points on the second shape, in its axes: as the detector writes them. */
function secondPlaces({ point, normal, gap, R, t, count }: Pair, out: Float64Array): void {
  for (let k = 0; k < count; k++) {
    const at = 3 * k;
    const x = point[at] + gap[k] * normal[at] - t[0];
    const y = point[at + 1] + gap[k] * normal[at + 1] - t[1];
    const z = point[at + 2] + gap[k] * normal[at + 2] - t[2];
    for (let c = 0; c < 3; c++) out[at + c] = R[c] * x + R[3 + c] * y + R[6 + c] * z;
  }
}
