/** State of one thread of the scoreboard: the problems as solvers get them, and the solvers. */
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver } from '@signorini/engine/solvers';
import { cutRow, scoreProblem, withoutAnswer } from '../../scoreboard/score-problem.ts';
import type { ScoredSolver, ScoreRow } from '../../scoreboard/scoreboard.ts';
import { collectionProblem } from '../collection/collection.ts';
import { type OpenSolvers, openSolvers } from '../outside/open-solvers.ts';
import { parseSolverList } from '../outside/solver-list.ts';

export interface ScoreItem {
  readonly problem: string;
  /** Place in the list of solvers. */
  readonly solver: number;
}

export class ScoreTable {
  readonly descriptions: readonly ScoredSolver[];
  private readonly opened: OpenSolvers;
  private readonly limitMs: number;
  private readonly problems = new Map<string, Problem>();

  private constructor(opened: OpenSolvers, limitMs: number, descriptions: readonly ScoredSolver[]) {
    this.opened = opened;
    this.limitMs = limitMs;
    this.descriptions = descriptions;
  }

  /** @param limitMs for one solve of a program. @throws ContractError, FileError for solvers that do not exist */
  static async open(list: string, limitMs: number): Promise<ScoreTable> {
    const opened = await openSolvers(list, limitMs);
    const specs = parseSolverList(list);
    return new ScoreTable(
      opened,
      limitMs,
      opened.solvers.map((solver, k) =>
        description(solver, specs[k]?.kind === 'name' ? null : (specs[k]?.text ?? null)),
      ),
    );
  }

  /** An answer that came after the time limit is none. */
  async score({ problem: name, solver: k }: ScoreItem): Promise<ScoreRow> {
    const problem = this.problems.get(name) ?? withoutAnswer(await collectionProblem(name));
    this.problems.set(name, problem);
    const start = performance.now();
    const row = scoreProblem(name, problem, this.opened.solvers[k]!, () => performance.now());
    const took = row.outcome === 'failed' ? performance.now() - start : (row.timeMs ?? 0); // a program that was ended failed
    return took >= this.limitMs ? cutRow(name, row.solver, this.limitMs) : row;
  }

  close(): Promise<void> {
    return this.opened.close();
  }
}

function description({ name, summary, family, defaults }: AnySolver, given: string | null): ScoredSolver {
  return { name, given, summary, family, options: defaults };
}
