/** Numbers with units on the command line, and in what is printed. */
import { UsageError } from './io.ts';

/** "1e-6J", "1e-6 J", "2 mJ", or a plain number in the first unit listed. @returns the value in that unit. */
function parseQuantity(option: string, text: string, units: Readonly<Record<string, number>>, example: string): number {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S*)\s*$/.exec(text);
  const factor = match?.[2] === '' ? 1 : Object.hasOwn(units, match?.[2] ?? '') ? units[match?.[2] ?? ''] : undefined;
  const value = match && factor !== undefined ? Number(match[1]) * factor : Number.NaN;
  if (!Number.isFinite(value) || value <= 0)
    throw new UsageError(
      `${option}: expected a positive number with a unit (${Object.keys(units).join(', ')}), for example ${example}, found "${text}"`,
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

/** An integer >= least. */
export function parseCount(option: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least)
    throw new UsageError(`${option}: expected an integer >= ${least}, found "${text}"`);
  return value;
}

/** Two significant digits, as in the tables of the papers: 4.3e-03. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return 'not finite';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(1).split('e');
  const power = Number(exponent);
  if (power >= -1 && power <= 2) return String(Number(value.toPrecision(2)));
  return `${mantissa?.replace(/\.0$/, '')}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A default or a limit as somebody would type it: 1e-5 rather than 0.00001. */
export function plain(value: number | string): string {
  if (typeof value === 'string' || value === 0 || Math.abs(value) >= 1e-3) return String(value);
  return value.toExponential();
}
