/**
 * Newton's cradle: balls on hinges, the first one lifted. They hang a little apart, so that the impacts come one after the other,
 * each between two balls: e = 1 then hands the speed on. Touching balls on hinges would share it, whatever the solver,
 * since one MLCP treats all impacts of an island with joints as one.
 */
import { sphere } from '../../collision/shapes/shapes.ts';
import { cos, sin } from '../../linalg/elementary.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { GRAVITY, integratorParameter, settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const newtonCradle = defineScene({
  name: 'newton-cradle',
  summary: "Newton's cradle: the last ball leaves with the speed of the first.",
  reference: 'to look at; momentum and energy',
  known: 'Balls of one mass hand on the speed of the first: only the last one leaves, and rises as high.',
  parameters: {
    balls: { default: 5, unit: '', min: 2, max: 50, integer: true, summary: 'of one mass' },
    angle: { default: 0.5, unit: 'rad', min: 0, max: 1.5, summary: 'by which the first ball is lifted' },
    restitution: { default: 1, unit: '', min: 0, max: 1, summary: 'of every impact' },
    integrator: integratorParameter('midpoint'),
  },
  steps: 3000,
  timeStep: 1 / 1000,
  settings: ({ integrator }) => settingsOf('newton-cradle', integrator),

  build(world, { balls, angle, restitution }) {
    const [radius, length] = [0.05, 0.5]; // m
    const speed = Math.sqrt(2 * GRAVITY * length * (1 - cos(angle))); // at the bottom
    const gap = 2 * world.timeStep * speed; // wider than the way of a ball in a step
    for (let i = 0; i < balls; i++) {
      const x = i * (2 * radius + gap);
      const turn = i === 0 ? angle : 0;
      const position: Vec3 = [x - length * sin(turn), 0, 1 - length * cos(turn)];
      const b = world.addBody({
        name: `ball-${i + 1}`,
        shape: sphere(radius),
        material: { restitution, friction: 0 },
        density: 7800,
        position,
      });
      world.addJoint({ kind: 'revolute', name: `hinge-${i + 1}`, b, point: [x, 0, 1], axis: [0, 1, 0] });
    }
  },
});
