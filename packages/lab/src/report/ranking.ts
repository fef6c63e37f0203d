/**
 * The solvers in the order of their merit: those that pass by their median time, then those that fail by how near they
 * are. Of them the shortlist, and the few that charts emphasise.
 */
import { findSolver, solvers } from '@signorini/engine/solvers';
import { larger } from '../evaluate/larger-error.ts';
import { counted, plain, short } from '../number-text.ts';
import { type SolverStyle, solverStyles } from '../plots/solver-style.ts';
import { type Recommendation, type SolverVerdict, verdictOf } from '../recommend/recommend.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import type { ReplaySummary } from '../replay/replay-summary.ts';
import type { ResultsDocument } from '../replay/results.ts';

export interface ReportRequest {
  readonly results: ResultsDocument;
  readonly title: string;
  /** Largest error that counts as solved, J (J/s^2 for force problems). */
  readonly tolerance: number;
  /** For the slowest problem, ms; default: that of the recommendation, else none. */
  readonly budgetMs?: number;
  readonly recommendation?: Recommendation;
  /** The SVG file of the scene, as `drawScene` and `drawShots` make it. */
  readonly picture?: string;
}

export interface Entry {
  readonly name: string;
  /** Direct, iterative, hybrid; `own` for one that is not built in. */
  readonly family: string;
  readonly style: SolverStyle;
  readonly line: ReplaySummary;
  readonly verdict: SolverVerdict;
  /** J (J/s^2 for force problems); the larger of the two worst errors. */
  readonly worst: number | null;
  /** Place in the order of merit, from 0. */
  readonly rank: number;
  /** Drawn in colour from the start. */
  readonly featured: boolean;
}

export interface Limits {
  /** In `unit`. */
  readonly tolerance: number;
  readonly unit: string;
  /** ms; Infinity if none was given. */
  readonly budget: number;
  /** That were replayed. */
  readonly problems: number;
}

/** Data of every chart of the report. */
export interface ChartData {
  readonly rows: readonly ReplayRow[];
  readonly entries: readonly Entry[];
  readonly limits: Limits;
}

const FEATURED = 6;

export function limitsOf({ results, tolerance, budgetMs, recommendation }: ReportRequest): Limits {
  return {
    tolerance,
    unit: results.rows[0]?.unit ?? 'J',
    budget: recommendation?.budgetMs ?? budgetMs ?? Infinity,
    problems: recommendation?.problems ?? new Set(results.rows.map(({ problem }) => problem)).size,
  };
}

export function rankedEntries(request: ReportRequest): Entry[] {
  const { results, recommendation } = request;
  const limits = limitsOf(request);
  const given = new Map(recommendation?.solvers.map((line) => [line.solver, line]));
  const styles = solverStyles(results.summary.map(({ solver }) => solver));
  const asked = { budgetMs: limits.budget, toleranceJ: limits.tolerance, problems: limits.problems };
  const entries = results.summary.map((line) => ({
    name: line.solver,
    family: familyOf(line.solver),
    style: styles.get(line.solver)!,
    line,
    verdict: given.get(line.solver) ?? verdictOf(line, asked),
    worst: larger(line.worstEnergy, line.worstFrictionConsistency),
  }));
  const sorted = entries.sort(
    (p, q) =>
      Number(q.verdict.passes) - Number(p.verdict.passes) ||
      (p.verdict.passes ? 0 : distance(p, limits) - distance(q, limits) || 0) ||
      (p.line.medianTimeMs ?? Infinity) - (q.line.medianTimeMs ?? Infinity) ||
      (p.name < q.name ? -1 : 1),
  );
  const ranked = sorted.map((entry, rank) => ({ ...entry, rank, featured: false }));
  const few = new Set([...shortlist(ranked).map(({ entry }) => entry.rank), ...ranked.map(({ rank }) => rank)]);
  const featured = new Set([...few].slice(0, FEATURED));
  return ranked.map((entry) => ({ ...entry, featured: featured.has(entry.rank) }));
}

/** Powers of ten beyond the limits, the larger of both; infinite for what is not finite. */
function distance({ worst, line }: Pick<Entry, 'worst' | 'line'>, { tolerance, budget }: Limits): number {
  const error = Math.log10((worst ?? Infinity) / tolerance);
  const time = Math.log10((line.maxTimeMs ?? Infinity) / budget);
  const beyond = Math.max(0, error, Number.isNaN(time) ? Infinity : time);
  return line.problems === 0 ? Number.MAX_VALUE : Math.round(10 * beyond) / 10; // nearer than that is alike
}

/** Chosen, runner-up, the cheapest that fails, the most accurate; one that is two of them is listed once. */
export function shortlist(entries: readonly Pick<Entry, 'name' | 'line' | 'verdict' | 'worst' | 'rank'>[]): {
  readonly roles: readonly string[];
  readonly entry: { readonly rank: number };
}[] {
  const taken = entries.filter(({ line }) => line.problems > 0);
  const passing = taken.filter(({ verdict }) => verdict.passes);
  const failing = taken.filter(({ verdict }) => !verdict.passes);
  const least = <T>(list: readonly T[], figure: (one: T) => number | null) =>
    list.filter((one) => figure(one) !== null).toSorted((p, q) => figure(p)! - figure(q)!)[0];
  const inTime = taken.filter(({ line }) => line.stoppedFor !== 'time');
  const named = [
    ['chosen', passing[0]],
    ['runner-up', passing[1]],
    ['nearest that fails', passing.length === 0 ? failing[0] : undefined],
    [
      'cheapest that fails',
      least(
        failing.filter(({ line }) => line.stoppedFor !== 'time'),
        (e) => e.line.medianTimeMs,
      ),
    ],
    ['most accurate', least(inTime, ({ worst }) => worst)],
  ] as const;
  const roles = new Map<number, string[]>();
  for (const [role, entry] of named) if (entry) roles.set(entry.rank, [...(roles.get(entry.rank) ?? []), role]);
  return [...roles].map(([rank, list]) => ({ roles: list, entry: entries.find((entry) => entry.rank === rank)! }));
}

/** Why it passes or not, in figures. */
export function reasonOf({ verdict, line, worst }: Entry, { tolerance, unit, budget, problems }: Limits): string {
  if (verdict.passes) return `all ${counted(problems, 'problem')} within the limits`;
  const of = line.problems < problems ? ` (${line.problems} of ${counted(problems, 'problem')})` : '';
  const parts = [
    ...(line.problems === 0 ? ['takes none of the problems'] : line.refused > 0 ? [`refuses ${line.refused}`] : []),
    ...(worst !== null && worst <= tolerance
      ? []
      : [
          worst === null
            ? 'errors that are not finite'
            : `error up to ${short(worst)} ${unit}, asked ${plain(tolerance)}`,
        ]),
    ...(line.maxTimeMs !== null && line.maxTimeMs <= budget
      ? []
      : [`slowest ${short(line.maxTimeMs)} ms, asked ${plain(budget)}`]),
  ];
  return `${parts.join('; ')}${of}`;
}

export const STOPPED = { time: 'too slow', error: 'had failed by its error', refused: 'refuses problems' } as const;

function familyOf(name: string): string {
  return solvers.some((solver) => solver.name === name) ? findSolver(name).family : 'own';
}
