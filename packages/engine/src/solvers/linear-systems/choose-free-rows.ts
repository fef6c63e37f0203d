/** Which engine serves a problem: body space if J is known and every row has compliance, rows of A otherwise. */
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { ContactGraphs } from './contact-graph.ts';
import type { FreeSetEngine } from './free-rows.ts';
import { BodyEngine } from './free-rows-in-body-space.ts';
import { ExplicitEngine } from './free-rows-of-matrix.ts';

/** Below this share of a_ii the compliance of a row drowns in rounding: 1/C would swamp the masses in H. */
const LEAST_COMPLIANCE = 1e-15;

/** Both engines of one solver instance; made when first needed. */
export class Engines {
  private body: BodyEngine | undefined;
  private explicit: ExplicitEngine | undefined;
  private readonly graphs: ContactGraphs;

  /** @param graphs shared with other engines of the same solver instance. */
  constructor(graphs = new ContactGraphs()) {
    this.graphs = graphs;
  }

  /** The engine that serves p, analysed but not yet prepared. */
  choose(p: Problem): FreeSetEngine {
    if (this.body?.holds(p.A)) return this.body;
    if (!(p.A instanceof StructuredOperator && hasCompliance(p.A))) return this.rows(p);
    this.body ??= new BodyEngine('auto', this.graphs);
    this.body.analyse(p);
    return this.body;
  }

  /** True if `rowsInstead` has nothing to offer. */
  isLast(engine: FreeSetEngine): boolean {
    return engine !== this.body;
  }

  /** The second try if body space `failed`: a compliance near rounding spoils it. Undefined if there is none. */
  rowsInstead(engine: FreeSetEngine, p: Problem, failed: boolean): FreeSetEngine | undefined {
    return failed && engine === this.body ? this.rows(p) : undefined;
  }

  /** Rows of A, whatever the form. */
  rows(p: Problem): FreeSetEngine {
    this.explicit ??= new ExplicitEngine();
    this.explicit.analyse(p);
    return this.explicit;
  }

  /** The rows of A with the states of `engine`, prepared for `bounded`, which is p or p between other bounds; undefined if `engine` has them. */
  toRows(engine: FreeSetEngine, p: Problem, bounded = p): FreeSetEngine | undefined {
    const rows = this.rows(p);
    if (rows === engine) return undefined;
    rows.prepare(bounded);
    rows.state.set(engine.state);
    return rows;
  }

  /** The numbers of operators seen before may have changed. */
  forget(): void {
    this.body?.forget();
  }

  release(): void {
    this.body?.release();
    this.explicit?.release();
    this.body = undefined;
    this.explicit = undefined;
    this.graphs.clear();
  }
}

/** Every row has enough compliance for body space. */
export function hasCompliance({ structure: { C }, diagonal }: StructuredOperator): boolean {
  for (let i = 0; i < C.length; i++) if (!(C[i] > LEAST_COMPLIANCE * diagonal[i])) return false;
  return true;
}
