/** signorini replay <problems...>: problems x solvers, one line per solver. Thin: read, replay, print. */

import { extname } from 'node:path';
import { found } from '@signorini/engine/checks';
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { isFollowing, setsOf } from '@signorini/engine/problem';
import {
  counted,
  frictionText,
  type ReplayDocument,
  type ReplayRow,
  type ReplaySummary,
  summaryFigure,
} from '@signorini/lab';
import {
  expectOther,
  expectResultsPlace,
  expectWritable,
  type FinishedReplay,
  type ParallelReplay,
  problemFiles,
  RESULTS_ENDINGS,
  readProblems,
  resultsText,
  runReplay,
} from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount, short } from '../quantities.ts';
import { LIMIT_HELP, parseLimit, SOLVERS_HELP } from '../solvers-flag.ts';
import { aligned } from '../table.ts';

interface ReplayFlags {
  readonly solver?: string;
  readonly timeLimit?: string;
  readonly repeat: string;
  readonly coupling: string;
  readonly threads: string;
  readonly times: boolean;
  readonly output?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
}

export function addReplay(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('replay')
    .argument(
      '<problems...>',
      'signorini-problem JSON files, .jsonl files and datasets of them, FCLib .hdf5 and Siconos .dat files, folders, collection:NAME, collection:all',
    )
    .description('solve every problem with every solver and compare times and errors')
    .option('-s, --solver <names>', `${SOLVERS_HELP} (default: all built-in ones)`)
    .option('--time-limit <time>', `${LIMIT_HELP} (default: 60s)`)
    .option('--repeat <n>', 'timed solves of each problem by each solver; the time is their median', '1')
    .option(
      '--coupling <n|own|table3>',
      "solves with updated friction bounds; 0: bounds as stored; own: each solver's number; table3: with EATK18's options",
      '0',
    )
    .option('--threads <n>', 'threads for the answers; times are then taken after them, one at a time', '1')
    .option('--no-times', 'answers and errors only')
    .option('-o, --output <file>', `write the results too: ${RESULTS_ENDINGS.join(', ')}`)
    .option('--resume', 'go on with an interrupted replay of the same problems and solvers into the same file')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], flags: ReplayFlags) => {
      const { output, json, resume } = flags;
      const settings = settingsOf(flags);
      if (resume && output === undefined)
        throw new UsageError(
          '--resume: expected -o with the file that the interrupted replay was to write, found none',
        );
      if (output !== undefined) await expectPlace(output, paths);
      const replayed = await run(paths, { ...settings, output, resume: resume ?? false }, io);
      const { replay } = replayed;
      const { document } = replay;
      const refused = document.rows.every(({ status }) => status === 'refused') ? document.rows[0] : undefined;
      if (refused) {
        replay.discard();
        throw new UsageError(`${refused.problem}: ${refused.reason}`);
      }
      io.out(json ? resultsText(document) : textOf(document, settings, replayed)); // before the file: a full disk loses nothing
      end(document.rows.every(({ status }) => status === 'refused' || status === 'failed') ? 3 : 0);
      await replay.write();
      if (!json && output !== undefined) io.out(`${output}\n`);
    });
}

type Settings = Pick<ParallelReplay, 'repeat' | 'coupling' | 'threads' | 'times' | 'solvers' | 'limitMs'>;

function settingsOf({ repeat, coupling, threads, times, solver, timeLimit }: ReplayFlags): Settings {
  if (coupling !== 'table3' && coupling !== 'own' && !/^\d+$/.test(coupling))
    throw new UsageError(`--coupling: expected an integer >= 0, own or table3, found ${found(coupling)}`);
  return {
    repeat: parseCount('--repeat', repeat, 1),
    coupling: coupling === 'table3' || coupling === 'own' ? coupling : parseCount('--coupling', coupling, 0),
    threads: parseCount('--threads', threads, 1),
    times,
    solvers: solver,
    limitMs: parseLimit(timeLimit),
  };
}

/** Before the work: an ending that is known, no file that is read, no file of another kind, and it can be written. */
async function expectPlace(output: string, paths: readonly string[]): Promise<void> {
  if (!RESULTS_ENDINGS.includes(extname(output).toLowerCase()))
    throw new UsageError(
      `--output: expected a file that ends in ${RESULTS_ENDINGS.slice(0, -1).join(', ')} or ${RESULTS_ENDINGS.at(-1)}, found ${found(output)}`,
    );
  await expectOther(output, await problemFiles(paths));
  await expectWritable(output);
  await expectResultsPlace(output);
}

type Request = Settings & Pick<ParallelReplay, 'output' | 'resume'>;

interface Replayed {
  readonly replay: FinishedReplay;
  /** Problems whose friction follows the normals, which have no bounds to store. */
  readonly following: number;
  /** Models of all contacts. */
  readonly friction: readonly string[];
}

async function run(paths: readonly string[], request: Request, io: Io): Promise<Replayed> {
  const progress = new Progress(io);
  try {
    // all before the first solve: a file that cannot be read is reported at once
    const { problems, capture } = await readProblems(
      paths,
      (name) => progress.doing(`replay  reading ${name}`),
      (sentence) => complain(io, sentence),
    );
    const replay = await runReplay({
      ...request,
      problems,
      capture,
      clock: io.clock,
      progress: (pass, done, total, problem, solver) => progress.at(pass, done, total, `${problem}  ${solver}`),
    });
    const sets = problems.map(({ problem }) => setsOf(problem));
    return {
      replay,
      following: sets.filter((list) => list.some(isFollowing)).length,
      friction: [...new Set(sets.flat())],
    };
  } finally {
    progress.end();
  }
}

/** Names the bounds of coupling 0. @param following problems whose friction follows the normals, which have no bounds to store */
function storedText(problems: number, following: number): string {
  if (following === 0) return 'bounds as stored';
  if (following === problems) return 'friction follows its own normals';
  return `bounds as stored; in ${counted(following, 'problem')} friction follows its own normals`;
}

function textOf(
  { rows, summary }: ReplayDocument,
  { repeat, coupling, times }: Settings,
  { following, friction }: Replayed,
): string {
  const problems = rows.length / summary.length;
  const stored = coupling === 0 ? ` (${storedText(problems, following)})` : '';
  const bounds = typeof coupling === 'string' ? " (each solver's own)" : stored;
  const solves = times ? `${counted(repeat, 'solve')} each` : 'not timed';
  return [
    `${counted(problems, 'problem')}, ${solves}, coupling ${coupling}${bounds}, ${frictionText(friction)}\n`,
    ...aligned(tableOf(summary)),
    'error: the energy error; relative: over that of doing nothing\n',
    ...(summary.some(({ unit }) => unit === 'mixed')
      ? ['mixed units: impulse problems are in J, force problems in J/s^2; replayed apart they have these figures\n']
      : []),
    ...reasonLines(rows, summary, problems),
  ].join('');
}

/** Reasons why a solver has no figures, or no time: one line per solver and kind of row, with the first of them. */
function reasonLines(rows: readonly ReplayRow[], summary: readonly ReplaySummary[], problems: number): string[] {
  const kinds = [
    { is: ({ status }: ReplayRow) => status === 'refused', words: 'refused' },
    { is: ({ status }: ReplayRow) => status === 'failed', words: 'failed on' },
    { is: ({ iterations, energy }: ReplayRow) => iterations !== null && energy === null, words: 'not finite on' },
    { is: ({ energy, reason }: ReplayRow) => energy !== null && reason !== null, words: 'not timed on' },
  ];
  return kinds.flatMap(({ is, words }) =>
    summary.flatMap(({ solver }) => {
      const those = rows.filter((row) => row.solver === solver && is(row));
      const [first] = those;
      return first ? [`${solver} ${words} ${those.length} of ${problems}; ${first.problem}: ${first.reason}\n`] : [];
    }),
  );
}

/** The measures of the table. */
const COLUMNS = measureList.flatMap(({ key, column, unit }) =>
  column === undefined ? [] : [{ measure: key as ReplayedMeasure, column, inJoules: unit === 'energy' }],
);

/** Energies of one unit have it in the header; if solvers differ in it, in their cells. */
function tableOf(summary: readonly ReplaySummary[]): string[][] {
  const units = new Set(summary.flatMap(({ unit }) => unit ?? []));
  const [unit] = units.size === 1 ? units : [];
  const inHeader = unit === undefined || unit === 'mixed' ? '' : `, ${unit}`;
  const anyTimed = summary.some(({ medianTimeMs }) => medianTimeMs !== null);
  const anyClaimed = summary.some(({ medianClaimedMs }) => medianClaimedMs !== null);
  const anyRefused = summary.some(({ refused }) => refused > 0);
  const energy = (line: ReplaySummary, value: number | null) => {
    if (line.unit === 'mixed') return 'mixed units';
    return `${cell(line, value)}${inHeader === '' && line.unit !== null ? ` ${line.unit}` : ''}`;
  };
  return [
    [
      'solver',
      'solved',
      ...(anyRefused ? ['refused'] : []),
      ...(anyTimed ? ['median ms'] : []),
      ...(anyClaimed ? ['claimed ms'] : []),
      ...COLUMNS.flatMap(({ column, inJoules }) =>
        FIGURES.map((which) => `${which} ${column}${inJoules ? inHeader : ''}`),
      ),
    ],
    ...summary.map((line) => [
      line.solver,
      `${line.solved}/${line.problems}`,
      ...(anyRefused ? [String(line.refused)] : []),
      ...(anyTimed ? [cell(line, line.medianTimeMs)] : []),
      ...(anyClaimed ? [line.medianClaimedMs === null ? '-' : short(line.medianClaimedMs)] : []),
      ...COLUMNS.flatMap(({ measure, inJoules }) =>
        FIGURES.map((which) => (inJoules ? energy : cell)(line, line[summaryFigure(which, measure)])),
      ),
    ]),
  ];
}

const FIGURES = ['median', 'worst'] as const;

/** Without a figure if no problem was taken, or none has an answer: the lines below the table say why. */
function cell({ problems, failed }: ReplaySummary, value: number | null): string {
  return problems === failed ? '-' : short(value ?? Number.NaN);
}
