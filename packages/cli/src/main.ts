/**
 * The command. stdout carries data, stderr carries the rest; exit 0 done, 1 a check failed, 2 wrong usage or
 * unreadable input, 3 a solver missed the tolerance asked for. A user's mistake gets a sentence, never a stack trace.
 */
import { ContractError, VERSION } from '@signorini/engine';
import { unknownName } from '@signorini/engine/checks';
import { SolverFailure } from '@signorini/lab';
import { FileError, MissingPackageError } from '@signorini/lab/node';
import { Command, CommanderError } from 'commander';
import { addCapture } from './commands/capture.ts';
import { addCollection } from './commands/collection.ts';
import { addConvert } from './commands/convert.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addInspect } from './commands/inspect.ts';
import { addMerge } from './commands/merge.ts';
import { addRecommend } from './commands/recommend.ts';
import { addRender } from './commands/render.ts';
import { addReplay } from './commands/replay.ts';
import { addReport } from './commands/report.ts';
import { addReproduce } from './commands/reproduce.ts';
import { addRun } from './commands/run.ts';
import { addScenes } from './commands/scenes.ts';
import { addScoreboard } from './commands/scoreboard.ts';
import { addSolve } from './commands/solve.ts';
import { addSolvers } from './commands/solvers.ts';
import { addStudio } from './commands/studio.ts';
import { addSweep } from './commands/sweep.ts';
import { addVerify } from './commands/verify.ts';
import { addWorker } from './commands/worker.ts';
import { complain, type Io, printable, processIo, UsageError } from './io.ts';

/** In the order of the help. A new command is its file and its line here. */
const COMMANDS: readonly ((program: Command, io: Io, end: (code: number) => void) => void)[] = [
  ...[addSolvers, addScenes, addRun, addCapture, addSolve, addReplay, addReport, addRecommend],
  ...[addSweep, addMerge, addWorker, addCollection, addScoreboard],
  ...[addDoctor, addInspect, addDiff, addConvert, addReproduce, addVerify, addStudio, addRender],
];

/** Runs one command line (without the program's name) and returns the exit code. */
export async function main(argv: readonly string[], given: Io = processIo()): Promise<number> {
  const io: Io = { ...given, out: (text) => given.out(printable(text)) };
  let exitCode = 0;
  const end = (code: number) => {
    exitCode = code;
  };
  const program = new Command('signorini')
    .description('Contact and friction with the error of every step in joules.')
    .version(VERSION)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} });
  for (const add of COMMANDS) add(program, io, end);
  for (const command of program.commands) command.copyInheritedSettings(program);
  program.action(() => {
    const [written] = program.args;
    if (written === undefined) program.outputHelp();
    else
      throw new UsageError(
        unknownName(
          'command',
          written,
          program.commands.map((command) => command.name()),
        ),
      );
  });
  program.allowExcessArguments();

  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help, version
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    complain(io, `signorini: ${sentence}`);
    return error instanceof SolverFailure ? 3 : 2;
  }
  return exitCode;
}

/** Errors whose message is a sentence for the user. */
const MISTAKES = [UsageError, ContractError, FileError, MissingPackageError, SolverFailure] as const;

/** The sentence about a user's mistake; undefined for a fault of our own, which keeps its stack. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '');
  return MISTAKES.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}
