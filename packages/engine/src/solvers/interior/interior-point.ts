/**
 * Primal-dual interior point (Mehrotra's predictor-corrector) for min x'Ax/2 + x'b between bounds, on a free-set
 * engine: only the diagonal changes, so body space serves as it is.   docs/theory/interior-point.md (IP1)-(IP4)
 *
 *   (A + Zl/(X - L) + Zu/(U - X)) dx = r,   then the rows that lean on a bound are handed to pivoting (crossover)
 */
import { energySum } from '../../measures/energy.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from '../linear-systems/free-rows.ts';
import { ACCEPT, FINE, Pivoting } from '../pivoting/block-pivoting.ts';

/** Below this part of the kinetic energy of doing nothing es does not measure the size of the problem. */
const TINY = 1e-6;
/** Gap, as a part of the scale, at which the first crossover is tried; each failure asks for a hundredth. */
const CROSSOVER_GAP = 1e-12;
/** Share of the way to the boundary that a step may go. */
const STEP = 0.995;

export type InteriorEnd = 'settled' | 'interior' | 'limit' | 'singular' | 'told';

const VECTORS = ['x', 'zl', 'zu', 'D', 'rd', 'dx', 'dl', 'du', 'dxA', 'dlA', 'duA', 'best'] as const;
type Vectors = Record<(typeof VECTORS)[number], Float64Array>;

export class InteriorPoint {
  iterations = 0;
  pivots = 0;
  word: Status | undefined;
  private n = 0;
  private v = {} as Vectors;
  /** 1 if the row has that bound; `fixed` rows have both, equal to rounding. */
  private hasLower: Uint8Array = new Uint8Array(0);
  private hasUpper: Uint8Array = new Uint8Array(0);
  private fixed: Uint8Array = new Uint8Array(0);
  private readonly pivoting = new Pivoting();
  private crossed = false;

  /** Of the last answer: a vertex that pivots found, or an interior iterate. */
  get path(): string {
    return this.crossed ? 'ipm crossover' : 'ipm';
  }

  /** Ends with the answer in the engine's x and w. `shown`: iterates that the monitor has seen before. */
  run(
    engine: FreeSetEngine,
    p: Problem,
    es: number,
    maxIterations: number,
    monitor: Monitor | undefined,
    shown: number,
  ): InteriorEnd {
    this.iterations = 0;
    this.pivots = 0;
    this.crossed = false;
    const scale = scaleOf(engine, p, es);
    const sides = this.start(p, scale);
    const { x, best } = this.v;
    let gapForCrossover = CROSSOVER_GAP;
    let least = Infinity;
    while (this.iterations < maxIterations) {
      this.show(engine);
      const gap = this.residuals(engine, p);
      const error = energySum(x, engine.w, p.A.diagonal, p.lo, p.hi);
      if (error < least) {
        least = error;
        best.set(x);
      }
      if (gap < gapForCrossover * scale || sides === 0) {
        const end = this.crossover(engine, p, es, monitor, shown);
        if (end) return end;
        if (least <= FINE * es) break; // no vertex (nearly redundant rows), but the interior iterate is good enough
        gapForCrossover *= 1e-2;
        if (gapForCrossover < 1e-30 || sides === 0) break;
      }
      this.show(engine);
      if (!engine.factorShifted(this.v.D)) return this.lastResort(engine, p, es, least, monitor, shown);
      this.iterations++;
      this.word = monitor?.observe(shown + this.iterations + this.pivots, x);
      if (this.word) return this.end(engine, x, 'told');
      if (!this.step(engine, p, sides)) return this.lastResort(engine, p, es, least, monitor, shown);
    }
    return this.best(engine, es, least);
  }

  /** No step is left: the vertex that the last iterate leans on, if there is one; else the best iterate. */
  private lastResort(
    engine: FreeSetEngine,
    p: Problem,
    es: number,
    least: number,
    monitor: Monitor | undefined,
    shown: number,
  ): InteriorEnd {
    return this.crossover(engine, p, es, monitor, shown) ?? this.best(engine, es, least);
  }

  private best(engine: FreeSetEngine, es: number, least: number): InteriorEnd {
    if (!(least < Infinity)) return 'singular';
    return this.end(engine, this.v.best, least <= ACCEPT * es ? 'interior' : 'limit');
  }

  private end(engine: FreeSetEngine, x: Float64Array, how: InteriorEnd): InteriorEnd {
    engine.x.set(x);
    engine.residual();
    return how;
  }

  /** (IP3): clamp(0), a distance of the energy scale away from each bound, every product z (x - l) the same energy. */
  private start(p: Problem, scale: number): number {
    const { n, lo, hi } = p;
    const { diagonal } = p.A;
    if (this.n !== n) {
      this.n = n;
      for (const name of VECTORS) this.v[name] = new Float64Array(n);
      this.hasLower = new Uint8Array(n);
      this.hasUpper = new Uint8Array(n);
      this.fixed = new Uint8Array(n);
    }
    const { x, zl, zu } = this.v;
    let sides = 0;
    for (let i = 0; i < n; i++) {
      const d = Math.sqrt((2 * scale) / (n * diagonal[i]));
      this.fixed[i] = hi[i] - lo[i] <= 1e-11 * d ? 1 : 0;
      this.hasLower[i] = this.fixed[i] === 0 && lo[i] > -Infinity ? 1 : 0;
      this.hasUpper[i] = this.fixed[i] === 0 && hi[i] < Infinity ? 1 : 0;
      sides += this.hasLower[i] + this.hasUpper[i];
      const inset = Math.min(d, 0.5 * (hi[i] - lo[i]));
      x[i] = this.fixed[i] ? lo[i] : Math.min(Math.max(0, lo[i] + inset), hi[i] - inset);
      zl[i] = this.hasLower[i] ? (diagonal[i] * d * d) / (x[i] - lo[i]) : 0;
      zu[i] = this.hasUpper[i] ? (diagonal[i] * d * d) / (hi[i] - x[i]) : 0;
    }
    return sides;
  }

  private show(engine: FreeSetEngine): void {
    engine.x.set(this.v.x);
    for (let i = 0; i < this.n; i++) engine.state[i] = this.fixed[i] ? LOWER : FREE;
  }

  /** w = A x + b, the dual residual, the diagonal of the barrier; returns the gap in joules. */
  private residuals(engine: FreeSetEngine, p: Problem): number {
    engine.residual();
    const { w } = engine;
    const { x, zl, zu, D, rd } = this.v;
    let complementarity = 0;
    let residual = 0;
    for (let i = 0; i < this.n; i++) {
      D[i] = 0;
      rd[i] = 0;
      if (this.fixed[i]) continue;
      rd[i] = -(w[i] - zl[i] + zu[i]);
      residual += (rd[i] * rd[i]) / p.A.diagonal[i];
      if (this.hasLower[i]) {
        complementarity += zl[i] * (x[i] - p.lo[i]);
        D[i] += zl[i] / (x[i] - p.lo[i]);
      }
      if (this.hasUpper[i]) {
        complementarity += zu[i] * (p.hi[i] - x[i]);
        D[i] += zu[i] / (p.hi[i] - x[i]);
      }
    }
    return complementarity + 0.5 * residual;
  }

  /** Predictor, corrector, step; false if nothing finite came out. */
  private step(engine: FreeSetEngine, { lo, hi }: Problem, sides: number): boolean {
    const { x, zl, zu, rd, dx, dl, du, dxA, dlA, duA } = this.v;
    const { n, hasLower, hasUpper, fixed } = this;
    for (let i = 0; i < n; i++) dx[i] = fixed[i] ? 0 : rd[i] - zl[i] + zu[i]; // predictor: aim at zero complementarity
    engine.solveShifted(dx);
    for (let i = 0; i < n; i++) {
      if (hasLower[i]) dl[i] = -zl[i] - (zl[i] / (x[i] - lo[i])) * dx[i];
      if (hasUpper[i]) du[i] = -zu[i] + (zu[i] / (hi[i] - x[i])) * dx[i];
    }
    const reach = this.reach(lo, hi);
    let now = 0;
    let then = 0;
    for (let i = 0; i < n; i++) {
      if (hasLower[i]) {
        now += zl[i] * (x[i] - lo[i]);
        then += (zl[i] + reach * dl[i]) * (x[i] + reach * dx[i] - lo[i]);
      }
      if (hasUpper[i]) {
        now += zu[i] * (hi[i] - x[i]);
        then += (zu[i] + reach * du[i]) * (hi[i] - x[i] - reach * dx[i]);
      }
    }
    const ratio = then / now;
    const centre = (ratio * ratio * ratio * now) / sides;
    dxA.set(dx);
    dlA.set(dl);
    duA.set(du);
    for (let i = 0; i < n; i++) {
      let r = rd[i];
      if (hasLower[i]) r += -zl[i] + (centre - dxA[i] * dlA[i]) / (x[i] - lo[i]);
      if (hasUpper[i]) r -= -zu[i] + (centre + dxA[i] * duA[i]) / (hi[i] - x[i]);
      dx[i] = fixed[i] ? 0 : r;
    }
    engine.solveShifted(dx);
    for (let i = 0; i < n; i++) {
      if (hasLower[i]) dl[i] = -zl[i] + (centre - dxA[i] * dlA[i] - zl[i] * dx[i]) / (x[i] - lo[i]);
      if (hasUpper[i]) du[i] = -zu[i] + (centre + dxA[i] * duA[i] + zu[i] * dx[i]) / (hi[i] - x[i]);
    }
    const a = Math.min(1, STEP * this.reach(lo, hi));
    if (!(a > 0)) return false; // NaN too
    for (let i = 0; i < n; i++) {
      x[i] += a * dx[i];
      if (hasLower[i]) zl[i] += a * dl[i];
      if (hasUpper[i]) zu[i] += a * du[i];
    }
    return true;
  }

  /** How far, at most 1, the direction can be followed before a slack or a multiplier reaches zero. */
  private reach(lo: Float64Array, hi: Float64Array): number {
    const { x, zl, zu, dx, dl, du } = this.v;
    let a = 1;
    for (let i = 0; i < this.n; i++) {
      if (this.hasLower[i]) {
        if (dx[i] < 0) a = Math.min(a, (lo[i] - x[i]) / dx[i]);
        if (dl[i] < 0) a = Math.min(a, -zl[i] / dl[i]);
      }
      if (this.hasUpper[i]) {
        if (dx[i] > 0) a = Math.min(a, (hi[i] - x[i]) / dx[i]);
        if (du[i] < 0) a = Math.min(a, -zu[i] / du[i]);
      }
    }
    return a;
  }

  /** Rows whose multiplier outweighs their slack go to the bound, the others are free; pivoting does the rest. */
  private crossover(
    engine: FreeSetEngine,
    p: Problem,
    es: number,
    monitor: Monitor | undefined,
    shown: number,
  ): InteriorEnd | undefined {
    const { x, zl, zu } = this.v;
    const a = p.A.diagonal;
    for (let i = 0; i < this.n; i++) {
      if (this.fixed[i] || (this.hasLower[i] && zl[i] > a[i] * (x[i] - p.lo[i]))) engine.state[i] = LOWER;
      else engine.state[i] = this.hasUpper[i] && zu[i] > a[i] * (p.hi[i] - x[i]) ? UPPER : FREE;
    }
    const rules = { maxPivots: 12, patience: 4, fallback: 'give-up', measured: true, content: true } as const;
    const end = this.pivoting.run(engine, p, es, rules, monitor, shown + this.iterations + this.pivots);
    this.pivots += this.pivoting.pivots;
    this.word = this.pivoting.word;
    this.crossed = end === 'settled' || end === 'told';
    return this.crossed ? (end as InteriorEnd) : undefined;
  }
}

/**
 * The energy that a start is measured by: es, or the kinetic energy of doing nothing if that is far more. Two bounds
 * 1e-9 apart may be all that doing nothing has wrong, while other rows move at 1 m/s.
 */
function scaleOf(engine: FreeSetEngine, { n, A, lo, hi }: Problem, es: number): number {
  const { x, w } = engine;
  for (let i = 0; i < n; i++) x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
  engine.residual();
  let kinetic = 0;
  for (let i = 0; i < n; i++) kinetic += (w[i] * w[i]) / (2 * A.diagonal[i]);
  return es < TINY * kinetic ? kinetic : es;
}
