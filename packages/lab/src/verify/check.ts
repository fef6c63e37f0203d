/** One comparison of a simulated figure with what is known of it: a line of `signorini verify`.   docs/guide/verify.md */

export interface Check {
  /** Name of the scene or problem. */
  readonly id: string;
  readonly quantity: string;
  /** null if it is not finite; that never passes. */
  readonly value: number | null;
  readonly expected: number;
  readonly limit: number;
  readonly unit: string;
  /** |value - expected| <= limit */
  readonly pass: boolean;
  /** Listed in the guide as known not to hold: then it has to fail. */
  readonly knownFailure: boolean;
}

/** A scene or problem whose answer is known. */
export interface Verification {
  /** Its name; of a scene that of the catalogue of scenes. */
  readonly id: string;
  /** `quick`: shorter runs or fewer bodies against the same limits. */
  run(quick: boolean): Check[];
}

export function compare(
  id: string,
  quantity: string,
  value: number,
  { expected = 0, limit = 0, unit = '', knownFailure = false }: Known,
): Check {
  const pass = Number.isFinite(value) && Math.abs(value - expected) <= limit;
  return { id, quantity, value: Number.isFinite(value) ? value : null, expected, limit, unit, pass, knownFailure };
}

/** Reference of a figure. */
export interface Known {
  readonly expected?: number;
  readonly limit?: number;
  readonly unit?: string;
  readonly knownFailure?: boolean;
}

/** 1 if it is so, 0 if it is not. */
export const isSo = (id: string, quantity: string, holds: boolean): Check =>
  compare(id, quantity, holds ? 1 : 0, { expected: 1 });
