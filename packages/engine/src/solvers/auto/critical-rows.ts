/**
 * A direct solve of the rows that matter most inside an island too large for one (EATK18 Sec. 7.1).   docs/theory/auto.md (AU5)
 *
 *   w_K = A_KK x_K + (b_K + A_KR x_R):   a problem of the critical rows K alone, the others held
 *
 * Taken in turns with sweeps over all rows it is a Gauss-Seidel method with one large block. In mechanisms sweeps are slow
 * (mass ratios, long chains) and a direct solve is cheap (few rows, little fill-in).
 */
import { velocities } from '../../problem/operator.ts';
import { frictionRows, type Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { SubProblem } from '../../problem/sub-problem.ts';

/** Which rows are critical: none; those of no contact; those and the contacts of the bodies that they hold. */
export type CriticalChoice = 'none' | 'joints' | 'mechanisms';
export const CRITICAL_CHOICES: readonly CriticalChoice[] = ['none', 'joints', 'mechanisms'];

export class CriticalRows {
  private readonly rows: Int32Array;
  private readonly part: SubProblem;
  private readonly x: Float64Array;
  private readonly held: Float64Array;
  private readonly w: Float64Array;

  /** Undefined if p has no such rows, or no others. */
  static of(p: Problem, choice: CriticalChoice): CriticalRows | undefined {
    const rows = choice === 'none' ? [] : criticalRows(p, choice === 'mechanisms');
    return rows.length === 0 || rows.length === p.n ? undefined : new CriticalRows(p, Int32Array.from(rows));
  }

  private constructor(p: Problem, rows: Int32Array) {
    this.rows = rows;
    const local = new Int32Array(p.n).fill(-1);
    rows.forEach((row, k) => {
      local[row] = k;
    });
    const contacts = p.contacts.flatMap(({ normal }, index) => (local[normal] >= 0 ? [index] : []));
    this.part = new SubProblem(p, { rows, local, contacts, ungiven: p.ungiven.filter((row) => local[row] >= 0) });
    this.x = new Float64Array(rows.length);
    this.held = new Float64Array(rows.length);
    this.w = new Float64Array(p.n);
  }

  /** Number of critical rows. */
  get count(): number {
    return this.rows.length;
  }

  /** x of the critical rows <- what `method` makes of their problem with the other rows of x held; returns what it returns. */
  improve<T>(p: Problem, x: Float64Array, method: (p: Problem, x: Float64Array) => T): T {
    const { rows, held, w } = this;
    const part = this.part.problem(p);
    velocities(p, x, w);
    for (let k = 0; k < rows.length; k++) this.x[k] = x[rows[k]];
    part.A.apply(this.x, held);
    for (let k = 0; k < rows.length; k++) part.b[k] = w[rows[k]] - held[k];
    const result = method(part, this.x);
    for (let k = 0; k < rows.length; k++) x[rows[k]] = this.x[k];
    return result;
  }
}

/** Then the critical rows are no part of a problem but all of it. */
export function isAllCritical(p: Problem, choice: CriticalChoice): boolean {
  return choice !== 'none' && criticalRows(p, choice === 'mechanisms').length === p.n;
}

/** Rows of no contact, ascending; `touching`: and all rows of contacts on bodies that these rows hold. */
function criticalRows(p: Problem, touching: boolean): number[] {
  const critical = new Uint8Array(p.n).fill(1);
  for (const contact of p.contacts) {
    critical[contact.normal] = 0;
    for (const row of frictionRows(contact)) critical[row] = 0;
  }
  if (touching && p.A instanceof StructuredOperator) {
    const { rowStart, body, bodies } = p.A.structure;
    const held = new Uint8Array(bodies);
    for (let i = 0; i < p.n; i++)
      if (critical[i] === 1) for (let k = rowStart[i]; k < rowStart[i + 1]; k++) held[body[k]] = 1;
    for (const contact of p.contacts) {
      let touches = false;
      for (let k = rowStart[contact.normal]; k < rowStart[contact.normal + 1]; k++)
        if (held[body[k]] === 1) touches = true;
      if (touches) for (const row of [contact.normal, ...frictionRows(contact)]) critical[row] = 1;
    }
  }
  return Array.from(critical.keys()).filter((i) => critical[i] === 1);
}
