/**
 * How each scene of the catalogue is drawn: views, moments, paths. A scene without a line here is drawn from the side at its
 * start, middle and end.   scripts/scene-pictures.mjs
 */

/** The centre of mass. */
const CENTRE = [0, 0, 0];
/** Moments from `from` to `to`, `count` of them, s. */
const evenly = (from, to, count) => Array.from({ length: count }, (_, k) => from + ((to - from) * k) / (count - 1));

/** Runs of more than some seconds: tests redraw their first steps alone. */
export const longRuns = [
  'log-grasping',
  'winch',
  'cable-rod',
  'capstan',
  'forklift',
  'granular',
  'shaker',
  'sphere-pile',
];

export const stories = {
  'brick-wall': [{ panels: [0, 3] }],
  'log-grasping': [
    { view: 'side', panels: [0, 3.8], paths: { log: CENTRE } },
    { view: 'top', panels: [8], paths: { log: CENTRE }, half: true },
    { view: 'side', panels: [0, 1.2], zoom: { body: 'log', reach: [0.7, 0.5] }, half: true },
  ],
  'closed-loop': [
    { view: 'top', panels: [0, 0.3, 0.6], paths: { 'cube-1': CENTRE } },
    { view: 'side', panels: [{ times: [0, 0.2, 0.6] }] },
  ],
  winch: [
    { panels: [0, 0.5, 2, 8], paths: { 'link-50': CENTRE } },
    { view: 'side', panels: [0, 0.5, 2, 8], zoom: { body: 'drum', reach: [0.45, 0.35] } },
  ],
  'cable-rod': [
    { view: 'side', panels: [0], half: true },
    { view: 'top', panels: [0, 2], paths: { rod: [0, 0, -0.3] }, half: true },
  ],
  capstan: [{ view: 'side', panels: [{ times: [0, 2] }], paths: { 'end-first': CENTRE, 'end-last': CENTRE } }],
  forklift: [
    { view: 'side', panels: [0] },
    {
      view: 'top',
      panels: [{ times: [11, 19, 26, 34.8] }, { times: [0, 19, 34.8], parameters: { differential: 'locked' } }],
      paths: { chassis: CENTRE },
    },
  ],
  granular: [{ view: 'side', panels: [0, 20 / 120, 0.5] }], // step 20 is the one with 1702 contacts
  shaker: [{ view: 'side', panels: [0, 0.25, 0.5] }], // shaken along x: turning points
  'box-on-slope': [
    {
      panels: [{ times: [0, 2] }, { times: [0, 1, 2], parameters: { friction: 0.2 } }],
      paths: { box: CENTRE },
    },
  ],
  'sliding-to-rolling': [
    { panels: [{ times: evenly(0, 0.9, 10) }], paths: { ball: CENTRE }, pins: { ball: [0, 0, 0.1] } },
  ],
  'bouncing-ball': [{ panels: [{ times: evenly(0, 3, 31) }], paths: { ball: CENTRE }, spread: 1.5 }],
  'mass-ratio-stack': [{ panels: [0, 5], labels: { light: '1 kg', heavy: '1000 kg' } }],
  'heavy-chain': [{ panels: [0, 5], labels: { load: '1000 kg' } }],
  'heavy-chain-swing': [{ panels: [{ times: [0, 1, 3] }], paths: { load: CENTRE }, labels: { load: '1000 kg' } }],
  'heavy-chain-drop': [{ panels: [0, 0.15, 0.25, 5], paths: { load: CENTRE }, labels: { load: '1000 kg' } }],
  ring: [
    { view: 'top', panels: [0, 0.3, 0.6], paths: { 'cube-1': CENTRE } },
    { view: 'side', panels: [{ times: [0, 0.2, 0.6] }] },
  ],
  'double-pendulum': [{ panels: [{ times: evenly(0, 1.5, 7) }], paths: { 'link-2': [0.5, 0, 0] } }],
  'five-pendulum': [{ panels: [{ times: evenly(0, 1.5, 7) }], paths: { 'link-5': [0.5, 0, 0] } }],
  't-handle': [
    {
      view: 'top',
      panels: [{ times: evenly(0, 8, 17) }],
      paths: { handle: [0, 0.1, 0] },
      pins: { handle: [0, 0.1, 0] },
      spread: 0.2,
    },
  ],
  'a-frame': [{ panels: [{ times: [0, 3] }, { times: [0, 0.8, 1.6], parameters: { friction: 0.9 } }] }],
  'sphere-pile': [{ view: 'side', panels: [0, 0.4, 2] }],
  dominoes: [{ panels: [0, 1, 2.5] }],
  'newton-cradle': [{ panels: [{ times: [0, 0.2, 0.4, 0.6, 0.8] }], paths: { 'ball-1': CENTRE, 'ball-5': CENTRE } }],
  'spinning-top': [
    { view: 'side', panels: [{ times: [0, 2] }], paths: { top: CENTRE }, half: true },
    { view: 'top', panels: [{ times: [0, 2] }], paths: { top: CENTRE }, half: true },
  ],
};

/** A sentence below the picture, for what the reader cannot know. */
export const remarks = {
  'brick-wall': 'The bricks start apart and settle on each other; nothing else happens, as it should.',
  winch:
    'The path is that of the last link. At 0.5 s the chain whips: joints open by centimetres, and a link dives into the ground. ' +
    "The papers' stepper does that at this time step; `run` reports such steps as torn.",
  'cable-rod':
    'The rod moves upwards in the view from above. The ends of the cable are held back, so that it lies askew.',
  forklift:
    'The path is that of its centre of mass. With the differential locked it drives a wider circle, more slowly.',
  granular: 'The middle picture is step 20, with 1702 contacts.',
  'sliding-to-rolling': 'The line on the ball shows how it has turned: it slides at first and rolls at the end.',
  't-handle': 'The pin is the axis about which the handle spins; the path of its tip shows the flips.',
};
