/** The chain at rest, swinging and dropped, with both steppers; each against its own limits. */
import { type Check, compare, isSo, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

const LOAD = 1000; // kg
const G = 9.81;

export const heavyChain: Verification = {
  id: 'heavy-chain',
  run(quick): Check[] {
    const { id } = heavyChain;
    const runs = (['euler', 'midpoint'] as const).map((integrator) => {
      const run = new Watched(id, { integrator });
      let gap = 0;
      run.run(quick ? 60 : 600, () => {
        gap = Math.max(gap, run.largestGap);
      });
      return {
        run,
        check: compare(id, `${integrator}: largest joint gap`, run.figure(gap), { limit: 2e-6, unit: 'm' }),
      };
    });
    return [
      ...runs.map(({ check }) => check),
      ledgerCheck(
        id,
        runs.map(({ run }) => run),
      ),
    ];
  },
};

export const heavyChainSwing: Verification = {
  id: 'heavy-chain-swing',
  run(quick): Check[] {
    const { id } = heavyChainSwing;
    const limits = { euler: { gap: 1.5e-3, lost: 0.05 }, midpoint: { gap: 1e-5, lost: 0.01 } } as const;
    const steps = quick ? 600 : 6000;
    const checks: Check[] = [];
    const runs = (['euler', 'midpoint'] as const).map((integrator) => {
      const run = new Watched(id, { integrator });
      const swing = (LOAD * 1 * 1) / 2; // J
      const rest = run.energy - swing;
      let [gap, most, left] = [0, 0, Number.NaN];
      run.run(steps, ({ step }) => {
        gap = Math.max(gap, run.largestGap);
        most = Math.max(most, (run.energy - rest) / swing);
        if (step === 600) left = (run.energy - rest) / swing;
      });
      const { gap: gapLimit, lost } = limits[integrator];
      checks.push(
        isSo(id, `${integrator}: bounded over ${steps} steps`, !run.failed && most < 1.01),
        compare(id, `${integrator}: largest joint gap`, run.figure(gap), { limit: gapLimit, unit: 'm' }),
        compare(id, `${integrator}: energy lost after 10 s`, Math.max(0, 1 - left), { limit: lost }),
      );
      return run;
    });
    return [...checks, ledgerCheck(id, runs)];
  },
};

export const heavyChainDrop: Verification = {
  id: 'heavy-chain-drop',
  run(quick): Check[] {
    const { id } = heavyChainDrop;
    const checks: Check[] = [];
    const runs = (['euler', 'midpoint'] as const).map((integrator) => {
      const run = new Watched(id, { integrator, drop: 0.3 });
      const fallen = LOAD * G * 0.3; // J
      const start = run.energy;
      let [gap, gained] = [0, 0];
      run.run(quick ? 200 : 600, () => {
        gap = Math.max(gap, run.largestGap);
        gained = Math.max(gained, (run.energy - start) / fallen);
      });
      checks.push(
        isSo(id, `${integrator}: bounded`, !run.failed && gap < 0.1),
        compare(id, `${integrator}: energy above its start, over that of the drop`, run.figure(gained), {
          limit: 1e-9,
        }),
        compare(id, `${integrator}: largest joint gap`, run.figure(gap), {
          // midpoint: the spring of 1e10 N/m under the 237 kN of the snap, which a quarter of a step has to bear
          limit: integrator === 'euler' ? 5e-3 : 3e-5,
          unit: 'm',
        }),
      );
      return run;
    });
    return [...checks, ledgerCheck(id, runs)];
  },
};
