/** Verdicts on the least-error iterate. */

import { median } from '../../../statistics.ts';
import type { ClaimResult, ClaimVerdict, ExperimentResult, Picture } from '../../experiment.ts';
import { rounded, wholePercent } from '../../words.ts';
import { DRIVEN_PICKS, type DrivenRow } from './driven.ts';
import { BETTER, type KeptRow, type KeptSummary, MEASURE_NAMES, MEASURES } from './kept.ts';
import type { RatioRow } from './ratios.ts';

interface Material {
  readonly kept: readonly KeptRow[];
  readonly solvers: readonly KeptSummary[];
  readonly limits: readonly KeptSummary[];
  readonly scenes: readonly KeptSummary[];
  readonly outcomes: readonly DrivenRow[];
  readonly heavy: readonly RatioRow[];
  readonly pictures: readonly Picture[];
}

/** Mass ratios that count as high. */
const HIGH = 1000;
/** A heavy body has left its place if it is farther away, of the size. */
const STATE = 0.1;
/** Farther by a tenth of the other's way, and by a thousandth of the size. */
const farther = (a: number, b: number) => a > 1.1 * b + 1e-3;

export function resultOf(material: Material): ExperimentResult {
  const { kept, solvers, limits, scenes, outcomes, heavy, pictures } = material;
  const A16 = bestClaim(kept, solvers, outcomes);
  const A17 = ratioClaim(heavy);
  return {
    reason:
      `${kept.length} solves of captured MLCPs with a limit, warm and cold. Where the limit struck, keeping the iterate with the least ` +
      `error gains most with few pivots and with spook. ${sameOutcome(outcomes) ? 'On wall and grasping it changes no outcome' : 'On wall and grasping it changes some outcomes'}; ` +
      'the experiment forklift has a case where it decides. On stacks and chains with high mass ratios the three choices are compared in the last table.',
    claims: [A16, A17],
    comparison: [
      {
        what: 'struck solves with an iterate that is better than the last, by energy',
        printed: 'in general',
        ours: A16.figure,
        unit: '',
      },
      ...solvers.map((one) => ({
        what: `${one.solver}: last iterate not the best`,
        printed: null,
        ours: one.struck > 0 ? rounded(one.notBest, 3) : 'no limit struck',
        unit: `of ${one.struck} struck solves`,
      })),
      {
        what: 'cases in which the natural residual ends in a worse state than energy, ratio 1000 and more',
        printed: null,
        ours: A17.figure,
        unit: 'of all cases',
      },
    ],
    tables: [keptTable(limits), keptTable(scenes), drivenTable(outcomes), ratioTable(heavy)],
    pictures,
    data: { kept, solvers, limits, scenes, outcomes, heavy },
    table: fullTable(kept),
  };
}

/** Every choice ends right at the same parameters. */
const sameOutcome = (outcomes: readonly DrivenRow[]) =>
  outcomes.every((row) =>
    outcomes.every(
      (other) =>
        row.scene !== other.scene ||
        row.solver !== other.solver ||
        row.limit !== other.limit ||
        row.value !== other.value ||
        row.right === other.right,
    ),
  );

function bestClaim(
  kept: readonly KeptRow[],
  solvers: readonly KeptSummary[],
  outcomes: readonly DrivenRow[],
): ClaimResult {
  const struck = kept.filter((row) => row.struck);
  const share = struck.length > 0 ? struck.filter(({ energy }) => energy.energy < BETTER).length / struck.length : 0;
  const often = solvers.filter((one) => one.struck > 0 && one.notBest > 0.5);
  const verdict: ClaimVerdict = share > 0.5 ? 'holds' : often.length > 0 ? 'holds under conditions' : 'does not hold';
  const each = solvers
    .filter((one) => one.struck > 0)
    .map(
      (one) =>
        `${one.solver} ${wholePercent(one.notBest)} (median energy kept/last ${one.ratios.energy.median?.toPrecision(2) ?? 'none'})`,
    )
    .join(', ');
  const right = (pick: string) => outcomes.filter((row) => row.pick === pick && row.right).length;
  const runs = outcomes.length / DRIVEN_PICKS.length;
  return {
    id: 'A16',
    verdict,
    figure: rounded(share, 3),
    unit: 'of the struck solves',
    reason:
      `Of ${struck.length} struck solves another iterate has an energy error smaller by a hundredth in ${wholePercent(share)}: ${each}. ` +
      `${often.length > 0 ? `Condition: the solver; it is the rule for ${often.map(({ solver }) => solver).join(', ')}` : 'It is the rule for no solver'}. ` +
      `Driven scenes end right in ${right('last')} of ${runs} runs with the last iterate, in ${right('energy')} by energy, ` +
      `${right('natural')} by natural residual, ${right('fischer')} by Fischer-Burmeister.`,
  };
}

function ratioClaim(heavy: readonly RatioRow[]): ClaimResult {
  const high = heavy.filter(({ ratio }) => ratio >= HIGH);
  const worse = high.filter(({ astray }) => farther(astray.natural, astray.energy)).length;
  const better = high.filter(({ astray }) => farther(astray.energy, astray.natural)).length;
  const quotients = high.flatMap(({ velocity }) => (velocity === null ? [] : [velocity]));
  const quotient = median(quotients);
  const differ = high.reduce((sum, row) => sum + row.differ, 0) / Math.max(1, high.length);
  const share = worse / Math.max(1, high.length);
  const verdict: ClaimVerdict =
    share > 0.5 ? 'holds' : worse > 2 * better && worse > 2 ? 'holds under conditions' : 'does not hold';
  const lasting = high.filter(({ astray }) => Math.min(...Object.values(astray)) > STATE).length;
  return {
    id: 'A17',
    verdict,
    figure: rounded(share, 3),
    unit: 'of the cases',
    reason:
      `Ratios of ${HIGH} and more, ${high.length} cases of stack and chain under cold-started sweeps: the heavy body ends farther away, by a tenth, ` +
      `with the natural residual in ${worse}, with the energy in ${better}; in ${lasting} it leaves its place whatever is kept. ` +
      `The two pick different iterates in ${wholePercent(differ)} of the MLCPs` +
      `${quotient === null ? '.' : `, where the natural residual's has ${quotient.toPrecision(3)} times the velocity error of the energy's (median).`}`,
  };
}

function keptTable(summaries: readonly KeptSummary[]) {
  const perScene = summaries.some(({ scene }) => scene !== null);
  return {
    caption: `Struck solves by solver and ${perScene ? 'scene' : 'limit'}, warm and cold starts together: share with an iterate whose error is smaller than the last one's by a hundredth; energy error kept over last, median with quartiles.`,
    columns: [
      'solver',
      perScene ? 'scene' : 'limit',
      'solves',
      'struck',
      'not best by energy',
      'by natural residual',
      ...MEASURES.map((measure) => `kept by ${MEASURE_NAMES[measure]}`),
    ],
    rows: summaries.map((one) => [
      ...[
        one.solver,
        one.scene ?? one.limit,
        one.solves,
        one.struck,
        rounded(one.notBest, 3),
        rounded(one.notBestNatural, 3),
      ],
      ...MEASURES.map((measure) => quartilesCell(one.ratios[measure])),
    ]),
  };
}

function quartilesCell({
  median,
  lower,
  upper,
}: {
  median: number | null;
  lower: number | null;
  upper: number | null;
}): string | null {
  return median === null
    ? null
    : `${median.toPrecision(2)} (${lower?.toPrecision(2) ?? '-'} to ${upper?.toPrecision(2) ?? '-'})`;
}

function drivenTable(outcomes: readonly DrivenRow[]) {
  const groups = [...new Set(outcomes.map(({ scene, solver, limit }) => `${scene}|${solver}|${limit}`))];
  return {
    caption:
      'Scenes driven with a limit per solve, papers’ settings, warm start: median deviation from the exact solver in m, and runs that are right (rules as in experiment tolerance).',
    columns: ['scene', 'solver', 'limit', 'kept', 'runs', 'right', 'deviation [m]', 'struck steps'],
    rows: groups.flatMap((group) =>
      DRIVEN_PICKS.map((pick) => {
        const rows = outcomes.filter((row) => row.pick === pick && `${row.scene}|${row.solver}|${row.limit}` === group);
        const { scene, solver, limit } = rows[0]!;
        return [
          scene,
          solver,
          limit,
          pick,
          rows.length,
          rows.filter(({ right }) => right).length,
          rounded(median(rows.map(({ deviation }) => deviation)), 3),
          median(rows.map(({ struck }) => struck)),
        ];
      }),
    ),
  };
}

function ratioTable(heavy: readonly RatioRow[]) {
  const groups = [...new Set(heavy.map(({ scene, sweeps, ratio }) => `${scene}|${sweeps}|${ratio}`))];
  return {
    caption:
      'Way of the heavy body over the size, median over nearby parameters, by the iterate that is kept; velocity error by natural residual over that by energy.',
    columns: [
      'scene',
      'sweeps',
      'mass ratio',
      'runs',
      'last',
      'natural residual',
      'energy',
      'different picks',
      'velocity error ratio',
    ],
    rows: groups.map((group) => {
      const rows = heavy.filter((row) => `${row.scene}|${row.sweeps}|${row.ratio}` === group);
      const { scene, sweeps, ratio } = rows[0]!;
      const astray = (pick: 'last' | 'natural' | 'energy') => rounded(median(rows.map((row) => row.astray[pick])), 3);
      const differ = rows.reduce((sum, row) => sum + row.differ, 0) / rows.length;
      const quotients = rows.flatMap(({ velocity }) => (velocity === null ? [] : [velocity]));
      return [
        scene,
        sweeps,
        ratio,
        rows.length,
        astray('last'),
        astray('natural'),
        astray('energy'),
        wholePercent(differ),
        rounded(median(quotients), 3),
      ];
    }),
  };
}

function fullTable(kept: readonly KeptRow[]) {
  return {
    columns: [
      'scene',
      'solver',
      'limit',
      'start',
      'step',
      'struck',
      'iterates',
      ...MEASURES.flatMap((m) => [`energy error kept/last by ${m}`, `natural residual kept/last by ${m}`]),
    ],
    rows: kept.map((row) => [
      ...[row.scene, row.solver, row.limit, row.start, row.step, row.struck ? 'yes' : 'no', row.iterates],
      ...MEASURES.flatMap((m) => [rounded(row.energy[m], 3), rounded(row.natural[m], 3)]),
    ]),
  };
}
