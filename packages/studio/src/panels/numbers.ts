/** Numbers as the command line prints them, with their unit. */

/** Two significant digits, as the command line: 4.3e-03. A test compares it with the laboratory's. */
export function short(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return 'not finite';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(1).split('e');
  const power = Number(exponent);
  if (power >= -1 && power <= 2) return String(Number(value.toPrecision(2)));
  return `${mantissa?.replace(/\.0$/, '')}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

export const milliseconds = (value: number): string =>
  value < 1000 ? `${short(value)} ms` : `${short(value / 1000)} s`;

export const joules = (value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : `${short(value)} J`;

/** Enough digits for a reader, none for show. */
export function figure(value: number, unit = ''): string {
  if (!Number.isFinite(value)) return 'not finite';
  const size = Math.abs(value);
  const text =
    value === 0 ? '0' : size >= 1e5 || size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return unit === '' ? text : `${text} ${unit}`;
}

/** A size of a file, two digits. */
export const megabytes = (bytes: number): string =>
  bytes < 1e6 ? figure(Math.max(1, Math.round(bytes / 1e3)), 'kB') : figure(Number((bytes / 1e6).toPrecision(2)), 'MB');

/** "29 000". */
export const many = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** "1 step", "3 steps". */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** "frictionCoefficient" as words. */
export const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** A number as a person would write it: 1/60, 0.25, 1e-9. */
export function shownNumber(value: number): string {
  const inverse = Math.round(1 / value);
  if (value > 0 && value < 0.5 && inverse > 2 && 1 / inverse === value && String(value).length > 8)
    return `1/${inverse}`;
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(Number(value.toPrecision(8)));
}

/** "0.25", "1e-3", "1/60"; NaN for anything else. */
export function readNumber(text: string): number {
  const parts = text.split('/').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return parts.length === 1 ? parts[0]! : parts.length === 2 ? parts[0]! / parts[1]! : Number.NaN;
}

const SECONDS = { s: 1, ms: 1e-3 } as const;

/** A step from what was typed: `120`, or a time, `2 s` or `500 ms`. Undefined if it is neither. */
export function stepOf(text: string, timeStep: number): number | undefined {
  const [, digits, unit] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*(s|ms)?\s*$/i.exec(text) ?? [];
  const value = Number(digits);
  if (digits === undefined || Number.isNaN(value)) return undefined;
  return Math.round(unit ? (value * SECONDS[unit.toLowerCase() as 's']) / timeStep : value);
}
