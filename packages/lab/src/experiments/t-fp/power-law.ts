/** y = c x^power through points, by least squares in logarithms. */

export interface PowerLaw {
  readonly power: number;
  /** Half of the 95 % interval of the power; null with two points. */
  readonly half: number | null;
  readonly at: (x: number) => number;
}

/** Student's t, 97.5 %, for 1, 2, ... degrees of freedom; 2 beyond. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

export function powerLaw(points: readonly { readonly x: number; readonly y: number }[]): PowerLaw {
  const u = points.map(({ x }) => Math.log(x));
  const v = points.map(({ y }) => Math.log(y));
  const n = points.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [mu, mv] = [mean(u), mean(v)];
  const spread = u.reduce((sum, value) => sum + (value - mu) ** 2, 0);
  const power = u.reduce((sum, value, k) => sum + (value - mu) * (v[k]! - mv), 0) / spread;
  const left = u.reduce((sum, value, k) => sum + (v[k]! - mv - power * (value - mu)) ** 2, 0);
  const half = n > 2 ? (STUDENT[n - 3] ?? 2) * Math.sqrt(left / (n - 2) / spread) : null;
  return { power, half, at: (x) => Math.exp(mv + power * (Math.log(x) - mu)) };
}

/** "1.02 ± 0.03" */
export function powerText({ power, half }: Pick<PowerLaw, 'power' | 'half'>): string {
  return half === null ? power.toFixed(2) : `${power.toFixed(2)} ± ${half.toFixed(2)}`;
}
