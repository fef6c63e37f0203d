/** An MLCP of a step with everything that makes it readable elsewhere: names, bounds as solved, warm start, answer. */
import type { ContactPoints } from '../collision/detector.ts';
import type { Problem } from '../problem/problem.ts';
import type { ColliderTable } from './colliders.ts';
import type { Joint } from './joints/joint.ts';
import type { SolvedProblem } from './step-state.ts';

const CONTACT_ROWS = ['normal', 'tangent 1', 'tangent 2'];

export function namedProblem(
  { problem, solution, warm, joints, points }: SolvedProblem,
  step: number,
  allJoints: readonly Joint[],
  { a, b }: ContactPoints,
  { body }: ColliderTable,
  bodyNames: readonly string[],
): Problem {
  const names = joints.flatMap((j) => allJoints[j].rows.map((row) => `${row} of ${allJoints[j].name}`));
  for (const i of points) {
    const pair = `${bodyNames[body[a[i]]]}/${bodyNames[body[b[i]]]}`;
    names.push(...CONTACT_ROWS.map((row) => `${row} of ${pair}`));
  }
  return {
    ...problem,
    title: `${problem.title}, step ${step}`,
    names,
    lo: solution.lo.slice(),
    hi: solution.hi.slice(),
    ungiven: [],
    x: solution.x.slice(),
    warm: warm.slice(),
  };
}
