/**
 * A spring with a damper between a point of a and a point of b.   docs/theory/forces.md (FE2), (FE3)
 *
 *   f = -(k (|d| - L) + c d|d|/dt) n  on b,  -f on a,     d = p_B - p_A,  n = d/|d|
 *   V = 1/2 k (|d| - L)^2
 *
 * Over a step the line is d_m/l, d_m = (d + d+)/2, l = (|d| + |d+|)/2, and the pull is -dV/d|d| as a difference quotient (FE8): its work
 * is then exactly the change of V.
 */
import { type FieldTable, optional, required } from '../../checks/fields.ts';
import { boolean, number } from '../../checks/values.ts';
import { cross, dot, length, scale, subtract, tangents, unit, type Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import { givenOptions } from '../bodies/given-options.ts';
import { someBody } from '../bodies/references.ts';
import { pointField } from '../joints/joint.ts';
import type { Frames } from '../joints/parts/frames.ts';
import type { Driver } from './driver.ts';
import { checkedForce, closedElement, expectTwo, type ForceElement, nameField, PairFrames } from './force-element.ts';
import type { StepMotion } from './step-motion.ts';

export interface SpringDamperOptions {
  /** Default spring-damper. */
  readonly name?: string;
  /** Left out: the world. */
  readonly a?: Body;
  readonly b?: Body;
  /** Its ends, in the world at the bodies' present poses, m. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** k, N/m, >= 0. */
  readonly stiffness: number;
  /** c, kg/s, >= 0. Default 0. */
  readonly damping?: number;
  /** L, length without load, m, >= 0. Default: the present distance. */
  readonly length?: number;
  /** True: a rubber band, which pulls but does not push. Default false. */
  readonly pullsOnly?: boolean;
}

export const SPRING_DAMPER: FieldTable<SpringDamperOptions> = {
  name: nameField,
  a: optional(someBody, 'the body at one end', 'the world'),
  b: optional(someBody, 'the body at the other end', 'the world'),
  pointA: pointField('a', 'its end on a'),
  pointB: pointField('b', 'its end on b'),
  stiffness: required(number('a stiffness', { atLeast: 0, unit: 'N/m' }), 'of the spring'),
  damping: optional(number('a damping', { atLeast: 0, unit: 'kg/s' }), 'along the line between the ends', '0'),
  length: optional(number('a length', { atLeast: 0, unit: 'm' }), 'without load', 'the present distance'),
  pullsOnly: optional(boolean, 'a rubber band, which pulls but does not push', '`false`'),
};

export interface SpringDamper extends ForceElement {
  /** Present length, m, and the force with which it pulls its ends together, N. */
  read(): { readonly length: number; readonly force: number };
}

/** @throws ContractError for a number that does not fit */
export function springDamper(given: SpringDamperOptions): SpringDamper {
  const options = checkedForce(SPRING_DAMPER, given, 'spring-damper');
  const { name = 'spring-damper', a, b, pointA, pointB, stiffness, damping = 0, pullsOnly = false } = options;
  expectTwo(name, a, b);
  const rest = options.length ?? length(subtract(pointB, pointA));
  const pair = new PairFrames(a, b);
  const localA = pair.present().localPoint(pair.a, pointA);
  const localB = pair.present().localPoint(pair.b, pointB);

  const measure = () => {
    const frames = pair.present();
    const { arm: rA, point: pA } = frames.point(pair.a, localA);
    const { arm: rB, point: pB } = frames.point(pair.b, localB);
    const d = subtract(pB, pA);
    const size = length(d);
    const n = size > 0 ? scale(d, 1 / size) : d; // ends that coincide have no direction and get no force
    const rate = dot(n, subtract(pair.velocityAt(1, rB), pair.velocityAt(0, rA)));
    const slack = pullsOnly && size <= rest;
    const pull = slack ? 0 : stiffness * (size - rest) + damping * rate;
    return { pA, pB, n, size, slack, pull: pullsOnly ? Math.max(0, pull) : pull };
  };
  return closedElement(SPRING_DAMPER, {
    name,
    bodies: pair.named,
    given: givenOptions({ kind: 'spring-damper', ...options, length: rest }),
    ...springLaw({ a, b, localA, localB, stiffness, damping, rest, pullsOnly }),
    act() {
      const { pA, pB, n, pull } = measure();
      a?.applyForce(scale(n, pull), pA);
      b?.applyForce(scale(n, -pull), pB);
    },
    energy() {
      const { size, slack } = measure();
      return slack ? 0 : 0.5 * stiffness * (size - rest) * (size - rest);
    },
    read() {
      const { size, pull } = measure();
      return { length: size, force: pull };
    },
  });
}

interface SpringLaw {
  /** Undefined: the world. */
  readonly a: Body | undefined;
  readonly b: Body | undefined;
  readonly localA: Vec3;
  readonly localB: Vec3;
  readonly stiffness: number;
  readonly damping: number;
  readonly rest: number;
  readonly pullsOnly: boolean;
}

/** The spring as a law of the motion through a step (FE8). */
function springLaw(spring: SpringLaw): Pick<Required<Driver>, 'forces' | 'springs'> {
  const { a, b, localA, localB, stiffness, damping, rest, pullsOnly } = spring;
  /** Arms and direction in the middle, and the pull. */
  const through = (motion: StepMotion) => {
    const [kA, kB] = [a?.index ?? -1, b?.index ?? -1]; // now: a restored snapshot may give them other numbers
    const lengthAt = (frames: Frames) =>
      length(subtract(frames.point(kB, localB).point, frames.point(kA, localA).point));
    const [l0, l1] = [lengthAt(motion.start), lengthAt(motion.end)];
    const { arm: rA, point: pA } = motion.middle.point(kA, localA);
    const { arm: rB, point: pB } = motion.middle.point(kB, localB);
    const l = 0.5 * (l0 + l1);
    const n: Vec3 = l > 0 ? scale(subtract(pB, pA), 1 / l) : [0, 0, 0];
    const [e0, e1] = [l0 - rest, l1 - rest];
    const slack = pullsOnly && e0 <= 0 && e1 <= 0;
    const stretch = pullsOnly ? meanOfTaut(e0, e1) : 0.5 * (e0 + e1);
    const rate = dot(n, subtract(motion.velocityAt(kB, rB), motion.velocityAt(kA, rA)));
    const pull = slack ? 0 : stiffness * stretch + damping * rate;
    return { kA, kB, rA, rB, n, l, slack, pull: pullsOnly ? Math.max(0, pull) : pull };
  };
  return {
    forces(motion) {
      const { kA, kB, rA, rB, n, pull } = through(motion);
      motion.push(kA, scale(n, pull), rA);
      motion.push(kB, scale(n, -pull), rB);
    },
    springs(motion, emit) {
      const { kA, kB, rA, rB, n, l, slack, pull } = through(motion);
      if (slack || !(length(n) > 0.1)) return; // its ends pass each other: no direction to speak of
      const along = (d: Vec3, k: number, c: number) => {
        const Ja = [...d, ...cross(rA, d)].map((value) => -value);
        emit({ stiffness: k, damping: c, a: kA, b: kB, Ja, Jb: [...d, ...cross(rB, d)] });
      };
      along(n, stiffness, damping);
      if (pull > 0) for (const t of tangents(unit(n))) along(t, pull / l, 0); // under tension it holds its line too
    },
  };
}

/** Mean of max(0, e) from e0 to e1: a band that becomes taut or slack within the step, m. */
function meanOfTaut(e0: number, e1: number): number {
  if (e0 >= 0 && e1 >= 0) return 0.5 * (e0 + e1);
  if (e0 <= 0 && e1 <= 0) return 0;
  const taut = Math.max(e0, e1);
  return (0.5 * taut * taut) / Math.abs(e1 - e0);
}
