/**
 * The circle that a truck drives at constant speed, from a model in the plane of its own: three velocities of the truck and the speed
 * ratio of its converter, solved by Newton's method. No contact, joint or time step is in it.
 *
 *   each wheel   across its plane a force of -2 b times its side slip, along it (T - c N)/r, and a torque of -2 b d^2 Omega
 *   the truck    sum F = m Omega x v,  sum M = 0
 *   converter    nu = G omega_c/(K(nu) sqrt(T_e)),   T = G R(nu) T_e/2 on each driven wheel, omega_c the mean of their speeds
 *
 * b is the damping of one of a wheel's two points (kg/s), d their distance from its middle, r the radius at which they push.
 */
import { solveLinear } from './problems/references/solve-linear.ts';

interface CircleWheel {
  /** From the centre of mass, ahead and to the left, m. */
  readonly x: number;
  readonly y: number;
  /** Heading, rad to the left. */
  readonly heading: number;
  /** N on the wheel, and m. */
  readonly load: number;
  readonly radius: number;
  readonly driven: boolean;
}

export interface Circle {
  readonly mass: number; // kg
  readonly wheels: readonly CircleWheel[];
  readonly creep: number; // b, kg/s
  readonly halfWidth: number; // d, m
  readonly rollingFriction: number; // c, m
  readonly engineTorque: number; // T_e, N m
  readonly transmission: number; // G
  /** K, rad/s per root of N m, and R over the speed ratio. */
  readonly capacity: (ratio: number) => number;
  readonly torqueRatio: (ratio: number) => number;
}

/** Speed of the centre of mass, m/s, and its radius, m; rates of the turn and of each wheel, rad/s. */
export interface SteadyCircle {
  readonly speed: number;
  readonly radius: number;
  readonly turnRate: number;
  readonly wheelSpeeds: readonly number[];
}

type Four = readonly [u: number, w: number, turn: number, ratio: number];

export function steadyCircle(circle: Circle): SteadyCircle {
  let at: Four = [0.5, 0, 0.2, 0.6];
  for (let k = 0; k < 50; k++) {
    const f = residual(circle, at).f;
    const columns = at.map((value, j) => {
      const step = 1e-6;
      const moved = at.map((other, i) => (i === j ? value + step : other)) as unknown as Four;
      return residual(circle, moved).f.map((g, i) => (g - f[i]!) / step);
    });
    const change = solveLinear(
      f.map((_, i) => columns.map((column) => column[i]!)),
      f,
    );
    at = at.map((value, i) => value - change[i]!) as unknown as Four;
  }
  const [u, w, turnRate] = at;
  const speed = Math.hypot(u, w);
  return { speed, radius: speed / turnRate, turnRate, wheelSpeeds: residual(circle, at).speeds };
}

/** Residual of the four equations, and the wheels' speeds. */
function residual(circle: Circle, [u, w, turn, ratio]: Four): { f: number[]; speeds: number[] } {
  const { mass, wheels, creep, halfWidth, rollingFriction, engineTorque, transmission } = circle;
  const wheelTorque = (transmission * circle.torqueRatio(ratio) * engineTorque) / 2;
  let [fx, fy, moment, carrier] = [mass * turn * w, -mass * turn * u, 0, 0];
  const speeds = wheels.map(({ x, y, heading, load, radius, driven }) => {
    const [ex, ey] = [Math.cos(heading), Math.sin(heading)];
    const [vx, vy] = [u - turn * y, w + turn * x];
    const along = ((driven ? wheelTorque : 0) - rollingFriction * load) / radius;
    const across = -2 * creep * (vy * ex - vx * ey);
    const [px, py] = [along * ex - across * ey, along * ey + across * ex];
    fx += px;
    fy += py;
    moment += x * py - y * px - 2 * creep * halfWidth * halfWidth * turn;
    const speed = (vx * ex + vy * ey + along / (2 * creep)) / radius;
    if (driven) carrier += speed / 2;
    return speed;
  });
  const slip = ratio * circle.capacity(ratio) * Math.sqrt(engineTorque) - transmission * carrier;
  return { f: [fx, fy, moment, slip], speeds };
}
