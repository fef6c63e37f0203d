/**
 * The log in the claw: how far it moves once it is lifted, where it ends, joint gaps and drives on the way, under the papers' reference
 * solver and the default; and that the same claw drops it if there is little friction.
 */
import { type Body, createWorld, type JointView, type Vec3, type World } from '@signorini/engine';
import { findScene, sceneOf } from '@signorini/engine/scenes';
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'log-grasping';
const [LIFTED, END] = [228, 500]; // the lift ends after 3.8 s
const [HEIGHT, TURN] = [0.5, 60]; // m, degrees

/** Solvers under which the log is held: EATK18's, as its Table 3 sets it, and the default. */
const SOLVERS = [
  ['bpp', { solver: 'bpp', coupling: 'table3' }],
  ['auto', { solver: 'auto' }],
] as const;

export const logGrasping: Verification = {
  id,
  /** Quick: the default solver alone. */
  run(quick): Check[] {
    const scene = findScene(id);
    const held = SOLVERS.slice(quick ? -1 : 0).map(([name, solving]) =>
      hold(name, new Watched(createWorld(scene, solving))),
    );
    const dropped = drop(new Watched(createWorld(scene, { parameters: { friction: 0.1 } })), quick ? LIFTED : END);
    const all = [...held, dropped];
    return [
      ...all.flatMap(({ checks }) => checks),
      ledgerCheck(
        id,
        all.map(({ run }) => run),
      ),
    ];
  },
};

interface Outcome {
  readonly run: Watched;
  readonly checks: Check[];
}

function hold(solver: string, run: Watched): Outcome {
  const { world } = run;
  const [log, frame] = [world.body('log'), world.body('claw-frame')];
  const drives = drivesOf(world);
  const start = log.position[2];
  const before = heading(log);
  let [gap, share, slip] = [0, 0, 0];
  const look = () => {
    gap = Math.max(gap, 1e3 * run.largestGap);
    share = Math.max(share, ...drives.map((drive) => drive()));
  };
  run.run(LIFTED, look);
  const held = frame.toLocal(log.position);
  run.run(END - LIFTED, () => {
    look();
    slip = Math.max(slip, 1e3 * distance(frame.toLocal(log.position), held));
  });
  const turned = Math.abs(heading(log) - before);
  const figure = (quantity: string, value: number, limit: number, unit: string) =>
    compare(id, `${solver}: ${quantity}`, run.figure(value), { limit, unit });
  return {
    run,
    checks: [
      figure('largest way of the log in the claw, once lifted', slip, 20, 'mm'),
      figure(`height missing of ${HEIGHT} m`, Math.max(0, HEIGHT - (log.position[2] - start)), 0, 'm'),
      figure(`turn missing of ${TURN} degrees`, Math.max(0, TURN - turned), 0, 'degrees'),
      figure('largest joint gap in motion', gap, 1, 'mm'),
      figure("largest share of a drive's limit", share, 1 + 1e-9, ''),
    ],
  };
}

function drop(run: Watched, steps: number): Outcome {
  const log = run.world.body('log');
  const start = log.position[2];
  run.run(steps);
  const height = run.figure(1e3 * Math.abs(log.position[2] - start));
  return {
    run,
    checks: [compare(id, 'with friction 0.1: height of the log in the end', height, { limit: 1, unit: 'mm' })],
  };
}

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Angle of the log's axis about the vertical, degrees. */
function heading(log: Body): number {
  const [tip, middle] = [log.toWorld([0, 0, 1]), log.position];
  return (Math.atan2(tip[1] - middle[1], tip[0] - middle[0]) * 180) / Math.PI;
}

interface Drive {
  readonly maxTorque?: number;
  readonly maxForce?: number;
}

/** Reads for every drive the share of its limit that it took in the last step. */
function drivesOf(world: World): (() => number)[] {
  const joints = sceneOf(world).joints as readonly {
    readonly servo?: Drive;
    readonly slide?: { readonly servo?: Drive };
  }[];
  return world.joints.flatMap((joint: JointView, k) => {
    const { servo, slide } = joints[k]!;
    const freedom = slide ? 'slide' : undefined;
    const limit = servo?.maxTorque ?? servo?.maxForce ?? slide?.servo?.maxForce;
    return limit === undefined ? [] : [() => Math.abs(joint.motorForce(freedom) ?? Number.NaN) / limit];
  });
}
