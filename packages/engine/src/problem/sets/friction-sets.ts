/**
 * The admissible impulses of all rows of a problem, contact by contact: what solvers and measures ask instead of knowing
 * friction models by name.   docs/theory/friction-models.md (FM1)-(FM8)
 *
 * A contact is a normal row and up to three sections over it: tangents, rolling, spinning. A section has a shape (rows one by
 * one, polygon, disc) and a size, which is fixed (the bounds of its rows) or follows the normal impulse (mu x_n). All
 * projections are nearest points in the metric sum a_i x_i^2, with one a for both rows of a disc or polygon, so that
 * they do not depend on the tangents chosen.
 */
import type { Contact, Problem } from '../problem.ts';
import { clamp } from './box.ts';
import { coneHeight } from './cone.ts';
import { discFactor, RIM } from './disc.ts';
import { sidesOf } from './polygon.ts';
import type { SetKind } from './set.ts';

/** Shape of a section. */
export const ROWS = 0;
export const POLYGON = 1;
export const DISC = 2;
/** Where the size of a contact's sections comes from. */
export const FIXED = 0;
export const FOLLOWING = 1;
/** Normal and sections are one convex cone: what slides also lifts off. */
export const RELAXED = 2;

const SHAPE: Readonly<Record<SetKind, number>> = {
  none: ROWS,
  box: ROWS,
  pyramid: ROWS,
  prism: POLYGON,
  polyhedral: POLYGON,
  cylinder: DISC,
  cone: DISC,
  'relaxed-cone': DISC,
};

const LAW: Readonly<Record<SetKind, number>> = {
  none: FIXED,
  box: FIXED,
  pyramid: FOLLOWING,
  prism: FIXED,
  polyhedral: FOLLOWING,
  cylinder: FIXED,
  cone: FOLLOWING,
  'relaxed-cone': RELAXED,
};

export class FrictionSets {
  /** Number of rows and of contacts. */
  readonly n: number;
  readonly count: number;
  /** Per contact: its normal row, its law, and its first section; one more entry ends the last. */
  readonly normal: Int32Array;
  readonly law: Uint8Array;
  readonly start: Int32Array;
  /** Per section: its rows (`second` is -1 where there is one), shape, coefficient and number of polygon sides. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly shape: Uint8Array;
  readonly mu: Float64Array;
  readonly facets: Int32Array;
  /** Rows of no contact: boxes. */
  readonly others: Int32Array;
  /** Three numbers of scratch for the sections of one contact. */
  private readonly size = new Float64Array(3);
  private readonly slope = new Float64Array(3);

  constructor({ n, contacts }: Pick<Problem, 'n' | 'contacts'>) {
    this.n = n;
    this.count = contacts.length;
    this.normal = new Int32Array(this.count);
    this.law = new Uint8Array(this.count);
    this.start = new Int32Array(this.count + 1);
    const sections = sectionsOf(contacts);
    this.first = new Int32Array(sections);
    this.second = new Int32Array(sections);
    this.shape = new Uint8Array(sections);
    this.mu = new Float64Array(sections);
    this.facets = new Int32Array(sections);
    const taken = new Uint8Array(n);
    let at = 0;
    for (let c = 0; c < this.count; c++) {
      const contact = contacts[c];
      this.normal[c] = contact.normal;
      this.law[c] = LAW[contact.set];
      taken[contact.normal] = 1;
      at = this.addSection(at, contact, contact.tangents, contact.mu, taken);
      at = this.addSection(at, contact, contact.rolling, contact.muRolling, taken);
      at = this.addSection(at, contact, contact.spinning, contact.muSpinning, taken);
      this.start[c + 1] = at;
    }
    this.others = unset(taken);
  }

  /** Writes section s, if it has rows, and takes these; the number of the next. */
  private addSection(s: number, contact: Contact, rows: readonly number[], mu: number, taken: Uint8Array): number {
    if (rows.length === 0) return s;
    const shape = SHAPE[contact.set];
    this.first[s] = rows[0];
    this.second[s] = rows.length > 1 ? rows[1] : -1;
    this.shape[s] = shape === POLYGON && rows.length < 2 ? DISC : shape;
    this.mu[s] = mu;
    this.facets[s] = contact.facets;
    for (let r = 0; r < rows.length; r++) taken[rows[r]] = 1;
    return s + 1;
  }

  /** out = a with the mean of a over the rows of each disc and polygon: the metric of everything below. */
  metric(a: Float64Array, out: Float64Array): void {
    out.set(a);
    const { first, second, shape } = this;
    for (let s = 0; s < first.length; s++) {
      if (second[s] < 0 || shape[s] === ROWS) continue;
      const mean = 0.5 * (a[first[s]] + a[second[s]]);
      out[first[s]] = mean;
      out[second[s]] = mean;
    }
  }

  /**
   * out = the admissible impulses nearest to y; sections that follow take the normal of the result (bound adaptation).
   * @param a the metric, from `metric`
   * @param lo bounds of rows and sizes of fixed sections, with `hi`
   */
  project(y: Float64Array, a: Float64Array, lo: Float64Array, hi: Float64Array, out: Float64Array): void {
    const { others, count } = this;
    for (let k = 0; k < others.length; k++) {
      const i = others[k];
      out[i] = clamp(y[i], lo[i], hi[i]);
    }
    for (let c = 0; c < count; c++) this.projectContact(c, y, a, lo, hi, out);
  }

  /** The same for the rows of contact c alone. */
  projectContact(
    c: number,
    y: Float64Array,
    a: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const i = this.normal[c];
    if (this.law[c] === RELAXED) {
      this.projectCone(c, y, a, out);
      return;
    }
    out[i] = clamp(y[i], lo[i], hi[i]);
    for (let s = this.start[c]; s < this.start[c + 1]; s++) {
      if (this.law[c] === FIXED) this.projectFixed(s, y, lo, hi, out);
      else this.projectSection(s, y, this.mu[s] * Math.max(out[i], 0), out);
    }
  }

  /** out = the point of section s at size r nearest to y; what is not a number stays so. */
  projectSection(s: number, y: Float64Array, r: number, out: Float64Array): void {
    const { first, second, shape } = this;
    const i = first[s];
    const j = second[s];
    if (j < 0) out[i] = clamp(y[i], -r, r);
    else if (shape[s] === ROWS) {
      out[i] = clamp(y[i], -r, r);
      out[j] = clamp(y[j], -r, r);
    } else if (shape[s] === DISC) {
      const factor = discFactor(Math.sqrt(y[i] * y[i] + y[j] * y[j]), r);
      out[i] = factor * y[i];
      out[j] = factor * y[j];
    } else {
      const sides = sidesOf(this.facets[s]);
      sides.project(y[i], y[j], r);
      out[i] = sides.u;
      out[j] = sides.v;
    }
  }

  private projectFixed(s: number, y: Float64Array, lo: Float64Array, hi: Float64Array, out: Float64Array): void {
    const i = this.first[s];
    const j = this.second[s];
    if (this.shape[s] !== ROWS) {
      this.projectSection(s, y, hi[i], out);
      return;
    }
    out[i] = clamp(y[i], lo[i], hi[i]);
    if (j >= 0) out[j] = clamp(y[j], lo[j], hi[j]);
  }

  /** The convex cone of contact c, in coordinates that the metric makes round. */
  private projectCone(c: number, y: Float64Array, a: Float64Array, out: Float64Array): void {
    const { first, second, mu, size, slope, start } = this;
    const i = this.normal[c];
    const root = Math.sqrt(a[i]);
    const from = start[c];
    const sections = start[c + 1] - from;
    for (let k = 0; k < sections; k++) {
      const scale = Math.sqrt(a[first[from + k]]);
      size[k] = scale * this.sectionLength(from + k, y);
      slope[k] = (mu[from + k] * scale) / root;
    }
    const height = coneHeight(root * y[i], size, slope, 0, sections, 0);
    out[i] = height / root;
    for (let k = 0; k < sections; k++) {
      const factor = discFactor(size[k], slope[k] * height);
      out[first[from + k]] = factor * y[first[from + k]];
      if (second[from + k] >= 0) out[second[from + k]] = factor * y[second[from + k]];
    }
  }

  /**
   * out = the direction nearest to d that does not leave the set at x; sections that follow count as fixed at mu x_n
   * (PIR Sec. 3.2). x must be admissible. `out` may be `d`.
   */
  tangentCone(
    x: Float64Array,
    d: Float64Array,
    a: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const { others, count, normal, law, start, mu } = this;
    for (let k = 0; k < others.length; k++) {
      const i = others[k];
      out[i] = inward(x[i], d[i], lo[i], hi[i]);
    }
    for (let c = 0; c < count; c++) {
      const i = normal[c];
      if (law[c] === RELAXED) {
        this.tangentOfCone(c, x, d, a, out);
        continue;
      }
      out[i] = inward(x[i], d[i], lo[i], hi[i]);
      for (let s = start[c]; s < start[c + 1]; s++) this.tangentOfSection(s, law[c], mu[s] * x[i], x, d, lo, hi, out);
    }
  }

  private tangentOfSection(
    s: number,
    law: number,
    following: number,
    x: Float64Array,
    d: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const i = this.first[s];
    const j = this.second[s];
    const fixed = law === FIXED;
    const r = fixed ? hi[i] : following;
    if (j < 0 || this.shape[s] === ROWS) {
      out[i] = inward(x[i], d[i], fixed ? lo[i] : -r, r);
      if (j >= 0) out[j] = inward(x[j], d[j], fixed ? lo[j] : -r, fixed ? hi[j] : r);
    } else if (this.shape[s] === DISC) {
      const size = Math.sqrt(x[i] * x[i] + x[j] * x[j]);
      const outward = size >= r * (1 - RIM) && r > 0 ? (d[i] * x[i] + d[j] * x[j]) / (size * size) : 0;
      const left = r > 0 ? 1 : 0;
      const [di, dj] = [left * d[i], left * d[j]];
      out[i] = outward > 0 ? di - outward * x[i] : di;
      out[j] = outward > 0 ? dj - outward * x[j] : dj;
    } else {
      const sides = sidesOf(this.facets[s]);
      sides.projectDirection(x[i], x[j], r, d[i], d[j]);
      out[i] = sides.u;
      out[j] = sides.v;
    }
  }

  /** At the apex the cone itself; at the rim the half-spaces of the sections that touch it. */
  private tangentOfCone(c: number, x: Float64Array, d: Float64Array, a: Float64Array, out: Float64Array): void {
    const { first, second, mu, size, slope, start } = this;
    const i = this.normal[c];
    if (!(x[i] > 0)) {
      this.projectCone(c, d, a, out);
      return;
    }
    const root = Math.sqrt(a[i]);
    const from = start[c];
    const sections = start[c + 1] - from;
    for (let k = 0; k < sections; k++) {
      const m = mu[from + k];
      const scale = Math.sqrt(a[first[from + k]]);
      const length = this.sectionLength(from + k, x);
      const touches = m > 0 && length >= m * x[i] * (1 - RIM);
      size[k] = touches ? (scale * this.sectionProduct(from + k, d, x)) / length : 0; // outward, in round coordinates
      slope[k] = touches ? (m * scale) / root : 0;
    }
    const height = coneHeight(root * d[i], size, slope, 0, sections, -Infinity);
    for (let k = 0; k < sections; k++) {
      const row = first[from + k];
      const other = second[from + k];
      const excess = slope[k] > 0 ? Math.max(size[k] - slope[k] * height, 0) : 0;
      const share = excess === 0 ? 0 : excess / (Math.sqrt(a[row]) * this.sectionLength(from + k, x));
      const left = mu[from + k] > 0 ? 1 : 0; // without friction only the normal can move
      out[row] = left * d[row] - share * x[row];
      if (other >= 0) out[other] = left * d[other] - share * x[other];
    }
    out[i] = height / root;
  }

  /** p'q over the rows of section s. */
  private sectionProduct(s: number, p: Float64Array, q: Float64Array): number {
    const i = this.first[s];
    const j = this.second[s];
    return p[i] * q[i] + (j < 0 ? 0 : p[j] * q[j]);
  }

  private sectionLength(s: number, x: Float64Array): number {
    return Math.sqrt(this.sectionProduct(s, x, x));
  }

  /**
   * out_i = x_i - P(x - w/a)_i, in N s: zero exactly at a solution (FM7). Coulomb's cone takes De Saxce's shift; sections
   * that follow otherwise have the size that x itself implies.
   */
  naturalMap(
    x: Float64Array,
    w: Float64Array,
    a: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const { others, count, normal, law, start, shape } = this;
    for (let k = 0; k < others.length; k++) {
      const i = others[k];
      out[i] = middle(a[i], x[i], w[i], lo[i], hi[i]);
    }
    for (let c = 0; c < count; c++) {
      const i = normal[c];
      const from = start[c];
      const to = start[c + 1];
      const coulomb = law[c] === FOLLOWING && to > from && shape[from] === DISC;
      if (law[c] === RELAXED || coulomb) {
        this.coneMap(c, coulomb, x, w, a, out);
        continue;
      }
      out[i] = middle(a[i], x[i], w[i], lo[i], hi[i]);
      for (let s = from; s < to; s++) this.sectionMap(s, law[c], this.mu[s] * Math.max(x[i], 0), x, w, a, lo, hi, out);
    }
  }

  private coneMap(
    c: number,
    coulomb: boolean,
    x: Float64Array,
    w: Float64Array,
    a: Float64Array,
    out: Float64Array,
  ): void {
    const { first, second, mu, start } = this;
    const i = this.normal[c];
    let shift = 0;
    for (let s = start[c]; s < start[c + 1]; s++) {
      const row = first[s];
      const other = second[s];
      if (coulomb) shift += mu[s] * this.sectionLength(s, w);
      out[row] = x[row] - w[row] / a[row];
      if (other >= 0) out[other] = x[other] - w[other] / a[other];
    }
    out[i] = x[i] - (w[i] + shift) / a[i];
    this.projectCone(c, out, a, out);
    out[i] = x[i] - out[i];
    for (let s = start[c]; s < start[c + 1]; s++) {
      out[first[s]] = x[first[s]] - out[first[s]];
      if (second[s] >= 0) out[second[s]] = x[second[s]] - out[second[s]];
    }
  }

  private sectionMap(
    s: number,
    law: number,
    following: number,
    x: Float64Array,
    w: Float64Array,
    a: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const i = this.first[s];
    const j = this.second[s];
    const fixed = law === FIXED;
    const r = fixed ? hi[i] : following;
    if (j < 0 || this.shape[s] === ROWS) {
      out[i] = middle(a[i], x[i], w[i], fixed ? lo[i] : -r, r);
      if (j >= 0) out[j] = middle(a[j], x[j], w[j], fixed ? lo[j] : -r, fixed ? hi[j] : r);
      return;
    }
    out[i] = x[i] - w[i] / a[i];
    out[j] = x[j] - w[j] / a[j];
    const [yi, yj] = [out[i], out[j]];
    this.projectSection(s, out, r, out);
    const inside = out[i] === yi && out[j] === yj; // then the map is w/a, which must not be lost in x - (x - w/a)
    out[i] = inside ? w[i] / a[i] : x[i] - out[i];
    out[j] = inside ? w[j] / a[j] : x[j] - out[j];
  }
}

/** x - clamp(x - w/a, lo, hi) as the middle of three numbers. */
function middle(a: number, x: number, w: number, lo: number, hi: number): number {
  if (w >= a * (x - lo)) return x - lo;
  if (w <= a * (x - hi)) return x - hi;
  return w / a + 0 * x; // an x that is not a number ends here and shows
}

/** d where it does not leave [lo, hi] at x, else 0. */
function inward(x: number, d: number, lo: number, hi: number): number {
  return (x <= lo && d < 0) || (x >= hi && d > 0) ? 0 : d;
}

function sectionsOf(contacts: readonly Contact[]): number {
  let count = 0;
  for (let c = 0; c < contacts.length; c++) {
    const { tangents, rolling, spinning } = contacts[c];
    count += Math.min(tangents.length, 1) + Math.min(rolling.length, 1) + Math.min(spinning.length, 1);
  }
  return count;
}

/** The places that hold a zero. */
function unset(taken: Uint8Array): Int32Array {
  const rows: number[] = [];
  for (let i = 0; i < taken.length; i++) if (taken[i] === 0) rows.push(i);
  return Int32Array.from(rows);
}

/** Sets by list of contacts: found once for all that ask. */
const known = new WeakMap<readonly Contact[], FrictionSets>();

export function frictionSets(p: Problem): FrictionSets {
  let sets = known.get(p.contacts);
  if (sets?.n !== p.n) {
    sets = new FrictionSets(p);
    known.set(p.contacts, sets);
  }
  return sets;
}
