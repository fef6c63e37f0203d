/** Figures of a step beside its state. Kept with a complete state, they show the step without taking it again. */
import { type ContactTable, contactTable, type StepReport, solvedRows, type World } from '@signorini/engine';

export interface StepFigures {
  readonly step: number;
  /** J */
  readonly energyError: number;
  readonly frictionConsistency: number;
  readonly status: string;
  readonly iterations: number;
  readonly rows: number;
  /** J by contact, in the order of the world's contacts. */
  readonly contactErrors: Float64Array;
  /** J of the rows that belong to no contact. */
  readonly jointsError: number;
  /** Friction models of its contacts, and rows of its largest problem: what a solver must take. */
  readonly models: readonly string[];
  readonly largest: number;
}

/** @param world as the step of the report left it @param table of this world, if it is at hand */
export function figuresOf(world: World, report: StepReport, table: ContactTable = contactTable(world)): StepFigures {
  const { step, energyError, frictionConsistency, status, iterations, rows } = report;
  const none = rows === 0; // nothing was solved
  const { jointsError, models, largest } = solvedRows(world);
  return {
    step,
    status,
    rows,
    iterations: iterations.total,
    energyError: energyError.value,
    frictionConsistency: frictionConsistency.value,
    contactErrors: none ? new Float64Array(table.count) : table.error,
    jointsError: none ? 0 : jointsError,
    models,
    largest,
  };
}
