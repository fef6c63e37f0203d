/** Steps worlds and looks at their joints: turns are counted, and joints break, after every step. */

import type { Joint, Reaction } from '../../src/dynamics/joints/joint.ts';
import { Frames } from '../../src/dynamics/joints/parts/frames.ts';
import { internalsOf, type WorldInternals } from '../../src/dynamics/world/internals.ts';
import type { World } from '../../src/dynamics/world/world.ts';

const insides = (world: World) => {
  const { store, stepper } = internalsOf<WorldInternals>(world);
  return { store, stepper, jointList: stepper.parts.joints };
};

/** The joint of that name as the engine has it. */
export const jointOf = (world: World, name: string): Joint => insides(world).jointList.find((j) => j.name === name)!;

/** Present coordinate of a joint along its free axis. */
export const coordinate = (world: World, name: string): number =>
  jointOf(world, name).coordinate(new Frames(insides(world).store.pose))!;

export const rate = (world: World, name: string): number => {
  const { store } = insides(world);
  return jointOf(world, name).rate(new Frames(store.pose), store.velocity)!;
};

/** The reaction of a joint in the last step, taken at the present poses. */
export function reaction(world: World, name: string): Reaction {
  const { jointList, store, stepper } = insides(world);
  let at = 0;
  for (const joint of jointList) {
    if (joint.name === name)
      return joint.reaction(new Frames(store.pose), stepper.last.jointMemory, at, world.timeStep);
    at += joint.rows.length;
  }
  throw new Error(`no joint ${name}`);
}

/** Steps, and records as the world does (twice is once). */
export function run(world: World, steps: number, each: (step: number) => void = () => {}): void {
  const { jointList, store, stepper } = insides(world);
  for (let k = 1; k <= steps; k++) {
    const before = new Frames(store.pose.slice());
    const report = world.step();
    if (!report.ledger.closed) throw new Error(`step ${k}: the ledger does not close`);
    const after = new Frames(store.pose);
    const x = stepper.last.jointMemory;
    let at = 0;
    for (const joint of jointList) {
      joint.record({ before, after, x, at, h: world.timeStep });
      at += joint.rows.length;
    }
    each(k);
  }
}
