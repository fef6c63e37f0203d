/** Numbers with units on the command line, and in what is printed. */
import { found } from '@signorini/engine/checks';
import { UsageError } from './io.ts';

/** "1e-6J", "1e-6 J", "2 mJ", or a plain number in the first unit listed. @returns the value in that unit. */
function parseQuantity(option: string, text: string, units: Readonly<Record<string, number>>, example: string): number {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S*)\s*$/.exec(text);
  const factor = match?.[2] === '' ? 1 : Object.hasOwn(units, match?.[2] ?? '') ? units[match?.[2] ?? ''] : undefined;
  const value = match && factor !== undefined ? Number(match[1]) * factor : Number.NaN;
  if (!Number.isFinite(value) || value <= 0)
    throw new UsageError(
      `${option}: expected a positive number with a unit (${Object.keys(units).join(', ')}), for example ${example}, found ${found(text)}`,
    );
  return value;
}

/** J; for force problems J/s^2. */
export function parseEnergy(option: string, text: string): number {
  return parseQuantity(option, text, { J: 1, mJ: 1e-3, uJ: 1e-6, nJ: 1e-9, 'J/s^2': 1 }, '1e-6J');
}

/** ms */
export function parseTime(option: string, text: string): number {
  return parseQuantity(option, text, { ms: 1, s: 1e3, us: 1e-3 }, '5ms');
}

/** s; also a fraction of a second, 1/60. */
export function parseSeconds(option: string, text: string): number {
  const [, over, under] = /^\s*(\d+)\s*\/\s*(\d+)\s*s?\s*$/.exec(text) ?? [];
  const fraction = Number(over) / Number(under);
  if (Number.isFinite(fraction) && fraction > 0) return fraction;
  return parseQuantity(option, text, { s: 1, ms: 1e-3, us: 1e-6 }, '1/60 or 0.01s');
}

/** Larger numbers have no end, or no room in memory; by the option, with or without `--vary` before it. */
const MOST: Readonly<Record<string, number>> = {
  threads: 256,
  coupling: 10_000,
  repeat: 100_000,
  worst: 100_000,
  random: 1e6,
  seed: Number.MAX_SAFE_INTEGER,
};
const MOST_OTHERS = 1e9;

/** An integer >= least, and no larger than the option can mean. */
export function parseCount(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\s*[+-]?[\d.]+(e\+?\d+)?\s*$/i.test(text) || (value % 1 !== 0 && value !== Infinity) || value < least)
    throw new UsageError(`${option}: expected an integer >= ${least}, found ${found(text)}`);
  const most = MOST[option.replace(/^--(vary )?/, '')] ?? MOST_OTHERS;
  if (value > most) throw new UsageError(`${option}: expected at most ${most}, found ${found(text)}`);
  return value;
}

/** A share of the energy that moves, above 0 and at most 0.1 (also in per cent), or joules. */
export function parseAccuracy(text: string): number | { readonly joules: number } {
  const [, number, sign] = /^\s*([\d.eE+-]+)\s*(%?)\s*$/.exec(text) ?? [];
  const share = Number(number) / (sign === '%' ? 100 : 1);
  if (number !== undefined && share > 0 && share <= 0.1) return share;
  if (number !== undefined)
    throw new UsageError(
      `--accuracy: expected a share above 0 and at most 0.1, or joules such as 1e-3J, found ${found(text)}`,
    );
  return { joules: parseEnergy('--accuracy', text) };
}

export { plain, short } from '@signorini/lab/run';
