/** `--vary key=values`: lists (pgs,psor), ranges with points (100..2000:log5, 0..1:5), and ranges to draw from. */
import { found } from '@signorini/engine/checks';
import { type Axis, type NamedAxis, type SweepValue, within } from '@signorini/lab';
import { solverTexts } from '@signorini/lab/node';
import { UsageError } from './io.ts';
import { parseAccuracy, parseCount, parseSeconds } from './quantities.ts';

const EXAMPLE = 'solver=pgs,psor or density=100..2000:log5';

/** @throws UsageError unless every key has values, and none comes twice */
export function splitVary(list: readonly string[]): ReadonlyMap<string, string> {
  if (list.length === 0) throw new UsageError(`--vary: expected at least one, for example ${EXAMPLE}, found none`);
  const given = new Map<string, string>();
  for (const assignment of list) {
    const [, key, values] = /^([^=]+)=(.*)$/.exec(assignment) ?? [];
    if (key === undefined || values === undefined)
      throw new UsageError(`--vary: expected key=values, for example ${EXAMPLE}, found ${found(assignment)}`);
    if (values.split(',').some((value) => value.trim() === ''))
      throw new UsageError(`--vary ${key}: expected values with commas between, found ${found(values)}`);
    if (given.has(key)) throw new UsageError(`--vary ${key}: expected it once, found it twice`);
    given.set(key, values);
  }
  return given;
}

/** @param random ranges without points are drawn from */
export function parseAxis(axis: NamedAxis, text: string, random: boolean): Axis {
  const { integer, ...named } = axis;
  if (axis.kind === 'solver') {
    const texts = solverTexts(text); // a command may have commas, a path dots
    for (const name of texts.filter((one) => /^[\w-]+\.\./.test(one))) rangeIn(axis, name);
    return { ...named, values: texts };
  }
  const parts = text.split(',').map((part) => part.trim());
  const drawn = random && parts.length === 1 ? rangeIn(axis, parts[0]!) : undefined;
  if (drawn && drawn.points === undefined)
    return { ...named, values: [], range: { from: drawn.from, to: drawn.to, log: drawn.log, integer } };
  const values = parts.flatMap((part) => {
    const range = rangeIn(axis, part);
    return range ? pointsIn(axis, part, range) : [parsedValue(axis, part)];
  });
  return { ...named, values: integer ? [...new Set(values)] : values };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly log: boolean;
  readonly points: number | undefined;
}

/** a..b, a..b:5, a..b:lin5, a..b:log5; undefined if it is none. */
function rangeIn(axis: NamedAxis, part: string): Range | undefined {
  const [, first, last, , scale = '', count = ''] = /^(.+?)\.\.(.+?)(:([a-z]*)(\d*))?$/.exec(part) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const option = `--vary ${axis.key}`;
  const [from, to] = [numberOf(axis, first), numberOf(axis, last)];
  if (!['', 'lin', 'log'].includes(scale))
    throw new UsageError(`${option}: expected :5, :lin5 or :log5 after a range, found ${found(part)}`);
  if (from === to) throw new UsageError(`${option}: expected two different ends of a range, found ${found(part)}`);
  if (scale === 'log' && !(from > 0 && to > 0))
    throw new UsageError(`${option}: expected positive ends of a logarithmic range, found ${found(part)}`);
  return {
    from,
    to,
    log: scale === 'log',
    points: count === '' ? undefined : parseCount(`${option}: points`, count, 1),
  };
}

function pointsIn(axis: NamedAxis, part: string, { points, ...range }: Range): number[] {
  if (points === undefined)
    throw new UsageError(
      `--vary ${axis.key}: expected a number of points after the range, for example ${part.replace(/:.*/, '')}:5 or :log5, found ${found(part)}`,
    );
  if (points < 2 || points > 1e6) throw new UsageError(`--vary ${axis.key}: expected 2 to 1e6 points, found ${points}`);
  return Array.from({ length: points }, (_, k) => {
    if (k === 0) return range.from;
    if (k === points - 1) return range.to;
    const value = within({ ...range, integer: false }, k / (points - 1));
    return axis.integer ? Math.round(value) : value;
  });
}

function numberOf(axis: NamedAxis, text: string): number {
  const value = parsedValue(axis, text);
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new UsageError(`--vary ${axis.key}: expected numbers as the ends of a range, found ${found(text)}`);
  return value;
}

function parsedValue({ key, kind }: NamedAxis, text: string): SweepValue {
  const option = `--vary ${key}`;
  if (kind === 'time-step') return parseSeconds(option, text);
  if (kind === 'steps') return parseCount(option, text, 1);
  if (kind === 'coupling') return ['own', 'table3'].includes(text) ? text : parseCount(option, text, 0);
  if (kind === 'warm-start') {
    if (text === 'on' || text === 'off') return text;
    throw new UsageError(`${option}: expected on or off, found ${found(text)}`);
  }
  if (kind === 'accuracy') {
    if (text === 'none') return text;
    const accuracy = parseAccuracy(text);
    return typeof accuracy === 'number' ? accuracy : `${accuracy.joules}J`;
  }
  return kind === 'solver' || kind === 'friction-model' || Number.isNaN(Number(text)) ? text : Number(text);
}
