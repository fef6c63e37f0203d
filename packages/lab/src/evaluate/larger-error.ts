/**
 * The error that an answer is judged by: the larger of the energy error and of friction consistency. The first alone can
 * be made zero by never updating the friction bounds.   docs/theory/error-measures.md (E10)
 */

/** The measures that judge, in the order in which they are compared. */
export const JUDGES = ['energy', 'frictionConsistency'] as const;
export type Judge = (typeof JUDGES)[number];

/** A figure that is not finite is null, or left out. */
type JudgedErrors = { readonly [K in Judge]: number | null | undefined };

/** Null if one of the two is not finite. */
export function largerError({ energy, frictionConsistency }: JudgedErrors): number | null {
  return larger(energy ?? null, frictionConsistency ?? null);
}

/** Which of the two is the larger; one that is not finite is. */
export function largerBy({ energy, frictionConsistency }: JudgedErrors): Judge {
  const value = (error: number | null | undefined) => error ?? Infinity;
  return value(frictionConsistency) > value(energy) ? 'frictionConsistency' : 'energy';
}

/** The larger of two worst errors; null if one of them is not finite. */
export function larger(p: number | null, q: number | null): number | null {
  return p === null || q === null ? null : Math.max(p, q);
}
