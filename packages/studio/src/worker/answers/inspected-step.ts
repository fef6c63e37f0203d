/** Steps and problem files looked at from inside: the last one that was asked for is kept solved. */
import { ContractError, contactRows, contactTable } from '@signorini/engine';
import { type Problem, readProblem } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import type { Setup } from '../../protocol.ts';
import type { About, Answer, Inspection, ProblemInfo } from '../../questions.ts';
import type { Branch } from '../run/branch.ts';
import type { AnswerContext } from './answer-context.ts';
import { contactBlock } from './contact-block.ts';
import { ghostPoses } from './ghost.ts';
import { asMet, inspectProblem, problemInfo, rowNumbers, rowsOf, type Solved } from './inspection.ts';

/** Stands for a branch and its step if a problem file is looked at. */
const NO_RUN = { branch: -1, step: 0, warmStart: null };

/** A problem of a step, and its place among them. */
interface Met {
  readonly problem: Problem;
  readonly place: number;
}

export class InspectedStep {
  private readonly context: AnswerContext;
  private inspected: (Solved & Met & { readonly branch: number; readonly step: number }) | undefined;

  constructor(context: AnswerContext) {
    this.context = context;
  }

  /** @throws ProblemFormatError, ContractError */
  openProblem(text: string, setup: Setup): { readonly problem: ProblemInfo; readonly inspection: Inspection } {
    const problem = readProblem(text);
    const places = new Map(problem.contacts.map(({ normal }, place) => [normal, place]));
    const solved = inspectProblem(problem, setup, (normal) => places.get(normal) ?? -1);
    const { x } = solved.iterates.at(-1)!;
    const { branch, step } = NO_RUN;
    this.inspected = { ...solved, problem, place: 0, branch, step };
    return {
      problem: problemInfo(problem, x, solved.inspection.rows, NO_RUN),
      inspection: { ...solved.inspection, branch, step },
    };
  }

  inspection({ branch, step }: About<'inspection'>): Inspection {
    return { ...this.solvedAgain(branch, step).inspection, branch, step };
  }

  iterate({ branch, step, iterate, scale }: About<'iterate'>): Answer<'iterate'> {
    const { iterates, problem, place } = this.solvedAgain(branch, step);
    const [chosen, final] = [iterates[Math.min(iterate, iterates.length - 1)]!, iterates.at(-1)!];
    const world = branch === NO_RUN.branch ? undefined : this.holder(branch, step).shown;
    return {
      branch,
      step,
      iterate,
      poses: world ? ghostPoses(world, { problem, place }, chosen.x, final.x, scale) : new Float32Array(0),
      rows: rowNumbers(problem, chosen),
      contacts: world ? contactBlock(world, problem, place, chosen, this.context.now().ids) : null,
    };
  }

  /** Solves from the start that the step had, with the solver's own settings. */
  solverAnswer({ branch, step, solver }: About<'solverAnswer'>): Answer<'solverAnswer'> {
    const { problem, place } = this.problemOf(branch, step);
    const holder = this.holder(branch, step);
    const found = solve(asMet(problem, holder.setupAt(step).warmStart), { solver: findSolver(solver) });
    const poses = ghostPoses(holder.shown, { problem, place }, found.x, problem.x ?? found.x, 1);
    const contacts = contactBlock(holder.shown, problem, place, found, this.context.now().ids);
    return { branch, step, solver, poses, contacts };
  }

  problem({ branch, step }: About<'problem'>): ProblemInfo {
    const { problem, contactOf } = this.problemOf(branch, step);
    const x = problem.x ?? new Float64Array(problem.n);
    const { warmStart } = this.holder(branch, step).setupAt(step);
    return problemInfo(problem, x, rowsOf(problem, contactOf), { branch, step, warmStart });
  }

  /** The branch that took a step. @throws ContractError if there is no such branch */
  private holder(branch: number, step: number): Branch {
    const { tree } = this.context;
    return tree.holder(tree.branch(branch), step);
  }

  /** The largest problem of a step, solved again with every iterate. */
  private solvedAgain(branch: number, step: number): Solved & Met {
    if (this.inspected?.branch === branch && this.inspected.step === step) return this.inspected;
    const { problem, place, contactOf } = this.problemOf(branch, step);
    const setup = this.holder(branch, step).setupAt(step);
    const solved = inspectProblem(problem, setup, contactOf, asMet(problem, setup.warmStart));
    this.inspected = { ...solved, problem, place, branch, step };
    return this.inspected;
  }

  private problemOf(id: number, step: number): Met & { contactOf: (normal: number) => number } {
    const branch = this.holder(id, step);
    branch.seek(step);
    const problems = branch.shown.problems();
    const place = problems.reduce((most, { n }, k) => (n > (problems[most]?.n ?? 0) ? k : most), 0);
    const problem = problems[place];
    if (!problem) throw new ContractError(`step ${step} has no problem: nothing touches or holds`);
    const table = contactTable(branch.shown);
    const row = contactRows(branch.shown);
    const { ids } = this.context.now();
    const known = new Map<number, number>();
    for (let i = 0; i < table.count; i++)
      if (row[2 * i] === place)
        known.set(row[2 * i + 1]!, ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!));
    return { problem, place, contactOf: (normal) => known.get(normal) ?? -1 };
  }
}
