/** The speed in the end, and that it rolls: no speed is left at the contact. */
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'sliding-to-rolling';

export const slidingToRolling: Verification = {
  id,
  run(): Check[] {
    const run = new Watched(id, { speed: 5, radius: 0.1 });
    run.run(180);
    const { velocity, angularVelocity } = run.world.body('ball');
    return [
      compare(id, 'speed in the end over the first', run.figure(velocity[0] / 5), {
        expected: 5 / 7,
        limit: 0.005 * (5 / 7),
      }),
      compare(id, 'slip in the end', run.figure(velocity[0] - 0.1 * angularVelocity[1]), {
        limit: 0.005 * 5,
        unit: 'm/s',
      }),
      ledgerCheck(id, [run]),
    ];
  },
};
