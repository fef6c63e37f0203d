/** The measures of the sub-steps that make a step, added up as if it were one.   docs/theory/accuracy.md (AC9) */
import { worseOf } from '../../problem/solver.ts';
import { sumOf } from '../errors/budget.ts';
import type { StepMeasures } from '../errors/measure-step.ts';
import type { StepMeasured } from '../errors/step-report.ts';
import { type LedgerEntries, noEntries } from '../state/ledger.ts';

const NOTHING: StepMeasured = { value: 0, unit: 'J', worstRow: -1, problem: -1 };

export class SubStepSums {
  private parts: StepMeasures[] = [];
  /** J, positive = the step gained energy by it: what extrapolation changed. */
  extrapolation = 0;
  /** J, what extrapolation takes from the drift of the halves: that of 2 B - A is twice that of B less that of A. */
  drift = 0;

  begin(): void {
    this.parts = [];
    this.extrapolation = 0;
    this.drift = 0;
  }

  add(measures: StepMeasures): void {
    this.parts.push(measures);
  }

  /** The largest number of rows, the worst status; errors, iterations and ledgers add up. */
  total(): StepMeasures {
    const { parts } = this;
    const [first] = parts;
    if (parts.length === 1 && this.extrapolation === 0) return first;
    const iterations = { direct: 0, iterative: 0, coupling: 0, total: 0 };
    let { status, method, deepest } = first;
    let rows = 0;
    for (const part of parts) {
      rows = Math.max(rows, part.rows);
      if (part.status !== 'empty') status = status === 'empty' ? part.status : worseOf(status, part.status);
      if (part.method) method = part.method;
      deepest = Math.max(deepest, part.deepest);
      for (const key of ['direct', 'iterative', 'coupling', 'total'] as const) iterations[key] += part.iterations[key];
    }
    return {
      rows,
      status,
      iterations,
      method,
      deepest,
      energyError: this.sum(({ energyError }) => energyError),
      frictionConsistency: this.sum(({ frictionConsistency }) => frictionConsistency),
      ledger: this.ledger(),
      budget: sumOf(
        parts.map(({ budget }) => budget),
        this.drift,
      ),
    };
  }

  /** The worst row is that of the last sub-step, the only one whose problem is still there. */
  private sum(of: (part: StepMeasures) => StepMeasured): StepMeasured {
    let value = 0;
    for (const part of this.parts) value += of(part).value;
    const last = this.parts.length > 0 ? of(this.parts[this.parts.length - 1]) : NOTHING;
    return { ...last, value };
  }

  private ledger(): StepMeasures['ledger'] {
    const entries: LedgerEntries = noEntries();
    let [change, limit] = [this.extrapolation, 0];
    for (const { ledger } of this.parts) {
      for (const key of Object.keys(entries) as (keyof LedgerEntries)[]) entries[key] += ledger.entries[key];
      change += ledger.change;
      limit += ledger.limit;
    }
    entries.extrapolation += this.extrapolation;
    let sum = 0;
    for (const value of Object.values(entries)) sum += value;
    const imbalance = change - sum;
    return { entries, change, imbalance, limit, closed: Math.abs(imbalance) <= limit };
  }
}
