/**
 * A rigid body that rolls on a plane without slipping, touching it at one point. With rho from the centre of mass to the contact,
 * v = -omega x rho, and the force m (v' - g) of the contact turns it:
 *
 *   (I + m (rho.rho - rho rho^T)) omega' = -omega x I omega - m rho x (omega x rho') - m rho x g,     rho' at fixed omega
 *
 * The state is a quaternion (x y z w) and omega in world axes.
 */
import type { Quat, Vec3 } from '@signorini/engine';
import type { Rate } from './rk4.ts';
import { solveLinear } from './solve-linear.ts';
import { add, cross, dot, norm, scale } from './vectors.ts';

interface RollingBody {
  /** kg */
  readonly mass: number;
  /** Principal moments about the centre of mass, kg m^2. */
  readonly moments: Vec3;
  /** rho and its rate. @param turn body to world axes */
  contact(turn: (v: Vec3) => Vec3, omega: Vec3): { readonly rho: Vec3; readonly rate: Vec3 };
}

const GRAVITY: Vec3 = [0, 0, -9.81];

export function rollingRate(body: RollingBody): Rate {
  return (y) => {
    const q = [y[0]!, y[1]!, y[2]!, y[3]!] as const;
    const omega: Vec3 = [y[4]!, y[5]!, y[6]!];
    const axes = [turned(q, [1, 0, 0]), turned(q, [0, 1, 0]), turned(q, [0, 0, 1])];
    const { mass, moments } = body;
    const { rho, rate } = body.contact((v) => turned(q, v), omega);
    const spin = (w: Vec3) => add(...axes.map((axis, k) => scale(axis, moments[k]! * dot(axis, w))));
    const A = [0, 1, 2].map((r) =>
      [0, 1, 2].map(
        (c) =>
          axes.reduce((s, axis, k) => s + moments[k]! * axis[r]! * axis[c]!, 0) +
          mass * ((r === c ? dot(rho, rho) : 0) - rho[r]! * rho[c]!),
      ),
    );
    const right = scale(add(cross(omega, spin(omega)), scale(cross(rho, add(cross(omega, rate), GRAVITY)), mass)), -1);
    const [x, yy, z, w] = q;
    return [
      0.5 * (omega[0] * w + omega[1] * z - omega[2] * yy),
      0.5 * (omega[1] * w + omega[2] * x - omega[0] * z),
      0.5 * (omega[2] * w + omega[0] * yy - omega[1] * x),
      -0.5 * (omega[0] * x + omega[1] * yy + omega[2] * z),
      ...solveLinear(A, right),
    ];
  };
}

/** A cylinder on its lower rim. @param half half of its height */
export const rollingDisc = (mass: number, radius: number, half: number): RollingBody => {
  const across = mass * (radius ** 2 / 4 + half ** 2 / 3);
  return {
    mass,
    moments: [across, across, (mass * radius ** 2) / 2],
    contact(turn, omega) {
      const up = turn([0, 0, 1]);
      const n = up[2] < 0 ? scale(up, -1) : up; // out of the upper face
      const nRate = cross(omega, n);
      const u = add([0, 0, 1], scale(n, -n[2])); // steepest ascent within the disc
      const uRate = add(scale(n, -nRate[2]), scale(nRate, -n[2]));
      const size = norm(u);
      const d = scale(u, -1 / size);
      const dRate = add(scale(uRate, -1 / size), scale(d, -dot(u, uRate) / size ** 2));
      return {
        rho: add(scale(n, -half), scale(d, radius)),
        rate: add(scale(nRate, -half), scale(dRate, radius)),
      };
    },
  };
};

/** A ball whose centre of mass is off its centre. @param offset from the centre of mass to the centre, body axes, m */
export const weightedBall = (mass: number, moments: Vec3, radius: number, offset: Vec3): RollingBody => ({
  mass,
  moments,
  contact(turn, omega) {
    const e = turn(offset);
    return { rho: add(e, [0, 0, -radius]), rate: cross(omega, e) };
  },
});

/** v in world axes. */
export function turned([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t = scale(cross([x, y, z], v), 2);
  return add(v, scale(t, w), cross([x, y, z], t));
}
