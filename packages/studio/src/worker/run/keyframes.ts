/**
 * Complete states of all branches under one byte budget, each with what is shown of its step. If it is full, the state goes whose
 * absence costs a seek least: the one with the least time between the state before it and the one after.
 */
import { ContractError, type Snapshot } from '@signorini/engine';
import type { HistoryMemory } from '../../protocol.ts';
import type { StepFigures } from './step-figures.ts';

const DEFAULT_BUDGET = 96e6; // bytes

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
  /** undefined: of the start of a branch. */
  readonly figures: StepFigures | undefined;
  /** ms that all steps of the branch up to this one took. */
  readonly clock: number;
}

interface Kept extends Keyframe {
  readonly bytes: number;
}

export class Keyframes {
  private readonly budget: number;
  private readonly kept = new Map<number, Kept[]>(); // by branch, ascending
  private bytes = 0;
  private dropped = 0;

  constructor(budget = DEFAULT_BUDGET) {
    this.budget = budget;
  }

  /**
   * After all others of its branch. The first state of a branch is never dropped.
   * @throws ContractError if those alone would exceed the budget; nothing is kept then
   */
  add(branch: number, keyframe: Keyframe): void {
    const bytes = sizeOf(keyframe);
    const list = this.kept.get(branch);
    if (!list) this.expectRoom(bytes);
    if (list) list.push({ ...keyframe, bytes });
    else this.kept.set(branch, [{ ...keyframe, bytes }]);
    this.bytes += bytes;
    while (this.bytes > this.budget && this.thin()) {}
  }

  /** The last state at or before a step. */
  before(branch: number, step: number): Keyframe | undefined {
    const list = this.kept.get(branch) ?? [];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]!.step <= step) low = middle + 1;
      else high = middle;
    }
    return list[low - 1];
  }

  /** Steps of the states of a branch, ascending. */
  steps(branch: number): number[] {
    return (this.kept.get(branch) ?? []).map(({ step }) => step);
  }

  /** Forgets the states after a step; the first of a branch stays. */
  cut(branch: number, step: number): void {
    const list = this.kept.get(branch) ?? [];
    while (list.length > 1 && list.at(-1)!.step > step) this.bytes -= list.pop()!.bytes;
  }

  remove(branch: number): void {
    for (const { bytes } of this.kept.get(branch) ?? []) this.bytes -= bytes;
    this.kept.delete(branch);
  }

  memory(): HistoryMemory {
    let keyframes = 0;
    for (const { length } of this.kept.values()) keyframes += length;
    return { bytes: this.bytes, budget: this.budget, keyframes, dropped: this.dropped };
  }

  /** The last state of a branch, from which it goes on, only if there is no other left. */
  private thin(): boolean {
    for (const end of [1, 0]) {
      let least = Infinity;
      let from: Kept[] = [];
      let place = 0;
      for (const list of this.kept.values())
        for (let k = 1; k < list.length - end; k++) {
          const apart = (list[k + 1] ?? list[k]!).clock - list[k - 1]!.clock;
          if (apart < least) [least, from, place] = [apart, list, k];
        }
      if (least === Infinity) continue;
      this.bytes -= from.splice(place, 1)[0]!.bytes;
      this.dropped++;
      return true;
    }
    return false;
  }

  /** A first run is let in whatever its size: without a state nothing could be shown. */
  private expectRoom(bytes: number): void {
    let firsts = bytes;
    for (const [first] of this.kept.values()) firsts += first?.bytes ?? 0;
    if (this.kept.size === 0 || firsts <= this.budget) return;
    const size = `${(this.budget / 1e6).toFixed(0)} MB`;
    throw new ContractError(`the history of ${size} is full of the first states of branches: remove a branch first`);
  }
}

/** Text counts one byte per character, as engines keep it if it is plain. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one), 16);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 64);
  return 8;
}
