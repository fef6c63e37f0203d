/**
 * A part of a joint between a and b: rows of one sort, with everything that follows from them.   docs/theory/joints.md (JO18)
 *
 *   a torque impulse r x l, r fixed in a body and l not, turns with that body:   h K = -d(r x l)/dtheta = (l.r) 1 - r l^T
 *
 * Every row of a joint, but for angles, is a sum of such products; so one function serves all of their stiffness.
 */
import { add, cross, dot, type Vec3, vec3At } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import {
  type InverseMass,
  type Pull,
  type StepOutcome,
  type StepStart,
  type Stiffness,
  stabilisation,
} from '../joint.ts';
import type { Frames } from './frames.ts';

export interface Part {
  readonly rows: readonly string[];
  /** True: it only pulls, or only pushes. */
  readonly oneSided?: boolean;
  /** True: it holds directions against each other. */
  readonly holdsAngles?: boolean;
  write(frames: Frames, h: number, rows: RowBuilder): void;
  /** Called once per step before its rows are written. True: what it asks for has changed. */
  begin?(start: StepStart): boolean;
  /** Adds its impulse on b at the joint's point: force xyz (N s), torque xyz (N m s). */
  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void;
  /** True: one of its rows is a limit that is met at speed within the step, or a drive that jumps. */
  strikes?(frames: Frames, velocity: Float64Array, h: number, inverseMass: InverseMass): boolean;
  /** Its rod or rope, if it pulls. */
  pull?(frames: Frames, x: Float64Array, at: number): Pull | undefined;
  /** True: what it holds has come apart (IN9). */
  torn?(step: StepOutcome): boolean;
  /** Adds h K of each end, nine numbers row-major, kg m^2. */
  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void;
}

/** An opening beyond this share of a joint's size: its linearisation has failed (IN9). */
const GUARD = 0.05;

/** The opening of a part at the end and at the start of a step (m, rad), and its size. */
interface Opening {
  readonly open: number;
  readonly openBefore: () => number;
  readonly size: number;
  readonly stiffness: Stiffness;
  /** Impulse of its rows, N s or N m s. */
  readonly impulse: number;
}

/**
 * (IN9): open by more than a share of its size, and by half as much more than its rows ask for (IN19), so that soft joints, and
 * joints that close a gap that they began with, are not torn.
 */
export function isTorn({ open, openBefore, size, stiffness, impulse }: Opening, h: number): boolean {
  if (isClosed(open, size)) return false;
  const guard = GUARD * size;
  const D = stabilisation(stiffness, h);
  // by implicit Euler, or by the mean of both ends of a step of `midpoint`
  const middle = (2 * impulse) / (h * stiffness.stiffness);
  const asked = Math.max((1 - h * D) * openBefore() + (D * impulse) / stiffness.stiffness, middle);
  return !(open <= asked + 0.5 * guard);
}

/** Most joints at most times: not open by more than a share of their size (m, rad). */
export const isClosed = (open: number, size: number): boolean => open <= GUARD * size;

/** The size of the x of `count` rows. */
export function impulseOf(x: Float64Array, at: number, count: number): number {
  let sum = 0;
  for (let i = at; i < at + count; i++) sum += x[i] * x[i];
  return Math.sqrt(sum);
}

/** K += (l.r) 1 - r l^T: the torque impulse r x l (N m s) with r fixed in the body. */
export function addTurn(K: Float64Array, r: Vec3, l: Vec3): void {
  const product = dot(r, l);
  const [x, y, z] = l;
  for (let i = 0; i < 3; i++) {
    K[4 * i] += product;
    K[3 * i] -= r[i] * x;
    K[3 * i + 1] -= r[i] * y;
    K[3 * i + 2] -= r[i] * z;
  }
}

/** values[at..at+2] += factor v. */
export function addScaled(values: Float64Array, at: number, v: Vec3, factor: number): void {
  for (let c = 0; c < 3; c++) values[at + c] += factor * v[c];
}

/** Velocity of the point at `arm` from the centre of `body`, m/s; `velocity` has six numbers per body. */
export function velocityAt(velocity: Float64Array, body: number, arm: Vec3): Vec3 {
  if (body < 0) return [0, 0, 0];
  return add(vec3At(velocity, 6 * body), cross(vec3At(velocity, 6 * body + 3), arm));
}

/** Blocks of a force along d at arms ra of a and rb of b: (-d, -ra x d | d, rb x d). */
export function writeForce(rows: RowBuilder, a: number, ra: Vec3, b: number, rb: Vec3, d: Vec3): void {
  writeBlock(rows, a, ra, d, -1);
  writeBlock(rows, b, rb, d, 1);
}

function writeBlock(rows: RowBuilder, body: number, r: Vec3, d: Vec3, sign: 1 | -1): void {
  const J = rows.six;
  const t = cross(r, d);
  for (let c = 0; c < 3; c++) {
    J[c] = sign * d[c];
    J[3 + c] = sign * t[c];
  }
  rows.block(body, J);
}

/** Blocks of a torque along d: (0, -d | 0, d). */
export function writeTorque(rows: RowBuilder, a: number, b: number, [x, y, z]: Vec3): void {
  const J = rows.six;
  J[0] = 0;
  J[1] = 0;
  J[2] = 0;
  J[3] = -x;
  J[4] = -y;
  J[5] = -z;
  rows.block(a, J);
  J[3] = x;
  J[4] = y;
  J[5] = z;
  rows.block(b, J);
}

/** K += factor v v^T. */
export function addOuter(K: Float64Array, v: Vec3, factor: number): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) K[3 * i + j] += factor * v[i] * v[j];
}
