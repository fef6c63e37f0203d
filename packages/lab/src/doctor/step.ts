/** Errors of a scene's first steps and their remedy: one step of the full error budget.   docs/guide/doctor.md */
import { createWorld, type StepBudget, StepError, type World } from '@signorini/engine';
import type { Scene, SceneValues } from '@signorini/engine/scenes';
import { short } from '../number-text.ts';
import type { DoctorCheck, Finding } from './finding.ts';

/** Steps before the one that is looked at: a scene that starts from rest has no error yet. */
const STEPS = 5;
/** Shares of the energy that moves above which an entry is worth a note, and a warning. */
const NOTE = 0.01;
const WARNING = 0.05;

interface StepFindings {
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
}

/** @param timeStep s */
export function stepFindings(scene: Scene, parameters: SceneValues, timeStep: number): StepFindings {
  const world = createWorld(scene, { parameters, timeStep });
  try {
    let report = world.step();
    for (let k = 1; k < STEPS; k++) report = world.step();
    const { time, model } = world.checkStep({ model: true });
    const found = findings(world, { ...report.budget, time, ...(model && { model }) });
    return {
      warnings: found.filter(({ value }) => (value ?? Infinity) > WARNING),
      notes: found.filter(({ value }) => value !== null && value <= WARNING),
    };
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return { warnings: [], notes: [] };
  } finally {
    world.release();
  }
}

function findings(world: World, { scale, gaps, arms, drift, time, model }: StepBudget): Finding[] {
  const energy = { value: Math.max(Math.abs(drift.value), Math.abs(time?.energy ?? 0)), where: drift.where };
  const jointed = world.joints.length > 0;
  const shorter = jointed
    ? "integrator: 'midpoint', or accuracy: 0.01, keeps it"
    : 'accuracy: 0.01, or a shorter time step, keeps it';
  const entries: [DoctorCheck, { value: number; where: string }, string][] = [
    ['step-energy', energy, `energy that the scheme makes or loses; ${shorter}`],
    [
      'step-motion',
      { value: time?.motion ?? 0, where: time?.where ?? '' },
      `half the time step moves it differently; ${shorter}`,
    ],
    ['step-model', model ?? { value: 0, where: '' }, "its friction set is not Coulomb's: frictionModel: 'cone' is"],
    ['step-gaps', gaps, 'joints or contacts start apart or overlapping: place the bodies where they touch'],
    ['step-arms', arms, 'it closes within a step while it spins: accuracy: 0.01, or a shorter time step, helps'],
  ];
  return entries.flatMap(([check, { value, where }, advice]) => {
    const share = value / scale;
    if (!(share > NOTE)) return [];
    const sentence = `${where || 'the world'}: step ${STEPS + 1} is wrong by ${short(value)} J of ${short(scale)} J that move (${short(100 * share)} %): ${advice}`;
    return [{ check, subject: where, value: share, limit: NOTE, unit: '', others: 0, sentence }];
  });
}
