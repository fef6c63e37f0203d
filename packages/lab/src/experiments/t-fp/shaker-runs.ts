/** The scene `shaker` with the papers' settings: its problems, what sweeps leave of their error, and what few sweeps do to the motion. */

import { contactTable, createWorld, type World } from '@signorini/engine';
import { energyErrorOf, referenceEnergy, rowNaturalResidual } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { completeOptions, findSolver } from '@signorini/engine/solvers';
import { finite, median } from '../../statistics.ts';
import { PAPER_SETTINGS } from '../context.ts';
import { rounded } from '../words.ts';

export interface DecayPoint {
  readonly k: number;
  /** J, and over that of doing nothing. */
  readonly energy: number | null;
  readonly relative: number | null;
  readonly residual: number | null;
  /** The fastest approach that a contact has left, m/s. */
  readonly approach: number | null;
}

export interface Decay {
  readonly solver: string;
  readonly start: 'cold' | 'warm';
  readonly step: number;
  readonly status: string;
  readonly points: readonly DecayPoint[];
}

export interface Shaken {
  /** Contacts of each step. */
  readonly contacts: readonly number[];
  readonly bodies: number;
  readonly decays: readonly Decay[];
  /** Centres at the last step, x and z, m, of the spheres that the viewer at y < 0 sees. */
  readonly centres: readonly (readonly [number, number])[];
  readonly diameter: number;
  readonly width: number;
}

export const SOLVERS = [
  { name: 'psor', solver: 'psor', options: { tolerance: 0 } },
  { name: 'fixed-point, diagonal', solver: 'fixed-point', options: { tolerance: 0 } },
  { name: 'fixed-point, split', solver: 'fixed-point', options: { tolerance: 0, scaling: 'split' } },
  { name: 'apgd', solver: 'apgd', options: { tolerance: 0 } },
  { name: 'auto', solver: 'auto', options: { bounds: 'stored' } },
] as const;

interface Shaking {
  readonly steps: number;
  /** Steps whose problem is solved by all. */
  readonly kept: readonly number[];
  readonly sweeps: number;
  /** Iterates of which each is measured. */
  readonly first: number;
  /** Sweeps per step while driving. */
  readonly drivingSweeps: number;
}

/** The scene as the papers have it: box friction, lagged bounds, no anchors. */
function shakerWorld(parameters: Record<string, number>, sweeps: number, warmStart = true): World {
  return createWorld(findScene('shaker'), {
    parameters: { ...PAPER_SETTINGS, ...parameters },
    frictionModel: 'box',
    warmStart,
    solver: 'psor',
    options: { maxIterations: sweeps },
    coupling: 1,
  });
}

/** The scene of about 6500 contacts. The reference solver would take hours: psor drives it, warm. */
export function shaken(shaking: Shaking, progress: (step: number) => void): Shaken {
  const { steps, kept } = shaking;
  const world = shakerWorld({}, shaking.drivingSweeps);
  const contacts: number[] = [];
  const decays: Decay[] = [];
  for (let step = 1; step <= steps; step++) {
    progress(step);
    world.step();
    const problem = world.problem();
    contacts.push(problem?.contacts.length ?? 0);
    if (problem && kept.includes(step)) decays.push(...decaysOf(problem, step, shaking));
  }
  const { parameters } = findScene('shaker');
  const diameter = Number(parameters.diameter?.default);
  const spheres = world.bodies.filter(({ name }) => !/^(floor|wall)/.test(name));
  const front = spheres.toSorted((p, q) => p.position[1] - q.position[1]).slice(0, 500);
  const x = front.map(({ position }) => position[0]);
  const centres = front.map(({ position }) => [round(position[0]), round(position[2])] as const);
  world.release();
  const width = Math.max(...x) - Math.min(...x) + diameter;
  return { contacts, bodies: spheres.length, decays, centres, diameter, width };
}

const round = (value: number) => Number(value.toFixed(4));

function decaysOf(p: Problem, step: number, shaking: Shaking): Decay[] {
  return SOLVERS.flatMap((one) =>
    (['cold', 'warm'] as const).map((start) => {
      const x = start === 'warm' && p.warm ? p.warm.slice() : new Float64Array(p.n);
      return { solver: one.name, start, step, ...decay(p, x, one, shaking) };
    }),
  );
}

/** Every iterate up to the first few, then ever fewer: measuring costs more than a sweep. */
const isShown = (k: number, first: number) => k <= first || k % Math.max(5, 5 * Math.floor(k / 50)) === 0;

function decay(p: Problem, x: Float64Array, by: (typeof SOLVERS)[number], { sweeps, first }: Shaking) {
  const { solver: name, options } = by;
  const solver = findSolver(name);
  const e0 = referenceEnergy(p);
  const w = new Float64Array(p.n);
  const points: DecayPoint[] = [];
  const see = (k: number, iterate: Float64Array) => {
    velocities(p, iterate, w);
    const energy = energyErrorOf(p, iterate, w).value;
    let residual = 0;
    for (let i = 0; i < p.n; i++) residual += Math.abs(rowNaturalResidual(iterate[i]!, w[i]!, p.lo[i]!, p.hi[i]!));
    const approach = p.contacts.reduce((most, { normal }) => Math.max(most, -w[normal]!), 0);
    const figures = { energy: finite(energy), relative: finite(energy / e0), residual: finite(residual) };
    points.push({ k, ...figures, approach: finite(approach) });
  };
  const monitor = {
    ownsStopping: name !== 'auto', // auto has its own end
    begin: (_: Problem, iterate: Float64Array) => {
      if (points.length === 0) see(0, iterate);
    },
    observe(k: number, iterate: Float64Array) {
      if (isShown(k, first)) see(k, iterate);
      return undefined;
    },
  };
  const limit = name === 'auto' ? { sweeps } : { maxIterations: sweeps };
  const instance = solver.create();
  const { status } = instance.solve(p, x, completeOptions(solver, { ...limit, ...options }), monitor);
  instance.release();
  return { status, points: points.map(shortened) };
}

const shortened = (point: DecayPoint): DecayPoint => ({
  k: point.k,
  energy: rounded(point.energy, 5),
  relative: rounded(point.relative, 5),
  residual: rounded(point.residual, 5),
  approach: rounded(point.approach, 5),
});

interface AbortRow {
  /** r_max of T-FP: sweeps per step. */
  readonly sweeps: number;
  readonly start: 'cold' | 'warm';
  readonly seed: number;
  /** Deepest overlap in the second half of the run, in diameters. */
  readonly overlap: number;
  /** Median over steps of the energy error of a step, J. */
  readonly energyError: number;
  /** Height of the centre of mass at the end, in diameters. */
  readonly height: number;
  /** Spheres below the floor. */
  readonly lost: number;
}

/** Few spheres shaken for a while with so many sweeps per step, and no more. */
export function abortRow(
  run: Pick<AbortRow, 'sweeps' | 'start' | 'seed'>,
  { count, steps }: { readonly count: number; readonly steps: number },
): AbortRow {
  const world = shakerWorld({ count, seed: run.seed }, run.sweeps, run.start === 'warm');
  const diameter = Number(findScene('shaker').parameters.diameter?.default);
  let overlap = 0;
  const errors: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const { energyError } = world.step();
    if (step <= steps / 2) continue;
    errors.push(energyError.value);
    for (const gap of contactTable(world).gap) overlap = Math.max(overlap, -gap / diameter);
  }
  const heights = world.bodies.filter(({ name }) => !/^(floor|wall)/.test(name)).map(({ position }) => position[2]);
  world.release();
  errors.sort((p, q) => p - q);
  return {
    ...run,
    overlap,
    energyError: errors[errors.length >> 1]!,
    height: heights.reduce((sum, z) => sum + z, 0) / heights.length / diameter,
    lost: heights.filter((z) => !(z > 0)).length,
  };
}

export interface ShakerData extends Shaken {
  readonly aborts: readonly AbortRow[];
}

/** Median over the seeds. */
export function overlapAfter(aborts: readonly AbortRow[], sweeps: number, start: 'cold' | 'warm'): number {
  return median(aborts.filter((row) => row.sweeps === sweeps && row.start === start).map(({ overlap }) => overlap))!;
}
