/** signorini solve <problem>: one problem, one solver, every error. Thin: read, solve, measure, print. */

import { MEASURE_NAMES, type MeasureName, type MeasureSpec, measureList, measures } from '@signorini/engine/measures';
import { type Problem, rowLabel } from '@signorini/engine/problem';
import { type AnySolver, type OptionValues, type Solution, solve } from '@signorini/engine/solvers';
import {
  claimOf,
  counted,
  type FigureDocument,
  frictionText,
  type SolveDocument,
  solveDocument,
  type ToleranceDocument,
} from '@signorini/lab';
import { readProblemFile } from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { parseAssignments, parseCoupling, repeated } from '../assignments.ts';
import { complain, type Io } from '../io.ts';
import { parseCount, parseEnergy, parseTime, plain, short } from '../quantities.ts';
import { SOLVER_HELP, withSolver } from '../solver-flag.ts';

const DEFAULT_SOLVER = 'auto';

interface SolveFlags {
  readonly solver: string;
  readonly maxIterations?: string;
  readonly tolerance?: string;
  readonly timeLimit?: string;
  readonly pick?: MeasureName | 'last';
  readonly coupling?: string;
  readonly option: readonly string[];
  readonly json?: boolean;
}

export function addSolve(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('solve')
    .argument(
      '<problem>',
      'a signorini-problem JSON file, an FCLib .hdf5 file, a Siconos .dat file, FILE.jsonl#N, DATASET.h5#N, or collection:NAME',
    )
    .description('solve one stored problem with one solver and print its errors')
    .option('-s, --solver <name>', SOLVER_HELP, DEFAULT_SOLVER)
    .option('--max-iterations <n>', 'iteration limit of one solve')
    .option(
      '--tolerance <energy>',
      "stop at this energy error, for example 1e-6J; replaces the solver's own test; exit 3 if the larger of both errors is above it",
    )
    .option('--time-limit <time>', 'stop after this time, for example 5ms')
    .addOption(
      new Option(
        '--pick <measure>',
        'return the iterate with the least error (default: energy when a limit struck, else last)',
      ).choices([...MEASURE_NAMES, 'last']),
    )
    .option(
      '--coupling <n|table3>',
      'solves with updated friction bounds; 0: one solve with the bounds as stored; table3: as EATK18 sets the solver',
    )
    .addOption(repeated('-O, --option <key=value>', 'an option of the solver; may be repeated'))
    .option('--json', 'print one JSON document')
    .action((path: string, flags: SolveFlags) =>
      withSolver(flags.solver, (solver) => act(path, flags, solver, io, end)),
    );
}

async function act(
  path: string,
  flags: SolveFlags,
  solver: AnySolver,
  io: Io,
  end: (code: number) => void,
): Promise<void> {
  const tolerance = flags.tolerance === undefined ? undefined : parseEnergy('--tolerance', flags.tolerance);
  const timeLimit = flags.timeLimit === undefined ? undefined : parseTime('--time-limit', flags.timeLimit);
  const coupling = parseCoupling(flags.coupling);
  const options = optionsOf(flags);
  const notes: string[] = [];
  const almost = solver.needs === 'any' ? 'stored' : 'mean'; // of a W that is almost symmetric
  const p = await readProblemFile(path, (sentence) => void notes.push(sentence), almost);
  for (const sentence of notes) complain(io, `${path}: ${sentence}`);
  const instance = solver.create();
  const solution = solve(p, {
    solver,
    instance,
    options,
    clock: io.clock,
    ...(tolerance !== undefined && { tolerance }),
    ...(timeLimit !== undefined && { timeLimit }),
    ...(coupling !== undefined && { coupling }),
    ...(flags.pick !== undefined && { pick: flags.pick }),
  });
  const document = solveDocument(p, solver.name, solution, { notes, tolerance, claimedMs: claimOf(instance) });
  io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(p, solver, solution, document));
  end(document.tolerance === null || document.tolerance.met ? 0 : 3);
}

function optionsOf({ option, maxIterations }: SolveFlags): OptionValues {
  const options = parseAssignments('--option', option, 'omega=1.3');
  if (maxIterations === undefined) return options;
  return { ...options, maxIterations: parseCount('--max-iterations', maxIterations, 1) };
}

function textOf(
  p: Problem,
  solver: AnySolver,
  { status, iterations, timeMs, picked }: Solution,
  document: SolveDocument,
): string {
  const { errors, reference, path, tolerance } = document;
  const noun = NOUN[solver.family];
  const count = `${iterations.total} ${noun}${iterations.total === 1 ? '' : 's'}`;
  const claimed = document.claimedMs === null ? '' : ` (${short(document.claimedMs)} ms by its own clock)`;
  const time = timeMs === undefined ? '' : `, ${short(timeMs)} ms${claimed}`;
  const through = path === solver.name ? '' : ` (${path})`;
  const sets = document.problem.friction;
  const friction = sets.length === 0 ? '' : `, ${frictionText(sets)}`;
  const asked = tolerance ? `   (asked for ${short(tolerance.asked)} ${tolerance.unit})` : '';
  const lines = [`${solver.name}${through}: ${status.replace('-', ' ')} after ${count}${time}${friction}`];
  const why = reasonOf(p, solver, document);
  if (why) lines.push(line('why', why));
  for (const spec of measureList) {
    if (!spec.printed || (spec.ofContacts && p.contacts.length === 0)) continue;
    const figure = errors[spec.key];
    const judged = spec.key === 'energy' ? `${asked}${worstOf(p, figure)}` : '';
    lines.push(line(spec.title, `${figureText(spec, figure, errors.energy)}${judged}`));
  }
  if (reference) {
    const [unitX, unitW] = p.quantity === 'force' ? ['N', 'm/s^2'] : ['N s', 'm/s'];
    const differences = `${short(reference.maxDifferenceX)} ${unitX}, ${short(reference.maxDifferenceW)} ${unitW}`;
    lines.push(line('reference', `differs by at most ${differences}`));
  }
  if (picked !== 'last') lines.push(line('returned', `the iterate with the least ${picked} error`));
  if (tolerance && !tolerance.met) lines.push(line('tolerance missed', missedText(tolerance)));
  return `${lines.join('\n')}\n`;
}

const line = (title: string, text: string) => `  ${title.padEnd(20)} ${text}`.trimEnd();

/** The figure with its unit and note; "none" with the reason if the answer has no such error though it has an energy. */
function figureText(
  { unit, note, absent }: MeasureSpec,
  figure: FigureDocument | null,
  energy: FigureDocument | null,
): string {
  const missing = figure === null || (figure.value === null && energy?.value !== null);
  if (missing && absent) return `none     ${absent}`;
  const text = amount(figure);
  if (!note) return text;
  return unit === 'ratio' ? `${text.padEnd(8)} ${note}` : `${text}   ${note}`;
}

/** Which of the two errors is above the tolerance. */
function missedText({ asked, reached, by, unit }: ToleranceDocument): string {
  return `${measures[by].title} ${short(reached)}${reached === null ? '' : ` ${unit}`} is above ${short(asked)} ${unit}`;
}

/** Noun for an iteration, by family. */
const NOUN = { direct: 'factorisation', iterative: 'sweep', hybrid: 'iteration' } as const;

/** Explains a status other than `converged` and what would help; undefined if there is nothing to add. */
function reasonOf(p: Problem, solver: AnySolver, { status, options, coupling }: SolveDocument): string | undefined {
  if (status === 'coupling-limit')
    return `friction bounds still move after ${counted(coupling, 'solve')}; --coupling ${Math.max(20, 4 * coupling)} goes on`;
  if (status === 'stopped-early') return `${ownTest(p, solver, options)}, and that is not the error of \`converged\``;
  if (status === 'iteration-limit') return limitText(solver, options);
  if (status === 'infeasible') return 'no solution exists: no impulses within the bounds satisfy every row';
  return undefined;
}

/** Which option is the limit, and how to raise it. */
function limitText(solver: AnySolver, options: OptionValues): string | undefined {
  for (const [name, flag] of LIMITS) {
    const spec = solver.options[name];
    if (spec?.type !== 'number') continue;
    const limit = Number(options[name] ?? spec.default);
    return `the limit of ${`${limit} ${spec.unit}`.trimEnd()}; ${flag}${10 * limit} raises it`;
  }
  return undefined;
}

/** Options that limit the iterations of a solve, and how they are given. */
const LIMITS = [
  ['maxIterations', '--max-iterations '],
  ['phases', '-O phases='],
  ['sweeps', '-O sweeps='],
] as const;

/** The solver's own stopping test. */
function ownTest(p: Problem, solver: AnySolver, options: OptionValues): string {
  const spec = solver.options.tolerance;
  if (spec?.type !== 'number') return `its own test is met${solver.stopsAt ? ` (${solver.stopsAt})` : ''}`;
  const unit = p.quantity === 'force' && spec.unit === 'N s' ? 'N' : spec.unit;
  return `its own tolerance of ${plain(options.tolerance ?? spec.default)}${unit === '' ? '' : ` ${unit}`} is met`;
}

function amount(figure: FigureDocument | null): string {
  const value = figure?.value ?? Number.NaN;
  return `${short(value).padEnd(8)} ${figure?.unit ?? ''}`.trimEnd();
}

function worstOf(p: Problem, figure: FigureDocument | null): string {
  return figure?.worstRow === null || figure === null ? '' : `   worst: ${rowLabel(p, figure.worstRow)}`;
}
