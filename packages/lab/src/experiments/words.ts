/** Numbers as experiments write them, in files, tables and sentences; `short` of ../number-text.ts is the text of an error. */

/** Significant digits: four are what files and pictures need. A figure that is missing is null. */
export function rounded(value: number, digits?: number): number;
export function rounded(value: number | null | undefined, digits?: number): number | null;
export function rounded(value: number | null | undefined, digits = 4): number | null {
  return value == null ? null : Number(value.toPrecision(digits));
}

/** "93.1 %", by significant digits. */
export function percent(share: number, digits = 3): string {
  return `${rounded(100 * share, digits)} %`;
}

/** "93 %" */
export function wholePercent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
