/**
 * Block principal pivoting on a free-set engine: solve the free rows, move every row that is infeasible to the other
 * side, repeat.   docs/theory/block-pivoting.md (BP2)-(BP4)
 *
 * Every tolerance is an energy: row i is infeasible if a dx^2/2 (free) or w^2/2a (at a bound) exceeds tau e0/n, e0 the
 * energy error of x = clamp(0). Tried: tau from 1e-16 to 1e-30 gives the same pivots on every external problem.
 */
import { energySum } from '../../measures/energy.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from '../linear-systems/free-rows.ts';

/** Part of e0 that a row may be infeasible by, over n. */
const TAU = 1e-22;
/** Largest energy error, as a part of e0, that may be called converged. */
export const ACCEPT = 1e-17;
/** At this part of e0 nothing more is tried: at ACCEPT a light row beside heavy ones may still be off by 1e-5 m/s in 1. */
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
  /** The monitor measures against the bounds of p, so the engine may measure for it; not so where p has bounds of its own. */
  readonly measured?: boolean;
  /** Ends at the first set whose energy error is small, were its rows infeasible by rounding: else only where blocks stall. */
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
  word: Status | undefined;
  /** 2 tau e0/n: twice the energy by which a row may be infeasible. */
  private share = 0;
  /** Iterates shown before this run. */
  private shown = 0;

  /** From the engine's states; the answer is in its x and w. */
  run(
    engine: FreeSetEngine,
    p: Problem,
    e0: number,
    { maxPivots, patience, fallback, measured = false, content = false }: PivotingRules,
    monitor: Monitor | undefined,
    shown = 0,
  ): PivotingEnd {
    this.begin(p, e0, shown);
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
        const energy = polish(engine, TAU * e0);
        count = engine.infeasible(this.share);
        if (count === 0) return energy <= ACCEPT * e0 ? 'settled' : 'inaccurate';
      }
      if (content && this.goodEnough(engine, FINE * e0)) return 'settled';
      if (count < fewest) {
        fewest = count;
        left = patience;
      } else if (left > 0) left--;
      else if (fallback === 'give-up') return this.goodEnough(engine, ACCEPT * e0) ? 'settled' : 'stalled';
      if (left > 0 || fallback === 'give-up') for (let k = 0; k < count; k++) flip(engine, p, engine.bad[k]);
      else flip(engine, p, engine.bad[count - 1]);
    }
    return 'limit';
  }

  /** Sets that change for ever by rows that are infeasible by their rounding only, as those of redundant rows do. */
  private goodEnough(engine: FreeSetEngine, enough: number): boolean {
    if (!(engine.energy() <= enough)) return false;
    polish(engine, (TAU / FINE) * enough);
    return engine.energy() <= enough;
  }

  private begin(p: Problem, e0: number, shown: number): void {
    this.pivots = 0;
    this.shown = shown;
    this.word = undefined;
    this.share = (2 * TAU * e0) / p.n;
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

/** e0, the unit of all tolerances (BP6); NaN where A or b is not finite. Overwrites the engine's x and w. */
export function energyOfNothing(engine: FreeSetEngine, { n, A, b, lo, hi }: Problem): number {
  const { x, w } = engine;
  let nothing = true; // where zero is within all bounds, w = b without a product
  for (let i = 0; i < n; i++) {
    x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
    if (x[i] !== 0) nothing = false;
  }
  if (nothing) w.set(b);
  else engine.residual();
  return energyScale(x, w, A.diagonal, lo, hi);
}

/**
 * (BP6): the energy error of x, which is clamp(0); where that is zero, the kinetic energy of its velocities, so that a
 * problem in small units keeps its own scale; 1 J where that is zero too.
 */
export function energyScale(
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
): number {
  let finite = 0;
  for (let i = 0; i < a.length; i++) finite += 0 * w[i]; // NaN where one is not finite
  const error = energySum(x, w, a, lo, hi) + finite;
  if (error !== 0) return error;
  let kinetic = 0;
  for (let i = 0; i < a.length; i++) kinetic += (w[i] * w[i]) / (2 * a[i]);
  return kinetic === 0 ? 1 : kinetic;
}

/** After `energyOfNothing`: x = clamp(0) solves the problem exactly, nothing needs to be done. */
export function nothingSolves({ x, w }: FreeSetEngine, { A, lo, hi }: Problem): boolean {
  return energySum(x, w, A.diagonal, lo, hi) === 0;
}

/** The set that a warm start stands on; without one (all zero) every row is free that can be. */
export function statesFrom(x: Float64Array, { n, lo, hi }: Problem, state: Uint8Array): void {
  let cold = true;
  for (let i = 0; i < n; i++) if (x[i] !== 0) cold = false;
  for (let i = 0; i < n; i++) {
    if (!(lo[i] < hi[i])) state[i] = LOWER;
    else state[i] = cold ? FREE : x[i] <= lo[i] ? LOWER : x[i] >= hi[i] ? UPPER : FREE;
  }
}
