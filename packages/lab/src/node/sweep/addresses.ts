/** Addresses of items and sweeps: hashes of their content and of the engine's version.   docs/guide/sweep.md */
import { createHash } from 'node:crypto';
import { VERSION } from '@signorini/engine';
import { solvers } from '@signorini/engine/solvers';
import { type Coordinates, canonical, itemAt, placesOf, type SweepItem, type SweepPlan } from '../../sweep/sweep.ts';

/** 80 bits: among a million items two share one with a chance of 1 to 2e12. */
const DIGITS = 20;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Checks a value from a queue or a file: standing where an address should does not make it one, nor a file name. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length === DIGITS && /^[0-9a-f]+$/.test(value);

export function addressOf(content: unknown, version: string = VERSION): string {
  return digestOf(canonical({ version, content })).slice(0, DIGITS);
}

export interface AddressedItem {
  readonly id: string;
  readonly item: SweepItem;
  readonly place: Coordinates;
}

/** In the order of the grid; of equal items (an option that a solver does not have) the first. */
export function itemsOf(plan: SweepPlan, version: string = VERSION): AddressedItem[] {
  const options = new Map([
    ...solvers.map((solver) => [solver.name, new Set(Object.keys(solver.options))] as const),
    ...Object.entries(plan.outside ?? {}).map(([text, outside]) => [text, new Set(outside.options)] as const),
  ]);
  const hasOption = (solver: string, name: string) => options.get(solver)?.has(name) ?? false;
  const items = new Map<string, AddressedItem>();
  for (const place of placesOf(plan)) {
    const item = itemAt(plan, place, hasOption);
    const id = addressOf(item, version);
    if (!items.has(id)) items.set(id, { id, item, place });
  }
  return [...items.values()];
}
