// The page of docs/measured on the scenes cable-rod and capstan.   ../measured.mjs
import { figure, table } from './format.mjs';

const range = ({ mean, least, most }) => `${mean.toFixed(3)}, ${least.toFixed(3)} to ${most.toFixed(3)}`;

export const cablePage = {
  name: 'cable',
  title: 'A cable around a rod',
  question: 'How near do a cable of links and its simulation come to a rope on a cylinder?',
  about: `The scenes \`cable-rod\` (EATK18 6.5) and \`capstan\` with \`auto\` and Coulomb's cone, steps of 1/60 s. Forces; no times, so
the machine does not matter.`,
  theory: [['rope on a cylinder', '../theory/rope-on-a-cylinder.md']],
  body: ({ friction, wrap, steps, rows }) => [
    `Wrap ${figure(wrap, 3)} rad, friction ${friction}. *Pull* is the polygon's over µTθ, *ratio* the T₂/T₁ at which its cable slides.
*Simulated* is over these values, mean and range: the motor of \`puller\` in the last ${steps.pull[1]} of ${steps.pull[0]} steps, that of
\`slider-last\` in the last ${steps.ratio[1]} of ${steps.ratio[0]}. The tension of \`capstan\` drops while a link snaps over the rod: longer links take
longer for it.`,
    table(
      ['links', 'pull', 'simulated pull', 'ratio', 'simulated ratio'],
      rows.map(({ links, pull, simulatedPull, ratio, simulatedRatio }) => [
        ...[links, pull.toFixed(4), range(simulatedPull), ratio.toFixed(4), range(simulatedRatio)],
      ]),
    ),
  ],
};
