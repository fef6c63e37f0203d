/** Projections, tangent cones and supports of the sets that are not boxes, against the definitions. */
import { describe, expect, test } from 'vitest';
import { randomVector } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { makeContact } from '../problem.ts';
import { Cone } from './cone.ts';
import { Disc } from './disc.ts';
import { FrictionSets } from './friction-sets.ts';
import { Polygon } from './polygon.ts';
import type { AdmissibleSet, SetKind } from './set.ts';

const sets: readonly (readonly [string, AdmissibleSet, number])[] = [
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

describe.each(sets)('the %s', (_, set, size) => {
  const member = (rng: Rng) => {
    const out = new Float64Array(size);
    set.project(randomVector(rng, size, 2), out);
    return out;
  };

  test('projects to the nearest point: every other member lies behind it', () => {
    const rng = new Rng(3);
    for (let k = 0; k < 2000; k++) {
      const x = randomVector(rng, size, 3);
      const nearest = new Float64Array(size);
      set.project(x, nearest);
      // (x - P x)'(y - P x) <= 0 for all members y is what makes P x the projection on a convex set
      expect(dot(minus(x, nearest), minus(member(rng), nearest))).toBeLessThanOrEqual(1e-12);
      const again = new Float64Array(size);
      set.project(nearest, again);
      expect(Math.sqrt(dot(minus(again, nearest), minus(again, nearest)))).toBeLessThan(1e-14);
    }
  });

  test('its tangent cone keeps what stays inside and takes away what leaves', () => {
    const rng = new Rng(4);
    for (let k = 0; k < 2000; k++) {
      const x = member(rng);
      const d = randomVector(rng, size, 1);
      const kept = new Float64Array(size);
      set.projectToTangentCone(x, d, kept);
      // the projection moves along it to first order: |P(x + t d) - x - t kept| = O(t^2)
      const t = 1e-6;
      const moved = new Float64Array(size);
      set.project(
        x.map((v, i) => v + t * d[i]),
        moved,
      );
      const off = moved.map((v, i) => (v - x[i]) / t - kept[i]);
      expect(Math.sqrt(dot(off, off))).toBeLessThan(1e-4);
    }
  });

  test('its support is reached by a member and exceeded by none', () => {
    const rng = new Rng(5);
    for (let k = 0; k < 500; k++) {
      const w = randomVector(rng, size, 1);
      const most = set.support(w);
      let best = -Infinity;
      for (let j = 0; j < 50; j++) best = Math.max(best, dot(member(rng), w));
      expect(best).toBeLessThanOrEqual(most + 1e-12);
      if (most === Infinity) continue;
      const far = new Float64Array(size);
      set.project(
        w.map((v) => 1e6 * v),
        far,
      );
      expect(dot(far, w)).toBeGreaterThan(most - 1e-4);
    }
  });

  test('what is not a number stays so', () => {
    const out = new Float64Array(size);
    set.project(new Float64Array(size).fill(Number.NaN), out);
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
