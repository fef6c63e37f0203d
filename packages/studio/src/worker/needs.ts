/** What a solver must take to solve a run: the friction models of its contacts seen so far, and the rows of its largest problem. */
import type { World } from '@signorini/engine';
import { setsOf } from '@signorini/engine/problem';

export class Needs {
  private models: readonly string[] = [];
  private rows = 0;

  clear(): void {
    this.models = [];
    this.rows = 0;
  }

  get known(): boolean {
    return this.models.length > 0;
  }

  /** Of a world after a step with contacts; undefined if nothing is new. */
  look(world: World): { readonly models: readonly string[]; readonly rows: number } | undefined {
    const problems = world.problems();
    const models = [...new Set([...this.models, ...problems.flatMap((problem) => setsOf(problem))])];
    const rows = Math.max(0, ...problems.map(({ n }) => n));
    if (models.length === this.models.length && rows === this.rows) return undefined;
    this.models = models;
    this.rows = rows;
    return { models, rows };
  }
}
