/** Checks a results file, field by field: it may come from another version, or another hand. */
import { found } from '@signorini/engine/checks';
import { REPLAYED } from '../evaluate/evaluate.ts';
import { JUDGES } from '../evaluate/larger-error.ts';

/** A document that is no replay, in one sentence. */
export class ResultsFormatError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ResultsFormatError';
  }
}

interface Kind {
  readonly words: string;
  readonly holds: (value: unknown) => boolean;
}

type Fields = Readonly<Record<string, Kind>>;

const text: Kind = { words: 'text', holds: (value) => typeof value === 'string' };
const count: Kind = {
  words: 'a whole number >= 0',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const finite: Kind = { words: 'a finite number', holds: Number.isFinite };
const flag: Kind = { words: 'true or false', holds: (value) => typeof value === 'boolean' };
const unit: Kind = { words: 'J or J/s^2', holds: (value) => value === 'J' || value === 'J/s^2' };
const values: Kind = {
  words: 'options by name',
  holds: (value) =>
    isObject(value) &&
    Object.values(value).every((one) => ['string', 'boolean'].includes(typeof one) || finite.holds(one)),
};
const either = (one: Kind, other: Kind): Kind => ({
  words: `${one.words} or ${other.words}`,
  holds: (value) => one.holds(value) || other.holds(value),
});
const orNull = (kind: Kind): Kind => ({
  words: `null or ${kind.words}`,
  holds: (value) => value === null || kind.holds(value),
});
/** Files of earlier versions lack it. */
const optional = (kind: Kind): Kind => ({ ...kind, holds: (value) => value === undefined || kind.holds(value) });
const record = (fields: Fields): Kind => ({
  words: `an object with ${Object.keys(fields).join(', ')}`,
  holds: (value) => isObject(value) && Object.entries(fields).every(([name, kind]) => kind.holds(value[name])),
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without these a row is useless; other measures may be newer than the file. */
const NEEDED: readonly string[] = ['timeMs', ...JUDGES];
const figure: Kind = { words: 'a finite number or null', holds: (value) => value === null || finite.holds(value) };

const ROW: Fields = {
  problem: text,
  solver: text,
  status: text,
  unit,
  ...Object.fromEntries(REPLAYED.map((measure) => [measure, optional(figure)])),
  ...Object.fromEntries(NEEDED.map((name) => [name, figure])),
  iterations: { words: 'null or an object with total', holds: orNull(record({ total: count })).holds },
  options: optional(orNull(values)),
  size: optional(count),
  friction: optional(orNull(text)),
  source: optional(record({ file: orNull(text), scene: orNull(text), step: orNull(count) })),
  reason: optional(orNull(text)),
  path: optional(orNull(text)),
  version: optional(orNull(text)),
  coupling: optional(orNull(count)),
  symbolicMs: optional(figure),
  item: optional(orNull(text)),
  timed: optional(orNull(text)),
};

const stopReason: Kind = {
  words: 'time, error or refused',
  holds: (value) => value === 'time' || value === 'error' || value === 'refused',
};
const SUMMARY: Fields = {
  solver: text,
  stoppedAfter: optional(orNull(count)),
  stoppedFor: optional(orNull(stopReason)),
};

const SETTINGS: Fields = {
  repeat: count,
  warmUp: count,
  coupling: either(count, text),
  patience: optional(orNull(record({ ms: finite, problems: count }))),
  doubt: optional(orNull(record({ ms: finite, repeat: count, problems: count }))),
  race: optional(orNull(record({ tolerance: finite, problems: count, hard: count }))),
};

const CAPTURE: Fields = {
  scene: text,
  parameters: values,
  steps: count,
  timeStep: finite,
  selection: text,
  empty: count,
  hash: text,
  friction: optional({
    words: 'a list of text',
    holds: (value) => Array.isArray(value) && value.every(text.holds),
  }),
  solver: record({ name: text, coupling: either(count, text), warmStart: flag }),
};

const MACHINE: Fields = { node: text, platform: text, cpu: text, cores: count };

/** @throws ResultsFormatError */
export function checkResults(document: Readonly<Record<string, unknown>>): void {
  const { rows, summary, settings, capture, machine, version } = document;
  if (!Array.isArray(rows) || !Array.isArray(summary))
    throw new ResultsFormatError('expected the document of `signorini replay`, with rows and summary, found neither');
  if (rows.length === 0) throw new ResultsFormatError('rows: expected at least one, found none');
  for (const [k, row] of rows.entries()) expectFields(`rows[${k}].`, row, ROW);
  for (const [k, line] of summary.entries()) expectFields(`summary[${k}].`, line, SUMMARY);
  expectFields('', { version }, { version: optional(orNull(text)) });
  for (const [name, part, fields] of [
    ['settings', settings, SETTINGS],
    ['capture', capture, CAPTURE],
    ['machine', machine, MACHINE],
  ] as const)
    if (part !== undefined && part !== null) expectFields(`${name}.`, part, fields);
}

function expectFields(place: string, value: unknown, fields: Fields): void {
  for (const [name, { words, holds }] of Object.entries(fields)) {
    const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (!isObject(value) || !holds(own))
      throw new ResultsFormatError(`${place}${name}: expected ${words}, found ${found(own)}`);
  }
}
