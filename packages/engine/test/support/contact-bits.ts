/**
 * Problems with contacts for the tests of bits: every solver on every friction set that it takes, every choice of its options,
 * and islands beyond the direct methods of `auto`. Seeded, and free of anything that a browser does not have.
 */
import { hashNumbers } from '../../src/linalg/hash.ts';
import { Rng } from '../../src/linalg/rng.ts';
import { type Problem, withContacts } from '../../src/problem/problem.ts';
import type { SetKind } from '../../src/problem/sets/set.ts';
import type { OptionValues } from '../../src/problem/solver.ts';
import { type AnySolver, findSolver } from '../../src/solvers/registry.ts';
import { type Solution, solve } from '../../src/solvers/solve.ts';
import { randomHeap } from './cone-problems.ts';
import { contactPile } from './contact-pile.ts';
import { contactProblem } from './contact-problems.ts';

/**
 * 12 rows, which `enumeration` takes; then heaps with rolling and spinning friction, and contacts among rows of other
 * sorts, with stored bounds.
 */
export function problemsWithContacts(set: SetKind, maxRows = Infinity): Problem[] {
  const rng = new Rng(84);
  const problems = [
    randomHeap(rng, { contacts: 4, bodies: 3, set, mu: 0.4 }),
    randomHeap(rng, { contacts: 12, bodies: 6, set, mu: 0.4, resists: true }),
    randomHeap(rng, { contacts: 30, bodies: 6, set, mu: 0.8, compliance: 1e-4 }), // sweeps alone do not end here
    mixed(rng, set),
  ];
  return problems.filter(({ n }) => n <= maxRows);
}

function mixed(rng: Rng, set: SetKind): Problem {
  const p = contactProblem(rng, { contacts: 6, others: 6, bodies: 5 });
  // both rows of a round section have one size
  for (const { tangents, rolling } of p.contacts)
    for (const [first, second] of [tangents, rolling])
      if (second !== undefined) [p.lo[second], p.hi[second]] = [p.lo[first], p.hi[first]];
  return withSet(p, set);
}

/** Impulses and the bounds that they were found between. */
export function hashSolution({ x, lo, hi }: Solution, hash = 0): number {
  return hashNumbers(hi, hashNumbers(lo, hashNumbers(x, hash)));
}

/** The bits of one solver for contacts of one set, friction following the normals as it does by default. */
export function bitsOf(solver: AnySolver, set: SetKind, options: OptionValues = {}): number {
  let hash = 0;
  for (const p of problemsWithContacts(set, solver.maxRows)) {
    if (options.bounds !== 'stored') hash = hashSolution(solve(p, { solver, options }), hash);
    else if (!p.ungiven?.length) hash = hashSolution(solve(p, { solver, coupling: 0 }), hash);
  }
  return hash;
}

/** Every choice of a solver's options that is not its default. */
export function choicesOf(solver: AnySolver): OptionValues[] {
  return Object.entries(solver.options).flatMap(([name, spec]) =>
    spec.type === 'choice' ? spec.choices.filter((c) => c !== spec.default).map((c) => ({ [name]: c })) : [],
  );
}

export interface LargeIsland {
  readonly problem: Problem;
  readonly options: OptionValues;
  readonly coupling?: number;
  /** The critical rows are solved directly, in turns with sweeps. */
  readonly direct?: boolean;
}

/** Islands of more than 2000 rows, too connected to be factored: one for each way in which `auto` sweeps them. */
export function largeIslands(): Record<string, LargeIsland> {
  const contacts = contactPile(new Rng(85), 900, 510, 1e-3);
  const joints = jointed(contacts, 30);
  const sweeps = 130; // two looks at the error and a rest
  return {
    'contacts alone': { problem: contacts, options: { sweeps } },
    'contacts alone, cut short': { problem: contacts, options: { sweeps: 20 } },
    'contacts alone, cones': { problem: withSet(contacts, 'cone'), options: { sweeps } },
    'contacts and joints': { problem: joints, options: { sweeps } },
    'contacts and joints, stored bounds': { problem: joints, options: { sweeps }, coupling: 0 },
    'critical joints': { problem: joints, options: { sweeps: 20, critical: 'joints' }, direct: true },
    'critical mechanisms': { problem: joints, options: { sweeps: 20, critical: 'mechanisms' }, direct: true },
  };
}

/** Solves a large island by `auto` and hashes the answer. */
export function hashIsland({ problem, options, coupling }: LargeIsland): { hash: number; solution: Solution } {
  const request = { solver: findSolver('auto'), options, ...(coupling !== undefined && { coupling }) };
  const solution = solve(problem, request);
  return { hash: hashSolution(solution), solution };
}

/** The last contacts of a pile as joints of three bilateral rows; the others get friction bounds. */
function jointed(p: Problem, joints: number): Problem {
  const contacts = p.contacts.slice(0, p.contacts.length - joints);
  const first = 3 * contacts.length;
  const bound = (i: number) => (i >= first || i % 3 === 0 ? Infinity : 0.1);
  const hi = Float64Array.from(p.b, (_, i) => bound(i));
  const lo = Float64Array.from(p.b, (_, i) => (i < first && i % 3 === 0 ? 0 : -bound(i)));
  return { ...withContacts(p, contacts), lo, hi, ungiven: [] };
}

function withSet(p: Problem, set: SetKind): Problem {
  return withContacts(
    p,
    p.contacts.map((contact) => ({ ...contact, set })),
  );
}
