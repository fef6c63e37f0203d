/**
 * A fast top on its tip, started in steady precession about the vertical: Omega with
 *   I1 Omega^2 cos(tilt) - I3 omega3 Omega + m g l = 0        (the slow root; omega3 the spin about its own axis)
 */
import { massProperties } from '../../collision/shapes/shape-kinds.ts';
import { cylinder } from '../../collision/shapes/shapes.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { add, cross, scale, type Vec3 } from '../../linalg/vec3.ts';
import { GRAVITY, integratorParameter, settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const spinningTop = defineScene({
  name: 'spinning-top',
  summary: 'A top that precesses about the vertical.',
  reference: 'to look at; Lagrange top',
  known:
    'Precesses steadily: its tilt stays, and it goes round with the slow root of I1 W^2 cos(tilt) - I3 spin W + m g l = 0.',
  parameters: {
    spin: { default: 1200, unit: 'rpm', min: 1, summary: 'about its own axis' },
    tilt: { default: 0.4, unit: 'rad', min: 0, max: 1.5, summary: 'of its axis from the vertical' },
    integrator: integratorParameter('midpoint'),
  },
  steps: 2400,
  timeStep: 1 / 240,
  settings: ({ integrator }) => settingsOf('spinning-top', integrator),

  build(world, { spin, tilt }) {
    const shape = cylinder(0.1, 0.02);
    const length = 0.1; // m, from the tip to the middle of the disc
    const { mass, inertia } = massProperties(shape, 1000);
    const [across, along] = [inertia[0] + mass * length * length, inertia[8]]; // about the tip
    const omega3 = (spin * 2 * PI) / 60;
    const [a, b, c] = [across * cos(tilt), -along * omega3, mass * GRAVITY * length];
    const precession = (2 * c) / (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c)));
    const axis: Vec3 = [sin(tilt), 0, cos(tilt)];
    // omega3 along the axis counts the precession's share: spin relative to the precessing frame is what is left of it
    const angularVelocity = add(scale(axis, omega3 - precession * cos(tilt)), [0, 0, precession]);
    const top = world.addBody({
      name: 'top',
      shape,
      density: 1000,
      position: scale(axis, length),
      orientation: axisAngle([0, 1, 0], tilt),
      velocity: cross(angularVelocity, scale(axis, length)),
      angularVelocity,
    });
    world.addJoint({ kind: 'spherical', name: 'tip', b: top, point: [0, 0, 0] });
  },
});
