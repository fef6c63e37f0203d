import { expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { Rng } from '../../linalg/rng.ts';
import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { DenseConeSystem } from '../linear-systems/cone-dense-system.ts';
import { BodyConeSystem } from '../linear-systems/cone-systems.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeBlocks } from '../newton/cone-blocks.ts';
import { ConeInterior } from './cone-interior-point.ts';

function pile(seed: number, mu: number): Problem {
  const p = contactPile(new Rng(seed), 20, 10);
  return { ...p, contacts: p.contacts.map((c) => ({ ...c, set: 'cone' as const, mu })) };
}

/** Interior points until the gap is 1e-10 of doing nothing, or 60. */
function run(p: Problem, body: boolean) {
  const gauge = new EnergyGauge();
  gauge.prepare(p);
  const [x, w] = [new Float64Array(p.n), new Float64Array(p.n)];
  const es = gauge.scale(x, w);
  const blocks = new ConeBlocks();
  blocks.prepare(p, gauge.metric);
  const system = body ? new BodyConeSystem(new ContactGraphs()) : new DenseConeSystem();
  system.prepare(p, blocks);
  const interior = new ConeInterior();
  expect(interior.begin(p, blocks, system, { es, x, w })).toBe(true);
  let count = 0;
  const inside = () => {
    for (const { normal, tangents, mu } of p.contacts) {
      expect(x[normal]).toBeGreaterThan(0);
      const across = Math.sqrt(tangents.reduce((sum, row) => sum + x[row] * x[row], 0));
      expect(across).toBeLessThanOrEqual(mu * x[normal]);
    }
  };
  for (; count < 60 && interior.gap > 1e-10 * es; count++) {
    velocities(p, x, w);
    inside();
    expect(interior.step()).toBe(true);
  }
  velocities(p, x, w);
  return { count, error: gauge.energy(x, w) / es };
}

test.each([
  ['in body space', true],
  ['on dense rows', false],
] as const)('stays inside every cone and ends where the energy error does, %s', (_, body) => {
  for (let seed = 360; seed < 366; seed++) {
    const { count, error } = run(pile(seed, 0.6), body);
    expect(count).toBeLessThan(60);
    expect(error).toBeLessThan(1e-9);
  }
});

test('a contact without friction is a half line: its tangents stay zero', () => {
  const { count, error } = run(pile(367, 0), true);
  expect(count).toBeLessThan(60);
  expect(error).toBeLessThan(1e-9);
});
