/** The heights of both boxes after 10 s. */
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'mass-ratio-stack';

export const massRatioStack: Verification = {
  id,
  run(quick): Check[] {
    const run = new Watched(id);
    run.run(quick ? 120 : 600);
    const height = (name: string) => run.figure(run.world.body(name).position[2]);
    return [
      compare(id, 'height of the light box', height('light'), { expected: 0.5, limit: 1e-3, unit: 'm' }),
      compare(id, 'height of the heavy box', height('heavy'), { expected: 1.5, limit: 1e-3, unit: 'm' }),
      ledgerCheck(id, [run]),
    ];
  },
};
