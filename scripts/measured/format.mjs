// How figures and tables are written in docs/measured.   ../measured.mjs

/** Two digits (or `digits`): plain between 1e-3 and 1e4, with an exponent otherwise. */
export function figure(value, digits = 2) {
  if (value === undefined || value === null || !Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e4) return value.toExponential(digits - 1).replace('e+', 'e');
  return size >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(digits)));
}

/** A table: heads, then one list of cells per row. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

/** 12345 as 12 345. */
export const grouped = (count) => (count < 1e4 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ' '));
export const percent = (part) => `${figure(100 * part)} %`;
