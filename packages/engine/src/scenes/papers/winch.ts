/**
 * EATK18 5.2: a drum on a hinge slightly above the ground, driven at constant speed, winds up a chain of capsules that starts
 * fully horizontal, falls and drags on the ground. The drum collides as a capsule.
 */
import { capsule, plane } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import { PI } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { commonParameters, commonSettings, JOINT, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

/** Drum: radius, half length, height of its axis, m; density, kg/m^3. */
const DRUM = { radius: 0.1, halfLength: 0.4, height: 0.2, density: 2000 } as const;
/** Link: length between its joints, radius, m; density, kg/m^3. */
const LINK = { length: 0.25, radius: 0.03, density: 7800 } as const;

export const winch = defineScene({
  name: 'winch',
  summary: 'A motor winds a dragging chain onto a drum.',
  reference: 'EATK18 5.2',
  known: 'Chaotic: compare solvers on captured problems, never on trajectories. The drum keeps its speed.',
  parameters: {
    links: { default: 50, unit: '', min: 1, max: 1000, integer: true, summary: 'of the chain' },
    speed: { default: 160, unit: 'rpm', summary: 'of the drum' },
    selfContact: {
      default: 'off',
      unit: '',
      choices: ['off', 'on'],
      summary: 'whether links collide with each other; off keeps the size that EATK18 states, n about 400',
    },
    ...commonParameters,
  },
  steps: 500,
  timeStep: 1 / 60,
  settings: (values) => commonSettings('winch', values),

  build(world, { links, speed, selfContact, friction }) {
    const surface = material(friction);
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: surface });
    const drum = world.addBody({
      name: 'drum',
      shape: capsule(DRUM.radius, DRUM.halfLength),
      material: surface,
      density: DRUM.density,
      position: [0, 0, DRUM.height],
      orientation: axisAngle([1, 0, 0], PI / 2), // its axis across the chain
    });
    world.addJoint({
      kind: 'revolute',
      name: 'hinge',
      b: drum,
      point: [0, 0, DRUM.height],
      axis: [0, 1, 0],
      motor: { speed: (-speed * 2 * PI) / 60 },
      ...JOINT,
    });
    const z = DRUM.height + DRUM.radius + LINK.radius;
    let last = drum;
    const chain: Body[] = [];
    for (let i = 0; i < links; i++) {
      const link = world.addBody({
        name: `link-${i + 1}`,
        shape: capsule(LINK.radius, LINK.length / 2),
        material: surface,
        density: LINK.density,
        position: [(i + 0.5) * LINK.length, 0, z],
        orientation: axisAngle([0, 1, 0], PI / 2), // its axis along the chain
      });
      world.addJoint({
        kind: 'spherical',
        name: `joint-${i + 1}`,
        a: last,
        b: link,
        point: [i * LINK.length, 0, z],
        ...JOINT,
      });
      if (selfContact === 'off') for (const other of chain) world.ignoreContacts(other, link);
      chain.push(link);
      last = link;
    }
  },
});
