/**
 * What pivoting, interior-point and subspace solvers need of linear algebra: solve the rows that are free with the
 * others at their bounds.   docs/theory/block-pivoting.md (BP1)
 *
 * An engine is prepared for one problem, then asked many times. It owns x, w and the states; two kinds exist, body
 * space for structured problems and rows of A otherwise, and callers use both in the same way.
 */
import type { Problem } from '../../problem/problem.ts';
import type { SolverInstance } from '../../problem/solver.ts';

export const FREE = 0;
export const LOWER = 1;
export const UPPER = 2;

/** Counted, never measured: choices that depend on it are the same on every machine. */
export interface FactorWork {
  readonly factor: number;
  readonly solve: number;
}

export interface FreeSetEngine {
  readonly n: number;
  /** Impulses of the current set; free rows may be out of bounds. */
  readonly x: Float64Array;
  /** Velocities A x + b; after `solveSet` zero on free rows, after `residual` true everywhere. */
  readonly w: Float64Array;
  /** FREE, LOWER or UPPER of each row. */
  readonly state: Uint8Array;
  /** Rows that `infeasible` found. */
  readonly bad: Int32Array;
  /** Factorisations since `prepare`. */
  readonly factorisations: number;
  /** After `prepare`: multiplications of a factorisation of all rows, and of a solve with it. */
  readonly work: FactorWork;
  /** Reads a problem: matrix and b; bounds are read from p at every call. */
  prepare(p: Problem): void;
  /** x = clamp(0), w = b; the energy error of that, J, NaN if A or b is not finite; -1 if x is not zero, w then wrong. */
  nothing(): number;
  /** x on free rows such that w = 0 there, the others at their bounds; false if the free block is singular. */
  solveSet(): boolean;
  /** w = A x + b; the energy that the free rows still lack, sum of w^2/2a. */
  residual(): number;
  /** After `solveSet`: the energy error of x with w at hand, J. */
  energy(): number;
  /** After `residual`: one step of refinement of the free rows. */
  refine(): void;
  /** Lists in `bad` the rows that are infeasible by more than share/2 joules; returns their number. */
  infeasible(share: number): number;
  /** Factors A + diag(D) on the free rows, for `solveShifted`; the next `solveSet` starts afresh. */
  factorShifted(D: Float64Array): boolean;
  /** r <- (A + D)^-1 r on the free rows, zero on the others. */
  solveShifted(r: Float64Array): void;
  release(): void;
}

/** A solver instance inside another solver, which may write new numbers into operators that it has handed in before. */
export interface InnerInstance<Options extends object> extends SolverInstance<Options> {
  /** The numbers of operators seen before may have changed; their patterns have not. */
  forget(): void;
}
