/** How often a change of units changes the order of iterates: by solver, and against the unit of mass. */
import { axesOf, figure, framed, seriesPanel } from '../../plots/figure.ts';
import type { Picture } from '../experiment.ts';
import { FOUR_SCENES } from './captured-scenes.ts';
import { short } from './fit.ts';
import { THREE_MEASURES, type ThreeMeasure } from './iterates.ts';
import type { UnitCell } from './units.ts';

const SERIES = THREE_MEASURES.map(({ name, title }, k) => ({
  ...{ name, title, color: ['#1f3a93', '#c0392b', '#1e8449'][k]!, shape: ['circle', 'square', 'triangle-up'][k]! },
}));

/** One panel per scene: pairs of iterates that turn, for each solver and start. */
export function orderPicture(cells: readonly UnitCell[]): Picture {
  const panels = FOUR_SCENES.map(({ title }) => {
    const values = cells
      .filter(({ scene }) => scene === title)
      .flatMap(({ solver, start, pairs, measures }) =>
        SERIES.map((one) => ({
          ...{ kind: `${solver}, ${start}`, series: one.title },
          x: pairs > 0 ? short((100 * measures[one.name].turned) / pairs) : 0,
        })),
      );
    const { x } = axesOf({ x: { title: 'pairs of iterates that turn [%]', domain: [0, 25] }, y: { title: '' } });
    const channel = (range: readonly string[]) => ({
      ...{ field: 'series', type: 'nominal', legend: { title: null, orient: 'bottom' } },
      scale: { domain: SERIES.map((one) => one.title), range },
    });
    const layer = {
      data: { values },
      mark: { type: 'point', filled: true, size: 60, opacity: 0.9, clip: false },
      encoding: {
        ...{ x, y: { field: 'kind', type: 'nominal', sort: null, title: null, axis: { grid: true } } },
        yOffset: { field: 'series', type: 'nominal', scale: { domain: SERIES.map((one) => one.title) } },
        ...{ color: channel(SERIES.map((one) => one.color)), shape: channel(SERIES.map((one) => one.shape)) },
      },
    };
    return framed({ title, x: { title: '' }, y: { title: '' }, height: 190 }, [layer]);
  });
  return {
    name: 'units-orders',
    caption:
      'Pairs of iterates of one solve that are ordered the other way round in (g, mm, ms) than in (kg, m, s), by solver and start; ' +
      "papers' settings. The energy error turns none.",
    spec: figure(panels, {
      title: 'Order of iterates after a change of units',
      subtitle: 'EPTK19 Sec. 3.3, on four scenes',
    }),
  };
}

const VARIED = [
  { by: 'byMass', quantity: 'mass', x: 'factor on numbers of masses (1: kg, 1000: g)' },
  { by: 'byLength', quantity: 'length', x: 'factor on numbers of lengths (1: m, 1000: mm)' },
] as const;

/** Against the units of mass and length: mean over solvers and starts of the share of limits with another pick. */
export function factorPicture(cells: readonly UnitCell[], exponents: readonly number[]): Picture {
  const share = (scene: string, measure: ThreeMeasure, by: 'byMass' | 'byLength', k: number) => {
    const mine = cells.filter((one) => one.scene === scene && one.limits > 0);
    const shares = mine.map(({ limits, measures }) => (measures[measure][by][k] ?? 0) / limits);
    return short((100 * shares.reduce((sum, v) => sum + v, 0)) / Math.max(1, shares.length));
  };
  const points = FOUR_SCENES.flatMap(({ title: scene }) =>
    VARIED.flatMap(({ by }) =>
      SERIES.flatMap(({ name, title: series }) =>
        exponents.map((e, k) => ({ scene, by, series, x: short(10 ** e), y: share(scene, name, by, k) })),
      ),
    ),
  );
  const top = 10 * Math.ceil((Math.max(...points.map(({ y }) => y)) + 1) / 10);
  const panels = FOUR_SCENES.flatMap(({ title: scene }) =>
    VARIED.map(({ by, quantity, x }) =>
      seriesPanel({
        title: `${scene}, unit of ${quantity}`,
        ...{ marks: 'both', height: 130 },
        x: { title: x, log: true, domain: [8e-4, 1250] },
        y: { title: 'other picks [%]', domain: [0, top] },
        series: SERIES.map((one) => ({ name: one.title, color: one.color, shape: one.shape })),
        rows: points
          .filter((point) => point.scene === scene && point.by === by)
          .map(({ series, x: factor, y }) => ({ series, x: factor, y })),
      }),
    ),
  );
  const lengthOnly = FOUR_SCENES.filter(({ title }) => {
    const natural = cells.filter(({ scene }) => scene === title).map(({ measures }) => measures.natural);
    const any = (by: 'byMass' | 'byLength') => natural.some((one) => one[by].some((count) => count > 0));
    return any('byLength') && !any('byMass');
  }).map(({ title }) => title);
  return {
    name: 'units-factors',
    caption:
      'Share of limits at which another iterate is picked than in (kg, m, s), against the unit of mass and of length; mean over three solvers ' +
      'and two starts. Factor 1 is no change. ' +
      (lengthOnly.length > 0
        ? `Only the unit of length counts on: ${lengthOnly.join(', ')}; it weighs angular rows against linear ones. `
        : '') +
      'The energy error has no other pick.',
    spec: figure(panels, { title: 'Picks against the units', subtitle: "EPTK19 Sec. 3.3; papers' settings" }),
  };
}
