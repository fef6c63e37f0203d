/** Steps and problem files looked at from inside: the last one that was asked for is kept solved. */
import { ContractError, contactRows, contactTable } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import type { Request, Setup } from '../protocol.ts';
import type { Branch } from './branch.ts';
import type { ContactIds } from './frames.ts';
import type { Solved } from './inspect.ts';
import { library } from './library.ts';
import type { Surroundings } from './surroundings.ts';

/** Stands for a branch and its step if a problem file is looked at. */
const NO_RUN = { branch: -1, step: 0 };
const keyOf = ({ branch, step }: { readonly branch: number; readonly step: number }): string => `${branch}/${step}`;

type ContactOf = (normal: number) => number;
/** A problem of a step, and its place among them. */
interface Met {
  readonly problem: Problem;
  readonly place: number;
}

export class Insides {
  private readonly reply: Surroundings['reply'];
  private readonly holder: (branch: number, step: number) => Branch;
  private inspected: (Solved & Met & { readonly key: string }) | undefined;

  /** @param holder the branch that took a step @throws ContractError if there is no such branch */
  constructor(reply: Surroundings['reply'], holder: (branch: number, step: number) => Branch) {
    this.reply = reply;
    this.holder = holder;
  }

  clear(): void {
    this.inspected = undefined;
  }

  /** Solves it; what is returned shows it. @throws ProblemFormatError, ContractError */
  openProblem(text: string, setup: Setup): () => void {
    const { readProblem, inspectProblem, problemInfo } = library();
    const problem = readProblem(text);
    const places = new Map(problem.contacts.map(({ normal }, place) => [normal, place]));
    const solved = inspectProblem(problem, setup, (normal) => places.get(normal) ?? -1);
    const { x } = solved.iterates.at(-1)!;
    const info = problemInfo(problem, x, solved.inspection.rows, NO_RUN);
    return () => {
      this.inspected = { ...solved, problem, place: 0, key: keyOf(NO_RUN) };
      this.reply({ type: 'problem', problem: info });
      this.show(solved, NO_RUN.branch, NO_RUN.step);
    };
  }

  inspect(id: number, step: number, ids: ContactIds): void {
    this.show(this.solvedAgain(id, step, ids), id, step);
  }

  iterate({ branch: id, step, iterate, scale }: Extract<Request, { type: 'iterate' }>, ids: ContactIds): void {
    const { iterates, problem, place } = this.solvedAgain(id, step, ids);
    const { ghostPoses, rowNumbers, contactBlock } = library();
    const [chosen, final] = [iterates[Math.min(iterate, iterates.length - 1)]!, iterates.at(-1)!];
    const world = id === NO_RUN.branch ? undefined : this.holder(id, step).shown;
    const poses = world ? ghostPoses(world, { problem, place }, chosen.x, final.x, scale) : new Float32Array(0);
    const rows = rowNumbers(problem, chosen);
    const contacts = world ? contactBlock(world, problem, place, chosen, ids) : null;
    this.reply({ type: 'iterate', branch: id, step, iterate, poses, rows, contacts });
  }

  /** As a replay solves it: from the stored warm start, with the solver's own settings. */
  answer({ branch, step, solver }: Extract<Request, { type: 'answer' }>, ids: ContactIds): void {
    const { problem, place } = this.problemOf(branch, step, ids);
    const { solve, findSolver, ghostPoses, contactBlock } = library();
    const found = solve(problem, { solver: findSolver(solver), pick: 'last' });
    const world = this.holder(branch, step).shown;
    const poses = ghostPoses(world, { problem, place }, found.x, problem.x ?? found.x, 1);
    const contacts = contactBlock(world, problem, place, found, ids);
    this.reply({ type: 'answer', branch, step, solver, poses, contacts });
  }

  problem(id: number, step: number, ids: ContactIds): void {
    const { problem, contactOf } = this.problemOf(id, step, ids);
    const x = problem.x ?? new Float64Array(problem.n);
    const { problemInfo, rowsOf } = library();
    const info = problemInfo(problem, x, rowsOf(problem, contactOf), { branch: id, step });
    this.reply({ type: 'problem', problem: info });
  }

  private show({ inspection }: Solved, branch: number, step: number): void {
    this.reply({ type: 'inspection', inspection: { ...inspection, branch, step } });
  }

  /** The largest problem of a step, solved again with every iterate. */
  private solvedAgain(id: number, step: number, ids: ContactIds): Solved & Met {
    const key = keyOf({ branch: id, step });
    if (this.inspected?.key === key) return this.inspected;
    const { problem, place, contactOf } = this.problemOf(id, step, ids);
    const setup = this.holder(id, step).setupAt(step);
    const { asMet, inspectProblem } = library();
    const solved = inspectProblem(problem, setup, contactOf, asMet(problem, setup.warmStart));
    this.inspected = { ...solved, problem, place, key };
    return this.inspected;
  }

  private problemOf(id: number, step: number, ids: ContactIds): Met & { contactOf: ContactOf } {
    const branch = this.holder(id, step);
    branch.seek(step);
    const problems = branch.shown.problems();
    const place = problems.reduce((most, { n }, k) => (n > (problems[most]?.n ?? 0) ? k : most), 0);
    const problem = problems[place];
    if (!problem) throw new ContractError(`step ${step} has no problem: nothing touches or holds`);
    const table = contactTable(branch.shown);
    const row = contactRows(branch.shown);
    const known = new Map<number, number>();
    for (let i = 0; i < table.count; i++)
      if (row[2 * i] === place)
        known.set(row[2 * i + 1]!, ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!));
    return { problem, place, contactOf: (normal) => known.get(normal) ?? -1 };
  }
}
