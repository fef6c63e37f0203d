/**
 * PIR Fig. 2: residuals of sweeps and conjugate gradients on the friction models, on a settling pile; then more solvers, both kinds
 * of contacts, and friction from weak to strong.   docs/theory/conjugate-projected-gradient.md, docs/theory/semismooth-newton.md
 */
import { chartOf, type PanelSeries, seriesPanel } from '../../plots/panels.ts';
import type { Experiment, PageTable, Picture } from '../experiment.ts';
import { RESIDUALS_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { claimsOf } from './residuals-claims.ts';
import {
  CONTACTS,
  type Contacts,
  FRICTION_RUNS,
  LEVELS,
  type Measurements,
  MORE_RUNS,
  MU,
  measure,
  PRINTED_RUNS,
  type RunResult,
  TARGET,
} from './residuals-data.ts';
import { curve, within } from './trace.ts';

export const residualsExperiment: Experiment = {
  id: 'residuals',
  title: 'Residuals of iterative solvers on the friction models',
  source: 'PIR Sec. 4 and Fig. 2; T-FP Sec. 1',
  claims: ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P9', 'P13', 'T8'],
  seconds: 90,

  run(context) {
    const m = measure(context);
    const claims = claimsOf(m);
    const figureOf = (id: string) => claims.find((claim) => claim.id === id);
    const printed = RESIDUALS_PRINTED.values;
    return {
      reason:
        `A pile of ${m.contacts} contacts (${m.rows} rows, mu = ${MU}) was solved from zero by each solver, and the largest entry of the natural residual ` +
        'taken after each iteration. PIR has rigid contacts; the scene has the compliance of EATK18 Table 1. Both were computed, because ' +
        'the compliance decides how Newton does: `rigid` keeps a millionth of it. The figure of the paper is not in the text at hand, so ratios are compared.',
      claims,
      comparison: [
        {
          what: 'iterations, box over frictionless, PGS',
          printed: printed.boxOverFrictionless,
          ours: figureOf('P1')?.figure ?? null,
          today: figureOf('P1')?.today ?? null,
          unit: 'ratio',
        },
        {
          what: 'iterations, CPG over PGS, box',
          printed: printed.cpgOverPgs,
          ours: figureOf('P2')?.figure ?? null,
          today: figureOf('P2')?.today ?? null,
          unit: 'ratio',
        },
        { what: 'contacts of the pile', printed: printed.contacts, ours: m.contacts, unit: '' },
        { what: 'rows of the pile', printed: printed.rows, ours: m.rows, unit: '' },
      ],
      tables: [levelTable(m), frictionTable(m)],
      pictures: [printedPicture(m, 'rigid'), printedPicture(m, 'compliant'), morePicture(m), frictionPicture(m)],
      data: dataOf(m),
      table: {
        columns: ['contacts', 'start', 'run', 'iteration', 'residual'],
        rows: CONTACTS.flatMap((contacts) =>
          [...m.cold[contacts], ...m.more[contacts]].flatMap(({ name, residual }) =>
            curve(name, residual, 150).map(({ x, y }) => [contacts, 'cold', name, x, y]),
          ),
        ),
      },
    };
  },
};

function dataOf({ cold, warm, more, ...rest }: Measurements) {
  const summary = (runs: readonly RunResult[]) =>
    runs.map(({ residual, ...one }) => ({ ...one, left: rounded(residual[residual.length - 1] ?? Number.NaN) }));
  const both = (runs: Measurements['cold']) => ({ rigid: summary(runs.rigid), compliant: summary(runs.compliant) });
  return { target: TARGET, levels: LEVELS, ...rest, cold: both(cold), more: both(more), warm: summary(warm) };
}

/** Styles of the paper: dashed CPG, solid PGS, dotted nonlinear GS; one colour per model. */
const STYLES: Readonly<Record<string, Partial<PanelSeries>>> = {
  'CPG, frictionless': { color: '#1e8449', dash: [6, 3] },
  'PGS, frictionless': { color: '#1e8449', dash: [1, 0] },
  'CPG, box': { color: '#d68910', dash: [6, 3] },
  'PGS, box': { color: '#d68910', dash: [1, 0] },
  'nonlinear GS, cone': { color: '#1f3a93', dash: [2, 2] },
  'PGS, pyramid': { color: '#c0392b', dash: [1, 0] },
  'CPG, pyramid': { color: '#c0392b', dash: [6, 3] },
};

const WIDE = { width: 640, height: 320 } as const;
const RESIDUAL = { title: 'residual [N s, m/s]', log: true } as const;

function printedPicture(m: Measurements, contacts: Contacts): Picture {
  const kind =
    contacts === 'rigid' ? 'rigid contacts, as in the paper' : 'contacts with the compliance of EATK18 Table 1';
  return {
    name: `residuals-${contacts}`,
    caption: `PIR Fig. 2: residual in the maximum norm against iterations; ${kind}; mu = ${MU}, ${m.contacts} contacts, start at zero.`,
    spec: chartOf(
      [
        seriesPanel({
          ...WIDE,
          x: { title: 'iterations', domain: [0, m.limit] },
          y: { ...RESIDUAL, domain: [TARGET / 2, 2] },
          series: PRINTED_RUNS.map(({ name }) => ({ name, ...STYLES[name] })),
          rows: within(
            m.cold[contacts].flatMap(({ name, residual }) => curve(name, residual, 220)),
            [TARGET / 2, 2],
          ),
        }),
      ],
      { title: 'Residuals on the friction models', subtitle: `PIR Fig. 2; ${kind}` },
    ),
  };
}

function morePicture(m: Measurements): Picture {
  const shown = MORE_RUNS.filter(({ model }) => model === 'box').map(({ name }) => name);
  const series = [{ name: 'PGS, box' }, { name: 'CPG, box' }, ...shown.map((name) => ({ name }))];
  return {
    name: 'residuals-newton',
    caption:
      'Newton, Newton after sweeps, and scaled or accelerated methods on the box model, beside the two of the paper. Left: rigid contacts, ' +
      'where Newton goes astray; right: with compliance, where it takes a dozen steps. Iterations differ in cost: a Newton step factorises.',
    spec: chartOf(
      CONTACTS.map((contacts) =>
        seriesPanel({
          title: contacts,
          width: 400,
          height: 300,
          x: { title: 'iterations (sweeps, products or Newton steps)', log: true, domain: [1, m.limit] },
          y: { ...RESIDUAL, domain: [TARGET / 2, 100] },
          series,
          rows: [...m.cold[contacts], ...m.more[contacts]]
            .filter(({ name }) => series.some((one) => one.name === name))
            .flatMap(({ name, residual }) =>
              within(curve(name, residual, 200), [TARGET / 2, 100]).filter(({ x }) => x > 0),
            ),
        }),
      ),
      { title: 'Newton on the box model', subtitle: 'PIR Sec. 5: inferior alone, beneficial after sweeps' },
    ),
  };
}

function frictionPicture(m: Measurements): Picture {
  const series = FRICTION_RUNS.filter(({ name }) => name !== 'psor, cone').map(({ name }) => ({ name }));
  const most = Math.max(...m.friction.map(({ reached }) => reached ?? 0));
  return {
    name: 'residuals-friction',
    caption:
      `Iterations to a residual of ${TARGET.toExponential(0)} against mu, ${m.frictionContacts} contacts; where a line ends, the limit struck. psor on cones has the ` +
      'same iterations as nonlinear GS: on spheres they are the same method.',
    spec: chartOf(
      CONTACTS.map((contacts) =>
        seriesPanel({
          title: contacts,
          marks: 'both' as const,
          series,
          width: 380,
          height: 280,
          x: { title: 'coefficient of friction', domain: [0, 2.1] },
          y: { title: `iterations to ${TARGET.toExponential(0)}`, log: true, domain: [5, 2 * most] },
          rows: m.friction.flatMap((one) =>
            one.contacts === contacts && one.reached !== null && one.name !== 'psor, cone'
              ? [{ series: one.name, x: one.mu, y: one.reached }]
              : [],
          ),
        }),
      ),
      {
        title: 'Weak to strong friction',
        subtitle: 'PIR Sec. 4: all solvers can fail on the nonlinear models if friction is strong',
      },
    ),
  };
}

function levelTable(m: Measurements): PageTable {
  const rows = (contacts: string, runs: readonly RunResult[]) =>
    runs.map(({ name, levels, direct, iterative, residual }) => [
      ...[name, contacts, ...levels, direct, iterative],
      rounded(residual[residual.length - 1] ?? Number.NaN),
    ]);
  return {
    caption: `Iterations to each residual; empty: not within ${m.limit} iterations or ${m.newtonLimit} Newton steps. Warm: from the impulses of the step before.`,
    columns: [
      'run',
      'contacts',
      ...LEVELS.map((level) => level.toExponential(0)),
      'factorisations',
      'sweeps or products',
      'left',
    ],
    rows: [
      ...CONTACTS.flatMap((contacts) => rows(contacts, [...m.cold[contacts], ...m.more[contacts]])),
      ...rows('rigid, warm', m.warm),
    ],
  };
}

function frictionTable(m: Measurements): PageTable {
  const mus = [...new Set(m.friction.map(({ mu }) => mu))];
  const cell = (name: string, contacts: Contacts, mu: number) => {
    const one = m.friction.find((row) => row.name === name && row.contacts === contacts && row.mu === mu);
    return one?.reached ?? (one?.left == null ? null : `(${one.left.toExponential(0)})`);
  };
  return {
    caption: `Iterations to ${TARGET.toExponential(0)} over mu, ${m.frictionContacts} contacts; in brackets the residual that is left at the limit.`,
    columns: ['run', 'contacts', ...mus.map((mu) => `mu ${mu}`)],
    rows: CONTACTS.flatMap((contacts) =>
      FRICTION_RUNS.map(({ name }) => [name, contacts, ...mus.map((mu) => cell(name, contacts, mu))]),
    ),
  };
}
