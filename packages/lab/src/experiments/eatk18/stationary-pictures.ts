/** Figures of `stationary-point`: friction seen from above, as EATK18 Fig. 8, and against the phases of SPOOK. */
import { axesOf, figure, framed, seriesPanel } from '../../plots/figure.ts';
import type { Picture } from '../experiment.ts';
import type { Driver } from './drive.ts';
import type { Arrow, Replayed, RestRow } from './stationary-point.ts';

const METRES_PER_NEWTON = 0.008;
const SIZE = 1.9; // m, from the middle of the picture to its edge

export function stationaryPictures(rows: readonly RestRow[], replayed: Replayed): Picture[] {
  const at = (driver: Driver, compliance: number, fading = 0) =>
    rows.find(
      (row) => row.driver === driver && row.compliance === compliance && row.fading === fading && row.start === 'cold',
    );
  const most = Math.max(...replayed.rows.map(({ phases }) => phases));
  const cured = replayed.rows.find(({ fading, phases, start }) => fading === 1 && phases === most && start === 'warm');
  const [bpp, spook, soft] = [at('bpp', 1e-6), at('spook', 1e-6), at('bpp', 1)];
  return [
    {
      name: 'stationary-point-forces',
      caption:
        'The ring at rest from above, friction forces on the cubes as lines from a dot at each contact (EATK18 Fig. 8); 0.1 m is 12.5 N.',
      spec: figure(
        [
          fromAbove('BPP, friction rows next to rigid', bpp),
          fromAbove('SPOOK, friction rows next to rigid', spook),
          fromAbove(`The same by SPOOK, fading 1, ${most} phases`, cured),
          fromAbove("BPP, friction rows with the normals' compliance", soft),
        ],
        { title: 'Friction at rest that does nothing (EATK18 Fig. 8)' },
      ),
    },
    phasesPicture(replayed),
  ];
}

function fromAbove(
  title: string,
  shown: { readonly arrows: readonly Arrow[]; readonly friction: number } | undefined,
): object {
  const { arrows, friction } = shown ?? { arrows: [], friction: 0 };
  const scale = METRES_PER_NEWTON;
  const short = (value: number) => Number(value.toFixed(3));
  const values = arrows.map(({ x, y, fx, fy }) => ({ x, y, toX: short(x + scale * fx), toY: short(y + scale * fy) }));
  const axis = (title: string) => ({ title, domain: [-SIZE, SIZE] as const });
  const frame = {
    ...{ title, subtitle: `${friction < 0.01 ? friction.toExponential(1) : friction.toPrecision(3)} N in all` },
    ...{ x: axis('x [m]'), y: axis('y [m]'), width: 300, height: 300 },
  };
  const axes = axesOf(frame);
  return framed(frame, [
    {
      data: { values },
      mark: { type: 'rule', color: '#1e8449', strokeWidth: 1.6, clip: true },
      encoding: { ...axes, x2: { field: 'toX' }, y2: { field: 'toY' } },
    },
    { data: { values }, mark: { type: 'circle', color: '#222', size: 12, opacity: 1 }, encoding: axes },
  ]);
}

function phasesPicture({ rows: all }: Replayed): Picture {
  const rows = all.filter(({ start }) => start === 'warm');
  const series = [...new Set(rows.map(({ fading }) => fading))].map((fading) => ({ name: `fading ${fading}` }));
  return {
    name: 'stationary-point-fading',
    caption:
      "SPOOK on the last problem of BPP's ring, from BPP's impulses: friction left against the number of phases; Table 3 has 5.",
    spec: figure(
      [
        seriesPanel({
          x: { title: 'phases', log: true, domain: [4, 125], ticks: [5, 10, 20, 50, 100] },
          y: { title: 'sum of the friction forces [N]', log: true },
          series,
          rows: rows.map(({ fading, phases, friction }) => ({
            series: `fading ${fading}`,
            x: phases,
            y: Number(friction.toPrecision(4)),
          })),
          ...{ marks: 'both', width: 420, height: 260 },
        }),
      ],
      { title: 'How fading friction regularisation takes friction out' },
    ),
  };
}
