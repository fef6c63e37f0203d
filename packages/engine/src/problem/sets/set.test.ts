/** The table of friction sets: what its lines promise to everything that derives from them. */
import { describe, expect, test } from 'vitest';
import { fromDense } from '../explicit.ts';
import { makeContact, makeProblem } from '../problem.ts';
import { FrictionSets } from './friction-sets.ts';
import {
  following,
  frozen,
  frozenSet,
  isByRows,
  isFixed,
  isFollowing,
  isRowByRow,
  setsOf,
  withoutNone,
} from './models.ts';
import { DISC, FIXED, FOLLOWING, POLYGON, RELAXED, ROWS, sectionOf } from './section.ts';
import { finerSet, SET_KINDS, SETS, type SetKind, setOfCode } from './set.ts';

/** PIR Table 1, written out once more: [held at fixed size, following, shape, sizing]. */
const expected: Record<SetKind, readonly [frozen: SetKind, following: SetKind, shape: number, sizing: number]> = {
  none: ['box', 'none', ROWS, FIXED],
  box: ['box', 'pyramid', ROWS, FIXED],
  pyramid: ['box', 'pyramid', ROWS, FOLLOWING],
  prism: ['prism', 'polyhedral', POLYGON, FIXED],
  polyhedral: ['prism', 'polyhedral', POLYGON, FOLLOWING],
  cylinder: ['cylinder', 'cone', DISC, FIXED],
  cone: ['cylinder', 'cone', DISC, FOLLOWING],
  'relaxed-cone': ['relaxed-cone', 'relaxed-cone', DISC, RELAXED],
};

const problemOf = (set: SetKind) =>
  makeProblem({
    A: fromDense(3, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    b: Float64Array.of(-1, 0, 0),
    lo: Float64Array.of(0, -1, -1),
    hi: Float64Array.of(Infinity, 1, 1),
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.5, set })],
  });

describe.each(SET_KINDS)('%s', (set) => {
  const [held, follows, shape, sizing] = expected[set];
  const p = problemOf(set);

  test('has the partner of fixed size and the one that follows of PIR Table 1', () => {
    expect(setsOf(frozen(p))).toEqual([held]);
    expect(frozenSet(set)).toBe(held);
    expect(setsOf(following(p))).toEqual([follows]);
    expect(isFollowing(set)).toBe(held !== set && set !== 'none');
    expect(isFixed(set)).toBe(follows !== set);
    expect(setsOf(withoutNone(p))).toEqual([set === 'none' ? 'box' : set]);
  });

  test('has sections of its shape and sizing', () => {
    const sets = new FrictionSets(p);
    expect([sets.shape[0], sets.sizing[0]]).toEqual([shape, sizing]);
    expect(isByRows(set)).toBe(shape === ROWS);
    expect(isRowByRow(p)).toBe(set === 'box' || set === 'none');
  });
});

test('numbers in memory that threads share are as they were, each given once', () => {
  expect(SET_KINDS.map((set) => SETS[set].code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (const set of SET_KINDS) expect(setOfCode(SETS[set].code)).toBe(set);
});

test('of two sets the finer wins, whatever their order, and none over all of them', () => {
  const order: SetKind[] = ['box', 'pyramid', 'prism', 'polyhedral', 'cylinder', 'cone', 'relaxed-cone', 'none'];
  order.forEach((a, k) => {
    for (const b of order.slice(k)) expect([finerSet(a, b), finerSet(b, a)]).toEqual([b, b]);
  });
});

test('a section reaches its rim where its projection begins to change a point', () => {
  const cases = [
    [ROWS, 4],
    [POLYGON, 4],
    [POLYGON, 10],
    [DISC, 4],
  ] as const;
  for (const [shape, facets] of cases)
    for (let k = 0; k < 64; k++) {
      const [u, v] = [((k * 37) % 64) / 32 - 1, ((k * 11) % 64) / 32 - 1];
      const section = sectionOf(shape, facets);
      const out = new Float64Array(2);
      section.project(Float64Array.of(u, v), 0, 1, 0.6, out);
      const inside = out[0] === u && out[1] === v;
      if (!inside) expect(section.reaches(u, v, 0.6)).toBe(true);
      if (inside) expect(section.reaches(u, v, 0.6 * (1 + 1e-12))).toBe(false);
    }
});
