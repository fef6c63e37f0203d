/**
 * The report's table of provenance: what was simulated, what was replayed and how, with which version, on what. All of it
 * is read from the results, never from the solvers of today; what a file of an earlier version lacks is "not recorded".
 */
import { scenes } from '@signorini/engine/scenes';
import { counted, plain, stepText } from '../number-text.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import type { ResultsDocument } from '../replay/results.ts';
import { frictionText } from '../run/friction.ts';
import type { ReportRequest } from './ranking.ts';

type Fact = readonly [name: string, value: string];

const UNKNOWN = 'not recorded in the results file';

export function provenanceOf({ results, tolerance, budgetMs, recommendation }: ReportRequest): Fact[] {
  const { settings, capture, machine, rows } = results;
  const problems = new Set(rows.map(({ problem }) => problem)).size;
  const unit = rows[0]?.unit ?? 'J';
  return [
    ...(capture ? captureFacts(capture) : [['scene', sceneOf(rows)] as const]),
    ['problems', `${counted(problems, 'problem')}, ${sizesOf(results)}`],
    ...(settings ? settingFacts(settings) : [['timing', UNKNOWN] as const]),
    ['limits', limitsOf(tolerance, unit, recommendation?.budgetMs ?? budgetMs)],
    ['signorini', versionOf(results)],
    [
      'machine',
      machine
        ? `${machine.cpu}, ${counted(machine.cores, 'core')}, ${machine.platform}, Node ${machine.node}`
        : UNKNOWN,
    ],
  ];
}

function captureFacts(capture: NonNullable<ResultsDocument['capture']>): Fact[] {
  const { scene, parameters, steps, timeStep, friction, solver, selection, empty, hash } = capture;
  const set = Object.entries(parameters).map(([key, value]) => `${key} ${plain(value)}`);
  return [
    ['scene', scene],
    ['parameters', set.length === 0 ? 'none' : set.join(', ')],
    ['steps', `${steps} of ${stepText(timeStep)}; ${counted(empty, 'step')} without rows, which have no MLCP`],
    ['friction', friction ? frictionText(friction).replace('friction ', '') : UNKNOWN],
    [
      'driven by',
      `${solver.name}, ${solver.coupling}, ${solver.warmStart ? 'warm starts' : 'cold starts'}; state hash ${hash}`,
    ],
    ['kept', selection],
  ];
}

function settingFacts(settings: NonNullable<ResultsDocument['settings']>): Fact[] {
  const { repeat, coupling, warmUp, patience, doubt, race } = settings;
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
    ? ` (${doubt.repeat} if they exceed ${plain(doubt.ms)} ms, for ${doubt.problems} problems per solver)`
    : '';
  return [
    ['friction coupling', friction],
    [
      'timing',
      `median of ${counted(repeat, 'solve')} each${again}, solvers taking turns, every solve from the problem's warm start, else zero; ${counted(warmUp, 'problem')} solved beforehand to warm up${stop}`,
    ],
    ...(race ? [['race', raceText(race)] as const] : []),
  ];
}

function raceText({
  tolerance,
  problems,
  hard,
}: NonNullable<NonNullable<ResultsDocument['settings']>['race']>): string {
  return `the ${counted(hard, 'problem')} whose warm start is the most wrong come first, the others spread over the scene; a solver with an error beyond ${plain(tolerance)} J has failed and is given ${counted(problems, 'problem')} in all; one that might pass is given every problem`;
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

/** The scenes that the problems were captured from. */
function sceneOf(rows: readonly ReplayRow[]): string {
  const scenes = [...new Set(rows.flatMap(({ source }) => source.scene ?? []))];
  return scenes.length === 0 ? UNKNOWN : scenes.join(', ');
}

/** A file may join rows of several versions. */
function versionOf({ rows, version }: ResultsDocument): string {
  const versions = [...new Set(rows.map((row) => row.version ?? version ?? UNKNOWN))];
  return versions.join(', ');
}

/** One line per solver: "3 solves, maxIterations 25, omega 1", one part per setting if it had several, with the paths taken. */
export function settingsUsed(rows: readonly ReplayRow[]): Fact[] {
  const solvers = [...new Set(rows.map(({ solver }) => solver))];
  return solvers.map((solver): Fact => {
    const taken = rows.filter((row) => row.solver === solver && row.status !== 'refused');
    const counts = new Map<string, number>();
    for (const row of taken) counts.set(settingText(row), (counts.get(settingText(row)) ?? 0) + 1);
    if (counts.size === 0) return [solver, 'took no problem'];
    if (counts.size === 1) return [solver, [...counts.keys()][0]!];
    const parts = [...counts].map(([text, count]) => `${counted(count, 'problem')}: ${text}`);
    return [solver, parts.join(' | ')];
  });
}

/** For a shell; only of what the results record, and of scenes that are built in. */
export function commandsOf({ results, recommendation, tolerance }: ReportRequest): string[] {
  const { capture, settings } = results;
  const again = `npx signorini report results.json --tolerance ${plain(tolerance)}J`;
  if (!capture || !scenes.some(({ name }) => name === capture.scene)) return [again];
  const { scene, steps, timeStep, parameters } = capture;
  const set = Object.entries(parameters).map(([key, value]) => ` --set ${quoted(`${key}=${value}`)}`);
  const model = capture.friction?.length === 1 ? ` --friction-model ${capture.friction[0]}` : '';
  const asked = ` --steps ${steps} --time-step ${stepText(timeStep).replace(' ', '')}${set.join('')}${model}`;
  if (!recommendation) {
    const names = [...new Set(results.rows.map(({ solver }) => solver))].join(',');
    const how = settings ? ` --repeat ${settings.repeat} --coupling ${settings.coupling}` : '';
    const replayed = `npx signorini replay problems.h5 --solver ${quoted(names)}${how} -o results.json`;
    return [`npx signorini capture ${scene}${asked} -o problems.h5`, replayed, again];
  }
  const { budgetMs, toleranceJ, evidence } = recommendation;
  const limits = ` --budget ${budgetMs}ms --tolerance ${plain(toleranceJ)}J --repeat ${settings?.repeat ?? 3}`;
  const race = evidence === 'first' ? ' --quick' : settings?.race ? '' : ' --complete';
  return [`npx signorini recommend ${scene}${asked}${limits}${race}`, again];
}

const quoted = (word: string): string => (/^[\w=.,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function settingText({ solver, options, coupling, path }: ReplayRow): string {
  if (options === null) return `options ${UNKNOWN}${coupling === null ? '' : `, ${couplingText(coupling)}`}`;
  const used = Object.entries(options).map(([key, value]) => `${key} ${plain(value)}`);
  const through = path === null || path === solver ? [] : [`by ${path}`];
  return [...(coupling === null ? [] : [couplingText(coupling)]), ...used, ...through].join(', ');
}

function couplingText(coupling: number): string {
  return coupling === 0 ? 'one solve, bounds as given' : counted(coupling, 'solve');
}
