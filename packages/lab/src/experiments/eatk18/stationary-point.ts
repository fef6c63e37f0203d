/**
 * EATK18 Sec. 6.5 and Fig. 8: the closed loop lies still, and yet its contacts have friction that presses against itself. Friction
 * rows without compliance leave it undetermined; with that of the normals (scale 1) the MLCP is strictly convex.
 */

import type { World } from '@signorini/engine';
import { type Problem, velocities, withBounds } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import { axesOf, chartOf, framed, seriesPanel } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture } from '../experiment.ts';
import { STATIONARY_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { type Driver, largestGap, SOLVERS, type Start, worldOf } from './drive.ts';

/** Friction on a cube at a contact, seen from above: place, m, and force, N. */
export interface Arrow {
  readonly x: number;
  readonly y: number;
  readonly fx: number;
  readonly fy: number;
}

export interface RestRow {
  readonly driver: Driver;
  readonly start: Start;
  /** Scale on the compliance of friction rows. */
  readonly compliance: number;
  readonly fading: number;
  readonly phases: number | null;
  /** Sum of the sizes of all friction forces, N. */
  readonly friction: number;
  /** Resultant of all friction forces, N, and their torque about the vertical through the origin, N m. */
  readonly resultant: number;
  readonly torque: number;
  /** Largest speed of a cube, m/s. */
  readonly speed: number;
  /** Largest joint gap, m. */
  readonly gap: number;
  readonly arrows: readonly Arrow[];
}

interface FadingRow {
  /** From the impulses of the step before, or from zero. */
  readonly start: Start;
  readonly fading: number;
  readonly phases: number;
  /** N */
  readonly friction: number;
  readonly arrows: readonly Arrow[];
}

export interface Replayed {
  /** Largest sliding speed at a contact if there were no friction at all, m/s. */
  readonly speedWithout: number;
  readonly rows: readonly FadingRow[];
}

/** Scales on the compliance of friction rows: next to none, and that of the normals. */
const [STIFF, SOFT] = [1e-6, 1];
const WEIGHT = 20 * 10 * 9.81; // N
const REST = 240; // steps: at rest since some 150
const PHASES = [5, 10, 20, 50, 100];
const FADING = [0, 0.5, 1];

export const stationaryPointExperiment: Experiment = {
  id: 'stationary-point',
  title: 'Friction at rest that does nothing',
  source: 'EATK18 Sec. 6.5 and Fig. 8',
  claims: ['A15'],
  seconds: 25,

  run(context) {
    const rows = restRows(context);
    const replayed = replayedRows(context);
    const claim = claimOf(rows, replayed);
    const named = (driver: Driver, start: Start, compliance: number) =>
      rows.find(
        (row) => row.driver === driver && row.start === start && row.compliance === compliance && row.fading === 0,
      );
    return {
      reason: `${claim.reason} Forces were read after ${REST} steps, when nothing moves.`,
      claims: [claim],
      comparison: SOLVERS.map((solver) => ({
        what: `friction at rest, ${solver}, cold, next to no compliance`,
        unit: 'N in all',
        printed: STATIONARY_PRINTED.values[solver],
        ours: rounded(named(solver, 'cold', STIFF)?.friction, 3),
        today: rounded(named('today', 'warm', SOFT)?.friction, 3),
      })),
      tables: tablesOf(rows, replayed),
      pictures: stationaryPictures(rows, replayed),
      data: { weight: { value: WEIGHT, unit: 'N' }, rows, replayed },
      table: {
        columns: [
          'driver',
          'start',
          'compliance scale',
          'fading',
          'phases',
          'friction [N]',
          'resultant [N]',
          'torque [N m]',
          'speed [m/s]',
          'joint gap [m]',
        ],
        rows: rows.map((row) => [
          ...[row.driver, row.start, row.compliance, row.fading, row.phases, row.friction],
          ...[row.resultant, row.torque, row.speed, row.gap],
        ]),
      },
    };
  },
};

function tablesOf(rows: readonly RestRow[], replayed: Replayed): PageTable[] {
  return [
    {
      caption: `The ring at rest (weight ${WEIGHT} N): sum of all friction forces, their resultant and torque.`,
      columns: [
        'driven by',
        'start',
        'compliance scale',
        'fading',
        'friction [N]',
        'resultant [N]',
        'torque [N m]',
        'speed [m/s]',
        'joint gap [m]',
      ],
      rows: rows.map((row) => [
        ...[row.driver, row.start, row.compliance, row.fading, rounded(row.friction, 3), rounded(row.resultant, 3)],
        ...[rounded(row.torque, 3), rounded(row.speed, 3), rounded(row.gap, 3)],
      ]),
    },
    {
      caption:
        "SPOOK on BPP's last problem, from BPP's impulses (warm) and from zero (cold): sum of the friction forces, N.",
      columns: ['start', 'phases', ...FADING.map((fading) => `fading ${fading}`)],
      rows: replayed.rows
        .filter(({ fading }) => fading === 0)
        .map(({ start, phases }) => [
          start,
          phases,
          ...FADING.map((fading) => rounded(frictionLeft(replayed, { start, fading, phases }), 3)),
        ]),
    },
  ];
}

function frictionLeft({ rows }: Replayed, sought: Pick<FadingRow, 'start' | 'fading' | 'phases'>): number | undefined {
  const { start, fading, phases } = sought;
  return rows.find((row) => row.start === start && row.fading === fading && row.phases === phases)?.friction;
}

interface Case {
  readonly driver: Driver;
  readonly start: Start;
  readonly compliance: number;
  readonly fading?: number;
}

function restRows(context: ExperimentContext): RestRow[] {
  const starts: readonly Start[] = context.quick ? ['cold'] : ['cold', 'warm'];
  const cases: Case[] = [
    ...starts.flatMap((start) =>
      [STIFF, SOFT].flatMap((compliance) => [
        ...SOLVERS.map((driver): Case => ({ driver, start, compliance })),
        ...(compliance === STIFF ? [0.5, 1] : []).map(
          (fading): Case => ({ driver: 'spook', start, compliance, fading }),
        ),
      ]),
    ),
    { driver: 'today', start: 'warm', compliance: SOFT },
  ];
  return cases.map((one, done) => {
    const { driver, start, compliance, fading = 0 } = one;
    const row = context.resumable(`${driver} ${start} ${compliance} ${fading}`, () => restRow(one));
    context.progress(done + 1, cases.length + 1);
    return row;
  });
}

function ringAtRest({ driver, start, compliance, fading = 0 }: Case): World {
  const world = worldOf({
    scene: 'closed-loop',
    driver,
    start,
    parameters: { frictionCompliance: compliance },
    ...(driver === 'spook' && { options: { fading } }),
  });
  for (let step = 0; step < REST; step++) world.step();
  return world;
}

function restRow(one: Case): RestRow {
  const { driver, start, compliance, fading = 0 } = one;
  const world = ringAtRest(one);
  const arrows = arrowsOf(world, (k) => world.contacts[k]!.tangentForce);
  const row = {
    driver,
    start,
    compliance,
    fading,
    phases: driver === 'spook' ? 5 : null,
    ...sums(arrows),
    speed: Math.max(...world.bodies.map(({ velocity }) => Math.hypot(...velocity))),
    gap: largestGap(world),
    arrows: arrows.map(roundedArrow),
  };
  world.release();
  return row;
}

const decimals = (value: number) => Number(value.toFixed(3));
const roundedArrow = ({ x, y, fx, fy }: Arrow): Arrow => ({
  x: decimals(x),
  y: decimals(y),
  fx: decimals(fx),
  fy: decimals(fy),
});

/** @param tangentForce of a contact, N */
function arrowsOf(world: World, tangentForce: (contact: number) => readonly [number, number]): Arrow[] {
  return world.contacts.map(({ position, tangents, a }, k) => {
    const [f1, f2] = tangentForce(k);
    const sign = a.fixed ? 1 : -1; // forces are those on B
    const along = (axis: 0 | 1) => sign * (f1 * tangents[0][axis] + f2 * tangents[1][axis]);
    return { x: position[0], y: position[1], fx: along(0), fy: along(1) };
  });
}

export function sums(arrows: readonly Arrow[]): {
  readonly friction: number;
  readonly resultant: number;
  readonly torque: number;
} {
  let [friction, fx, fy, torque] = [0, 0, 0, 0];
  for (const arrow of arrows) {
    friction += Math.hypot(arrow.fx, arrow.fy);
    fx += arrow.fx;
    fy += arrow.fy;
    torque += arrow.x * arrow.fy - arrow.y * arrow.fx;
  }
  return { friction, resultant: Math.hypot(fx, fy), torque };
}

/** The problem of the last step that BPP drove, solved by SPOOK with friction regularisation that fades. */
function replayedRows(context: ExperimentContext): Replayed {
  return context.resumable('replayed', () => {
    const world = ringAtRest({ driver: 'bpp', start: 'cold', compliance: STIFF });
    const p = world.problem()!;
    const before = world.contacts.flatMap(({ tangentForce: [f1, f2], normalForce }) => [normalForce, f1, f2]);
    const held = withImpulses(p, before, world.timeStep);
    const starts = { warm: held, cold: new Float64Array(p.n) };
    const rows = (['warm', 'cold'] as const).flatMap((start) =>
      FADING.flatMap((fading) =>
        (context.quick ? PHASES.slice(0, 3) : PHASES).map((phases): FadingRow => {
          const options = { fading, phases };
          const { x } = solve(p, { solver: findSolver('spook'), coupling: 'table3', options, warm: starts[start] });
          const force = (row: number) => x[row]! / world.timeStep;
          const arrows = arrowsOf(world, (k) => [
            force(p.contacts[k]!.tangents[0]!),
            force(p.contacts[k]!.tangents[1]!),
          ]);
          return {
            start,
            fading,
            phases,
            friction: sums(arrows).friction,
            arrows: fading === 1 && start === 'warm' ? arrows.map(roundedArrow) : [],
          };
        }),
      ),
    );
    const speedWithout = slidingWithout(p);
    world.release();
    return { speedWithout, rows };
  });
}

/** Impulses of the contacts, N s; joints start from zero: SPOOK solves them first. @param forces normal and two tangents each, N */
function withImpulses(p: Problem, forces: readonly number[], timeStep: number): Float64Array {
  const x = new Float64Array(p.n);
  p.contacts.forEach(({ normal, tangents }, k) => {
    [normal, ...tangents].forEach((row, i) => {
      x[row] = forces[3 * k + i]! * timeStep;
    });
  });
  return x;
}

/** Largest sliding speed at a contact in a step without friction, m/s: what friction is needed for. */
function slidingWithout(p: Problem): number {
  const rows = p.contacts.flatMap(({ tangents }) => [...tangents]);
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  for (const row of rows) lo[row] = hi[row] = 0;
  const { x } = solve(withBounds(p, lo, hi), { solver: findSolver('bpp'), coupling: 0 });
  const w = velocities(p, x, new Float64Array(p.n));
  return Math.max(...rows.map((row) => Math.abs(w[row]!)));
}

function claimOf(rows: readonly RestRow[], replayed: Replayed): ClaimResult {
  const find = (driver: Driver, compliance: number, fading = 0) =>
    rows.find(
      (row) => row.driver === driver && row.compliance === compliance && row.fading === fading && row.start === 'cold',
    )!;
  const [bpp, spook, cured, soft] = [
    find('bpp', STIFF),
    find('spook', STIFF),
    find('spook', STIFF, 1),
    find('bpp', SOFT),
  ];
  const present = [bpp, spook].every(
    ({ friction, resultant }) => friction > 0.01 * WEIGHT && resultant < 1e-3 * friction,
  );
  const at = (fading: number, phases: number, start: Start = 'warm') =>
    frictionLeft(replayed, { start, fading, phases })!;
  const most = Math.max(...replayed.rows.map(({ phases }) => phases));
  const driven = cured.friction / spook.friction;
  const [few, many] = [at(1, 5) / at(0, 5), at(1, most) / at(0, most)];
  const partly = driven < 1 && many < 0.1 ? 'holds under conditions' : 'does not hold';
  return {
    id: 'A15',
    verdict: present ? (driven < 0.1 ? 'holds' : partly) : 'does not hold',
    figure: rounded(bpp.friction, 3),
    unit: 'N of friction at rest, BPP',
    today: rounded(rows.find(({ driver }) => driver === 'today')!.friction, 3),
    reason:
      `With friction rows of 1e-6 of the normals' compliance, BPP's ring at rest has ${rounded(bpp.friction, 3)} N of friction in all and SPOOK's ` +
      `${rounded(spook.friction, 3)} N, with resultants of ${bpp.resultant.toExponential(1)} and ${spook.resultant.toExponential(1)} N; with the normals' ` +
      `compliance BPP has ${soft.friction.toExponential(1)} N, since friction then creeps away. It is stress that the joints took up while the ring ` +
      `stopped: without friction BPP's ring would move at ${replayed.speedWithout.toExponential(1)} m/s for a step. Fading leaves ${rounded(100 * driven, 3)} % of it if SPOOK ` +
      `drives; on BPP's last problem ${rounded(100 * few, 3)} % with 5 phases and ${rounded(100 * many, 3)} % with ${most}. ` +
      `From zero SPOOK finds only ${rounded(at(0, 5, 'cold'), 3)} N there.`,
  };
}

const METRES_PER_NEWTON = 0.008;
const SIZE = 1.9; // m, from the middle of the picture to its edge

function stationaryPictures(rows: readonly RestRow[], replayed: Replayed): Picture[] {
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
      spec: chartOf(
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
  const values = arrows.map(({ x, y, fx, fy }) => ({
    x,
    y,
    toX: decimals(x + scale * fx),
    toY: decimals(y + scale * fy),
  }));
  const axis = (title: string) => ({ title, domain: [-SIZE, SIZE] as const });
  const frame = {
    title,
    subtitle: `${friction < 0.01 ? friction.toExponential(1) : friction.toPrecision(3)} N in all`,
    x: axis('x [m]'),
    y: axis('y [m]'),
    width: 300,
    height: 300,
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
    spec: chartOf(
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
          marks: 'both',
          width: 420,
          height: 260,
        }),
      ],
      { title: 'How fading friction regularisation takes friction out' },
    ),
  };
}
