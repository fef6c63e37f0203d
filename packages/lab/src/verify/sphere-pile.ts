/** The pile: its worst overlap once it has settled, over the last second. */
import { type Check, compare, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'sphere-pile';

export const spherePile: Verification = {
  id,
  run(quick): Check[] {
    const run = new Watched(id, quick ? { count: 20, width: 0.25 } : {});
    const steps = quick ? 120 : 180;
    let deepest = 0;
    run.run(steps - 60);
    run.run(60, (report) => {
      deepest = Math.max(deepest, report.deepest);
    });
    return [
      compare(
        id,
        `worst overlap of ${run.world.bodies.filter(({ fixed }) => !fixed).length} spheres in the last second`,
        run.figure(1e3 * deepest),
        { limit: 0.1, unit: 'mm' },
      ),
      ledgerCheck(id, [run]),
    ];
  },
};
