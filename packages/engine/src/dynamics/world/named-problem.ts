/**
 * An MLCP of a step with everything that makes it readable elsewhere: names, bounds as solved, warm start, answer. A copy: the next
 * steps write into the memory of the problem itself.
 */
import type { ContactPoints } from '../../collision/detector.ts';
import type { Contact, Problem } from '../../problem/problem.ts';
import { copyOf } from '../../problem/structured.ts';
import type { ColliderTable } from '../bodies/collider-table.ts';
import type { Joint } from '../joints/joint.ts';
import type { SolvedProblem } from '../state/step-state.ts';

/** Names of a contact's rows, in the order in which they are written. */
function contactRowNames({ tangents, rolling, spinning }: Contact): string[] {
  const counted = (word: string) => (_: number, k: number) => `${word} ${k + 1}`;
  return [
    'normal',
    ...tangents.map(counted('tangent')),
    ...rolling.map(counted('rolling')),
    ...spinning.map(() => 'spinning'),
  ];
}

export function namedProblem(
  { problem, solution, warm, joints, points, rods }: SolvedProblem,
  step: number,
  allJoints: readonly Joint[],
  { a, b }: ContactPoints,
  { body }: ColliderTable,
  bodyNames: readonly string[],
): Problem {
  const names = joints.flatMap((j) => allJoints[j].rows.map((row) => `${row} of ${allJoints[j].name}`));
  points.forEach((i, c) => {
    const pair = `${bodyNames[body[a[i]]]}/${bodyNames[body[b[i]]]}`;
    names.push(...contactRowNames(problem.contacts[c]).map((row) => `${row} of ${pair}`));
  });
  for (const j of rods) names.push(...['inertia 1', 'inertia 2'].map((row) => `${row} of ${allJoints[j].name}`));
  for (let k = 1; names.length < problem.n; k++) names.push(`stiff spring ${k}`); // (IN31)
  const A = copyOf(problem.A);
  return {
    ...problem,
    title: `${problem.title}, step ${step}`,
    A,
    structure: A.structure,
    b: problem.b.slice(),
    unit: problem.unit?.slice(),
    kind: problem.kind?.slice(),
    names,
    lo: solution.lo.slice(),
    hi: solution.hi.slice(),
    ungiven: [],
    x: solution.x.slice(),
    warm: warm.slice(),
  };
}
