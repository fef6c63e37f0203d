import { fromDense, makeProblem } from '@signorini/engine/problem';
import { scenes } from '@signorini/engine/scenes';
import { expect, test } from 'vitest';
import { conditionNumber, deficiency, scaled } from './dense.ts';
import { examineScene, examineStored } from './scene.ts';

/**
 * Warnings that are true: the papers' arm is over-constrained, and their stiffness lets its 308 kg sink into the ground by 15 mm; a
 * cable of Cardan joints hardly has a way to twist, and while the rod slides the cable sways faster than the steps.
 */
const trueWarnings: Record<string, readonly object[]> = {
  'cable-rod': [{ check: 'conditioning' }, { check: 'step-energy' }],
  capstan: [{ check: 'conditioning' }],
  'log-grasping': [
    { check: 'redundancy', subject: 'telescope and extension-cylinder', value: 5 },
    { check: 'soft-contact', subject: 'log' },
  ],
};

test.each(scenes.map((scene) => [scene.name, scene] as const))('%s is in good health', (name, scene) => {
  const parameters = ['sphere-pile', 'granular', 'shaker'].includes(name) ? { count: 100 } : {};
  const { warnings, figures, subject, source } = examineScene({ scene, parameters });
  expect(warnings).toMatchObject(trueWarnings[name] ?? []);
  expect([subject, source]).toEqual([name, 'scene']);
  expect(figures.bodies).toBeGreaterThan(0);
});

test('a planar loop of hinges has three rows too many, which is a note and no warning', () => {
  const { notes, figures } = examineScene({ scene: scenes.find(({ name }) => name === 'ring')! });
  expect(figures.redundantRows).toBe(3);
  expect(notes).toMatchObject([{ check: 'redundancy', value: 3, unit: 'rows' }]);
});

test('many bodies with one fault are one warning, of the worst of them', () => {
  const scene = scenes.find(({ name }) => name === 'sphere-pile')!;
  const { warnings } = examineScene({ scene, parameters: { count: 9, density: 1 } });
  expect(warnings).toMatchObject([{ check: 'units-density', subject: 'sphere-1', value: 1, others: 8 }]);
  expect(warnings[0]?.sentence).toContain('is this in g/cm^3?');
});

test('parameters and the time step count', () => {
  const scene = scenes.find(({ name }) => name === 'mass-ratio-stack')!;
  const { warnings } = examineScene({ scene, parameters: { ratio: 1e5 } });
  expect(warnings).toMatchObject([{ check: 'mass-ratio', subject: 'heavy and light', limit: 1e4 }]);
  const handle = scenes.find(({ name }) => name === 't-handle')!;
  expect(examineScene({ scene: handle, timeStep: 0.2 }).warnings).toMatchObject([
    { check: 'fast-spin', subject: 'handle' },
    { check: 'step-motion', subject: 'handle' },
  ]);
});

test('a stored problem without structure has a condition number and nothing else', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 0.999999, 0.999999, 1]),
    b: Float64Array.of(1, 1),
    lo: new Float64Array(2),
    hi: new Float64Array(2).fill(Infinity),
  });
  const { figures, warnings } = examineStored('two rows', p);
  expect(figures).toMatchObject({ rows: 2, bodies: null, massRatio: null, redundantRows: null });
  expect(figures.conditionNumber! / 2e6).toBeCloseTo(1, 3);
  expect(warnings).toEqual([]);
});

test('rank and condition number of matrices known by hand', () => {
  const matrix = (rows: number[][]) => rows.map((row) => Float64Array.from(row));
  expect(
    deficiency(
      matrix([
        [1, 0],
        [0, 1],
      ]),
    ),
  ).toBe(0);
  expect(
    deficiency(
      matrix([
        [1, 1],
        [1, 1],
      ]),
    ),
  ).toBe(1);
  expect(
    deficiency(
      matrix([
        [0, 0],
        [0, 0],
      ]),
    ),
  ).toBe(2);
  expect(
    deficiency(
      scaled(
        matrix([
          [4, 2, 2],
          [2, 2, 0],
          [2, 0, 2],
        ]),
      ),
    ),
  ).toBe(1);
  expect(
    conditionNumber(
      matrix([
        [2, 1],
        [1, 2],
      ]),
    ),
  ).toBeCloseTo(3, 2);
  expect(
    conditionNumber(
      matrix([
        [1, 1],
        [1, 1],
      ]),
    ),
  ).toBe(Infinity);
});
