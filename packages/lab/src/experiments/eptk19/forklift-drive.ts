/** Drives of the forklift with an iteration limit, and what is measured of them against the drive without one. */
import { createWorld, quaternion, type Vec3, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { stepped } from './stepped.ts';

export const WHEELS = ['front-left', 'front-right', 'rear-left', 'rear-right'] as const;
/** The iterate kept of a solve that the limit struck, in the order of EPTK19 Fig. 11. */
export const STRATEGIES = ['last', 'fischer', 'natural', 'energy'] as const;
export type Strategy = (typeof STRATEGIES)[number];

interface DriveRequest {
  readonly solver: string;
  /** Solves with updated friction bounds per step; left out: the solver's own. */
  readonly coupling?: number | 'table3';
  /** N m */
  readonly torque: number;
  readonly frictionCompliance: number;
  readonly steps: number;
  /** Pivots of a solve; left out: none that matters. */
  readonly limit?: number;
  /** Left out: as the engine does it. */
  readonly pick?: Strategy;
}

/** One entry per step. */
export interface Drive {
  readonly x: number[];
  readonly y: number[];
  /** Angle that the chassis has turned, rad. */
  readonly turned: number[];
  /** Speed of each wheel about its axle, rad/s. */
  readonly wheels: number[][];
  /** Steps in which a solve ended at its limit. */
  readonly struck: number[];
  readonly mostPivots: number;
  /** Rows of the largest MLCP. */
  readonly rows: number;
  /** Step that tore a joint or had no outcome, where the drive ends; null if none. */
  readonly torn: number | null;
}

/** With the scene's time step, warm started. */
export function drive({ solver, coupling, torque, frictionCompliance, steps, limit, pick }: DriveRequest): Drive {
  const world = createWorld(findScene('forklift'), {
    solver: findSolver(solver),
    parameters: { torque, frictionCompliance },
    ...(coupling !== undefined && { coupling }),
    ...(limit !== undefined && { options: { maxIterations: limit } }),
    ...(pick !== undefined && { pick }),
  });
  const chassis = world.body('chassis');
  const kept = { x: [], y: [], turned: [], struck: [] } as Record<'x' | 'y' | 'turned' | 'struck', number[]>;
  const wheels: number[][] = WHEELS.map(() => []);
  let [turned, mostPivots, rows] = [0, 0, 0];
  let torn: number | null = null;
  for (let k = 0; k < steps; k++) {
    const report = stepped(world);
    if (!report || report.status === 'torn') {
      torn = k; // what comes after is no drive
      break;
    }
    if (report.status === 'iteration-limit') kept.struck.push(k);
    mostPivots = Math.max(mostPivots, report.iterations.direct);
    rows = Math.max(rows, world.problem()?.n ?? 0);
    turned += chassis.angularVelocity[2] * world.timeStep;
    kept.turned.push(turned);
    kept.x.push(chassis.position[0]);
    kept.y.push(chassis.position[1]);
    for (const [i, name] of WHEELS.entries()) wheels[i]!.push(spin(world, name));
  }
  world.release();
  return { ...kept, wheels, mostPivots, rows, torn };
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function spin(world: World, name: string): number {
  const { angularVelocity, orientation } = world.body(name);
  return dot(angularVelocity, quaternion.rotate(orientation, [0, 0, 1]));
}

/** Step in which it has turned once; null if it does not within the drive. */
export function closingStep({ turned }: Pick<Drive, 'turned'>): number | null {
  const step = turned.findIndex((angle) => angle >= 2 * Math.PI);
  return step < 0 ? null : step;
}

/** Speed changes by more than this many times the reference's largest in one step: a spike. */
export const SPIKE = 3;
/** Steps at the start that count neither for the reference's largest nor as spikes: the truck settles on its tyres. */
export const SETTLING = 30;

export interface DriveFigures {
  readonly struck: number;
  /** s; null if no step was struck. */
  readonly lastStruck: number | null;
  /** Angle turned over the reference's, at the step up to which both are compared. */
  readonly share: number;
  /** Largest distance from where the reference is at the same time, and that in the end, m; a torn truck stays where it broke. */
  readonly deviation: number;
  readonly end: number;
  readonly spikes: readonly number[];
  /** s, of all wheels; null without spikes. */
  readonly lastSpike: number | null;
  /** Root mean square of the speed's change per step, all wheels, above the reference's, rad/s. */
  readonly fluctuation: number;
  /** s; null if nothing was torn. */
  readonly torn: number | null;
}

/** Up to step `to`, or as far as the drive went. */
export function figuresOf(run: Drive, reference: Drive, to: number, h: number): DriveFigures {
  const last = Math.min(to, run.x.length - 1);
  const apart = (k: number) => {
    const there = Math.min(k, last);
    return Math.hypot(run.x[there]! - reference.x[k]!, run.y[there]! - reference.y[k]!);
  };
  const limits = reference.wheels.map((speeds) => SPIKE * Math.max(...changes(speeds, to).slice(SETTLING)));
  const spikes = run.wheels.map((speeds, i) =>
    changes(speeds, last).flatMap((change, k) => (k >= SETTLING && change > limits[i]! ? [k + 1] : [])),
  );
  const seconds = (step: number | null) => (step === null ? null : (step + 1) * h);
  const final = (steps: readonly number[]) => (steps.length > 0 ? Math.max(...steps) : null);
  let deviation = 0;
  for (let k = 0; k <= to; k++) deviation = Math.max(deviation, apart(k));
  return {
    struck: run.struck.filter((k) => k <= last).length,
    lastStruck: seconds(final(run.struck.filter((k) => k <= last))),
    share: run.turned[last]! / reference.turned[to]!,
    deviation,
    end: apart(to),
    spikes: spikes.map(({ length }) => length),
    lastSpike: seconds(final(spikes.flat())),
    fluctuation: rms(run.wheels, last) - rms(reference.wheels, to),
    torn: run.torn !== null && run.torn <= to ? seconds(run.torn) : null,
  };
}

/** |speed of step k + 1 - speed of step k|, rad/s. */
function changes(speeds: readonly number[], to: number): number[] {
  return speeds.slice(1, to + 1).map((speed, k) => Math.abs(speed - speeds[k]!));
}

function rms(wheels: readonly (readonly number[])[], to: number): number {
  const squares = wheels.flatMap((speeds) =>
    changes(speeds, to)
      .slice(SETTLING)
      .map((change) => change * change),
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
