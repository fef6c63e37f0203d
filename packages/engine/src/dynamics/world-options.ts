/** Drivers: what programs implement to act on bodies in every step. */

import type { Body } from './body.ts';
import type { World } from './world.ts';

/** Acts at the start of every step, by applying forces. What it remembers it keeps in `state`, which snapshots hold. */
export interface Driver {
  /** The bodies that it acts on: it leaves the world with any of them, and they have to be of that world. Default: none listed. */
  readonly bodies?: readonly Body[];
  readonly state?: Float64Array;
  act(world: World): void;
  /** Energy that it stores at present, J. */
  energy?(): number;
}
