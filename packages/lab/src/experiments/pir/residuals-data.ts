/** The runs of `residuals`: PIR's seven curves, more solvers, and strong friction. */

import { createWorld } from '@signorini/engine';
import { type Problem, velocities } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import type { ExperimentContext } from '../context.ts';
import { RESIDUALS_PRINTED } from '../printed.ts';
import { countDiscs, type DiscCount } from './disc.ts';
import { type Models, modelsOf, pile, RIGID, SPHERES, withCompliance } from './granular.ts';
import { PIR_CPG, PIR_NEWTON } from './solvers.ts';
import { firstBelow, lazily, type Run, trace } from './trace.ts';

export const MU = RESIDUALS_PRINTED.values.mu;
/** Largest entry of the residual that decides; those above it show how the ratios depend on it. */
export const TARGET = 1e-6;
export const LEVELS = [1e-2, 1e-3, 1e-4, 1e-5, TARGET] as const;

/** A solver fails if the residual is still above this part of the first at the limit: slow is no failure. */
export const FAILS = 1e-3;

interface ModelRun extends Run {
  readonly model: keyof Models;
}

/** Newton with the coupling of friction and normals in its systems; their own limits count, not sweeps. */
const NEWTON_COUPLED: ModelRun = {
  name: 'newton-coupled, pyramid',
  model: 'pyramid',
  solver: 'newton-coupled',
  options: { maxIterations: 30 },
};
const NEWTON_CONE: ModelRun = {
  name: 'newton-cone, cone',
  model: 'cone',
  solver: 'newton-cone',
  options: { maxIterations: 100 },
};

/** The seven curves of Fig. 2, from left to right. */
export const PRINTED_RUNS: readonly ModelRun[] = [
  { name: 'CPG, frictionless', model: 'frictionless', solver: 'cpg', options: PIR_CPG },
  { name: 'PGS, frictionless', model: 'frictionless', solver: 'pgs' },
  { name: 'CPG, box', model: 'box', solver: 'cpg', options: PIR_CPG },
  { name: 'PGS, box', model: 'box', solver: 'pgs' },
  { name: 'nonlinear GS, cone', model: 'cone', solver: 'nonlinear-gs', options: { memory: 0 } },
  { name: 'PGS, pyramid', model: 'pyramid', solver: 'pgs' },
  { name: 'CPG, pyramid', model: 'pyramid', solver: 'cpg', options: PIR_CPG },
];

/** Beyond the figure. */
export const MORE_RUNS: readonly ModelRun[] = [
  { name: 'Newton as PIR, box', model: 'box', solver: 'newton-min', options: PIR_NEWTON },
  {
    name: 'Newton, rows in joules, box',
    model: 'box',
    solver: 'newton-min',
    options: { ...PIR_NEWTON, scale: 'energy' },
  },
  {
    name: 'Newton, least step 0.01, box',
    model: 'box',
    solver: 'newton-min',
    options: { ...PIR_NEWTON, minStep: 0.01 },
  },
  { name: 'sweeps then Newton, box', model: 'box', solver: 'pgs-newton' },
  { name: 'CPG, scaled rows, box', model: 'box', solver: 'cpg', options: { tolerance: 0 } },
  { name: 'nncg, box', model: 'box', solver: 'nncg', options: { tolerance: 0 } },
  { name: 'psor, cone', model: 'cone', solver: 'psor' },
  NEWTON_COUPLED,
  NEWTON_CONE,
];

/** Solvers of the nonlinear models over the friction, with box friction as the control. */
export const FRICTION_RUNS: readonly ModelRun[] = [
  { name: 'PGS, box', model: 'box', solver: 'pgs' },
  { name: 'CPG, box', model: 'box', solver: 'cpg', options: { ...PIR_CPG, products: 1 } },
  { name: 'PGS, pyramid', model: 'pyramid', solver: 'pgs' },
  { name: 'CPG, pyramid', model: 'pyramid', solver: 'cpg', options: { ...PIR_CPG, products: 1 } },
  { name: 'nonlinear GS, cone', model: 'cone', solver: 'nonlinear-gs', options: { memory: 0 } },
  { name: 'psor, cone', model: 'cone', solver: 'psor' },
  NEWTON_COUPLED,
  NEWTON_CONE,
];

/** `rigid`: A = J M^-1 J' as PIR has it, but for a millionth of the scene's compliance. `compliant`: the scene as it is. */
export type Contacts = 'rigid' | 'compliant';
export const CONTACTS: readonly Contacts[] = ['rigid', 'compliant'];

export interface RunResult {
  readonly name: string;
  readonly residual: readonly number[];
  /** Iterations to each of LEVELS; null: not within the limit. */
  readonly levels: readonly (number | null)[];
  readonly iterations: number;
  readonly direct: number;
  readonly iterative: number;
  /** Share of the iterations after which the residual is higher than before. */
  readonly rises: number;
}

interface FrictionResult {
  readonly mu: number;
  readonly contacts: Contacts;
  readonly name: string;
  readonly reached: number | null;
  /** Residual at the end. */
  readonly left: number | null;
  /** The residual has not even fallen to FAILS of the first. */
  readonly fails: boolean;
}

export interface Measurements {
  readonly contacts: number;
  readonly rows: number;
  readonly limit: number;
  readonly newtonLimit: number;
  readonly cold: Readonly<Record<Contacts, readonly RunResult[]>>;
  /** From the impulses of the step before, rigid. */
  readonly warm: readonly RunResult[];
  readonly more: Readonly<Record<Contacts, readonly RunResult[]>>;
  readonly friction: readonly FrictionResult[];
  readonly frictionContacts: number;
  readonly discs: { readonly spheres: DiscCount; readonly boxes: DiscCount };
}

export function measure(context: ExperimentContext): Measurements {
  const { quick } = context;
  const limit = quick ? 1600 : 3000;
  const newtonLimit = quick ? 100 : 200;
  const whole = lazily(() => pile(quick ? SPHERES.few : SPHERES.all));
  const small = quick ? whole : lazily(() => pile(SPHERES.few));
  const models = {
    rigid: lazily(() => modelsOf(withCompliance(whole(), RIGID), MU)),
    compliant: lazily(() => modelsOf(whole(), MU)),
  };
  const all = (name: string, runs: readonly ModelRun[], contacts: Contacts, warm = false) => {
    const most = ({ solver }: ModelRun) => (solver.startsWith('newton') ? newtonLimit : limit);
    return runs.map((run) =>
      context.resumable(`${name}/${run.name}`, () => runOf(models[contacts](), run, most(run), warm)),
    );
  };
  const size = context.resumable('size', () => ({ contacts: whole().contacts.length, rows: whole().n }));
  const cold = { rigid: all('rigid', PRINTED_RUNS, 'rigid'), compliant: all('compliant', PRINTED_RUNS, 'compliant') };
  context.progress(1, 4);
  const more = { rigid: all('rigid', MORE_RUNS, 'rigid'), compliant: all('compliant', MORE_RUNS, 'compliant') };
  const warm = all('warm', quick ? PRINTED_RUNS.slice(0, 4) : PRINTED_RUNS, 'rigid', true);
  context.progress(2, 4);
  const friction = frictionResults(context, small, quick ? 800 : 2000);
  context.progress(3, 4);
  const discs = context.resumable('discs', () => ({
    spheres: discsOf(models.compliant().cone),
    boxes: discsOf(bricks()),
  }));
  const frictionContacts = context.resumable('small', () => small().contacts.length);
  return { ...size, limit, newtonLimit, cold, warm, more, friction, frictionContacts, discs };
}

function runOf(models: Models, run: ModelRun, limit: number, warm: boolean): RunResult {
  const p = models[run.model];
  const { name, residual, direct, iterative } = trace(p, run, {
    limit,
    target: TARGET,
    start: warm ? p.warm : undefined,
  });
  const rises = residual.filter((r, k) => k > 0 && r > (residual[k - 1] ?? Infinity)).length;
  const iterations = residual.length - 1;
  return {
    name,
    residual,
    direct,
    iterative,
    iterations,
    rises: rises / Math.max(1, iterations),
    levels: LEVELS.map((level) => firstBelow(residual, level)),
  };
}

/** Coefficients of friction of the sweep: PIR name none beside 0.8. */
const COEFFICIENTS = [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1, 1.5, 2];
const FEW_COEFFICIENTS = [0.1, 2];

function frictionResults(context: ExperimentContext, p: () => Problem, limit: number): FrictionResult[] {
  const results: FrictionResult[] = [];
  for (const contacts of CONTACTS)
    for (const mu of context.quick ? FEW_COEFFICIENTS : COEFFICIENTS)
      results.push(
        ...context.resumable(`friction/${contacts}/${mu}`, () => {
          const models = modelsOf(contacts === 'rigid' ? withCompliance(p(), RIGID) : p(), mu);
          return FRICTION_RUNS.map((run) => {
            const { residual, reached } = trace(models[run.model], run, { limit, target: TARGET });
            const left = residual[residual.length - 1] ?? Number.NaN;
            const fails = !(Math.min(...residual) <= FAILS * (residual[0] ?? Number.NaN));
            return { mu, contacts, name: run.name, reached, left, fails };
          });
        }),
      );
  return results;
}

/** Discs at the iterate after ten sweeps, when contacts slide in all directions. */
function discsOf(cone: Problem): DiscCount {
  const p = { ...cone, contacts: cone.contacts.map((contact) => ({ ...contact, set: 'cone' as const })) };
  const x = new Float64Array(p.n);
  const log: Float64Array[] = [];
  trace(
    p,
    { name: '', solver: 'nonlinear-gs', options: { memory: 0 } },
    {
      limit: 10,
      target: 0,
      start: x,
      look: (at) => {
        log[0] = at.slice();
      },
    },
  );
  const last = log[0] ?? x;
  return countDiscs(p, last, velocities(p, last, new Float64Array(p.n)));
}

/** Bricks: bodies whose tangential blocks are no multiples of the identity. */
function bricks(): Problem {
  const world = createWorld(findScene('brick-wall'), { parameters: { stick: 'none' } });
  for (let k = 0; k < 20; k++) world.step();
  const p = world.problem();
  world.release();
  if (!p) throw new Error('brick-wall: a step without contacts');
  return { ...p, contacts: p.contacts.map((contact) => ({ ...contact, mu: 0.2 })), warm: undefined }; // most would stick
}
