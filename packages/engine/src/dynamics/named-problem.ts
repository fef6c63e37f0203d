/** The MLCP of a step with everything that makes it readable elsewhere: names, bounds as solved, warm start, answer. */
import type { ContactPoints } from '../collision/detector.ts';
import type { Problem } from '../problem/problem.ts';
import type { Body } from './body.ts';
import type { ColliderTable } from './colliders.ts';
import type { Joint } from './joints/joint.ts';
import type { Stepper } from './stepper.ts';

const CONTACT_ROWS = ['normal', 'tangent 1', 'tangent 2'];

export function namedProblem(
  { problem, solution, warm, steps }: Stepper,
  joints: readonly Joint[],
  points: ContactPoints,
  { body }: ColliderTable,
  bodies: readonly Body[],
): Problem | undefined {
  if (!problem || !solution) return undefined;
  const names = joints.flatMap((joint) => joint.rows.map((row) => `${row} of ${joint.name}`));
  for (let i = 0; i < points.count; i++) {
    const pair = `${bodies[body[points.a[i]]].name}/${bodies[body[points.b[i]]].name}`;
    names.push(...CONTACT_ROWS.map((row) => `${row} of ${pair}`));
  }
  return {
    ...problem,
    title: `${problem.title}, step ${steps}`,
    names,
    lo: solution.lo.slice(),
    hi: solution.hi.slice(),
    ungiven: [],
    x: solution.x.slice(),
    warm: warm?.slice(),
  };
}
