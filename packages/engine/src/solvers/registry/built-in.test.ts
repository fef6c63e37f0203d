import { expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane } from '../../collision/shapes/shapes.ts';
import { createWorld } from '../../simulate.ts';
import { lemke } from '../lemke.ts';
import { pgs } from '../pgs.ts';
import { solvers } from '../registry.ts';
import { type BuiltInSolver, builtInSolver } from './built-in.ts';

const NAMES: readonly BuiltInSolver[] = [
  ...(['admm', 'auto', 'bpp', 'newton-cone', 'newton-coupled', 'nncg', 'pgs', 'psor'] as const),
];

test('a built-in name gives the solver of that name, which is also in the registry', () => {
  for (const name of NAMES) {
    expect(builtInSolver(name).name).toBe(name);
    expect(solvers).toContain(builtInSolver(name));
  }
});

test('an object is taken as it is, built in or not', () => {
  expect(builtInSolver(pgs)).toBe(pgs);
  expect(builtInSolver(lemke)).toBe(lemke);
});

test('another name throws a sentence that says where solvers are imported from', () => {
  for (const name of ['lemke', 'toString', '__proto__'])
    expect(() => builtInSolver(name as BuiltInSolver)).toThrow(
      new ContractError(
        `solver: expected ${NAMES.join(', ')}, or a solver of @signorini/engine/solvers (findSolver gives one by name), found "${name}"`,
      ),
    );
});

test('the registry lists solvers by name, each once', () => {
  const names = solvers.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('a world with a name steps to the same bits as one with the object', () => {
  const stepped = (solver: typeof pgs | 'pgs') => {
    const world = createWorld({}, { solver });
    world.addBody({ shape: plane(), motion: 'static' });
    world.addBody({ shape: box(1, 1, 1), position: [0, 0, 0.5], velocity: [1, 0, 0] });
    for (let k = 0; k < 10; k++) world.step();
    return world.hash();
  };
  expect(stepped('pgs')).toBe(stepped(pgs));
});
