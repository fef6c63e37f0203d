/** The same bits on every platform: this file runs in Node and in Chromium, against the same committed hashes. */
import { expect, test } from 'vitest';
import { hashNumbers, hashText } from '../src/linalg/hash.ts';
import { Rng } from '../src/linalg/rng.ts';
import { energyErrorExact } from '../src/measures/energy-exact.ts';
import { fischerBurmeister } from '../src/measures/fischer-burmeister.ts';
import { solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { randomHeap } from './support/cone-problems.ts';
import { randomExplicit, randomStructured } from './support/random-problems.ts';

const committed: Record<string, string> = {
  auto: '6a78b520',
  'newton-coupled': '92561616',
  dantzig: '04525f32',
  lemke: 'f01ce2b6',
  enumeration: '49921c0e',
  bpp: '6a78b520',
  'bpp-dense': 'ab3b3a57',
  ipm: 'baa68d0b',
  pgs: '47770d17',
  'pgs-sm': 'baa68d0b',
  spook: '6a78b520',
  'block-gs': '8c0d4ba6',
  'nonlinear-gs': 'dae1f720',
  nscd: 'dae1f720',
  'fixed-point': 'e5922eb0',
  psor: '0dc472ac',
  admm: '54f75018',
  amg: '65f5c32c',
  'newton-cone': '679d5b86',
  'newton-fb': '025ec55c',
  'newton-min': 'c5ed0169',
  'pgs-newton': '2e27ed9d',
  apgd: '018234f9',
  cpg: '757eb2f9',
  nncg: 'f4bebbb7',
  pgd: '6aae3194',
  'spg-bb': '6a71a3d5',
  measures: '60d8d13d',
};

test.each(solvers.map((solver) => [solver.name, solver] as const))('%s gives the committed bits', (name, solver) => {
  const rng = new Rng(81);
  let hash = 0;
  for (let k = 0; k < 10; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 7) : randomStructured(rng, 7, 3);
    hash = hashNumbers(solve(p, { solver, coupling: 0 }).x, hash);
  }
  expect(hashText(hash)).toBe(committed[name]);
});

const committedCones: Record<string, string> = {
  auto: '34c322fd',
  'newton-cone': '34c322fd',
  'fixed-point': 'e503aaaa',
  'nonlinear-gs': '0f83cdf6',
  nscd: '538eaa78',
  psor: 'd14e9e15',
  admm: 'ed734f90',
  apgd: '5c5f76b4',
  'spg-bb': '03a2211d',
};

test.each(solvers.filter((solver) => solver.accepts.includes('cone')).map((solver) => [solver.name, solver] as const))(
  "%s gives the committed bits with Coulomb's cones",
  (name, solver) => {
    const rng = new Rng(83);
    let hash = 0;
    for (let k = 0; k < 5; k++) {
      const p = randomHeap(rng, { contacts: 9, bodies: 4, set: 'cone', mu: 0.4 });
      hash = hashNumbers(solve(p, { solver, coupling: 0 }).x, hash);
    }
    expect(hashText(hash)).toBe(committedCones[name]);
  },
);

test('the measures give the committed bits', () => {
  const rng = new Rng(82);
  const values = new Float64Array(20);
  for (let k = 0; k < 10; k++) {
    const p = randomStructured(rng, 7, 3);
    values[2 * k] = energyErrorExact(p, p.b)!.value;
    values[2 * k + 1] = fischerBurmeister(p, p.b).value;
  }
  expect(hashText(hashNumbers(values))).toBe(committed.measures);
});
