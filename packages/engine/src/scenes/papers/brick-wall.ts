/**
 * EATK18 5.4, EPTK19 5.2: 30 bricks in 12 rows of 3 and 2, with small gaps both ways so that nothing touches at the start.
 * At 500 kg/m^3 the wall stands; at 1000 it buckles by itself under an exact solver, because contacts of 1e5 N/m let it lean.
 */
import { box, plane } from '../../collision/shapes/shapes.ts';
import { commonParameters, commonSettings, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

/** Half sizes of a brick, and the gaps between bricks, m. */
const [LENGTH, WIDTH, HEIGHT] = [0.2, 0.1, 0.1];
const [GAP_SIDEWAYS, GAP_UPWARDS] = [0.005, 0.002];

export const brickWall = defineScene({
  name: 'brick-wall',
  summary: 'A wall of bricks, rows of three and two, that has to stand.',
  reference: 'EATK18 5.4, EPTK19 5.2',
  known:
    'Stands at 500 kg/m^3: 188 contacts, drift below 1e-3 mm between steps 400 and 1000, also after a kick of 0.01 m/s.',
  parameters: {
    density: { default: 500, unit: 'kg/m^3', min: 1e-3, summary: 'of the bricks' },
    kick: { default: 0, unit: 'm/s', summary: 'speed of the top row along the wall at the start' },
    rows: { default: 12, unit: '', min: 1, max: 1000, integer: true, summary: 'rows of bricks' },
    ...commonParameters,
  },
  steps: 500,
  timeStep: 1 / 60,
  settings: (values) => commonSettings('brick-wall', values),

  build(world, { density, kick, rows, friction }) {
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: material(friction) });
    let brick = 0;
    for (let row = 0; row < rows; row++) {
      const count = row % 2 === 0 ? 3 : 2;
      for (let i = 0; i < count; i++)
        world.addBody({
          name: `brick-${++brick}`,
          shape: box(LENGTH, WIDTH, HEIGHT),
          material: material(friction),
          density,
          position: [
            (i - (count - 1) / 2) * (2 * LENGTH + GAP_SIDEWAYS),
            0,
            HEIGHT + GAP_UPWARDS + row * (2 * HEIGHT + GAP_UPWARDS),
          ],
          velocity: [row === rows - 1 ? kick : 0, 0, 0],
        });
    }
  },
});
