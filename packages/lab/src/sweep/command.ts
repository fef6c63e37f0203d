/** An item of a sweep in words: its values, and the command that does it again, alone. */
import { plain } from '../number-text.ts';
import { shellText } from '../shell-text.ts';
import type { Axis, Coordinates, SweepItem, SweepSource } from './sweep.ts';

export function commandOf(item: SweepItem, source: SweepSource): string {
  const { solver, options, parameters, timeStep, steps, coupling, warmStart, accuracy, frictionModel, repeat } = item;
  const given = Object.entries(options).flatMap(([key, value]) => ['-O', `${key}=${value}`]);
  const couplings =
    coupling === null || (coupling === 'own' && source.kind !== 'problems') ? [] : ['--coupling', coupling];
  if (source.kind === 'problems') {
    const rest = [...couplings, '--repeat', repeat ?? 1];
    if (given.length === 0) return shell(['replay', ...source.paths, '--solver', solver, ...rest]);
    return shell(['sweep', ...source.paths, '--vary', `solver=${solver}`, ...given, ...rest, '-o', 'again']);
  }
  return shell([
    ...['run', source.kind === 'scene-file' ? source.path : source.name, '--solver', solver],
    ...Object.entries(parameters).flatMap(([key, value]) => ['--set', `${key}=${value}`]),
    ...given,
    ...(timeStep === null ? [] : ['--time-step', secondsText(timeStep)]),
    ...(steps === null ? [] : ['--steps', steps]),
    ...couplings,
    ...(frictionModel === undefined ? [] : ['--friction-model', frictionModel]),
    ...(warmStart ? [] : ['--no-warm-start']),
    ...(accuracy === null ? [] : ['--accuracy', typeof accuracy === 'number' ? accuracy : `${accuracy.joules}J`]),
  ]);
}

/** 1/60 if that is the same number; else all its digits. */
export function secondsText(seconds: number): string {
  const rate = Math.round(1 / seconds);
  return rate > 1 && 1 / rate === seconds ? `1/${rate}` : `${seconds}s`;
}

/** The value of an axis; `-` for an option that the item's solver does not have. */
export function valueText({ key, kind, name }: Axis, place: Coordinates, item: SweepItem): string {
  if (kind === 'option' && !Object.hasOwn(item.options, name)) return '-';
  return kind === 'time-step' ? secondsText(Number(place[key])) : plain(place[key]!);
}

const shell = (words: readonly (string | number)[]): string => `npx signorini ${shellText(words)}`;
