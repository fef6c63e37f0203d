/**
 * Block principal pivoting on a free-set engine: solve the free rows, move every row that is infeasible to the other
 * side, repeat.   docs/theory/block-pivoting.md (BP2)-(BP4)
 *
 * Every tolerance is an energy: row i is infeasible if a dx^2/2 (free) or w^2/2a (at a bound) exceeds tau es/n, es that
 * of (BP6). Tried: tau from 1e-16 to 1e-30 gives the same pivots on every external problem.
 */
import { energySum, rowEnergy } from '../../measures/energy.ts';
import { energyScale } from '../../measures/energy-gauge.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from '../linear-systems/free-rows.ts';

/** Part of es that a row may be infeasible by, over n. */
const TAU = 1e-22;
/** Largest energy error, as a part of es, that may be called converged. */
export const ACCEPT = 1e-17;
/** Stop at this part of es: at ACCEPT a light row beside heavy ones may still be off by 1e-5 m/s in 1. */
export const FINE = 1e-20;
/** Refinement steps at the end, each of which must divide the residual energy by four. */
const REFINEMENTS = 8;

export interface PivotingRules {
  /** Most pivots. */
  readonly maxPivots: number;
  /** Block pivots without a new least number of infeasible rows before giving up on blocks. */
  readonly patience: number;
  /** What follows then: nothing (the caller has another method), or single pivots of the last infeasible row. */
  readonly fallback: 'give-up' | 'single';
  /** The monitor measures against the bounds of p, so the engine may measure for it; false if p has bounds of its own. */
  readonly measured?: boolean;
  /**
   * Stop at the first set whose energy error is small, even if rounding still makes rows infeasible. Default: only when block
   * pivots stall.
   */
  readonly content?: boolean;
}

export type PivotingEnd =
  /** Every row feasible and the residual small. */
  | 'settled'
  /** Every row feasible, but the free rows do not reach w = 0 to ACCEPT. */
  | 'inaccurate'
  | 'stalled'
  | 'limit'
  | 'singular'
  /** The monitor's word is in `word`. */
  | 'told';

export class Pivoting {
  pivots = 0;
  /** Blocks did not help: the last pivots moved one row each. */
  isSingle = false;
  word: Status | undefined;
  /** 2 tau es/n: twice the energy by which a row may be infeasible. */
  private share = 0;
  /** Iterates shown before this run. */
  private shown = 0;

  /** From the engine's states; the answer is in its x and w. */
  run(
    engine: FreeSetEngine,
    p: Problem,
    es: number,
    { maxPivots, patience, fallback, measured = false, content = false }: PivotingRules,
    monitor: Monitor | undefined,
    shown = 0,
  ): PivotingEnd {
    this.begin(p, es, shown);
    let fewest = p.n + 1;
    let left = patience;
    while (this.pivots < maxPivots) {
      if (!engine.solveSet()) return 'singular';
      this.pivots++;
      const energy = monitor && measured ? engine.energy() : undefined;
      this.word = monitor?.observe(this.shown + this.pivots, engine.x, engine.w, energy);
      if (this.word) return 'told';
      let count = engine.infeasible(this.share);
      if (count === 0) {
        const energy = polish(engine, TAU * es);
        count = engine.infeasible(this.share);
        if (count === 0) return energy <= ACCEPT * es ? 'settled' : 'inaccurate';
      }
      if (content && this.goodEnough(engine, FINE * es)) return 'settled';
      if (count < fewest) {
        fewest = count;
        left = patience;
      } else if (left > 0) left--;
      else if (fallback === 'give-up') return this.goodEnough(engine, ACCEPT * es) ? 'settled' : 'stalled';
      if (left > 0 || fallback === 'give-up') for (let k = 0; k < count; k++) flip(engine, p, engine.bad[k]);
      else {
        this.isSingle = true;
        flip(engine, p, engine.bad[count - 1]);
      }
    }
    return 'limit';
  }

  /** Redundant rows can keep flipping sides by rounding alone: accept the set once its energy is small enough. */
  private goodEnough(engine: FreeSetEngine, enough: number): boolean {
    if (!(engine.energy() <= enough)) return false;
    polish(engine, (TAU / FINE) * enough);
    return engine.energy() <= enough;
  }

  private begin(p: Problem, es: number, shown: number): void {
    this.pivots = 0;
    this.isSingle = false;
    this.shown = shown;
    this.word = undefined;
    this.share = (2 * TAU * es) / p.n;
  }
}

/** A free row goes to the bound it crossed, any other becomes free. */
function flip({ state, x }: FreeSetEngine, { lo }: Problem, i: number): void {
  state[i] = state[i] !== FREE ? FREE : x[i] < lo[i] ? LOWER : UPPER;
}

/** Refines the free rows while that divides their residual energy by four; the energy that is left. */
export function polish(engine: FreeSetEngine, enough: number): number {
  let energy = engine.residual();
  for (let k = 0; k < REFINEMENTS && energy > enough; k++) {
    engine.refine();
    const next = engine.residual();
    const falls = next < 0.25 * energy;
    energy = next;
    if (!falls) break;
  }
  return energy;
}

/** es (BP6), the energy that all tolerances are parts of; NaN if A or b is not finite. Leaves x = clamp(0) in the engine. */
export function engineScale(engine: FreeSetEngine, p: Problem): number {
  const { x, w } = engine;
  let error = engine.nothing();
  if (error > 0) return error;
  if (error < 0) {
    engine.residual();
    error = energySum(x, w, p.A.diagonal, p.lo, p.hi);
  }
  return energyScale(error, w, p.A.diagonal);
}

/** After `engineScale`: x = clamp(0) solves the problem exactly. */
export function nothingSolves({ n, x, w }: FreeSetEngine, { A, lo, hi }: Problem): boolean {
  const a = A.diagonal;
  for (let i = 0; i < n; i++) if (rowEnergy(a[i], x[i], w[i], lo[i], hi[i]) !== 0) return false;
  return true;
}

/** The set that a warm start stands on; without one (all zero) every row is free that can be. */
export function statesFrom(x: Float64Array, { n, lo, hi }: Problem, state: Uint8Array): void {
  state.fill(FREE);
  for (let i = 0; i < n; i++) if (!(lo[i] < hi[i])) state[i] = LOWER;
  let zeros = 0;
  while (zeros < n && x[zeros] === 0) zeros++;
  if (zeros === n) return;
  for (let i = 0; i < n; i++) {
    if (!(lo[i] < hi[i])) continue;
    if (x[i] <= lo[i]) state[i] = LOWER;
    else if (x[i] >= hi[i]) state[i] = UPPER;
  }
}
