/**
 * The command. stdout carries data, stderr carries the rest; exit 0 done, 1 a check failed, 2 wrong usage or
 * unreadable input, 3 a solver missed the tolerance asked for. A user's mistake gets a sentence, never a stack trace.
 */
import { ContractError, unknownName, VERSION } from '@signorini/engine/checks';
import { Command, CommanderError } from 'commander';
import { complain, type Io, printable, processIo, UsageError } from './io.ts';

type Add = (program: Command, io: Io, end: (code: number) => void) => void;

/** In the order of the help. A new command is its file and its line here; the file is read when the command is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  solvers: async () => (await import('./commands/solvers.ts')).addSolvers,
  scenes: async () => (await import('./commands/scenes.ts')).addScenes,
  run: async () => (await import('./commands/run.ts')).addRun,
  capture: async () => (await import('./commands/capture.ts')).addCapture,
  solve: async () => (await import('./commands/solve.ts')).addSolve,
  replay: async () => (await import('./commands/replay.ts')).addReplay,
  report: async () => (await import('./commands/report.ts')).addReport,
  recommend: async () => (await import('./commands/recommend.ts')).addRecommend,
  sweep: async () => (await import('./commands/sweep.ts')).addSweep,
  merge: async () => (await import('./commands/merge.ts')).addMerge,
  worker: async () => (await import('./commands/worker.ts')).addWorker,
  collection: async () => (await import('./commands/collection.ts')).addCollection,
  scoreboard: async () => (await import('./commands/scoreboard.ts')).addScoreboard,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
  inspect: async () => (await import('./commands/inspect.ts')).addInspect,
  diff: async () => (await import('./commands/diff.ts')).addDiff,
  convert: async () => (await import('./commands/convert.ts')).addConvert,
  reproduce: async () => (await import('./commands/reproduce.ts')).addReproduce,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  studio: async () => (await import('./commands/studio.ts')).addStudio,
  render: async () => (await import('./commands/render.ts')).addRender,
};

/** The commands that a command line needs: the one that it names; all of them for the help; none for the version. */
function needed([first]: readonly string[]): readonly string[] {
  if (first !== undefined && Object.hasOwn(COMMANDS, first)) return [first];
  const other = first === undefined || first === '-h' || first === '--help';
  return other ? Object.keys(COMMANDS) : [];
}

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
  for (const name of needed(argv)) (await COMMANDS[name]!())(program, io, end);
  for (const command of program.commands) command.copyInheritedSettings(program);
  program.action(() => {
    const [written] = program.args;
    if (written === undefined) program.outputHelp();
    else throw new UsageError(unknownName('command', written, Object.keys(COMMANDS)));
  });
  program.allowExcessArguments();

  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help, version
    const { sentence, code } = await mistakeOf(error, program.commands[0]);
    complain(io, `signorini: ${sentence}`);
    return code;
  }
  return exitCode;
}

/** The sentence about a user's mistake, and the exit code. @throws a fault of our own, which keeps its stack */
async function mistakeOf(
  error: unknown,
  command: Command | undefined,
): Promise<{ readonly sentence: string; readonly code: number }> {
  if (error instanceof CommanderError) return { sentence: usageOf(error, command), code: 2 };
  if (error instanceof UsageError || error instanceof ContractError) return { sentence: error.message, code: 2 };
  const { SolverFailure } = await import('@signorini/lab/run');
  if (error instanceof SolverFailure) return { sentence: error.message, code: 3 };
  const { FileError, MissingPackageError } = await import('@signorini/lab/node');
  if (error instanceof FileError || error instanceof MissingPackageError) return { sentence: error.message, code: 2 };
  throw error;
}

/** Commander's message about a command line, with what to do. */
function usageOf({ code, message }: CommanderError, command: Command | undefined): string {
  const sentence = message.replace(/^error: /, '');
  const [, word = ''] = /'([^']*)'/.exec(sentence) ?? [];
  if (!command) return sentence;
  const known = command.options.flatMap(({ long, short }) => long ?? short ?? []);
  if (code === 'commander.unknownOption') return `${command.name()}: ${unknownName('option', word, known)}`;
  const help = `\`signorini ${command.name()} --help\` shows what it takes`;
  if (code !== 'commander.missingArgument') return sentence;
  return `${command.name()}: expected <${word}>, found nothing; ${help}`;
}
