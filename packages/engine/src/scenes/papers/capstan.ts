/**
 * A cable around a fixed rod, pulled with T1 at its first end and with T2 at its last: the rope of Euler and Eytelwein.
 *
 *   slides iff  T2/T1 > q^n  ->  e^(mu wrap) for many links of a thin cable                                   (RC9)
 *
 * q is the ratio of the tensions before and behind a link that slides (RC8). T2 is the largest force of a motor: a cable that slides
 * does so at `speed`, and the motor's force is what that takes.
 */
import { atan, cos, sin } from '../../linalg/elementary.ts';
import { acrossOf, buildCable, CABLE, cableParameters, cableSettings, type Rope } from '../kit/cable.ts';
import { defineScene } from '../scene.ts';

/** T2/T1 from which on the cable slides (RC9). */
export function capstanLimit(rope: Rope): number {
  const { q } = slidingLink(rope);
  let limit = 1;
  for (let k = 0; k < rope.links; k++) limit *= q;
  return limit;
}

/** A link that slides (RC8): the ratio of the tensions before and behind it, and the angle between it and the one behind, rad. */
function slidingLink({ links, wrap, friction: mu }: Rope) {
  const alpha = wrap / links;
  const [s, c] = [sin(alpha), cos(alpha)];
  const lever = (mu * CABLE.radius) / acrossOf(alpha); // friction acts at the surface, and turns the link
  const [A, B, C] = [(0.5 - lever) * s + mu * c, c - mu * s, (0.5 + lever) * s];
  const tau = (2 * C) / (B + Math.sqrt(B * B + 4 * A * C));
  return { q: (1 + (mu * tau) / (0.5 + lever)) / (c + s * tau), behind: atan(tau) };
}

export const capstan = defineScene({
  name: 'capstan',
  summary: 'A taut cable around a fixed rod, pulled harder at one end.',
  reference: 'EATK18 6.5, Euler-Eytelwein',
  known:
    'Slides iff T2/T1 exceeds q^n, q by the balance of one link: 1.797 by default, against e^(mu wrap) = 1.874 of a thin rope. ' +
    'The parameter ratio is T2/T1 over that limit. While it slides, the motor of joint slider-last reports T2.',
  parameters: {
    ...cableParameters,
    tension: { default: 1000, unit: 'N', min: 1, max: 1e5, summary: 'T1, that pulls the first end' },
    ratio: { default: 1.02, unit: '', min: 0, max: 1000, summary: 'T2/T1 over the one from which on the cable slides' },
    speed: { default: 0.02, unit: 'm/s', min: 0, max: 1, summary: 'of the last end if the cable slides' },
  },
  steps: 240,
  timeStep: 1 / 60,
  settings: () => cableSettings('capstan'),

  build(world, { tension, ratio, speed, turn, ...rope }) {
    const maxForce = ratio * capstanLimit(rope) * tension;
    const shift = slidingLink(rope).behind - rope.wrap / rope.links / 2; // where all links slide alike
    buildCable(world, { ...rope, turn, shift, pulls: [tension, { speed, maxForce }], rod: 'static' });
  },
});
