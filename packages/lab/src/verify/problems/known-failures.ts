/**
 * Figures that are known not to hold, each with its reason: they have to fail, and the guide lists them. A figure is named by its
 * problem and quantity.
 */
export const knownFailures: Readonly<Record<string, string>> = {
  "bennett: euler: range of the motor's work": 'velocities of a step fit the pose at its start',
  'governor: right arm: cosine': 'a step moves bodies along tangents: (h w)^2 is 1 %',
  'governor: left arm: cosine': 'a step moves bodies along tangents: (h w)^2 is 1 %',
  'universal-joint: speed ratio at the end of each step, largest relative error':
    'velocities of a step fit the pose at its start',
  'newmark-block: way of the block in a period': 'first order: the moments of reversal are rounded to steps',
  'newmark-block: slip on the table in a period': 'first order: the moments of reversal are rounded to steps',
  'newmark-block: drift in a period': 'first order: the moments of reversal are rounded to steps',
  'billiards: place after 1.5 s, largest relative error': 'first order: half a step of sliding',
  'symmetry: impacts under midpoint, in mm, g, ms: largest difference':
    'an impact is an approach above 0.02 m/s or rad/s',
  'symmetry: impacts under midpoint, in units of powers of two: worlds with other bits':
    'an impact is an approach above 0.02 m/s or rad/s',
  'symmetry: copies: steps whose ledger does not close':
    'its limit leaves out the rounding of a potential whose terms cancel',
};
