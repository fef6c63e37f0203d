/** Projections and tangent cones of all friction sets, against oracles that are written from the definitions. */
import { describe, expect, test } from 'vitest';
import { randomVector } from '../../../test/support/random-problems.ts';
import { type AdmissibleSet, Box, Cone, Disc, Polygon } from '../../../test/support/set-oracles.ts';
import { Rng } from '../../linalg/rng.ts';
import { makeContact } from '../problem.ts';
import { coneMap } from './cone.ts';
import { FrictionSets } from './friction-sets.ts';
import type { SetKind } from './set.ts';

const oracles: readonly (readonly [string, AdmissibleSet, number])[] = [
  ['box', new Box(Float64Array.of(-1, 0, -Infinity, 2), Float64Array.of(1, Infinity, Infinity, 2)), 4],
  ['disc', new Disc(0.7), 2],
  ['disc of one row', new Disc(0.7), 1],
  ['square on its corner', new Polygon(0.7, 4), 2],
  ['hexagon', new Polygon(1.3, 6), 2],
  ['polygon of 16 sides', new Polygon(1.3, 16), 2],
  ['cone', new Cone(0.4), 3],
  ['steep cone', new Cone(2.5), 3],
];

const dot = (p: Float64Array, q: Float64Array) => p.reduce((sum, v, i) => sum + v * q[i], 0);
const minus = (p: Float64Array, q: Float64Array) => p.map((v, i) => v - q[i]);
const length = (p: Float64Array) => Math.sqrt(dot(p, p));

describe.each(oracles)('the oracle %s', (_, set, size) => {
  const nearestTo = (x: Float64Array) => {
    const out = new Float64Array(size);
    set.project(x, out);
    return out;
  };

  test('projects to the nearest point: every other member lies behind it', () => {
    const rng = new Rng(3);
    for (let k = 0; k < 2000; k++) {
      const x = randomVector(rng, size, 3);
      const nearest = nearestTo(x);
      const member = nearestTo(randomVector(rng, size, 2));
      // (x - P x)'(y - P x) <= 0 for all members y is what makes P x the projection on a convex set
      expect(dot(minus(x, nearest), minus(member, nearest))).toBeLessThanOrEqual(1e-12);
      expect(length(minus(nearestTo(nearest), nearest))).toBeLessThan(1e-14);
    }
  });

  test('has a support that a member reaches and none exceeds', () => {
    const rng = new Rng(5);
    for (let k = 0; k < 500; k++) {
      const w = randomVector(rng, size, 1);
      const most = set.support(w);
      let best = -Infinity;
      for (let j = 0; j < 50; j++) best = Math.max(best, dot(nearestTo(randomVector(rng, size, 2)), w));
      expect(best).toBeLessThanOrEqual(most + 1e-12);
      if (most === Infinity) continue;
      expect(dot(nearestTo(w.map((v) => 1e6 * v)), w)).toBeGreaterThan(most - 1e-4);
    }
  });
});

/** One contact and its tangents, or two rows of no contact, of a size of 0.7; what the oracle of the same set is. */
const single: readonly (readonly [string, FrictionSets, AdmissibleSet, (x: Float64Array) => Float64Array])[] = [
  ...(['prism', 'cylinder'] as const).map((set) => {
    const sets = new FrictionSets({
      n: 3,
      contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 1, set, facets: 6 })],
    });
    const oracle = set === 'prism' ? new Polygon(0.7, 6) : new Disc(0.7);
    return [set, sets, oracle, (x: Float64Array) => x.slice(1)] as const;
  }),
  [
    'relaxed-cone',
    new FrictionSets({ n: 3, contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.7, set: 'relaxed-cone' })] }),
    new Cone(0.7),
    (x) => x,
  ],
  [
    'box',
    new FrictionSets({ n: 3, contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 1, set: 'box' })] }),
    new Box(Float64Array.of(-0.7, -0.7), Float64Array.of(0.7, 0.7)),
    (x) => x.slice(1),
  ],
  [
    'rows of no contact',
    new FrictionSets({ n: 3, contacts: [] }),
    new Box(Float64Array.of(0, -0.7, -0.7), Float64Array.of(Infinity, 0.7, 0.7)),
    (x) => x,
  ],
];
const ones = new Float64Array(3).fill(1);
const low = Float64Array.of(0, -0.7, -0.7);
const high = Float64Array.of(Infinity, 0.7, 0.7);

describe.each(single)('%s', (_, sets, oracle, part) => {
  test('projects as the oracle does', () => {
    const rng = new Rng(11);
    for (let k = 0; k < 2000; k++) {
      const y = randomVector(rng, 3, 2);
      const found = new Float64Array(3);
      sets.project(y, ones, low, high, found);
      const expected = new Float64Array(part(y).length);
      oracle.project(part(y), expected);
      expect(length(minus(part(found), expected))).toBeLessThan(1e-14);
    }
  });

  test('has a tangent cone along which the oracle moves to first order', () => {
    const rng = new Rng(4);
    for (let k = 0; k < 2000; k++) {
      const [x, kept] = [new Float64Array(3), new Float64Array(3)];
      sets.project(randomVector(rng, 3, 2), ones, low, high, x);
      const d = randomVector(rng, 3, 1);
      sets.tangentCone(x, d, ones, low, high, kept);
      const t = 1e-8; // |P(x + t d) - x - t kept| = O(t^2)
      const moved = new Float64Array(part(x).length);
      oracle.project(part(x.map((v, i) => v + t * d[i])), moved);
      const off = moved.map((v, i) => (v - part(x)[i]) / t - part(kept)[i]);
      expect(length(off)).toBeLessThan(1e-4);
    }
  });

  test('keeps what is not a number', () => {
    const out = new Float64Array(3);
    sets.project(new Float64Array(3).fill(Number.NaN), ones, low, high, out);
    expect(out.some(Number.isNaN)).toBe(true);
  });
});

const contact = (set: SetKind) =>
  makeContact({
    normal: 0,
    tangents: [1, 2],
    mu: 0.6,
    set,
    rolling: [3, 4],
    muRolling: 0.1,
    spinning: [5],
    muSpinning: 0.05,
  });
const metricOf = (rng: Rng) => {
  const [n, t, r, s] = [rng.uniform(0.1, 4), rng.uniform(0.1, 4), rng.uniform(1, 90), rng.uniform(1, 90)];
  return Float64Array.of(n, t, t, r, r, s);
};
const lo = Float64Array.of(0, -0.5, -0.5, -0.1, -0.1, -0.05);
const hi = Float64Array.of(Infinity, 0.5, 0.5, 0.1, 0.1, 0.05);

describe('a contact with rolling and spinning', () => {
  test.each(['box', 'prism', 'cylinder', 'relaxed-cone'] as const)('%s: the nearest point in the metric', (kind) => {
    const sets = new FrictionSets({ n: 6, contacts: [contact(kind)] });
    const rng = new Rng(6);
    for (let k = 0; k < 2000; k++) {
      const a = metricOf(rng);
      const y = randomVector(rng, 6, 1.5);
      const [nearest, other] = [new Float64Array(6), new Float64Array(6)];
      sets.project(y, a, lo, hi, nearest);
      sets.project(randomVector(rng, 6, 1.5), a, lo, hi, other);
      const behind = minus(y, nearest).reduce((sum, v, i) => sum + a[i] * v * (other[i] - nearest[i]), 0);
      expect(behind).toBeLessThanOrEqual(1e-11);
    }
  });

  test.each(['box', 'prism', 'cylinder', 'relaxed-cone'] as const)(
    '%s: the tangent cone is the slope of the projection',
    (kind) => {
      const sets = new FrictionSets({ n: 6, contacts: [contact(kind)] });
      const rng = new Rng(7);
      for (let k = 0; k < 2000; k++) {
        const a = metricOf(rng);
        const [x, kept, moved] = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
        sets.project(randomVector(rng, 6, 1.5), a, lo, hi, x);
        const d = randomVector(rng, 6, 1);
        sets.tangentCone(x, d, a, lo, hi, kept);
        const t = 1e-7;
        sets.project(
          x.map((v, i) => v + t * d[i]),
          a,
          lo,
          hi,
          moved,
        );
        for (let i = 0; i < 6; i++) expect(Math.abs((moved[i] - x[i]) / t - kept[i])).toBeLessThan(2e-4);
      }
    },
  );

  test('pyramid, polyhedral and cone: sections have the size that the projected normal gives', () => {
    const rng = new Rng(8);
    for (const kind of ['pyramid', 'polyhedral', 'cone'] as const) {
      const sets = new FrictionSets({ n: 6, contacts: [contact(kind)] });
      for (let k = 0; k < 200; k++) {
        const x = new Float64Array(6);
        sets.project(randomVector(rng, 6, 3), metricOf(rng), lo, hi, x);
        const size = kind === 'pyramid' ? Math.max(Math.abs(x[1]), Math.abs(x[2])) : Math.sqrt(x[1] ** 2 + x[2] ** 2);
        expect(size).toBeLessThanOrEqual(0.6 * x[0] * (1 + 1e-14));
        expect(Math.abs(x[5])).toBeLessThanOrEqual(0.05 * x[0] * (1 + 1e-14));
        if (x[0] === 0) expect(x.every((v) => v === 0)).toBe(true);
      }
    }
  });
});

test.each(['cone', 'relaxed-cone'] as const)(
  '%s: the map of one disc has the bits of the general one, also near the rim',
  (set) => {
    const rng = new Rng(23);
    const [lo, hi] = [Float64Array.of(0, 0, 0), Float64Array.of(Infinity, 0, 0)];
    const [written, general] = [new Float64Array(3), new Float64Array(3)];
    let different = 0;
    for (let k = 0; k < 50000; k++) {
      const mu = 10 ** rng.uniform(-5, 5);
      const sets = new FrictionSets({ n: 3, contacts: [makeContact({ normal: 0, tangents: [1, 2], mu, set })] });
      const at = 10 ** rng.uniform(-5, 5);
      const a = Float64Array.of(10 ** rng.uniform(-2, 2), at, at);
      const share = k % 2 === 0 ? rng.uniform(0, 2) : 1 + rng.uniform(-1, 1) * 10 ** rng.uniform(-16, -1);
      const angle = rng.uniform(0, 7);
      const x = Float64Array.of(1, share * mu * Math.cos(angle), share * mu * Math.sin(angle));
      const size = k % 3 === 0 ? 0 : 10 ** rng.uniform(-12, 1);
      const w = randomVector(rng, 3, size);
      sets.naturalMap(x, w, a, lo, hi, written);
      coneMap(sets, 0, x, w, a, general);
      if (!written.every((v, i) => Object.is(v, general[i]))) different++;
    }
    expect(different).toBe(0);
  },
);
