/**
 * EPTK19 Sec. 5.3, Figs. 11 and 12: the forklift's circle by block pivoting with an iteration limit. A solve that the limit strikes
 * returns its last iterate, or the one with the least error by one of three measures.
 *
 * One MLCP per step, box friction with bounds from the last step's normals (EPTK19 Sec. 2), warm started: without a start there are no
 * such bounds. The paper gives neither the truck nor the compliance of friction rows; with the scene's own no solve needs 15 pivots,
 * with rows a hundred times stiffer many do. Both are shown. That setting was searched for: scales of the compliance from 1 to 1e-9 and
 * torques of 24 and 50 N m were tried, and among them it is the one that looks like the paper; `stiff-slow` is one that does not.
 */
import { findScene } from '@signorini/engine/scenes';
import { largest } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { Experiment } from '../experiment.ts';
import { closingStep, type Drive, type DriveFigures, drive, figuresOf, STRATEGIES } from './forklift-drive.ts';
import { CHANGED, type Group, type GroupRun, LIMIT, type LimitRow } from './forklift-groups.ts';
import { drawn, picturesOf } from './forklift-pictures.ts';
import { resultOf } from './forklift-result.ts';

/** With stiff friction rows wheels on two edges scrub: only this scene's torque brings the truck round. */
const STIFF = { frictionCompliance: 0.01, torques: [47, 48, 49, 50, 51, 52, 53], steps: 1300 } as const;
/** The scene's own torques with the stiff rows: the truck scrubs and does not come round, and a measure need not help. */
const SLOW = [22, 23, 24, 25, 26];
const OWN = { frictionCompliance: 1, torques: [24, 25, 26, 27, 28], steps: 2100 } as const;

export const forkliftExperiment: Experiment = {
  id: 'forklift',
  title: 'Forklift with an iteration limit',
  source: 'EPTK19 Sec. 5.3, Figs. 11 and 12',
  claims: ['E12', 'E13', 'E14'],
  seconds: 120,

  run(context) {
    const { quick } = context;
    const limits = limitRows(context);
    const troubling = Object.fromEntries(
      ['bpp', 'bpp-dense'].map((solver) => [solver, largestTroubling(limits, solver)]),
    );
    const largestOwn = largestTroubling(limits, 'bpp') ?? 1;
    const groups = groupsOf(quick, largestOwn);
    const total = groups.reduce((sum, { torques }) => sum + torques.length, 0);
    let done = 0;
    const runs = groups.map((group) => ({
      group,
      runs: group.torques.map((torque) => {
        const run = context.resumable(`${group.id} ${group.limit} ${torque}`, () => groupRun(group, torque, quick));
        context.progress(++done, total);
        return run;
      }),
    }));
    const today = context.resumable('today', () => todayRun(quick));
    return resultOf({ limits, troubling, runs, today, pictures: picturesOf(runs, limits) });
  },
};

/** @param most the largest limit that changes the drive with the scene's own friction rows */
function groupsOf(quick: boolean, most: number): Group[] {
  const own = quick ? [24] : OWN.torques;
  const stiff = quick ? [50] : STIFF.torques;
  const group = (
    id: string,
    friction: Group['friction'],
    solver: string,
    limit: number,
    torques: readonly number[],
  ): Group => {
    const title = `${friction === 'own' ? "scene's" : 'stiff'} friction rows, ${solver}, limit ${limit}`;
    return { id, title, solver, limit, friction, torques };
  };
  const groups = [
    group('own-15', 'own', 'bpp-dense', LIMIT, [24]),
    group('own-most', 'own', 'bpp', most, own),
    group('stiff-dense', 'stiff', 'bpp-dense', LIMIT, stiff),
  ];
  if (quick) return groups;
  return [
    ...groups,
    group('stiff-bpp', 'stiff', 'bpp', LIMIT, stiff),
    group('stiff-slow', 'stiff', 'bpp-dense', LIMIT, SLOW),
    group('own-less', 'own', 'bpp', Math.max(1, most - 1), own),
  ];
}

/** Groups that pictures show. */
const DRAWN: ReadonlySet<string> = new Set(['own-15', 'own-most', 'stiff-dense']);
const h = findScene('forklift').timeStep;
const ownSteps = (quick: boolean) => (quick ? 480 : OWN.steps);

/** Without a limit: far more pivots than any solve needs. */
function referenceDrive(friction: Group['friction'], torque: number, quick: boolean): Drive {
  const { frictionCompliance } = friction === 'own' ? OWN : STIFF;
  const steps = friction === 'own' ? ownSteps(quick) : STIFF.steps;
  return drive({ solver: 'bpp', coupling: 1, torque, frictionCompliance, steps });
}

function groupRun(group: Group, torque: number, quick: boolean): GroupRun {
  const whole = referenceDrive(group.friction, torque, quick);
  const closed = closingStep(whole);
  const to = closed ?? whole.x.length - 1;
  const { frictionCompliance } = group.friction === 'own' ? OWN : STIFF;
  const { solver, limit } = group;
  const request = { solver, limit, coupling: 1, torque, frictionCompliance, steps: to + 1 };
  const last = drive({ ...request, pick: 'last' });
  // if no solve was struck, there is nothing to choose from: the full version drives all the same
  const drives = STRATEGIES.map((pick) =>
    pick === 'last' || (quick && last.struck.length === 0) ? last : drive({ ...request, pick }),
  );
  const diameter = spread(whole, to);
  const shown = DRAWN.has(group.id) && torque === group.torques[group.torques.length >> 1];
  return {
    torque,
    diameter,
    closes: closed === null ? null : (closed + 1) * h,
    referencePivots: whole.mostPivots,
    gap: closed === null ? null : Math.hypot(whole.x[to]! - whole.x[0]!, whole.y[to]! - whole.y[0]!) / diameter,
    figures: Object.fromEntries(
      STRATEGIES.map((name, k) => [name, figuresOf(drives[k]!, whole, to, h)]),
    ) as unknown as GroupRun['figures'],
    drawn: shown ? drawn(whole, drives, to, h) : null,
  };
}

/** Across the circle, m. */
function spread({ x, y }: Drive, to: number): number {
  const across = (values: readonly number[]) =>
    Math.max(...values.slice(0, to + 1)) - Math.min(...values.slice(0, to + 1));
  return Math.max(across(x), across(y));
}

/** How far the last iterate leads astray, over the limit; the reference of each coupling is its own. */
function limitRows(context: ExperimentContext): LimitRow[] {
  const { quick } = context;
  const [torque, steps] = [24, ownSteps(quick)];
  const { frictionCompliance } = OWN;
  const plans = quick
    ? ([['bpp', 1]] as const)
    : ([
        ['bpp', 1],
        ['bpp-dense', 1],
        ['bpp', 'table3'],
      ] as const);
  return plans.flatMap(([solver, coupling]) =>
    context.resumable(`limits ${solver} ${coupling}`, () => {
      const reference = drive({ solver: 'bpp', coupling, limit: 200, torque, frictionCompliance, steps });
      return (quick ? [2, 3, 4] : [2, 3, 4, 5, LIMIT]).map((limit): LimitRow => {
        const run = drive({ solver, coupling, limit, pick: 'last', torque, frictionCompliance, steps });
        const { struck, deviation, end } = figuresOf(run, reference, reference.x.length - 1, h);
        return { solver, coupling, limit, struck, deviation, end, most: run.mostPivots };
      });
    }),
  );
}

/** null if no limit changes the drive. */
export function largestTroubling(rows: readonly LimitRow[], solver: string): number | null {
  return largest(
    rows.filter((row) => row.solver === solver && row.coupling === 1 && row.end > CHANGED).map(({ limit }) => limit),
  );
}

/** The default solver with the scene's defaults, against the reference of the paper's settings. */
function todayRun(quick: boolean): DriveFigures {
  const reference = referenceDrive('own', 24, quick);
  const to = closingStep(reference) ?? reference.x.length - 1;
  const run = drive({ solver: 'auto', torque: 24, frictionCompliance: 1, steps: to + 1 });
  return figuresOf(run, reference, to, h);
}
