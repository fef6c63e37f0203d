/**
 * Problems x solvers: every solver solves every problem from the same warm start.   docs/guide/replay.md
 *
 * Timed is the solve alone: without a monitor, with an A that has not been assembled before, solvers interleaved so that
 * a machine that slows down slows all of them. Measured is the last answer, outside the timing. One instance per solver
 * serves all problems, so that it reuses what it may reuse (memory, symbolic analysis).
 */
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver, OptionValues, SolverInstance } from '@signorini/engine/solvers';
import { atOnce } from '../at-once.ts';
import { finite, median } from '../statistics.ts';
import { type ProblemSource, sourceOf } from './problem-source.ts';
import { qualify, warmUp } from './qualify.ts';
import { Entrant, raceOrder } from './race.ts';
import { type Attempt, answerRow, type ReplayRow, solveCell } from './replay-row.ts';
import { summarize } from './replay-summary.ts';
import type { ReplayDocument, ReplayRequest } from './request.ts';

/** A solver that does not take a problem gives a refused row; the others go on. */
export function replay(request: ReplayRequest): ReplayDocument {
  return atOnce(replaySteps(request));
}

/** Replays like `replay`, one solve per step: a program can handle signals between. */
export function* replaySteps(request: ReplayRequest): Generator<void, ReplayDocument> {
  const { problems, race, first } = request;
  const entrants = request.solvers.map((solver) => new Entrant(solver));
  const order = race ? raceOrder(problems, race.hard) : problems.map((_, k) => k);
  const early = order.slice(0, first?.problems ?? 0);
  try {
    yield* qualify(request, entrants, early);
    const candidates = entrants.filter(({ held }) => !held);
    yield* warmUp(request, candidates);
    yield* turns(request, candidates, early, entrants);
    const slow = entrants.filter(({ held }) => held === 'time');
    if (early.length < order.length)
      first?.report?.(
        documentOf(request, candidates, early.length),
        slow.map(({ solver }) => solver.name),
      );
    const others = entrants.filter(({ held }) => held !== 'time');
    yield* warmUp(request, entrants);
    if (first?.leaveSlow) yield* turns(request, others, order, others);
    if (!first?.leaveSlow || others.every(({ failed }) => failed)) yield* turns(request, entrants, order, entrants);
  } finally {
    for (const { instance } of entrants) instance.release();
  }
  return documentOf(request, entrants, problems.length);
}

/** Solvers taking turns on those of these problems that they have not had; `all` of the entrants count for the progress. */
function* turns(
  request: ReplayRequest,
  entrants: readonly Entrant[],
  places: readonly number[],
  all: readonly Entrant[],
): Generator<void> {
  const { problems, repeat = 1, progress } = request;
  for (const place of places) {
    const { name, problem, source = sourceOf(problem.title) } = problems[place]!;
    const going = entrants.filter((entrant) => !entrant.rows.has(place) && !entrant.stopped(request));
    const runs = going.map((entrant) => ({
      entrant,
      run: new RepeatedSolve(problem, entrant.solver, entrant.instance),
    }));
    const before = all.reduce((sum, { rows }) => sum + repeat * rows.size, 0);
    const total = all.reduce((sum, entrant) => sum + repeat * (entrant.rows.size + entrant.ahead(request)), 0);
    for (let r = 0; r < repeat; r++)
      for (const [k, { run }] of runs.entries()) {
        if (run.isSlow(request)) continue;
        progress?.(before + r * runs.length + k, total, name, run.solver.name);
        run.solveOnce(request);
        yield;
      }
    for (const { entrant, run } of runs) {
      entrant.add(place, run.row(name, source), request);
      if (run.isSlow(request)) entrant.slow++;
      else if (run.isDoubtful(request) && entrant.mayAskAgain(request)) {
        run.solveAgain(request);
        entrant.add(place, run.row(name, source), request);
      }
    }
  }
}

/** Rows in the order of the problems, whatever the order in which they were solved. */
function documentOf(request: ReplayRequest, entrants: readonly Entrant[], given: number): ReplayDocument {
  return {
    rows: request.problems.flatMap((_, place) => entrants.flatMap(({ rows }) => rows.get(place) ?? [])),
    summary: entrants.map((entrant) => {
      const rows = [...entrant.rows].sort(([p], [q]) => p - q).map(([, row]) => row);
      const why = entrant.stopped(request) ?? entrant.held; // the latter: it had no turn
      return summarize(entrant.solver.name, rows, why && rows.length < given ? { after: rows.length, why } : null);
    }),
  };
}

/** The repeated solves of one problem by one solver. */
class RepeatedSolve {
  readonly solver: AnySolver;
  private readonly p: Problem;
  private readonly instance: SolverInstance<OptionValues>;
  private readonly times: number[] = []; // ms
  private readonly claims: (number | null)[] = []; // ms
  private symbolicMs = 0;
  private last: Attempt | undefined;

  constructor(p: Problem, solver: AnySolver, instance: SolverInstance<OptionValues>) {
    this.p = p;
    this.solver = solver;
    this.instance = instance;
  }

  /** Beyond the patience, and not by one hiccup of the machine: in two solves, or ten times beyond in one. */
  isSlow({ patience, repeat = 1 }: ReplayRequest): boolean {
    if (!patience || this.times.length === 0) return false;
    const least = Math.min(...this.times);
    return least > 10 * patience.ms || (least > patience.ms && this.times.length >= Math.min(repeat, 2));
  }

  isDoubtful({ doubt }: ReplayRequest): boolean {
    return !!doubt && (median(this.times) ?? 0) > doubt.ms;
  }

  solveAgain(request: ReplayRequest): void {
    while (this.times.length < (request.doubt?.repeat ?? 0)) this.solveOnce(request);
  }

  solveOnce(request: ReplayRequest): void {
    if (this.last && !this.last.solution) return;
    this.last = solveCell(this.p, this.solver, this.instance, request);
    if (this.last.refusal !== undefined) return;
    this.times.push(this.last.timeMs); // also of a failure: patience counts it
    this.claims.push(this.last.claimedMs);
    this.symbolicMs = Math.max(this.symbolicMs, this.last.symbolicMs);
  }

  row(problem: string, source: ProblemSource): ReplayRow {
    const last = this.last!;
    return {
      problem,
      source,
      item: null,
      ...answerRow(this.p, this.solver.name, last),
      timeMs: last.solution ? median(this.times) : null,
      claimedMs: last.solution ? median(this.claims) : null,
      symbolicMs: last.solution ? finite(this.symbolicMs) : null,
      timed: last.solution ? 'alone' : 'no',
    };
  }
}
