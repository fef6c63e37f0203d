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

/** "1 step", "3 steps". */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
