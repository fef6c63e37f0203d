/** Numbers as the command line prints them, with their unit. */
import { short } from '@signorini/lab';

export { short };

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
