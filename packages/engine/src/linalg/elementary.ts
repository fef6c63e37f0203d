/**
 * Elementary functions of our own: those of the platform differ in the last bit between engines, these do not.
 * Reduction to a short interval, then the Taylor series; a few units in the last place, which a test measures.
 */

export const PI = Math.PI;
/** pi/2 in three parts: multiples of the first two up to 2^20 are exact. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;
/** Angles beyond it would need more digits of pi. */
const LARGEST_ANGLE = 1e6;

const inverseFactorials = (first: number, count: number): readonly number[] => {
  const values: number[] = [];
  let factorial = 1;
  for (let k = 2; k <= first; k++) factorial *= k;
  for (let k = 0; k < count; k++) {
    values.push((k % 2 === 0 ? 1 : -1) / factorial);
    factorial *= (first + 2 * k + 1) * (first + 2 * k + 2);
  }
  return values;
};
const SINE = inverseFactorials(1, 10); // x - x^3/3! + ... - x^19/19!
const COSINE = inverseFactorials(0, 10); // 1 - x^2/2! + ... - x^18/18!

const horner = (coefficients: readonly number[], x: number): number => {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
};

/** Sine and cosine of the remainder; quarter turns are put back by the callers. NaN beyond a million radians. */
function reduced(angle: number): { readonly quarter: number; readonly r: number } {
  if (!(Math.abs(angle) <= LARGEST_ANGLE)) return { quarter: 0, r: Number.NaN };
  const turns = Math.round(angle / (HALF_PI_HIGH + HALF_PI_MIDDLE));
  const r = angle - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW;
  return { quarter: ((turns % 4) + 4) % 4, r };
}

const sineSeries = (r: number): number => r * horner(SINE, r * r);
const cosineSeries = (r: number): number => horner(COSINE, r * r);

/** Sine of an angle in rad, |angle| <= 1e6. */
export function sin(angle: number): number {
  const { quarter, r } = reduced(angle);
  const value = quarter % 2 === 0 ? sineSeries(r) : cosineSeries(r);
  return quarter >= 2 ? -value : value;
}

/** Cosine of an angle in rad, |angle| <= 1e6. */
export function cos(angle: number): number {
  const { quarter, r } = reduced(angle);
  const value = quarter % 2 === 0 ? cosineSeries(r) : sineSeries(r);
  return quarter === 1 || quarter === 2 ? -value : value;
}

export const tan = (angle: number): number => sin(angle) / cos(angle);

const TAN_PI_8 = 0.41421356237309503;
const ARCTANGENT = Array.from({ length: 23 }, (_, k) => (k % 2 === 0 ? 1 : -1) / (2 * k + 1));

/** Arctangent of t in [0, 1]. */
function arctangent(t: number): number {
  if (t <= TAN_PI_8) return t * horner(ARCTANGENT, t * t);
  const s = (1 - t) / (1 + t);
  return PI / 4 - s * horner(ARCTANGENT, s * s);
}

/** Angle of the point (x, y) from the x axis, rad, -pi to pi; 0 at the origin. */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === 0 && ay === 0) return 0;
  const acute = ay <= ax ? arctangent(ay / ax) : PI / 2 - arctangent(ax / ay);
  const upper = x < 0 ? PI - acute : acute;
  return y < 0 ? -upper : upper;
}

export const atan = (t: number): number => atan2(t, 1);
