/** Moves the pose of one body by its velocity, turned by the Cayley map or exactly.   docs/theory/dynamics.md (DY6) */
import { turnFactor } from './exact-turns.ts';

const scaledVelocity = new Float64Array(6);

/** Moves like `movePose`, but turns by h |omega| exactly (JO27). */
export function movePoseExactly(
  pose: Float64Array,
  body: number,
  velocity: Float64Array,
  v: number,
  h: number,
  out: Float64Array,
): void {
  const factor = turnFactor(h, velocity, v + 3);
  for (let c = 0; c < 3; c++) {
    scaledVelocity[c] = velocity[v + c];
    scaledVelocity[3 + c] = factor * velocity[v + 3 + c];
  }
  movePose(pose, body, scaledVelocity, 0, h, out);
}

/** position += h v, orientation turned by the Cayley map of h omega (DY6), for one body. */
export function movePose(
  pose: Float64Array,
  body: number,
  velocity: Float64Array,
  v: number,
  h: number,
  out: Float64Array,
): void {
  const at = 7 * body;
  for (let c = 0; c < 3; c++) out[at + c] = pose[at + c] + h * velocity[v + c];
  const wx = 0.5 * h * velocity[v + 3];
  const wy = 0.5 * h * velocity[v + 4];
  const wz = 0.5 * h * velocity[v + 5];
  const x = pose[at + 3];
  const y = pose[at + 4];
  const z = pose[at + 5];
  const w = pose[at + 6];
  const qx = x + wx * w + wy * z - wz * y;
  const qy = y + wy * w + wz * x - wx * z;
  const qz = z + wz * w + wx * y - wy * x;
  const qw = w - wx * x - wy * y - wz * z;
  const size = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
  out[at + 3] = qx / size;
  out[at + 4] = qy / size;
  out[at + 5] = qz / size;
  out[at + 6] = qw / size;
}
