/** Quantities of a body that several problems read. */
import type { Body, World } from '@signorini/engine';

/** rad; of a body that turns about one axis only. */
export function turnAbout({ orientation }: Body, axis: 'x' | 'y' | 'z'): number {
  return 2 * Math.atan2(orientation[axis === 'x' ? 0 : axis === 'y' ? 1 : 2], orientation[3]);
}

/** No two of these bodies touch each other. */
export function ignoreAll(world: World, bodies: readonly Body[]): void {
  bodies.forEach((body, k) => {
    for (const other of bodies.slice(0, k)) world.ignoreContacts(other, body);
  });
}
