/** The verdicts of `residuals`, from its runs. */

import { median } from '../../statistics.ts';
import type { ClaimResult, ClaimVerdict } from '../experiment.ts';
import { RESIDUALS_PRINTED } from '../printed.ts';
import { wholePercent } from '../words.ts';
import {
  CONTACTS,
  type Contacts,
  FAILS,
  LEVELS,
  type Measurements,
  MU,
  type RunResult,
  TARGET,
} from './residuals-data.ts';

/** "About" a printed figure: within a factor of 1.5. */
const BAND = 1.5;
const about = (value: number | null, printed: number) =>
  value !== null && value <= BAND * printed && value >= printed / BAND;

const run = (runs: readonly RunResult[], name: string): RunResult => {
  const one = runs.find((each) => each.name === name);
  if (!one) throw new Error(`residuals: no run ${name}`);
  return one;
};

/** Iterations of `top` over those of `bottom` at each level; null if one did not reach it. */
function ratios(runs: readonly RunResult[], top: string, bottom: string): (number | null)[] {
  const [p, q] = [run(runs, top), run(runs, bottom)];
  return LEVELS.map((_, k) => quotient(p.levels[k], q.levels[k]));
}

const quotient = (p: number | null | undefined, q: number | null | undefined): number | null =>
  p == null || q == null || q === 0 ? null : p / q;

const lastOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((last, value) => value ?? last, null);

const text = (v: number | null, digits = 2): string => (v === null ? 'not reached' : v.toPrecision(digits));
const range = (values: readonly (number | null)[]): string => {
  const known = values.filter((v): v is number => v !== null);
  return known.length > 0 ? `${text(Math.min(...known))} to ${text(Math.max(...known))}` : 'not reached';
};
const iterations = (value: number | null | undefined, limit: number): string =>
  value == null ? `not within ${limit}` : `${value}`;
const levelText = (k: number): string => (LEVELS[k] ?? TARGET).toExponential(0);

export function claimsOf(m: Measurements): ClaimResult[] {
  return [
    boxClaim(m),
    cpgClaim(m),
    pyramidClaim(m),
    coneClaim(m),
    failureClaim(m),
    discClaim(m),
    ...newtonClaims(m),
    psorClaim(m),
  ];
}

/** P1, P2: a ratio that the paper prints, over levels of the residual. */
function ratioVerdict(all: readonly (readonly (number | null)[])[], printed: number): ClaimVerdict {
  const deciding = all.map(lastOf);
  if (deciding.every((value) => about(value, printed))) return 'holds';
  return all.some((values) => values.some((value) => about(value, printed)))
    ? 'holds under conditions'
    : 'does not hold';
}

function boxClaim({ cold }: Measurements): ClaimResult {
  const printed = RESIDUALS_PRINTED.values.boxOverFrictionless;
  const of = (contacts: Contacts, name: string) => ratios(cold[contacts], `${name}, box`, `${name}, frictionless`);
  const [pgs, cpg] = [of('rigid', 'PGS'), of('rigid', 'CPG')];
  const where = (values: readonly (number | null)[]) =>
    values.flatMap((value, k) => (about(value, printed) ? [levelText(k)] : [])).join(', ') || 'none';
  return {
    id: 'P1',
    verdict: ratioVerdict([pgs, cpg], printed),
    figure: lastOf(pgs),
    unit: 'iterations of PGS, box over frictionless',
    today: lastOf(of('compliant', 'PGS')),
    reason:
      `Rigid contacts: PGS ${range(pgs)} times, CPG ${range(cpg)} times the iterations, over residuals from ${levelText(0)} to ` +
      `${levelText(LEVELS.length - 1)}. Within a factor of ${BAND} of ${printed}: PGS at ${where(pgs)}, CPG at ${where(cpg)}. ` +
      `With the scene's compliance at the least residual: PGS ${text(lastOf(of('compliant', 'PGS')))}, CPG ${text(lastOf(of('compliant', 'CPG')))}.`,
  };
}

function cpgClaim({ cold }: Measurements): ClaimResult {
  const { cpgOverPgs, costOfCpg } = RESIDUALS_PRINTED.values;
  const of = (contacts: Contacts, model: string) => ratios(cold[contacts], `CPG, ${model}`, `PGS, ${model}`);
  const [free, box] = [of('rigid', 'frictionless'), of('rigid', 'box')];
  const { iterative, iterations: count } = run(cold.rigid, 'CPG, box');
  const cost = iterative / count;
  const byRatio = ratioVerdict([free, box], cpgOverPgs);
  const where = [free, box].map(
    (values) => values.flatMap((value, k) => (about(value, cpgOverPgs) ? [levelText(k)] : [])).join(', ') || 'none',
  );
  const today = lastOf(of('compliant', 'box'));
  return {
    id: 'P2',
    verdict: byRatio === 'holds' && !about(cost, costOfCpg) ? 'holds under conditions' : byRatio,
    figure: lastOf(box),
    unit: 'iterations of CPG over PGS, box',
    today,
    reason:
      `CPG takes ${range(free)} (frictionless) and ${range(box)} (box) of the iterations of PGS, the less the smaller the residual; ` +
      `about half at residuals of ${where[0]} and ${where[1]}. An iteration as printed has ${cost.toFixed(2)} products with A, a sweep ` +
      `does the work of one${about(cost, costOfCpg) ? ': so much of the claim agrees' : ''}.`,
  };
}

function pyramidClaim({ cold, friction, limit }: Measurements): ClaimResult {
  const [box, pyramid] = [run(cold.rigid, 'CPG, box'), run(cold.rigid, 'CPG, pyramid')];
  const [boxAt, at] = [lastLevel(box), lastLevel(pyramid)];
  const slower = at === null || (boxAt !== null && at > 3 * boxAt);
  const weak = friction.filter(({ name, contacts }) => name === 'CPG, pyramid' && contacts === 'rigid')[0];
  const jitters = pyramid.rises > box.rises;
  return {
    id: 'P3',
    verdict: slower && jitters ? 'holds' : slower ? 'holds under conditions' : 'does not hold',
    figure: pyramid.rises,
    unit: 'share of iterations in which the residual rises',
    today: run(cold.compliant, 'CPG, pyramid').rises,
    reason:
      `With mu = ${MU} the residual of CPG rises in ${wholePercent(pyramid.rises)} of its iterations on the pyramid and in ` +
      `${wholePercent(box.rises)} on the box; to ${TARGET.toExponential(0)} it takes ${iterations(at, limit)} against ${iterations(boxAt, limit)} iterations. ` +
      `With mu = ${weak?.mu ?? MU} (smaller pile) it takes ${iterations(weak?.reached, limit)}.`,
  };
}

const lastLevel = ({ levels }: RunResult): number | null => levels[levels.length - 1] ?? null;

function coneClaim({ cold, friction }: Measurements): ClaimResult {
  const at = (contacts: Contacts) => ratios(cold[contacts], 'nonlinear GS, cone', 'PGS, pyramid');
  const swept = friction
    .filter(({ name }) => name === 'nonlinear GS, cone')
    .map(({ mu, contacts, reached }) => {
      const other = friction.find((one) => one.name === 'PGS, pyramid' && one.mu === mu && one.contacts === contacts);
      return quotient(reached, other?.reached);
    })
    .filter((ratio) => ratio !== null);
  const all = [lastOf(at('rigid')), lastOf(at('compliant')), ...swept].filter((ratio) => ratio !== null);
  const fewer = all.filter((ratio) => ratio < 1).length;
  const middle = median(all);
  // PIR: "typically takes slightly less iterations"
  const typical = fewer >= 0.75 * all.length && (middle ?? Infinity) < 1;
  const verdict = typical ? 'holds' : fewer > 0 ? 'holds under conditions' : 'does not hold';
  return {
    id: 'P4',
    verdict,
    figure: middle,
    unit: 'iterations, nonlinear GS over PGS, median',
    reason:
      `In ${fewer} of ${all.length} cases in which both reach a common residual (two kinds of contacts, mu from 0.1 to 2) nonlinear GS on the ` +
      `cone takes fewer iterations than PGS on the pyramid; ratios ${range(all)}. Both models have other solutions, so which is the ` +
      'quicker depends on the problem.',
  };
}

function failureClaim({ friction, frictionContacts }: Measurements): ClaimResult {
  const paper = ['PGS, pyramid', 'CPG, pyramid', 'nonlinear GS, cone'];
  const first = (name: string, contacts: Contacts) => {
    const rows = friction.filter((one) => one.name === name && one.contacts === contacts);
    return rows.find((_, k) => rows.slice(k).every(({ fails }) => fails))?.mu ?? null;
  };
  const from = (contacts: Contacts) => paper.map((name) => first(name, contacts));
  const [rigid, soft] = [from('rigid'), from('compliant')];
  const every = (values: readonly (number | null)[]) => values.every((mu) => mu !== null);
  const words = (values: readonly (number | null)[]) =>
    values.map((mu, k) => `${paper[k]} ${mu === null ? 'never' : `from ${mu}`}`).join(', ');
  const ours = ['newton-coupled, pyramid', 'newton-cone, cone'].map((name) => ({ name, mu: first(name, 'rigid') }));
  const verdict =
    every(rigid) && every(soft) ? 'holds' : every(rigid) || every(soft) ? 'holds under conditions' : 'does not hold';
  return {
    id: 'P5',
    verdict,
    figure: every(rigid) ? Math.max(...rigid.map(Number)) : null,
    unit: 'mu from which all three fail, rigid',
    reason:
      `Residual still above ${FAILS} of the first at the limit, ${frictionContacts} contacts, rigid: ${words(rigid)}; with the scene's compliance: ` +
      `${words(soft)}. Newton with the coupling in its system, rigid: ${ours.map(({ name, mu }) => `${name} ${mu === null ? 'never' : `from ${mu}`}`).join(', ')}.`,
  };
}

function discClaim({ discs: { spheres, boxes } }: Measurements): ClaimResult {
  const none = spheres.mostSteps === 0 && spheres.anisotropy < 1e-9;
  return {
    id: 'P6',
    verdict: none ? 'holds' : 'does not hold',
    figure: spheres.mostSteps,
    unit: 'Newton steps of Eq. (16), most of any contact',
    reason:
      `The 2 x 2 blocks of ${spheres.contacts} contacts of spheres differ from multiples of the identity by at most ${spheres.anisotropy.toExponential(0)}; ` +
      `${spheres.sliding} discs with the answer on the rim take ${spheres.mostSteps} steps. Bricks, for comparison: blocks differ by up to ` +
      `${boxes.anisotropy.toFixed(2)}, ${boxes.sliding} discs take ${boxes.meanSteps.toFixed(1)} steps on average.`,
  };
}

function newtonClaims({ more, cold, limit, newtonLimit }: Measurements): ClaimResult[] {
  const newton = (contacts: Contacts) => lastLevel(run(more[contacts], 'Newton as PIR, box'));
  const scaled = (contacts: Contacts) => lastLevel(run(more[contacts], 'Newton, rows in joules, box'));
  const after = (contacts: Contacts) => run(more[contacts], 'sweeps then Newton, box');
  const sweeps = (contacts: Contacts) => lastLevel(run(cold[contacts], 'PGS, box'));
  const [rigid, soft] = [newton('rigid'), newton('compliant')];
  const quick = soft !== null && soft < newtonLimit;
  const slow = rigid === null || (soft !== null && rigid > 3 * soft);
  const better = (contacts: Contacts) => {
    const alone = Math.min(newton(contacts) ?? newtonLimit, scaled(contacts) ?? newtonLimit);
    const { direct, iterative } = after(contacts);
    return lastLevel(after(contacts)) !== null && direct < alone && iterative < (sweeps(contacts) ?? limit);
  };
  const both = CONTACTS.filter(better);
  return [
    {
      id: 'P9',
      verdict: slow && quick ? 'holds under conditions' : slow ? 'holds' : 'does not hold',
      figure: rigid ?? newtonLimit,
      unit: 'Newton steps, rigid (the limit if not reached)',
      today: soft,
      reason:
        `Condition: rigid contacts, as in PIR. There PIR's Newton is at ${TARGET.toExponential(0)} ${stepsText(rigid, newtonLimit)} and the one with rows in joules ` +
        `${stepsText(scaled('rigid'), newtonLimit)}. With the compliance of EATK18 Table 1 they take ${iterations(soft, newtonLimit)} and ${iterations(scaled('compliant'), newtonLimit)} ` +
        `steps, PGS ${iterations(sweeps('compliant'), limit)} sweeps: A is then definite.`,
    },
    {
      id: 'P13',
      verdict: both.length === CONTACTS.length ? 'holds' : both.length > 0 ? 'holds under conditions' : 'does not hold',
      figure: after('rigid').direct,
      unit: 'factorisations after sweeps, rigid',
      today: after('compliant').direct,
      reason:
        `Rigid: ${after('rigid').iterative} sweeps and ${after('rigid').direct} factorisations; PGS alone ${iterations(sweeps('rigid'), limit)} sweeps, Newton alone ` +
        `${iterations(scaled('rigid'), newtonLimit)} steps. With compliance: ${after('compliant').iterative} sweeps and ${after('compliant').direct} factorisations; alone ` +
        `${iterations(sweeps('compliant'), limit)} sweeps or ${iterations(scaled('compliant'), newtonLimit)} steps.`,
    },
  ];
}

const stepsText = (steps: number | null, limit: number): string =>
  steps === null ? `not within ${limit} steps` : `after ${steps} steps`;

function psorClaim({ more, cold, friction, limit }: Measurements): ClaimResult {
  const mine = friction.filter(({ name }) => name === 'psor, cone');
  const pgs = friction.filter(({ name }) => name === 'PGS, pyramid');
  const solved = (rows: typeof mine) => rows.filter(({ fails }) => !fails).length;
  const [psor, gs] = [
    lastLevel(run(more.compliant, 'psor, cone')),
    lastLevel(run(cold.compliant, 'nonlinear GS, cone')),
  ];
  const failing = mine.flatMap(({ fails, contacts, mu }) => (fails ? [`${contacts} at mu ${mu}`] : [])).join(', ');
  const verdict =
    solved(mine) === mine.length ? 'holds' : solved(mine) > 0 ? 'holds under conditions' : 'does not hold';
  return {
    id: 'T8',
    verdict,
    figure: solved(mine),
    unit: `cases of ${mine.length} solved`,
    reason:
      `The fixed-point sweep with a projection on Coulomb's cone brings the residual below ${FAILS} of the first in ${solved(mine)} of ${mine.length} cases (mu from 0.1 to 2, rigid and ` +
      `compliant), PGS on pyramids in ${solved(pgs)}. On the large pile, compliant, it takes ${iterations(psor, limit)} sweeps, nonlinear GS ` +
      `${iterations(gs, limit)}${failing === '' ? '.' : `. It fails with contacts that are ${failing}.`}`,
  };
}
