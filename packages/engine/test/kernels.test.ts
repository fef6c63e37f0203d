import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BodyEngine } from '../src/solvers/linear-systems/free-rows-in-body-space.ts';
import { engineScale, Pivoting, statesFrom } from '../src/solvers/pivoting/block-pivoting.ts';
import { storedNames, storedProblem } from './support/stored-problems.ts';

test('the committed layouts and modules are what their sources give', async () => {
  const { compile, layoutsText, MODULES, moduleText } = await import('../../../scripts/build-kernels.mjs' as string);
  const committed = (path: string) =>
    readFileSync(fileURLToPath(new URL(`../src/kernels/${path}`, import.meta.url)), 'utf8');
  expect(await layoutsText()).toBe(committed('wasm/layouts.ts'));
  for (const module of MODULES) expect(moduleText(module, await compile(module))).toBe(committed(module.text));
});

describe('on structured problems of ours and of others', () => {
  const names = storedNames.filter((name) => storedProblem(name).structure);
  test.each(names)('compiled kernels and twins give %s the same bits, pivot by pivot', (name) => {
    const p = storedProblem(name);
    const answers = (['auto', 'twin'] as const).map((kind) => {
      const engine = new BodyEngine(kind);
      engine.prepare(p);
      const e0 = engineScale(engine, p);
      statesFrom(new Float64Array(p.n), p, engine.state);
      const seen: number[] = [];
      const monitor = {
        ownsStopping: false,
        begin: () => {},
        observe: (_k: number, x: Float64Array, w?: Float64Array) => {
          seen.push(...x, ...(w ?? []));
          return undefined;
        },
      };
      const rules = { maxPivots: 30, patience: 4, fallback: 'give-up' } as const;
      expect(new Pivoting().run(engine, p, e0, rules, monitor)).toBe('settled');
      return [...seen, ...engine.x];
    });
    expect(answers[0].length).toBe(answers[1].length);
    expect(answers[0].every((v, i) => Object.is(v, answers[1][i]))).toBe(true);
  });
});
