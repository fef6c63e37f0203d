/** References are integrated apart from the engine: generalised coordinates, small fixed steps of the classical Runge-Kutta method. */

export type Rate = (y: readonly number[], t: number) => number[];

/** The state at `end`. @param look is called at the start and after every step */
export function rk4(
  rate: Rate,
  start: readonly number[],
  end: number,
  dt: number,
  look?: (y: readonly number[], t: number) => void,
): number[] {
  const steps = Math.max(1, Math.round(end / dt));
  const h = end / steps;
  let y = [...start];
  look?.(y, 0);
  for (let k = 0; k < steps; k++) {
    const t = k * h;
    const along = (d: readonly number[], s: number) => y.map((value, i) => value + s * d[i]!);
    const a = rate(y, t);
    const b = rate(along(a, h / 2), t + h / 2);
    const c = rate(along(b, h / 2), t + h / 2);
    const d = rate(along(c, h), t + h);
    y = y.map((value, i) => value + (h / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!));
    look?.(y, t + h);
  }
  return y;
}
