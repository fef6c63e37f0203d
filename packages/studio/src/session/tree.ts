/** The tree of branches, and figures over several steps. */
import type { BranchInfo } from '../protocol.ts';

/** The branch that took a step: before its start, and at it, the one that it comes from. */
export function holderOf(branches: readonly BranchInfo[], branch: BranchInfo, step: number): BranchInfo {
  const parent = step <= branch.start ? branches.find(({ id }) => id === branch.parent) : undefined;
  return parent ? holderOf(branches, parent, step) : branch;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((p, q) => p - q);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1] ?? Number.NaN, sorted[sorted.length >> 1] ?? Number.NaN];
  return lower + (upper - lower) / 2;
}
