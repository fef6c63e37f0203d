/** EATK18 Sec. 6.3 and 7: what the paper recommends, sentence by sentence, each with the test that decides it on measured answers. */
import { short } from '../../number-text.ts';
import type { TestCase } from './test-cases.ts';

type Key = TestCase['key'];

/** One solver on one test case, over the problems of a set. */
export interface Showing {
  readonly solver: string;
  readonly problems: number;
  /** Median natural residual: the paper's measure; Infinity if not finite. */
  readonly residual: number;
  /** 95th percentile of the error that decides, J: against the bounds as solved, or as a whole. */
  readonly error: number;
  /** Median, ms. */
  readonly timeMs: number;
  /** Share of the answers that ended at a limit. */
  readonly struck: number;
}

/** Answers of every solver, test case by test case. */
export type Showings = ReadonlyMap<Key, readonly Showing[]>;

/** Requirements on a solver. */
interface Need {
  readonly accurate: boolean;
  readonly cases: readonly Key[];
}

export interface Advice {
  readonly id: string;
  readonly place: string;
  /** In our words. */
  readonly advice: string;
  readonly need: Need;
  decide(all: Showings): Decision;
}

interface Decision {
  readonly holds: boolean;
  /** The deciding figures, with numbers. */
  readonly figure: string;
}

/** J: what an accurate answer may lack. */
export const TOLERANCE = 1e-6;
/** A solver is fast if it takes at most this many times the time of the fastest of the paper's four. */
export const FAST_FACTOR = 2;

const PAPER_NAMES = ['bpp-dense', 'pgs', 'pgs-sm', 'spook'] as const;
const EVERY: readonly Key[] = ['grasping', 'winch', 'loop', 'wall'];

export function showing(all: Showings, key: Key, solver: string): Showing {
  const found = all.get(key)?.find((one) => one.solver === solver);
  return found ?? { solver, problems: 0, residual: Infinity, error: Infinity, timeMs: Infinity, struck: 1 };
}

const errorOf = (all: Showings, key: Key, solver: string) => showing(all, key, solver).error;

/** The solver is about the fastest of the paper's four in these cases. */
function fast(all: Showings, cases: readonly Key[], solver: string): Decision {
  const ratios = cases.map((key) => {
    const others = PAPER_NAMES.filter((name) => name !== solver).map((name) => showing(all, key, name));
    const next = others.reduce((p, q) => (q.timeMs < p.timeMs ? q : p));
    return { key, next: next.solver, ratio: showing(all, key, solver).timeMs / next.timeMs };
  });
  return {
    holds: ratios.every(({ ratio }) => ratio <= FAST_FACTOR),
    figure: `${solver}: ${ratios.map(({ key, next, ratio }) => `${key} ${short(ratio)} of the time of ${next}`).join(', ')}`,
  };
}

/** Less error than PGS, or both within the tolerance. */
function betterThanPgs(all: Showings, key: Key, solver: string): Decision {
  const [own, pgs] = [errorOf(all, key, solver), errorOf(all, key, 'pgs')];
  return { holds: own < pgs || own <= TOLERANCE, figure: `${short(own)} J against ${short(pgs)} J of pgs` };
}

/** Every named solver is within the tolerance in every case. */
function accurate(all: Showings, cases: readonly Key[], solvers: readonly string[]): Decision {
  const worst = cases.flatMap((key) => solvers.map((solver) => ({ key, solver, error: errorOf(all, key, solver) })));
  const largest = worst.reduce((p, q) => (q.error > p.error ? q : p));
  return {
    holds: largest.error <= TOLERANCE,
    figure: `largest error ${short(largest.error)} J (${largest.solver}, ${largest.key})`,
  };
}

const beyond = (all: Showings, cases: readonly Key[], solver: string): Decision => {
  const errors = cases.map((key) => ({ key, error: errorOf(all, key, solver) }));
  return {
    holds: errors.every(({ error }) => error > TOLERANCE),
    figure: errors.map(({ key, error }) => `${solver} ${key} ${short(error)} J`).join(', '),
  };
};

const both = (...parts: readonly Decision[]): Decision => ({
  holds: parts.every(({ holds }) => holds),
  figure: parts.map(({ figure }) => figure).join('; '),
});

export const ADVICE: readonly Advice[] = [
  {
    id: 'R1',
    place: 'Sec. 6.3.1',
    advice: 'Grasping needs a direct solve of the whole system (BPP, PGS-SM); PGS and SPOOK are not accurate enough',
    need: { accurate: true, cases: ['grasping'] },
    decide: (all) =>
      both(
        accurate(all, ['grasping'], ['bpp-dense', 'pgs-sm']),
        beyond(all, ['grasping'], 'pgs'),
        beyond(all, ['grasping'], 'spook'),
      ),
  },
  {
    id: 'R2',
    place: 'Sec. 6.3.2',
    advice: 'Winch: PGS for fast, less accurate solutions',
    need: { accurate: false, cases: ['winch'] },
    decide: (all) => fast(all, ['winch'], 'pgs'),
  },
  {
    id: 'R3',
    place: 'Sec. 6.3.2',
    advice: 'Winch: PGS-SM for accurate solutions if there is more time',
    need: { accurate: true, cases: ['winch'] },
    decide: (all) => accurate(all, ['winch'], ['pgs-sm']),
  },
  {
    id: 'R4',
    place: 'Sec. 6.3.3',
    advice: 'Closed loop: BPP if the solution needs to be accurate',
    need: { accurate: true, cases: ['loop'] },
    decide: (all) => accurate(all, ['loop'], ['bpp-dense']),
  },
  {
    id: 'R5',
    place: 'Sec. 6.3.3',
    advice: 'Closed loop: SPOOK if performance has priority',
    need: { accurate: false, cases: ['loop'] },
    decide: (all) => both(fast(all, ['loop'], 'spook'), betterThanPgs(all, 'loop', 'spook')),
  },
  {
    id: 'R6',
    place: 'Sec. 6.3.4',
    advice: 'Brick wall: SPOOK for high performance',
    need: { accurate: false, cases: ['wall'] },
    decide: (all) => both(fast(all, ['wall'], 'spook'), betterThanPgs(all, 'wall', 'spook')),
  },
  {
    id: 'R7',
    place: 'Sec. 6.3.4',
    advice: 'Brick wall: BPP for high accuracy',
    need: { accurate: true, cases: ['wall'] },
    decide: (all) => accurate(all, ['wall'], ['bpp-dense']),
  },
  {
    id: 'R8',
    place: 'Sec. 7',
    advice: 'If accuracy has priority over performance: BPP and PGS-SM',
    need: { accurate: true, cases: EVERY },
    decide: (all) => accurate(all, EVERY, ['bpp-dense', 'pgs-sm']),
  },
  {
    id: 'R9',
    place: 'Sec. 7',
    advice: 'Direct solvers only if they converge in the vast majority of steps',
    need: { accurate: true, cases: EVERY },
    decide: limitMatters,
  },
  {
    id: 'R10',
    place: 'Sec. 7',
    advice: 'PGS if accuracy is secondary and little time is available',
    need: { accurate: false, cases: EVERY },
    decide: (all) => fast(all, EVERY, 'pgs'),
  },
  {
    id: 'R11',
    place: 'Sec. 7',
    advice: 'SPOOK where friction is not decisive (closed loop, brick wall)',
    need: { accurate: false, cases: ['loop', 'wall'] },
    decide: (all) => accurate(all, ['loop', 'wall'], ['spook']),
  },
  {
    id: 'R12',
    place: 'Sec. 7',
    advice: 'Not SPOOK where small changes of friction matter (grasping, winch)',
    need: { accurate: true, cases: ['grasping', 'winch'] },
    decide: (all) => both(beyond(all, ['grasping'], 'spook'), beyond(all, ['winch'], 'spook')),
  },
];

/** BPP held to this many pivots: many solves do not end. */
export const SHORT_LIMIT = 3;
export const SHORT = `bpp-dense, ${SHORT_LIMIT} pivots`;

/** BPP cut short: the advice is right if its answers are not accurate where the limit struck in more than a few steps. */
function limitMatters(all: Showings): Decision {
  const cases = EVERY.map((key) => ({ key, ...showing(all, key, SHORT) })).filter(({ struck }) => struck > 0.05);
  const text = cases.map(({ key, error, struck }) => `${key} ${short(error)} J with ${short(100 * struck)} % cut off`);
  return {
    holds: cases.length > 0 && cases.every(({ error }) => error > TOLERANCE),
    figure: `BPP held to ${SHORT_LIMIT} pivots: ${text.join(', ') || 'ends everywhere'}`,
  };
}

/**
 * Ours for a need: the cheapest solver that is accurate in every case of it. If accuracy is secondary the same, unless another is
 * faster by more than `FAST_FACTOR`.
 */
export function ourAdvice(
  all: Showings,
  { accurate: exact, cases }: Need,
): { readonly solver: string; readonly timeMs: number; readonly error: number } | null {
  const names = [...new Set(cases.flatMap((key) => (all.get(key) ?? []).map(({ solver }) => solver)))].filter(
    (name) => name !== SHORT,
  );
  const rated = names.map((solver) => ({
    solver,
    timeMs: Math.max(...cases.map((key) => showing(all, key, solver).timeMs)),
    error: Math.max(...cases.map((key) => errorOf(all, key, solver))),
  }));
  const cheapest = (list: typeof rated) =>
    list.reduce<(typeof rated)[number] | null>((p, q) => (p === null || q.timeMs < p.timeMs ? q : p), null);
  const good = cheapest(rated.filter(({ error }) => error <= TOLERANCE));
  const quickest = cheapest(rated);
  return exact || (good && quickest && good.timeMs <= FAST_FACTOR * quickest.timeMs) ? good : quickest;
}
