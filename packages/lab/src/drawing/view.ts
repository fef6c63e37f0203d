/** Parallel projections: the directions of a world that point right, up and towards the reader. */
import type { Vec3 } from '@signorini/engine';

export interface View {
  readonly title: string;
  /** Names of the axes that point right and up. */
  readonly axes: readonly [right: string, up: string];
  readonly right: Vec3;
  readonly up: Vec3;
  readonly towards: Vec3;
}

export const VIEWS = {
  side: { title: 'side view', axes: ['x', 'z'], right: [1, 0, 0], up: [0, 0, 1], towards: [0, -1, 0] },
  end: { title: 'end view', axes: ['y', 'z'], right: [0, 1, 0], up: [0, 0, 1], towards: [1, 0, 0] },
  top: { title: 'top view', axes: ['x', 'y'], right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof VIEWS;

/** A point on paper: to the right and up, m. */
export type Flat = readonly [x: number, y: number];

export const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

export const project = ({ right, up }: View, point: Vec3): Flat => [dot(right, point), dot(up, point)];

/** Left, bottom, right, top, m. */
export type Frame = readonly [left: number, bottom: number, right: number, top: number];

export const NO_FRAME: Frame = [Infinity, Infinity, -Infinity, -Infinity];

export const joined = (p: Frame, q: Frame): Frame => [
  Math.min(p[0], q[0]),
  Math.min(p[1], q[1]),
  Math.max(p[2], q[2]),
  Math.max(p[3], q[3]),
];

/** The least frame that holds circles of this radius about the points, m. */
export const frameOf = (points: readonly Flat[], radius = 0): Frame =>
  points.reduce<Frame>((frame, [x, y]) => joined(frame, [x - radius, y - radius, x + radius, y + radius]), NO_FRAME);
