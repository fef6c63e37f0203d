/** Straight lines through points, and figures of many figures. */
import { median, quantile } from '../statistics.ts';

export interface Fit {
  readonly slope: number;
  readonly intercept: number;
  /** Half the width of the 95 % interval of the slope, by Student's t; 0 for two points. */
  readonly halfWidth: number;
  /** Part of the variance of y that the line explains, 0 to 1. */
  readonly explained: number;
}

/** Student's t, 97.5 %, for 1, 2, ... degrees of freedom; 2 beyond. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/** Least squares; at least two different x. */
export function straightLine(points: readonly (readonly [number, number])[]): Fit {
  const n = points.length;
  const mean = (k: 0 | 1) => points.reduce((sum, point) => sum + point[k], 0) / n;
  const [mx, my] = [mean(0), mean(1)];
  const sum = (of: (x: number, y: number) => number) => points.reduce((s, [x, y]) => s + of(x - mx, y - my), 0);
  const sxx = sum((x) => x * x);
  const syy = sum((_, y) => y * y);
  const slope = sum((x, y) => x * y) / sxx;
  const rest = sum((x, y) => (y - slope * x) ** 2);
  return {
    slope,
    intercept: my - slope * mx,
    halfWidth: n > 2 ? (STUDENT[n - 3] ?? 2) * Math.sqrt(rest / (n - 2) / sxx) : 0,
    explained: syy > 0 ? 1 - rest / syy : 1,
  };
}

export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly count: number;
}

/** Median and quartiles; NaN if there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const of = (fraction: number) => quantile(values, fraction) ?? Number.NaN;
  return { lower: of(0.25), median: median(values) ?? Number.NaN, upper: of(0.75), count: values.length };
}

export interface Moments {
  readonly mean: number;
  /** EPTK19 Eq. (29): with T - 1. */
  readonly deviation: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

/** "0.0123 (0.0111 to 0.0134)" */
export function spreadText({ lower, median: middle, upper }: Spread, digits = 3): string {
  const text = (v: number) => String(Number(v.toPrecision(digits)));
  return `${text(middle)} (quartiles ${text(lower)} to ${text(upper)})`;
}
