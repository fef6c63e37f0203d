/** signorini scoreboard: every solver over the collection, as one static page. Thin: parse, run, print. */
import { solvers } from '@signorini/engine/solvers';
import { counted, LEVELS, plain, type ScoreDocument, type ScoreLine, scoreLines, short } from '@signorini/lab';
import { expectScoreboardFolder, readScoreboard, runScoreboard, writeScoreboard } from '@signorini/lab/node';
import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount, parseTime } from '../quantities.ts';
import { SOLVERS_HELP } from '../solvers-flag.ts';
import { aligned } from '../table.ts';

interface ScoreboardFlags {
  readonly solver?: string;
  readonly also?: string;
  readonly problems?: string;
  readonly reference: string;
  readonly repeat: string;
  readonly timeLimit: string;
  readonly from?: string;
  readonly output: string;
  readonly json?: boolean;
}

/** ms: a first solve that took longer is not repeated. */
const SLOW = 500;

export function addScoreboard(program: Command, io: Io): void {
  program
    .command('scoreboard')
    .description('run every solver over the collection (`signorini collection`) and write one static page')
    .option('-s, --solver <names>', `${SOLVERS_HELP} (default: all built-in ones)`)
    .option('--also <names>', 'solvers beside these, in the same form')
    .option('--problems <names>', 'problems of the collection, separated by commas (default: all)')
    .option('--reference <name>', 'the solver whose times are the unit of the ratios', 'auto')
    .option('--repeat <n>', 'timed solves, after the one that gives the error; 0: errors only', '3')
    .option('--time-limit <time>', 'for one solve, which is then ended and has no answer', '5s')
    .option('--from <file>', 'write the page of an earlier scoreboard.json again, without solving')
    .option('-o, --output <folder>', 'index.html and scoreboard.json go there', 'scoreboard')
    .option('--json', 'print one JSON document: all figures')
    .action(async (flags: ScoreboardFlags) => {
      const request = requestOf(flags);
      const earlier = flags.from === undefined ? undefined : await readScoreboard(flags.from);
      await expectScoreboardFolder(flags.output); // before the work
      const bar = new Progress(io);
      const progress = (title: string, done: number, total: number, what: string) =>
        bar.at(`scoreboard  ${title}`, done, total, what);
      let document: ScoreDocument | undefined;
      const page = await writeScoreboard(flags.output, async () => {
        document = earlier ?? (await runScoreboard({ ...request, progress }).finally(() => bar.end()));
        return document;
      });
      io.out(flags.json ? `${JSON.stringify(document)}\n` : `${textOf(document!)}${page}\n`);
    });
}

function requestOf({ solver, also, problems, reference, repeat, timeLimit, from }: ScoreboardFlags) {
  if (from !== undefined && (solver ?? also ?? problems) !== undefined)
    throw new UsageError('--from takes the figures as they are; leave --solver, --also and --problems out');
  const chosen = solver ?? solvers.map(({ name }) => name).join(',');
  return {
    list: also === undefined ? chosen : `${chosen},${also}`,
    problems: problems?.split(',').map((name) => name.trim()),
    settings: {
      reference,
      slowMs: SLOW,
      repeat: parseCount('--repeat', repeat, 0),
      timeLimitMs: parseTime('--time-limit', timeLimit),
    },
  };
}

function textOf(document: ScoreDocument): string {
  const lines = scoreLines(document);
  const all = document.problems.length;
  const cell = (value: number | null) => (value === null ? '-' : short(value));
  const table = [
    [
      ...['solver', ...LEVELS.map((level) => `at ${plain(level)}`), 'not taken', 'no answer'],
      ...['median error, J', 'worst error, J', 'time ratio'],
    ],
    ...lines.map((line) => [
      ...[line.solver.name, ...line.solved.map(String), String(all - line.taken), String(line.cut + line.failed)],
      ...[errorText(line, line.medianJoules), errorText(line, line.worstJoules), cell(line.medianRatio)],
    ]),
  ];
  return [
    `${counted(all, 'problem')}, ${counted(lines.length, 'solver')}; problems solved by relative error, the larger of both errors over that of doing nothing\n`,
    ...aligned(table),
    `time ratio: median of the time over that of ${document.settings.reference} on the same problem\n`,
  ].join('');
}

function errorText({ taken, cut, failed }: ScoreLine, value: number | null): string {
  return taken - cut - failed === 0 ? '-' : short(value);
}
