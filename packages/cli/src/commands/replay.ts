/** signorini replay <problems...>: problems x solvers, one line per solver. Thin: read, replay, print. */

import { extname } from 'node:path';
import { VERSION } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { isFollowing, setsOf } from '@signorini/engine/problem';
import type { AnySolver } from '@signorini/engine/solvers';
import {
  counted,
  DEFAULT_SETTINGS,
  type ReplayDocument,
  type ReplaySettings,
  type ReplaySummary,
  type ResultsDocument,
  replaySteps,
  summaryFigure,
} from '@signorini/lab';
import { expectOther, inTurns, problemFiles, readProblems, thisMachine, writeFileWhole } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount, short } from '../quantities.ts';
import { LIMIT_HELP, parseLimit, SOLVERS_HELP, withSolvers } from '../solver-flag.ts';
import { aligned } from '../table.ts';

interface ReplayFlags {
  readonly solver?: string;
  readonly timeLimit?: string;
  readonly repeat: string;
  readonly coupling: string;
  readonly output?: string;
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
    .option('--repeat <n>', 'solves of each problem by each solver; the time is their median', '1')
    .option(
      '--coupling <n|own|table3>',
      "solves with updated friction bounds; 0: bounds as stored; own: each solver's number; table3: with EATK18's options",
      '0',
    )
    .option('-o, --output <file>', 'write the JSON document to this .json file too')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], { output, json, ...flags }: ReplayFlags) => {
      const asked = settingsOf(flags);
      const limit = parseLimit(flags.timeLimit);
      const act = async () => {
        const progress = new Progress(io);
        const { document, following, settings } = await withSolvers(flags.solver, limit, (solvers) =>
          run(paths, { ...asked, solvers }, io, progress),
        ).finally(() => progress.end());
        const refused = document.rows.every(({ status }) => status === 'refused') ? document.rows[0] : undefined;
        if (refused) throw new UsageError(`${refused.problem}: ${refused.reason}`);
        const text = `${JSON.stringify(document)}\n`;
        io.out(json ? text : textOf(document, settings, following)); // before the file: a full disk loses nothing
        end(document.rows.every(({ status }) => status === 'refused' || status === 'failed') ? 3 : 0);
        return text;
      };
      if (output === undefined) return void (await act());
      expectJson(output);
      await expectOther(output, await problemFiles(paths));
      await writeFileWhole(output, act);
      if (!json) io.out(`${output}\n`);
    });
}

interface Settings extends ReplaySettings {
  readonly solvers: readonly AnySolver[];
}

function settingsOf({ repeat, coupling }: ReplayFlags): ReplaySettings {
  if (coupling !== 'table3' && coupling !== 'own' && !/^\d+$/.test(coupling))
    throw new UsageError(`--coupling: expected an integer >= 0, own or table3, found ${found(coupling)}`);
  return {
    ...DEFAULT_SETTINGS,
    repeat: parseCount('--repeat', repeat, 1),
    coupling: coupling === 'table3' || coupling === 'own' ? coupling : Number(coupling),
  };
}

function expectJson(output: string): void {
  if (extname(output).toLowerCase() !== '.json')
    throw new UsageError(
      `--output: expected a file that ends in .json, found ${found(output)}; csv is not supported yet`,
    );
}

async function run(
  paths: readonly string[],
  settings: Settings,
  io: Io,
  progress: Progress,
): Promise<{ readonly document: ResultsDocument; readonly following: number; readonly settings: Settings }> {
  // all before the first solve: a file that cannot be read is reported at once
  const { problems, capture } = await readProblems(
    paths,
    (name) => progress.doing(`replay  reading ${name}`),
    (sentence) => complain(io, sentence),
  );
  const steps = replaySteps({
    ...settings,
    problems,
    clock: io.clock,
    progress: (done, total, problem, solver) => progress.at('replay', done, total, `${problem}  ${solver}`),
  });
  const document = await inTurns(steps);
  const { solvers: _, ...used } = settings;
  return {
    document: {
      ...document,
      settings: used,
      version: VERSION,
      machine: thisMachine(),
      ...(capture && { capture }),
    },
    settings,
    following: problems.filter(({ problem }) => setsOf(problem).some(isFollowing)).length,
  };
}

/** What coupling 0 solves for: @param following problems whose friction follows the normals, which have no bounds to store */
function storedText(problems: number, following: number): string {
  if (following === 0) return 'bounds as stored';
  if (following === problems) return 'friction follows its own normals';
  return `bounds as stored; in ${counted(following, 'problem')} friction follows its own normals`;
}

function textOf({ rows, summary }: ReplayDocument, { solvers, repeat, coupling }: Settings, following: number): string {
  const problems = rows.length / solvers.length;
  const stored = coupling === 0 ? ` (${storedText(problems, following)})` : '';
  const bounds = typeof coupling === 'string' ? " (each solver's own)" : stored;
  const without = (status: 'refused' | 'failed') =>
    summary
      .filter((line) => line[status] > 0)
      .map(({ solver, [status]: count }) => {
        const first = rows.find((row) => row.solver === solver && row.status === status);
        return `${solver} ${status} ${status === 'failed' ? 'on ' : ''}${count} of ${problems}; ${first?.problem}: ${first?.reason}\n`;
      });
  return [
    `${counted(problems, 'problem')}, ${counted(repeat, 'solve')} each, coupling ${coupling}${bounds}\n`,
    ...aligned(tableOf(summary)),
    'error: the energy error; relative: over that of doing nothing\n',
    ...(summary.some(({ unit }) => unit === 'mixed')
      ? ['mixed units: impulse problems are in J, force problems in J/s^2; replayed apart they have these figures\n']
      : []),
    ...without('refused'),
    ...without('failed'),
  ].join('');
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
      'median ms',
      ...(anyClaimed ? ['claimed ms'] : []),
      ...COLUMNS.flatMap(({ column, inJoules }) =>
        FIGURES.map((which) => `${which} ${column}${inJoules ? inHeader : ''}`),
      ),
    ],
    ...summary.map((line) => [
      line.solver,
      `${line.solved}/${line.problems}`,
      ...(anyRefused ? [String(line.refused)] : []),
      cell(line, line.medianTimeMs),
      ...(anyClaimed ? [line.medianClaimedMs === null ? '-' : short(line.medianClaimedMs)] : []),
      ...COLUMNS.flatMap(({ measure, inJoules }) =>
        FIGURES.map((which) => (inJoules ? energy : cell)(line, line[summaryFigure(which, measure)])),
      ),
    ]),
  ];
}

const FIGURES = ['median', 'worst'] as const;

function cell({ problems }: ReplaySummary, value: number | null): string {
  return problems === 0 ? '-' : short(value ?? Number.NaN);
}
