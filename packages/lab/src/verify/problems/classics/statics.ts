/** Limits of statics: what stands a little above them, and falls a little below. */
import { box, constantForce, cylinder, hull, plane, sphere, type Vec3, type World } from '@signorini/engine';
import { DEFAULT, defineClassic, plain } from '../classic.ts';
import { leastThickness, voussoirs } from '../references/arch.ts';

const LADDER = { half: 2, thick: 0.05, angle: 0.5 }; // m, m, rad from the vertical

/** @param share of the least friction of the ground; the wall is smooth */
function ladderWorld(share = 1.02): World {
  const { half: h, thick: b, angle } = LADDER;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const friction = (share * (h * s - b * c)) / (2 * h * c);
  const world = plain();
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { friction } });
  const orientation = { axis: [0, 1, 0], angle: Math.PI / 2 } as const;
  world.addBody({ name: 'wall', motion: 'static', shape: plane(), material: { friction: 0 }, orientation });
  world.addBody({
    name: 'ladder',
    shape: box(b, 0.2, h),
    mass: 10,
    material: { friction },
    position: [b * c + h * s, 0, b * s + h * c],
    orientation: { axis: [0, 1, 0], angle: -angle },
  });
  return world;
}

/** Moments about the foot: the wall pushes with m g times foot to centre over foot to top. */
export const ladder = defineClassic({
  id: 'ladder',
  settings: DEFAULT,
  world: ladderWorld,
  run(checks) {
    for (const [share, stands] of [
      [1.02, true],
      [0.98, false],
    ] as const) {
      const run = checks.watch(ladderWorld(share));
      const { position } = run.world.body('ladder');
      run.until(checks.quick ? 4 : 10);
      const sunk = position[2] - run.world.body('ladder').position[2];
      const holds = stands ? sunk < 1e-3 : sunk > 0.1;
      checks.so(`${stands ? 'stands' : 'slides'} at ${share} of the least friction`, !run.failed && holds);
    }
  },
});

const BRICK: Vec3 = [0.5, 0.25, 0.1]; // m, half sides

/** @param share of the largest overhang, L/2 (1 + 1/2 + ... + 1/n) */
function stackWorld(share = 0.99): World {
  const count = 5;
  const world = plain();
  const table = world.addBody({ name: 'table', motion: 'static', shape: box(1, 1, 0.5), position: [-1, 0, -0.5] });
  let x = -BRICK[0];
  for (let k = count; k >= 1; k--) {
    x += (share * BRICK[0]) / k; // the k-th from the top reaches out by L/(2k)
    const z = (2 * (count - k) + 1) * BRICK[2];
    world.addBody({ name: `brick-${k}`, shape: box(...BRICK), density: 500, position: [x, 0, z] });
  }
  table.wake();
  return world;
}

export const harmonicStack = defineClassic({
  id: 'harmonic-stack',
  settings: DEFAULT,
  world: stackWorld,
  run(checks) {
    for (const [share, stands] of [
      [0.99, true],
      [1.01, false],
    ] as const) {
      const run = checks.watch(stackWorld(share));
      const top = run.world.body('brick-1');
      const [, , z] = top.position;
      run.until(checks.quick ? 4 : 10);
      const sunk = z - top.position[2];
      const holds = stands ? sunk < 1e-3 : sunk > 0.1;
      checks.so(`five bricks: ${stands ? 'stand' : 'fall'} at ${share} of the largest overhang`, !run.failed && holds);
    }
  },
});

const VOUSSOIRS = 16;

/** A semicircle of mean radius 1 m on the ground. @param share of the least thickness */
function archWorld(share = 1.02): World {
  const world = plain();
  const material = { friction: 2 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const parts = voussoirs(VOUSSOIRS, share * leastThickness(VOUSSOIRS));
  for (const [k, { corners, centroid }] of parts.entries()) {
    const points = [-0.2, 0.2].flatMap((y) => corners.map(([x, z]): Vec3 => [x, y, z]));
    const position: Vec3 = [centroid[0], 0, centroid[1]];
    world.addBody({ name: `voussoir-${k + 1}`, shape: hull(points), density: 2000, material, position });
  }
  return world;
}

/** Falls by four hinges once the line of thrust leaves it. */
export const masonryArch = defineClassic({
  id: 'masonry-arch',
  settings: DEFAULT,
  world: archWorld,
  run(checks) {
    for (const [share, stays] of [
      [1.02, true],
      [0.98, false],
    ] as const) {
      const run = checks.watch(archWorld(share));
      const top = run.world.body(`voussoir-${VOUSSOIRS / 2}`);
      const [, , z] = top.position;
      run.until(checks.quick ? 3 : 5);
      const sunk = z - top.position[2];
      checks.so(
        `${stays ? 'stands' : 'falls'} with ${share} of the least thickness`,
        !run.failed && (stays ? sunk < 1e-3 : sunk > 0.05),
      );
    }
  },
});

const ROPE = { beads: 13, radius: 0.5, bead: 0.02, friction: 0.3, pull: 50 }; // m, m, -, N

/**
 * Half a turn of beads on rods around a fixed cylinder; they cannot turn (a huge inertia), or they would roll.
 * Balance of one bead between two rods that leave the tangent by e: T2 (cos e - mu sin e) = T1 (cos e + mu sin e).
 * @param share of the ratio of the pulls at which the rope slips
 */
function capstanWorld(share = 0.98): World {
  const { beads, radius, bead, friction, pull } = ROPE;
  const e = Math.PI / (beads - 1) / 2;
  const ratio = ((Math.cos(e) + friction * Math.sin(e)) / (Math.cos(e) - friction * Math.sin(e))) ** (beads - 1);
  const world = plain({ gravity: [0, 0, 0] });
  const material = { friction };
  const orientation = { axis: [1, 0, 0], angle: Math.PI / 2 } as const;
  world.addBody({ name: 'post', motion: 'static', shape: cylinder(radius, 0.5), material, orientation });
  const place = (k: number): Vec3 => {
    const angle = (Math.PI * k) / (beads - 1);
    return [(radius + bead) * Math.cos(angle), 0, (radius + bead) * Math.sin(angle)];
  };
  const rope = Array.from({ length: beads }, (_, k) =>
    world.addBody({
      name: `bead-${k + 1}`,
      shape: sphere(bead),
      mass: 0.5,
      inertia: [100, 100, 100],
      material,
      position: place(k),
    }),
  );
  rope.forEach((b, k) => {
    const a = rope[k - 1];
    if (a) world.addJoint({ kind: 'distance', a, b, pointA: place(k - 1), pointB: place(k) });
  });
  world.addDriver(constantForce({ body: rope[0]!, force: [0, 0, -pull] }));
  world.addDriver(constantForce({ body: rope[beads - 1]!, force: [0, 0, -pull * ratio * share] }));
  return world;
}

export const beadCapstan = defineClassic({
  id: 'bead-capstan',
  settings: DEFAULT,
  world: capstanWorld,
  run(checks) {
    for (const [share, holds] of [
      [0.98, true],
      [1.02, false],
    ] as const) {
      const run = checks.watch(capstanWorld(share));
      run.until(1);
      const way = -run.world.body(`bead-${ROPE.beads}`).position[2];
      checks.so(
        `${holds ? 'holds' : 'slips'} at ${share} of the pull`,
        !run.failed && (holds ? way < 1e-3 : way > 0.02),
      );
    }
  },
});
