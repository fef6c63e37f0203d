import { expect, test } from 'vitest';
import { contactProblem } from '../../test/support/contact-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem, withContacts } from '../problem/problem.ts';
import { apgd } from './apgd.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

test('one step by hand: with A = 1 the first step is the answer', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-3, 2),
    lo: new Float64Array(2),
    hi: Float64Array.of(1, 5),
  });
  const x = new Float64Array(2);
  const { status, iterations } = apgd.create().solve(p, x, apgd.defaults);
  expect([status, iterations.total, ...x]).toEqual(['converged', 1, 1, 0]);
});

/** One contact that slides: mass 1 kg, pushed down at 1 m/s and sideways at 5 m/s, mu = 0.5. */
function slider(set: 'cone' | 'relaxed-cone') {
  return makeProblem({
    A: fromDense(3, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    b: Float64Array.of(-1, 3, 4),
    lo: Float64Array.of(0, 0, 0),
    hi: Float64Array.of(Infinity, 0, 0),
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.5, set })],
  });
}

test.each(['apgd', 'spg-bb'])('%s: Coulomb friction by hand: x_n = 1, and 0.5 against the sliding', (name) => {
  const { x, status } = solve(slider('cone'), { solver: findSolver(name), options: { tolerance: 1e-20 } });
  expect(status).toBe('converged');
  [1, -0.3, -0.4].forEach((v, i) => {
    expect(x[i]).toBeCloseTo(v, 8);
  });
});

test.each(['apgd', 'spg-bb'])('%s: the relaxed cone is another law: what slides lifts off', (name) => {
  const p = slider('relaxed-cone');
  const { x } = solve(p, { solver: findSolver(name), options: { tolerance: 1e-20 } });
  const w = x.map((v, i) => v + p.b[i]);
  expect(w[0]).toBeCloseTo(0.5 * Math.sqrt(w[1] * w[1] + w[2] * w[2]), 8); // w_n = mu |w_t|
  expect(w[0]).toBeGreaterThan(1);
});

test.each(['apgd', 'spg-bb'])('%s solves every convex set, and cones, of random contacts', (name) => {
  const rng = new Rng(921);
  const solver = findSolver(name);
  for (const set of ['box', 'prism', 'cylinder', 'relaxed-cone', 'cone'] as const)
    for (let k = 0; k < 4; k++) {
      const q = contactProblem(rng, { contacts: 4, others: 2, bodies: 8 });
      for (const { tangents } of q.contacts) if (tangents.length > 1) q.hi[tangents[1]] = q.hi[tangents[0]];
      const p = withContacts(
        q,
        q.contacts.map((contact) => ({ ...contact, set, mu: 0.3 * contact.mu, rolling: [] })),
      );
      const tolerance = 1e-14 * referenceEnergy(p);
      const { x, status } = solve(p, { solver, coupling: 0, tolerance, options: { maxIterations: 50000 } });
      expect([set, status]).toEqual([set, 'converged']);
      expect(energyError(p, x).value).toBeLessThanOrEqual(1.0001 * tolerance);
    }
});

test('a monitor sees one count over all inner solves of a cone, from 1, and its word ends all of them', () => {
  const p = contactProblem(new Rng(922), { contacts: 5, others: 0, bodies: 8 });
  const cones = withContacts(
    p,
    p.contacts.map((contact) => ({ ...contact, set: 'cone' as const })),
  );
  const seen: number[] = [];
  let begun = 0;
  const outcome = apgd.create().solve(
    cones,
    new Float64Array(p.n),
    { ...apgd.defaults, maxIterations: 400 },
    {
      ownsStopping: true,
      begin: () => void begun++,
      observe: (k) => {
        seen.push(k);
        return k === 300 ? 'stopped' : undefined;
      },
    },
  );
  expect(begun).toBe(1);
  expect(seen).toEqual(Array.from({ length: 300 }, (_, k) => k + 1));
  expect(outcome.status).toBe('stopped');
  expect(outcome.iterations.coupling).toBeGreaterThan(1);
});
