/**
 * A box on an incline: it sticks below atan(mu), else it slides down with a = g (sin - mu cos).
 * The slope falls towards +x, so that one friction direction is downhill and box friction is Coulomb's own.
 */
import { box, plane } from '../../collision/shapes/shapes.ts';
import { cos, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const boxOnSlope = defineScene({
  name: 'box-on-slope',
  summary: 'A box on an incline: it stays, or slides with a constant acceleration.',
  reference: 'Coulomb friction, closed form',
  known:
    'Sticks if tan(angle) <= friction; else slides down with the acceleration g (sin(angle) - friction cos(angle)).',
  parameters: {
    angle: { default: 0.35, unit: 'rad', min: 0, max: 1.5, summary: 'of the slope against the horizontal' },
    friction: { default: 0.5, unit: '', min: 0, summary: 'friction coefficient; 0.365 is the limit at 0.35 rad' },
    size: { default: 0.5, unit: 'm', min: 1e-3, summary: 'edge of the box' },
    density: { default: 500, unit: 'kg/m^3', min: 1e-3, summary: 'of the box' },
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: () => settingsOf('box-on-slope'),

  build(world, { angle, friction, size, density }) {
    const orientation = axisAngle([0, 1, 0], angle);
    const material = { friction };
    world.addBody({ name: 'slope', motion: 'static', shape: plane(), material, orientation });
    world.addBody({
      name: 'box',
      shape: box(size / 2, size / 2, size / 2),
      material,
      density,
      position: [(size / 2) * sin(angle), 0, (size / 2) * cos(angle)],
      orientation,
    });
  },
});
