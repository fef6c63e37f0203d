/**
 * Pendulums: the energy of the joint-consistent velocity. The links' velocities are projected on J v = 0 in the metric of their
 * masses, by the angular velocities t of the links about y:
 *
 *   v_i = L sum_{j<i} t_j e_j + L/2 t_i e_i,  omega_i = t_i y,  e_j = y x u_j:     P'M P t = P'M v,   T = 1/2 t'P'M P t
 */
import type { Vec3 } from '@signorini/engine';
import { type Check, compare, type Verification } from './check.ts';
import { solveLinear } from './problems/references/solve-linear.ts';
import { ledgerCheck, Watched } from './watch.ts';

const G = 9.81;

export const doublePendulum: Verification = {
  id: 'double-pendulum',
  run(): Check[] {
    const { id } = doublePendulum;
    const long = swing(id, 2, 1);
    const short = swing(id, 2, 0.5);
    return [
      compare(id, 'midpoint, 1 m links: largest energy error in 10 s, joint-consistent', long.largest, { limit: 1e-3 }),
      compare(id, 'midpoint, 0.5 m links: mean energy error of the last second, joint-consistent', short.lastSecond, {
        limit: 3e-3,
      }),
      ledgerCheck(id, [long.run, short.run]),
    ];
  },
};

export const fivePendulum: Verification = {
  id: 'five-pendulum',
  run(): Check[] {
    const { id } = fivePendulum;
    const long = swing(id, 5, 1);
    return [
      compare(id, 'midpoint, 1 m links: largest energy error in 10 s, joint-consistent', long.largest, { limit: 0.05 }),
      ledgerCheck(id, [long.run]),
    ];
  },
};

interface Swing {
  readonly run: Watched;
  /** Over the energy between the start and hanging straight down. */
  readonly largest: number;
  readonly lastSecond: number;
}

/** Ten seconds of `links` links of `length` m, by the midpoint. */
export function swing(id: string, links: number, length: number): Swing {
  const run = new Watched(id, { length, integrator: 'midpoint' });
  const span = (G * length * links * links) / 2; // sum of (i + 1/2) L g for links of 1 kg
  const start = run.world.energy().potential;
  let [largest, sum] = [0, 0];
  run.run(600, ({ step }) => {
    const error = (consistentEnergy(run, length) + run.world.energy().potential - start) / span;
    largest = Math.max(largest, Math.abs(error));
    if (step > 540) sum += error / 60;
  });
  return { run, largest: run.figure(largest), lastSecond: run.figure(sum) };
}

/** J; links of 1 kg along their x axes, hinged about y. */
export function consistentEnergy({ world }: Watched, L: number): number {
  const links = world.bodies.filter(({ fixed }) => !fixed);
  const n = links.length;
  const inertia = (L * L * (1 + 0.01)) / 12; // about y, of a box of cross-section L/10
  const e = links.map(({ orientation: [x, y, z, w] }): Vec3 => {
    const u = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)] as const; // the link's x axis
    return [u[2], 0, -u[0]]; // y x u
  });
  const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const share = (i: number, j: number) => (j < i ? L : j === i ? L / 2 : 0); // of t_j in v_i
  const H = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  const r = new Array<number>(n).fill(0);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      r[j]! += share(i, j) * dot(e[j]!, links[i]!.velocity) + (i === j ? inertia * links[i]!.angularVelocity[1] : 0);
      for (let k = 0; k <= i; k++)
        H[j]![k]! += share(i, j) * share(i, k) * dot(e[j]!, e[k]!) + (i === j && j === k ? inertia : 0);
    }
  const t = solveLinear(H, r);
  return t.reduce((energy, rate, j) => energy + 0.5 * rate * r[j]!, 0);
}
