/** Numbers as the laboratory prints them, in tables, sentences and pages alike. */

/** Two significant digits, as in the tables of the papers: 4.3e-03. */
export function short(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return 'not finite';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(1).split('e');
  const power = Number(exponent);
  if (power >= -1 && power <= 2) return String(Number(value.toPrecision(2)));
  return `${mantissa?.replace(/\.0$/, '')}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A default or a limit as a user would type it: 1e-5 rather than 0.00001. */
export function plain(value: number | string): string {
  if (typeof value === 'string' || value === 0 || Math.abs(value) >= 1e-3) return String(value);
  return value.toExponential();
}

/** "1 step", "3 steps". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** "1/60 s" if it is one over a whole number. */
export function stepText(timeStep: number): string {
  const rate = Math.round(1 / timeStep);
  return 1 / rate === timeStep && rate > 1 ? `1/${rate} s` : `${plain(timeStep)} s`;
}
