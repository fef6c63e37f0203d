/** Events of a branch from the start of the run, including those of the branches that it comes from. */
import type { BranchEvent, BranchInfo } from '../../protocol.ts';

/** @param path from the first branch to this one. By step; before one step the solver comes first. */
export function pathEvents(path: readonly BranchInfo[]): BranchEvent[] {
  const events = path.flatMap((branch, k) => {
    const end = path[k + 1]?.start ?? Infinity; // the next goes on after that step
    return branch.events.filter(({ step }) => step <= end);
  });
  const rank = ({ kind }: BranchEvent) => (kind === 'setup' ? 0 : 1);
  return events.sort((p, q) => p.step - q.step || rank(p) - rank(q));
}
