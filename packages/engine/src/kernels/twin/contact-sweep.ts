/**
 * The sweep over contacts of a normal and two tangents, all three over the same one or two bodies: projected
 * over-relaxation, one CONTACT_RECORD each.   docs/theory/fixed-point.md (FP8)
 *
 * Twin of wasm/contact-sweep.ts.
 */
import { CONTACT_PLACES, CONTACT_RECORD, CONTACT_SWEEP, MOMENTUM, PROJECTION } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

/** One sweep over contacts `from` to `end`; the largest change of an impulse, NaN if one is. */
export function sweepContacts(
  { F, I }: Memory,
  table: Table<typeof CONTACT_SWEEP>,
  from: number,
  end: number,
  omega: number,
): number {
  const records = I[table + CONTACT_SWEEP.records];
  const places = I[table + CONTACT_SWEEP.places];
  const y = I[table + CONTACT_SWEEP.y];
  const x = I[table + CONTACT_SWEEP.x];
  let change = 0;
  for (let c = from; c < end; c++) {
    const r = records + CONTACT_RECORD.size * c;
    const place = places + CONTACT_PLACES.size * c;
    const a = y + I[place + CONTACT_PLACES.firstBody];
    const b = y + I[place + CONTACT_PLACES.secondBody];
    const n = x + I[place + CONTACT_PLACES.normal];
    const s = x + I[place + CONTACT_PLACES.first];
    const t = x + I[place + CONTACT_PLACES.second];
    const xn = F[n];
    const x1 = F[s];
    const x2 = F[t];
    const wn = F[r + CONTACT_RECORD.normalB] + F[r + CONTACT_RECORD.normalC] * xn + dot12(F, r, a, b);
    const next = clamped(
      xn - omega * F[r + CONTACT_RECORD.normalStep] * wn,
      F[r + CONTACT_RECORD.lower],
      F[r + CONTACT_RECORD.upper],
    );
    const dn = next - xn;
    const radius = F[r + CONTACT_RECORD.radius] + F[r + CONTACT_RECORD.mu] * raised(next, 0);
    // the tangents feel what the normal has changed
    const w1 = tangentVelocity(F, r, 0, a, b, x1) + F[r + CONTACT_RECORD.coupling] * dn;
    const w2 = tangentVelocity(F, r, 1, a, b, x2) + F[r + CONTACT_RECORD.coupling + 1] * dn;
    let z1 = x1 - omega * F[r + CONTACT_RECORD.step] * w1;
    let z2: number;
    if (I[place + CONTACT_PLACES.projection] === PROJECTION.square) {
      z1 = clamped(z1, -radius, radius);
      z2 = clamped(
        x2 - omega * F[r + CONTACT_RECORD.step + 1] * (w2 + F[r + CONTACT_RECORD.a12] * (z1 - x1)),
        -radius,
        radius,
      );
    } else {
      z2 = x2 - omega * F[r + CONTACT_RECORD.step + 1] * w2;
      const share = radius / Math.sqrt(z1 * z1 + z2 * z2);
      const factor = lowered(1, share);
      z1 *= factor;
      z2 *= factor;
    }
    const d1 = z1 - x1;
    const d2 = z2 - x2;
    change = Math.max(change, Math.abs(dn), Math.abs(d1), Math.abs(d2));
    F[n] = next;
    F[s] = z1;
    F[t] = z2;
    push(F, r, a, b, dn, d1, d2);
  }
  return change;
}

/** The energy error of x (FM7), J, of contacts `from` to `end` on Coulomb's cones: radius 0, normals from 0 on. */
export function coneEnergies({ F, I }: Memory, table: Table<typeof CONTACT_SWEEP>, from: number, end: number): number {
  const records = I[table + CONTACT_SWEEP.records];
  const places = I[table + CONTACT_SWEEP.places];
  const y = I[table + CONTACT_SWEEP.y];
  const x = I[table + CONTACT_SWEEP.x];
  let sum = 0;
  for (let c = from; c < end; c++) {
    const r = records + CONTACT_RECORD.size * c;
    const place = places + CONTACT_PLACES.size * c;
    const a = y + I[place + CONTACT_PLACES.firstBody];
    const b = y + I[place + CONTACT_PLACES.secondBody];
    const xn = F[x + I[place + CONTACT_PLACES.normal]];
    const x1 = F[x + I[place + CONTACT_PLACES.first]];
    const x2 = F[x + I[place + CONTACT_PLACES.second]];
    const wn = F[r + CONTACT_RECORD.normalB] + F[r + CONTACT_RECORD.normalC] * xn + dot12(F, r, a, b);
    const w1 = tangentVelocity(F, r, 0, a, b, x1);
    const w2 = tangentVelocity(F, r, 1, a, b, x2);
    const an = F[r + CONTACT_RECORD.normalMetric];
    const at = F[r + CONTACT_RECORD.metric];
    const mu = F[r + CONTACT_RECORD.mu];
    // the cone in coordinates in which the metric is round: up to `height` its slope is m
    const up = Math.sqrt(an);
    const across = Math.sqrt(at);
    const m = (mu * across) / up;
    const y1 = x1 - w1 / at;
    const y2 = x2 - w2 / at;
    const yn = up * (xn - (wn + mu * Math.sqrt(w1 * w1 + w2 * w2)) / an);
    const size = across * Math.sqrt(y1 * y1 + y2 * y2);
    let height = raised((yn + m * size) / (1 + m * m), 0);
    if (!(size > m * height)) height = raised(yn, 0);
    const factor = lowered(1, (m * height) / size);
    const dn = up * xn - height;
    const d1 = x1 - factor * y1;
    const d2 = x2 - factor * y2;
    sum += 0.5 * (dn * dn + at * (d1 * d1 + d2 * d2));
  }
  return sum;
}

/**
 * The start of a sweep with momentum (FP9): x of contacts 0 to `count`, and y, go on by beta times what they have changed by.
 * A contact that has turned round stays, and y takes back what it went on for it.
 */
export function coast(
  { F, I }: Memory,
  table: Table<typeof CONTACT_SWEEP>,
  momentum: Table<typeof MOMENTUM>,
  count: number,
  beta: number,
): void {
  const records = I[table + CONTACT_SWEEP.records];
  const places = I[table + CONTACT_SWEEP.places];
  const y = I[table + CONTACT_SWEEP.y];
  const x = I[table + CONTACT_SWEEP.x];
  const bodies = I[momentum + MOMENTUM.bodies];
  const yBefore = I[momentum + MOMENTUM.yBefore];
  const xBefore = I[momentum + MOMENTUM.xBefore];
  const moved = I[momentum + MOMENTUM.moved];
  for (let k = 0; k < bodies; k++) {
    const value = F[y + k];
    F[y + k] = value + beta * (value - F[yBefore + k]);
    F[yBefore + k] = value;
  }
  for (let c = 0; c < count; c++) {
    const place = places + CONTACT_PLACES.size * c;
    if (I[place + CONTACT_PLACES.projection] === PROJECTION.none) continue;
    const n = I[place + CONTACT_PLACES.normal];
    const s = I[place + CONTACT_PLACES.first];
    const t = I[place + CONTACT_PLACES.second];
    const xn = F[x + n];
    const x1 = F[x + s];
    const x2 = F[x + t];
    const dn = xn - F[xBefore + n];
    const d1 = x1 - F[xBefore + s];
    const d2 = x2 - F[xBefore + t];
    const along = dn * F[moved + n] + d1 * F[moved + s] + d2 * F[moved + t];
    F[xBefore + n] = xn;
    F[xBefore + s] = x1;
    F[xBefore + t] = x2;
    F[moved + n] = dn;
    F[moved + s] = d1;
    F[moved + t] = d2;
    if (along < 0) {
      const a = y + I[place + CONTACT_PLACES.firstBody];
      const b = y + I[place + CONTACT_PLACES.secondBody];
      push(F, records + CONTACT_RECORD.size * c, a, b, -beta * dn, -beta * d1, -beta * d2);
      continue;
    }
    F[x + n] = xn + beta * dn;
    F[x + s] = x1 + beta * d1;
    F[x + t] = x2 + beta * d2;
  }
}

/** w of the first (0) or second (1) tangent. */
function tangentVelocity(F: Float64Array, r: number, tangent: 0 | 1, a: number, b: number, x: number): number {
  const row = r + (tangent === 0 ? CONTACT_RECORD.first : CONTACT_RECORD.second);
  const own = F[r + CONTACT_RECORD.b + tangent] + F[r + CONTACT_RECORD.C + tangent] * x;
  return own + dot12(F, row, a, b);
}

/** y of both bodies takes what the three impulses have changed by. */
function push(F: Float64Array, r: number, a: number, b: number, dn: number, d1: number, d2: number): void {
  const first = r + CONTACT_RECORD.first;
  const second = r + CONTACT_RECORD.second;
  for (let q = 0; q < 6; q++) {
    F[a + q] = F[a + q] + F[r + q] * dn + (F[first + q] * d1 + F[second + q] * d2);
    F[b + q] = F[b + q] + F[r + 6 + q] * dn + (F[first + 6 + q] * d1 + F[second + 6 + q] * d2);
  }
}

/** Jt_i y over two bodies, in the order of two SIMD lanes: evens of the one plus evens of the other, odds, then their sum. */
function dot12(F: Float64Array, r: number, a: number, b: number): number {
  const evenA = F[r] * F[a] + F[r + 2] * F[a + 2] + F[r + 4] * F[a + 4];
  const evenB = F[r + 6] * F[b] + F[r + 8] * F[b + 2] + F[r + 10] * F[b + 4];
  const oddA = F[r + 1] * F[a + 1] + F[r + 3] * F[a + 3] + F[r + 5] * F[a + 5];
  const oddB = F[r + 7] * F[b + 1] + F[r + 9] * F[b + 3] + F[r + 11] * F[b + 5];
  return evenA + evenB + (oddA + oddB);
}

/** z within [low, high]; NaN stays NaN. */
function clamped(z: number, low: number, high: number): number {
  return lowered(raised(z, low), high);
}

/** f64x2.pmax, which differs from Math.max for NaN and for zeros of different sign. */
function raised(z: number, to: number): number {
  if (z < to) return to;
  return z;
}

/** f64x2.pmin. */
function lowered(z: number, to: number): number {
  if (to < z) return to;
  return z;
}
