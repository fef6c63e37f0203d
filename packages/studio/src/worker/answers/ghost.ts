/** Poses that an iterate would lead to: those of the step plus h times the velocity difference of its impulses. */
import type { World } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { placesOfBodies } from './problem-bodies.ts';

/** Seven numbers per body. @param place of p in `world.problems()` @param scale makes small differences visible */
export function ghostPoses(
  world: World,
  { problem: p, place: of }: { readonly problem: Problem; readonly place: number },
  x: Float64Array,
  final: Float64Array,
  scale: number,
): Float32Array {
  const poses = Float32Array.from(world.poses());
  const { structure } = p;
  if (!structure) return poses;
  const { rowStart, body, J, Minv, bodies } = structure;
  const impulse = new Float64Array(6 * bodies);
  for (let i = 0; i < p.n; i++) {
    const difference = x[i]! - final[i]!;
    if (difference === 0) continue;
    for (let block = rowStart[i]!; block < rowStart[i + 1]!; block++)
      for (let c = 0; c < 6; c++) impulse[6 * body[block]! + c]! += J[6 * block + c]! * difference;
  }
  const places = placesOfBodies(world, p, of);
  for (let k = 0; k < bodies; k++) {
    const place = places[k]!;
    if (place < 0) continue;
    const v = new Float64Array(6);
    for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) v[r]! += Minv[36 * k + 6 * r + c]! * impulse[6 * k + c]!;
    const step = scale * world.timeStep;
    for (let c = 0; c < 3; c++) poses[7 * place + c]! += step * v[c]!;
    turn(poses, 7 * place + 3, step * v[3]!, step * v[4]!, step * v[5]!);
  }
  return poses;
}

/** Turns an orientation by a small rotation vector. */
function turn(poses: Float32Array, at: number, a: number, b: number, c: number): void {
  const [x, y, z, w] = [poses[at]!, poses[at + 1]!, poses[at + 2]!, poses[at + 3]!];
  const q = [
    x + 0.5 * (a * w + b * z - c * y),
    y + 0.5 * (b * w + c * x - a * z),
    z + 0.5 * (c * w + a * y - b * x),
    w - 0.5 * (a * x + b * y + c * z),
  ];
  const size = Math.hypot(...q);
  for (let k = 0; k < 4; k++) poses[at + k] = q[k]! / size;
}
