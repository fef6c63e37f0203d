/** The text that `signorini run` prints for people. */
import { counted, frictionNotice, type RunDocument, stepText } from '@signorini/lab/run';
import { plain, short } from './quantities.ts';

/** @param more lines at the end */
export function runText(document: RunDocument, more: readonly string[] = []): string {
  const { scene, from, steps, stepsAsked, timeStep, solver, warmStart, friction, hash, failure } = document;
  const taken = steps === stepsAsked ? counted(steps, 'step') : `${steps} of ${stepsAsked} steps`;
  const lines = [
    `${scene}: ${taken} of ${stepText(timeStep)}${from === 0 ? '' : ` after step ${from}`}, ${solver}, ${warmStart ? 'warm' : 'cold'} starts, ${frictionNotice(friction, solver)}`,
    ...(steps === 0 ? [] : figuresOf(document)),
    `  hash                 ${hash}`,
    ...more,
    ...(failure ? [`  FAILED               ${failure.sentence}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function figuresOf(document: RunDocument): string[] {
  const { msPerStep, unsolvedSteps, emptySteps, torn, failed, ledger, contacts, joints, energy, sleep } = document;
  const unsolved =
    unsolvedSteps.length === 0 ? 'no step' : `${counted(unsolvedSteps.length, 'step')}, first ${unsolvedSteps[0]}`;
  const empty = emptySteps === 0 ? '' : `; ${counted(emptySteps, 'step')} without rows, which count in no error`;
  const widest = [...joints].sort((p, q) => (q.gap ?? Infinity) - (p.gap ?? Infinity))[0];
  return [
    `  in doubt             ${doubtText(document)}`,
    `  verdict              ${verdictText(document)}`,
    ...accuracyOf(document),
    ...settingsOf(document),
    `  time per step        ${short(msPerStep.median)} ms median, ${short(msPerStep.p95)} ms p95, ${short(msPerStep.max)} ms max`,
    ...stagesOf(document),
    `  energy error         ${errorText(document.energyError)}`,
    `  friction consistency ${errorText(document.frictionConsistency)}`,
    `  unsolved             ${unsolved}${empty}`,
    ...(failed ? [`  FAILED SOLVES        ${failedText(failed)}`] : []),
    ...(torn ? [`  TORN                 ${tornText(torn)}`] : []),
    `  ledger               ${ledger.closed ? 'closes' : 'DOES NOT CLOSE'}: ${short(ledger.worstImbalance)} J off at most, of ${short(ledger.limit)} J that rounding may leave (step ${ledger.worstStep})`,
    `  contacts             ${contacts.count} at the end, deepest ${short(contacts.deepest)} m, ${short(contacts.deepestEver)} m in the run`,
    ...(widest ? [`  joints               ${joints.length}, largest gap ${short(widest.gap)} m (${widest.name})`] : []),
    ...(sleep ? [`  asleep               ${sleepText(document)}`] : []),
    `  energy               ${short(energy.kinetic)} J kinetic, ${short(energy.potential)} J potential at the end`,
  ];
}

/** Entries that make up the total, the largest first; those below a millionth of it are left out. */
function doubtText({ budget: { total, scale, share, worst, entries } }: RunDocument): string {
  if (total === null || scale === null || share === null) return 'all of it: the energies are not finite';
  const summed = ['drift', 'time', 'model', 'gaps', 'arms', 'friction', 'solver'];
  const named = summed
    .flatMap((key) => (entries[key] ? [{ key, value: entries[key].value ?? 0 }] : []))
    .filter(({ key, value }) => key === 'solver' || Math.abs(value) > 1e-6 * total)
    .sort((p, q) => Math.abs(q.value) - Math.abs(p.value))
    .map(({ key, value }) => `${key} ${short(value)} J`);
  const place = worst.where === '' || total === 0 ? '' : `; most: ${worst.entry} at ${worst.where}`;
  return `${short(total)} J of ${short(scale)} J that moved (${short(100 * share)} %): ${named.join(', ')}${place}`;
}

function verdictText({ verdicts, steps }: RunDocument): string {
  if (verdicts.good === steps) return 'good in all steps';
  const named = Object.entries(verdicts).filter(([, count]) => count > 0);
  return named.map(([verdict, count]) => `${verdict} in ${counted(count, 'step')}`).join(', ');
}

function accuracyOf({ accuracy, solves, steps, timeStep }: RunDocument): string[] {
  if (!accuracy) return [];
  const { subSteps, rejected, unmet } = accuracy;
  const missed = unmet === 0 ? 'all within it' : `${counted(unmet, 'sub-step')} NOT within it at the smallest length`;
  return [
    `  sub-steps            ${subSteps}, ${short(subSteps / steps)} per step, ${rejected} thrown away; ${missed}; ${short(solves / (steps * timeStep))} solves per simulated second`,
  ];
}

/** "12 steps, first 3: auto for bpp (diverged) 14 times". */
function failedText({ steps, firstStep, solves }: NonNullable<RunDocument['failed']>): string {
  const each = Object.entries(solves).map(([what, times]) => `${what} ${times === 1 ? 'once' : `${times} times`}`);
  return `${counted(steps, 'step')}, first ${firstStep}: ${each.join(', ')}`;
}

function tornText({ steps, firstStep, joints }: NonNullable<RunDocument['torn']>): string {
  const others = joints.length > 1 ? ` and ${counted(joints.length - 1, 'other')}` : '';
  return `${counted(steps, 'step')}, first ${firstStep}: joint ${joints[0]}${others} came apart by more than 0.05 of its size`;
}

function sleepText({ sleep, bodies }: RunDocument): string {
  if (!sleep || sleep.firstStep === null) return 'no body fell asleep';
  return `${sleep.bodies} of ${bodies.length} bodies at the end, the first in step ${sleep.firstStep}; ${short(sleep.energy)} J taken`;
}

/** The solver's options, and the methods that it chose. */
function settingsOf({ solver, options, coupling, paths }: RunDocument): string[] {
  if (options === null) return [];
  const used = Object.entries(options).map(([key, value]) => `${key} ${plain(value)}`);
  const solves = coupling === 0 || coupling === null ? [] : [counted(coupling, 'solve')];
  const chosen = Object.entries(paths).filter(([path]) => path !== solver);
  const lines = [`  settings             ${[...solves, ...used].join(', ')}`];
  if (chosen.length > 0)
    lines.push(
      `  methods              ${chosen.map(([path, steps]) => `${path} in ${counted(steps, 'step')}`).join('; ')}`,
    );
  return lines;
}

function stagesOf({ stageMs }: RunDocument): string[] {
  if (!stageMs) return [];
  const { solver, ...stages } = stageMs;
  const text = Object.entries(stages).map(
    ([stage, ms]) => `${stage} ${short(ms)} ms${stage === 'advance' ? ` (solver ${short(solver)} ms)` : ''}`,
  );
  return [`  stages, median       ${text.join(', ')}`];
}

function errorText({ median, worst, worstStep, worstName, unit }: RunDocument['energyError']): string {
  if (worstStep === null) return 'none: no step had rows';
  const place = worstName === null ? '' : `, ${worstName}`;
  return `${short(median)} ${unit} median, ${short(worst)} ${unit} worst (step ${worstStep}${place})`;
}
