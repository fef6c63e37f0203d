/** Bennett's linkage driven by a motor, and a top in steady precession. */
import { createWorld, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { DEFAULT, defineClassic, G, MIDPOINT, midpoint, plain } from '../classic.ts';
import { hinges, type Linkage, sideMotion } from '../references/bennett.ts';
import { turned } from '../references/rolling.ts';
import { add, dot, norm, scale, subtract } from '../references/vectors.ts';
import { ignoreAll } from './measures.ts';

const LINKAGE: Linkage = { a: 1, b: 0.6, twist: 0.5 };
const [SPEED, START, MOMENT] = [3, 1, 0.05]; // rad/s, rad, kg m^2 of a side of 1 kg about every axis

function bennettWorld(make = plain): World {
  const world = make({ gravity: [0, 0, 0] });
  const at = hinges(LINKAGE, START);
  const sides = [0, 1, 2].map((k) => {
    const { centre, omega } = sideMotion(LINKAGE, START, SPEED, k);
    const position = scale(add(at[k]!.point, at[k + 1]!.point), 0.5);
    const body = { name: `side-${k + 1}`, mass: 1, inertia: [MOMENT, MOMENT, MOMENT] } as const;
    return world.addBody({ ...body, position, velocity: centre, angularVelocity: omega });
  });
  ignoreAll(world, sides);
  const hinge = (k: number) => ({ kind: 'revolute', point: at[k]!.point, axis: at[k]!.axis }) as const;
  world.addJoint({ ...hinge(0), name: 'driven', b: sides[0]!, motor: { speed: SPEED } });
  world.addJoint({ ...hinge(1), a: sides[0]!, b: sides[1]! });
  world.addJoint({ ...hinge(2), a: sides[1]!, b: sides[2]! });
  world.addJoint({ ...hinge(3), a: sides[2]! });
  return world;
}

/** J */
const linkageEnergy = (angle: number): number =>
  [0, 1, 2].reduce((sum, k) => {
    const { centre, omega } = sideMotion(LINKAGE, angle, SPEED, k);
    return sum + 0.5 * dot(centre, centre) + 0.5 * MOMENT * dot(omega, omega);
  }, 0);

/** N; sum of m |a| of the sides, from their places a moment before and after. */
function linkageLoad(angle: number): number {
  const d = 1e-3;
  const centre = (t: number, k: number) => {
    const at = hinges(LINKAGE, t);
    return scale(add(at[k]!.point, at[k + 1]!.point), 0.5);
  };
  return [0, 1, 2].reduce((sum, k) => {
    const bend = add(centre(angle - d, k), centre(angle + d, k), scale(centre(angle, k), -2));
    return sum + norm(bend) * (SPEED / d) ** 2;
  }, 0);
}

/** At a constant speed the motor's work is the change of kinetic energy, which follows from where the sides are. */
export const bennett = defineClassic({
  id: 'bennett',
  settings: `${DEFAULT}, ${MIDPOINT}`,
  world: bennettWorld,
  run(checks) {
    const end = (checks.quick ? 1.1 : 2.2) * ((2 * Math.PI) / SPEED);
    const angles = Array.from({ length: 720 }, (_, k) => ((k + 0.5) * Math.PI) / 360);
    const energies = angles.map(linkageEnergy);
    const known = Math.max(...energies) - Math.min(...energies);
    const load = 2 * Math.max(...angles.map(linkageLoad));
    for (const [name, make] of [
      ['euler', plain],
      ['midpoint', midpoint],
    ] as const) {
      const run = checks.watch(bennettWorld(make));
      const motor = run.world.joint('driven');
      let [work, least, largest, off, force] = [0, 0, 0, 0, 0];
      run.until(end, ({ time }) => {
        work += motor.motorForce()! * SPEED * run.world.timeStep;
        [least, largest] = [Math.min(least, work), Math.max(largest, work)];
        off = Math.max(off, norm(subtract(run.world.body('side-2').position, middleOf(START + SPEED * time))));
        for (const { reaction } of run.world.joints) force = Math.max(force, norm(reaction.force));
      });
      checks.share(`${name}: range of the motor's work`, run.figure(largest - least), known, 0.03, { unit: 'J' });
      checks.limit(`${name}: place of the middle side, largest error`, run.figure(off), { limit: 0.02, unit: 'm' });
      checks.limit(`${name}: largest force of a hinge, at most twice the sum of m |a|`, run.figure(force), {
        limit: load,
        unit: 'N',
      });
    }
  },
});

const middleOf = (angle: number) => {
  const at = hinges(LINKAGE, angle);
  return scale(add(at[1]!.point, at[2]!.point), 0.5);
};

/** The slow root of I1 W^2 cos - I3 spin W + m g l = 0; the scene starts the top with it. */
export const precession = defineClassic({
  id: 'precession',
  settings: `${MIDPOINT}, 1/240 s`,
  world: () => createWorld(findScene('spinning-top')),
  run(checks) {
    const run = checks.watch(createWorld(findScene('spinning-top')));
    const top = run.world.body('top');
    const axis = () => turned(top.orientation, [0, 0, 1]);
    const [tilt, l] = [0.4, 0.1]; // rad, m
    const [along, across] = [top.inertia[8]!, top.inertia[0]! + top.mass * l * l];
    const spin = dot(top.angularVelocity, axis());
    const [a, b, c] = [across * Math.cos(tilt), -along * spin, top.mass * G * l];
    const known = (2 * c) / (-b + Math.sqrt(b * b - 4 * a * c));
    const end = checks.quick ? 3 : 10;
    let [turn, last, off] = [0, 0, 0];
    run.until(end, () => {
      const [x, y, z] = axis();
      const angle = Math.atan2(y, x);
      turn += angle - last - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI));
      last = angle;
      off = Math.max(off, Math.abs(Math.acos(z) - tilt));
    });
    checks.share('rate of precession', run.figure(turn / end), known, 0.01, { unit: 'rad/s' });
    checks.limit('tilt, largest change', run.figure(off), { limit: 0.004, unit: 'rad' });
  },
});
