/**
 * The T-handle: energy and angular momentum over a minute, and the time from flip to flip. Euler's equations with
 * L^2 > 2 E I2 (else exchange 1 and 3) give omega_2 = a sn(lambda t, m), zero every 2 K(m)/lambda:
 *
 *   lambda^2 = (I3 - I2)(L^2 - 2 E I1)/(I1 I2 I3),   m = (I2 - I1)(2 E I3 - L^2)/((I3 - I2)(L^2 - 2 E I1))
 */
import type { Quat, Vec3 } from '@signorini/engine';
import { type Check, compare, type Verification } from './check.ts';
import { completeElliptic } from './elliptic.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 't-handle';
const MOMENTS: Vec3 = [1.1e-3, 3.3e-3, 4.2e-3]; // kg m^2

export const tHandle: Verification = {
  id,
  run(): Check[] {
    const run = new Watched(id);
    const handle = run.world.body('handle');
    const spin = () => toBody(handle.orientation, handle.angularVelocity);
    const momentum = () => {
      const W = spin();
      return toWorld(handle.orientation, [MOMENTS[0] * W[0], MOMENTS[1] * W[1], MOMENTS[2] * W[2]]);
    };
    const [energy, start, first] = [run.world.energy().kinetic, momentum(), spin()];
    const size = Math.hypot(...start);
    const flips: number[] = [];
    let [offEnergy, offMomentum, last] = [0, 0, first[1]];
    run.run(3600, ({ time }) => {
      const W = spin();
      const L = momentum();
      offEnergy = Math.max(offEnergy, Math.abs(run.world.energy().kinetic / energy - 1));
      offMomentum = Math.max(offMomentum, Math.hypot(L[0] - start[0], L[1] - start[1], L[2] - start[2]) / size);
      if (W[1] > 0 !== last > 0) flips.push(time - (run.world.timeStep * W[1]) / (W[1] - last)); // where the chord crosses zero
      last = W[1];
    });
    const period = (flips.at(-1)! - flips[0]!) / (flips.length - 1);
    const known = flipPeriod(first);
    return [
      compare(id, 'energy, largest relative error in 60 s', run.figure(offEnergy), { limit: 1e-9 }),
      compare(id, 'angular momentum, largest relative error in 60 s', run.figure(offMomentum), { limit: 1e-9 }),
      compare(id, `time from flip to flip, mean of ${flips.length - 1}`, run.figure(period), {
        expected: known,
        limit: 0.005 * known,
        unit: 's',
      }),
      ledgerCheck(id, [run]),
    ];
  },
};

/** s; from zero to zero of the angular velocity about the middle axis. @param W rad/s, body axes */
export function flipPeriod(W: Vec3, moments: Vec3 = MOMENTS): number {
  const twice = moments.reduce((sum, I, c) => sum + I * W[c]! ** 2, 0);
  const square = moments.reduce((sum, I, c) => sum + (I * W[c]!) ** 2, 0);
  const [I1, I2, I3] = square > twice * moments[1] ? moments : [moments[2], moments[1], moments[0]];
  const [p, q] = [(I3 - I2) * (square - twice * I1), (I2 - I1) * (twice * I3 - square)];
  return (2 * completeElliptic(q / p)) / Math.sqrt(p / (I1 * I2 * I3));
}

function toWorld([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])] as const;
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

const toBody = ([x, y, z, w]: Quat, v: Vec3): Vec3 => toWorld([-x, -y, -z, w], v);
