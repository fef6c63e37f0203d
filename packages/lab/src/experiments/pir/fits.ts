/** Least squares of counts over iterations: does something fall exponentially or linearly? */

export interface Fits {
  /** c and the iterations in which c exp(-k/tau) falls by e. */
  readonly amplitude: number;
  readonly tau: number;
  /** Value at k = 0 and change per iteration of the line. */
  readonly offset: number;
  readonly slope: number;
  /** Sums of squares left, as parts of that around the mean: 0 fits exactly, 1 is no better than the mean. */
  readonly exponentialLeft: number;
  readonly linearLeft: number;
}

/** Both fits have two parameters and are judged by the same sum of squares, so they can be compared. Needs three values or more. */
export function fitsOf(values: readonly number[]): Fits {
  const n = values.length;
  const mean = values.reduce((sum, y) => sum + y, 0) / n;
  const spread = values.reduce((sum, y) => sum + (y - mean) ** 2, 0);
  const middle = (n - 1) / 2;
  const [top, bottom] = values.reduce(([p, q], y, k) => [p + (k - middle) * (y - mean), q + (k - middle) ** 2], [0, 0]);
  const slope = (top ?? 0) / (bottom || 1);
  const offset = mean - slope * middle;
  const line = values.reduce((sum, y, k) => sum + (y - offset - slope * k) ** 2, 0);
  const { tau, amplitude, left } = exponential(values);
  return { amplitude, tau, offset, slope, exponentialLeft: left / spread, linearLeft: line / spread };
}

/** The best tau of a fine geometric grid; the amplitude follows in closed form. */
function exponential(values: readonly number[]): { tau: number; amplitude: number; left: number } {
  let best = { tau: 0, amplitude: 0, left: Infinity };
  for (let tau = 0.2; tau < 100 * values.length; tau *= 1.01) {
    let [top, bottom] = [0, 0];
    values.forEach((y, k) => {
      const e = Math.exp(-k / tau);
      top += e * y;
      bottom += e * e;
    });
    const amplitude = top / bottom;
    const left = values.reduce((sum, y, k) => sum + (y - amplitude * Math.exp(-k / tau)) ** 2, 0);
    if (left < best.left) best = { tau, amplitude, left };
  }
  return best;
}

/** Standard deviation of the values around their mean. */
export function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
}
