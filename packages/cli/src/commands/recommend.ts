/** signorini recommend <scene>: capture, replay, report, and one sentence. Thin: parse, compare, write, print. */
import { StepError } from '@signorini/engine';
import {
  type ComparedSolvers,
  compareSteps,
  counted,
  frictionText,
  type Recommendation,
  type SolverVerdict,
} from '@signorini/lab';
import { expectRecommendFolder, inTurns, thisMachine, writeRecommendation } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount, parseEnergy, parseTime, plain, short } from '../quantities.ts';
import { addSceneFlags, type SceneFlags, sceneOf } from '../scene-flags.ts';
import { LIMIT_HELP, parseLimit, SOLVERS_HELP, withSolvers } from '../solvers-flag.ts';
import { aligned } from '../table.ts';

interface RecommendFlags extends SceneFlags {
  readonly budget: string;
  readonly tolerance: string;
  readonly steps?: string;
  readonly solver?: string;
  readonly timeLimit?: string;
  readonly every?: string;
  readonly problems: boolean;
  readonly quick?: boolean;
  readonly complete?: boolean;
  readonly repeat: string;
  readonly output?: string;
  readonly json?: boolean;
}

export function addRecommend(program: Command, io: Io, end: (code: number) => void): void {
  addSceneFlags(program.command('recommend'))
    .description('which solver to take for a scene, with the evidence; exit 3 if none passes')
    .option('--budget <time>', 'for the slowest step', '16.7ms')
    .option('--tolerance <energy>', 'for the larger of the two errors in the worst step', '1e-6J')
    .option('--steps <n>', "steps to simulate (default: the scene's)")
    .option('-s, --solver <names>', `${SOLVERS_HELP} (default: all built-in ones)`)
    .option('--time-limit <time>', `${LIMIT_HELP} (default: 60s)`)
    .option('--every <n>', 'replay only steps that are multiples of n (default: every step)')
    .option('--quick', 'stop after the first answer: a few problems, spread over the scene')
    .option('--complete', 'give every solver every problem, also after it has failed')
    .option('--no-problems', 'leave problems.h5 out: the largest of the files')
    .option('--repeat <n>', 'solves of each problem by each solver; the time is their median', '3')
    .option('-o, --output <dir>', 'folder to write into (default: recommend-SCENE)')
    .option('--json', 'print one JSON document')
    .action(async (name: string, flags: RecommendFlags) => {
      const request = await requestOf(name, flags);
      const folder = flags.output ?? `recommend-${request.scene.name}`;
      await expectRecommendFolder(folder); // before the work
      const progress = new Progress(io);
      const watched = {
        ...request,
        machine: thisMachine(),
        clock: io.clock,
        ...watchersOf(io, progress, request.scene),
      };
      try {
        const compare = () =>
          withSolvers(flags.solver, parseLimit(flags.timeLimit), (solvers) =>
            inTurns(compareSteps({ ...watched, solvers })),
          ).finally(() => progress.doing('report  drawing'));
        const { document, compared } = await writeRecommendation(folder, compare, flags.problems);
        progress.end();
        io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(compared, document.report));
        end(document.chosen === null ? 3 : 0);
      } catch (error) {
        progress.end();
        if (!(error instanceof StepError)) throw error;
        complain(io, `signorini: ${error.message}; nothing was written`);
        end(3);
      }
    });
}

async function requestOf(name: string, flags: RecommendFlags) {
  const choice = await sceneOf(name, flags);
  if (flags.quick && flags.complete) throw new UsageError('--quick and --complete: expected one of them, found both');
  return {
    ...choice,
    steps: flags.steps === undefined ? choice.scene.steps : parseCount('--steps', flags.steps, 1),
    every: flags.every === undefined ? 1 : parseCount('--every', flags.every, 1),
    budgetMs: parseTime('--budget', flags.budget),
    toleranceJ: parseEnergy('--tolerance', flags.tolerance),
    repeat: parseCount('--repeat', flags.repeat, 1),
    quick: flags.quick ?? false,
    complete: flags.complete ?? false,
  };
}

/** Bars, and the first answer as a line between them. */
function watchersOf(io: Io, progress: Progress, { name }: { readonly name: string }) {
  const start = io.clock();
  return {
    captureProgress: (done: number, total: number) => progress.at(`capture  ${name}`, done, total),
    replayProgress: (done: number, total: number, problem: string, solver: string) =>
      progress.at('replay', done, total, `${problem}  ${solver}`),
    firstAnswer: ({ sentence }: Recommendation, later: readonly string[]) => {
      progress.end();
      const missing = later.length === 0 ? '' : ` Later, being slow: ${later.join(', ')}.`;
      io.err(`first answer after ${seconds(io.clock() - start)}: ${sentence.split('\n')[0]}${missing}\n`);
    },
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function textOf({ recommendation, results, captureMs, replayMs }: ComparedSolvers, report: string): string {
  const { friction, budgetMs, toleranceJ, steps, empty, problems, sentence } = recommendation;
  const without = empty === 0 ? '' : `   ${counted(empty, 'step')} without rows`;
  return [
    `budget ${plain(budgetMs)} ms, tolerance ${plain(toleranceJ)} J\n`,
    `capture  ${steps}/${steps} steps   ${results.capture?.solver.name}   ${frictionText(friction)}   ${seconds(captureMs)}${without}\n`,
    `replay   ${counted(problems, 'problem')} x ${counted(recommendation.solvers.length, 'solver')}   ${seconds(replayMs)}\n`,
    ...aligned(tableOf(recommendation)),
    ...failuresOf(results).map((sentence) => `${sentence}\n`),
    ...leftOutOf(recommendation),
    ...(recommendation.evidence === 'first'
      ? ['First answer, of a few problems; without --quick all that matter.\n']
      : []),
    `${sentence} Evidence: ${report}\n`,
  ].join('');
}

/** Solvers that take no such friction in one line, with what judges them; the others one by one, each with its reason. */
function leftOutOf({ leftOut, friction }: Recommendation): string[] {
  const set = /takes the sets .*, this problem has (.*?)(;|$)/;
  const foreign = leftOut.filter(({ reason }) => set.test(reason));
  const names = foreign.map(({ solver }) => solver).join(', ');
  const boxes = friction.includes('box') ? '' : '; --friction-model box judges them on boxes';
  return [
    ...leftOut
      .filter((one) => !foreign.includes(one))
      .map(({ solver, reason }) => `${solver} left out: ${reason.split('; ')[0]?.replace(`${solver} `, '')}\n`),
    ...(foreign[0] ? [`left out, not taking friction ${set.exec(foreign[0].reason)![1]}: ${names}${boxes}\n`] : []),
  ];
}

/** The first failure of every solver from outside that had one. */
function failuresOf({ rows, summary }: ComparedSolvers['results']): string[] {
  return summary
    .filter(({ failed }) => failed > 0)
    .map(({ solver, failed }) => {
      const first = rows.find((row) => row.solver === solver && row.status === 'failed');
      return `${solver} failed on ${counted(failed, 'problem')}; ${first?.problem}: ${first?.reason}`;
    });
}

/** Passing solvers first, by time; then the others, by time. */
function tableOf({ solvers, chosen }: Recommendation): string[][] {
  const byTime = [...solvers].sort(
    (p, q) => Number(q.passes) - Number(p.passes) || (p.medianTimeMs ?? Infinity) - (q.medianTimeMs ?? Infinity),
  );
  return [
    ['solver', 'passes', 'median ms', 'slowest ms', 'worst error, J', 'worst friction, J', ''],
    ...byTime.map((line) => [
      line.solver,
      line.passes ? 'yes' : 'no',
      ...[line.medianTimeMs, line.maxTimeMs, line.worstEnergy, line.worstFrictionConsistency].map(short),
      line.solver === chosen ? 'chosen' : stoppedText(line),
    ]),
  ];
}

const WHY = { time: 'too slow', error: 'beyond the tolerance', refused: 'refuses problems' } as const;

function stoppedText({ stoppedAfter, stoppedFor }: SolverVerdict): string {
  return stoppedFor === null ? '' : `${WHY[stoppedFor]}, stopped after ${counted(stoppedAfter ?? 0, 'problem')}`;
}
