/** The README's quick start is run as it stands there; docs/start shows its examples as they are. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

test('the quick start of the README is examples/quick-start.mjs, in at most 20 lines', () => {
  const [, shown] = /```js\n([\s\S]*?)```/.exec(read('README.md'))!;
  expect(shown).toBe(read('examples/quick-start.mjs'));
  expect(shown.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
});

test('it prints a force that is the weight, and an error that is next to nothing', async () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const example = '../examples/quick-start.mjs'; // not a literal: it has no types
  await import(example);
  log.mockRestore();
  const [, force, weight] = /carries ([\d.]+) N, the crate weighs ([\d.]+) N/.exec(printed[0])!;
  expect(force).toBe(weight);
  expect(weight).toBe('490.500'); // 0.125 m^3 of 400 kg/m^3
  const [, error, status] = /error of the last step: (\S+) J \((\w+)\)/.exec(printed[1])!;
  expect(Number(error)).toBeLessThan(1e-17);
  expect(status).toBe('converged');
});

test('the solver of docs/start/research.md is examples/solvers/jacobi.py', () => {
  const [, shown] = /```py\n([\s\S]*?)```/.exec(read('docs/start/research.md'))!;
  expect(shown).toBe(read('examples/solvers/jacobi.py'));
});
