/**
 * The sweep over contacts of a normal and two tangents, all three over the same one or two bodies: projected over-relaxation, one
 * record each.   docs/theory/fixed-point.md (FP8)
 *
 * Memory and offsets as in body-kernels.ts.
 */
import { type BodyKernels, TwinBodyKernels } from './body-kernels.ts';

/** Numbers a contact: Jt of normal, first and second tangent (36), then what CONTACT names, the tangents side by side. */
export const CONTACT_RECORD = 52;

/** Places in a record. */
export const CONTACT = {
  b: 36,
  C: 38,
  /** What a velocity is multiplied by, before omega. */
  step: 40,
  /** a_n1 a_n2. */
  coupling: 42,
  a12: 44,
  normalB: 45,
  normalC: 46,
  normalStep: 47,
  lower: 48,
  upper: 49,
  /** Tangents are bounded by radius + mu max(x_n, 0). */
  radius: 50,
  mu: 51,
} as const;

/** Integers a contact: places in y of its two bodies, of its three impulses in x, and how its tangents are projected. */
export const CONTACT_PLACES = 6;
/** Both together on a disc, from the same velocities, or one after the other on its own bounds. */
export const ROUND = 0;
export const SQUARE = 1;

export interface ContactKernels extends BodyKernels {
  /** One sweep over `count` contacts; the largest change of an impulse, NaN where one is. */
  sweepContacts(count: number, records: number, places: number, y: number, x: number, omega: number): number;
}

/** The plain TypeScript kernel: fallback and oracle of the compiled one, which agrees with it bit for bit. */
export class TwinContactKernels extends TwinBodyKernels implements ContactKernels {
  sweepContacts(count: number, records: number, places: number, y: number, x: number, omega: number): number {
    const { F, I } = this;
    let change = 0;
    for (let c = 0; c < count; c++) {
      const r = records + CONTACT_RECORD * c;
      const place = places + CONTACT_PLACES * c;
      const a = y + I[place];
      const b = y + I[place + 1];
      const n = x + I[place + 2];
      const s = x + I[place + 3];
      const t = x + I[place + 4];
      const xn = F[n];
      const x1 = F[s];
      const x2 = F[t];
      const wn = F[r + CONTACT.normalB] + F[r + CONTACT.normalC] * xn + dot12(F, r, a, b);
      const next = clamped(xn - omega * F[r + CONTACT.normalStep] * wn, F[r + CONTACT.lower], F[r + CONTACT.upper]);
      const dn = next - xn;
      const radius = F[r + CONTACT.radius] + F[r + CONTACT.mu] * raised(next, 0);
      const w1 = F[r + CONTACT.b] + F[r + CONTACT.C] * x1 + dot12(F, r + 12, a, b) + F[r + CONTACT.coupling] * dn;
      const w2 =
        F[r + CONTACT.b + 1] + F[r + CONTACT.C + 1] * x2 + dot12(F, r + 24, a, b) + F[r + CONTACT.coupling + 1] * dn;
      let z1 = x1 - omega * F[r + CONTACT.step] * w1;
      let z2: number;
      if (I[place + 5] === SQUARE) {
        z1 = clamped(z1, -radius, radius);
        z2 = clamped(x2 - omega * F[r + CONTACT.step + 1] * (w2 + F[r + CONTACT.a12] * (z1 - x1)), -radius, radius);
      } else {
        z2 = x2 - omega * F[r + CONTACT.step + 1] * w2;
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
      for (let q = 0; q < 6; q++) {
        F[a + q] = F[a + q] + F[r + q] * dn + (F[r + 12 + q] * d1 + F[r + 24 + q] * d2);
        F[b + q] = F[b + q] + F[r + 6 + q] * dn + (F[r + 18 + q] * d1 + F[r + 30 + q] * d2);
      }
    }
    return change;
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

/** z within [low, high]; what is not a number stays so. */
function clamped(z: number, low: number, high: number): number {
  return lowered(raised(z, low), high);
}

/** f64x2.pmax, which is not Math.max where a number is missing or a zero has a sign. */
function raised(z: number, to: number): number {
  if (z < to) return to;
  return z;
}

/** f64x2.pmin. */
function lowered(z: number, to: number): number {
  if (to < z) return to;
  return z;
}
