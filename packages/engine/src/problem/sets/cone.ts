/**
 * The cone |x_k| <= m_k x_n over one or more sections k (friction; rolling; spinning) that share a normal impulse.
 * docs/theory/friction-models.md (FM5), (FM6)
 *
 *   nearest point: s >= 0 with   s - y_n = sum_k m_k max(|y_k| - m_k s, 0),   then |x_k| = min(|y_k|, m_k s)
 *
 * The right-hand side falls and bends upwards in s, so Newton's iteration from the left climbs to the root and ends
 * after at most one step per section: a closed form. With one section it is the known projection on a circular cone.
 */
import { discFactor, RIM } from './disc.ts';
import { FOLLOWING } from './section.ts';

/** Contacts and their sections as arrays: ConeSections. */
interface ConeSections {
  readonly normal: Int32Array;
  readonly sizing: Uint8Array;
  readonly start: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly mu: Float64Array;
  readonly discs: Int32Array;
  readonly discRows: Int32Array;
  readonly discMu: Float64Array;
  readonly size: Float64Array;
  readonly slope: Float64Array;
}

/**
 * Height s of the nearest point; `size` and `slope` from `first` to `last` are |y_k| and m_k.
 * @param lowest 0: the cone ends in its apex; -Infinity: its tangent cone at a point off the apex
 */
export function coneHeight(
  yn: number,
  size: Float64Array,
  slope: Float64Array,
  first: number,
  last: number,
  lowest: number,
): number {
  let s = lowest;
  for (let k = first; k <= last; k++) {
    let top = yn;
    let bottom = 1;
    for (let j = first; j < last; j++)
      if (s === -Infinity || size[j] > slope[j] * s) {
        top += slope[j] * size[j];
        bottom += slope[j] * slope[j];
      }
    const next = top / bottom;
    if (!(next > s)) return Number.isNaN(next) ? next : s;
    s = next;
  }
  return s;
}

/** The same for one section above the apex. */
export function discHeight(yn: number, size: number, slope: number): number {
  const s = size > 0 ? (yn + slope * size) / (1 + slope * slope) : yn;
  if (!(s > 0)) return Number.isNaN(s) ? s : 0;
  return !(size > slope * s) && yn > s ? yn : s;
}

/** out = the point nearest to y of the convex cone of contact c, in coordinates that the metric a makes round. */
export function projectCone(sets: ConeSections, c: number, y: Float64Array, a: Float64Array, out: Float64Array): void {
  const { first, second, mu, size, slope, start } = sets;
  const i = sets.normal[c];
  const root = Math.sqrt(a[i]);
  const from = start[c];
  const sections = start[c + 1] - from;
  for (let k = 0; k < sections; k++) {
    const scale = Math.sqrt(a[first[from + k]]);
    size[k] = scale * sectionLength(sets, from + k, y);
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

/** The direction nearest to d within the cone at x: at the apex the cone itself, at the rim the half-spaces of the sections there. */
export function tangentOfCone(
  sets: ConeSections,
  c: number,
  x: Float64Array,
  d: Float64Array,
  a: Float64Array,
  out: Float64Array,
): void {
  const { first, second, mu, size, slope, start } = sets;
  const i = sets.normal[c];
  if (!(x[i] > 0)) {
    projectCone(sets, c, d, a, out);
    return;
  }
  const root = Math.sqrt(a[i]);
  const from = start[c];
  const sections = start[c + 1] - from;
  for (let k = 0; k < sections; k++) {
    const m = mu[from + k];
    const scale = Math.sqrt(a[first[from + k]]);
    const length = sectionLength(sets, from + k, x);
    const touches = m > 0 && length >= m * x[i] * (1 - RIM);
    size[k] = touches ? (scale * sectionProduct(sets, from + k, d, x)) / length : 0; // outward, in round coordinates
    slope[k] = touches ? (m * scale) / root : 0;
  }
  const height = coneHeight(root * d[i], size, slope, 0, sections, -Infinity);
  for (let k = 0; k < sections; k++) {
    const row = first[from + k];
    const other = second[from + k];
    const excess = slope[k] > 0 ? Math.max(size[k] - slope[k] * height, 0) : 0;
    const share = excess === 0 ? 0 : excess / (Math.sqrt(a[row]) * sectionLength(sets, from + k, x));
    const left = mu[from + k] > 0 ? 1 : 0; // without friction only the normal can move
    out[row] = left * d[row] - share * x[row];
    if (other >= 0) out[other] = left * d[other] - share * x[other];
  }
  out[i] = height / root;
}

/** out = x - P(x - w/a) over the rows of contact c; Coulomb's cone, which follows, takes De Saxce's shift (FM7). */
export function coneMap(
  sets: ConeSections,
  c: number,
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  out: Float64Array,
): void {
  const { first, second, mu, start } = sets;
  const coulomb = sets.sizing[c] === FOLLOWING;
  const i = sets.normal[c];
  let shift = 0;
  for (let s = start[c]; s < start[c + 1]; s++) {
    const row = first[s];
    const other = second[s];
    if (coulomb) shift += mu[s] * sectionLength(sets, s, w);
    out[row] = x[row] - w[row] / a[row];
    if (other >= 0) out[other] = x[other] - w[other] / a[other];
  }
  out[i] = x[i] - (w[i] + shift) / a[i];
  projectCone(sets, c, out, a, out);
  out[i] = x[i] - out[i];
  for (let s = start[c]; s < start[c + 1]; s++) {
    out[first[s]] = x[first[s]] - out[first[s]];
    if (second[s] >= 0) out[second[s]] = x[second[s]] - out[second[s]];
  }
}

/** Square of the share of the rim within which a disc sticks whatever rounding does, and of the slopes for which that is so. */
const INSIDE = 0.98;
const LEAST_SLOPE = 1e-6;
const MOST_SLOPE = 1e6;
/** Squares below this may have lost digits. */
const TINY = 1e-280;

/**
 * The disc sticks, clearly: `discHeight` is the argument of the normal itself, to the last bit.
 * @param square of the size, in the units of `rim`, the square of what the rim would be at that height
 * @param slope its square, in the units of `one`
 */
export function sticksClearly(square: number, rim: number, slope: number, one: number): boolean {
  return rim > TINY && square < INSIDE * rim && slope > LEAST_SLOPE * one && slope < MOST_SLOPE * one;
}

/**
 * The same for all contacts with one section of two rows, which are most, in one loop. If a contact sticks clearly, the height is that
 * of its argument and the factor is 1, without two square roots and two divisions: the same bits, in half the time.
 */
export function discConeMaps(
  { discs, discRows, discMu, sizing }: ConeSections,
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  out: Float64Array,
): void {
  for (let k = 0; k < discs.length; k++) {
    const n = discRows[3 * k];
    const i = discRows[3 * k + 1];
    const j = discRows[3 * k + 2];
    const mu = discMu[k];
    const an = a[n];
    const ai = a[i];
    const wi = w[i];
    const wj = w[j];
    const shift = sizing[discs[k]] === FOLLOWING ? mu * Math.sqrt(wi * wi + wj * wj) : 0;
    const yn = x[n] - (w[n] + shift) / an;
    const yi = x[i] - wi / ai;
    const yj = x[j] - wj / a[j];
    const root = Math.sqrt(an);
    const square = yi * yi + yj * yj;
    if (yn > 0 && sticksClearly(square, mu * yn * (mu * yn), mu * mu * ai, an)) {
      out[n] = x[n] - (root * yn) / root;
      out[i] = x[i] - yi;
      out[j] = x[j] - yj;
      continue;
    }
    const scale = Math.sqrt(ai);
    const size = scale * Math.sqrt(square);
    const slope = (mu * scale) / root;
    const height = discHeight(root * yn, size, slope);
    const factor = discFactor(size, slope * height);
    out[n] = x[n] - height / root;
    out[i] = x[i] - factor * yi;
    out[j] = x[j] - factor * yj;
  }
}

/** p'q over the rows of section s. */
function sectionProduct({ first, second }: ConeSections, s: number, p: Float64Array, q: Float64Array): number {
  const i = first[s];
  const j = second[s];
  return p[i] * q[i] + (j < 0 ? 0 : p[j] * q[j]);
}

function sectionLength(sets: ConeSections, s: number, x: Float64Array): number {
  return Math.sqrt(sectionProduct(sets, s, x, x));
}
