/** Islands of one contact against the measure of the whole, and against the method that solves larger ones. */
import { expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { islands, subproblem } from '../../problem/islands.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeMethods } from './cones.ts';
import { SingleContact } from './single-contact.ts';

/** Contacts of two bodies each, which no other contact touches, as problems of their own. */
function contacts(seed: number, mu: number): Problem[] {
  const pile = contactPile(new Rng(seed), 400, 700);
  const p = { ...pile, contacts: pile.contacts.map((c) => ({ ...c, set: 'cone' as const, mu })) };
  return islands(p)
    .map((rows) => subproblem(p, rows))
    .filter((q) => q.contacts.length === 1);
}

const start = ({ n }: Problem, rng: Rng | undefined) =>
  Float64Array.from({ length: n }, () => rng?.uniform(-1, 1) ?? 0);

for (const mu of [0, 0.3, 1, 3])
  test(`with mu = ${mu}: open, sticking or sliding, the answer is exact, or x is as it was`, () => {
    const single = new SingleContact();
    const rng = new Rng(41);
    const seen = { open: 0, sticks: 0, slides: 0, left: 0 };
    for (const p of contacts(380, mu)) {
      for (const from of [undefined, rng]) {
        const x = start(p, from);
        const before = x.slice();
        if (!single.solve(p, p.contacts[0], p.n, x)) {
          expect(x).toEqual(before);
          seen.left++;
          continue;
        }
        expect(energyError(p, x).value).toBeLessThan(1e-17 * referenceEnergy(p));
        const w = velocities(p, x, new Float64Array(p.n));
        const [t1, t2] = p.contacts[0].tangents;
        const slip = Math.hypot(w[t1], w[t2]);
        seen[x[p.contacts[0].normal] === 0 ? 'open' : slip > 1e-9 ? 'slides' : 'sticks']++;
      }
    }
    expect(seen.open).toBeGreaterThan(20);
    expect(seen.slides).toBeGreaterThan(5);
    expect(seen.sticks).toBeGreaterThan(mu > 0 ? 0 : -1);
    expect(seen.left).toBeLessThan(mu > 1 ? 20 : 1); // with mu = 3 and any J a contact may have several answers
  });

test('the same answer as that of the method for larger islands, where friction leaves one', () => {
  const single = new SingleContact();
  const methods = new ConeMethods(new ContactGraphs());
  for (const p of contacts(381, 0.5)) {
    const [x, y] = [start(p, undefined), start(p, undefined)];
    single.solve(p, p.contacts[0], p.n, x);
    methods.solve(p, y);
    const size = Math.max(...y.map(Math.abs));
    for (let i = 0; i < p.n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThanOrEqual(1e-8 * size);
  }
  methods.release();
});

test('two contacts, and contacts with other friction, are left as they are', () => {
  const single = new SingleContact();
  const p = contactPile(new Rng(382), 2, 1);
  const x = Float64Array.from({ length: p.n }, (_, i) => i);
  for (const set of ['cone', 'box', 'relaxed-cone'] as const)
    expect(single.solve(p, { ...p.contacts[0], set }, set === 'cone' ? p.n : 3, x)).toBe(false);
  expect(Array.from(x, Number)).toEqual(Array.from({ length: p.n }, (_, i) => i));
});

test('an answer is left as it is, without a step: what sticks stays at rest', () => {
  const single = new SingleContact();
  let sticking = 0;
  for (const p of [383, 384, 385, 386].flatMap((seed) => contacts(seed, 2))) {
    const x = start(p, undefined);
    if (!single.solve(p, p.contacts[0], p.n, x)) continue;
    single.solve(p, p.contacts[0], p.n, x); // to rounding
    const before = x.slice();
    expect(single.solve(p, p.contacts[0], p.n, x)).toBe(true);
    expect(x).toEqual(before);
    expect(single.iterations.total).toBe(0);
    const [t1, t2] = p.contacts[0].tangents;
    if (Math.hypot(x[t1], x[t2]) < 1.8 * x[p.contacts[0].normal]) sticking++;
  }
  expect(sticking).toBeGreaterThan(5);
});
