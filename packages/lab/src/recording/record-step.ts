/** Takes a step of a world for its record. Apart from recorded-step.ts: the thread that writes does not load the engine. */
import { type ContactTable, contactTable, type StepReport, type World } from '@signorini/engine';
import { type RecordedStep, STEP_COLUMNS, STEP_TEXTS, velocitiesOf } from './recorded-step.ts';

/** With the memory of its contacts in two pieces. */
export interface TakenStep extends RecordedStep {
  readonly contacts: ContactTable;
}

/** What the last step of a world was. */
export function recordedStep(world: World, report: StepReport): TakenStep {
  const energy = world.energy();
  const values = new Float64Array(STEP_COLUMNS.length);
  for (let k = 0; k < values.length; k++) values[k] = STEP_COLUMNS[k]!.value(report, energy);
  return {
    step: report.step,
    values,
    texts: STEP_TEXTS.map(({ text }) => text(report)),
    pose: world.poses(),
    velocity: velocitiesOf(world),
    contacts: contactTable(world),
  };
}
