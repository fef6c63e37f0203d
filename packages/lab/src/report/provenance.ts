/** The report's table of provenance: what was simulated, what was replayed and how, with which version, on what. */
import { findSolver, solvers } from '@signorini/engine/solvers';
import { counted, plain, stepText } from '../number-text.ts';
import type { ResultsDocument } from '../results.ts';
import type { ReportRequest } from './page.ts';

export function provenanceOf({ results, tolerance, recommendation }: ReportRequest): [string, string][] {
  const { settings, capture, machine, version, rows } = results;
  const problems = new Set(rows.map(({ problem }) => problem)).size;
  const unit = rows[0]?.unit ?? 'J';
  return [
    ...(capture ? captureFacts(capture) : []),
    ['problems', `${counted(problems, 'problem')}, ${sizesOf(results)}`],
    ...(settings ? settingFacts(settings) : []),
    ['limits', limitsOf(tolerance, unit, recommendation?.budgetMs)],
    ['solver settings', optionsOf(results)],
    ...(version === undefined ? [] : [['signorini', version] as [string, string]]),
    ...(machine
      ? [
          [
            'machine',
            `${machine.cpu}, ${counted(machine.cores, 'core')}, ${machine.platform}, Node ${machine.node}`,
          ] as [string, string],
        ]
      : []),
  ];
}

function captureFacts(capture: NonNullable<ResultsDocument['capture']>): [string, string][] {
  const { scene, parameters, steps, timeStep, solver, selection, empty, hash } = capture;
  const set = Object.entries(parameters).map(([key, value]) => `${key} ${plain(value)}`);
  return [
    ['scene', scene],
    ['parameters', set.length === 0 ? 'none' : set.join(', ')],
    ['steps', `${steps} of ${stepText(timeStep)}; ${counted(empty, 'step')} without rows, which have no MLCP`],
    [
      'driven by',
      `${solver.name}, ${solver.coupling}, ${solver.warmStart ? 'warm starts' : 'cold starts'}; state hash ${hash}`,
    ],
    ['kept', selection],
  ];
}

function settingFacts({
  repeat,
  coupling,
  warmUp,
  patience,
  doubt,
}: NonNullable<ResultsDocument['settings']>): [string, string][] {
  const friction =
    coupling === 'own'
      ? "each solver's own"
      : coupling === 'table3'
        ? "each solver's own, options of EATK18 Table 3"
        : coupling === 0
          ? 'friction bounds as stored, one solve'
          : `${coupling} solves with updated friction bounds`;
  const stop = patience
    ? `; a solver is stopped after ${counted(patience.problems, 'problem')} beyond ${plain(Number(patience.ms.toPrecision(6)))} ms`
    : '';
  const again = doubt
    ? ` (${doubt.repeat} where they exceed ${plain(doubt.ms)} ms, for ${doubt.problems} problems a solver)`
    : '';
  return [
    ['friction coupling', friction],
    [
      'timing',
      `median of ${counted(repeat, 'solve')} each${again}, solvers taking turns, every solve from the problem's warm start, else zero; ${counted(warmUp, 'problem')} solved beforehand to warm up${stop}`,
    ],
  ];
}

function sizesOf({ rows }: ResultsDocument): string {
  const sizes = rows.map(({ size }) => size).filter((n) => Number.isFinite(n));
  if (sizes.length === 0) return 'size unknown';
  const [least, most] = [sizes.reduce((p, q) => Math.min(p, q)), sizes.reduce((p, q) => Math.max(p, q))];
  return least === most ? `${least} rows each` : `${least} to ${most} rows`;
}

function limitsOf(tolerance: number, unit: string, budgetMs: number | undefined): string {
  const error = `tolerance ${plain(tolerance)} ${unit}`;
  return budgetMs === undefined ? error : `${error}, budget ${plain(budgetMs)} ms`;
}

/** The default options, as used. */
function optionsOf({ summary, settings }: ResultsDocument): string {
  return summary
    .filter(({ solver }) => solvers.some(({ name }) => name === solver))
    .map(({ solver }) => {
      const { defaults, table3, coupling } = findSolver(solver);
      const options = { ...defaults, ...(settings?.coupling === 'table3' && table3) };
      const used = Object.entries(options).map(([key, value]) => `${key} ${plain(value ?? '')}`);
      const solves =
        settings?.coupling === 'own' || settings?.coupling === 'table3' ? [counted(coupling, 'solve')] : [];
      return `${solver} (${[...solves, ...used].join(', ')})`;
    })
    .join('; ');
}
