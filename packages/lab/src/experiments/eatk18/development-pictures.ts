/** EATK18 Fig. 6 and what goes beyond it. */
import { chartOf, type PanelPoint, seriesPanel } from '../../plots/panels.ts';
import type { Picture } from '../experiment.ts';
import { type Curve, lag, MAIN, OTHERS } from './sweep-conditions.ts';
import { TEST_CASES } from './test-cases.ts';

export function developmentPictures(curves: readonly Curve[], step: number): Picture[] {
  const names = MAIN.map(({ name }) => name);
  const others = ['cold, every sweep', ...OTHERS.filter(({ start }) => start === 'cold').map(({ name }) => name)];
  return [
    {
      name: 'error-development',
      caption: `EATK18 Fig. 6, step ${step}: natural residual (adds N s and m/s) of PGS against the number of sweeps; the legend says when friction bounds are updated. In the paper (a) diverges and (b) converges.`,
      spec: chartOf(residualPanels(curves, ['log-grasping', 'brick-wall', 'winch', 'closed-loop'], names), {
        title: `Natural residual of PGS in step ${step}`,
      }),
    },
    {
      name: 'error-development-measures',
      caption: `The same steps with all three errors; cold start, bounds updated every ${lag} sweeps as in Table 3, on and on.`,
      spec: chartOf(measurePanels(curves), {
        title: `Three errors of PGS in step ${step}`,
        subtitle: `cold start, bounds updated every ${lag} sweeps`,
      }),
    },
    {
      name: 'error-development-conditions',
      caption: `Grasping, step ${step}: what makes sweeps diverge. Bounds follow the normals every sweep, except for Jacobi's iteration.`,
      spec: chartOf(residualPanels(curves, ['log-grasping'], others, 700)),
    },
  ];
}

/** All panels end at the same sweep. */
const sweepAxis = (curves: readonly Curve[]) => ({
  title: 'sweeps + 1',
  log: true,
  domain: [1, Math.max(...curves.flatMap(({ k }) => k)) + 1] as const,
});

function residualPanels(curves: readonly Curve[], scenes: readonly string[], names: readonly string[], width = 320) {
  const letters: Readonly<Record<string, string>> = { 'log-grasping': '(a) ', 'brick-wall': '(b) ' };
  return scenes.map((scene) =>
    seriesPanel({
      title: `${letters[scene] ?? ''}${scene}`,
      width,
      x: sweepAxis(curves),
      y: { title: 'natural residual', log: true },
      series: names.map((name) => ({ name })),
      rows: curves
        .filter((one) => one.scene === scene && names.includes(one.condition))
        .flatMap((one) => points(one, 'residual')),
    }),
  );
}

function measurePanels(curves: readonly Curve[]) {
  const measures = [
    { name: 'natural residual', key: 'residual' },
    { name: 'energy error [J]', key: 'energy' },
    { name: 'friction consistency [J]', key: 'consistency' },
  ] as const;
  return TEST_CASES.map(({ scene }) => {
    const own = curves.find((one) => one.scene === scene && one.condition === MAIN[1]!.name)!;
    return seriesPanel({
      title: scene,
      x: sweepAxis(curves),
      y: { title: 'error', log: true },
      series: measures.map(({ name }) => ({ name })),
      rows: measures.flatMap(({ name, key }) => points(own, key, name)),
    });
  });
}

function points(curve: Curve, key: 'residual' | 'energy' | 'consistency', series = curve.condition): PanelPoint[] {
  return curve[key].flatMap((y, i) => (y > 1e-16 && y < 1e4 ? [{ series, x: curve.k[i]! + 1, y }] : []));
}
