/**
 * T-FP Sec. 3: where the fixed-point iteration is a contraction. The factor that the eigenvalues of B N foretell beside the one
 * that the iterates have; and, with bilateral rows alone, psor beside textbook over-relaxation.   docs/theory/fixed-point.md
 */

import { energyError, referenceEnergy } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { psor } from '@signorini/engine/solvers';
import { short } from '../../number-text.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Table } from '../experiment.ts';
import { FIXED_POINT_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { boundsAsStored, normalsOf, stack } from './contact-problems.ts';
import {
  approach,
  type FactorRow,
  factorOf,
  largestRise,
  OUTCOMES,
  type ProblemRecord,
  randomStart,
  scalingOf,
  solutionOf,
  spectrumOf,
} from './contraction.ts';
import { fixedPointPictures } from './fixed-point-pictures.ts';
import { algorithmLeaves, type SorRow, sorRows } from './over-relaxation.ts';

interface Case {
  readonly name: string;
  readonly group: string;
  readonly problem: () => Problem;
}

const SETTINGS = [
  ...([0.5, 1, 1.5] as const).map((omega) => ({ scaling: 'diagonal', omega }) as const),
  ...([1, 1.9] as const).map((omega) => ({ scaling: 'split', omega }) as const),
];
/** Limits are found to rounding only: a step may exceed its factor by this part. */
const SLACK = 1e-4;

export const fixedPointExperiment: Experiment = {
  id: 'fixed-point',
  title: 'Where the fixed-point iteration is a contraction',
  source: 'T-FP Sec. 1, 3 and 4, Theorem 2.1',
  claims: ['T1', 'T2'],
  seconds: 10,

  run(context) {
    const cases = casesOf(context);
    const records = cases.map((one, k) => {
      context.progress(k, cases.length + 1);
      return context.resumable(one.name, () => recordOf(one, context.quick));
    });
    const sor = context.resumable('over-relaxation', () => sorRows(context));
    const factors = records.flatMap((record) => record.factors);
    return {
      reason: reasonOf(factors, records),
      claims: [contraction(factors, records), overRelaxation(sor)],
      comparison: comparisonOf(factors, sor),
      tables: [tableOfProblems(records), tableOfSor(sor)],
      pictures: fixedPointPictures(records),
      data: {
        factors,
        sweeps: records.map(({ sweeps, factors: [first] }) => ({ problem: first!.problem, ...sweeps })),
        sor,
      },
      table: tableOf(factors),
    };
  },
};

function casesOf({ quick, captured }: ExperimentContext): Case[] {
  const heights = quick ? [0.5, 1, 2, 2.2, 2.3, 3] : [0.25, 0.5, 0.75, 1, 1.5, 2, 2.1, 2.2, 2.3, 2.5, 3, 4];
  const made = (name: string, group: string, problem: Problem): Case => ({ name, group, problem: () => problem });
  const scenes = quick
    ? ([
        ['granular', 15, { count: 20 }, 'spheres'],
        ['brick-wall', 20, { rows: 4 }, 'wall'],
      ] as const)
    : ([
        ['granular', 20, { count: 60 }, 'spheres'],
        ['brick-wall', 100, {}, 'wall'],
        ['closed-loop', 200, {}, 'hinged ring'],
      ] as const);
  return [
    ...heights.map((tall) =>
      made(`box, ${tall} widths high`, 'one box, no friction', stack({ boxes: 1, tall, compliance: 0 })),
    ),
    made('two cubes', 'two cubes, no friction', stack({ boxes: 2, tall: 1, compliance: 0 })),
    made('two soft cubes', 'two cubes, no friction', stack({ boxes: 2, tall: 1, compliance: 0.1 })),
    made('cube that sticks', 'cube, box friction', stack({ boxes: 1, tall: 1, compliance: 0.1, friction: 1 })),
    made('cube that slides', 'cube, box friction', stack({ boxes: 1, tall: 1, compliance: 0.1, friction: 0.003 })),
    ...scenes.flatMap(([scene, step, parameters, group]): Case[] => {
      const problem = () =>
        captured({ scene, settings: 'papers', steps: step, every: step, parameters }).problems[0]!.problem;
      return [
        { name: `${scene}, step ${step}, normals only`, group, problem: () => normalsOf(problem()) },
        { name: `${scene}, step ${step}, box friction`, group, problem: () => boundsAsStored(problem()) },
      ];
    }),
  ];
}

function recordOf({ name, group, problem }: Case, quick: boolean): ProblemRecord {
  const p = problem();
  const solution = solutionOf(p);
  const iterations = quick ? 800 : 3000;
  const random = [1, 2, 3].map((seed) => randomStart(p, solution, seed));
  const curves: { name: string; points: [number, number][] }[] = [];
  const spectra = new Map(
    (['diagonal', 'split'] as const).map((scaling) => {
      const B = scalingOf(p, scaling);
      return [scaling, { B, all: spectrumOf(p, B), free: spectrumOf(p, B, solution) }] as const;
    }),
  );
  const factors = SETTINGS.map(({ scaling, omega }): FactorRow => {
    const { B, all, free } = spectra.get(scaling)!;
    const from = (start: Float64Array) =>
      approach({ p, B, omega, scaling, iterations, start, solution, singular: all.zeros > 0 });
    const runs = random.map(from);
    const zero = from(new Float64Array(p.n));
    curves.push({ name: `${scaling} ${omega}`, points: thinned(runs[0]!.distances) });
    return {
      problem: name,
      group,
      rows: p.n,
      scaling,
      omega,
      zeros: all.zeros,
      least: omega * all.least,
      largest: omega * all.largest,
      bound: factorOf(all, omega),
      free: factorOf(free, omega),
      measured: median(runs.map((run) => run.measured)),
      worstStep: Math.max(zero.worstStep, ...runs.map((run) => run.worstStep)),
      fromRandom: runs.map((run) => run.outcome).sort((a, b) => OUTCOMES.indexOf(b) - OUTCOMES.indexOf(a))[0]!,
      fromZero: zero.outcome,
    };
  });
  const { B, all } = spectra.get('diagonal')!;
  const start = random[0]!;
  const sweeps = approach({ p, B, omega: 1, iterations, start, solution, singular: all.zeros > 0 });
  curves.push({ name: 'psor', points: thinned(sweeps.distances) });
  const rise = largestRise(p, start, quick ? 100 : 300);
  return { factors, curves, sweeps: { outcome: sweeps.outcome, worstStep: sweeps.worstStep, rise } };
}

/** At most 120 points: all of the first, then in equal ratios. */
function thinned(distances: readonly number[]): [number, number][] {
  const kept: [number, number][] = [];
  for (let k = 0; k < distances.length; k = Math.max(k + 1, Math.ceil(k * 1.06)))
    kept.push([k, Number(distances[k]!.toPrecision(4))]);
  return kept;
}

const settles = ({ fromRandom }: FactorRow) => fromRandom === 'converges' || fromRandom === 'still falling';
const ownB = ({ scaling, omega }: FactorRow) => scaling === 'diagonal' && omega === 1;

function reasonOf(factors: readonly FactorRow[], records: readonly ProblemRecord[]): string {
  const own = factors.filter(ownB);
  const bad = own.filter((row) => !settles(row));
  const [highest] = [...own].sort((a, b) => b.largest - a.largest);
  const swept = records.filter(
    ({ sweeps }) => sweeps.outcome === 'converges' || sweeps.outcome === 'still falling' || sweeps.rise < 1e-9,
  );
  return (
    `The iteration is a contraction if every eigenvalue of B N is between 0 and 2, and its factor is then max|1 - lambda|. T-FP's ` +
    `B = diag(N)^-1 does not ensure this: on ${bad.length} of ${own.length} problems the iterates do not settle from a random start, ` +
    `and ${highest!.problem} has the eigenvalue ${highest!.largest.toFixed(2)}. The paper's final algorithm updates one row after the other: ` +
    `f = x'Ax/2 + x'b falls in every sweep of it on ${swept.length} of ${records.length}.`
  );
}

function contraction(factors: readonly FactorRow[], records: readonly ProblemRecord[]): ClaimResult {
  const inside = factors.filter(({ bound }) => bound < 1);
  const outside = factors.filter(({ bound }) => bound > 1);
  const broken = inside.filter(({ worstStep, bound }) => worstStep > bound * (1 + SLACK));
  const unsettled = outside.filter((row) => !settles(row));
  const own = factors.filter(ownB);
  const good = own.filter(settles);
  const rises = records.filter(({ sweeps }) => sweeps.rise > 1e-9);
  const verdict = broken.length > 0 ? 'does not hold' : good.length === own.length ? 'holds' : 'holds under conditions';
  return {
    id: 'T1',
    verdict,
    figure: good.length,
    unit: `of ${own.length} problems on which B = diag(N)^-1 converges`,
    reason:
      `The condition is that the eigenvalues of B N are between 0 and 2. It was met ${inside.length} times: in ${inside.length - broken.length} of them ` +
      `every iteration multiplied the distance by max|1 - lambda| or less, so the decrease is monotone. It was not met ${outside.length} times: ` +
      `${unsettled.length} of these did not settle from a random start. The Gauss-Seidel form needs no such condition: its energy rose in a sweep on ` +
      `${rises.length} of ${records.length} problems.`,
  };
}

function overRelaxation(sor: readonly SorRow[]): ClaimResult {
  const largest = Math.max(...sor.map(({ difference }) => difference));
  return {
    id: 'T2',
    verdict: largest < 1e-9 ? 'holds' : 'does not hold',
    figure: largest,
    unit: 'largest difference over the largest impulse',
    reason:
      `Largest difference between psor and successive over-relaxation of A x = -b written by its textbook formula: every iterate of ` +
      `${sor[0]!.sweeps} sweeps, ${sor.length} pairs of problem and omega, joints only. What is left is rounding of two orders of summation.`,
  };
}

function comparisonOf(factors: readonly FactorRow[], sor: readonly SorRow[]): ComparisonRow[] {
  const own = factors.filter(ownB);
  const { formula, radius } = FIXED_POINT_PRINTED.values;
  const printed = factors.find(
    ({ problem, scaling, omega }) => problem === 'two soft cubes' && scaling === 'split' && omega === 1,
  )!;
  const cubes = own.find(({ problem }) => problem === 'two cubes')!;
  const thin = own.find(({ problem }) => problem === 'box, 2.2 widths high')!;
  const high = own.find(({ problem }) => problem === 'box, 2.3 widths high')!;
  return [
    {
      what: 'problems on which B = diag(N)^-1 converges',
      printed: FIXED_POINT_PRINTED.values.diagonal,
      ours: `${own.filter(settles).length} of ${own.length}`,
      unit: '',
    },
    {
      what: `factor of the contraction, two soft cubes, B scaled so that ${radius}`,
      unit: '',
      printed: `${formula} = ${(1 - printed.largest).toFixed(3)}`,
      corrected: rounded(printed.bound),
      ours: rounded(printed.measured!),
    },
    {
      what: 'largest eigenvalue of B N, two cubes without friction',
      printed: null,
      ours: rounded(cubes.largest),
      unit: '',
    },
    {
      what: 'the same, a box of 2.2 and of 2.3 widths (2 is at sqrt 5 = 2.236)',
      printed: null,
      unit: '',
      ours: `${thin.largest.toFixed(3)} (${thin.fromRandom}), ${high.largest.toFixed(3)} (${high.fromRandom})`,
    },
    {
      what: 'psor against over-relaxation, bilateral rows, largest difference',
      printed: FIXED_POINT_PRINTED.values.bilateral,
      ours: Number(short(Math.max(...sor.map(({ difference }) => difference)))),
      unit: 'of the largest impulse',
    },
    misprint(),
  ];
}

/** Item 15 of docs/papers.md: the paper's own line, and the line that it means. */
function misprint(): ComparisonRow {
  const p = stack({ boxes: 2, tall: 1, compliance: 0.1 });
  const [printed, corrected] = (['as printed', 'corrected'] as const).map((update) => algorithmLeaves(p, 100, update));
  return {
    what: 'Algorithm 4.1 on two soft cubes, 100 sweeps, velocities changed by the impulse instead of its change',
    printed: `leaves ${short(printed!)}`,
    corrected: Number(short(corrected!)),
    unit: 'of doing nothing',
    ours: Number(short(swept(p, 100))),
  };
}

function swept(p: Problem, sweeps: number): number {
  const x = new Float64Array(p.n);
  psor.create().solve(p, x, { ...psor.defaults, maxIterations: sweeps, tolerance: 0 });
  return energyError(p, x).value / referenceEnergy(p);
}

function tableOfProblems(records: readonly ProblemRecord[]): PageTable {
  return {
    caption:
      "T-FP's B = diag(N)^-1 with omega = 1, and the Gauss-Seidel form. Eigenvalues of B N; `2/largest` is the omega below which the iteration contracts.",
    columns: [
      'problem',
      'rows',
      'least',
      'largest',
      '2/largest',
      'from random starts',
      'from 0',
      'psor from a random start',
      'psor, distance never rises',
    ],
    rows: records.map(({ factors, sweeps }) => {
      const row = factors.find(ownB)!;
      const figures = [short(row.least), rounded(row.largest), rounded(2 / row.largest)];
      return [
        row.problem,
        row.rows,
        ...figures,
        row.fromRandom,
        row.fromZero,
        sweeps.outcome,
        sweeps.worstStep <= 1 + SLACK ? 'yes' : 'no',
      ];
    }),
  };
}

function tableOfSor(sor: readonly SorRow[]): PageTable {
  return {
    caption:
      'Joints only: psor against textbook over-relaxation, largest difference of any iterate over the largest impulse.',
    columns: ['problem', 'rows', 'omega', 'sweeps', 'largest difference'],
    rows: sor.map((row) => [row.problem, row.rows, row.omega, row.sweeps, short(row.difference)]),
  };
}

function tableOf(factors: readonly FactorRow[]): Table {
  return {
    columns: [
      ...['problem', 'rows', 'B', 'omega', 'least eigenvalue', 'largest eigenvalue', 'zero eigenvalues'],
      ...[
        'max|1 - lambda|',
        'the same, free rows',
        'measured factor',
        'largest step ratio',
        'from random starts',
        'from 0',
      ],
    ],
    rows: factors.map((row) => [
      ...[row.problem, row.rows, row.scaling, row.omega, row.least, row.largest, row.zeros],
      ...[row.bound, row.free, row.measured, row.worstStep, row.fromRandom, row.fromZero],
    ]),
  };
}
