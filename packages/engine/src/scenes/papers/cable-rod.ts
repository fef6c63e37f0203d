/**
 * EATK18 6.5: a cable around a rod is pulled at both ends, and the rod is pulled out of the sling along its axis.
 *
 *   slides at  F = mu n N = 2 n mu T sin(wrap/2n)  ->  mu T wrap                                              (RC4)
 *
 * T is the force on each end along its slider, across the rod. The sliders hold the ends along the rod, else the cable would go along with
 * it. So the cable lies askew while it slides. It starts so, with the slope of (RC6), at which friction along the rod alone balances it.
 */
import { cos, sin } from '../../linalg/elementary.ts';
import { scale } from '../../linalg/vec3.ts';
import { buildCable, cableParameters, cableSettings, RHO, ROD, type Rope } from '../kit/cable.ts';
import { defineScene } from '../scene.ts';

/** Force along the rod at which it slides through the cable, N (RC4). @param tension T, N */
export const slidingPull = ({ links, wrap, friction }: Rope, tension: number): number =>
  2 * links * friction * tension * sin(wrap / (2 * links));

export const cableRod = defineScene({
  name: 'cable-rod',
  summary: 'A rod is pulled out of the sling of a taut cable.',
  reference: 'EATK18 6.5',
  known:
    'Slides at 2 n mu T sin(wrap/2n), n links that touch: 1255.74 N by default. A cable without links: mu T wrap, 1256.64 N. ' +
    'The motor of joint puller reports the force. A smaller pull holds. ' +
    'With box and pyramid: between 2 T (1 - e^(-mu wrap/2)) and 2 T (e^(mu wrap/2) - 1), by stick and slip.',
  parameters: {
    ...cableParameters,
    tension: { default: 2000, unit: 'N', min: 1, max: 1e5, summary: 'T, that pulls each end across the rod' },
    speed: { default: 0.05, unit: 'm/s', min: 0, max: 1, summary: 'of the rod along its axis' },
    pull: {
      default: 2,
      unit: '',
      min: 0,
      max: 1000,
      summary: 'largest force on the rod over the one at which it slides',
    },
    skew: { default: 1, unit: '', min: 0, max: 1, summary: 'slope of the cable at the start over that in balance' },
  },
  steps: 240,
  timeStep: 1 / 60,
  settings: () => cableSettings('cable-rod'),

  build(world, { tension, speed, pull, skew, turn, ...rope }) {
    const least = slidingPull(rope, tension);
    const atEnds = (skew * Math.min(pull, 1) * least) / (2 * tension); // (RC6)
    const bent = ROD.radius / (RHO * cos(rope.wrap / (2 * rope.links)));
    const { rod, axis } = buildCable(world, {
      ...rope,
      turn,
      pulls: [tension, tension],
      rod: 'dynamic',
      slope: (place, straight) => -place * atEnds * (straight ? 1 : bent),
    });
    if (pull > 1) rod.velocity = scale(axis, speed); // it slides from the start: nothing is set swinging
    const motor = { speed, maxForce: pull * least };
    world.addJoint({ kind: 'prismatic', name: 'puller', b: rod, point: rod.position, axis, motor });
  },
});
