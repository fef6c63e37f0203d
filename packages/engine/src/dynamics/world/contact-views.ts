/** Reads the contacts of the last step from its impulses.   docs/theory/contact-rows.md (CR17) */
import type { ContactPoints } from '../../collision/detector.ts';
import { setContactTangents } from '../../contact/contact-tangents.ts';
import { add, scale, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { FrictionLaw } from '../../problem/rows/contact-lists.ts';
import { isFixed } from '../../problem/sets/models.ts';
import { SHAPE_OF, sectionOf } from '../../problem/sets/section.ts';
import type { Body } from '../bodies/body.ts';
import type { ColliderTable } from '../bodies/collider-table.ts';
import type { ContactView } from '../bodies/contact-view.ts';
import type { StepMemory } from '../state/step-memory.ts';
import { pairOf } from '../step/contact-events.ts';

/** An impulse this near its bound, relative to it, is at it. */
const AT_BOUND = 1e-9;

export function contactViews(
  memory: StepMemory,
  h: number,
  points: ContactPoints,
  colliders: ColliderTable,
  handles: readonly (Body | undefined)[],
): ContactView[] {
  const { contactImpulse: x, contactFirst: first } = memory;
  const states = contactStates(memory, points, colliders);
  const both = new Float64Array(6);
  return Array.from({ length: Math.min(points.count, first.length - 1) }, (_, i) => {
    const { law } = colliders.materialOf(points.a[i], points.b[i]);
    const { a, b, bodyA, bodyB } = pairOf(handles, colliders.body[points.a[i]], colliders.body[points.b[i]]);
    const normal = vec3At(points.normal, 3 * i);
    setContactTangents(points, i, law.muRolling > 0, both, 0);
    const axes = [vec3At(both, 0), vec3At(both, 3)] as const;
    let row = first[i];
    const xn = x[row++];
    const [x1, x2] = law.set === 'none' ? [0, 0] : [x[row++], x[row++]];
    const [r1, r2] = law.muRolling > 0 ? [x[row++], x[row++]] : [0, 0];
    const spin = law.muSpinning > 0 ? x[row] : 0;
    // written out: an object that begins with a spread takes ten times as long
    return {
      a,
      b,
      bodyA,
      bodyB,
      position: scale(add(vec3At(points.pointA, 3 * i), vec3At(points.pointB, 3 * i)), 0.5),
      normal,
      tangents: axes,
      gap: points.gap[i],
      force: scale(inFrame(normal, axes, xn, x1, x2), 1 / h),
      normalForce: xn / h,
      tangentForce: [x1 / h, x2 / h],
      torque: scale(inFrame(normal, axes, spin, r1, r2), 1 / h),
      rollingTorque: [r1 / h, r2 / h],
      spinningTorque: spin / h,
      state: STATES[states[i] % 3],
      rolling: TURNS[Math.floor(states[i] / 3) % 3],
      spinning: TURNS[Math.floor(states[i] / 9) % 3],
    };
  });
}

const STATES = ['open', 'stick', 'slip'] as const;
const TURNS = ['free', 'held', 'turns'] as const;

/** The state of each contact of the last step, one byte each: state + 3 rolling + 9 spinning, as numbers of the lists above. */
export function contactStates(memory: StepMemory, points: ContactPoints, colliders: ColliderTable): Uint8Array {
  if (memory.contactStates) return memory.contactStates;
  const { contactImpulse: x, contactFirst: first, solved } = memory;
  const count = Math.min(points.count, first.length - 1);
  const states = new Uint8Array(count).fill(UNKNOWN);
  const lawOf = (i: number) => colliders.materialOf(points.a[i], points.b[i]).law;
  for (const { problem, solution, points: members, part } of solved)
    members.forEach((i, c) => {
      if (!part) states[i] = stateOf(lawOf(i), solution.x, problem.contacts[c].normal, solution.hi);
    });
  for (let i = 0; i < count; i++) if (states[i] === UNKNOWN) states[i] = stateOf(lawOf(i), x, first[i], undefined);
  return states;
}

const UNKNOWN = 255;

/**
 * State of the contact whose rows begin at `row`. @param hi bounds of its last solve: sets of fixed size have their rim there,
 * which sweeps leave a little off mu x_n; undefined if it was not solved in this step
 */
function stateOf(law: FrictionLaw, x: Float64Array, row: number, hi: Float64Array | undefined): number {
  const { set, mu, muRolling, muSpinning } = law;
  const fixed = hi && isFixed(set) ? hi : undefined;
  const pressed = Math.max(x[row], 0);
  const rim = (coefficient: number, at: number) => Math.min(coefficient * pressed, fixed ? fixed[at] : Infinity);
  const tangent = row + 1;
  const rolling = set === 'none' ? tangent : tangent + 2;
  const spinning = muRolling > 0 ? rolling + 2 : rolling;
  const slips = set === 'none' || isAtRim(law, rim(mu, tangent), x[tangent], x[tangent + 1]);
  let code = 0;
  if (pressed === 0) return code; // open and free
  code += slips ? 2 : 1;
  if (muRolling !== 0) code += isAtRim(law, rim(muRolling, rolling), x[rolling], x[rolling + 1]) ? 6 : 3;
  if (muSpinning !== 0) code += Math.abs(x[spinning]) >= rim(muSpinning, spinning) * (1 - AT_BOUND) ? 18 : 9;
  return code;
}

function inFrame(normal: Vec3, [t1, t2]: readonly [Vec3, Vec3], n: number, p: number, q: number): Vec3 {
  return add(scale(normal, n), add(scale(t1, p), scale(t2, q)));
}

/** Two impulses are at the rim of their set, whose section has the size `bound`. */
function isAtRim({ set, facets }: FrictionLaw, bound: number, p: number, q: number): boolean {
  return sectionOf(SHAPE_OF[set], facets).reaches(p, q, bound * (1 - AT_BOUND));
}
