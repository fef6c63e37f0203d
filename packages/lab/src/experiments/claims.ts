/** Every claim of the five papers that a computer can check. docs/papers.md has what is misprinted; claims are checked as corrected. */

export interface Claim {
  readonly paper: 'EPTK19' | 'EATK18' | 'T-FP' | 'PIR';
  /** Section, figure or table. */
  readonly where: string;
  readonly claim: string;
}

export const CLAIMS = {
  E1: { paper: 'EPTK19', where: 'abs., Sec. 6', claim: 'The energy error is zero if and only if x is a solution' },
  E2: {
    paper: 'EPTK19',
    where: 'Figs 1, 2, 4',
    claim: 'Error isolines: zero on the thick line, grows quadratically along lines of slope a_ii',
  },
  E3: {
    paper: 'EPTK19',
    where: 'Sec. 5.1',
    claim: 'Rod: de = 4.96e-2 J for the printed pair, 6.30e-2 J with exact masses (and the corrections)',
  },
  E4: {
    paper: 'EPTK19',
    where: 'Sec. 5.1.1, App.',
    claim: '(A^-1)_ii >= 1/a_ii, equality iff A is diagonal; velocity errors under-, impulse errors overestimated',
  },
  E5: {
    paper: 'EPTK19',
    where: 'Sec. 3.3',
    claim: 'Mixed-unit measures change the order of two iterates under a change of units, the energy error does not',
  },
  E6: {
    paper: 'EPTK19',
    where: 'Sec. 5.2',
    claim:
      "PGS on the wall's 500 MLCPs from 0, 100 sweeps: Fischer-Burmeister and natural residual rise in the first ten sweeps, have a maximum, then fall exponentially",
  },
  E7: { paper: 'EPTK19', where: 'Sec. 5.2', claim: 'The energy error does not rise in the first ten sweeps' },
  E8: {
    paper: 'EPTK19',
    where: 'Sec. 5.2',
    claim: "Its decay is steeper: the slope of log error per sweep is about twice the others'",
  },
  E9: {
    paper: 'EPTK19',
    where: 'Sec. 5.2',
    claim: 'Curves start from similar values and spread; the band of one standard deviation is narrow',
  },
  E10: { paper: 'EPTK19', where: 'Sec. 5.2', claim: '100 sweeps do not keep the wall standing; several hundred do' },
  E11: { paper: 'EPTK19', where: 'Sec. 4.2.1', claim: 'Cost of the measure: O(n), negligible against a factorisation' },
  E12: {
    paper: 'EPTK19',
    where: 'Sec. 5.3, Fig 11',
    claim:
      'Forklift: reference circle closes; without correction (last iterate at the limit of 15) it covers about 7/8 of it in the same time',
  },
  E13: {
    paper: 'EPTK19',
    where: 'Fig 11',
    claim:
      'With the least-error iterate by any of the three measures the trajectory is visually the reference; energy is closest, the others a few centimetres away',
  },
  E14: {
    paper: 'EPTK19',
    where: 'Fig 12',
    claim:
      'Wheel-speed spikes end before 3 s with a measure, go on past 7 s without; energy and natural residual have the least fluctuation',
  },
  E15: {
    paper: 'EPTK19',
    where: 'Sec. 6',
    claim: 'Stopping at an energy tolerance (future work): which tolerance keeps which scene right?',
  },
  A1: {
    paper: 'EATK18',
    where: 'Table 2',
    claim: 'Problem sizes: grasping about 400, wall 550, winch 400, loop 350 rows',
  },
  A2: { paper: 'EATK18', where: 'Sec. 6.1, Fig 5a', claim: 'BPP ends within 10 pivots in most steps (grasping)' },
  A3: { paper: 'EATK18', where: 'Fig 5d', claim: "SPOOK's direct phase needs fewer than 5 pivots in most" },
  A4: {
    paper: 'EATK18',
    where: 'Fig 5b, c',
    claim: "PGS-SM's direct phase ends after at most 5; its coupling within 6 for about 90 %",
  },
  A5: {
    paper: 'EATK18',
    where: 'Fig 6',
    claim: 'PGS diverges on grasping at any iteration count, converges on the others',
  },
  A6: { paper: 'EATK18', where: 'Sec. 6.1', claim: 'PGS does not get below 1e-2 without far exceeding real time' },
  A7: {
    paper: 'EATK18',
    where: 'Table 4',
    claim: 'Medians of Table 4, orders of magnitude of the residual per solver and scene',
  },
  A8: {
    paper: 'EATK18',
    where: 'Sec. 6.3.1',
    claim: "Grasping: PGS's arm collapses; SPOOK's log slides and is nearly dropped; BPP and PGS-SM hold it",
  },
  A9: {
    paper: 'EATK18',
    where: 'Sec. 6.3.2',
    claim:
      'Winch: performance in the order PGS, SPOOK, PGS-SM, BPP; PGS and SPOOK similar errors; PGS-SM faster than BPP on average',
  },
  A10: {
    paper: 'EATK18',
    where: 'Sec. 6.3.3',
    claim:
      'Loop: BPP least error, most time; SPOOK less error than PGS at similar time; no visible difference in motion',
  },
  A11: {
    paper: 'EATK18',
    where: 'Sec. 6.3.4',
    claim: "Wall: PGS and SPOOK in real time; SPOOK stands beyond 1000 steps, PGS falls; PGS-SM's bricks are misplaced",
  },
  A12: { paper: 'EATK18', where: 'Sec. 6.3.1', claim: 'BPP 10 ms to 1 s a step on grasping, PGS-SM fluctuates less' },
  A13: {
    paper: 'EATK18',
    where: 'Sec. 6.5',
    claim: "Constraint order: solving contacts nearer the ground first lowers PGS's error",
  },
  A14: {
    paper: 'EATK18',
    where: 'Sec. 6.5',
    claim: 'Cable-rod: SPOOK produces too little friction unless the coupling iterations are raised significantly',
  },
  A15: {
    paper: 'EATK18',
    where: 'Sec. 6.5, Fig 8',
    claim: 'Stationary point: non-zero friction at rest in the loop; fading regularisation cures it',
  },
  A16: {
    paper: 'EATK18',
    where: 'Sec. 6.5',
    claim: 'The last iterate at a limit is in general not the best; keep the least-error one',
  },
  A17: {
    paper: 'EATK18',
    where: 'Sec. 6.5',
    claim:
      'The natural residual misleads at high mass ratios: the iterate with the least of it is not the one that keeps the system stable',
  },
  A18: { paper: 'EATK18', where: 'Sec. 6.3, 7', claim: 'Recommendations per scene (6.3) and in general (7)' },
  A19: { paper: 'EATK18', where: 'Sec. 7.1', claim: 'Future work: sparse and updated factorisations are faster' },
  A20: {
    paper: 'EATK18',
    where: 'Sec. 7.1',
    claim: 'Future work: a direct solver for critical subsystems helps controllers succeed',
  },
  T1: { paper: 'T-FP', where: 'Sec. 3', claim: 'The iteration converges monotonically (Theorem 2.1, as corrected)' },
  T2: { paper: 'T-FP', where: 'Sec. 1', claim: 'Bilateral only: the method is SOR' },
  T3: { paper: 'T-FP', where: 'Sec. 3, 4', claim: 'Time and memory O(n)' },
  T4: {
    paper: 'T-FP',
    where: 'Sec. 1, 5',
    claim:
      'Simplex methods do not handle more than about a hundred bodies in practice; the iterative one is orders of magnitude faster',
  },
  T5: {
    paper: 'T-FP',
    where: 'Fig 2',
    claim: 'Thousands of bodies: the shaker with about 6500 unilateral constraints',
  },
  T6: { paper: 'T-FP', where: 'Sec. 4', claim: 'Usable with an early abort in hard real time' },
  T7: { paper: 'T-FP', where: 'Sec. 4', claim: 'Parallel' },
  T8: { paper: 'T-FP', where: 'Sec. 1', claim: 'Extends to 3-D Coulomb friction with small changes' },
  P1: { paper: 'PIR', where: 'Fig 2', claim: 'Box instead of frictionless: about 3 times the iterations, each solver' },
  P2: {
    paper: 'PIR',
    where: 'Fig 2, 5',
    claim: 'CPG needs about half the iterations of PGS; an iteration costs about twice',
  },
  P3: { paper: 'PIR', where: 'Fig 2', claim: 'With strong friction CPG on the pyramid deteriorates (jitters)' },
  P4: {
    paper: 'PIR',
    where: 'Fig 2',
    claim: 'Nonlinear GS on the cone needs slightly fewer iterations than PGS on the pyramid',
  },
  P5: {
    paper: 'PIR',
    where: 'Sec. 4',
    claim: 'All solvers can fail on the nonlinear models if friction is strong enough',
  },
  P6: { paper: 'PIR', where: 'Sec. 4', claim: 'Spheres need no Newton step in the disc subproblem' },
  P7: {
    paper: 'PIR',
    where: 'Fig 3',
    claim: "PGS and CPG: velocity error follows the residual, PGS drops faster at first; Newton's does not",
  },
  P8: {
    paper: 'PIR',
    where: 'Fig 4',
    claim: 'Active-set changes fall exponentially for PGS and CPG, linearly for Newton',
  },
  P9: { paper: 'PIR', where: 'Sec. 5', claim: 'Newton is inferior for contact problems' },
  P10: {
    paper: 'PIR',
    where: 'Sec. 3.4, 5',
    claim: 'Multigrid: high set-up cost, convergence impeded by the null space',
  },
  P11: { paper: 'PIR', where: 'Sec. 3.4', claim: 'Transferring velocity errors instead (suggested, not tried)' },
  P12: {
    paper: 'PIR',
    where: 'Sec. 2.2, 5',
    claim:
      "The convex relaxation keeps the coupling at the box model's convergence; the price is normal motion while sliding, negligible for small mu or small velocity",
  },
  P13: { paper: 'PIR', where: 'Sec. 5', claim: 'A splitting method first, Newton after: beneficial' },
  P14: { paper: 'PIR', where: 'Sec. 2.2', claim: 'Anisotropy of box and pyramid; less with more facets' },
} as const satisfies Readonly<Record<string, Claim>>;

export type ClaimId = keyof typeof CLAIMS;
