import { expect, test } from 'vitest';
import { randomExplicit } from '../../test/support/random-problems.ts';
import { ContractError } from '../checks/errors.ts';
import { Rng } from '../linalg/rng.ts';
import { problemScale } from '../measures/converged.ts';
import { energyError } from '../measures/energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem } from '../problem/problem.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const pgs = findSolver('pgs');
const enumeration = findSolver('enumeration');

/** A 1 kg block: 2 N s of weight, 5 N s of push, mu = 0.5; the friction bounds are not given. */
const block = makeProblem({
  A: fromDense(2, [1, 0, 0, 1]),
  b: Float64Array.of(-2, 5),
  lo: Float64Array.of(0, 0),
  hi: Float64Array.of(Infinity, 0),
  ungiven: [1],
  contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5 })],
});

test('coupling N solves N times and takes the friction bounds from the normals before solves 2 to N', () => {
  const once = solve(block, { solver: enumeration, coupling: 1 });
  expect(Array.from(once.x)).toEqual([2, 0]); // bounds not given, no warm start: zero
  const twice = solve(block, { solver: enumeration, coupling: 2 });
  expect(Array.from(twice.x)).toEqual([2, -1]); // mu x_n = 1
  expect(Array.from(twice.hi)).toEqual([Infinity, 1]);
  expect(twice.iterations.coupling).toBe(2);
  const warm = solve(block, { solver: enumeration, coupling: 1, warm: Float64Array.of(3, 0) });
  expect(Array.from(warm.x)).toEqual([2, -1.5]); // from the warm start's normal
});

test('without a coupling each solver uses its own number where there are contacts, else one solve', () => {
  expect(solve(block, { solver: pgs }).iterations.coupling).toBe(3);
  expect(solve(block, { solver: enumeration }).iterations.coupling).toBe(2); // until the bounds stand still
  expect(solve(block, { solver: enumeration, coupling: 'table3' }).iterations.coupling).toBe(1);
  expect(solve({ ...block, contacts: [], ungiven: [] }, { solver: pgs }).iterations.coupling).toBe(1);
});

test('coupling 0 uses the stored bounds, and says so where there are none', () => {
  expect(() => solve(block, { solver: pgs, coupling: 0 })).toThrow(/row 1 is a friction row without bounds/);
  const stored = { ...block, ungiven: [], lo: Float64Array.of(0, -3), hi: Float64Array.of(Infinity, 3) };
  const solution = solve(stored, { solver: pgs, coupling: 0 });
  expect(Array.from(solution.x)).toEqual([2, -3]);
  expect(solution.lo).toBe(stored.lo);
  expect(Array.from(stored.hi)).toEqual([Infinity, 3]);
});

const hard = randomExplicit(new Rng(61), 8, 1e-4);

test('an energy tolerance is met or the status says that it was not', () => {
  const met = solve(hard, { solver: pgs, tolerance: 1e-10, options: { maxIterations: 1e6 } });
  expect(met.status).toBe('converged');
  expect(energyError(hard, met.x).value).toBeLessThanOrEqual(1e-10);
  const missed = solve(hard, { solver: pgs, tolerance: 1e-30, options: { maxIterations: 5 } });
  expect(missed.status).toBe('iteration-limit');
});

test('when a limit strikes the least-error iterate of the history is returned, unless the last is asked for', () => {
  // over-relaxed sweeps raise the energy error now and then: stop right after the first rise
  const long = solve(hard, { solver: pgs, options: { maxIterations: 200, omega: 1.95, tolerance: 0 }, history: true });
  const rise = long.history!.solves[0].errors.energy.findIndex((e, k, all) => k > 0 && e > all[k - 1]);
  expect(rise).toBeGreaterThan(0);
  const options = { maxIterations: rise, omega: 1.95, tolerance: 0 };
  const picked = solve(hard, { solver: pgs, options, history: true });
  const errors = picked.history!.solves[0].errors.energy;
  expect(picked.picked).toBe('energy');
  expect(energyError(hard, picked.x).value).toBe(Math.min(...errors));
  const last = solve(hard, { solver: pgs, options, pick: 'last' });
  expect(last.picked).toBe('last');
  expect(energyError(hard, last.x).value).toBe(errors[errors.length - 1]);
  expect(Math.min(...errors)).toBeLessThan(errors[errors.length - 1]);
});

test("a time limit ends the solve by the injected clock, and the monitor's own time is not the solver's", () => {
  let now = 0;
  const clock = () => now++;
  const { status, timeMs } = solve(hard, {
    solver: pgs,
    timeLimit: 50,
    clock,
    options: { maxIterations: 1e6, tolerance: 0 },
  });
  expect(status).toBe('time-limit');
  expect(timeMs).toBeGreaterThan(0);
  expect(timeMs).toBeLessThan(50);
  expect(() => solve(hard, { solver: pgs, timeLimit: 1 })).toThrow(
    'solve: timeLimit: expected a clock beside it, found none',
  );
});

test('a diverging solve returns the best finite iterate, the start in the worst case', () => {
  const broken = { ...hard, b: hard.b.map((v, i) => (i === 7 ? Number.NaN : v)) };
  const { status, picked } = solve(broken, { solver: pgs });
  expect(status).toBe('diverged');
  expect(picked).toBe('last'); // every error is NaN: there is no best
});

test.each([
  [{ omgea: 1 }, 'pgs: unknown option "omgea"; nearest: omega'],
  [{ omega: 2 }, 'pgs: option omega: expected a number in (0, 2), found 2'],
  [{ maxIterations: 2.5 }, 'pgs: option maxIterations: expected an integer >= 1, found 2.5'],
  [{ form: 'dense' }, 'pgs: option form: expected auto or rows or matrix-free, found "dense"'],
])('a wrong option is refused with a sentence: %o', (options, sentence) => {
  expect(() => solve(hard, { solver: pgs, options })).toThrow(new ContractError(sentence));
});

test('crossed bounds and a diagonal that is not positive are refused with the row', () => {
  const crossed = { ...hard, lo: hard.lo.map(() => 1), hi: hard.hi.map(() => 0) };
  expect(() => solve(crossed, { solver: pgs })).toThrow('row 0: expected lo <= hi, found 1 and 0');
  const flat = { ...block, A: fromDense(2, [1, 0, 0, 0]) };
  expect(() => solve(flat, { solver: pgs })).toThrow('row 1: expected a positive diagonal of A, found 0');
});

test('a problem that a solver does not take is refused, and solvers that do are named', () => {
  expect(() => solve(randomExplicit(new Rng(1), 13), { solver: enumeration })).toThrow(
    /^enumeration takes at most 12 rows, this problem has 13; solvers that take it: .*\bpgs\b/,
  );
  expect(() => solve({ ...hard, symmetric: false }, { solver: pgs })).toThrow(
    /^pgs needs a symmetric A, this problem has "symmetric": false; solvers that take it: .*enumeration/,
  );
  expect(() => solve(hard, { solver: pgs, warm: new Float64Array(3) })).toThrow(
    'expected a warm start of 8 numbers, found 3',
  );
  expect(() => findSolver('pgss')).toThrow('unknown solver "pgss"; nearest: pgs');
});

test('a request with a name written wrong is an error that names the nearest', () => {
  const request = { solver: pgs, tolerence: 1e-6 } as never;
  expect(() => solve(block, request)).toThrow('solve: unknown option "tolerence"; nearest: tolerance');
});

test('what `converged` asks for is that of the numbers of this solve, also if an array was written over since the last', () => {
  const rows = [0, 1, 2, 3, 4, 5];
  const contact = (normal: number) => makeContact({ normal, tangents: [normal + 1, normal + 2], mu: 0.5, set: 'cone' });
  const b = Float64Array.of(-1, 0.1, 0, -1, 0, 0.2);
  const A = fromDense(
    6,
    rows.flatMap((i) => rows.map((j) => (i === j ? 1 : 0.1))),
  );
  const p = makeProblem({
    A,
    b,
    lo: new Float64Array(6),
    hi: Float64Array.of(Infinity, 0, 0, Infinity, 0, 0),
    ungiven: [1, 2, 4, 5],
    contacts: [contact(0), contact(3)],
  });
  const first = solve(p, { solver: findSolver('auto') });
  expect(first.errors.limit).toBe(1e-10 * problemScale(p));
  b.fill(-3);
  for (const name of ['nscd', 'auto']) {
    const again = solve(p, { solver: findSolver(name) });
    expect(again.errors.limit).toBe(1e-10 * problemScale(p));
    expect(again.errors.limit).toBeGreaterThan(2 * first.errors.limit);
  }
});
