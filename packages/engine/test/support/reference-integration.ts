/** Motions of reduced coordinates by Runge-Kutta's fourth-order method: references for steppers, which know nothing of the engine. */

/** y after the time T in n steps of dy/dt = f(y). */
export function rungeKutta(
  f: (y: readonly number[]) => readonly number[],
  start: readonly number[],
  T: number,
  n: number,
): readonly number[] {
  const h = T / n;
  const moved = (y: readonly number[], k: readonly number[], t: number) => y.map((value, i) => value + t * k[i]);
  let y = start;
  for (let step = 0; step < n; step++) {
    const k1 = f(y);
    const k2 = f(moved(y, k1, h / 2));
    const k3 = f(moved(y, k2, h / 2));
    const k4 = f(moved(y, k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

/** Two uniform bars of length 1 m and mass 1 kg: angles from the vertical and their rates; `moment` about their centres, kg m^2. */
export function doublePendulum(moment: number, g = 9.81): (y: readonly number[]) => readonly number[] {
  return ([t1, t2, w1, w2]) => {
    const [c, s] = [Math.cos(t1 - t2), Math.sin(t1 - t2)];
    const [a11, a12, a22] = [moment + 1.25, 0.5 * c, moment + 0.25];
    const b1 = -0.5 * s * w2 * w2 - 1.5 * g * Math.sin(t1);
    const b2 = 0.5 * s * w1 * w1 - 0.5 * g * Math.sin(t2);
    const det = a11 * a22 - a12 * a12;
    return [w1, w2, (b1 * a22 - a12 * b2) / det, (a11 * b2 - a12 * b1) / det];
  };
}
