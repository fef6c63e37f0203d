/**
 * Springs of rows in a step of `midpoint`: soft joints, servos, limits that are pressed.   docs/theory/integrators.md (IN36), (IN35)
 *
 *   x = -h k ((1 - sigma) phi + sigma phi+) - h beta w:    C = 1/(sigma h^2 k + h beta),   D = h k C
 *   sigma = (1 + lambda)/2,   lambda = 0 below y = 1, 1 above 3.14,   y = h sqrt(k a) + h beta a,   a = J M^-1 J'
 *
 * sigma = 1/2 keeps the energy of a spring that the step resolves; sigma = 1 is implicit Euler, which damps one that it does not.
 */
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import { inverseMass } from '../../problem/rows/written-rows.ts';

/** h w below which a spring is resolved (six steps per period), and above which it is not (two steps). */
const RESOLVED = 1;
const UNRESOLVED = 3.14;

/** lambda of row i as written: 0 for a spring that the step resolves, 1 for one that it does not, smooth between (IN35). @param a J M^-1 J' */
export function unresolved(rows: RowBuilder, i: number, a: number, h: number): number {
  const whole = a / rows.C[i]; // a (h^2 k + h beta)
  const spring = h * rows.D[i] * whole; // a h^2 k, since D = h k C
  const y = Math.sqrt(spring) + Math.max(0, whole - spring);
  const t = Math.min(1, Math.max(0, (y - RESOLVED) / (UNRESOLVED - RESOLVED)));
  return t * t * (3 - 2 * t);
}

export class SpringRows {
  /** By row of the joints: lambda, NaN for rows without a spring in this step. */
  private lambda: Float64Array = new Float64Array(0);
  /** Values at the start of the step: place, bias, push, velocity that bodies outside add to w, C and D of the step. */
  private place: Float64Array = new Float64Array(0);
  private bias: Float64Array = new Float64Array(0);
  private push: Float64Array = new Float64Array(0);
  private outside: Float64Array = new Float64Array(0);
  private C: Float64Array = new Float64Array(0);
  private D: Float64Array = new Float64Array(0);

  /** @param rows those of the joints at the start of the step @param Minv undefined: a step of implicit Euler */
  begin(rows: RowBuilder, Minv: Float64Array | undefined, h: number): void {
    const { n } = rows;
    if (this.lambda.length < n)
      for (const key of ['lambda', 'place', 'bias', 'push', 'outside', 'C', 'D'] as const)
        this[key] = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) {
      const [D, place] = [rows.D[i], rows.place[i]];
      this.lambda[i] = Number.NaN;
      if (Number.isNaN(rows.bias[i])) continue;
      const lambda = Minv ? unresolved(rows, i, inverseMass(rows, i, Minv), h) : 1;
      this.lambda[i] = lambda;
      this.place[i] = place;
      this.bias[i] = rows.bias[i];
      this.push[i] = rows.push[i];
      this.outside[i] = rows.b[i] - D * place - rows.bias[i] + rows.C[i] * rows.push[i];
      this.C[i] = rows.C[i];
      this.D[i] = D;
      if (lambda === 1) continue; // implicit Euler: as written
      const hk = D / rows.C[i];
      this.C[i] = 1 / (1 / rows.C[i] - 0.5 * (1 - lambda) * h * hk);
      this.D[i] = hk * this.C[i];
    }
  }

  /** True: row i has a spring, pressed or held, in this step. */
  has(i: number): boolean {
    return !Number.isNaN(this.lambda[i]);
  }

  /** C and D of the step for the first `count` rows. */
  apply(rows: RowBuilder, count: number): void {
    for (let i = 0; i < count; i++)
      if (this.has(i)) {
        rows.C[i] = this.C[i];
        rows.D[i] = this.D[i];
      }
  }

  /**
   * w of row i without C x, and how many times J v_e is in it. Held rows count their way, (phi+ - phi)/h; others go from that (lambda 0)
   * to their rate at the end of the step (lambda 1), as motors do.
   */
  without(i: number, place1: number, h: number, rateAtEnd: number, theta: number): { w: number; times: number } {
    const { lambda, place, C, D, bias, push, outside } = this;
    const way = (place1 - place[i]) / h;
    const moved = (1 - lambda[i]) * way + lambda[i] * (rateAtEnd + outside[i]);
    const w = moved + D[i] * place[i] + bias[i] - C[i] * push[i];
    return { w, times: 1 - lambda[i] + lambda[i] / theta };
  }

  /** True: a row that is checked for convergence although it is not held. */
  isMiddle(i: number): boolean {
    return this.lambda[i] < 1;
  }
}
