/**
 * A chain of equal uniform links in the x-z plane, its first end fixed, in the angles a_i of its links from straight down:
 *
 *   sum_k M_jk cos(a_j - a_k) a_k'' = -sum_k M_jk sin(a_j - a_k) a_k'^2 - g sin(a_j) sum_i m s_ij,    M_jk = sum_i m s_ij s_ik + I delta_jk
 *
 * with s_ij the share of link j in the place of the centre of link i: L before it, L/2 itself.
 */
import type { Rate } from './rk4.ts';
import { solveLinear } from './solve-linear.ts';

interface PlanarChain {
  readonly links: number;
  /** A link: m, kg, kg m^2 about its centre. */
  readonly length: number;
  readonly mass: number;
  readonly inertia: number;
}

const G = 9.81;

/** The state is n angles, then n rates. */
export function chainRate({ links: n, length, mass, inertia }: PlanarChain): Rate {
  const all = Array.from({ length: n }, (_, k) => k);
  const share = (i: number, j: number) => (j < i ? length : j === i ? length / 2 : 0);
  const M = all.map((j) =>
    all.map((k) => all.reduce((s, i) => s + mass * share(i, j) * share(i, k), j === k ? inertia : 0)),
  );
  const weight = all.map((j) => all.reduce((s, i) => s + mass * share(i, j), 0));
  return (y) => {
    const A = all.map((j) => all.map((k) => M[j]![k]! * Math.cos(y[j]! - y[k]!)));
    const b = all.map(
      (j) =>
        -G * weight[j]! * Math.sin(y[j]!) -
        all.reduce((s, k) => s + (j === k ? 0 : M[j]![k]! * Math.sin(y[j]! - y[k]!) * y[n + k]! ** 2), 0),
    );
    return [...y.slice(n), ...solveLinear(A, b)];
  };
}
