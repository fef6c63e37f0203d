/**
 * EATK18 Sec. 6.5, "Lowest error solution": at an iteration limit, is the last iterate the best, and what does it help to keep the
 * one with the least error? And whether the natural residual misleads at high mass ratios.
 *
 * Captured MLCPs have the papers' settings and bounds as stored, and are solved from their warm start and from zero.
 */
import type { Experiment } from '../../experiment.ts';
import { DRIVEN, drivenRows } from './driven.ts';
import { type KeptRow, keptRows, keptSummary, LIMITED, SCENES } from './kept.ts';
import { picturesOf } from './pictures.ts';
import { RATIO_CASES, ratioRows } from './ratios.ts';
import { resultOf } from './result.ts';

export const leastErrorExperiment: Experiment = {
  id: 'least-error',
  title: 'Keeping the iterate with the least error',
  source: 'EATK18 Sec. 6.5, EPTK19 Sec. 5.3',
  claims: ['A16', 'A17'],
  seconds: 55,

  run(context) {
    const { quick } = context;
    const scenes = quick ? SCENES.filter((scene) => scene === 'brick-wall' || scene === 'winch') : SCENES;
    const driven = quick ? DRIVEN.slice(0, 1) : DRIVEN;
    const ratios = RATIO_CASES.flatMap((one) => (quick ? [1e3] : one.ratios).map((ratio) => ({ one, ratio })));
    const total = scenes.length + driven.length + ratios.length;
    let done = 0;
    const resumable = <T>(name: string, compute: () => T): T => {
      const value = context.resumable(name, compute);
      context.progress(++done, total);
      return value;
    };
    const kept = scenes.flatMap((scene) => resumable(`kept ${scene}`, () => keptRows(context, scene)));
    const outcomes = driven.flatMap((one) =>
      resumable(`driven ${one.scene} ${one.solver} ${one.limit}`, () => drivenRows(context, one)),
    );
    const heavy = ratios.flatMap(({ one, ratio }) =>
      resumable(`${one.scene} ${ratio}, ${one.steps} steps`, () => ratioRows(context, one, ratio)),
    );
    const summaries = summariesOf(kept);
    return resultOf({ kept, ...summaries, outcomes, heavy, pictures: picturesOf(summaries.limits, outcomes, heavy) });
  },
};

/** Per solver, and per solver, limit and start from zero or warm. */
function summariesOf(kept: readonly KeptRow[]) {
  const solvers = LIMITED.filter(({ solver }) => kept.some((row) => row.solver === solver));
  return {
    solvers: solvers.map(({ solver }) =>
      keptSummary(
        kept.filter((row) => row.solver === solver),
        { solver, limit: null, scene: null },
      ),
    ),
    limits: solvers.flatMap(({ solver, limits }) =>
      limits.map((limit) =>
        keptSummary(
          kept.filter((row) => row.solver === solver && row.limit === limit),
          { solver, limit, scene: null },
        ),
      ),
    ),
    scenes: solvers.flatMap(({ solver }) =>
      [...new Set(kept.map(({ scene }) => scene))].map((scene) =>
        keptSummary(
          kept.filter((row) => row.solver === solver && row.scene === scene),
          { solver, limit: null, scene },
        ),
      ),
    ),
  };
}
