/** A world as coloured lines, for a debug view: edges of shapes, forces of contacts, points and axes of joints. */
import { optional, record } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { boolean, number } from '../../checks/values.ts';
import { outlineOf } from '../../collision/shapes/outline.ts';
import { rotate } from '../../linalg/quat.ts';
import { add, length, scale, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import type { World } from './world.ts';

export interface DebugOptions {
  /** Edges of shapes. Default true. */
  readonly shapes?: boolean;
  /** Forces of the last step's contacts, on b, from the point of contact. Default true. */
  readonly contacts?: boolean;
  /** Lines from the bodies' centres to the points of joints, and axes. Default true. */
  readonly joints?: boolean;
  /** Length of a line per force, m/N, > 0. Default: such that the weight of the heaviest body is 1 m long; 0.01 m/N without gravity. */
  readonly forceScale?: number;
  /** Half length of a joint's axis, m, > 0. Default 0.1. */
  readonly axisSize?: number;
}

export interface DebugLines {
  /** Six numbers per line: its two ends, world, m. */
  readonly positions: Float32Array;
  /** Six numbers per line: red, green and blue of each end, 0 to 1. */
  readonly colors: Float32Array;
}

type Color = readonly [number, number, number];
const DYNAMIC: Color = [0.9, 0.9, 0.9];
const SLEEPING: Color = [0.45, 0.45, 0.5];
const STATIC: Color = [0.35, 0.55, 0.35];
const KINEMATIC: Color = [0.35, 0.6, 0.95];
const FORCE: Color = [1, 0.55, 0.1];
const JOINT: Color = [0.75, 0.4, 0.9];
const GAP: Color = [1, 0.15, 0.15];

class LineList {
  readonly positions: number[] = [];
  readonly colors: number[] = [];

  add(p: Vec3, q: Vec3, color: Color): void {
    this.positions.push(...p, ...q);
    this.colors.push(...color, ...color);
  }
}

const anyOptions: Value<DebugOptions> = record<DebugOptions>({
  shapes: optional(boolean, 'edges of shapes'),
  contacts: optional(boolean, 'forces of contacts'),
  joints: optional(boolean, 'points and axes of joints'),
  forceScale: optional(number('a scale', { above: 0, unit: 'm/N' }), 'length of a line per force'),
  axisSize: optional(number('a length', { above: 0, unit: 'm' }), "half length of a joint's axis"),
});

/** @throws ContractError for an option that does not fit */
export function debugLines(world: World, given: DebugOptions = {}): DebugLines {
  const options = checked(anyOptions, given, 'debugLines');
  const { shapes = true, contacts = true, joints = true, forceScale = scaleOf(world), axisSize = 0.1 } = options;
  const lines = new LineList();
  if (shapes) for (const body of world.bodies) addShape(lines, body);
  if (contacts)
    for (const { position, force } of world.contacts)
      lines.add(position, add(position, scale(force, forceScale)), FORCE);
  if (joints) addJoints(lines, world, axisSize);
  return { positions: Float32Array.from(lines.positions), colors: Float32Array.from(lines.colors) };
}

function scaleOf({ bodies, gravity }: World): number {
  const weight = bodies.reduce((most, { mass }) => Math.max(most, mass), 0) * length(gravity);
  return weight > 0 ? 1 / weight : 0.01;
}

function colorOf({ motion, sleeping }: Body): Color {
  if (motion === 'static') return STATIC;
  if (motion === 'kinematic') return KINEMATIC;
  return sleeping ? SLEEPING : DYNAMIC;
}

function addShape(lines: LineList, body: Body): void {
  const { shape } = body;
  if (!shape) return;
  const outline = outlineOf(shape);
  const origin = body.toWorld(body.shapeOrigin);
  const { orientation } = body;
  const color = colorOf(body);
  const point = (at: number) => add(origin, rotate(orientation, vec3At(outline, at)));
  for (let at = 0; at < outline.length; at += 6) lines.add(point(at), point(at + 3), color);
}

function addJoints(lines: LineList, world: World, axisSize: number): void {
  for (const joint of world.joints) {
    const { points, axis, a, b } = joint;
    if (!points || joint.broken) continue;
    const [pA, pB] = points;
    if (a) lines.add(a.position, pA, JOINT);
    if (b) lines.add(b.position, pB, JOINT);
    lines.add(pA, pB, joint.kind === 'distance' ? JOINT : GAP);
    if (axis) lines.add(add(pA, scale(axis, -axisSize)), add(pA, scale(axis, axisSize)), JOINT);
  }
}
