/**
 * T-FP Sec. 1, 3, 4, 5: time and memory of sweeps over the number of contacts, times to an answer of simplex methods and others
 * over the number of bodies, and what of a sweep can be done at the same time.   docs/theory/fixed-point.md, docs/theory/parallel.md
 */
import { short } from '../../number-text.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Table } from '../experiment.ts';
import { type PowerLaw, powerLaw, powerText } from '../power-law.ts';
import { SCALING_PRINTED } from '../printed.ts';
import {
  type AnswerRow,
  AnswerTimes,
  depthRow,
  type ScalingData,
  SIMPLEX,
  type SweepRow,
  sweepRows,
} from './scaling-measures.ts';
import { scalingPictures } from './scaling-pictures.ts';

/** A power within this of 1 is a straight line: caches change the time per contact as problems grow. */
const STRAIGHT = 0.15;
/** Half an interval wider than this says more about the machine than about the method. */
const BUSY = 0.3;
/** Solves of so many bodies are compared, and extrapolated to. */
const { bodies: HUNDRED } = SCALING_PRINTED.values;

export const scalingExperiment: Experiment = {
  id: 'scaling',
  title: 'Cost over the number of contacts, and simplex methods',
  source: 'T-FP Sec. 1, 3, 4 and 5',
  claims: ['T3', 'T4', 'T7'],
  seconds: 75,
  timed: true,
  team: true,

  run(context) {
    const data = measured(context);
    return {
      reason: reasonOf(data),
      claims: [linear(data), simplex(data), parallel(data)],
      comparison: comparisonOf(data),
      tables: [tableOfSweeps(data), tableOfAnswers(data), tableOfDepths(data)],
      pictures: scalingPictures(data),
      data,
      table: tableOf(data),
    };
  },
};

function measured(context: ExperimentContext): ScalingData {
  const { quick, resumable, progress, captured, clock } = context;
  const contacts = quick ? [300, 1000, 3000, 10000] : [300, 1000, 3000, 10000, 20000, 50000, 100000];
  const bodies = quick ? [5, 10, 20, 40, 80] : [5, 10, 20, 40, 80, 160, 320, 640];
  const sweeps = contacts.flatMap((count, k) => {
    progress(k, contacts.length + bodies.length + 1);
    return resumable(`sweeps of ${count} contacts`, () => sweepRows(context, count));
  });
  const answers = resumable('answers', () => {
    const all = new AnswerTimes(clock, quick ? 800 : 10000);
    bodies.forEach((count, k) => {
      progress(contacts.length + k, contacts.length + bodies.length + 1);
      const request = { scene: 'granular', settings: 'papers', steps: 20, every: 20, parameters: { count } } as const;
      const { problem } = captured(request).problems[0]!;
      if (k === 0) new AnswerTimes(clock, Infinity).take(problem, count); // compilers
      all.take(problem, count);
    });
    return all.rows;
  });
  const depths = resumable('threads', () =>
    contacts.filter((count) => count >= 1000).map((count) => depthRow(count, context)),
  );
  return { sweeps, answers, depths };
}

/** Problems of fewer contacts are in a cache near the processor, and a sweep over them takes half of the time per contact. */
const CACHED = 3000;

/** Time of a sweep, and memory, over contacts. */
export function sweepLaw(sweeps: readonly SweepRow[], solver: string, of: (row: SweepRow) => number): PowerLaw {
  const own = sweeps.filter((row) => row.solver === solver);
  const large = own.filter(({ contacts }) => contacts >= CACHED);
  return powerLaw((large.length > 2 ? large : own).map((row) => ({ x: row.contacts, y: of(row) })));
}

/** Time to an answer over bodies: sizes from 20 on, below which the cost of a call counts. */
export function answerLaw(answers: readonly AnswerRow[], solver: string, of: (row: AnswerRow) => number): PowerLaw {
  const rows = answers.filter((row) => row.solver === solver);
  const large = rows.filter(({ bodies }) => bodies >= 20);
  return powerLaw((large.length > 3 ? large : rows).map((row) => ({ x: row.bodies, y: of(row) })));
}

const memoryOf = ({ bytes, problemBytes }: SweepRow) => bytes + problemBytes;
const timeOf = ({ ms }: AnswerRow) => ms;
const sweepTime = ({ lower }: SweepRow) => lower;

function linear({ sweeps, answers }: ScalingData): ClaimResult {
  const time = sweepLaw(sweeps, 'psor', sweepTime);
  const memory = sweepLaw(sweeps, 'psor', memoryOf);
  const [coarse, fine] = ['psor to 1e-4', 'psor to 1e-8'].map((name) =>
    answerLaw(answers, name, ({ iterations }) => iterations),
  ) as [PowerLaw, PowerLaw];
  const off = Math.max(...[time, memory].map(({ power, half }) => Math.abs(power - 1) - (half ?? 0)));
  const busy = (time.half ?? 0) > BUSY;
  const grows = coarse.power - (coarse.half ?? 0) > 0;
  const own = sweeps.filter(({ solver }) => solver === 'psor');
  const [first, last] = [own[0]!, own.at(-1)!];
  return {
    id: 'T3',
    verdict: busy
      ? 'cannot be compared'
      : off > STRAIGHT
        ? 'does not hold'
        : grows
          ? 'holds under conditions'
          : 'holds',
    figure: Number(time.power.toFixed(3)),
    unit: 'power of n in the time of a sweep',
    reason:
      `Time of a sweep grows as n^(${powerText(time)}) from ${CACHED} to ${last.contacts} contacts, memory as n^(${powerText(memory)}): ${nsOf(last)} ns and ` +
      `${Math.round(memoryOf(last) / last.contacts)} bytes per contact (${nsOf(first)} ns if all is in a near cache). The condition: it is a sweep that is O(n). The number of ` +
      `sweeps to the same relative error grows with the number of bodies, to 1e-4 as its power ${powerText(coarse)}, to 1e-8 ${powerText(fine)}.${busy ? ' The interval of the time is too wide to decide: the machine was busy.' : ''}`,
  };
}

const nsOf = ({ lower, contacts }: SweepRow) => Math.round((1e6 * lower) / contacts);

/** Time ratio on the largest problem that both have solved. */
function ratioTo(answers: readonly AnswerRow[], solver: string): { ratio: number; bodies: number } {
  const rows = answers.filter((row) => row.solver === solver);
  const { bodies, ms } = rows.at(-1)!;
  const own = answers.find((row) => row.solver === 'psor to 1e-8' && row.bodies === bodies)!;
  return { ratio: ms / own.ms, bodies };
}

/** s of an answer for a hundred bodies, read off the power law. */
const atHundred = (answers: readonly AnswerRow[], solver: string) =>
  answerLaw(answers, solver, timeOf).at(HUNDRED) / 1000;

/** Times as long as psor to 1e-8 for a hundred bodies, both read off their power laws. */
const ratioAtHundred = (answers: readonly AnswerRow[], solver: string) =>
  atHundred(answers, solver) / atHundred(answers, 'psor to 1e-8');

function simplex({ answers }: ScalingData): ClaimResult {
  const each = SIMPLEX.map((solver) => ({
    solver,
    ratio: ratioAtHundred(answers, solver),
    s: atHundred(answers, solver),
    largest: ratioTo(answers, solver),
  }));
  const least = Math.min(...each.map(({ ratio }) => ratio));
  const bpp = ratioAtHundred(answers, 'bpp');
  const slow = each.every(({ s }) => s > 1 / 60);
  const words = each.map(
    ({ solver, ratio, largest, s }) =>
      `${solver} takes ${short(s)} s for a step of ${HUNDRED} bodies, ${short(ratio)} times as long as psor to 1e-8 (${short(largest.ratio)} times at ${largest.bodies})`,
  );
  return {
    id: 'T4',
    verdict: !slow ? 'does not hold' : least >= 100 ? 'holds' : 'holds under conditions',
    figure: Number(least.toPrecision(2)),
    unit: `least time of a simplex method over that of psor, ${HUNDRED} bodies`,
    today: Number(bpp.toPrecision(2)),
    reason:
      `Both simplex methods are too slow for steps of 1/60 s: ${words.join('; ')}. ${least >= 100 ? '' : 'The condition is a larger number of bodies: the ratio grows with it. '}` +
      `A direct method of today is not bound by this: bpp in body space is exact and takes ${short(bpp)} times as long as psor for ${HUNDRED} bodies.`,
  };
}

function parallel({ depths }: ScalingData): ClaimResult {
  const last = depths.at(-1)!;
  const first = depths[0]!;
  const { speedUp, processors } = last.speedUps.at(-1)!;
  const measuredText = last.threads
    ? ` Measured: two threads are ${(last.threads.one / last.threads.team).toFixed(2)} times as fast as one, ${last.threads.same ? 'with the same bits' : 'with OTHER bits'}.`
    : ' No second thread was at hand; docs/measured/threads.md has measured times.';
  const shallow = last.colours <= 2 * first.colours && last.left === 0;
  return {
    id: 'T7',
    verdict: shallow ? 'holds under conditions' : 'does not hold',
    figure: last.colours,
    unit: `steps that follow one another in a sweep of ${last.contacts} contacts`,
    reason:
      `The condition: rows are swept colour by colour, rows of one colour having no body in common. A sweep then has ${last.colours} steps whatever the number ` +
      `of contacts, and ${processors} processors do it ${Math.round(speedUp)} times as fast. In the order of the list, as Algorithm 4.1 is written, ` +
      `${last.naturalDepth} contacts wait for one another.${measuredText}`,
  };
}

function reasonOf({ sweeps, answers, depths }: ScalingData): string {
  const time = sweepLaw(sweeps, 'psor', sweepTime);
  const whole = answerLaw(answers, 'psor to 1e-8', timeOf);
  const [lemke, dantzig] = SIMPLEX.map((solver) => answerLaw(answers, solver, timeOf));
  return (
    `A sweep over a lattice of spheres takes time in proportion to the number of contacts (power ${powerText(time)}). On settling spheres, cold, the time to ` +
    `an answer grows as the power ${powerText(lemke!)} of the number of bodies for lemke, ${powerText(dantzig!)} for dantzig, ` +
    `${powerText(answerLaw(answers, 'bpp', timeOf))} for bpp and ${powerText(whole)} for psor to 1e-8 of doing nothing. ` +
    `A sweep in colours has ${depths.at(-1)!.colours} steps that follow one another. Times are of this machine; only ratios and powers are claims.`
  );
}

function comparisonOf({ sweeps, answers, depths }: ScalingData): ComparisonRow[] {
  const printed = SCALING_PRINTED.values;
  const law = (solver: string) => powerText(answerLaw(answers, solver, timeOf));
  return [
    {
      what: 'power of n in the time of a sweep, psor',
      printed: printed.power,
      unit: '',
      ours: powerText(sweepLaw(sweeps, 'psor', sweepTime)),
    },
    {
      what: 'power of n in the memory',
      printed: printed.power,
      unit: '',
      ours: powerText(sweepLaw(sweeps, 'psor', memoryOf)),
    },
    ...SIMPLEX.map((solver) => ({
      what: `time of ${solver} for a hundred bodies, one step`,
      printed: printed.simplex,
      ours: short(atHundred(answers, solver)),
      today: `bpp ${short(atHundred(answers, 'bpp'))}`,
      unit: 's',
    })),
    {
      what: 'time of lemke over that of psor to 1e-8, a hundred bodies',
      printed: printed.faster,
      unit: '',
      ours: short(ratioAtHundred(answers, 'lemke')),
      today: `bpp ${short(ratioAtHundred(answers, 'bpp'))}`,
    },
    {
      what: 'power of the number of bodies in the time to an answer: lemke, dantzig, psor',
      printed: null,
      unit: '',
      ours: [...SIMPLEX, 'psor to 1e-8'].map(law).join('; '),
      today: `bpp ${law('bpp')}, auto ${law('auto')}`,
    },
    {
      what: 'steps that follow one another in a sweep',
      printed: printed.parallel,
      unit: 'colours',
      ours: depths.at(-1)!.colours,
    },
  ];
}

function tableOfSweeps({ sweeps }: ScalingData): PageTable {
  return {
    caption:
      'A sweep over a lattice of spheres: medians with quartiles; memory of the problem and of the solver. Powers are fitted to the lower quartiles.',
    columns: ['solver', 'contacts', 'ms per sweep', 'quartiles [ms]', 'ns per contact', 'bytes per contact'],
    rows: sweeps.map((row) => [
      ...[
        row.solver,
        row.contacts,
        Number(row.ms.toPrecision(3)),
        `${row.lower.toPrecision(3)} to ${row.upper.toPrecision(3)}`,
      ],
      ...[Math.round((1e6 * row.ms) / row.contacts), Math.round(memoryOf(row) / row.contacts)],
    ]),
  };
}

function tableOfAnswers({ answers }: ScalingData): PageTable {
  const solvers = [...new Set(answers.map(({ solver }) => solver))];
  const sizes = [...new Set(answers.map(({ bodies }) => bodies))];
  const cell = (solver: string, size: number) => {
    const row = answers.find((one) => one.solver === solver && one.bodies === size);
    return row ? Number(row.ms.toPrecision(3)) : null;
  };
  return {
    caption:
      'ms to an answer, cold start, bounds as stored (newton-coupled: its own), step 20 of settling spheres. Empty: not asked, it would have taken more than ten seconds, or less than one in a quick run.',
    columns: ['bodies', 'contacts', ...solvers],
    rows: sizes.map((size) => [
      ...[size, answers.find(({ bodies }) => bodies === size)!.contacts],
      ...solvers.map((solver) => cell(solver, size)),
    ]),
  };
}

function tableOfDepths({ depths }: ScalingData): PageTable {
  return {
    caption: 'What of a sweep can be done at once: colours, and the speed-up that so many processors can have.',
    columns: [
      ...['contacts', 'colours', 'contacts without one', 'largest colour', 'steps in the order of the list'],
      ...depths[0]!.speedUps.map(({ processors }) => `${processors} processors`),
      'two threads, measured',
    ],
    rows: depths.map((row) => [
      ...[row.contacts, row.colours, row.left, row.largestColour, row.naturalDepth],
      ...row.speedUps.map(({ speedUp }) => Number(speedUp.toPrecision(3))),
      row.threads ? Number((row.threads.one / row.threads.team).toPrecision(3)) : null,
    ]),
  };
}

function tableOf({ sweeps, answers }: ScalingData): Table {
  return {
    columns: ['what', 'solver', 'bodies', 'contacts', 'ms', 'iterations', 'relative energy error', 'status', 'bytes'],
    rows: [
      ...sweeps.map((row) => ['sweep', row.solver, null, row.contacts, row.ms, 1, null, null, memoryOf(row)]),
      ...answers.map((row) => [
        ...['answer', row.solver, row.bodies, row.contacts, row.ms, row.iterations, row.relative, row.status, null],
      ]),
    ],
  };
}
