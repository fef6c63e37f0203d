// Time of an iteration per contact for each friction set, of the methods that go from row to row or from contact to contact, on the
// lattice of spheres of `sweeps`. Methods take turns; medians. Rows of boxes are psor's: the kernel of pgs, which would measure when watched.
// npm run bench -- friction [--contacts N] [--rounds N]

import { makeContact } from '@signorini/engine/problem';
import { blockGs, fixedPoint, nonlinearGs, nscd, psor } from '@signorini/engine/solvers';
import { pile } from './pile.mjs';
import { betweenIterations, median } from './timing.mjs';

const CASES = [
  [psor, 'box'],
  [psor, 'pyramid'],
  [psor, 'polyhedral'],
  [psor, 'cylinder'],
  [psor, 'cone'],
  [psor, 'relaxed-cone'],
  [fixedPoint, 'box'],
  [blockGs, 'box'],
  [nonlinearGs, 'cone'],
  [nscd, 'cone'],
];
const ITERATIONS = [4, 20]; // the last that does not count, and the last that does

export async function run(argv) {
  const option = (name, otherwise) => (argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : otherwise);
  const contacts = option('--contacts', 20000);
  const p = pile(contacts);
  const cases = CASES.map(([solver, set]) => {
    const of = (_, c) => makeContact({ normal: 3 * c, tangents: [3 * c + 1, 3 * c + 2], mu: 0.5, set });
    const problem = { ...p, contacts: Array.from({ length: contacts }, of) };
    const instance = solver.create();
    const measure = () => (1e6 * betweenIterations(solver, instance, problem, ITERATIONS, 1)) / contacts;
    measure();
    return { solver: solver.name, set, measure, ns: [] };
  });
  for (let round = 0; round < option('--rounds', 25); round++) for (const one of cases) one.ns.push(one.measure());
  const cone = median(cases.find(({ solver, set }) => solver === 'psor' && set === 'cone').ns);
  const rows = cases.map(({ solver, set, ns }) => {
    const sorted = ns.toSorted((a, b) => a - b);
    return {
      solver,
      set,
      nsPerContact: median(ns),
      quartiles: [sorted[Math.floor(ns.length / 4)], sorted[Math.floor((3 * ns.length) / 4)]],
      overCone: median(ns) / cone,
    };
  });
  for (const { solver, set, nsPerContact, quartiles, overCone } of rows)
    process.stdout.write(
      `${solver.padEnd(14)}${set.padEnd(14)}${nsPerContact.toFixed(0).padStart(6)} ns  (${quartiles.map((v) => v.toFixed(0)).join(' to ')})  ${overCone.toFixed(2)}\n`,
    );
  return { unit: 'ns per contact and iteration', contacts, iterations: [ITERATIONS[0] + 1, ITERATIONS[1]], rows };
}
