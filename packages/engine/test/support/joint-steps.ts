/** Steps worlds and looks at their joints: turns are counted, and joints break, after every step. */
import type { Bodies } from '../../src/dynamics/bodies.ts';
import { Frames } from '../../src/dynamics/joints/frames.ts';
import type { Joint, Reaction } from '../../src/dynamics/joints/joint.ts';
import type { World } from '../../src/dynamics/world.ts';

interface Insides {
  readonly jointList: readonly Joint[];
  readonly store: Bodies;
  readonly stepper: { readonly last: { readonly jointMemory: Float64Array } };
}

const insides = (world: World) => world as unknown as Insides;

/** The joint of that name as the engine has it. */
export const jointOf = (world: World, name: string): Joint => insides(world).jointList.find((j) => j.name === name)!;

/** Of a joint along its free axis, at present. */
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
