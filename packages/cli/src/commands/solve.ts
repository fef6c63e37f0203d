/** signorini solve <problem>: one problem, one solver, every error. Thin: read, solve, measure, print. */

import { MEASURE_NAMES, type MeasureName } from '@signorini/engine/measures';
import { energyUnit, type Problem, rowLabel } from '@signorini/engine/problem';
import { type AnySolver, findSolver, type OptionValues, type Solution, solve } from '@signorini/engine/solvers';
import { type FigureDocument, type SolveDocument, solveDocument } from '@signorini/lab';
import { readProblemFile } from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { parseAssignments, parseCoupling, repeated } from '../assignments.ts';
import type { Io } from '../io.ts';
import { parseCount, parseEnergy, parseTime, plain, short } from '../quantities.ts';

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
    .argument('<problem>', 'a signorini-problem JSON file, an FCLib .hdf5 file, or FILE.jsonl#N')
    .description('solve one stored problem with one solver and print its errors')
    .option('-s, --solver <name>', 'see `signorini solvers`', DEFAULT_SOLVER)
    .option('--max-iterations <n>', 'iteration limit of one solve')
    .option('--tolerance <energy>', "stop at this energy error, for example 1e-6J; replaces the solver's own test")
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
    .action(async (path: string, flags: SolveFlags) => {
      const solver = findSolver(flags.solver);
      const tolerance = flags.tolerance === undefined ? undefined : parseEnergy('--tolerance', flags.tolerance);
      const timeLimit = flags.timeLimit === undefined ? undefined : parseTime('--time-limit', flags.timeLimit);
      const coupling = parseCoupling(flags.coupling);
      const options = optionsOf(flags);
      const notes: string[] = [];
      const p = await readProblemFile(path, (sentence) => void notes.push(sentence));
      for (const sentence of notes) io.err(`${path}: ${sentence}\n`);
      const solution = solve(p, {
        solver,
        options,
        clock: io.clock,
        ...(tolerance !== undefined && { tolerance }),
        ...(timeLimit !== undefined && { timeLimit }),
        ...(coupling !== undefined && { coupling }),
        ...(flags.pick !== undefined && { pick: flags.pick }),
      });
      const document = solveDocument(p, solver.name, solution, notes);
      io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(p, solver, solution, document, tolerance));
      const reached = document.errors.energy?.value ?? Number.NaN;
      end(tolerance === undefined || reached <= tolerance ? 0 : 3);
    });
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
  { errors, reference, options }: SolveDocument,
  tolerance: number | undefined,
): string {
  const noun = NOUN[solver.family];
  const count = `${iterations.total} ${noun}${iterations.total === 1 ? '' : 's'}`;
  const time = timeMs === undefined ? '' : `, ${short(timeMs)} ms`;
  const asked = tolerance === undefined ? '' : `   (asked for ${short(tolerance)} ${energyUnit(p)})`;
  const worst = worstOf(p, errors.energy);
  const isDefined = errors.fischerBurmeister?.value !== null || errors.energy?.value === null;
  const lines = [
    `${solver.name}: ${status.replace('-', ' ')} after ${count}${ownTest(p, solver, options, tolerance)}${time}`,
    `  energy error         ${amount(errors.energy)}${asked}${worst}`,
    `  relative energy      ${short(errors.relativeEnergy?.value ?? Number.NaN).padEnd(8)} of the energy error of doing nothing`,
    `  exact masses         ${errors.energyExact ? amount(errors.energyExact) : 'none     A is singular, unsymmetric or large'}`,
    `  natural residual     ${amount(errors.naturalResidual)}`,
    `  Fischer-Burmeister   ${isDefined ? amount(errors.fischerBurmeister) : 'none     defined for rows with bounds, not for these friction sets'}`,
  ];
  if (p.contacts.length > 0)
    lines.push(
      `  friction consistency ${amount(errors.frictionConsistency)}   bounds recomputed from the returned normals`,
    );
  if (reference) {
    const [unitX, unitW] = p.quantity === 'force' ? ['N', 'm/s^2'] : ['N s', 'm/s'];
    lines.push(
      `  reference            differs by at most ${short(reference.maxDifferenceX ?? Number.NaN)} ${unitX}, ${short(reference.maxDifferenceW ?? Number.NaN)} ${unitW}`,
    );
  }
  if (picked !== 'last') lines.push(`  returned             the iterate with the least ${picked} error`);
  return `${lines.join('\n')}\n`;
}

/** What a solver's iterations are. */
const NOUN = { direct: 'factorisation', iterative: 'sweep', hybrid: 'iteration' } as const;

/** The solver's own stopping test, where that is what counted. */
function ownTest(p: Problem, solver: AnySolver, options: OptionValues, tolerance: number | undefined): string {
  const spec = solver.options.tolerance;
  if (tolerance !== undefined) return '';
  if (spec?.type !== 'number') return solver.stopsAt ? ` (own test: ${solver.stopsAt})` : '';
  const unit = p.quantity === 'force' && spec.unit === 'N s' ? 'N' : spec.unit;
  return ` (own tolerance ${plain(options.tolerance ?? spec.default)}${unit === '' ? '' : ` ${unit}`})`;
}

function amount(figure: FigureDocument | null): string {
  const value = figure?.value ?? Number.NaN;
  return `${short(value).padEnd(8)} ${figure?.unit ?? ''}`.trimEnd();
}

function worstOf(p: Problem, figure: FigureDocument | null): string {
  return figure?.worstRow === null || figure === null ? '' : `   worst: ${rowLabel(p, figure.worstRow)}`;
}
