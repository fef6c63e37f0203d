// Problems with Coulomb's cones for the bench `cones`: worlds of the engine's own, caught in the middle of something that slips, with J and
// as rows of A alone (as FCLib's local files have them), and FCLib's files if their folder is named.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { box, createWorld, hull, plane, sphere } from '@signorini/engine';
import { makeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';

/** A generator of numbers in [0, 1) that every machine has. */
function random(seed) {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

const between = (r, a, b) => a + (b - a) * r();

function ofScene(name, parameters, settings) {
  return createWorld(findScene(name), { parameters, frictionModel: 'cone', ...settings });
}

function ground(settings) {
  const world = createWorld({ gravity: [0, 0, -9.81], frictionModel: 'cone', ...settings });
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { friction: 0.6 } });
  return world;
}

/** Columns of boxes, some centimetres off, pushed at the top. */
function columns(across, high, push, settings) {
  const world = ground(settings);
  const r = random(3);
  for (let i = 0; i < across; i++)
    for (let k = 0; k < high; k++)
      world.addBody({
        shape: box(0.1, 0.1, 0.1),
        position: [0.201 * i, between(r, -0.02, 0.02), 0.1 + 0.2 * k],
        velocity: [0, k === high - 1 ? push : 0, 0],
        density: 1000,
        material: { friction: 0.6 },
      });
  return world;
}

/** Spheres in one layer between two planes: two-dimensional granular matter. */
function layer(across, high, settings) {
  const world = ground(settings);
  const r = random(5);
  const wall = (x, y) =>
    world.addBody({
      motion: 'static',
      shape: plane([x, y, 0]),
      position: [-x * 0.05 * across, -y * 0.05, 0],
      material: { friction: 0 },
    });
  wall(1, 0);
  wall(-1, 0);
  wall(0, 1);
  wall(0, -1);
  for (let k = 0; k < high; k++)
    for (let i = 0; i < across; i++)
      world.addBody({
        shape: sphere(between(r, 0.045, 0.05)),
        position: [0.1 * (i + 0.5 - across / 2) + between(r, -0.001, 0.001), 0, 0.05 + 0.1 * k],
        density: 1000,
        material: { friction: 0.5 },
      });
  return world;
}

/** Hulls of twelve random points that fall into a heap. */
function rocks(count, settings) {
  const world = ground(settings);
  const r = random(7);
  const rock = () => {
    const points = [];
    while (points.length < 12) {
      const p = [between(r, -1, 1), between(r, -1, 1), between(r, -1, 1)];
      const size = Math.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2);
      if (size > 0.3 && size < 1) points.push(p.map((v) => (0.12 * v) / size));
    }
    return hull(points);
  };
  const side = Math.round(Math.cbrt(count));
  for (let k = 0; k < count; k++)
    world.addBody({
      shape: rock(),
      position: [0.2 * (k % side), 0.2 * (Math.floor(k / side) % side), 0.15 + 0.22 * Math.floor(k / side / side)],
      density: 2000,
      material: { friction: 0.6 },
    });
  return world;
}

/** After `steps` steps; the rows of the last. */
function caught(world, steps) {
  for (let k = 0; k < steps; k++) world.step();
  const p = world.problem();
  world.release();
  return p;
}

/** p without J: its A as entries. */
function asRows(p) {
  return makeProblem({ ...p, A: p.A.sparse(), structure: undefined, warm: undefined });
}

const RIGID = { contactForm: 'rigid' };
/** How each is made, steps until it is caught, and whether its rows alone are a problem too. */
const WORLDS = {
  'a-frame': [() => ofScene('a-frame', {}), 30, true],
  dominoes: [() => ofScene('dominoes', {}), 60, true],
  'wall of 30': [() => ofScene('brick-wall', { kick: 0.5 }), 30, true],
  'wall of 30, rigid': [() => ofScene('brick-wall', { kick: 0.5 }, RIGID), 12, true],
  'wall of 75': [() => ofScene('brick-wall', { rows: 30, kick: 0.5 }), 20, true],
  'columns of 75, rigid': [() => columns(15, 5, 1, RIGID), 10, false],
  'columns of 25': [() => columns(5, 5, 1, {}), 10, false],
  'spheres, 60': [() => ofScene('sphere-pile', { count: 60, width: 0.5 }), 40, false],
  'spheres, 200': [() => ofScene('sphere-pile', { count: 200, width: 0.7 }), 40, false],
  'layer of 200': [() => layer(20, 10, {}), 40, false],
  'rocks, 60': [() => rocks(60, {}), 50, true],
};

/** Name and problem of each, one after the other: with J, and as rows. */
export function* coneProblems() {
  for (const [name, [make, steps, rows]] of Object.entries(WORLDS)) {
    const p = caught(make(), steps);
    yield { name, p: { ...p, warm: undefined } };
    if (rows) yield { name: `${name}, rows`, p: asRows(p) };
  }
}

export async function fclibProblems(folder) {
  const { readFclibFile } = await import('../packages/lab/dist/node/fclib-files.js');
  const files = readdirSync(folder).filter((file) => file.endsWith('.hdf5'));
  const all = [];
  for (const file of files) {
    const { problem } = await readFclibFile(join(folder, file));
    all.push({ name: file.replace(/-.*/, '').replace('.hdf5', ''), p: { ...problem, warm: undefined } });
  }
  return all;
}
