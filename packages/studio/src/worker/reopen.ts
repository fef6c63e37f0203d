/** A moment run again: its branches, one after the other, with everything that happened to them. */
import type { Moment } from '../engine-types.ts';
import { Branch } from './branch.ts';
import type { Keyframes } from './keyframes.ts';

export interface Made {
  readonly branches: readonly Branch[];
  /** The sentence of the first branch that did not get to its step again; null if all did. */
  readonly short: string | null;
}

/**
 * Steps one by one, so that the caller can do other things in between; yields how many were taken.
 * @throws ContractError, SceneFormatError before the first step; a branch that ends early is a sentence in the result
 */
export function* reopen(moment: Moment, keyframes: Keyframes, firstId: number): Generator<number, Made> {
  const { run: spec, state } = moment;
  const branches: Branch[] = [];
  let [taken, short] = [0, null as string | null];
  for (const { name, parent, start, head, events } of moment.branches) {
    const [first] = events;
    if (first?.kind !== 'setup') throw new Error('expected a branch that begins with its solver');
    const made = { id: firstId + branches.length, name, spec, keyframes };
    const origin = parent === null ? state && { state } : { branch: holderAt(branches, parent, start), step: start };
    const branch = new Branch(made, first.setup, origin ?? undefined);
    branches.push(branch);
    for (const event of [...events, undefined]) {
      const target = event ? event.step - 1 : head;
      while (branch.at < target && branch.advance()) yield ++taken;
      if (branch.at < target) {
        short ??= branch.ended?.sentence ?? `${branch.name} ended at step ${branch.at} of ${target}`;
        break;
      }
      if (event) branch.addEvent(event);
    }
  }
  return { branches, short };
}

/** The branch that took a step: the parent, or one that it comes from. */
function holderAt(branches: readonly Branch[], parent: number, step: number): Branch {
  let holder = branches[parent]!;
  while (holder.parent !== null && step <= holder.start) holder = branches.find(({ id }) => id === holder.parent)!;
  return holder;
}

/** Steps in all. */
export const stepsOf = ({ branches }: Moment): number =>
  branches.reduce((sum, { start, head }) => sum + Math.max(0, head - start), 0);
