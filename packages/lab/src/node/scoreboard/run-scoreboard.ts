/**
 * Every solver over the collection, one solve at a time.   docs/guide/scoreboard.md
 *
 * First every solver solves every problem once: this gives the errors. Then come the times: problem by problem, solvers in
 * turns, so that a machine that slows down slows all of them.
 */
import { ContractError, VERSION } from '@signorini/engine';
import { unknownName } from '@signorini/engine/checks';
import type { ScoreDocument, ScoreRow, ScoreSettings } from '../../scoreboard/scoreboard.ts';
import { median } from '../../statistics.ts';
import { type CollectionEntry, findInCollection, readCollection } from '../collection/collection.ts';
import { thisMachine } from '../machine.ts';
import { openScoreThread, type ScoreThread } from './score-thread.ts';

export interface ScoreboardRequest {
  /** Solvers as on a command line. */
  readonly list: string;
  /** Names; default: all. */
  readonly problems?: readonly string[] | undefined;
  readonly settings: ScoreSettings;
  readonly progress?: (title: string, done: number, total: number, what: string) => void;
}

/** @throws ContractError, FileError for solvers and problems that do not exist */
export async function runScoreboard(request: ScoreboardRequest): Promise<ScoreDocument> {
  const { list, settings } = request;
  const { version, content, problems: all } = await readCollection();
  const problems = request.problems ? await Promise.all(request.problems.map(findInCollection)) : all;
  const thread = await openScoreThread(list, settings.timeLimitMs);
  try {
    const names = thread.solvers.map(({ name }) => name);
    if (!names.includes(settings.reference))
      throw new ContractError(unknownName('reference among the solvers', settings.reference, names));
    const graded = await grade(thread, problems, request);
    const rows = settings.repeat > 0 ? await time(thread, problems, graded, request) : graded;
    return {
      format: 'signorini-scoreboard',
      version: 1,
      engine: VERSION,
      collection: { version, content },
      machine: thisMachine(),
      settings,
      solvers: thread.solvers,
      problems: problems.map(({ name, scene, step, rows: size, contacts, friction, hard, hash }) => ({
        name,
        scene,
        step,
        rows: size,
        contacts,
        friction,
        hard,
        hash,
      })),
      rows,
    };
  } finally {
    await thread.close();
  }
}

/** Every solver, every problem, once. */
async function grade(
  thread: ScoreThread,
  problems: readonly CollectionEntry[],
  { progress }: ScoreboardRequest,
): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  const total = problems.length * thread.solvers.length;
  for (const problem of problems)
    for (const [solver, { name }] of thread.solvers.entries()) {
      progress?.('errors', rows.length, total, `${problem.name} ${name}`);
      rows.push(await thread.score({ problem: problem.name, solver }));
    }
  return rows;
}

/** The median of `repeat` solves, solvers in turns. @param graded problem by problem, in the order of the solvers */
async function time(
  thread: ScoreThread,
  problems: readonly CollectionEntry[],
  graded: readonly ScoreRow[],
  { settings, progress }: ScoreboardRequest,
): Promise<ScoreRow[]> {
  const { repeat, slowMs } = settings;
  const count = thread.solvers.length;
  const timed: ScoreRow[] = [];
  for (const [k, problem] of problems.entries()) {
    const rows = graded.slice(k * count, (k + 1) * count);
    const times = rows.map((): number[] => []);
    for (let r = 0; r < repeat; r++)
      for (const [solver, { outcome, timeMs }] of rows.entries()) {
        if (outcome !== 'answer' || timeMs === null || timeMs > slowMs) continue;
        progress?.(
          'times',
          k * repeat + r,
          problems.length * repeat,
          `${problem.name} ${thread.solvers[solver]!.name}`,
        );
        const again = await thread.score({ problem: problem.name, solver });
        if (again.timeMs !== null) times[solver]!.push(again.timeMs);
      }
    timed.push(
      ...rows.map((row, solver) =>
        times[solver]!.length === 0 ? row : { ...row, timeMs: median(times[solver]!), solves: times[solver]!.length },
      ),
    );
  }
  return timed;
}
