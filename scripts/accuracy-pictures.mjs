// npm run pictures: docs/images/accuracy-*.png from bench/results/accuracy.json (after npm run build).   docs/guide/accuracy.md
import { readFileSync, writeFileSync } from 'node:fs';
import { workErrorPlot } from '@signorini/lab';
import { renderPng, renderSvg } from '@signorini/lab/node';

const { scenes } = JSON.parse(readFileSync('bench/results/accuracy.json', 'utf8'));

const SERIES = {
  fixed: { name: 'this engine: fixed steps', color: '#2b7fd6', shape: 'circle' },
  accuracy: { name: 'this engine: accuracy', color: '#d6453d', shape: 'circle' },
  'midpoint fixed': { name: 'midpoint: fixed steps', color: '#2b7fd6', shape: 'diamond', dashed: true },
  'midpoint accuracy': { name: 'midpoint: accuracy', color: '#d6453d', shape: 'diamond', dashed: true },
  mujoco: { name: 'MuJoCo', color: '#1a9a60', shape: 'square' },
  'mujoco hard': { name: 'MuJoCo: hard contacts', color: '#1a9a60', shape: 'triangle-up', dashed: true },
  'mujoco RK4': { name: 'MuJoCo: RK4', color: '#1a9a60', shape: 'triangle-down', dashed: true },
  rapier: { name: 'Rapier', color: '#8a8f1d', shape: 'cross' },
};
/** This engine on top of the others. */
const LAST = ['fixed', 'accuracy', 'midpoint fixed', 'midpoint accuracy'];
const WORK = { solves: 'solves per simulated second', ms: 'CPU time [ms per simulated second]' };

for (const [field, work] of Object.entries(WORK)) {
  const plot = workErrorPlot({
    scenes: scenes
      .filter(({ scene }) => scene !== 'stack')
      .map(({ title, figure, rows }) => ({
        title,
        subtitle: figure,
        rows: rows
          .toSorted((p, q) => LAST.indexOf(p.series) - LAST.indexOf(q.series))
          .map(({ series, label, error, ...row }) => ({
            series: SERIES[series].name,
            error,
            work: row[field],
            marked: label === 'accuracy 0.01',
          })),
      })),
    series: Object.values(SERIES),
    work,
    limit: 0.02,
    range: [1e-6, 1],
  });
  const svg = await renderSvg(plot);
  writeFileSync(`docs/images/accuracy-${field}.png`, await renderPng(svg, 1.5));
}
