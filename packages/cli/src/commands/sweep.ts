/** signorini sweep <scene|problems>: a grid over parameters, solvers and options. Thin: parse, run, print. */
import { found } from '@signorini/engine/checks';
import type { SetKind } from '@signorini/engine/problem';
import { sceneValues } from '@signorini/engine/scenes';
import { type AnySolver, completeOptions } from '@signorini/engine/solvers';
import {
  type Axis,
  axisOf,
  checkAxis,
  type LoadedSource,
  SolverFailure,
  type SweepPlan,
  type SweepSettings,
} from '@signorini/lab';
import {
  checkAddress,
  createPool,
  createQueueExecutor,
  expectQueue,
  openSource,
  runSweep,
  type Shard,
  type SweepOutcome,
  type SweptSolvers,
  sweptSolvers,
} from '@signorini/lab/node';
import type { Command } from 'commander';
import { parseAssignments, repeated } from '../assignments.ts';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseAccuracy, parseCount, parseSeconds } from '../quantities.ts';
import { frictionFlag } from '../scene-flags.ts';
import { SOLVER_HELP } from '../solver-flag.ts';
import { sweepDocument, sweepText } from '../sweep-text.ts';
import { parseAxis, splitVary } from '../vary.ts';

interface SweepFlags {
  readonly vary: readonly string[];
  readonly random?: string;
  readonly seed: string;
  readonly set: readonly string[];
  readonly solver: string;
  readonly option: readonly string[];
  readonly timeStep?: string;
  readonly steps?: string;
  readonly coupling?: string;
  readonly warmStart?: boolean;
  readonly accuracy?: string;
  readonly frictionModel?: SetKind;
  readonly repeat: string;
  readonly threads: string;
  readonly shard?: string;
  readonly queue?: string;
  readonly resume?: boolean;
  readonly output: string;
  readonly json?: boolean;
}

export function addSweep(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('sweep')
    .argument('<scene|problems...>', 'a built-in scene, a scene file, or problems as `signorini replay` takes them')
    .description('a grid of runs or replays, one result per item; exit 1 if an item failed')
    .addOption(
      repeated('--vary <key=values>', 'solver, time-step, steps, a parameter, an option: a,b,c or 100..2000:log5'),
    )
    .option('--random <n>', 'n items drawn at random instead of the whole grid; ranges need no points')
    .option('--seed <s>', 'of --random', '1')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene, the same in all items'))
    .option('-s, --solver <name>', `unless it varies: ${SOLVER_HELP}`, 'auto')
    .addOption(repeated('-O, --option <key=value>', 'an option of the solvers that have it'))
    .option('--time-step <time>', "unless it varies (default: the scene's)")
    .option('--steps <n>', "unless it varies (default: the scene's)")
    .option('--coupling <n|own|table3>', "unless it varies (default: runs the solver's own number, problems 0)")
    .option('--no-warm-start', 'start each solve from zero')
    .option('--accuracy <share|J>', 'unless it varies: as many sub-steps as it takes')
    .addOption(frictionFlag())
    .option('--repeat <n>', 'problems: solves of each; the time is their median', '1')
    .option('--threads <n>', 'items at once; times count with 1 only', '1')
    .option('--shard <i/n>', 'the i-th of n parts, from 1; `signorini merge` joins their folders')
    .option('--queue <redis://...>', 'put the items into a queue; `signorini worker` on any machine takes them')
    .option('--resume', 'go on with a folder of the same sweep')
    .requiredOption('-o, --output <folder>', 'sweep.json and one result per item')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], flags: SweepFlags) => {
      const threads = parseCount('--threads', flags.threads, 1);
      const shard = flags.shard === undefined ? null : parseShard(flags.shard);
      const { queue } = flags;
      if (queue !== undefined) checkQueue(queue, flags);
      const note = (sentence: string) => complain(io, sentence);
      const opened = await openSource(paths, note);
      const { plan, notes } = await planOf(opened.source, opened.loaded, flags);
      notes.forEach(note);
      if (queue !== undefined) await expectQueue(queue);
      const start = io.clock();
      const progress = new Progress(io);
      const outcome = await runSweep({
        plan,
        shard,
        folder: flags.output,
        resume: flags.resume ?? false,
        executor: (document) =>
          queue === undefined
            ? createPool(opened, threads)
            : createQueueExecutor({ opened, document, folder: flags.output, address: queue, note }),
        progress: (done, total) => progress.at('sweep', done, total),
      }).finally(() => progress.end());
      print(outcome, flags, io, io.clock() - start);
      if (outcome.rows.some(({ result }) => result.outcome !== 'done')) end(1);
    });
}

function print(outcome: SweepOutcome, { output, json }: SweepFlags, io: Io, ms: number): void {
  if (json) io.out(`${JSON.stringify(sweepDocument(outcome))}\n`);
  else io.out(sweepText(outcome, output, ms));
}

/** Everything that can be wrong with the grid is said before the first item runs. */
async function planOf(source: SweepPlan['source'], loaded: LoadedSource, flags: SweepFlags) {
  const scene = 'scene' in loaded ? loaded.scene : undefined;
  const vary = splitVary(flags.vary);
  const random =
    flags.random === undefined
      ? null
      : { count: parseCount('--random', flags.random, 1), seed: parseCount('--seed', flags.seed, 0) };
  const varied = parseAxis(
    { key: 'solver', kind: 'solver', name: 'solver', unit: '', integer: false },
    vary.get('solver') ?? flags.solver,
    false,
  );
  const { solvers, outside } = await solversOf(varied.values.map(String), flags);
  const context = { scene, solvers, outside };
  const axes = [...vary].map(([key, text]) => {
    const axis = parseAxis(axisOf(key, context), text, random !== null);
    checkAxis(axis, context);
    return axis;
  });
  const settings = settingsOf(scene, solvers, flags);
  return { plan: { source, axes, settings, random, ...(outside && { outside }) }, notes: notesOf(axes, solvers) };
}

/** @throws UsageError if one does not work, or cannot be had where the items run */
async function solversOf(texts: readonly string[], { queue }: SweepFlags): Promise<SweptSolvers> {
  const swept = await sweptSolvers(texts).catch((error: unknown) => {
    throw error instanceof SolverFailure ? new UsageError(error.message) : error;
  });
  const [outside] = Object.keys(swept.outside ?? {});
  if (queue !== undefined && outside !== undefined)
    throw new UsageError(
      `--queue: expected built-in solvers, found ${found(outside)}, which other machines do not have; use --threads, or --shard and merge`,
    );
  return swept;
}

function settingsOf(
  scene: Extract<LoadedSource, { scene: unknown }>['scene'] | undefined,
  solvers: readonly AnySolver[],
  flags: SweepFlags,
): SweepSettings {
  const given = parseAssignments('--set', flags.set, 'density=1');
  if (!scene)
    for (const [option, value] of [
      ['--time-step', flags.timeStep],
      ['--steps', flags.steps],
      ['--accuracy', flags.accuracy],
      ['--friction-model', flags.frictionModel],
    ] as const)
      if (value !== undefined) throw new UsageError(`${option}: expected a scene, found problems`);
  if (!scene && flags.set.length > 0) throw new UsageError('--set: expected a scene, found problems');
  const options = parseAssignments('--option', flags.option, 'maxIterations=50');
  for (const [key, value] of Object.entries(options)) {
    const having = solvers.filter((solver) => Object.hasOwn(solver.options, key));
    for (const solver of having.length > 0 ? having : solvers) completeOptions(solver, { [key]: value });
  }
  return {
    solver: flags.solver,
    options,
    warmStart: flags.warmStart ?? true,
    parameters: scene ? sceneValues(scene, given) : {},
    timeStep: !scene
      ? null
      : flags.timeStep === undefined
        ? scene.timeStep
        : parseSeconds('--time-step', flags.timeStep),
    steps: !scene ? null : flags.steps === undefined ? scene.steps : parseCount('--steps', flags.steps, 1),
    coupling: couplingOf(flags.coupling) ?? (scene ? null : 0),
    accuracy: flags.accuracy === undefined ? null : parseAccuracy(flags.accuracy),
    ...(flags.frictionModel !== undefined && { frictionModel: flags.frictionModel }),
    repeat: scene ? null : parseCount('--repeat', flags.repeat, 1),
  };
}

function couplingOf(text: string | undefined): SweepSettings['coupling'] {
  if (text === undefined || text === 'own' || text === 'table3') return text ?? null;
  return parseCount('--coupling', text, 0);
}

/** An option that some solvers lack does not vary for them. */
function notesOf(axes: readonly Axis[], solvers: readonly AnySolver[]): string[] {
  return axes.flatMap(({ kind, name }) => {
    const without = solvers.filter((solver) => kind === 'option' && !Object.hasOwn(solver.options, name));
    if (without.length === 0) return [];
    return [
      `sweep: ${without.map((solver) => solver.name).join(', ')}: no option ${name}, one item for all its values`,
    ];
  });
}

/** Workers have their own number of threads, and share the items by themselves. */
function checkQueue(queue: string, { threads, shard }: SweepFlags): void {
  checkAddress(queue);
  if (threads !== '1') throw new UsageError('--threads: expected it with `signorini worker`, found it with --queue');
  if (shard !== undefined) throw new UsageError('--shard: expected no --queue beside it, found both');
}

/** "2/4" */
function parseShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new UsageError(`--shard: expected i/n with i from 1 to n, for example 2/4, found ${found(text)}`);
  return shard;
}
