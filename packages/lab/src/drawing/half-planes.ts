/** Planes that are seen edge-on: the solid side inside a frame, and the line of the surface where no other plane covers it. */
import type { Posed } from './record.ts';
import { dot, type Flat, type Frame, project, type View } from './view.ts';

/** Solid where normal . p <= offset, on paper. */
export interface HalfPlane {
  readonly normal: Flat;
  readonly offset: number;
}

interface DrawnPlane {
  /** Corners of the solid side; empty if it is outside the frame. */
  readonly solid: readonly Flat[];
  readonly line: readonly [Flat, Flat] | undefined;
}

const EDGE_ON = 1e-3;

/** Undefined for a body that is no plane, or a plane that is not seen edge-on. */
export function halfPlaneOf({ shape, origin, axes }: Posed, view: View): HalfPlane | undefined {
  if (shape.kind !== 'plane' || Math.abs(dot(view.towards, axes[2])) > EDGE_ON) return undefined;
  const normal = project(view, axes[2]);
  const [x, y] = project(view, origin);
  return { normal, offset: normal[0] * x + normal[1] * y };
}

export function drawPlanes(planes: readonly HalfPlane[], frame: Frame): DrawnPlane[] {
  return planes.map((plane, k) => ({
    solid: solidOf(plane, frame),
    line: lineOf(
      plane,
      planes.filter((_, other) => other !== k),
      frame,
    ),
  }));
}

const heightOver = ({ normal, offset }: HalfPlane, [x, y]: Flat): number => normal[0] * x + normal[1] * y - offset;

const between = (p: Flat, q: Flat, t: number): Flat => [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];

/** The frame, cut along the surface. */
function solidOf(plane: HalfPlane, [left, bottom, right, top]: Frame): Flat[] {
  const corners: Flat[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  return corners.flatMap((corner, k) => {
    const next = corners[(k + 1) % 4]!;
    const [here, there] = [heightOver(plane, corner), heightOver(plane, next)];
    const own = here <= 0 ? [corner] : [];
    return here <= 0 === there <= 0 ? own : [...own, between(corner, next, here / (here - there))];
  });
}

/** The surface inside the frame and outside the solids of the other planes. */
function lineOf(plane: HalfPlane, others: readonly HalfPlane[], frame: Frame): readonly [Flat, Flat] | undefined {
  const [left, bottom, right, top] = frame;
  const reach = right - left + (top - bottom) + Math.abs(plane.offset) + Math.abs(left) + Math.abs(bottom);
  const { normal, offset } = plane;
  const foot: Flat = [normal[0] * offset, normal[1] * offset];
  let p: Flat = [foot[0] + normal[1] * reach, foot[1] - normal[0] * reach];
  let q: Flat = [foot[0] - normal[1] * reach, foot[1] + normal[0] * reach];
  const kept: HalfPlane[] = [
    { normal: [1, 0], offset: left },
    { normal: [0, 1], offset: bottom },
    { normal: [-1, 0], offset: -right },
    { normal: [0, -1], offset: -top },
    ...others,
  ];
  for (const edge of kept) {
    const [here, there] = [heightOver(edge, p), heightOver(edge, q)];
    if (here <= 0 && there <= 0) return undefined;
    if (here < 0) p = between(p, q, here / (here - there));
    else if (there < 0) q = between(p, q, here / (here - there));
  }
  return [p, q];
}
