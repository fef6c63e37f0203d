/** Directions at contact points: the blocks of rows about them, and how fast two bodies move along and about them. */
import type { RowBuilder } from '../problem/rows/row-builder.ts';
import type { ContactBodies } from './contact-step.ts';

/** The blocks of a row that turns B about d and A against it. */
export function turnAbout(rows: RowBuilder, a: number, b: number, d: Float64Array, at: number): void {
  const J = rows.six;
  J.fill(0);
  for (let c = 0; c < 3; c++) J[3 + c] = -d[at + c];
  rows.block(a, J);
  for (let c = 0; c < 3; c++) J[3 + c] = d[at + c];
  rows.block(b, J);
}

/** The surface of some body runs or turns past it: without, it runs nowhere. */
export function surfacesRun({ surface }: ContactBodies): boolean {
  for (let c = 0; c < surface.length; c++) if (surface[c] !== 0) return true;
  return false;
}

/** Velocity of B against A along the direction at `axis`, m/s, from what `velocitiesAt` gave. */
export function slipAlong(both: Float64Array, direction: Float64Array, axis: number): number {
  const x = direction[axis];
  const y = direction[axis + 1];
  const z = direction[axis + 2];
  return x * both[0] + y * both[1] + z * both[2] - (x * both[3] + y * both[4] + z * both[5]);
}

/** Angular velocity of B against A about the direction at `axis`, rad/s. */
export function turnRate(velocity: Float64Array, a: number, b: number, direction: Float64Array, axis: number): number {
  return (
    direction[axis] * (velocity[6 * b + 3] - velocity[6 * a + 3]) +
    direction[axis + 1] * (velocity[6 * b + 4] - velocity[6 * a + 4]) +
    direction[axis + 2] * (velocity[6 * b + 5] - velocity[6 * a + 5])
  );
}
