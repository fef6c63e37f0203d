/** EATK18 Sec. 5: the four test cases, the starts of a solve that the paper leaves open, and small helpers that its experiments share. */
import type { NamedProblem } from '../../replay/request.ts';
import { median, quantile } from '../../statistics.ts';
import type { Captured, CapturedRequest, ExperimentContext } from '../context.ts';
import type { ClaimVerdict } from '../experiment.ts';

export interface TestCase {
  /** Name in the catalogue of scenes. */
  readonly scene: string;
  readonly title: string;
  /** Key of the printed tables. */
  readonly key: 'grasping' | 'winch' | 'loop' | 'wall';
}

/** In the order of Fig. 7 and Table 4. */
export const TEST_CASES: readonly TestCase[] = [
  { scene: 'log-grasping', title: 'Log grasping', key: 'grasping' },
  { scene: 'winch', title: 'Winch', key: 'winch' },
  { scene: 'closed-loop', title: 'Closed loop', key: 'loop' },
  { scene: 'brick-wall', title: 'Brick wall', key: 'wall' },
];

/**
 * `warm`: from the last step's impulses; `cold`: from x = 0. Friction bounds begin as stored in both. The paper warm-starts after an
 * update of the bounds and does not say how a step begins.
 */
export type Start = 'warm' | 'cold';
export const STARTS: readonly Start[] = ['warm', 'cold'];

export type StepProblem = Captured['problems'][number];

/** Steps of a run: the paper's 500; the short version has the grasp, the winding, the impact and the standing wall in fewer. */
export function stepsOf({ quick }: ExperimentContext, settings: CapturedRequest['settings'] = 'papers'): number {
  return quick ? (settings === 'papers' ? 200 : 100) : 500;
}

/** The MLCPs of a test case. */
export function capturedCase(
  context: ExperimentContext,
  { scene }: TestCase,
  settings: CapturedRequest['settings'] = 'papers',
): Captured {
  return context.captured({ scene, settings, steps: stepsOf(context, settings) });
}

/** Every `every`-th step. */
export function thinned(problems: readonly StepProblem[], every: number): readonly StepProblem[] {
  return problems.filter(({ step }) => step % every === 0);
}

/** The same problems with the start asked for. */
export function startedAt<T extends NamedProblem>(problems: readonly T[], start: Start): readonly T[] {
  if (start === 'warm') return problems;
  return problems.map((one) => ({ ...one, problem: { ...one.problem, warm: undefined } }));
}

interface Quartiles {
  readonly lower: number | null;
  readonly median: number | null;
  readonly upper: number | null;
}

export function quartiles(values: readonly (number | null)[]): Quartiles {
  return { lower: quantile(values, 0.25), median: median(values), upper: quantile(values, 0.75) };
}

/** 0 to 1; 0 without values. */
export function shareOf<T>(values: readonly T[], test: (value: T) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/** "3 (2 to 5)" */
export function quartilesText({ lower, median: middle, upper }: Quartiles, digits = 3): string {
  const text = (value: number | null) => (value === null ? 'none' : String(Number(value.toPrecision(digits))));
  return `${text(middle)} (${text(lower)} to ${text(upper)})`;
}

/** A claim that holds for each start, for one of them, or for none. */
export function verdictOfStarts(holds: Readonly<Record<Start, boolean>>): ClaimVerdict {
  if (holds.warm && holds.cold) return 'holds';
  return holds.warm || holds.cold ? 'holds under conditions' : 'does not hold';
}

/** A power of ten as the paper's Table 4 has it: the exponent of the rounded logarithm; null for zero and what is not finite. */
export function order(value: number | null): number | null {
  return value === null || !(value > 0) || !Number.isFinite(value) ? null : Math.round(Math.log10(value));
}
