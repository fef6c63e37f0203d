/**
 * EATK18 Sec. 6.5, insufficient friction: a rod is pulled out of the sling of a taut cable. BPP drives it; every solver then solves the
 * same problems, and the impulse of the rod's motor is the pull that its friction asks for.   docs/theory/rope-on-a-cylinder.md
 *
 * Plain semi-implicit Euler loses this cable at any affordable step (links of 4 g under 2 kN swing at thousands of rad/s), so the scene's own
 * integrator steps it; friction has no anchor, as in the papers.
 */

import type { World } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { findScene, type SceneValues, sceneValues, slidingPull } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { chartOf, seriesPanel } from '../../plots/panels.ts';
import { median, quantile } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, Picture } from '../experiment.ts';
import { CABLE_PRINTED } from '../printed.ts';
import { percent, rounded } from '../words.ts';
import { type Driver, driven, type PaperSolver, SOLVERS, type Start, worldOf } from './drive.ts';

/** Pull of a solver over that of the reference on the same problem: median and quartiles over the problems. */
interface Share {
  readonly solver: PaperSolver;
  readonly start: Start;
  /** Phases of SPOOK; null: Table 3. */
  readonly phases: number | null;
  readonly middle: number;
  readonly lower: number;
  readonly upper: number;
}

interface Driven {
  readonly what: string;
  /** Over the polygon's value, second half of the run. */
  readonly mean: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly steps: number;
  readonly failed: string | null;
}

const PHASES = [1, 2, 3, 5, 10, 20, 50, 100];
const QUICK_PHASES = [1, 5, 20, 100];
const ENOUGH = 0.9; // of the pull
const STARTS = ['cold', 'warm'] as const;

export const cableRodExperiment: Experiment = {
  id: 'cable-rod',
  title: 'A rod pulled out of a sling',
  source: 'EATK18 Sec. 6.5',
  claims: ['A14'],
  seconds: 60,

  run(context) {
    const links = context.quick ? 8 : 24;
    const { problems, shares } = context.resumable('replayed', () => replayed(context, links));
    context.progress(1, 2);
    const runs = drivenRuns(context);
    const claim = claimOf(shares, runs, problems);
    const cold = (solver: PaperSolver, start: Start) => rounded(at(shares, solver, start, null).middle, 3);
    const [low, high] = boxRange({ links }).map((mass) => rounded(mass, 3));
    return {
      reason: `${claim.reason} With box friction the pull may be anything from ${low} to ${high} of the polygon's value, by stick and slip.`,
      claims: [claim],
      comparison: [...SOLVERS].reverse().flatMap((solver) =>
        STARTS.map((start) => ({
          what: `pull, ${solver} with Table 3, ${start}`,
          printed: CABLE_PRINTED.values[solver],
          ours: cold(solver, start),
          today: rounded(runs[0]!.mean, 3),
          unit: 'of the pull',
        })),
      ),
      tables: [
        {
          caption: `Pull over that of BPP with 30 solves, on the same ${problems} problems: median and quartiles.`,
          columns: ['solver', 'phases', 'start', 'median', 'lower quartile', 'upper quartile'],
          rows: shares.map((one) => [
            one.solver,
            one.phases,
            one.start,
            rounded(one.middle, 3),
            rounded(one.lower, 3),
            rounded(one.upper, 3),
          ]),
        },
        {
          caption:
            "Driven, 8 links: pull over the polygon's value, second half of the run; steps in which joints tear are redone by the integrator.",
          columns: ['driven by', 'steps', 'mean', 'least', 'largest', 'failed'],
          rows: runs.map((run) => [
            run.what,
            run.steps,
            rounded(run.mean, 3),
            rounded(run.least, 3),
            rounded(run.most, 3),
            run.failed,
          ]),
        },
      ],
      pictures: [pictureOf(shares)],
      data: { links, problems, shares, driven: runs },
      table: {
        columns: ['solver', 'phases', 'start', 'median', 'lower quartile', 'upper quartile'],
        rows: shares.map((one) => [one.solver, one.phases, one.start, one.middle, one.lower, one.upper]),
      },
    };
  },
};

function cable(driver: Driver, start: Start, parameters: SceneValues, options?: { phases: number }): World {
  const papers = { stick: 'none', gyroscopic: 'none', projection: 'none' } as const;
  return worldOf({
    scene: 'cable-rod',
    driver,
    start,
    parameters,
    ...(options && { options }),
    ...(driver !== 'today' && { world: papers }),
  });
}

function replayed(
  context: ExperimentContext,
  links: number,
): { readonly problems: number; readonly shares: readonly Share[] } {
  const { quick } = context;
  const problems: Problem[] = [];
  const world = cable('bpp', 'warm', { links });
  driven(world, quick ? 30 : 120, (_, step) => {
    if (step >= 10 && step % 5 === 0) problems.push(world.problem()!);
    return true;
  });
  const reference = problems.map((p) => pullOf(p, 'bpp', 'warm', { coupling: 30 }));
  const shareOf = (solver: PaperSolver, start: Start, phases: number | null): Share => {
    const options = phases === null ? {} : { options: { phases } };
    const values = problems.map((p, k) => pullOf(p, solver, start, options) / reference[k]!);
    const figures = { middle: median(values), lower: quantile(values, 0.25), upper: quantile(values, 0.75) };
    return { solver, start, phases, middle: figures.middle ?? 0, lower: figures.lower ?? 0, upper: figures.upper ?? 0 };
  };
  const shares = STARTS.flatMap((start) => [
    ...SOLVERS.map((solver) => shareOf(solver, start, null)),
    ...(quick ? QUICK_PHASES : PHASES).map((phases) => shareOf('spook', start, phases)),
  ]);
  return { problems: problems.length, shares };
}

/** Force of the rod's motor, N. */
function pullOf(
  p: Problem,
  solver: PaperSolver,
  start: Start,
  how: { readonly coupling?: number; readonly options?: { phases: number } },
): number {
  const { x } = solve(p, {
    solver: findSolver(solver),
    coupling: 'table3',
    ...how,
    ...(start === 'cold' && { warm: new Float64Array(p.n) }),
  });
  return x[p.names!.indexOf('motor of puller')]! / p.h!;
}

function drivenRuns(context: ExperimentContext): Driven[] {
  const cases: { what: string; driver: Driver; start: Start; phases?: number }[] = [
    { what: "auto with Coulomb's cone, today's defaults", driver: 'today', start: 'warm' },
    { what: 'bpp, box, cold', driver: 'bpp', start: 'cold' },
    ...(context.quick
      ? []
      : [5, 20, 100].map((phases) => ({
          what: `spook, box, ${phases} phases, cold`,
          driver: 'spook' as const,
          start: 'cold' as const,
          phases,
        }))),
  ];
  const parameters = { links: 8 };
  const expected = polygonPull(parameters);
  return cases.map(({ what, driver, start, phases }) =>
    context.resumable(what, () => {
      const world = cable(driver, start, parameters, phases === undefined ? undefined : { phases });
      const steps = driver === 'spook' ? 20 : 40;
      const forces: number[] = [];
      const failed = driven(world, steps, () => {
        forces.push(world.joint('puller').motorForce()! / expected);
        return true;
      });
      const later = failed === null ? forces.slice(steps / 2) : [];
      const figures =
        later.length === 0
          ? { mean: null, least: null, most: null }
          : {
              mean: later.reduce((sum, one) => sum + one, 0) / later.length,
              least: Math.min(...later),
              most: Math.max(...later),
            };
      return { what, ...figures, steps: forces.length, failed };
    }),
  );
}

/** (RC4), N */
function polygonPull(parameters: SceneValues): number {
  const { links, wrap, friction, tension } = sceneValues(findScene('cable-rod'), parameters);
  return slidingPull({ links: Number(links), wrap: Number(wrap), friction: Number(friction) }, Number(tension));
}

/** Least and largest pull with box friction over the polygon's value (RC7). */
function boxRange(parameters: SceneValues): [number, number] {
  const { tension, friction, wrap } = sceneValues(findScene('cable-rod'), parameters);
  const half = (Number(friction) * Number(wrap)) / 2;
  const over = (2 * Number(tension)) / polygonPull(parameters);
  return [-over * Math.expm1(-half), over * Math.expm1(half)];
}

function at(shares: readonly Share[], solver: PaperSolver, start: Start, phases: number | null): Share {
  return shares.find((one) => one.solver === solver && one.start === start && one.phases === phases)!;
}

function claimOf(shares: readonly Share[], runs: readonly Driven[], problems: number): ClaimResult {
  const [few, many] = [5, 100].map((phases) => at(shares, 'spook', 'cold', phases).middle);
  const warm = at(shares, 'spook', 'warm', 5).middle;
  const enough = shares.find(
    ({ solver, start, phases, middle }) =>
      solver === 'spook' && start === 'cold' && phases !== null && middle >= ENOUGH,
  );
  const lacks = few! < ENOUGH && many! > few!;
  return {
    id: 'A14',
    verdict: !lacks ? 'does not hold' : warm < ENOUGH ? 'holds' : 'holds under conditions',
    figure: rounded(few, 3)!,
    unit: 'of the pull, SPOOK with 5 phases, cold',
    today: rounded(runs[0]!.mean, 3),
    reason:
      `On ${problems} problems of the sliding rod, SPOOK from zero with Table 3's 5 phases finds ${percent(few!)} of the pull and with 100 phases ${percent(many!)}; ` +
      `${enough ? `${enough.phases} phases are the first that reach ${percent(ENOUGH)}` : `none of those tried reach ${percent(ENOUGH)}`}. ` +
      `From the last step's impulses 5 phases find ${percent(warm)}: ${warm < ENOUGH ? 'too little as well.' : 'friction is missing after a cold start only.'} ` +
      `The others from zero: ${SOLVERS.filter((solver) => solver !== 'spook')
        .map((solver) => `${solver} ${percent(at(shares, solver, 'cold', null).middle)}`)
        .join(', ')}.${drivenText(runs)}`,
  };
}

/** The scene's integrator redoes steps in which joints tear, so that a driven step has more solves than one. */
function drivenText(runs: readonly Driven[]): string {
  const spook = runs.find(({ what, mean }) => what.startsWith('spook, box, 5 phases') && mean !== null);
  if (!spook) return '';
  return ` If it drives, cold, the mean pull is ${rounded(100 * spook.mean!, 3)} % of the polygon's: the integrator redoes steps in which joints tear, with more solves.`;
}

function pictureOf(shares: readonly Share[]): Picture {
  const names: Record<Start, string> = { cold: 'from zero', warm: "from the last step's impulses" };
  const mine = shares.filter(({ phases }) => phases !== null);
  return {
    name: 'cable-rod',
    caption:
      'Pull on the rod that SPOOK finds, over that of the converged answer on the same problems, against the number of phases: medians. ' +
      'Table 3 has 5 phases.',
    spec: chartOf(
      [
        seriesPanel({
          x: { title: "SPOOK's phases", log: true, domain: [0.9, 125], ticks: [1, 2, 5, 10, 20, 50, 100] },
          y: { title: 'pull over that of the answer', domain: [0, 1.1] },
          series: [{ name: names.cold }, { name: names.warm }],
          rows: mine.map(({ start, phases, middle }) => ({
            series: names[start],
            x: phases!,
            y: Number(middle.toPrecision(4)),
          })),
          marked: [{ axis: 'x', at: 5, label: 'Table 3' }],
          marks: 'both',
          width: 440,
          height: 280,
        }),
      ],
      { title: 'Friction that SPOOK finds on the rod (EATK18 Sec. 6.5)' },
    ),
  };
}
