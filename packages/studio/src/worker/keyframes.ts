/** Complete states of all branches under one byte budget. If it is full, every second state of the branch with the most goes. */
import type { Snapshot } from '@signorini/engine';
import type { HistoryMemory } from '../protocol.ts';

export const DEFAULT_BUDGET = 96e6; // bytes

interface Kept {
  readonly step: number;
  readonly snapshot: Snapshot;
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

  /** A step that is there stays as it is. The first state of a branch is never dropped. */
  add(branch: number, step: number, snapshot: Snapshot): void {
    const list = this.kept.get(branch) ?? [];
    this.kept.set(branch, list);
    const place = list.findIndex((one) => one.step >= step);
    if (place >= 0 && list[place]!.step === step) return;
    const one = { step, snapshot, bytes: sizeOf(snapshot) };
    if (place < 0) list.push(one);
    else list.splice(place, 0, one);
    this.bytes += one.bytes;
    while (this.bytes > this.budget && this.thin()) {}
  }

  /** The last state at or before a step. */
  before(branch: number, step: number): { readonly step: number; readonly snapshot: Snapshot } | undefined {
    const list = this.kept.get(branch) ?? [];
    let found: Kept | undefined;
    for (const one of list) if (one.step <= step) found = one;
    return found;
  }

  /** Steps of the states of a branch, ascending. */
  steps(branch: number): number[] {
    return (this.kept.get(branch) ?? []).map(({ step }) => step);
  }

  remove(branch: number): void {
    for (const { bytes } of this.kept.get(branch) ?? []) this.bytes -= bytes;
    this.kept.delete(branch);
  }

  memory(): HistoryMemory {
    const keyframes = [...this.kept.values()].reduce((sum, list) => sum + list.length, 0);
    return { bytes: this.bytes, budget: this.budget, keyframes, dropped: this.dropped };
  }

  private thin(): boolean {
    const [branch, list] = [...this.kept].reduce((p, q) => (q[1].length > p[1].length ? q : p));
    if (list.length < 3) return false;
    const stay = list.filter((_, k) => k % 2 === 0 || k === list.length - 1);
    for (const one of list) if (!stay.includes(one)) this.bytes -= one.bytes;
    this.dropped += list.length - stay.length;
    this.kept.set(branch, stay);
    return true;
  }
}

/** Text counts one byte per character, as engines keep it if it is plain. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one), 16);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 64);
  return 8;
}
