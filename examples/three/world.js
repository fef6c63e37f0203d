// The physics of the page: a ball on a chain swings into a wall of bricks. No three.js here.   docs/guide/three.md, worlds.md
import { box, capsule, createWorld, plane, sphere } from '@signorini/engine';

const BRICK = [0.12, 0.25, 0.1]; // half sides, m
const [COLUMNS, ROWS] = [5, 8];
const LINKS = 6;
const LINK = 0.17; // half length of a link between its two joints, m
const BALL = 0.3; // radius, m
const TOP = [-0.45, 0, 3.35]; // the chain hangs here, m
const TILT = 1.05; // of the chain at the start, rad from the vertical

export function makeWorld() {
  const world = createWorld({ frictionModel: 'cone' }); // z is up, steps of 1/60 s, the solver `auto`
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  for (let row = 0; row < ROWS; row++) {
    const shifted = row % 2 === 1;
    for (let k = 0; k < COLUMNS - (shifted ? 1 : 0); k++) {
      const y = (k - (COLUMNS - 1) / 2 + (shifted ? 0.5 : 0)) * 2 * BRICK[1];
      world.addBody({
        name: `brick ${row}/${k}`,
        shape: box(...BRICK),
        density: 1800, // kg/m^3
        position: [0, y, (2 * row + 1) * BRICK[2]],
        material: { friction: 0.6 },
      });
    }
  }
  hangBall(world);
  return world;
}

/** Links on ball joints, each turned so that its z axis lies along the chain, and the ball at the end. */
function hangBall(world) {
  const down = [-Math.sin(TILT), 0, -Math.cos(TILT)];
  const orientation = { axis: [0, 1, 0], angle: TILT }; // turns z into -down
  const along = (s) => TOP.map((c, k) => c + s * down[k]);
  let upper; // undefined: the world
  for (let k = 0; k < LINKS; k++) {
    const shape = capsule(0.035, LINK - 0.035); // radius and half length without the caps, m
    const link = world.addBody({ name: `link ${k}`, shape, mass: 4, position: along((2 * k + 1) * LINK), orientation });
    world.addJoint({ kind: 'spherical', name: `joint ${k}`, a: upper, b: link, point: along(2 * k * LINK) });
    upper = link;
  }
  const end = 2 * LINKS * LINK;
  const ball = world.addBody({ name: 'ball', shape: sphere(BALL), mass: 250, position: along(end + BALL) });
  world.addJoint({ kind: 'spherical', name: 'joint of the ball', a: upper, b: ball, point: along(end) });
}

/** The point that the chain hangs from, m. */
export const hook = TOP;
