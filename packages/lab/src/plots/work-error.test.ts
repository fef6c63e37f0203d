import { expect, test } from 'vitest';
import { renderSvg } from '../node/render.ts';
import { type WorkErrorPlot, workErrorPlot } from './work-error.ts';

const plot: WorkErrorPlot = {
  scenes: [
    {
      title: 'a ball',
      subtitle: 'height',
      rows: [
        { series: 'long steps', error: 1e-9, work: 60 },
        { series: 'long steps', error: 50, work: 120, marked: true },
        { series: 'long steps', error: Number.NaN, work: 600 },
      ],
    },
    { title: 'a block', subtitle: 'swing', rows: [{ series: 'short steps', error: 0.02, work: 6000 }] },
  ],
  series: ['long steps', 'short steps', 'absent'].map((name) => ({ name, color: '#2b7fd6', shape: 'circle' })),
  work: 'solves per simulated second',
  limit: 0.02,
  range: [1e-6, 1],
};

interface Layer {
  readonly data?: { readonly values: readonly { readonly y: number }[] };
}
const panels = (workErrorPlot(plot) as unknown as { concat: readonly { readonly layer: readonly Layer[] }[] }).concat;

test('errors beyond the range stand at its edges, and what is not finite at the upper one', () => {
  const points = panels[0]!.layer.at(-1)!.data!.values.map(({ y }) => y);
  expect(points).toEqual([-4, 2, 2]); // powers of ten, in percent
});

test('all panels share their axes, and the legend names the series that are drawn', async () => {
  const svg = await renderSvg(workErrorPlot(plot));
  expect(await renderSvg(workErrorPlot(plot))).toBe(svg); // whatever was drawn before it
  expect(panels.length).toBe(2);
  expect(svg.match(/solves per simulated second/g)!.length).toBeGreaterThanOrEqual(2);
  for (const text of ['a ball', 'swing', '2 %', 'true error [%]', 'short steps']) expect(svg).toContain(text);
  expect(svg).not.toContain('absent');
});
