/** The first difference of two recorded runs, in lines. */
import type { StepDifference } from '@signorini/lab';

export function differenceText({ step, of, field, a, b, ulps, unit }: StepDifference): string {
  const lines = [
    ['first', `step ${step}${of === null ? '' : `, ${of}`}`],
    ['field', field],
    ['a', shown(a, unit)],
    ['b', shown(b, unit)],
    ...(ulps === null || typeof a !== 'number' || typeof b !== 'number'
      ? []
      : [['apart', `${ulps === 1 ? '1 ulp' : `${ulps} ulps`}, ${shown(Math.abs(a - b), unit)}`]]),
  ];
  return lines.map(([name, text]) => `  ${name!.padEnd(6)} ${text}\n`).join('');
}

function shown(value: number | string, unit: string): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return unit === '' || unit === '1' ? text : `${text} ${unit}`;
}
