/** How an island with cones is solved: who begins, who takes over, and that no clock has a say in it. */
import { expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { makeProblem, type Problem } from '../../problem/problem.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeMethods } from './cones.ts';

function pile(seed: number, contacts: number, bodies: number): Problem {
  const p = contactPile(new Rng(seed), contacts, bodies);
  return { ...p, contacts: p.contacts.map((c) => ({ ...c, set: 'cone' as const })) };
}

const asRows = (p: Problem): Problem => makeProblem({ ...p, A: p.A.sparse(), structure: undefined });

function run(p: Problem, start = new Float64Array(p.n)) {
  const x = start.slice();
  const methods = new ConeMethods(new ContactGraphs());
  const outcome = methods.solve(p, x);
  methods.release();
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

test('solves piles with J and without, to the same test', () => {
  for (let seed = 370; seed < 374; seed++)
    for (const p of [pile(seed, 80, 40), asRows(pile(seed, 80, 40))]) {
      const { status, error } = run(p);
      expect(status).toBe('converged');
      expect(error).toBeLessThan(1e-17);
    }
});

test('without J a factorisation of n^3 costs more than hundreds of alternating directions: they begin', () => {
  const { path, status } = run(asRows(pile(375, 150, 70)));
  expect([path, status]).toEqual(['admm', 'converged']);
});

test('a warm start goes to Newton at once', () => {
  const p = pile(376, 60, 30);
  const { x } = run(p);
  const moved = x.map((v) => 1.0001 * v);
  const { path, iterations, status } = run(p, moved);
  expect([path, status, iterations.iterative]).toEqual(['newton-cone', 'converged', 0]);
});

test('the monitor sees one solve whose iterates are numbered through, whatever methods take part', () => {
  const p = asRows(pile(377, 60, 30));
  const seen: number[] = [];
  let begun = 0;
  const monitor = {
    ownsStopping: false,
    begin: () => {
      begun++;
    },
    observe: (k: number) => {
      seen.push(k);
      return undefined;
    },
  };
  new ConeMethods(new ContactGraphs()).solve(p, new Float64Array(p.n), monitor);
  expect(begun).toBe(1);
  expect(seen).toEqual(seen.map((_, i) => i + 1));
});
