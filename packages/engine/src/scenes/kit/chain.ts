/**
 * The heavy chain of three scenes: links on ball joints, a load at the end. Folded in a zigzag it hangs higher by `drop` and is
 * slack; straight it hangs at rest. Links pass through each other: only the joints are asked for.
 */
import { box, capsule } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import type { World } from '../../dynamics/world/world.ts';
import { NO_ROTATION, turning } from '../../linalg/quat.ts';
import { add, scale, type Vec3 } from '../../linalg/vec3.ts';
import { ignoreAllContacts, integratorParameter } from './common.ts';

/** Length between a link's joints, its radius, edge of the load, m; mass of a link, kg; height of the hook, m. */
const CHAIN = { length: 0.2, radius: 0.02, side: 0.5, linkMass: 1, hook: 6 } as const;

export const chainParameters = {
  links: { default: 20, unit: '', min: 1, max: 1000, integer: true, summary: 'of 1 kg and 0.2 m' },
  load: { default: 1000, unit: 'kg', min: 1e-6, summary: 'mass of the cube at the end' },
  integrator: integratorParameter('euler'),
} as const;

interface Chain {
  readonly links: number;
  readonly load: number;
  /** Speed of the load along x at the start, m/s. */
  readonly speed?: number;
  /** How much higher than straight the load hangs at the start, m. */
  readonly drop?: number;
}

export function buildChain(world: World, { links, load, speed = 0, drop = 0 }: Chain): void {
  const { length, radius, side, linkMass, hook } = CHAIN;
  const down = 1 - drop / (links * length); // cosine of the zigzag's angle
  const across = Math.sqrt(Math.max(0, 1 - down * down));
  const chain: Body[] = [];
  let point: Vec3 = [0, 0, hook];
  const hang = (body: Body): void => {
    world.addJoint({
      kind: 'spherical',
      name: `joint-${chain.length + 1}`,
      ...(chain.at(-1) && { a: chain.at(-1)! }),
      b: body,
      point,
    });
    chain.push(body);
  };
  for (let i = 0; i < links; i++) {
    const direction: Vec3 = [i % 2 === 0 ? -across : across, 0, -down];
    hang(
      world.addBody({
        name: `link-${i + 1}`,
        shape: capsule(radius, length / 2 - radius),
        mass: linkMass,
        position: add(point, scale(direction, length / 2)),
        orientation: drop === 0 ? NO_ROTATION : turning([0, 0, -1], direction),
      }),
    );
    point = add(point, scale(direction, length));
  }
  hang(
    world.addBody({
      name: 'load',
      shape: box(side / 2, side / 2, side / 2),
      mass: load,
      position: add(point, [0, 0, -side / 2]),
      velocity: [speed, 0, 0],
    }),
  );
  ignoreAllContacts(world, chain);
}
