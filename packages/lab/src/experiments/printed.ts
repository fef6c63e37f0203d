/**
 * What the papers print: every number that a comparison uses, with the place where it stands. Nothing else in the experiments is
 * a number of a paper. `page` counts from the paper's first; null if the text at hand does not show where its pages end.
 */
export interface Printed<T> {
  readonly place: string;
  readonly page: number | null;
  readonly values: T;
}

/** EPTK19 Sec. 5.1: energy errors of the rod, J; `exact`: with exact effective masses. docs/papers.md, items 3 to 5. */
export const ROD_PRINTED = {
  place: 'EPTK19 Sec. 5.1 and 5.1.1',
  page: null,
  values: { first: 4.44e-2, second: 5.2e-3, total: 4.96e-2, exactFirst: 5.91e-2, exactSecond: 3.9e-3, exact: 6.3e-2 },
} as const satisfies Printed<object>;

/** EPTK19 Fig. 4: along lines of slope a_ii the energy error grows with this power of the distance. */
export const ISOLINES_PRINTED = {
  place: 'EPTK19 Fig. 4',
  page: null,
  values: { power: 2 },
} as const satisfies Printed<object>;

/** T-FP Theorem 2.1 and Sec. 1, 4: formulas and words; docs/papers.md, item 16. */
export const FIXED_POINT_PRINTED = {
  place: 'T-FP Sec. 1, Theorem 2.1 and Sec. 4',
  page: null,
  values: { formula: '1 - rho', radius: 'rho(B N) < 1', diagonal: 'always', bilateral: 'converges to SOR' },
} as const satisfies Printed<object>;

/** T-FP Sec. 1, 3, 4 and 5: what is said of cost; the only numbers are the hundred bodies and the power of O(n). */
export const SCALING_PRINTED = {
  place: 'T-FP Sec. 1, 3, 4 and 5',
  page: null,
  values: {
    ...{ power: 1, bodies: 100, simplex: 'not practical beyond', faster: 'orders of magnitude', parallel: 'NC' },
  },
} as const satisfies Printed<object>;

/** T-FP Fig. 2, and Sec. 5 for the bodies. */
export const SHAKER_PRINTED = {
  place: 'T-FP Fig. 2 and Sec. 5',
  page: null,
  values: { constraints: 6500, bodies: 'thousands' },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.3 and EPTK19 Sec. 5.2: what the papers report of scenes that solvers drive, in words. */
export const OUTCOMES_PRINTED = {
  place: 'EATK18 Sec. 6.3.1 and 6.3.4, EPTK19 Sec. 5.2',
  page: null,
  values: {
    grasping: { bpp: 'held', pgs: 'arm collapses', 'pgs-sm': 'held', spook: 'slides, nearly dropped' },
    wall: {
      bpp: 'stands',
      pgs: 'collapses eventually',
      'pgs-sm': 'slightly misplaced',
      spook: 'stands beyond 1000 steps',
    },
    sweeps: 'several hundred',
  },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.5 and Fig. 8: whether friction is left in the ring at rest, in words. */
export const STATIONARY_PRINTED = {
  place: 'EATK18 Sec. 6.5, Fig. 8',
  page: null,
  values: { bpp: 'sometimes not zero', pgs: null, 'pgs-sm': null, spook: 'sometimes not zero' },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.5: what the order of the rows does to an iterative solver's error, in words. */
export const ORDERING_PRINTED = {
  place: 'EATK18 Sec. 6.5',
  page: null,
  values: { ratio: 'more than 1' },
} as const satisfies Printed<object>;

/** EATK18 Sec. 7.1: what is expected of a direct solve of critical subsystems, in words. */
export const CRITICAL_PRINTED = {
  place: 'EATK18 Sec. 7.1',
  page: null,
  values: { sweeps: 'difficulties', joints: 'can help', mechanisms: 'can help', direct: null },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.5, insufficient friction: in words. */
export const CABLE_PRINTED = {
  place: 'EATK18 Sec. 6.5',
  page: null,
  values: { bpp: null, pgs: null, 'pgs-sm': null, spook: 'not sufficient' },
} as const satisfies Printed<object>;
