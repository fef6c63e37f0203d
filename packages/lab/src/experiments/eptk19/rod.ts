/**
 * EPTK19 Sec. 5.1: the rod on a plane. The printed pair, the iterate that satisfies A x + b = w, and the solution, each with every
 * measure; docs/papers.md lists what is misprinted. Sec. 5.1.1 beyond the rod: exact and approximate effective masses of four scenes.
 */

import { exactInverseMasses, rowEnergy, rowFischerBurmeister, rowNaturalResidual } from '@signorini/engine/measures';
import { rodProblem, rodSolution, velocities } from '@signorini/engine/problem';
import { axesOf, chartOf, framed, seriesPanel } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Picture, Table } from '../experiment.ts';
import { spreadText } from '../fit.ts';
import { ROD_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { FOUR_SCENES } from './captured-scenes.ts';
import { PARTS, type RatioFigures, ratioFigures } from './rod-scenes.ts';

interface RodRow {
  readonly case: string;
  readonly row: number;
  /** N s */ readonly x: number;
  /** m/s */ readonly w: number;
  readonly naturalResidual: number;
  readonly fischerBurmeister: number;
  /** J */ readonly energy: number;
  /** J */ readonly energyExact: number;
}

export interface SceneRatios extends RatioFigures {
  readonly scene: string;
}

export const rodExperiment: Experiment = {
  id: 'rod',
  title: 'Rigid rod on a plane, and exact effective masses',
  source: 'EPTK19 Sec. 5.1 and 5.1.1, Eqs. (25)-(27), Appendix',
  claims: ['E3', 'E4'],
  seconds: 12,

  run(context) {
    const rod = rodFigures();
    const papers = sceneRatios(context, 'papers');
    const today = sceneRatios(context, 'today');
    return {
      reason:
        'The printed pair of w1 and x2 has the printed errors, but it does not satisfy A x + b = w: the coupling of the two ' +
        `contacts is left out. The iterate with x1 = 0 and w2 = 0 has ${rod.total('consistent iterate', 'energy').toExponential(3)} J; the solution ` +
        'keeps both contacts. Beyond the rod, exact masses (A^-1)_ii (with the compliance, as Eq. (27) has it) were computed on ' +
        `${papers.reduce((sum, one) => sum + one.problems, 0)} MLCPs of four scenes.`,
      claims: [e3(rod), e4(papers, today)],
      comparison: comparisonOf(rod),
      tables: [massTable(papers)],
      data: { rows: rod.rows, totals: rod.totals, papers, today },
      table: tableOf(rod.rows),
      pictures: [rodPicture(rod.rows), massPicture(papers)],
    };
  },
};

/** Every 50th of 500 steps; today's and the short version fewer. */
function sceneRatios(context: ExperimentContext, settings: 'papers' | 'today'): SceneRatios[] {
  const few = context.quick || settings === 'today';
  return FOUR_SCENES.map(({ scene, title }, k) => {
    const steps = few ? (scene === 'log-grasping' ? 80 : 20) : 500;
    const part = context.resumable(`${settings} ${scene}`, () => {
      const { problems } = context.captured({
        scene,
        settings,
        steps,
        every: few ? (context.quick ? steps : steps / 2) : 50,
      });
      return ratioFigures(problems.map(({ problem }) => problem));
    });
    context.progress((settings === 'papers' ? 0 : FOUR_SCENES.length) + k + 1, 2 * FOUR_SCENES.length);
    return { scene: title, ...part };
  });
}

type RodCase = 'printed pair' | 'consistent iterate' | 'solution';

/** Both rows of the three pairs of x and w, with every measure. */
function rodFigures() {
  const p = rodProblem();
  const exact = exactInverseMasses(p)!;
  const consistent = Float64Array.of(0, -at(p.b, 1) / at(p.A.diagonal, 1)); // x1 = 0 and w2 = 0
  const { x2, w1 } = ROD_PRINTED.values;
  const cases: readonly (readonly [RodCase, Float64Array, Float64Array])[] = [
    ['printed pair', Float64Array.of(0, x2), Float64Array.of(w1, 0)],
    ['consistent iterate', consistent, velocities(p, consistent, new Float64Array(2))],
    ['solution', rodSolution(), velocities(p, rodSolution(), new Float64Array(2))],
  ];
  const rows = cases.flatMap(([name, x, w]) =>
    [0, 1].map(
      (i): RodRow => ({
        case: name,
        row: i + 1,
        x: at(x, i),
        w: at(w, i),
        naturalResidual: rowNaturalResidual(at(x, i), at(w, i), 0, Infinity),
        fischerBurmeister: rowFischerBurmeister(at(x, i), at(w, i), 0, Infinity),
        energy: rowEnergy(at(p.A.diagonal, i), at(x, i), at(w, i), 0, Infinity),
        energyExact: rowEnergy(at(exact, i), at(x, i), at(w, i), 0, Infinity),
      }),
    ),
  );
  const of = (name: RodCase, row: 1 | 2) => rows.find((one) => one.case === name && one.row === row)!;
  const total = (name: RodCase, key: 'energy' | 'energyExact') => of(name, 1)[key] + of(name, 2)[key];
  const totals = cases.map(([name]) => ({
    case: name,
    energy: total(name, 'energy'),
    energyExact: total(name, 'energyExact'),
    unit: 'J',
  }));
  return { p, exact, rows, of, total, totals };
}

type RodFigures = ReturnType<typeof rodFigures>;

/** Printed are two or three digits, of rounded masses. */
const near = (value: number, figure: number) => Math.abs(value / figure - 1) < 0.005;

function e3({ total }: RodFigures): ClaimResult {
  const { values: printed, corrected } = ROD_PRINTED;
  const [ours, exact] = [total('printed pair', 'energy'), total('printed pair', 'energyExact')];
  const consistent = total('consistent iterate', 'energy');
  const agrees = near(ours, printed.total) && near(exact, printed.exact) && near(consistent, corrected.total);
  return {
    id: 'E3',
    verdict: agrees ? 'holds' : 'does not hold',
    figure: ours,
    unit: 'J',
    reason:
      `The printed pair has ${ours.toExponential(2)} J, with exact effective masses ${exact.toExponential(2)} J. Both are errors of a pair that is no ` +
      `iterate; the iterate has ${consistent.toExponential(3)} J and ${total('consistent iterate', 'energyExact').toExponential(3)} J.`,
  };
}

function e4(papers: readonly SceneRatios[], today: readonly SceneRatios[]): ClaimResult {
  const all = [...papers, ...today];
  const sum = (
    key: 'below' | 'rows' | 'velocityOver' | 'impulseUnder' | 'velocityRows' | 'impulseRows' | 'otherKind',
  ) => all.reduce((total, one) => total + one[key], 0);
  const holds = sum('below') === 0 && sum('velocityOver') === 0 && sum('impulseUnder') === 0;
  const least = (list: readonly SceneRatios[]) => Math.min(...list.map((one) => one.least));
  const medians = papers.map((one) => `${one.scene} ${rounded(one.ratio.median)}`).join(', ');
  return {
    id: 'E4',
    verdict: holds ? 'holds' : 'does not hold',
    figure: least(papers),
    unit: 'least (A^-1)_ii a_ii',
    today: least(today),
    reason:
      `(A^-1)_ii a_ii is below one in ${sum('below')} of ${sum('rows')} rows; of the rows of iterates ${sum('velocityOver')} of ` +
      `${sum('velocityRows')} velocity errors are over- and ${sum('impulseUnder')} of ${sum('impulseRows')} impulse errors underestimated. ` +
      `${sum('otherKind')} rows have a velocity error with one mass and an impulse error with the other. The masses are far apart: ` +
      `medians ${medians}.`,
  };
}

function comparisonOf({ p, exact, of, total }: RodFigures): ComparisonRow[] {
  const { values: printed, corrected } = ROD_PRINTED;
  const a = p.A.dense();
  const both = (name: RodCase) => [of(name, 1), of(name, 2)] as const;
  const [pair, iterate] = [both('printed pair'), both('consistent iterate')];
  const inverse = 1 / (at(a, 0) * at(a, 3) - at(a, 1) * at(a, 2));
  return [
    { what: 'energy error, printed pair', printed: printed.total, ours: total('printed pair', 'energy'), unit: 'J' },
    {
      what: 'energy error, iterate',
      printed: printed.total,
      corrected: corrected.total,
      ours: total('consistent iterate', 'energy'),
      unit: 'J',
    },
    { what: 'row 1, printed pair', printed: printed.first, ours: pair[0].energy, unit: 'J' },
    { what: 'row 1, iterate', printed: printed.first, corrected: corrected.first, ours: iterate[0].energy, unit: 'J' },
    { what: 'row 2, pair and iterate', printed: printed.second, ours: iterate[1].energy, unit: 'J' },
    {
      what: 'exact masses: energy error, printed pair',
      printed: printed.exact,
      ours: total('printed pair', 'energyExact'),
      unit: 'J',
    },
    { what: 'exact masses: row 1, printed pair', printed: printed.exactFirst, ours: pair[0].energyExact, unit: 'J' },
    { what: 'exact masses: row 2', printed: printed.exactSecond, ours: pair[1].energyExact, unit: 'J' },
    { what: 'a_11 and a_22', printed: printed.diagonal, corrected: corrected.diagonal, ours: at(a, 0), unit: '1/kg' },
    { what: 'a_12', printed: printed.coupling, ours: at(a, 1), unit: '1/kg' },
    { what: 'b_1', printed: printed.b1, ours: at(p.b, 0), unit: 'm/s' },
    { what: 'b_2', printed: printed.b2, ours: at(p.b, 1), unit: 'm/s' },
    { what: 'x_2', printed: printed.x2, ours: iterate[1].x, unit: 'N s' },
    { what: 'w_1', printed: printed.w1, corrected: corrected.w1, ours: iterate[0].w, unit: 'm/s' },
    {
      what: 'Fischer-Burmeister, row 1, printed pair',
      printed: printed.fischer1,
      ours: pair[0].fischerBurmeister,
      unit: 'm/s',
    },
    {
      what: 'Fischer-Burmeister, row 2',
      printed: printed.fischer2,
      corrected: corrected.fischer2,
      ours: pair[1].fischerBurmeister,
      unit: 'N s',
    },
    { what: 'effective mass (A^-1)_11', printed: printed.mass, ours: 1 / at(exact, 0), unit: 'kg' },
    { what: '(A^-1)_12', printed: printed.couplingMass, ours: -at(a, 1) * inverse, unit: 'kg' },
  ];
}

function massTable(scenes: readonly SceneRatios[]): PageTable {
  return {
    caption:
      "Exact over approximate effective mass (A^-1)_ii a_ii, and energy error with exact over that with approximate masses of iterates from x = 0; papers' settings.",
    columns: [
      'scene',
      'problems',
      'rows',
      'least',
      'ratio of masses',
      '5 % to 95 %',
      'largest',
      'error, pgs',
      'error, bpp-dense',
    ],
    rows: scenes.map((one) => [
      ...[one.scene, one.problems - one.absent, one.rows, rounded(one.least), spreadText(one.ratio)],
      ...[
        `${rounded(one.tails[0])} to ${rounded(one.tails[1])}`,
        rounded(one.largest),
        spreadText(one.pgs),
        spreadText(one.bppDense),
      ],
    ]),
  };
}

function tableOf(rows: readonly RodRow[]): Table {
  return {
    columns: [
      ...['case', 'row', 'x [N s]', 'w [m/s]', 'natural residual', 'Fischer-Burmeister'],
      ...['energy [J]', 'energy, exact masses [J]'],
    ],
    rows: rows.map((r) => [r.case, r.row, r.x, r.w, r.naturalResidual, r.fischerBurmeister, r.energy, r.energyExact]),
  };
}

function at(values: Float64Array, i: number): number {
  return values[i] ?? Number.NaN;
}

function rodPicture(rows: readonly RodRow[]): Picture {
  const panel = (title: string, key: 'energy' | 'energyExact') => {
    const { y } = axesOf({ x: { title: '' }, y: { title: 'energy error [J]', domain: [0, 0.07] } });
    const color = {
      field: 'series',
      type: 'nominal',
      legend: { title: null, orient: 'bottom' },
      scale: { domain: ['row 1: velocity', 'row 2: impulse'], range: ['#1f3a93', '#f0b27a'] },
    };
    const layer = {
      data: {
        values: rows.map((row) => ({
          case: row.case,
          series: row.row === 1 ? 'row 1: velocity' : 'row 2: impulse',
          y: rounded(row[key]),
        })),
      },
      mark: { type: 'bar', stroke: '#222', strokeWidth: 0.5, width: 46 },
      encoding: {
        x: { field: 'case', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, grid: false } },
        y,
        color,
      },
    };
    return framed({ title, x: { title: '' }, y: { title: '' } }, [layer]);
  };
  return {
    name: 'rod',
    caption: 'Energy error of the rod by row: with a_ii and with exact effective masses. The solution has none.',
    spec: chartOf([panel('with a_ii', 'energy'), panel('with exact effective masses', 'energyExact')], {
      title: 'Energy error of the rod',
      subtitle: 'EPTK19 Sec. 5.1',
    }),
  };
}

function massPicture(scenes: readonly SceneRatios[]): Picture {
  const ratios = seriesPanel({
    title: 'effective masses, all rows',
    legendColumns: 2,
    series: scenes.map(({ scene }) => ({ name: scene })),
    x: { title: 'part of the rows [%]', domain: [0, 100] },
    y: { title: 'exact over approximate', log: true },
    rows: scenes.flatMap(({ scene, quantiles }) =>
      PARTS.map((part, k) => ({ series: scene, x: 100 * part, y: rounded(quantiles[k] ?? 1) })),
    ),
  });
  return {
    name: 'rod-masses',
    caption:
      "EPTK19 Sec. 5.1.1 beyond the rod: (A^-1)_ii a_ii of all rows of captured problems, sorted, papers' settings (left), and the energy error of iterates " +
      'from x = 0 with exact masses over that with a_ii (right): median and quartiles.',
    spec: chartOf([ratios, totalsPanel(scenes)], { title: 'Exact over approximate effective masses', ownSeries: true }),
  };
}

/** Medians with quartiles as bars, for sweeps and for pivots. */
function totalsPanel(scenes: readonly SceneRatios[]): object {
  const solvers = [
    { id: 'pgs', title: 'pgs, sweeps 1 to 100', color: '#1f3a93', shape: 'circle' },
    { id: 'bppDense', title: 'bpp-dense, all iterates', color: '#c0392b', shape: 'square' },
  ] as const;
  const values = scenes.flatMap((scene) =>
    solvers.map(({ id, title }) => ({
      scene: scene.scene,
      series: title,
      y: rounded(scene[id].median),
      lower: rounded(scene[id].lower),
      upper: rounded(scene[id].upper),
    })),
  );
  const axes = axesOf({ x: { title: '' }, y: { title: 'with exact masses / a_ii', log: true } });
  const channel = (range: readonly string[]) => ({
    field: 'series',
    type: 'nominal',
    legend: { title: null, orient: 'bottom', columns: 1 },
    scale: { domain: solvers.map(({ title }) => title), range },
  });
  const color = channel(solvers.map((one) => one.color));
  const place = {
    x: { field: 'scene', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, grid: false } },
    xOffset: { field: 'series', type: 'nominal', scale: { domain: solvers.map(({ title }) => title) } },
  };
  const one = {
    data: { values: [{}] },
    mark: { type: 'rule', strokeDash: [4, 3], color: '#555' },
    encoding: { y: { datum: 1, type: 'quantitative' } },
  };
  return framed({ title: 'energy error of iterates', x: { title: '' }, y: { title: '' } }, [
    {
      data: { values },
      mark: { type: 'rule', strokeWidth: 2 },
      encoding: { ...place, y: { ...axes.y, field: 'lower' }, y2: { field: 'upper' }, color },
    },
    {
      data: { values },
      mark: { type: 'point', filled: true, size: 60, opacity: 1 },
      encoding: { ...place, y: axes.y, color, shape: channel(solvers.map(({ shape }) => shape)) },
    },
    one,
  ]);
}
