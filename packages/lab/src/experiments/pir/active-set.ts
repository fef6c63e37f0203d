/** PIR Fig. 4: how many rows change sides in each iteration of PGS, CPG and Newton on the box model. */
import { chartOf, type PanelPoint, seriesPanel } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, Picture } from '../experiment.ts';
import { ACTIVE_SET_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { type Fits, fitsOf } from './fits.ts';
import { CONTACTS, modelsOf, pile, SPHERES, withCompliance } from './granular.ts';
import { PIR_CPG, PIR_NEWTON } from './solvers.ts';
import { curve, lazily, type Run, trace } from './trace.ts';

type SolverName = 'PGS' | 'CPG' | 'Newton';
const RUNS: readonly (Run & { readonly name: SolverName })[] = [
  { name: 'PGS', solver: 'pgs' },
  { name: 'CPG', solver: 'cpg', options: PIR_CPG },
  { name: 'Newton', solver: 'newton-min', options: PIR_NEWTON },
];
const MU = 0.8;
const LIMIT = 1500;
/** Newton steps at most. */
const STEPS = 200;
/** Fits end when changes are for the last time above this part of their largest: what is left is single rows. */
const TAIL = 0.01;

interface Result {
  readonly contacts: string;
  readonly name: SolverName;
  /** Rows that change in iteration 2, 3, ... */
  readonly changes: readonly number[];
  readonly residual: readonly number[];
  /** Iterations that the fits see. */
  readonly window: number;
  readonly fits: Fits;
}

/** A fit that leaves more than half of the sum of squares is none. */
const POOR = 0.5;

function found({ fits: { exponentialLeft, linearLeft } }: Result): 'exponential' | 'linear' | 'neither' {
  if (Math.min(exponentialLeft, linearLeft) > POOR) return 'neither';
  return exponentialLeft < linearLeft ? 'exponential' : 'linear';
}

export const activeSetExperiment: Experiment = {
  id: 'active-set',
  title: 'Changes of the active set',
  source: 'PIR Sec. 4 and Fig. 4',
  claims: ['P8'],
  seconds: 8,

  run(context) {
    const { rows, results } = measure(context);
    const printed = ACTIVE_SET_PRINTED.values;
    return {
      reason:
        `The box model with ${rows} rows, mu = ${MU}, was solved from zero. A row is at its lower bound, at its upper bound or free by ` +
        'x - w/a_ii; rows that are on another side than one iteration before are counted. An exponential and a line, two parameters each, ' +
        `are fitted to the counts until these stay below ${100 * TAIL} % of the largest.`,
      claims: [claimOf(results)],
      comparison: RUNS.map(({ name }) => {
        const of = (contacts: string) => results.find((one) => one.name === name && one.contacts === contacts);
        const [rigid, soft] = [of('rigid'), of('compliant')];
        return {
          what: `fall of the changes, ${name}`,
          printed: printed[name],
          ours: rigid ? found(rigid) : null,
          today: soft ? found(soft) : null,
          unit: 'shape',
        };
      }),
      tables: [
        {
          caption: 'Fits to the changes per iteration. Left: part of the sum of squares that the fit does not explain.',
          columns: [
            'contacts',
            'solver',
            'iterations',
            'largest',
            'tau [iterations]',
            'slope [1/iteration]',
            'left, exponential',
            'left, line',
          ],
          rows: results.map(({ contacts, name, window, changes, fits }) => [
            ...[contacts, name, window, Math.max(...changes), rounded(fits.tau), rounded(fits.slope)],
            ...[rounded(fits.exponentialLeft), rounded(fits.linearLeft)],
          ]),
        },
      ],
      pictures: [paperPicture(results, 'rigid'), paperPicture(results, 'compliant')],
      data: {
        rows,
        results: results.map(({ residual: _, changes, ...one }) => ({ ...one, changes: changes.slice(0, 400) })),
      },
      table: {
        columns: ['contacts', 'solver', 'iteration', 'changes', 'residual'],
        rows: results.flatMap(({ contacts, name, changes, residual }) =>
          changes
            .slice(0, 500)
            .map((count, k) => [contacts, name, k + 2, count, rounded(residual[k + 2] ?? Number.NaN)]),
        ),
      },
    };
  },
};

function measure(context: ExperimentContext): { rows: number; results: Result[] } {
  const whole = lazily(() => pile(context.quick ? SPHERES.few : SPHERES.all));
  const rows = context.resumable('rows', () => whole().n);
  const results = CONTACTS.flatMap(({ name: contacts, part }) => {
    const models = lazily(() => modelsOf(withCompliance(whole(), part), MU));
    return RUNS.map((run) => {
      const { changes, residual } = context.resumable(`${contacts}/${run.name}`, () => {
        const limit = run.name === 'Newton' ? STEPS : LIMIT;
        return trace(models().box, run, { limit, target: 1e-9, changes: true });
      });
      const most = Math.max(...changes);
      const window = Math.max(3, changes.findLastIndex((count) => count >= TAIL * most) + 1);
      return { contacts, name: run.name, changes, residual, window, fits: fitsOf(changes.slice(0, window)) };
    });
  });
  return { rows, results };
}

function claimOf(results: readonly Result[]): ClaimResult {
  const agrees = (one: Result) => found(one) === ACTIVE_SET_PRINTED.values[one.name];
  const of = (contacts: string) => results.filter((one) => one.contacts === contacts);
  const words = (one: Result) => {
    const { name, fits } = one;
    return `${name} ${found(one)} (left ${fits.exponentialLeft.toFixed(2)} by the exponential, ${fits.linearLeft.toFixed(2)} by the line)`;
  };
  const [rigid, soft] = [of('rigid'), of('compliant')];
  const newton = (list: readonly Result[]) => list.find(({ name }) => name === 'Newton');
  const all = rigid.every(agrees);
  const some = results.filter(agrees).length;
  const steps = (list: readonly Result[]) => (newton(list)?.changes.length ?? 0) + 1;
  return {
    id: 'P8',
    verdict:
      all && soft.every(agrees)
        ? 'holds'
        : all || some > results.length / 2
          ? 'holds under conditions'
          : 'does not hold',
    figure: newton(rigid)?.fits.linearLeft ?? null,
    unit: 'sum of squares that a line leaves of the changes of Newton, rigid',
    today: newton(soft)?.fits.linearLeft ?? null,
    reason:
      `Rigid: ${rigid.map(words).join(', ')}; Newton takes ${steps(rigid)} steps. With the scene's compliance: ` +
      `${soft.map(words).join(', ')}; Newton takes ${steps(soft)} steps.`,
  };
}

/** Iterations of the overview. */
const OVERVIEW = 300;
const LETTERS = ['a', 'b', 'c'];

/** Four panels as in the paper: each solver with its fits, and all together. */
function paperPicture(results: readonly Result[], contacts: string): Picture {
  const mine = results.filter((one) => one.contacts === contacts);
  const y = {
    title: 'rows that change',
    log: true,
    domain: [0.8, 2 * Math.max(...mine.flatMap(({ changes }) => changes))],
  } as const;
  const positive = (series: string, values: readonly number[]) => curve(series, values, 300, 2);
  const details = mine.map(({ name, changes, window, fits }, k) => {
    const ks = Array.from({ length: window }, (_, at) => at);
    const rows: PanelPoint[] = [
      ...positive('changes', changes.slice(0, 2 * window)),
      ...positive(
        'exponential',
        ks.map((at) => fits.amplitude * Math.exp(-at / fits.tau)),
      ),
      ...positive(
        'line',
        ks.map((at) => fits.offset + fits.slope * at),
      ),
    ];
    return seriesPanel({
      title: `(${LETTERS[k]}) ${name}`,
      rows,
      y,
      x: { title: 'iteration', domain: [0, Math.max(10, 2 * window)] },
      series: [{ name: 'changes' }, { name: 'exponential' }, { name: 'line' }],
    });
  });
  const overview = seriesPanel({
    title: '(d) overview',
    y,
    x: { title: 'iteration', log: true, domain: [2, OVERVIEW] },
    series: RUNS.map(({ name }) => ({ name })),
    rows: mine.flatMap(({ name, changes }) => positive(name, changes.slice(0, OVERVIEW))),
  });
  const kind =
    contacts === 'rigid' ? 'rigid contacts, as in the paper' : 'contacts with the compliance of EATK18 Table 1';
  return {
    name: `active-set-${contacts}`,
    caption: `PIR Fig. 4: rows that change sides per iteration, with both fits; ${kind}. Iterations without a change have no point on the log axis.`,
    spec: chartOf([...details, overview], {
      ownSeries: true,
      title: 'Changes of the active set per iteration',
      subtitle: `PIR Fig. 4; ${kind}`,
    }),
  };
}
