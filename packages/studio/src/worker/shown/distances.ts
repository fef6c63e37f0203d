/** Distances between branches that are shown together: the largest difference of positions, step by step. */
import type { World } from '@signorini/engine';
import type { Shown } from './frame.ts';

interface Batch {
  readonly first: number;
  readonly second: number;
  readonly steps: number[];
  readonly metres: number[];
}

export class Distances {
  private batches = new Map<string, Batch>();
  private readonly known = new Set<string>();

  clear(): void {
    this.batches.clear();
    this.known.clear();
  }

  /** The steps of a branch after one were forgotten. */
  cut(branch: number, step: number): void {
    for (const key of [...this.known]) {
      const [first, second, at] = key.split('/').map(Number);
      if (at! > step && (first === branch || second === branch)) this.known.delete(key);
    }
  }

  /** Measures all pairs with the first that stand at the same step and were not measured there before. */
  note(shown: readonly Shown[]): void {
    const [main, ...others] = shown;
    for (const other of others) {
      const [first, second] = main!.id < other.id ? [main!.id, other.id] : [other.id, main!.id];
      const pair = `${first}/${second}`;
      if (main!.at !== other.at || this.known.has(`${pair}/${main!.at}`)) continue;
      this.known.add(`${pair}/${main!.at}`);
      const batch = this.batches.get(pair) ?? { first, second, steps: [], metres: [] };
      this.batches.set(pair, batch);
      batch.steps.push(main!.at);
      batch.metres.push(distance(main!.shown, other.shown));
    }
  }

  /** Returns the distances measured since the last call. */
  take(): Batch[] {
    const list = [...this.batches.values()];
    this.batches = new Map();
    return list;
  }
}

/** m */
export function distance(p: World, q: World): number {
  let most = 0;
  q.bodies.forEach(({ position }, k) => {
    const other = p.bodies[k]?.position;
    if (!other) return;
    const apart = Math.hypot(position[0] - other[0], position[1] - other[1], position[2] - other[2]);
    if (!(apart <= most)) most = apart; // NaN stays
  });
  return most;
}
