/** Solves cells of a replay one by one: in a thread of the pool, or in the thread that asks. Instances last from cell to cell. */
import { ContractError } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { type AnySolver, type OptionValues, type SolverInstance, solvers } from '@signorini/engine/solvers';
import { type Label, type Numbers, problemOf } from '../../dataset/numbers.ts';
import type { Pattern } from '../../dataset/pattern.ts';
import { answerRow, type RowAnswer, solveCell } from '../../replay/replay-row.ts';
import { FileError } from '../files/file-error.ts';
import { openSolvers } from '../outside/open-solvers.ts';

/** Setup of a thread. */
export interface CellSetup {
  /** Names, modules and programs; null: every built-in solver. */
  readonly list: string | null;
  /** For one solve of a program, ms. */
  readonly limitMs: number;
  readonly coupling: number | 'own' | 'table3';
}

/** A problem as another thread can take it, bit for bit. */
export interface CarriedProblem extends Label {
  /** Index of the problem in this replay. */
  readonly index: number;
  readonly pattern: Pattern;
  readonly numbers: Numbers;
}

export interface Cell {
  readonly problem: CarriedProblem;
  /** Place in the list. */
  readonly solver: number;
  /** Measure the answer. */
  readonly measured: boolean;
  /** Set to 1 when the solve begins. */
  readonly begun: Int32Array;
}

/** Times in ms. */
export interface CellResult {
  /** null: it was not to be measured. */
  readonly answer: RowAnswer | null;
  /** The sentence of a solve without an answer. */
  readonly failure: string | null;
  readonly timeMs: number;
  readonly claimedMs: number | null;
  readonly symbolicMs: number;
}

/** The names of the solvers, or what is wrong with the list. */
export type OpenedList = { readonly names: readonly string[] } | { readonly mistake: string };

interface Entrant {
  readonly solver: AnySolver;
  readonly instance: SolverInstance<OptionValues>;
}

export class CellRunner {
  private readonly setup: CellSetup;
  private readonly clock: () => number;
  private entrants: Promise<readonly Entrant[]> | undefined;
  private ending: (() => Promise<void>) | undefined;
  private current: { readonly index: number; readonly problem: Problem } | undefined;

  constructor(setup: CellSetup, clock: () => number) {
    this.setup = setup;
    this.clock = clock;
  }

  async open(): Promise<OpenedList> {
    try {
      return { names: (await this.opened()).map(({ solver }) => solver.name) };
    } catch (error) {
      if (error instanceof ContractError || error instanceof FileError) return { mistake: error.message };
      throw error;
    }
  }

  async run({ problem: carried, solver: place, measured, begun }: Cell): Promise<CellResult> {
    const { solver, instance } = (await this.opened())[place]!;
    if (this.current?.index !== carried.index)
      this.current = { index: carried.index, problem: problemOf(carried.pattern, carried.numbers, carried) };
    const { problem } = this.current;
    begun[0] = 1;
    const attempt = solveCell(problem, solver, instance, { clock: this.clock, coupling: this.setup.coupling });
    const { timeMs, claimedMs, symbolicMs, failure, refusal } = attempt;
    return {
      answer: measured ? answerRow(problem, solver.name, attempt) : null,
      failure: failure ?? refusal ?? null,
      timeMs,
      claimedMs,
      symbolicMs,
    };
  }

  async close(): Promise<void> {
    const entrants = await this.entrants?.catch(() => []);
    for (const { instance } of entrants ?? []) instance.release();
    await this.ending?.();
  }

  private opened(): Promise<readonly Entrant[]> {
    this.entrants ??= this.openAll();
    return this.entrants;
  }

  private async openAll(): Promise<Entrant[]> {
    const { list, limitMs } = this.setup;
    const opened = list === null ? undefined : await openSolvers(list, limitMs);
    this.ending = opened && (() => opened.close());
    return (opened?.solvers ?? solvers).map((solver) => ({ solver, instance: solver.create() }));
  }
}
