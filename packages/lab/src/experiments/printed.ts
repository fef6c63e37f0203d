/**
 * Printed numbers: every number of a paper that a comparison uses, with the place where it stands. Nothing else in the
 * experiments is a number of a paper. `page` counts from the paper's first; null if the text at hand does not show where its pages end.
 */
export interface Printed<T> {
  readonly place: string;
  readonly page: number | null;
  readonly values: T;
}

/**
 * EPTK19 Sec. 5.1: the rod. A in 1/kg, b and w in m/s, x in N s, errors in J, masses in kg; `exact`: with exact effective masses.
 * `corrected`: docs/papers.md, items 3 to 5; energies are those of the iterate with x1 = 0 and w2 = 0 that satisfies A x + b = w.
 */
export const ROD_PRINTED = {
  place: 'EPTK19 Sec. 5.1 and 5.1.1, Eqs. (26) and (27)',
  page: null,
  values: {
    diagonal: 0.1,
    coupling: -0.5,
    b1: -0.2981,
    b2: 0.1019,
    w1: -0.2981,
    x2: -0.1019,
    fischer1: 0.2981,
    fischer2: 0.1019,
    first: 4.44e-2,
    second: 5.2e-3,
    total: 4.96e-2,
    mass: 1.33,
    couplingMass: 0.66,
    exactFirst: 5.91e-2,
    exactSecond: 3.9e-3,
    exact: 6.3e-2,
  },
  corrected: { diagonal: 1, w1: -0.24715, fischer2: 0.2038, first: 3.054e-2, total: 3.573e-2 },
} as const satisfies Printed<object> & { readonly corrected: object };

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
  values: { power: 1, bodies: 100, simplex: 'not practical beyond', faster: 'orders of magnitude', parallel: 'NC' },
} as const satisfies Printed<object>;

/** T-FP Fig. 2, and Sec. 5 for the bodies. */
export const SHAKER_PRINTED = {
  place: 'T-FP Fig. 2 and Sec. 5',
  page: null,
  values: { constraints: 6500, bodies: 'thousands' },
} as const satisfies Printed<object>;

/** EPTK19 Sec. 5.2 and Fig. 9: projected Gauss-Seidel on the wall. The figure has no numbers in the text at hand. */
export const PGS_CONVERGENCE_PRINTED = {
  place: 'EPTK19 Sec. 5.2',
  page: null,
  values: {
    problems: 500,
    sweeps: 100,
    maximum: 'in the first ten',
    band: 'relatively small',
    steeper: 'steeper (quadratic, the others linear)',
  },
} as const satisfies Printed<object>;

/** EPTK19 Sec. 4.2.1: powers of n of the cost of the measure and of a factorisation; the share is given in words. */
export const MEASURE_COST_PRINTED = {
  place: 'EPTK19 Sec. 4.2.1',
  page: null,
  values: { measure: 1, dense: 3, share: 'negligible' },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.1 and Fig. 5, grasping: direct iterations and couplings that most steps need. */
export const ITERATIONS_PRINTED = {
  place: 'EATK18 Sec. 6.1, Fig. 5',
  page: null,
  values: { bppPivots: 10, spookPivots: 5, pgsSmDirect: 5, pgsSmCouplings: 6, pgsSmShare: 0.9 },
} as const satisfies Printed<object>;

/** EATK18 Table 3: limits of one solve or one phase. */
export const TABLE3_PRINTED = {
  place: 'EATK18 Table 3',
  page: null,
  values: {
    bppPivots: 30,
    bppCouplings: 3,
    pgsSweeps: 25,
    pgsCouplings: 3,
    pgsSmPivots: 5,
    spookPivots: 10,
    phases: 5,
  },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.1 and Fig. 6: the residual that PGS does not reach in real time; a step has 1/60 s. */
export const ERROR_DEVELOPMENT_PRINTED = {
  place: 'EATK18 Sec. 6.1, Fig. 6',
  page: null,
  values: { residual: 1e-2, realTimeMs: 1000 / 60 },
} as const satisfies Printed<object>;

/** EATK18 Table 2: mean number of rows. */
export const TABLE2_PRINTED = {
  place: 'EATK18 Table 2',
  page: null,
  values: { grasping: 400, winch: 400, loop: 350, wall: 550 },
} as const satisfies Printed<object>;

/** EATK18 Table 4: medians over 500 steps, the natural residual as a power of ten and the solver time, s. docs/papers.md, item 13. */
export const TABLE4_PRINTED = {
  place: 'EATK18 Table 4',
  page: null,
  values: {
    grasping: {
      bpp: { exponent: -6, time: 8.46e-2 },
      pgs: { exponent: 2, time: 1.43e-2 },
      'pgs-sm': { exponent: -2, time: 8.68e-2 },
      spook: { exponent: 2, time: 4.89e-2 },
    },
    winch: {
      bpp: { exponent: -11, time: 5.42e-2 },
      pgs: { exponent: 1, time: 2.66e-3 },
      'pgs-sm': { exponent: -11, time: 5.12e-2 },
      spook: { exponent: 1, time: 1.85e-2 },
    },
    loop: {
      bpp: { exponent: -11, time: 2.38e-2 },
      pgs: { exponent: -1, time: 3.88e-3 },
      'pgs-sm': { exponent: -5, time: 8.52e-3 },
      spook: { exponent: -3, time: 4.52e-3 },
    },
    wall: {
      bpp: { exponent: -10, time: 1.46e-1 },
      pgs: { exponent: 1, time: 1.45e-2 },
      'pgs-sm': { exponent: -8, time: 2.26e-1 },
      spook: { exponent: -1, time: 6.45e-3 },
    },
  },
} as const satisfies Printed<object>;

/** EATK18 Sec. 6.3.1: solver times of BPP on grasping, s. */
export const GRASPING_TIMES_PRINTED = {
  place: 'EATK18 Sec. 6.3.1',
  page: null,
  values: { least: 1e-2, most: 1 },
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

/** EPTK19 Sec. 5.3, Figs. 11 and 12: iteration limit, share of the circle without correction, s of the last spikes. */
export const FORKLIFT_PRINTED = {
  place: 'EPTK19 Sec. 5.3, Figs. 11 and 12',
  page: null,
  values: { limit: 15, share: 7 / 8, lastSpikeMeasured: 3, lastSpikeUncorrected: 7 },
} as const satisfies Printed<object>;

/** PIR Sec. 4, Fig. 2: the granular problem, and iterations as ratios; the curves themselves are not in the text. */
export const RESIDUALS_PRINTED = {
  place: 'PIR Sec. 4, Fig. 2',
  page: null,
  values: { contacts: 1702, rows: 5106, mu: 0.8, boxOverFrictionless: 3, cpgOverPgs: 0.5, costOfCpg: 2 },
} as const satisfies Printed<object>;

/** PIR Sec. 4, Fig. 4: how the changes of the active set fall; no numbers are printed. */
export const ACTIVE_SET_PRINTED = {
  place: 'PIR Sec. 4, Fig. 4',
  page: null,
  values: { PGS: 'exponential', CPG: 'exponential', Newton: 'linear' },
} as const satisfies Printed<object>;

/** PIR Sec. 2.2: the pyramid "introduces anisotropic friction"; more facets reduce it. The ratio follows from its Table 1. */
export const ANISOTROPY_PRINTED = {
  place: 'PIR Sec. 2.2, Table 1',
  page: null,
  values: { box: Math.SQRT2 },
} as const satisfies Printed<object>;
