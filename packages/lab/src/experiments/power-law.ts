/** y = c x^power through points, by least squares in logarithms. */
import { straightLine } from './fit.ts';

export interface PowerLaw {
  readonly power: number;
  /** Half of the 95 % interval of the power; null with two points. */
  readonly half: number | null;
  readonly at: (x: number) => number;
}

export function powerLaw(points: readonly { readonly x: number; readonly y: number }[]): PowerLaw {
  const { slope, intercept, halfWidth } = straightLine(points.map(({ x, y }) => [Math.log(x), Math.log(y)]));
  return {
    power: slope,
    half: points.length > 2 ? halfWidth : null,
    at: (x) => Math.exp(intercept + slope * Math.log(x)),
  };
}

/** "1.02 ± 0.03" */
export function powerText({ power, half }: Pick<PowerLaw, 'power' | 'half'>): string {
  return half === null ? power.toFixed(2) : `${power.toFixed(2)} ± ${half.toFixed(2)}`;
}
