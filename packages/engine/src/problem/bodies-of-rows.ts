/** Which bodies the rows of J touch: the questions that islands, colours, graphs and sweeps ask of a pattern. */
import type { Structure } from './structured.ts';

/** Rows i and j touch the same bodies in the same order. */
export function sameBodies(rowStart: Int32Array, body: Int32Array, i: number, j: number): boolean {
  const [from, other] = [rowStart[i], rowStart[j]];
  const count = rowStart[i + 1] - from;
  if (rowStart[j + 1] - other !== count) return false;
  for (let k = 0; k < count; k++) if (body[from + k] !== body[other + k]) return false;
  return true;
}

/** The largest number of bodies that one row touches. */
export function mostBodies({ rowStart }: Pick<Structure, 'rowStart'>): number {
  let most = 0;
  for (let i = 0; i + 1 < rowStart.length; i++) most = Math.max(most, rowStart[i + 1] - rowStart[i]);
  return most;
}

/** Body k has no inverse mass at all: L of (C9) is zero, so its diagonal is. Such a body connects no rows. */
export function isStill(L: Float64Array, k: number): boolean {
  for (let r = 0; r < 6; r++) if (L[36 * k + 7 * r] !== 0) return false;
  return true;
}

/** 1 for bodies without any inverse mass, 0 for the others. */
export function stillBodies(L: Float64Array, bodies: number): Uint8Array {
  const still = new Uint8Array(bodies);
  for (let k = 0; k < bodies; k++) still[k] = isStill(L, k) ? 1 : 0;
  return still;
}
