// What an engine leaves of a scene's known answer, told from poses alone: seven numbers a moving body, x y z and quaternion.
// A judge sees the poses after every turn, with the share of the run that is over, and ends with its columns.
import { localPoint, turn } from './model.mjs';

const MM = 1000;
const point = (poses, k) => [poses[7 * k], poses[7 * k + 1], poses[7 * k + 2]];
const distance = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

/**
 * A wall that stands does not move: the farthest that a brick goes in the last 60 % of the run. It settles straight down:
 * the farthest that one is from its start, sideways, at the end.
 */
export function wallJudge({ bodies, moving }) {
  let settled;
  let drift = 0;
  let sideways = 0;
  return {
    columns: { drift: 'mm', sideways: 'mm' },
    see(poses, share) {
      if (share < 0.4) return;
      settled ??= poses.slice();
      sideways = 0;
      for (let k = 0; k < moving; k++) {
        const [x, y, z] = point(poses, k);
        const [x0, y0] = bodies[k].position;
        drift = Math.max(drift, distance([x, y, z], point(settled, k)));
        sideways = Math.max(sideways, Math.hypot(x - x0, y - y0));
      }
    },
    end: () => ({ drift: MM * drift, sideways: MM * sideways }),
  };
}

/**
 * A chain keeps its length: the gaps of all its joints, together, over the length, at worst in the last half of the run.
 * A load that swings keeps its swing: its way to one side in the last half over that in the first, as long as a period.
 */
export function chainJudge({ bodies, joints, moving }) {
  const ends = joints.map(({ a, b, point: p }) => [a, b].map((k) => ({ k, at: localPoint(bodies[k], p) })));
  const length = distance(joints[0].point, joints.at(-1).point);
  const place = (poses, { k, at }) => {
    if (k < 0) return at;
    const arm = turn(poses.subarray(7 * k + 3, 7 * k + 7), at);
    return point(poses, k).map((c, i) => c + arm[i]);
  };
  const swings = bodies[moving - 1].velocity[0] !== 0;
  const side = [0, 0];
  let stretch = 0;
  return {
    columns: { stretch: '%', ...(swings && { swing: '% kept' }) },
    see(poses, share) {
      const late = share > 0.5 ? 1 : 0;
      side[late] = Math.max(side[late], Math.abs(poses[7 * (moving - 1)]));
      if (!late) return;
      const gaps = ends.reduce((sum, [a, b]) => sum + distance(place(poses, a), place(poses, b)), 0);
      stretch = Math.max(stretch, gaps / length);
    },
    end: () => ({ stretch: 100 * stretch, ...(swings && { swing: (100 * side[1]) / side[0] }) }),
  };
}

/** Spheres do not overlap, nor sink into walls: the worst and the mean of those that touch, in the last fifth of the run. */
export function spheresJudge({ bodies, moving }) {
  const { radius } = bodies[0].shape;
  const walls = bodies
    .filter(({ shape }) => shape.kind === 'plane')
    .map(({ position, orientation }) => ({ position, normal: turn(orientation, [0, 0, 1]) }));
  let worst = 0;
  let sum = 0;
  let touching = 0;
  const count = (gap) => {
    if (gap > 0) return;
    worst = Math.max(worst, -gap);
    sum -= gap;
    touching++;
  };
  return {
    columns: { overlap: 'mm at worst', mean: 'mm' },
    see(poses, share) {
      if (share < 0.8) return;
      for (const { position, normal } of walls)
        for (let k = 0; k < moving; k++) {
          const p = point(poses, k);
          count(p.reduce((height, c, i) => height + normal[i] * (c - position[i]), -radius));
        }
      eachNear(poses, moving, 2 * radius, (j, k) => count(distance(point(poses, j), point(poses, k)) - 2 * radius));
    },
    end: () => ({ overlap: MM * worst, mean: touching ? (MM * sum) / touching : 0 }),
  };
}

/** Calls with each pair of bodies in neighbouring cells of the given width. */
function eachNear(poses, moving, width, call) {
  const cells = new Map();
  const cellOf = (k) => point(poses, k).map((c) => Math.floor(c / width));
  for (let k = 0; k < moving; k++) {
    const key = cellOf(k).join();
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(k);
  }
  for (let k = 0; k < moving; k++) {
    const [x, y, z] = cellOf(k);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const j of cells.get([x + dx, y + dy, z + dz].join()) ?? []) if (j < k) call(j, k);
  }
}
