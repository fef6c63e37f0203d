/** Steps a scene and keeps what every check needs: whether each step had an outcome, and whether its ledger closed. */
import { createWorld, StepError, type StepReport, type World } from '@signorini/engine';
import { findScene, type SceneValues } from '@signorini/engine/scenes';
import { type Check, compare } from './check.ts';

export class Watched {
  readonly world: World;
  /** Steps whose ledger did not close. */
  unclosed = 0;
  /** A step had no finite outcome: nothing that is measured after it means anything. */
  failed = false;

  /** @param of a world, or the name of a scene */
  constructor(of: World | string, parameters: SceneValues = {}, timeStep?: number) {
    this.world =
      typeof of === 'string'
        ? createWorld(findScene(of), { parameters, ...(timeStep !== undefined && { timeStep }) })
        : of;
  }

  /** Steps on to a time, s. @returns as `run` */
  until(time: number, look?: (report: StepReport) => void): boolean {
    return this.run(Math.round((time - this.world.time) / this.world.timeStep), look);
  }

  /** @param look is called after every step. @returns false if a step failed, then or before */
  run(steps: number, look?: (report: StepReport) => void): boolean {
    for (let k = 0; k < steps && !this.failed; k++) {
      try {
        const report = this.world.step();
        if (!report.ledger.closed) this.unclosed++;
        look?.(report);
      } catch (error) {
        if (!(error instanceof StepError)) throw error;
        this.failed = true;
      }
    }
    return !this.failed;
  }

  /** Kinetic plus potential, J. */
  get energy(): number {
    const { kinetic, potential } = this.world.energy();
    return kinetic + potential;
  }

  /** m */
  get largestGap(): number {
    return Math.max(0, ...this.world.joints.map(({ gap }) => gap));
  }

  /** The value, or NaN if a step failed on the way to it. */
  figure(value: number): number {
    return this.failed ? Number.NaN : value;
  }
}

/** Checks the ledgers of all runs of a scene, and releases their memory. */
export function ledgerCheck(id: string, runs: readonly Watched[]): Check {
  let unclosed = 0;
  for (const run of runs) {
    unclosed += run.failed ? Number.NaN : run.unclosed;
    run.world.release();
  }
  return compare(id, 'ledger: steps not closed', unclosed, { unit: 'steps' });
}
