/**
 * The admissible impulses of all rows of a problem, contact by contact: solvers and measures use it instead of knowing
 * friction models by name.   docs/theory/friction-models.md (FM1)-(FM8)
 *
 * A contact is a normal row and up to three sections over it: tangents, rolling, spinning. A section has a shape (rows one by
 * one, polygon, disc) and a size, which is fixed (the bounds of its rows) or follows the normal impulse (mu x_n). All
 * projections are nearest points in the metric sum a_i x_i^2, with one a for both rows of a disc or polygon, so that
 * they do not depend on the tangents chosen.
 */
import type { Contact, Problem } from '../problem.ts';
import { clamp, inward } from './box.ts';
import { coneMap, discConeMaps, projectCone, tangentOfCone } from './cone.ts';
import { DISC, FIXED, FOLLOWING, RELAXED, ROWS, SHAPE_OF, SIZING_OF, sectionOf } from './section.ts';

export class FrictionSets {
  /** Number of rows and of contacts. */
  readonly n: number;
  readonly count: number;
  /** Per contact: its normal row, the number of its size, and its first section; one more entry ends the last. */
  readonly normal: Int32Array;
  readonly sizing: Uint8Array;
  readonly start: Int32Array;
  /** Per section: its rows (`second` is -1 if there is one row), shape, coefficient and number of polygon sides. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly shape: Uint8Array;
  readonly mu: Float64Array;
  readonly facets: Int32Array;
  /** Rows of no contact: boxes. */
  readonly others: Int32Array;
  /** Contacts with a cone over one disc of two rows, which are most; their three rows and coefficients; all other contacts. */
  readonly discs: Int32Array;
  readonly discRows: Int32Array;
  readonly discMu: Float64Array;
  private readonly mixed: Int32Array;
  /** Three numbers of scratch for the sections of one contact (cone.ts). */
  readonly size = new Float64Array(3);
  readonly slope = new Float64Array(3);

  constructor({ n, contacts }: Pick<Problem, 'n' | 'contacts'>) {
    this.n = n;
    this.count = contacts.length;
    this.normal = new Int32Array(this.count);
    this.sizing = new Uint8Array(this.count);
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
      this.sizing[c] = SIZING_OF[contact.set];
      taken[contact.normal] = 1;
      at = this.addSection(at, contact, contact.tangents, contact.mu, taken);
      at = this.addSection(at, contact, contact.rolling, contact.muRolling, taken);
      at = this.addSection(at, contact, contact.spinning, contact.muSpinning, taken);
      this.start[c + 1] = at;
    }
    this.others = unset(taken);
    const discs = new Int32Array(this.count);
    const mixed = new Int32Array(this.count);
    let found = 0;
    for (let c = 0; c < this.count; c++) {
      if (this.isDisc(c)) discs[found++] = c;
      else mixed[c - found] = c;
    }
    this.discs = discs.subarray(0, found);
    this.mixed = mixed.subarray(0, this.count - found);
    this.discRows = new Int32Array(3 * found);
    this.discMu = new Float64Array(found);
    for (let k = 0; k < found; k++) {
      const s = this.start[discs[k]];
      this.discRows[3 * k] = this.normal[discs[k]];
      this.discRows[3 * k + 1] = this.first[s];
      this.discRows[3 * k + 2] = this.second[s];
      this.discMu[k] = this.mu[s];
    }
  }

  /** Contact c has a cone, Coulomb's or the relaxed one. */
  private isCone(c: number): boolean {
    const from = this.start[c];
    const coulomb = this.sizing[c] === FOLLOWING && this.start[c + 1] > from && this.shape[from] === DISC;
    return this.sizing[c] === RELAXED || coulomb;
  }

  private isDisc(c: number): boolean {
    return this.isCone(c) && this.start[c + 1] === this.start[c] + 1 && this.second[this.start[c]] >= 0;
  }

  /** Writes section s, if it has rows, and takes these; the number of the next. */
  private addSection(s: number, contact: Contact, rows: readonly number[], mu: number, taken: Uint8Array): number {
    if (rows.length === 0) return s;
    const shape = SHAPE_OF[contact.set];
    this.first[s] = rows[0];
    this.second[s] = rows.length > 1 ? rows[1] : -1;
    this.shape[s] = shape !== ROWS && rows.length < 2 ? DISC : shape;
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
    if (this.sizing[c] === RELAXED) {
      projectCone(this, c, y, a, out);
      return;
    }
    out[i] = clamp(y[i], lo[i], hi[i]);
    for (let s = this.start[c]; s < this.start[c + 1]; s++) {
      if (this.sizing[c] === FIXED) this.projectFixed(s, y, lo, hi, out);
      else this.projectSection(s, y, this.mu[s] * Math.max(out[i], 0), out);
    }
  }

  /** out = the point of section s at size r nearest to y; what is not a number stays so. */
  projectSection(s: number, y: Float64Array, r: number, out: Float64Array): void {
    const i = this.first[s];
    const j = this.second[s];
    if (j < 0) out[i] = clamp(y[i], -r, r);
    else sectionOf(this.shape[s], this.facets[s]).project(y, i, j, r, out);
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
    const { others, count, normal, sizing, start } = this;
    for (let k = 0; k < others.length; k++) {
      const i = others[k];
      out[i] = inward(x[i], d[i], lo[i], hi[i]);
    }
    for (let c = 0; c < count; c++) {
      const i = normal[c];
      if (sizing[c] === RELAXED) {
        tangentOfCone(this, c, x, d, a, out);
        continue;
      }
      out[i] = inward(x[i], d[i], lo[i], hi[i]);
      for (let s = start[c]; s < start[c + 1]; s++) {
        if (sizing[c] === FIXED) this.tangentOfFixed(s, x, d, lo, hi, out);
        else this.tangentOfSection(s, this.mu[s] * x[i], x, d, out);
      }
    }
  }

  private tangentOfFixed(
    s: number,
    x: Float64Array,
    d: Float64Array,
    lo: Float64Array,
    hi: Float64Array,
    out: Float64Array,
  ): void {
    const i = this.first[s];
    const j = this.second[s];
    if (j >= 0 && this.shape[s] !== ROWS) {
      this.tangentOfSection(s, hi[i], x, d, out);
      return;
    }
    out[i] = inward(x[i], d[i], lo[i], hi[i]);
    if (j >= 0) out[j] = inward(x[j], d[j], lo[j], hi[j]);
  }

  /** out = the direction nearest to d that does not leave section s of size r at x. */
  private tangentOfSection(s: number, r: number, x: Float64Array, d: Float64Array, out: Float64Array): void {
    const i = this.first[s];
    const j = this.second[s];
    if (j < 0) out[i] = inward(x[i], d[i], -r, r);
    else sectionOf(this.shape[s], this.facets[s]).projectDirection(x, d, i, j, r, out);
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
    const { others, mixed, normal, sizing, start, shape, first, second, mu } = this;
    for (let k = 0; k < others.length; k++) {
      const i = others[k];
      out[i] = middle(a[i], x[i], w[i], lo[i], hi[i]);
    }
    discConeMaps(this, x, w, a, out);
    for (let k = 0; k < mixed.length; k++) {
      const c = mixed[k];
      if (this.isCone(c)) {
        coneMap(this, c, x, w, a, out);
        continue;
      }
      const i = normal[c];
      out[i] = middle(a[i], x[i], w[i], lo[i], hi[i]);
      for (let s = start[c]; s < start[c + 1]; s++) {
        const row = first[s];
        const other = second[s];
        const fixed = sizing[c] === FIXED;
        const r = fixed ? hi[row] : mu[s] * Math.max(x[i], 0);
        if (other < 0 || shape[s] === ROWS) {
          out[row] = middle(a[row], x[row], w[row], fixed ? lo[row] : -r, r);
          if (other >= 0)
            out[other] = middle(a[other], x[other], w[other], fixed ? lo[other] : -r, fixed ? hi[other] : r);
        } else this.mapOfSection(s, r, x, w, a, out);
      }
    }
  }

  /** out = x - P(x - w/a) over the two rows of section s, a disc or a polygon of size r. */
  private mapOfSection(
    s: number,
    r: number,
    x: Float64Array,
    w: Float64Array,
    a: Float64Array,
    out: Float64Array,
  ): void {
    const i = this.first[s];
    const j = this.second[s];
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
