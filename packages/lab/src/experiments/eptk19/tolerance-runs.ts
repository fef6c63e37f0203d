/** Scenes driven with solves that stop at an energy tolerance, and by which each is judged against the drive without. */
import { createWorld, type World } from '@signorini/engine';
import { findScene, type SceneValues } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { PAPER_SETTINGS } from '../context.ts';
import { stepped } from './stepped.ts';

/** In the end; each scene has its own. */
export interface Outcome {
  /** Speed of the drum, rad/s. */
  readonly speed?: number;
  /** Links within 0.3 m of the drum's axis. */
  readonly wound?: number;
  /** Height of the log, m. */
  readonly height?: number;
}

export interface SceneCase {
  readonly scene: string;
  /** Short name for legends. */
  readonly name: string;
  readonly steps: number;
  /** Steps after which trajectories are compared: less than `steps` if the scene is chaotic. */
  readonly compared: number;
  /** Nearby values of one parameter; the middle one is the scene's own. */
  readonly vary: { readonly parameter: string; readonly unit: string; readonly values: readonly number[] };
  /** Bodies whose places are compared: those whose name begins so; all that move if left out. */
  readonly watched?: string;
  /** In words, for the page. */
  readonly rule: string;
  /** Outcome at the end, besides places. */
  readonly outcome: (world: World) => Outcome;
  readonly right: (run: RunFigures, reference: RunFigures) => boolean;
}

export interface RunFigures {
  /** Largest distance of a watched body from the reference's, m; null if a step had no outcome. */
  readonly deviation: number | null;
  /** Largest of a joint, m. */
  readonly gap: number;
  /** Sweeps or pivots per step. */
  readonly iterations: number;
  /** Steps whose last solve ended at its iteration limit. */
  readonly struck: number;
  /** Largest kinetic energy, J. */
  readonly kinetic: number;
  readonly outcome: Outcome;
}

interface Run extends RunFigures {
  /** Positions of the watched bodies after `compared` steps. */
  readonly places: readonly number[];
}

const DRUM_AXIS = [0, 0.2] as const; // m, x and z
const nearDrum = (world: World) =>
  world.bodies.filter(
    ({ name, position: [x, , z] }) => name.startsWith('link') && Math.hypot(x - DRUM_AXIS[0], z - DRUM_AXIS[1]) < 0.3,
  ).length;
const within = (a: number | undefined, b: number | undefined, part: number) => Math.abs(a! - b!) <= part * Math.abs(b!);

export const CASES: readonly SceneCase[] = [
  {
    scene: 'brick-wall',
    name: 'wall',
    steps: 150,
    compared: 150,
    vary: { parameter: 'kick', unit: 'm/s', values: [-0.01, -0.005, 0, 0.005, 0.01] },
    rule: 'no brick is farther than 5 mm from where the reference has it after 2.5 s',
    outcome: () => ({}),
    right: ({ deviation }) => deviation !== null && deviation < 5e-3,
  },
  {
    scene: 'winch',
    name: 'winch',
    steps: 60,
    compared: 30,
    vary: { parameter: 'speed', unit: 'rpm', values: [158, 159, 160, 161, 162] },
    // links wound up and joint gaps differ between nearby speeds of the reference as much as between solvers: kept, not judged
    rule:
      'no link is farther than 20 mm from where the reference has it after 0.5 s, as long as it is not chaotic, and the drum has ' +
      'its speed within 5 % after 1 s',
    outcome: (world) => ({ speed: world.body('drum').angularVelocity[1], wound: nearDrum(world) }),
    right: (run, reference) =>
      run.deviation !== null && run.deviation < 0.02 && within(run.outcome.speed, reference.outcome.speed, 0.05),
  },
  {
    scene: 'log-grasping',
    name: 'grasping',
    steps: 240,
    compared: 240,
    watched: 'log',
    vary: { parameter: 'logMass', unit: 'kg', values: [300, 304, 308, 312, 316] },
    rule: 'the log is lifted, and within 20 mm of where the reference has it after 4 s',
    outcome: (world) => ({ height: world.body('log').position[2] }),
    right: (run, reference) =>
      run.deviation !== null && run.deviation < 0.02 && run.outcome.height! > reference.outcome.height! / 2,
  },
];

export interface RunRequest {
  readonly solver: string;
  readonly settings: 'papers' | 'today';
  readonly value: number;
  /** J; left out: the solver's own test. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /** Left out: as the engine does it. */
  readonly pick?: 'energy' | 'natural' | 'fischer' | 'last';
  readonly steps: number;
}

/** Three solves per step, as EATK18 Table 3; the tolerance ends each of them. Today: the solver's own number. */
export function runCase(one: SceneCase, request: RunRequest, reference?: Run): Run {
  const { solver, settings, value, tolerance, maxIterations, pick } = request;
  const parameters: SceneValues = { ...(settings === 'papers' && PAPER_SETTINGS), [one.vary.parameter]: value };
  const world = createWorld(findScene(one.scene), {
    solver: findSolver(solver),
    parameters,
    ...(settings === 'papers' && { coupling: 3 }),
    ...(tolerance !== undefined && { tolerance }),
    ...(maxIterations !== undefined && { options: { maxIterations } }),
    ...(pick !== undefined && { pick }),
  });
  const steps = Math.min(one.steps, request.steps);
  const compared = Math.min(one.compared, steps);
  const watched = world.bodies.filter(({ fixed, name }) => !fixed && name.startsWith(one.watched ?? ''));
  let [gap, iterations, struck, kinetic, done] = [0, 0, 0, 0, 0];
  let places: number[] = [];
  for (; done < steps; done++) {
    const report = stepped(world);
    if (!report) break;
    iterations += report.iterations.total;
    if (report.status === 'iteration-limit') struck++;
    gap = Math.max(gap, ...world.joints.map((joint) => joint.gap));
    kinetic = Math.max(kinetic, world.energy().kinetic);
    if (done + 1 === compared) places = watched.flatMap(({ position }) => [...position]);
  }
  const failed = done < steps;
  const figures = {
    gap,
    kinetic,
    struck,
    places,
    iterations: iterations / Math.max(1, done),
    outcome: failed ? {} : one.outcome(world),
  };
  world.release();
  return { ...figures, deviation: failed ? null : reference ? farthest(places, reference.places) : 0 };
}

/** m */
export function farthest(a: readonly number[], b: readonly number[]): number {
  let most = 0;
  for (let i = 0; i < b.length; i += 3)
    most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return most;
}

/** The largest tolerance up to which every run is right; null if the smallest is not. */
export function largestRight(rows: readonly { readonly tolerance: number; readonly right: boolean }[]): number | null {
  let found: number | null = null;
  for (const tolerance of [...new Set(rows.map((row) => row.tolerance))].sort((p, q) => p - q)) {
    if (!rows.every((row) => row.tolerance !== tolerance || row.right)) break;
    found = tolerance;
  }
  return found;
}

/** Short name of a scene. */
export const nameOf = (scene: string): string => CASES.find((one) => one.scene === scene)!.name;
