/** Requirements of a run on its solver: friction models of the contacts seen so far, and rows of its largest problem. */
import type { StepFigures } from '../run/step-figures.ts';

export class SolverNeeds {
  private models: readonly string[] = [];
  private rows = 0;

  clear(): void {
    this.models = [];
    this.rows = 0;
  }

  /** Takes the figures of a step; undefined if nothing is new. */
  look(figures: StepFigures | undefined): { readonly models: readonly string[]; readonly rows: number } | undefined {
    if (!figures) return undefined;
    const models = [...new Set([...this.models, ...figures.models])];
    const rows = figures.largest;
    if (models.length === this.models.length && rows === this.rows) return undefined;
    this.models = models;
    this.rows = rows;
    return { models, rows };
  }
}
