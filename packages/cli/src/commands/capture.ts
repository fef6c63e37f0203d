/** signorini capture <scene>: simulate with the reference solver and keep the MLCPs. Thin: parse, capture, print. */

import { StepError } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { sceneValues } from '@signorini/engine/scenes';
import {
  type CaptureDocument,
  captureScene,
  counted,
  frictionText,
  type Selection,
  shellText,
  short,
  type WorstStep,
} from '@signorini/lab';
import { expectCapturePlace, readText, writeCapture } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount } from '../quantities.ts';
import { addSceneFlags, isPath, type SceneChoice, type SceneFlags, sceneOf } from '../scene-flags.ts';

interface CaptureFlags extends SceneFlags {
  readonly steps?: string;
  readonly every?: string;
  readonly worst?: string;
  readonly coupling?: string;
  readonly output?: string;
  readonly resume?: boolean;
  readonly created?: string;
  readonly json?: boolean;
}

export function addCapture(program: Command, io: Io, end: (code: number) => void): void {
  addSceneFlags(program.command('capture'))
    .description('simulate with the reference solver (bpp for boxes, else auto) and keep the MLCPs of its steps')
    .option('--steps <n|a:b>', "keep steps 1 to n, or a to b (default: all of the scene's)")
    .option('--every <n>', 'of these only multiples of n')
    .option('--worst <k>', 'of these the k hardest: most iterations, then largest friction-consistency error')
    .option(
      '--coupling <n|table3>',
      "solves with updated friction bounds in a step (default: of boxes table3, EATK18's three)",
    )
    .option('-o, --output <path>', 'a dataset (.h5), a folder, or a .jsonl file (default: capture-SCENE)')
    .option('--resume', 'go on with an interrupted capture of the same problems, .h5 only')
    .option('--created <time>', 'UTC time to store in a .h5 (default: none: the same capture is the same bytes)')
    .option('--json', 'print one JSON document: what was captured')
    .action(async (name: string, flags: CaptureFlags) => {
      const choice = await sceneOf(name, flags);
      const { scene } = choice;
      const selection = selectionOf(flags, scene.steps);
      const output = flags.output ?? `capture-${scene.name}`;
      if (flags.resume && !/\.(h5|hdf5)$/i.test(output))
        throw new UsageError(`--resume: expected -o with a file that ends in .h5, found ${found(output)}`);
      await expectCapturePlace(output); // before the work
      const start = io.clock();
      const bar = new Progress(io);
      const progress = (done: number, total: number) => bar.at(`capture  ${scene.name}`, done, total);
      try {
        const coupling = couplingOf(flags.coupling, choice);
        const capture = captureScene({ ...choice, coupling, selection, progress });
        const { resume, created } = flags;
        const provenance = { command: commandOf(name, flags), ...(await sceneTextOf(name)) };
        const document = await writeCapture(output, capture, { resume, created, provenance }).finally(() => bar.end());
        io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(document, output, io.clock() - start));
      } catch (error) {
        if (!(error instanceof StepError)) throw error;
        complain(io, `signorini: ${error.message}; nothing was written`);
        end(3);
      }
    });
}

/** The command that captures the same problems again. */
function commandOf(
  name: string,
  { set, timeStep, frictionModel, steps, every, worst, coupling }: CaptureFlags,
): string {
  const words = [
    ...['signorini', 'capture', name, ...set.flatMap((one) => ['--set', one])],
    ...Object.entries({
      'time-step': timeStep,
      'friction-model': frictionModel,
      steps,
      every,
      worst,
      coupling,
    }).flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, value])),
  ];
  return shellText(words);
}

/** The papers' settings are those of boxes. */
function couplingOf(text: string | undefined, choice: SceneChoice): number | 'table3' | undefined {
  if (text !== 'table3') return text === undefined ? undefined : parseCount('--coupling', text, 1);
  const { scene, parameters, frictionModel } = choice;
  const model = frictionModel ?? scene.settings(sceneValues(scene, parameters)).frictionModel ?? 'cone';
  if (model === 'box') return text;
  throw new UsageError(
    `--coupling: expected a number of solves with friction ${model}, found table3, which belongs to --friction-model box`,
  );
}

/** A scene file goes into the provenance whole. */
async function sceneTextOf(name: string): Promise<{ sceneFile?: unknown }> {
  return isPath(name) ? { sceneFile: JSON.parse(await readText(name, 'a scene file')) } : {};
}

/** @param all steps of the scene */
export function selectionOf({ steps, every, worst }: CaptureFlags, all: number): Selection {
  if (every !== undefined && worst !== undefined)
    throw new UsageError('--every and --worst choose in different ways; give one of them');
  const [, a, b] = /^(\d+):(\d+)$/.exec(steps ?? '') ?? [];
  const from = a === undefined ? 1 : parseCount('--steps', a, 0);
  const to = steps === undefined ? all : b === undefined ? parseSteps(steps) : parseCount('--steps', b, 0);
  if (!(from >= 1 && from <= to))
    throw new UsageError(`--steps: expected a:b with 1 <= a <= b, for example 100:200, found ${found(steps)}`);
  return {
    from,
    to,
    ...(every !== undefined && { every: parseCount('--every', every, 1) }),
    ...(worst !== undefined && { worst: parseCount('--worst', worst, 1) }),
  };
}

function parseSteps(text: string): number {
  if (text.includes(':'))
    throw new UsageError(`--steps: expected a number or a:b, for example 100:200, found ${found(text)}`);
  return parseCount('--steps', text, 1);
}

function textOf(document: CaptureDocument, output: string, ms: number): string {
  const { scene, steps, problems, empty, unsolvedSteps, solver, selection, statuses } = document;
  const ends = Object.entries(statuses).map(([status, count]) => `${status} ${count}`);
  const errorText = ({ value, step }: WorstStep) => `${short(value)} J at most${step === 0 ? '' : ` (step ${step})`}`;
  const without = empty === 0 ? '' : `, ${counted(empty, 'step')} without rows, which have no MLCP`;
  const unsolved =
    unsolvedSteps.length === 0
      ? ''
      : `${solver.name} did not solve ${counted(unsolvedSteps.length, 'step')}, first ${unsolvedSteps[0]}\n`;
  const friction = frictionText(document.friction ?? []);
  return [
    `capture  ${scene}  ${counted(steps, 'step')}  ${solver.name}  ${friction}  ${(ms / 1000).toFixed(1)} s\n`,
    `${counted(problems, 'problem')} of ${selection}${without}\n`,
    unsolved,
    `status  ${ends.join(', ')}\n`,
    `energy error  ${errorText(document.energyError)}, friction consistency  ${errorText(document.frictionConsistency)}\n`,
    `${output}\n`,
  ].join('');
}
