/**
 * EPTK19 Figs. 1, 2, 4: lines of equal error in the x-w plane, for a contact (l = 0, u = inf) and a friction row
 * (l = -1, u = 1 N s), a = 1/kg; the set of solutions drawn thick.
 */
import { rowEnergy, rowFischerBurmeister, rowNaturalResidual } from '@signorini/engine/measures';
import { isolines, type Polyline } from '../../plots/isolines.ts';
import { axesOf, chartOf, framed } from '../../plots/panels.ts';
import type { Experiment, Picture } from '../experiment.ts';
import { ISOLINES_PRINTED } from '../printed.ts';
import { randomFigures } from './random-solutions.ts';

type RowMeasure = (x: number, w: number, lo: number, hi: number) => number;

interface MeasureFigure {
  readonly id: string;
  readonly figure: string;
  readonly title: string;
  readonly unit: string;
  readonly measure: RowMeasure;
  readonly levels: readonly number[];
}

interface RowCase {
  readonly id: 'contact' | 'friction';
  readonly title: string;
  readonly lo: number;
  readonly hi: number;
  /** The solution set, cut at the frame. */
  readonly solutions: Polyline;
}

const A = 1; // 1/kg, as in the paper's figures
const FRAME = 2; // N s and m/s either way

const figures: readonly MeasureFigure[] = [
  {
    id: 'fischer-burmeister',
    figure: 'Fig. 1',
    title: 'Fischer-Burmeister error (no unit: adds N s and m/s)',
    unit: '',
    measure: rowFischerBurmeister,
    levels: [0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3],
  },
  {
    id: 'natural-residual',
    figure: 'Fig. 2',
    title: 'Natural residual (no unit: compares N s with m/s)',
    unit: '',
    measure: rowNaturalResidual,
    levels: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8],
  },
  {
    id: 'energy',
    figure: 'Fig. 4',
    title: 'Energy error [J], a = 1/kg',
    unit: 'J',
    measure: (x, w, lo, hi) => rowEnergy(A, x, w, lo, hi),
    levels: [0.02, 0.08, 0.18, 0.32, 0.5, 0.72, 0.98, 1.28, 1.62], // (0.2 k)^2/2: evenly spaced along the dashed lines
  },
];

const cases: readonly RowCase[] = [
  {
    id: 'contact',
    title: 'contact: l = 0, u = ∞',
    lo: 0,
    hi: Infinity,
    solutions: [
      [0, FRAME],
      [0, 0],
      [FRAME, 0],
    ],
  },
  {
    id: 'friction',
    title: 'friction: l = −1, u = 1 N s',
    lo: -1,
    hi: 1,
    solutions: [
      [-1, FRAME],
      [-1, 0],
      [1, 0],
      [1, -FRAME],
    ],
  },
];

export const isolinesExperiment: Experiment = {
  id: 'isolines',
  title: 'Lines of equal error in the x-w plane',
  source: 'EPTK19 Figs. 1, 2 and 4',
  claims: ['E1', 'E2'],
  seconds: 1,

  run({ quick }) {
    const cells = quick ? 79 : 239; // odd, so that no grid line falls on a bound or an axis
    const grid = { from: -FRAME, to: FRAME, cells };
    const lines = figures.flatMap((figure) =>
      cases.flatMap((row) =>
        figure.levels.flatMap((level) =>
          isolines((x, w) => figure.measure(x, w, row.lo, row.hi), grid, level).map((points, line) => ({
            measure: figure.id,
            case: row.id,
            level,
            line,
            points: withoutMiddles(points).map(([x, w]): [number, number] => [rounded(x), rounded(w)]),
          })),
        ),
      ),
    );
    const checks = figures.map((figure) => checksOf(figure));
    const exponent = checks.find(({ measure }) => measure === 'energy')?.growthExponent ?? Number.NaN;
    const zeroOnlyThere = checks.every((c) => c.largestOnSolutions === 0 && c.smallestElsewhere > 0);
    const quadratic = Math.abs(exponent - ISOLINES_PRINTED.values.power) < 1e-9;
    const random = randomFigures(quick ? 60 : 1000);
    const zeroAtSolutions = Math.max(...Object.values(random.atSolutions));
    const zerosElsewhere = Object.values(random.zeros).reduce((sum, count) => sum + count, 0);
    const onlyThere = zeroOnlyThere && zeroAtSolutions < 1e-12 && zerosElsewhere === 0;
    return {
      reason:
        'Each error was computed on a grid of 161 x 161 points of x and w, for a contact and a friction row. The paper prints no ' +
        'levels, so the curves themselves are compared by eye; what its captions say is computed. ' +
        `E1 was also checked on ${random.problems} random MLCPs of 1 to 6 rows that enumeration solved, at the solution and at ${random.points} points beside it.`,
      claims: [
        {
          id: 'E1',
          verdict: onlyThere ? 'holds' : 'does not hold',
          figure: random.leastRatio,
          unit: 'least energy error over d A d / 2, d the distance to the solution',
          reason:
            `All three errors are zero at every grid point that solves the row and positive at every other. At solutions of random MLCPs they are at ` +
            `most ${zeroAtSolutions.toExponential(1)} of those at x = 0 (rounding), and ${zerosElsewhere} of ${random.points} other points have an error of zero.`,
        },
        {
          id: 'E2',
          verdict: zeroOnlyThere && quadratic ? 'holds' : 'does not hold',
          figure: exponent,
          unit: 'power of the distance',
          reason: `Along a line of slope a the energy error grows with the power ${exponent.toFixed(3)} of the distance from the solution.`,
        },
      ],
      comparison: [
        {
          what: 'growth of the energy error along the dashed lines',
          printed: ISOLINES_PRINTED.values.power,
          ours: exponent,
          unit: 'power of the distance',
        },
      ],
      data: { inverseMass: { value: A, unit: '1/kg' }, checks, random, lines },
      table: {
        columns: ['measure', 'case', 'level', 'line', 'x [N s]', 'w [m/s]'],
        rows: lines.flatMap(({ measure, case: row, level, line, points }) =>
          points.map(([x, w]) => [measure, row, level, line, x, w]),
        ),
      },
      pictures: figures.map((figure) => pictureOf(figure, lines)),
    };
  },
};

/** The captions' claims, checked: zero on the solutions, positive elsewhere, and how the error grows on a dashed line. */
function checksOf({ id, measure }: MeasureFigure) {
  let largestOnSolutions = 0;
  let smallestElsewhere = Infinity;
  for (const { lo, hi } of cases)
    for (let i = -80; i <= 80; i++)
      for (let j = -80; j <= 80; j++) {
        const [x, w] = [i / 40, j / 40];
        const solves = x >= lo && x <= hi && (w <= 0 || x === lo) && (w >= 0 || x === hi);
        const error = measure(x, w, lo, hi);
        if (solves) largestOnSolutions = Math.max(largestOnSolutions, error);
        else smallestElsewhere = Math.min(smallestElsewhere, error);
      }
  // from the solution (0.5, 0) of the contact along w = a (x - 0.5): distances 0.5 and 1 in x
  const along = (d: number) => measure(0.5 - d, -A * d, 0, Infinity);
  return { measure: id, largestOnSolutions, smallestElsewhere, growthExponent: Math.log2(along(0.5) / along(0.25)) };
}

/** Leaves out points on a straight line between their neighbours: most lines are made of a few straight pieces. */
function withoutMiddles(points: Polyline): Polyline {
  return points.filter(([x, w], k) => {
    const [before, after] = [points[k - 1], points[k + 1]];
    if (!before || !after) return true;
    const turn = (x - before[0]) * (after[1] - w) - (w - before[1]) * (after[0] - x);
    return Math.abs(turn) > 1e-9; // twice the area of the triangle
  });
}

/** To a hundredth of a grid cell: what a picture can show. */
function rounded(v: number): number {
  return Number(v.toFixed(4));
}

interface Line {
  readonly measure: string;
  readonly case: string;
  readonly level: number;
  readonly line: number;
  readonly points: Polyline;
}

function pictureOf(one: MeasureFigure, lines: readonly Line[]): Picture {
  return {
    name: `isolines-${one.id}`,
    caption: `EPTK19 ${one.figure}: ${one.title}. The thick line is the set of solutions${one.id === 'energy' ? '; along the dashed lines, of slope a, the error grows quadratically' : ''}.`,
    spec: chartOf(
      cases.map((row) => panelOf(one, row, lines)),
      { title: one.title, subtitle: `EPTK19 ${one.figure}; the thick line is the set of solutions` },
    ),
  };
}

function panelOf(one: MeasureFigure, row: RowCase, lines: readonly Line[]) {
  const mine = lines.filter((line) => line.measure === one.id && line.case === row.id);
  const points = mine.flatMap(({ level, line, points }) =>
    points.map(([x, w], order) => ({ line: `${level}/${line}`, order, x, y: w })),
  );
  const ticks = [-2, -1, 0, 1, 2];
  const domain = [-FRAME, FRAME] as const;
  const frame = {
    title: row.title,
    width: 300,
    height: 300,
    x: { title: 'x [N s]', domain, ticks },
    y: { title: 'w [m/s]', domain, ticks },
  };
  const encoding = {
    ...axesOf(frame),
    order: { field: 'order', type: 'quantitative' },
    detail: { field: 'line', type: 'nominal' },
  };
  const dashed = [-1.5, -0.5, 0.5, 1.5].flatMap((offset, line) =>
    [-FRAME, FRAME].map((x, order) => ({ x, y: A * (x - offset), line, order })),
  );
  const solutions = row.solutions.map(([x, y], order) => ({ x, y, order, line: 0 }));
  const stroke = (values: readonly object[], mark: object) => ({
    data: { values },
    mark: { type: 'line', clip: true, strokeJoin: 'miter', ...mark },
    encoding,
  });
  return framed(frame, [
    stroke(points, { strokeWidth: 1, color: '#4a5a78' }),
    ...(one.id === 'energy' ? [stroke(dashed, { strokeDash: [5, 4], strokeWidth: 1, color: '#b03030' })] : []),
    stroke(solutions, { strokeWidth: 4, color: '#1740a6' }),
    ...labels(one, row).map((mark) => ({
      ...mark,
      encoding: { ...axesOf(frame), text: { field: 'level', type: 'nominal' } },
    })),
  ]);
}

/** Levels are written on their lines: below the solutions' left corner, on a ray that crosses each line once. */
function labels({ measure, levels }: MeasureFigure, { lo, hi }: RowCase): { data: object; mark: object }[] {
  const values = levels.flatMap((level) => {
    const slope = level < 2 ? 0.5 : 0.8; // the highest lines are met further to the left
    const on = (s: number) => [lo - slope * s, -s] as const;
    let [from, to] = [0, FRAME];
    for (let k = 0; k < 40; k++) {
      const middle = (from + to) / 2;
      if (measure(...on(middle), lo, hi) < level) from = middle;
      else to = middle;
    }
    const [x, y] = on(from);
    return from > 0.97 * FRAME || x < 0.15 - FRAME ? [] : [{ level, x: rounded(x), y: rounded(y) }];
  });
  const text = { type: 'text', fontSize: 9, clip: true };
  return [
    { data: { values }, mark: { ...text, stroke: 'white', strokeWidth: 6, color: 'white' } },
    { data: { values }, mark: { ...text, color: '#111' } },
  ];
}
