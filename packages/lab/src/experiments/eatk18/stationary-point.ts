/**
 * EATK18 Sec. 6.5 and Fig. 8: the closed loop lies still, and yet its contacts have friction that presses against itself. Friction
 * rows without compliance leave it undetermined; with that of the normals (scale 1) the MLCP is strictly convex.
 */
import type { World } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { velocities, withBounds } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable } from '../experiment.ts';
import { STATIONARY_PRINTED } from '../printed.ts';
import { type Driver, largestGap, SOLVERS, type Start, worldOf } from './drive.ts';
import { stationaryPictures } from './stationary-pictures.ts';

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
  /** Of all friction forces together, N and N m about the vertical through the origin. */
  readonly resultant: number;
  readonly torque: number;
  /** Largest speed of a cube, m/s. */
  readonly speed: number;
  /** Largest joint gap, m. */
  readonly gap: number;
  readonly arrows: readonly Arrow[];
}

export interface FadingRow {
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
        ...{ what: `friction at rest, ${solver}, cold, next to no compliance`, unit: 'N in all' },
        ...{ printed: STATIONARY_PRINTED.values[solver], ours: figureOf(named(solver, 'cold', STIFF)?.friction) },
        today: figureOf(named('today', 'warm', SOFT)?.friction),
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
        ...[row.driver, row.start, row.compliance, row.fading, figureOf(row.friction), figureOf(row.resultant)],
        ...[figureOf(row.torque), figureOf(row.speed), figureOf(row.gap)],
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
          ...FADING.map((fading) => figureOf(frictionLeft(replayed, { start, fading, phases }))),
        ]),
    },
  ];
}

const figureOf = (value: number | undefined) => (value === undefined ? null : Number(value.toPrecision(3)));

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
    const row = context.part(`${driver} ${start} ${compliance} ${fading}`, () => restRow(one));
    context.progress(done + 1, cases.length + 1);
    return row;
  });
}

function ringAtRest({ driver, start, compliance, fading = 0 }: Case): World {
  const world = worldOf({
    ...{ scene: 'closed-loop', driver, start, parameters: { frictionCompliance: compliance } },
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
    ...{ driver, start, compliance, fading, phases: driver === 'spook' ? 5 : null, ...sums(arrows) },
    speed: Math.max(...world.bodies.map(({ velocity }) => Math.hypot(...velocity))),
    ...{ gap: largestGap(world), arrows: arrows.map(rounded) },
  };
  world.release();
  return row;
}

const rounded = ({ x, y, fx, fy }: Arrow): Arrow => {
  const short = (value: number) => Number(value.toFixed(3));
  return { x: short(x), y: short(y), fx: short(fx), fy: short(fy) };
};

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
  return context.part('replayed', () => {
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
            arrows: fading === 1 && start === 'warm' ? arrows.map(rounded) : [],
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
  const n = (value: number) => Number(value.toPrecision(3));
  return {
    ...{ id: 'A15', verdict: present ? (driven < 0.1 ? 'holds' : partly) : 'does not hold' },
    ...{ figure: n(bpp.friction), unit: 'N of friction at rest, BPP' },
    today: n(rows.find(({ driver }) => driver === 'today')!.friction),
    reason:
      `With friction rows of 1e-6 of the normals' compliance, BPP's ring at rest has ${n(bpp.friction)} N of friction in all and SPOOK's ` +
      `${n(spook.friction)} N, with resultants of ${bpp.resultant.toExponential(1)} and ${spook.resultant.toExponential(1)} N; with the normals' ` +
      `compliance BPP has ${soft.friction.toExponential(1)} N, since friction then creeps away. It is stress that the joints took up while the ring ` +
      `stopped: without friction BPP's ring would move at ${replayed.speedWithout.toExponential(1)} m/s for a step. Fading leaves ${n(100 * driven)} % of it if SPOOK ` +
      `drives; on BPP's last problem ${n(100 * few)} % with 5 phases and ${n(100 * many)} % with ${most}. ` +
      `From zero SPOOK finds only ${n(at(0, 5, 'cold'))} N there.`,
  };
}
