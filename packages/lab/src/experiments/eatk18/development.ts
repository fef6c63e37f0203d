/** Errors of one solve, sweep by sweep, with friction bounds that stay or follow the normals every few sweeps. */
import { energyError, frictionConsistency, naturalResidual } from '@signorini/engine/measures';
import { type Problem, StructuredOperator, setFrictionBounds, withBounds } from '@signorini/engine/problem';
import { completeOptions, findSolver, type Monitor, type OptionValues } from '@signorini/engine/solvers';
import type { Start } from './test-cases.ts';

/** How a problem is swept. */
export interface Condition {
  readonly name: string;
  readonly start: Start;
  /** Friction bounds become those of the normals after so many sweeps; 0: never. */
  readonly update: number;
  /** Default pgs. */
  readonly solver?: string;
  readonly options?: OptionValues;
  /** Changes the compliance of a row, 1/kg; default: as captured. */
  readonly compliance?: (c: number, kind: string | undefined) => number;
}

/** Errors at the sweeps `k`; 0 is the start. */
export interface Development {
  readonly k: number[];
  /** l1, against the bounds of the sweep. */
  readonly residual: number[];
  /** J */
  readonly energy: number[];
  /** J */
  readonly consistency: number[];
  /** The iterates stopped being finite, or the solver reported divergence. */
  diverged: boolean;
}

/** Every sweep up to 50, then steps of 3 per cent. */
function isSampled(k: number): boolean {
  return k <= 50 || Math.floor(Math.log(k) / Math.log(1.03)) > Math.floor(Math.log(k - 1) / Math.log(1.03));
}

export function develop(given: Problem, condition: Condition, sweeps: number): Development {
  const p = compliant(given, condition.compliance);
  const solver = findSolver(condition.solver ?? 'pgs');
  const x = condition.start === 'warm' && p.warm ? p.warm.slice() : new Float64Array(p.n);
  const bounded = withBounds(p, p.lo.slice(), p.hi.slice());
  const recorder = new Recorder(bounded, sweeps);
  const batch = condition.update > 0 ? condition.update : sweeps;
  const options = completeOptions(solver, { ...condition.options, maxIterations: batch, tolerance: 0 });
  const instance = solver.create();
  recorder.see(x);
  while (recorder.sweep < sweeps && !recorder.record.diverged) {
    const { status } = instance.solve(bounded, x, options, recorder);
    if (status === 'diverged') recorder.record.diverged = true;
    setFrictionBounds(p, x, bounded.lo, bounded.hi);
  }
  instance.release();
  return recorder.record;
}

class Recorder implements Monitor {
  readonly ownsStopping = true; // sweeps go on to the limit
  readonly record: Development = { k: [], residual: [], energy: [], consistency: [], diverged: false };
  sweep = 0;
  private readonly p: Problem;
  private readonly most: number;

  constructor(p: Problem, most: number) {
    this.p = p;
    this.most = most;
  }

  begin(): void {}

  observe(_: number, x: Float64Array): undefined {
    this.sweep++;
    if (isSampled(this.sweep) || this.sweep === this.most) this.see(x);
  }

  see(x: Float64Array): void {
    const { record, p } = this;
    const residual = naturalResidual(p, x).value;
    if (!Number.isFinite(residual)) record.diverged = true;
    if (record.diverged) return;
    record.k.push(this.sweep);
    record.residual.push(residual);
    record.energy.push(energyError(p, x).value);
    record.consistency.push(frictionConsistency(p, x).value);
  }
}

function compliant(p: Problem, change: Condition['compliance']): Problem {
  if (!change || !p.structure) return p;
  const C = p.structure.C.map((c, i) => change(c, p.kind?.[i]));
  const structure = { ...p.structure, C };
  return { ...p, structure, A: new StructuredOperator(structure) };
}

/** The first sweep from which on the residual stays below `limit`; null if there is none. */
export function sweepsBelow({ k, residual, diverged }: Development, limit: number): number | null {
  if (diverged) return null;
  let first: number | null = null;
  for (let i = k.length - 1; i >= 0 && residual[i]! < limit; i--) first = k[i]!;
  return first;
}

/** End over start; null if it diverged. */
export function gainOf({ residual, diverged }: Development): number | null {
  return diverged ? null : residual[residual.length - 1]! / residual[0]!;
}

export type Fate = 'converges' | 'stalls' | 'diverges';

/** A curve that ends below this part of its start has converged, and so has one below this residual, which is rounding. */
const SHRUNK = 1e-3;
const ROUNDING = 1e-9;

/**
 * `diverges`: ends above its start, or is not finite; `converges`: ends below a thousandth of it, or at less than half of all that it
 * had been in the first half of the sweeps; `stalls`: what is left.
 */
export function fateOf(curve: Development): Fate {
  const gain = gainOf(curve);
  if (gain === null) return 'diverges';
  const { k, residual } = curve;
  const end = residual.at(-1)!;
  const half = k.at(-1)! / 2;
  const least = Math.min(...residual.filter((_, i) => k[i]! <= half));
  if (gain < SHRUNK || end < ROUNDING || end < 0.5 * least) return 'converges';
  return gain < 1 ? 'stalls' : 'diverges';
}
