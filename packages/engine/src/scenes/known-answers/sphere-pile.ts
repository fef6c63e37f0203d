/** Spheres fall into an open box and come to rest: thousands of contacts, none of which may sink in. */
import { sphere } from '../../collision/shapes/shapes.ts';
import { Rng } from '../../linalg/rng.ts';
import { settingsOf } from '../kit/common.ts';
import { addContainer } from '../kit/container.ts';
import { defineScene } from '../scene.ts';

export const spherePile = defineScene({
  name: 'sphere-pile',
  summary: 'Spheres that fall into a box and settle.',
  reference: 'statics',
  known: 'Settled, the worst overlap is below 0.1 mm: contacts of 1e8 N/m carry the pile of a tonne with micrometres.',
  parameters: {
    count: { default: 2000, unit: '', min: 1, max: 100000, integer: true, summary: 'spheres' },
    diameter: { default: 0.1, unit: 'm', min: 1e-3, summary: 'of a sphere' },
    width: { default: 1.5, unit: 'm', min: 1e-2, summary: 'of the box, inside' },
    friction: { default: 0.5, unit: '', min: 0, summary: 'friction coefficient of every contact' },
    density: { default: 1000, unit: 'kg/m^3', min: 1e-3, summary: 'of the spheres' },
    seed: { default: 1, unit: '', integer: true, summary: 'of the start positions, some hundredths off a grid' },
  },
  steps: 300,
  timeStep: 1 / 60,
  settings: () => settingsOf('sphere-pile'),

  build(world, { count, diameter, width, friction, density, seed }) {
    const material = { friction };
    addContainer(world, width, material, 'static');
    const rng = new Rng(seed);
    const across = Math.max(1, Math.floor(width / (1.08 * diameter))); // spheres in a row
    const pitch = width / across;
    const play = Math.max(0, 0.45 * (pitch - diameter)); // so that no two touch at the start
    const shape = sphere(diameter / 2);
    for (let k = 0; k < count; k++) {
      const [i, j, layer] = [k % across, Math.floor(k / across) % across, Math.floor(k / (across * across))];
      const off = () => rng.uniform(-play, play);
      world.addBody({
        name: `sphere-${k + 1}`,
        shape,
        material,
        density,
        position: [
          (i + 0.5) * pitch - width / 2 + off(),
          (j + 0.5) * pitch - width / 2 + off(),
          (layer + 0.55) * pitch + off(),
        ],
      });
    }
  },
});
