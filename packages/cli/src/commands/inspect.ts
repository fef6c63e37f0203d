/** signorini inspect <file>: what is in a file of problems, a recorded run or results. Thin: read, print. */
import { counted, stepText } from '@signorini/lab';
import {
  type InspectDocument,
  type InspectResultsDocument,
  type InspectRunDocument,
  inspect,
  inspectResults,
  inspectRun,
  isResultsFile,
  isRunFile,
  openRun,
  type RunFigure,
  type Span,
} from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io } from '../io.ts';
import { short } from '../quantities.ts';

export function addInspect(program: Command, io: Io): void {
  program
    .command('inspect')
    .argument(
      '<file>',
      'a recorded run .h5, results of a replay, problems: a dataset .h5, their journals .h5.part, .json, .jsonl, FCLib .hdf5, a folder, FILE#N',
    )
    .description('what is in a file: sizes, contacts, units, provenance, hash')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: { json?: boolean }) => {
      if (await isRunFile(file)) {
        const run = await openRun(file);
        const recorded = await inspectRun(run).finally(() => run.close());
        return io.out(json ? `${JSON.stringify(recorded)}\n` : runText(recorded));
      }
      if (await isResultsFile(file)) {
        const results = await inspectResults(file);
        return io.out(json ? `${JSON.stringify(results)}\n` : resultsText(results));
      }
      const document = await inspect(file, (sentence) => complain(io, sentence));
      io.out(json ? `${JSON.stringify(document)}\n` : textOf(document));
    });
}

function textOf(document: InspectDocument): string {
  const { file, bytes, format, title, engine, created, problems, patterns, units, timeStep, hash } = document;
  const size = bytes === null ? '' : `, ${sizeText(bytes)}`;
  const shared = patterns === null ? '' : `, ${counted(patterns, 'pattern')}`;
  const lines: (readonly [string, string | null])[] = [
    ['title', title],
    ['problems', `${problems}${shared}`],
    ['left out', document.leftOut === 0 ? null : `${document.leftOut} bytes at the end, damaged or cut`],
    ['rows', spanText(document.rows)],
    ['contacts', spanText(document.contacts)],
    ['bodies', document.bodies.most === 0 ? 'none: A is given' : spanText(document.bodies)],
    ['kinds', countsText(document.kinds)],
    ['friction', countsText(document.sets) || 'no contacts'],
    ['units', `${counted(units.linear, 'linear row')}, ${units.angular} angular${notGiven(units.notGiven)}`],
    ['energies in', units.energy.join(' and ')],
    ['time step', timeStep && rangeText(timeStep)],
    ['answers', `${document.withReference} with a reference, ${document.withWarmStart} with a warm start`],
    ['engine', engine],
    ['created', created],
    ['hash', hash],
    ...provenanceLines(document.provenance).map(([name, text]) => [`from ${name}`, text] as const),
  ];
  return `${file}: ${document.finished ? format : `${format}, not finished`}${size}\n${aligned(lines)}`;
}

function aligned(lines: readonly (readonly [string, string | null])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => (text === null ? '' : `  ${name.padEnd(width)}  ${text}\n`)).join('');
}

function runText(document: InspectRunDocument): string {
  const { file, bytes, format, steps, stepsAsked, timeStep, keyframes, leftOut, provenance } = document;
  const lines: (readonly [string, string | null])[] = [
    ['scene', document.title],
    ['steps', `${steps === stepsAsked ? steps : `${steps} of ${stepsAsked}`} of ${stepText(timeStep)}`],
    ['left out', leftOut === 0 ? null : `${leftOut} bytes at the end, damaged or cut`],
    ['failed', document.failure],
    ['bodies', String(document.bodies)],
    ['contacts', spanText(document.contacts)],
    ['energy error', figureText(document.energyError)],
    ['friction consistency', figureText(document.frictionConsistency)],
    ['in doubt per step', figureText(document.budget)],
    ['deepest overlap', figureText(document.deepest)],
    ['verdicts', countsText(document.verdicts)],
    ['statuses', countsText(document.statuses)],
    ['complete states', `after ${counted(keyframes.length, 'step')}: ${listText(keyframes)}`],
    ['friction', provenance.friction?.join(' and ') ?? null],
    ['solver', provenance.solver],
    ['engine', document.engine],
    ['created', document.created],
    ['command', provenance.command],
    ['hash', document.hash],
  ];
  return `${file}: ${format}, ${bytes === null ? '' : sizeText(bytes)}\n${aligned(lines)}`;
}

function resultsText(document: InspectResultsDocument): string {
  const { file, bytes, format, rows, problems, timed, solvers, settings, machine, capture } = document;
  const lines: (readonly [string, string | null])[] = [
    ['rows', `${rows}: ${counted(problems, 'problem')}, ${counted(solvers.length, 'solver')}`],
    ['timed', timed === 0 ? 'none' : `${timed}, one at a time`],
    ...solvers.map((line) => [line.solver, solverText(line)] as const),
    ['settings', settings ? `${counted(settings.repeat, 'solve')} of each, coupling ${settings.coupling}` : null],
    ['machine', machine ? `${machine.cpu}, ${machine.platform}, Node ${machine.node}` : null],
    ['engine', document.version ?? null],
    ...provenanceLines(capture).map(([name, text]) => [`from ${name}`, text] as const),
  ];
  return `${file}: ${format}, ${sizeText(bytes)}\n${aligned(lines)}`;
}

function solverText(line: InspectResultsDocument['solvers'][number]): string {
  const { problems, solved, refused, failed, worstEnergy, worstFrictionConsistency, unit } = line;
  return [
    `${solved} of ${problems} solved`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(problems > 0
      ? [`worst error ${short(worstEnergy)} ${unit}, worst friction ${short(worstFrictionConsistency)} ${unit}`]
      : []),
  ].join(', ');
}

function figureText({ median, worst, worstStep, unit }: RunFigure): string {
  return worstStep === null
    ? 'no steps'
    : `${short(median)} ${unit} median, ${short(worst)} ${unit} worst (step ${worstStep})`;
}

const listText = (steps: readonly number[]): string =>
  steps.length <= 8 ? steps.join(', ') : `${steps.slice(0, 6).join(', ')}, ... ${steps.at(-1)}`;

const notGiven = (rows: number): string => (rows === 0 ? '' : `, ${rows} not given`);

function sizeText(bytes: number): string {
  if (bytes < 1e4) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function spanText({ least, most, total }: Span): string {
  return least === most ? `${most}` : `${least} to ${most}, ${total} in all`;
}

function rangeText({ least, most }: Omit<Span, 'total'>): string {
  return least === most ? stepText(most) : `${least} to ${most} s`;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** Fields of the provenance, the long ones cut: --json has all. */
function provenanceLines(provenance: unknown): [string, string][] {
  if (typeof provenance !== 'object' || provenance === null) return [];
  return Object.entries(provenance)
    .filter(([name]) => !['format', 'version', 'engine', 'title', 'created'].includes(name))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [name, text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text];
    });
}

const LONGEST = 100; // characters of a line of the provenance
