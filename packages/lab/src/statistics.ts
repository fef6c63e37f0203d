/** Figures of many figures. What is not finite (null in a document) never counts as good: it sorts last, and is worst. */

/** The middle of the values, the mean of the middle two if their number is even; null if that is not finite. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.map(finite).sort((p, q) => (p ?? Infinity) - (q ?? Infinity) || 0); // Infinity - Infinity
  const upper = sorted[sorted.length >> 1] ?? null;
  const lower = sorted[(sorted.length - 1) >> 1] ?? null;
  return lower === null || upper === null ? null : lower + (upper - lower) / 2;
}

/**
 * The least value that at least `fraction` of the values do not exceed (nearest rank: 0.95 of 20 is the 19th); null
 * if that is not finite, and if there are none.
 */
export function quantile(values: readonly (number | null)[], fraction: number): number | null {
  const sorted = values.map(finite).sort((p, q) => (p ?? Infinity) - (q ?? Infinity) || 0);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? null;
}

/** The largest of the values; null if one of them is not finite, and if there are none. */
export function largest(values: readonly (number | null)[]): number | null {
  return finite(values.reduce<number>((most, v) => Math.max(most, finite(v) ?? Number.NaN), -Infinity));
}

/** JSON has no NaN: a figure that is not finite is null. */
export function finite(v: number | null): number | null {
  return Number.isFinite(v) ? v : null;
}
