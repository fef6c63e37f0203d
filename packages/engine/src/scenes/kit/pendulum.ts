/** Hinged boxes in a row, released horizontally at rest: the pendulums of two scenes. Links pass through each other. */
import { box } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import type { World } from '../../dynamics/world/world.ts';
import { ignoreAllContacts } from './common.ts';

/** Height of the first hinge, m; mass of a link, kg; width over length. */
const PENDULUM = { height: 5, mass: 1, slimness: 0.1 } as const;

export function buildPendulum(world: World, links: number, length: number): void {
  const { height, mass, slimness } = PENDULUM;
  const half = (slimness * length) / 2;
  const chain: Body[] = [];
  for (let i = 0; i < links; i++) {
    const b = world.addBody({
      name: `link-${i + 1}`,
      shape: box(length / 2, half, half),
      mass,
      position: [(i + 0.5) * length, 0, height],
    });
    const a = chain.at(-1);
    world.addJoint({
      kind: 'revolute',
      name: `hinge-${i + 1}`,
      ...(a && { a }),
      b,
      point: [i * length, 0, height],
      axis: [0, 1, 0],
    });
    chain.push(b);
  }
  ignoreAllContacts(world, chain);
}
