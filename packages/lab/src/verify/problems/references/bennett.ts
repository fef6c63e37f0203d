/**
 * Bennett's linkage: four hinges, sides a b a b, twists A B A B with sin(A)/a = sin(B)/b. It moves although it is over-constrained:
 *
 *   tan(t1/2) tan(t2/2) = sin((B + A)/2)/sin((B - A)/2),   t3 = -t1,  t4 = -t2,     frames Rz(t) Tx(side) Rx(twist)
 */
import type { Vec3 } from '@signorini/engine';
import { add, cross, scale, subtract } from './vectors.ts';

export interface Linkage {
  readonly a: number;
  readonly b: number;
  /** rad, of the sides a */
  readonly twist: number;
}

/** A hinge: its place, its axis, and the direction of the side that follows. */
export interface Hinge {
  readonly point: Vec3;
  readonly axis: Vec3;
  readonly side: Vec3;
}

/** The four hinges with the first one at the origin about z, its driven side turned by `angle`; a fifth closes the loop. */
export function hinges({ a, b, twist: A }: Linkage, angle: number): Hinge[] {
  const B = Math.asin((b * Math.sin(A)) / a);
  const second = 2 * Math.atan(Math.sin((B + A) / 2) / Math.sin((B - A) / 2) / Math.tan(angle / 2));
  const turns = [angle, second, -angle, -second];
  let [point, x, z]: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  const found: Hinge[] = [];
  for (const [k, turn] of turns.entries()) {
    const side = turnedBy(x!, z!, turn);
    found.push({ point: point!, axis: z!, side });
    point = add(point!, scale(side, k % 2 === 0 ? a : b));
    z = turnedBy(z!, side, k % 2 === 0 ? A : B);
    x = side;
  }
  return [...found, { point: point!, axis: z!, side: x! }];
}

/** v turned about a unit axis across it. */
const turnedBy = (v: Vec3, axis: Vec3, angle: number): Vec3 =>
  add(scale(v, Math.cos(angle)), scale(cross(axis, v), Math.sin(angle)));

/** Angular velocity of side k for a rate of the first hinge: from its axes a moment before and after. */
export function sideMotion(linkage: Linkage, angle: number, rate: number, k: number): { centre: Vec3; omega: Vec3 } {
  const d = 1e-5;
  const [before, after] = [angle - d, angle + d].map((t) => hinges(linkage, t));
  const now = hinges(linkage, angle)[k]!;
  const change = (of: (h: Hinge, next: Hinge) => Vec3): Vec3 =>
    scale(subtract(of(after![k]!, after![k + 1]!), of(before![k]!, before![k + 1]!)), rate / (2 * d));
  const centre = change((h, next) => scale(add(h.point, next.point), 0.5));
  // omega = 1/2 sum e x e' over the three axes of the side
  const third = (h: Hinge) => cross(h.axis, h.side);
  const omega = scale(
    add(
      cross(
        now.side,
        change((h) => h.side),
      ),
      cross(
        now.axis,
        change((h) => h.axis),
      ),
      cross(
        third(now),
        change((h) => third(h)),
      ),
    ),
    0.5,
  );
  return { centre, omega };
}
