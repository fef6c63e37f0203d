/** signorini run <scene>: simulate, and print how wrong the steps were. Thin: parse, run, print. */
import { createWorld, VERSION } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { sceneValues } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';
import {
  frictionNotice,
  frictionOf,
  type RunDocument,
  type RunSource,
  runWorld,
  shellText,
  worldOptions,
} from '@signorini/lab/run';
import { type Command, Option } from 'commander';
import { parseAssignments, parseCoupling, repeated } from '../assignments.ts';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseAccuracy, parseCount } from '../quantities.ts';
import { runText } from '../run-text.ts';
import { addSceneFlags, isPath, type SceneFlags, sceneOf } from '../scene-flags.ts';
import { SOLVER_HELP, withSolver } from '../solver-flag.ts';
import { untilInterrupted } from '../studio-place.ts';

interface RunFlags extends SceneFlags {
  readonly steps?: string;
  readonly solver: string;
  readonly option: readonly string[];
  readonly coupling?: string;
  readonly warmStart?: boolean;
  readonly json?: boolean;
  readonly sleep?: boolean;
  readonly accuracy?: string;
  readonly budget: 'cheap' | 'full';
  readonly record?: string;
  readonly keyframeEvery: string;
  readonly resume?: boolean;
  readonly created?: string;
  readonly from?: string;
  readonly studio?: boolean;
}

export function addRun(program: Command, io: Io, end: (code: number) => void): void {
  addSceneFlags(program.command('run'))
    .description('simulate a scene and print how wrong its steps were; exit 3 if a step has no finite outcome')
    .option('--steps <n>', "steps to take (default: the scene's)")
    .option('-s, --solver <name>', SOLVER_HELP, 'auto')
    .addOption(repeated('-O, --option <key=value>', 'an option of the solver; may be repeated'))
    .option('--coupling <n|table3>', "solves with updated friction bounds (default: the solver's own number)")
    .option('--warm-start', "start each solve from the last step's impulses (default)")
    .option('--no-warm-start', 'start each solve from zero')
    .option('--sleep', 'let islands that lie still fall asleep: below 0.01 m/s for 30 steps')
    .option(
      '--accuracy <share|J>',
      'as many sub-steps as it takes: a share of the energy that moves (0.01), or joules (1e-3J)',
    )
    .addOption(
      new Option('--budget <entries>', 'full: also what half the time step and Coulomb friction change')
        .choices(['cheap', 'full'])
        .default('cheap'),
    )
    .option('--record <run.h5>', 'keep every step: figures, motion, contacts, complete states')
    .option('--keyframe-every <n>', 'with --record: steps between two complete states', '100')
    .option('--resume', 'with --record: go on with an interrupted recording of the same run')
    .option('--created <time>', 'with --record: UTC time to store (default: none: the same run is the same bytes)')
    .option(
      '--from <step>',
      'of a recorded run: run it again from its last complete state at or before this step; exit 1 if it differs',
    )
    .option('--studio', 'serve the studio beside the run, at its step, until Ctrl-C')
    .option('--json', 'print one JSON document')
    .action(async (name: string, flags: RunFlags, command: Command) => {
      if (/\.(h5|hdf5|part)$/i.test(name))
        return (await import('../rerun.ts')).rerun(name, flags, givenFlags(command), io, end);
      for (const flag of ['keyframeEvery', 'resume', 'created'] as const)
        if (flags.record === undefined && command.getOptionValueSource(flag) === 'cli')
          throw new UsageError(`--${kebab(flag)}: expected --record FILE.h5 beside it, found none`);
      if (flags.from !== undefined)
        throw new UsageError(`--from: expected a recorded run, for example run.h5, found ${found(name)}`);
      const text = commandText(name, command);
      await withSolver(flags.solver, (solver) => act({ name, text, flags, solver }, io, end));
    });
}

/** Names of the flags that stand on the command line. */
function givenFlags(command: Command): string[] {
  return Object.keys(command.opts())
    .filter((flag) => command.getOptionValueSource(flag) === 'cli')
    .map(kebab);
}

/** The command that does the same run again, without what it prints and records. */
function commandText(name: string, command: Command): string {
  const words = givenFlags(command)
    .filter((flag) => !['json', 'record', 'resume', 'created', 'keyframe-every', 'studio'].includes(flag))
    .flatMap((flag) => {
      const value: unknown = command.opts()[flag.replace(/-./g, ([, letter]) => letter!.toUpperCase())];
      if (typeof value === 'boolean') return [value ? `--${flag}` : `--no-${flag}`];
      return [value].flat().flatMap((one) => [`--${flag}`, String(one)]);
    });
  return shellText(['signorini', 'run', name, ...words]);
}

/** Files of the laboratory: read when they are needed, since most runs need none. */
const files = () => import('@signorini/lab/node');

const kebab = (flag: string): string => flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface Chosen {
  readonly name: string;
  /** The command line. */
  readonly text: string;
  readonly flags: RunFlags;
  readonly solver: AnySolver;
}

async function act({ name, text, flags, solver }: Chosen, io: Io, end: (code: number) => void): Promise<void> {
  const { scene, timeStep, frictionModel, ...chosen } = await sceneOf(name, flags);
  const steps = flags.steps === undefined ? scene.steps : parseCount('--steps', flags.steps, 1);
  const coupling = parseCoupling(flags.coupling);
  const { warmStart = true } = flags;
  const accuracy = flags.accuracy === undefined ? undefined : parseAccuracy(flags.accuracy);
  const parameters = sceneValues(scene, chosen.parameters);
  const options = parseAssignments('--option', flags.option, 'maxIterations=50');
  const source: RunSource = {
    scene: scene.name,
    parameters,
    steps,
    timeStep,
    solver: flags.solver,
    options,
    warmStart,
    coupling: coupling ?? null,
    sleep: flags.sleep === true,
    accuracy: accuracy ?? null,
    budget: flags.budget,
    keyframeEvery: parseCount('--keyframe-every', flags.keyframeEvery, 1),
    engine: VERSION,
    command: text,
    ...(frictionModel !== undefined && { frictionModel }),
    ...(isPath(name) && { sceneFile: JSON.parse(await (await files()).readText(name, 'a scene file')) }),
  };
  if (flags.record !== undefined && !/\.(h5|hdf5)$/i.test(flags.record))
    throw new UsageError(`--record: expected a file that ends in .h5, found ${found(flags.record)}`);
  const world = createWorld(scene, { ...worldOptions(source, solver), clock: io.clock });
  const friction = frictionOf(world, { scene, parameters, solver, frictionModel });
  if (friction.insteadOf !== null) complain(io, `${scene.name}: ${frictionNotice(friction, solver.name)}`);
  const attached = flags.studio ? await (await import('../attach.ts')).attach(source, solver.name, io) : undefined;
  const progress = new Progress(io);
  const request = {
    world,
    scene: scene.name,
    parameters,
    steps,
    solver: solver.name,
    warmStart,
    accuracy,
    friction,
    progress: (done: number, total: number) => {
      progress.at(`run  ${scene.name}`, done, total);
      attached?.at(world);
    },
  };
  let document: RunDocument;
  try {
    const { record, resume = false, created = null } = flags;
    document =
      record === undefined
        ? runWorld(request)
        : await (await files()).recordRun(record, {
            ...request,
            created,
            resume,
            source: { ...source, friction: friction.models },
          });
    attached?.at(world, true);
  } finally {
    progress.end();
    world.release();
  }
  const recorded = flags.record === undefined ? [] : [`  recorded             ${flags.record}`];
  io.out(flags.json ? `${JSON.stringify(document)}\n` : runText(document, recorded));
  if (document.failure && flags.json) complain(io, `signorini: ${document.failure.sentence}`);
  if (attached) await untilInterrupted().then(() => attached.end());
  if (document.failure) end(3);
}
