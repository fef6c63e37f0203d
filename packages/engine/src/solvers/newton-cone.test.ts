import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromTriplets } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { type Contact, makeProblem, type Problem } from '../problem/problem.ts';
import { frictionSets } from '../problem/sets/friction-sets.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { DenseConeSystem } from './linear-systems/cone-dense-system.ts';
import { BodyConeSystem } from './linear-systems/cone-systems.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import { ConeBlocks } from './newton/cone-blocks.ts';
import { newtonCone } from './newton-cone.ts';

function run(p: Problem) {
  const x = new Float64Array(p.n);
  const outcome = newtonCone.create().solve(p, x, newtonCone.defaults);
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

const pile = (seed: number, contacts: number, bodies: number, set: SetKind): Problem => {
  const p = contactPile(new Rng(seed), contacts, bodies);
  return { ...p, contacts: p.contacts.map((c) => ({ ...c, set })) };
};

/** Contacts of one body whose rows are a normal, two tangents, two rolling rows and a spinning row. */
function rolling(seed: number): Problem {
  const p = contactPile(new Rng(seed), 8, 1);
  const contacts: Contact[] = [0, 1, 2, 3].map((k) => ({
    ...p.contacts[0],
    normal: 6 * k,
    tangents: [6 * k + 1, 6 * k + 2],
    rolling: [6 * k + 3, 6 * k + 4],
    spinning: [6 * k + 5],
    mu: 0.5,
    muRolling: 0.1,
    muSpinning: 0.05,
    set: 'cone' as const,
  }));
  return { ...p, contacts };
}

test.each([
  ['cone', pile(341, 6, 4, 'cone')],
  ['relaxed-cone', pile(342, 6, 4, 'relaxed-cone')],
  ['rolling and spinning', rolling(343)],
])('its map is that of the measures, and its derivative that of differences: %s', (_, p) => {
  const rng = new Rng(344);
  const a = new Float64Array(p.n);
  const map = new Float64Array(p.n);
  const sets = frictionSets(p);
  sets.metric(p.A.diagonal, a);
  const blocks = new ConeBlocks();
  blocks.prepare(p, a);
  for (let k = 0; k < 20; k++) {
    const draw = () => Float64Array.from({ length: p.n }, () => rng.uniform(-1, 1));
    const [x, w, dx, dw] = [draw(), draw(), draw(), draw()];
    blocks.linearise(x, w);
    sets.naturalMap(x, w, a, p.lo, p.hi, map);
    for (let i = 0; i < p.n; i++) expect(blocks.F[i]).toBeCloseTo(map[i], 12);
    const left = new Float64Array(p.n);
    blocks.residual(dx, dw, left); // -F - dF
    const dF = left.map((v, i) => -v - blocks.F[i]);
    const t = 1e-6;
    const moved = (sign: number) => {
      const [xt, wt] = [x.map((v, i) => v + sign * t * dx[i]), w.map((v, i) => v + sign * t * dw[i])];
      sets.naturalMap(xt, wt, a, p.lo, p.hi, map);
      return map.slice();
    };
    const [plus, minus] = [moved(1), moved(-1)];
    for (let i = 0; i < p.n; i++) expect(dF[i]).toBeCloseTo((plus[i] - minus[i]) / (2 * t), 5);
  }
});

test.each([
  ['cones', pile(345, 12, 6, 'cone')],
  ['cones with rolling and spinning', rolling(346)],
])('body space and dense rows give the same step: %s', (_, p) => {
  const rng = new Rng(347);
  const a = new Float64Array(p.n);
  frictionSets(p).metric(p.A.diagonal, a);
  const blocks = new ConeBlocks();
  blocks.prepare(p, a);
  const draw = () => Float64Array.from({ length: p.n }, () => rng.uniform(-1, 1));
  const r = draw();
  blocks.linearise(draw(), draw());
  const steps = [new BodyConeSystem(new ContactGraphs()), new DenseConeSystem()].map((system) => {
    system.prepare(p, blocks);
    expect(system.factor(0)).toBe(true);
    const step = r.slice();
    system.solve(step);
    return step;
  });
  for (let i = 0; i < p.n; i++) expect(steps[0][i]).toBeCloseTo(steps[1][i], 7);
});

test.each([
  ['cone', 20, 10],
  ['relaxed-cone', 20, 10],
  ['cone', 80, 40],
  ['relaxed-cone', 80, 40],
] as const)('solves piles with %s friction and %s contacts to rounding', (set, contacts, bodies) => {
  for (let seed = 350; seed < 358; seed++) {
    const { status, error } = run(pile(seed, contacts, bodies, set));
    expect([status, error < 1e-18]).toEqual(['converged', true]);
  }
});

test('rolling and spinning resistance, in body space and without J: the same velocities', () => {
  const p = rolling(348);
  const explicit = { ...p, A: p.A.sparse(), structure: undefined };
  const [body, rows] = [p, explicit].map((form) => {
    const { x, status, error } = run(form);
    expect([status, error < 1e-18]).toEqual(['converged', true]);
    return velocities(p, x, new Float64Array(p.n));
  });
  for (let i = 0; i < p.n; i++) expect(body[i]).toBeCloseTo(rows[i], 7);
});

test('an A that is not symmetric is solved as it is, with Coulomb cones and with relaxed ones', () => {
  for (const set of ['cone', 'relaxed-cone'] as const)
    for (let seed = 380; seed < 384; seed++) {
      const rng = new Rng(seed);
      const { rowStart, column, value, n } = pile(seed, 20, 10, set).A.sparse();
      const [i, j]: number[][] = [[], []];
      for (let row = 0; row < n; row++) for (let k = rowStart[row]; k < rowStart[row + 1]; k++) i.push(row);
      j.push(...column);
      const values = value.map((v, k) => (i[k] === j[k] ? v : v * (1 + rng.uniform(-0.02, 0.02))));
      const p = makeProblem({
        ...pile(seed, 20, 10, set),
        A: fromTriplets(n, { i, j, values }),
        structure: undefined,
        symmetric: false,
      });
      const { status, error } = run(p);
      expect([status, error < 1e-18]).toEqual(['converged', true]);
    }
});
