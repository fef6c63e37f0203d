/** Outcomes of a scene that a solver drives: figures of its states, judged by criteria that are stated here. */

import type { Vec3 } from '@signorini/engine';
import { median } from '../../statistics.ts';
import { rounded } from '../words.ts';
import { type Drive, type Driver, driven, largestGap, type Start, worldOf } from './drive.ts';

/** Distances in m. */
export const CRITERIA = {
  /** The log ends at least this much above its start. */
  lifted: 0.5,
  /** Way of the log in the claw, once lifted: within it the log is held. */
  slides: 0.1,
  /** A joint that opens by more has come apart. */
  apart: 0.01,
  /** A brick that is farther off its place, sideways or in height, is misplaced; EATK18's bricks have gaps of millimetres. */
  misplaced: 0.025,
  /** A brick that is farther off its place, half its height, has fallen, and the wall with it. */
  fallen: 0.1,
  /** Cubes of 0.3 m that differ by less from those of `bpp` look the same: a twentieth of an edge. */
  visible: 0.015,
  /** m/s: slower is at rest. */
  atRest: 0.01,
  /** Share of the drum's speed. */
  speed: 0.01,
} as const;

interface Track {
  /** Steps, from 1. */
  readonly step: number;
  /** m */
  readonly value: number;
}

export interface DrivenRun {
  /** One or two words by the criteria. */
  readonly outcome: string;
  /** It does what the scene is meant to do. */
  readonly good: boolean;
  /** The deciding distance, m; null if a step had no finite outcome. */
  readonly figure: number | null;
  /** Steps taken. */
  readonly steps: number;
  /** Steps until a brick of a wall is misplaced; for other scenes equal to `steps`. */
  readonly stood: number;
  /** The sentence of a step without a finite outcome. */
  readonly failed: string | null;
  /** Largest joint gap, m; 0 without joints. */
  readonly gap: number | null;
  readonly track: readonly Track[];
  /** Median energy error of the steps, J, against bounds that follow the normals; of the log only. */
  readonly error?: number | null;
}

const LIFTED = 228; // steps: the lift ends after 3.8 s
const SETTLED = 60; // steps: bricks have fallen through the gaps of the start
const TRACK_EVERY = 10; // steps

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const finiteOr = (value: number) => (Number.isFinite(value) ? rounded(value) : null);

/** The log: held, slides, dropped; arm collapsed. The figure is its way in the claw once lifted. */
export function grasp(drive: Omit<Drive, 'scene'>, steps: number): DrivenRun {
  const world = worldOf({ ...drive, scene: 'log-grasping' });
  const [log, frame] = [world.body('log'), world.body('claw-frame')];
  const start = log.position[2];
  const track: Track[] = [];
  let [gap, slip, taken, rise] = [0, 0, 0, 0];
  let held: Vec3 | undefined;
  const errors: number[] = [];
  const failed = driven(world, steps, ({ frictionConsistency }, step) => {
    errors.push(frictionConsistency.value);
    gap = Math.max(gap, largestGap(world));
    taken = step;
    rise = log.position[2] - start;
    const now = frame.toLocal(log.position);
    if (step === LIFTED) held = now;
    if (held) slip = Math.max(slip, distance(now, held));
    if (held && step % TRACK_EVERY === 0) track.push({ step, value: rounded(distance(now, held)) });
    return gap < 1; // what is left of an arm whose joints are a metre apart says nothing
  });
  const apart = failed !== null || gap > CRITERIA.apart;
  const lifted = rise >= CRITERIA.lifted;
  const outcome = apart ? 'arm collapses' : !lifted ? 'dropped' : slip > CRITERIA.slides ? 'slides' : 'held';
  return {
    outcome,
    good: outcome === 'held',
    figure: failed ? null : finiteOr(slip),
    steps: taken,
    stood: taken,
    failed,
    gap: finiteOr(gap),
    track,
    error: median(errors),
  };
}

/** The wall: stands, misplaced, falls. The figure is the largest way of a brick off its place. */
export function wall(drive: Omit<Drive, 'scene'>, steps: number): DrivenRun {
  const world = worldOf({ ...drive, scene: 'brick-wall' });
  const bricks = world.bodies.filter(({ fixed }) => !fixed);
  const start = bricks.map(({ position }) => position);
  const places = start.map(([x, y, z]): Vec3 => [x, y, 0.1 + 0.2 * Math.round((z - 0.1) / 0.202)]);
  const track: Track[] = [];
  let [most, taken, stood] = [0, 0, 0];
  const failed = driven(world, steps, (_, step) => {
    taken = step;
    const sideways = largestOf(bricks, ({ position: [x, y] }, k) => Math.hypot(x - places[k]![0], y - places[k]![1]));
    const height = largestOf(bricks, ({ position }, k) => Math.abs(position[2] - places[k]![2]));
    most = Math.max(most, sideways, step < SETTLED ? 0 : height);
    if (most <= CRITERIA.misplaced) stood = step;
    if (step % (2 * TRACK_EVERY) === 0) track.push({ step, value: rounded(Math.max(sideways, 1e-6)) });
    return most <= CRITERIA.fallen;
  });
  const fallen = failed !== null || most > CRITERIA.fallen;
  const outcome = fallen ? 'falls' : most > CRITERIA.misplaced ? 'misplaced' : 'stands';
  const figure = failed ? null : finiteOr(most);
  return { outcome, good: outcome === 'stands', figure, steps: taken, stood, failed, gap: 0, track };
}

function largestOf<T>(list: readonly T[], figure: (one: T, k: number) => number): number {
  return list.reduce((most, one, k) => Math.max(most, figure(one, k)), 0);
}

export interface LoopRun extends DrivenRun {
  /** Places of all cubes every ten steps, m. */
  readonly places: readonly (readonly number[])[];
}

/** The ring: comes to rest or not. Its figure is set by `apartFrom`. */
export function loop(drive: Omit<Drive, 'scene'>, steps: number): LoopRun {
  const world = worldOf({ ...drive, scene: 'closed-loop' });
  const cubes = world.bodies.filter(({ fixed }) => !fixed);
  const places: number[][] = [];
  let [gap, taken, speed] = [0, 0, Infinity];
  const failed = driven(world, steps, (_, step) => {
    taken = step;
    gap = Math.max(gap, largestGap(world));
    if (step % TRACK_EVERY === 0) places.push(cubes.flatMap(({ position }) => position.map((v) => rounded(v))));
    speed = Math.max(...cubes.map(({ velocity }) => Math.hypot(...velocity)));
    return gap < 1;
  });
  const rests = failed === null && speed < CRITERIA.atRest;
  return {
    outcome: rests ? 'rests' : 'moves',
    good: rests,
    figure: 0,
    steps: taken,
    stood: taken,
    failed,
    gap: finiteOr(gap),
    track: [],
    places,
  };
}

/** The largest distance of a cube from the same cube of another run at the same time, m, and over the steps. */
export function apartFrom(run: LoopRun, reference: LoopRun): DrivenRun {
  const { places, ...rest } = run;
  const track = places.map((row, k): Track => {
    const other = reference.places[k] ?? [];
    let most = 0;
    for (let i = 0; i < row.length; i += 3)
      most = Math.max(most, Math.hypot(row[i]! - other[i]!, row[i + 1]! - other[i + 1]!, row[i + 2]! - other[i + 2]!));
    return { step: TRACK_EVERY * (k + 1), value: rounded(most) };
  });
  const figure = Math.max(...track.map(({ value }) => value));
  const same = figure < CRITERIA.visible;
  return {
    ...rest,
    outcome: run.good ? (same ? 'same motion' : 'moves apart') : run.outcome,
    good: run.good && same,
    figure,
    track,
  };
}

/** The winch: keeps its speed or not. The figure is the way of the chain's free end towards the drum. */
export function winch(drive: Omit<Drive, 'scene'>, steps: number): DrivenRun {
  const world = worldOf({ ...drive, scene: 'winch' });
  const drum = world.body('drum');
  const end = world.body(`link-${world.bodies.length - 2}`);
  const start = end.position[0];
  const track: Track[] = [];
  const wanted = (Number(drive.parameters?.speed ?? 160) * 2 * Math.PI) / 60;
  let [gap, taken, wrong] = [0, 0, 0];
  const failed = driven(world, steps, (_, step) => {
    taken = step;
    gap = Math.max(gap, largestGap(world));
    wrong = Math.max(wrong, Math.abs(Math.hypot(...drum.angularVelocity) / wanted - 1));
    if (step % TRACK_EVERY === 0) track.push({ step, value: rounded(start - end.position[0]) });
    return gap < 10;
  });
  const keeps = failed === null && wrong <= CRITERIA.speed;
  const wound = failed === null ? finiteOr(track.at(-1)?.value ?? 0) : null;
  return {
    outcome: keeps ? 'keeps speed' : failed ? 'fails' : 'loses speed',
    good: keeps,
    figure: wound,
    steps: taken,
    stood: taken,
    failed,
    gap: finiteOr(gap),
    track,
  };
}

export type SceneKey = 'log-grasping' | 'winch' | 'closed-loop' | 'brick-wall';

export interface Outcome extends DrivenRun {
  readonly scene: SceneKey;
  readonly driver: Driver;
  readonly start: Start;
  /** Value of the parameter that is varied. */
  readonly value: number;
}

export interface SweepOutcome extends Omit<DrivenRun, 'track'> {
  /** Per step, in three solves. */
  readonly sweeps: number;
  /** kg/m^3 */
  readonly density: number;
}
