/** Pictures of stopping at an energy tolerance. */
import { type FigurePoint, figure, seriesPanel } from '../../plots/figure.ts';
import { median } from '../../statistics.ts';
import type { Picture } from '../experiment.ts';
import type { Row, Summary } from './tolerance.ts';
import { CASES, nameOf } from './tolerance-runs.ts';

/** The finest deviation that a picture shows, m: exact solvers agree to rounding. */
const FINEST = 1e-9;
const SERIES = CASES.flatMap(({ name }) => ['pgs', 'bpp'].map((solver) => ({ name: `${name}, ${solver}` })));
const COMMON = { series: SERIES, marks: 'both' as const, legendColumns: 3 };
const TOLERANCE = { title: 'tolerance [J]', log: true };
const DEVIATION = { title: 'median deviation [m]', log: true };

const sameCell = (p: Row, q: Row) => p.scene === q.scene && p.solver === q.solver && p.tolerance === q.tolerance;

function deviation(mine: readonly Row[]): number | null {
  const value = median(mine.map(({ figures }) => figures.deviation));
  return value === null ? null : Math.max(FINEST, value);
}

/** All nearby parameters of a tolerance become one point. */
function points(
  rows: readonly Row[],
  y: (mine: readonly Row[]) => number | null,
  x: (mine: readonly Row[]) => number | null = (mine) => mine[0]!.tolerance,
): FigurePoint[] {
  return rows
    .filter((row, k) => rows.findIndex((other) => sameCell(other, row)) === k)
    .flatMap((row) => {
      const mine = rows.filter((other) => sameCell(other, row));
      const at = { x: x(mine), y: y(mine) };
      return at.x === null || at.y === null
        ? []
        : [{ series: `${nameOf(row.scene)}, ${row.solver}`, x: at.x, y: at.y }];
    });
}

export function picturesOf(all: readonly Row[], summaries: readonly Summary[]): Picture[] {
  const rows = all.filter(({ settings }) => settings === 'papers');
  const kinetic = ({ scene }: Row) => summaries.find((s) => s.scene === scene && s.settings === 'papers')!.kinetic;
  const iterations = points(rows, (mine) => median(mine.map(({ figures }) => figures.iterations)));
  const shares = points(rows, (mine) => median(mine.map(({ share }) => share)), deviation);
  const right = points(rows, (mine) => mine.filter((row) => row.right).length / mine.length);
  const part = points(rows, deviation, (mine) => mine[0]!.tolerance / kinetic(mine[0]!));
  return [
    {
      name: 'tolerance-deviation',
      caption:
        'Median deviation of the trajectory over the tolerance, and over the tolerance as a part of the largest kinetic energy of the scene. The winch is compared after 0.5 s.',
      spec: figure([
        seriesPanel({ ...COMMON, rows: points(rows, deviation), x: TOLERANCE, y: DEVIATION }),
        seriesPanel({
          ...COMMON,
          rows: part,
          x: { title: 'tolerance / largest kinetic energy', log: true },
          y: DEVIATION,
        }),
      ]),
    },
    {
      name: 'tolerance-iterations',
      caption:
        'Iterations per step over the tolerance; and the share of iterations that is left over the deviation that it costs.',
      spec: figure([
        seriesPanel({ ...COMMON, rows: iterations, x: TOLERANCE, y: { title: 'iterations per step', log: true } }),
        seriesPanel({ ...COMMON, rows: shares, x: DEVIATION, y: { title: 'iterations over those at the finest' } }),
      ]),
    },
    {
      name: 'tolerance-right',
      caption: 'Share of the nearby parameters at which a run is right by the rule of its scene.',
      spec: figure([
        seriesPanel({
          ...{ ...COMMON, width: 420, rows: right, x: TOLERANCE },
          y: { title: 'share of runs that are right', domain: [-0.05, 1.05] },
        }),
      ]),
    },
  ];
}
