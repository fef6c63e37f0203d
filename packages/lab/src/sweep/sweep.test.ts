import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../node/sweep/addresses.ts';
import { axisOf, checkAxis } from './axis-kind.ts';
import { commandOf } from './command.ts';
import { crashedResult, runItem } from './run-item.ts';
import { type Axis, canonical, placesOf, type SweepPlan, sizeOf } from './sweep.ts';

const scene = findScene('mass-ratio-stack');
const axis = (key: string, kind: Axis['kind'], values: Axis['values'], range?: Axis['range']): Axis => ({
  key,
  kind,
  name: key,
  unit: '',
  values,
  ...(range && { range }),
});
const plan = (axes: readonly Axis[], random: SweepPlan['random'] = null): SweepPlan => ({
  source: { kind: 'scene', name: scene.name, digest: null },
  axes,
  settings: {
    solver: 'bpp',
    options: {},
    parameters: { light: 1, ratio: 10, size: 1 },
    timeStep: 1 / 60,
    steps: 3,
    coupling: null,
    warmStart: true,
    accuracy: null,
    repeat: null,
  },
  random,
});
const timing = { clock: () => 0, counts: true, how: 'one item at a time', machine: null };

test('a grid has every combination once, the last axis fastest', () => {
  const places = [...placesOf(plan([axis('solver', 'solver', ['pgs', 'bpp']), axis('ratio', 'parameter', [1, 2, 3])]))];
  expect(places.map(({ solver, ratio }) => `${solver}${ratio}`)).toEqual([
    'pgs1',
    'pgs2',
    'pgs3',
    'bpp1',
    'bpp2',
    'bpp3',
  ]);
});

test('a random sweep draws the same items from the same seed, inside its ranges', () => {
  const range = { from: 1, to: 1000, log: true, integer: false };
  const axes = [axis('solver', 'solver', ['pgs', 'bpp']), axis('ratio', 'parameter', [], range)];
  const drawn = (seed: number) => [...placesOf(plan(axes, { count: 400, seed }))];
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
  const ratios = drawn(7).map(({ ratio }) => Number(ratio));
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...ratios)).toBeLessThanOrEqual(1000);
  // uniform in the logarithm: a third of the draws in each decade, 133 +- 3 standard deviations of 9.4
  for (const [low, high] of [
    [1, 10],
    [10, 100],
    [100, 1000],
  ]) {
    const inside = ratios.filter((ratio) => ratio >= low! && ratio < high!).length;
    expect(Math.abs(inside - 400 / 3)).toBeLessThan(29);
  }
});

test('a drawn integer is one of those in the range, each as likely as the others', () => {
  const range = { from: 2, to: 5, log: false, integer: true };
  const drawn = [...placesOf(plan([axis('rows', 'parameter', [], range)], { count: 4000, seed: 1 }))];
  for (const rows of [2, 3, 4, 5]) {
    const count = drawn.filter((place) => place.rows === rows).length;
    expect(Math.abs(count - 1000)).toBeLessThan(83); // 3 standard deviations of 27.4
  }
});

test('an item is addressed by its content: the order of axes and of keys does not matter, values and version do', () => {
  const [p, q] = [axis('solver', 'solver', ['pgs', 'bpp']), axis('ratio', 'parameter', [1, 2])];
  const ids = (axes: readonly Axis[], version?: string) =>
    itemsOf(plan(axes), version)
      .map(({ id }) => id)
      .sort();
  expect(ids([p, q])).toEqual(ids([q, p]));
  expect(new Set(ids([p, q])).size).toBe(4);
  expect(ids([p, q], '9.9.9')).not.toEqual(ids([p, q]));
  expect(canonical({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
});

test('an option that a solver does not have varies nothing for it: one item, not one per value', () => {
  const items = itemsOf(plan([axis('solver', 'solver', ['pgs', 'bpp']), axis('omega', 'option', [1, 1.2])]));
  expect(items.map(({ item }) => `${item.solver} ${JSON.stringify(item.options)}`)).toEqual([
    'pgs {"omega":1}',
    'pgs {"omega":1.2}',
    'bpp {}',
  ]);
});

describe('a key of --vary', () => {
  const context = { scene, solvers: [findSolver('pgs'), findSolver('bpp')] };

  test('is a setting, a parameter or an option, with its unit', () => {
    expect(axisOf('time-step', context)).toMatchObject({ kind: 'time-step', unit: 's' });
    expect(axisOf('light', context)).toMatchObject({ kind: 'parameter', unit: 'kg', integer: false });
    expect(axisOf('omega', context)).toMatchObject({ kind: 'option', name: 'omega' });
    expect(axisOf('option.omega', context)).toMatchObject({ kind: 'option', name: 'omega' });
    expect(axisOf('maxIterations', context)).toMatchObject({ kind: 'option', integer: true });
  });

  test('that is unknown gets the nearest names', () => {
    expect(() => axisOf('raito', context)).toThrow('--vary: unknown key "raito"; nearest: ratio');
    expect(() => axisOf('set.omega', context)).toThrow('--vary: unknown key "omega"');
    expect(() => axisOf('time-step', { ...context, scene: undefined })).toThrow('--vary: unknown key "time-step"');
  });

  test('of both a parameter and an option has to be told apart', () => {
    const both = { ...scene, parameters: { omega: { default: 1, unit: '', summary: '' } } };
    expect(() => axisOf('omega', { ...context, scene: both })).toThrow(
      '--vary omega: expected set.omega for the parameter of the scene or option.omega for the option of a solver, found a name that both have',
    );
    expect(axisOf('set.omega', { ...context, scene: both }).kind).toBe('parameter');
  });

  test('has values that fit, each different', () => {
    const check = (key: string, kind: Axis['kind'], values: Axis['values']) => () =>
      checkAxis(axis(key, kind, values), context);
    expect(check('ratio', 'parameter', [1, -1])).toThrow('parameter ratio: expected a number >=');
    expect(check('omega', 'option', [1, 3])).toThrow('pgs: option omega: expected');
    expect(check('solver', 'solver', ['pgz'])).toThrow('unknown solver "pgz"; nearest: pgd, pgs, apgd');
    expect(check('ratio', 'parameter', [1, 2, 1])).toThrow('--vary ratio: expected different values, found 1 twice');
  });
});

test('a sweep has at least one and at most a million items', () => {
  expect(() => sizeOf(plan([]))).toThrow('sweep: expected at least one --vary, found none');
  const thousand = Array.from({ length: 1001 }, (_, k) => k + 1);
  const axes = [axis('ratio', 'parameter', thousand), axis('light', 'parameter', thousand)];
  expect(() => sizeOf(plan(axes))).toThrow('sweep: expected at most 1000000 items, found a grid of 1002001');
});

test('a row has the figures of the run: both errors, verdicts, budget, hash', () => {
  const [{ id, item }] = itemsOf(plan([axis('ratio', 'parameter', [10])])) as [ReturnType<typeof itemsOf>[number]];
  const result = runItem(id, item, { scene }, timing);
  expect(result).toMatchObject({
    id,
    outcome: 'done',
    sentence: null,
    verdict: 'good',
    count: 3,
    unsolved: 0,
    unit: 'J',
  });
  expect(result.energyError.worst).toBeLessThan(1e-20);
  expect(result.verdicts).toEqual({ good: 3, doubtful: 0, wrong: 0, torn: 0, unsolved: 0 });
  expect(result.hash).toMatch(/^[0-9a-f]+$/);
  expect(runItem(id, item, { scene }, { ...timing, counts: false }).hash).toBe(result.hash);
});

test('a scene that throws, and a step that has no finite outcome, are sentences in their rows', () => {
  const [{ id, item }] = itemsOf(plan([axis('ratio', 'parameter', [10])])) as [ReturnType<typeof itemsOf>[number]];
  const throwing = {
    ...scene,
    build: () => {
      throw new TypeError('no such body');
    },
  };
  expect(runItem(id, item, { scene: throwing }, timing)).toMatchObject({
    outcome: 'failed',
    sentence: 'an error of the program, TypeError: no such body',
    verdict: null,
    count: 0,
    countAsked: 3,
    hash: null,
  });
  const diverging = { ...scene, settings: () => ({ gravity: [0, 0, -1e300] as const, timeStep: 1e10 }) };
  const failed = runItem(id, { ...item, timeStep: 1e10 }, { scene: diverging as unknown as typeof scene }, timing);
  expect(failed.outcome).toBe('failed');
  expect(failed.sentence).toMatch(/\S+ \S+/);
  expect(crashedResult(id, item, 'out of memory', 'x')).toMatchObject({
    outcome: 'crashed',
    sentence: 'out of memory',
  });
});

test('the command that runs an item again gives its values in full, and quotes what a shell would take apart', () => {
  const item = itemsOf(plan([axis('ratio', 'parameter', [0.1])]))[0]!.item;
  expect(commandOf({ ...item, timeStep: 0.013 }, plan([]).source)).toBe(
    'npx signorini run mass-ratio-stack --solver bpp --set light=1 --set ratio=0.1 --set size=1 --time-step 0.013s --steps 3',
  );
  const file = { kind: 'scene-file', name: 'a', path: "it's.json", digest: '', text: '' } as const;
  expect(commandOf(item, file)).toContain(`run 'it'\\''s.json' `);
});
