// Worlds so small that a step is mostly what surrounds its solve, with settings as `createWorld` has them.
import { box, capsule, plane, sphere } from '@signorini/engine';

const material = { friction: 0.5 };
const HALF = 0.25; // m, of a cube
const gravity = [0, 0, -9.81];

/** A scene of this bench alone: no parameters, h = 1/60 s. */
const scene = (name, build) => ({ name, parameters: {}, timeStep: 1 / 60, settings: () => ({ gravity }), build });

const ground = (world) => world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
const cube = (world, name, position) =>
  world.addBody({ name, shape: box(HALF, HALF, HALF), density: 1000, material, position });

export const smallScenes = [
  scene('falling-box', (world) => cube(world, 'box', [0, 0, 0])),
  scene('resting-box', (world) => {
    ground(world);
    cube(world, 'box', [0, 0, HALF]);
  }),
  scene('stack-of-10', (world) => {
    ground(world);
    for (let k = 0; k < 10; k++) cube(world, `box-${k + 1}`, [0, 0, HALF * (2 * k + 1)]);
  }),
  scene('pyramid-of-55', (world) => {
    ground(world);
    for (let row = 0; row < 10; row++)
      for (let k = 0; k < 10 - row; k++)
        cube(world, `box-${row + 1}-${k + 1}`, [2.1 * HALF * (k - (9 - row) / 2), 0, HALF * (2 * row + 1)]);
  }),
  scene('separate-spheres', (world) => {
    ground(world);
    for (let k = 0; k < 100; k++)
      world.addBody({
        name: `sphere-${k + 1}`,
        shape: sphere(HALF),
        density: 1000,
        material,
        position: [(k % 10) - 4.5, Math.floor(k / 10) - 4.5, HALF],
      });
  }),
  scene('chain-of-5', (world) => {
    const links = [];
    for (let k = 0; k < 5; k++) {
      const b = world.addBody({
        name: `link-${k + 1}`,
        shape: capsule(0.02, 0.08),
        mass: 1,
        position: [0, 0, -0.1 - 0.2 * k],
        velocity: [k === 4 ? 0.5 : 0, 0, 0],
      });
      const a = links.at(-1);
      world.addJoint({ kind: 'spherical', name: `joint-${k + 1}`, ...(a && { a }), b, point: [0, 0, -0.2 * k] });
      links.push(b);
    }
    for (const [k, a] of links.entries()) for (const b of links.slice(k + 1)) world.ignoreContacts(a, b);
  }),
];
