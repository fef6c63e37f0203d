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
