/** Where problems stand on an axis of steps. */
import type { ReplayRow } from '../replay/replay-row.ts';

/** A problem's place: the number that its name ends with if all have one of their own, else its order. */
export function placesOf(rows: readonly ReplayRow[]): { readonly title: string; readonly at: Map<string, number> } {
  const names = [...new Set(rows.map(({ problem }) => problem))];
  const numbers = names.map((name) => /(\d+)$/.exec(name)?.[1]);
  const numbered = new Set(numbers.map(Number)).size === names.length && numbers.every((n) => n !== undefined);
  return {
    title: numbered ? 'step' : 'problem (in the order replayed)',
    at: new Map(names.map((name, k) => [name, numbered ? Number(numbers[k]) : k + 1])),
  };
}
