import { expect, test } from 'vitest';
import { chartOf, seriesPanel } from './panels.ts';

const axes = { x: { title: 'x' }, y: { title: 'y' } };
const panel = (names: readonly string[], more: object = {}) =>
  seriesPanel({
    ...axes,
    series: names.map((name) => ({ name })),
    ...more,
    rows: names.flatMap((series) => [0, 1].map((x) => ({ series, x, y: x }))),
  }) as { layer: { mark: { strokeDash?: unknown }; encoding: { color: { legend: { columns: number } | null } } }[] };

test('panels share one scale of colours, unless their series differ', () => {
  const panels = [panel(['a', 'b']), panel(['c', 'd'])];
  expect(chartOf(panels)).not.toHaveProperty('resolve');
  expect(chartOf(panels, { ownSeries: true })).toHaveProperty('resolve.scale.color', 'independent');
});

test('a legend has as many columns as asked for; none for a single series, and for zero', () => {
  const columns = (one: ReturnType<typeof panel>) => one.layer[0]?.encoding.color.legend?.columns;
  expect(columns(panel(['a', 'b']))).toBe(4);
  expect(columns(panel(['a', 'b'], { legendColumns: 2 }))).toBe(2);
  expect(columns(panel(['a', 'b'], { legendColumns: 0 }))).toBeUndefined();
  expect(columns(panel(['a']))).toBeUndefined();
});

test('lines with points have their dashes outside the legend, a layer per series', () => {
  const { layer } = panel(['a', 'b'], { marks: 'both' });
  expect(layer.map(({ mark }) => mark.strokeDash)).toEqual([[1, 0], [6, 3], undefined]);
});
