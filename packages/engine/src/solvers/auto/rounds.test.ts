import { describe, expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { frictionConsistency } from '../../measures/friction-consistency.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { setFrictionBounds } from '../../problem/friction-bounds.ts';
import { islands } from '../../problem/islands.ts';
import { type Problem, withBounds } from '../../problem/problem.ts';
import type { SetKind } from '../../problem/sets/set.ts';
import { granular } from '../../scenes/papers/granular.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../registry.ts';
import { solve } from '../solve.ts';
import { ClosedContacts } from './closed-contacts.ts';

const auto = findSolver('auto');

/** As if every island were beyond direct methods. */
const never = { direct: 'never' } as const;

const withSet = (p: Problem, set: SetKind): Problem => ({
  ...p,
  warm: undefined,
  contacts: p.contacts.map((contact) => ({ ...contact, set })),
});

/** 150 spheres that settle, mu = 0.8; about 1000 rows. */
function heapOf(seed: number, steps: number): Problem {
  const world = createWorld(granular, { parameters: { count: 150, seed } });
  for (let k = 0; k < steps; k++) world.step();
  const p = world.problem() as Problem;
  world.release();
  return p;
}

describe.each(['box', 'cone'] as const)('a heap of spheres with strong friction, set %s', (set) => {
  const problems = [heapOf(1, 25), heapOf(2, 12), heapOf(3, 25)].map((p) => withSet(p, set));
  const errorOf = (p: Problem, x: Float64Array) =>
    (set === 'box' ? frictionConsistency(p, x) : energyError(p, x)).value / referenceEnergy(p);

  test('is solved to a target that its sweeps do not reach, measured from x', () => {
    for (const p of problems) {
      const plain = solve(p, { solver: auto, options: { ...never, sweeps: 60 } });
      expect(errorOf(p, plain.x)).toBeGreaterThan(1e-7);
      expect(plain.iterations.direct).toBe(0);
      const { x, status, iterations, path } = solve(p, {
        solver: auto,
        options: { ...never, sweeps: 60, target: 1e-11 },
      });
      expect(errorOf(p, x)).toBeLessThan(1e-11);
      expect(status).toBe('converged');
      expect(iterations.direct).toBeGreaterThan(0);
      expect(iterations.iterative).toBeLessThanOrEqual(60 * (1 + 4 * 2));
      expect(path).toContain(set === 'box' ? 'newton-coupled' : 'newton-cone');
    }
  });

  test('a tolerance in joules asks for the same, in several islands too', () => {
    expect(problems.map((p) => islands(p).length)).toEqual([1, 2, 1]);
    for (const p of problems) {
      const tolerance = 1e-10 * referenceEnergy(p);
      const { x, status } = solve(p, { solver: auto, options: { ...never, sweeps: 60 }, tolerance });
      expect(status).toBe('converged');
      expect(errorOf(p, x)).toBeLessThan(1e-10);
    }
  });

  test('used instances give the bits of fresh ones', () => {
    const instance = auto.create();
    const options = { ...never, sweeps: 60, target: 1e-11 };
    for (const p of [...problems, ...problems]) {
      const [used, fresh] = [solve(p, { solver: auto, options, instance }), solve(p, { solver: auto, options })];
      expect(used.x).toEqual(fresh.x);
      expect(used.iterations).toEqual(fresh.iterations);
    }
    instance.release();
  });
});

test('small piles: the answer that enumeration finds between the bounds of its normals', () => {
  const enumeration = findSolver('enumeration');
  const rng = new Rng(4901);
  for (let k = 0; k < 40; k++) {
    const p = contactPile(rng, 4, 3);
    const { x, status } = solve(p, { solver: auto, options: { ...never, sweeps: 2, target: 1e-20 } });
    expect(status).toBe('converged');
    const [lo, hi] = [p.lo.slice(), p.hi.slice()];
    setFrictionBounds(p, x, lo, hi);
    const boxes = { ...withBounds(p, lo, hi), ungiven: [] };
    const exact = solve(boxes, { solver: enumeration, coupling: 0 }).x;
    x.forEach((v, i) => {
      expect(v).toBeCloseTo(exact[i], 8);
    });
  }
});

test('an open contact is left out until the answer of the others closes it', () => {
  const rng = new Rng(4902);
  let closing = 0;
  for (let k = 0; k < 60; k++) {
    const p = withSet(contactPile(rng, 6, 4), 'pyramid');
    const exact = solve(p, { solver: findSolver('newton-coupled') }).x;
    const contacts = new ClosedContacts();
    const es = referenceEnergy(p);
    const next = new Float64Array(p.n);
    const start = { x: new Float64Array(p.n), es, tolerance: 1e-18, proximal: true };
    contacts.improve(p, { ...start, error: 0 }, next, undefined); // error 0: whatever is open at rest is left out
    p.contacts.forEach(({ normal }) => {
      if (p.b[normal] <= 0) return;
      expect(next[normal]).toBe(0);
      if (exact[normal] > 0) closing++;
    });
    const { x } = solve(p, { solver: auto, options: { ...never, sweeps: 1, target: 1e-14 } });
    expect(frictionConsistency(p, x).value).toBeLessThan(1e-14 * es);
  }
  expect(closing).toBeGreaterThan(5);
});

test('rows without compliance are swept only: body space cannot serve them', () => {
  const p = withSet(contactPile(new Rng(4903), 30, 12, 0), 'pyramid');
  const { iterations, status } = solve(p, { solver: auto, options: { ...never, sweeps: 5, target: 1e-12 } });
  expect(iterations.direct).toBe(0);
  expect(iterations.iterative).toBeLessThanOrEqual(5 * (1 + 4 * 2));
  expect(['converged', 'iteration-limit', 'stopped-early']).toContain(status);
});

test('a pyramid is swept as the box that follows its normals', () => {
  const p = contactPile(new Rng(4904), 60, 25);
  const [box, pyramid] = (['box', 'pyramid'] as const).map((set) =>
    solve(withSet(p, set), { solver: auto, options: { ...never, sweeps: 40 } }),
  );
  expect(pyramid.path).toBe(box.path);
  expect(pyramid.x).toEqual(box.x);
});
