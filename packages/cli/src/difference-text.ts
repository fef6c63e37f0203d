/** The first difference of two files, in lines. */
import type { StepDifference } from '@signorini/lab';

/** The two values; null or undefined: not given. */
interface Values {
  readonly a: unknown;
  readonly b: unknown;
  readonly ulps: number | null;
  readonly unit: string | null;
}

export function differenceText({ step, of, field, ...values }: StepDifference): string {
  return differenceLines(`step ${step}${of === null ? '' : `, ${of}`}`, field, values);
}

export function differenceLines(first: string, field: string, { a, b, ulps, unit }: Values): string {
  const lines = [
    ['first', first],
    ['field', field],
    ['a', shown(a, unit)],
    ['b', shown(b, unit)],
    ...(ulps === null || typeof a !== 'number' || typeof b !== 'number'
      ? []
      : [['apart', `${ulps === 1 ? '1 ulp' : `${ulps} ulps`}, ${shown(Math.abs(a - b), unit)}`]]),
  ];
  return lines.map(([name, text]) => `  ${name!.padEnd(6)} ${text}\n`).join('');
}

function shown(value: unknown, unit: string | null): string {
  if (value === null || value === undefined) return 'not given';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  const text = Object.is(value, -0) ? '-0' : String(value);
  return unit === null || unit === '' || unit === '1' ? text : `${text} ${unit}`;
}
