/**
 * Problems x solvers on all cores, with times that count: answers are computed by threads, times one at a time with nothing
 * of ours beside them, solvers in turns. What is done is in a journal; interrupted, it goes on from there.   docs/guide/replay.md
 */
import { VERSION } from '@signorini/engine';
import { sourceOf } from '../../replay/problem-source.ts';
import { NOT_TIMED, type ReplayRow } from '../../replay/replay-row.ts';
import { summarize } from '../../replay/replay-summary.ts';
import { DEFAULT_SETTINGS, type NamedProblem } from '../../replay/request.ts';
import type { ResultsDocument } from '../../replay/results.ts';
import type { CaptureDocument } from '../../run/capture.ts';
import { finite, largest, median } from '../../statistics.ts';
import { thisMachine } from '../machine.ts';
import type { CellResult } from './cell-runner.ts';
import { type Cells, openCells } from './cells.ts';
import { identitiesOf, itemAddress, problemIdentities } from './items.ts';
import { writeResults } from './results-files.ts';
import { DoneItems } from './results-journal.ts';

export interface ParallelReplay {
  readonly problems: readonly NamedProblem[];
  readonly capture?: CaptureDocument | undefined;
  /** Names, modules and programs, separated by commas; undefined: every built-in solver. */
  readonly solvers: string | undefined;
  /** For one solve of a module or program, ms. */
  readonly limitMs: number;
  readonly coupling: number | 'own' | 'table3';
  /** Timed solves of each problem by each solver. */
  readonly repeat: number;
  /** False: answers only. */
  readonly times: boolean;
  /** Threads for everything that is not timed. */
  readonly threads: number;
  /** Where the results go: .json, .csv, .parquet or .h5; with it there is a journal. */
  readonly output?: string | undefined;
  readonly resume?: boolean;
  /** A monotonic clock, ms; threads have their own. */
  readonly clock: () => number;
  /** `done` of `total` solves of this pass are finished. */
  readonly progress?: (pass: 'replay' | 'timing', done: number, total: number, problem: string, solver: string) => void;
}

/** The results, not yet written. */
export interface FinishedReplay {
  readonly document: ResultsDocument;
  /** Writes the file, if there is to be one, and removes the journal. @throws FileError; the journal then stays */
  write(): Promise<void>;
  /** There is nothing worth writing: removes the journal. */
  discard(): void;
}

/** @throws ContractError for a list of solvers that cannot be meant; FileError; MissingPackageError */
export async function runReplay(request: ParallelReplay): Promise<FinishedReplay> {
  const { problems, solvers, limitMs, coupling, repeat, times, threads, output } = request;
  const setup = { list: solvers ?? null, limitMs, coupling };
  let cells = await openCells(setup, threads, request.clock);
  let done: DoneItems | undefined;
  try {
    const identities = identitiesOf(setup);
    const { hashes, digest } = problemIdentities(problems);
    const machine = thisMachine();
    const of = {
      problems: { count: problems.length, digest },
      solvers: identities,
      coupling,
      repeat,
      times,
      ...(times && { machine }), // times of two machines are never mixed
    };
    done = new DoneItems(output, of, request.resume ?? false);
    const items = hashes.map((hash) => identities.map((identity) => itemAddress(hash, identity, setup)));
    const work = new ReplayWork(request, items, done);
    if (threads > 1 || !times) await work.answers(cells);
    if (threads > 1 && times) {
      await cells.close(); // its programs too: nothing may run beside what is timed
      cells = await openCells(setup, 1, request.clock);
    }
    if (times) await work.timings(cells);
    return finished(request, work.rows(cells.names), cells.names, done);
  } catch (error) {
    done?.close();
    throw error;
  } finally {
    await cells.close();
  }
}

function finished(
  { problems, coupling, repeat, capture, output }: ParallelReplay,
  rows: readonly ReplayRow[],
  names: readonly string[],
  done: DoneItems,
): FinishedReplay {
  const document = {
    rows,
    summary: names.map((name, s) =>
      summarize(
        name,
        problems.map((_, k) => rows[k * names.length + s]!),
      ),
    ),
    settings: { ...DEFAULT_SETTINGS, repeat, coupling },
    version: VERSION,
    machine: thisMachine(),
    ...(capture && { capture }),
  };
  return {
    document,
    write: () => done.finish((temporary) => writeResults(temporary, document, output ?? temporary)),
    discard: () => done.discard(),
  };
}

interface Place {
  readonly problem: number;
  readonly solver: number;
}

class ReplayWork {
  private readonly request: ParallelReplay;
  private readonly items: readonly (readonly string[])[];
  private readonly done: DoneItems;

  constructor(request: ParallelReplay, items: readonly (readonly string[])[], done: DoneItems) {
    this.request = request;
    this.items = items;
    this.done = done;
  }

  /** Every answer that is missing, as many at a time as there are threads. */
  async answers(cells: Cells): Promise<void> {
    const missing = new Map<string, Place>(); // equal items once
    this.items.forEach((line, problem) => {
      line.forEach((item, solver) => {
        if (!this.done.answer(item) && !missing.has(item)) missing.set(item, { problem, solver });
      });
    });
    const queue = missing.values();
    let count = 0;
    const work = async () => {
      for (const place of queue) {
        this.tell('replay', count, missing.size, cells, place);
        this.keep(place, await this.solve(cells, place, true));
        count++;
      }
    };
    await Promise.all(Array.from({ length: Math.min(cells.width, missing.size) }, work));
  }

  /** Times that are missing, one solve at a time, the solvers of a problem in turns; answers too, if they are missing. */
  async timings(cells: Cells): Promise<void> {
    const { repeat } = this.request;
    const total = this.items.length * cells.names.length * repeat;
    const pass = this.request.threads > 1 ? 'timing' : 'replay';
    for (const [problem, line] of this.items.entries()) {
      const waiting = line.flatMap((item, solver) => (this.needsTime(item) ? [{ problem, solver, item }] : []));
      const runs = waiting.map((place) => ({ place, results: [] as CellResult[], failure: null as string | null }));
      for (let r = 0; r < repeat; r++)
        for (const run of runs) {
          if (run.failure !== null) continue;
          this.tell(pass, (problem * repeat + r) * cells.names.length + run.place.solver, total, cells, run.place);
          const measured = !this.done.answer(run.place.item);
          const result = await this.solve(cells, run.place, measured);
          if (measured) this.keep(run.place, result);
          run.failure = result.failure;
          run.results.push(result);
        }
      for (const { place, results, failure } of runs) this.keepTimes(place.item, results, failure);
    }
  }

  /** By problem, then by solver. */
  rows(names: readonly string[]): ReplayRow[] {
    return this.items.flatMap((line, problem) =>
      line.map((item, solver) => {
        const { name } = this.request.problems[problem]!;
        const answer = this.done.answer(item)!;
        const known = this.done.timesOf(item);
        const untimed = known?.failure == null ? null : `not timed: ${known.failure}`;
        return {
          problem: name,
          source: this.source(problem),
          item,
          ...answer,
          solver: names[solver]!,
          reason: answer.reason ?? untimed,
          ...(known?.times ?? NOT_TIMED),
        };
      }),
    );
  }

  private needsTime(item: string): boolean {
    const answer = this.done.answer(item);
    return !this.done.timesOf(item) && (!answer || answer.iterations !== null); // null: refused or failed
  }

  private solve(cells: Cells, { problem, solver }: Place, measured: boolean): Promise<CellResult> {
    return cells.solve(this.request.problems[problem]!.problem, problem, solver, measured);
  }

  private keep({ problem, solver }: Place, { answer }: CellResult): void {
    const { name } = this.request.problems[problem]!;
    const item = this.items[problem]![solver]!;
    if (answer) this.done.add({ kind: 'answer', item, problem: name, source: this.source(problem), answer });
  }

  private keepTimes(item: string, results: readonly CellResult[], failure: string | null): void {
    if (this.done.answer(item)?.iterations === null) return; // its answer has the sentence
    const times = {
      timeMs: median(results.map(({ timeMs }) => timeMs)),
      claimedMs: median(results.map(({ claimedMs }) => claimedMs)),
      symbolicMs: finite(largest(results.map(({ symbolicMs }) => symbolicMs))),
      timed: 'alone' as const,
    };
    this.done.add({ kind: 'times', item, times: failure === null ? times : NOT_TIMED, failure });
  }

  private source(problem: number) {
    const { problem: p, source } = this.request.problems[problem]!;
    return source ?? sourceOf(p.title);
  }

  private tell(pass: 'replay' | 'timing', done: number, total: number, { names }: Cells, place: Place): void {
    this.request.progress?.(pass, done, total, this.request.problems[place.problem]!.name, names[place.solver]!);
  }
}
