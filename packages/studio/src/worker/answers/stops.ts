/** Conditions on which a run pauses, over one step: forwards while it runs, and backwards and forwards over what is kept. */
import { STATUS_NAMES } from '../../protocol.ts';
import type { About, Answer, StopCondition } from '../../questions.ts';
import type { Branch } from '../run/branch.ts';
import type { Tree } from '../run/tree.ts';

const WORDS = {
  energyError: ['energy error', 'J'],
  frictionConsistency: ['friction consistency', 'J'],
  deepest: ['deepest overlap', 'm'],
  fastest: ['fastest body', 'm/s'],
} as const;

/** The sentence of the first condition that a step meets; undefined if it meets none. */
export function stopAt(branch: Branch, step: number, conditions: readonly StopCondition[]): string | undefined {
  for (const condition of conditions) {
    const sentence = meets(branch, step, condition);
    if (sentence !== undefined) return `step ${step}: ${sentence}`;
  }
  return undefined;
}

function meets(branch: Branch, step: number, condition: StopCondition): string | undefined {
  if (condition.kind === 'unsolved') {
    const status = branch.scalars.at('status', step);
    const name = STATUS_NAMES[status];
    return name === undefined || status <= 1 ? undefined : `the solve ended with ${name}`;
  }
  if (condition.kind === 'contact') {
    const { a, b } = condition;
    const hit = branch.began
      .get(step)
      ?.some(([p, q]) => (matches(p, a) && matches(q, b)) || (matches(p, b) && matches(q, a)));
    return hit ? `a contact of ${a || 'anything'} with ${b || 'anything'} began` : undefined;
  }
  const value = branch.scalars.at(condition.kind, step);
  const [words, unit] = WORDS[condition.kind];
  return value > condition.above || (Number.isNaN(value) && step <= branch.head && step > branch.start)
    ? `${words} ${value.toExponential(1)} ${unit} is above ${condition.above} ${unit}`
    : undefined;
}

/** An empty name stands for any body. */
const matches = (name: string, wanted: string): boolean => wanted === '' || name === wanted;

/** The next step of the first branch that is shown that meets a condition, not counting `from` itself. */
export function findStop(tree: Tree, { from, direction, conditions }: About<'stop'>): Answer<'stop'> {
  const main = tree.main();
  for (let step = from + direction; step >= 1 && step <= main.head; step += direction) {
    const sentence = stopAt(tree.holder(main, step), step, conditions);
    if (sentence !== undefined) return { step, sentence };
  }
  return { step: null, sentence: `no ${direction > 0 ? 'later' : 'earlier'} step meets a condition` };
}
