import { expect, test } from 'vitest';
import type { World } from '../../dynamics/world/world.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../../solvers/registry.ts';
import { cableRod, slidingPull } from '../papers/cable-rod.ts';
import { capstan, capstanLimit } from '../papers/capstan.ts';
import { RHO, ROD, type Rope } from './cable.ts';

const rope = (links: number, friction = 0.2, wrap = Math.PI): Rope => ({ links, friction, wrap });
const gaps = (world: World) => Math.max(...world.joints.map(({ gap }) => gap));

test('the pull of the polygon goes to mu T wrap, with an error of wrap^2/24 n^2', () => {
  const smooth = 0.2 * 2000 * Math.PI;
  for (const links of [6, 24, 96])
    expect((1 - slidingPull(rope(links), 2000) / smooth) * links * links).toBeCloseTo(Math.PI ** 2 / 24, 2);
});

test('the ratio of the polygon goes to e^(k wrap) with k (rho + mu k r) = mu R', () => {
  for (const friction of [0.1, 0.4]) {
    const r = RHO - ROD.radius;
    const k = (2 * friction * ROD.radius) / (RHO + Math.sqrt(RHO * RHO + 4 * friction * friction * r * ROD.radius));
    expect(capstanLimit(rope(20000, friction)) / Math.exp(k * Math.PI)).toBeCloseTo(1, 4);
    expect(k / friction).toBeGreaterThan(ROD.radius / RHO - 0.01);
  }
  expect(capstanLimit(rope(24, 0))).toBeCloseTo(1, 14);
});

test.each([
  ['cable-rod', cableRod, {}],
  ['cable-rod, turned and half askew', cableRod, { turn: 0.7, skew: 0.5, wrap: 4, links: 31 }],
  ['capstan', capstan, { friction: 0.4 }],
] as const)(
  '%s starts with closed joints, and touches the rod with the links that it should',
  (_, scene, parameters) => {
    const world = createWorld(scene, { parameters });
    expect(gaps(world)).toBeLessThan(1e-15);
    world.step();
    const touching = world.contacts.filter(({ normalForce }) => normalForce > 0);
    expect(touching.length).toBe('links' in parameters ? parameters.links : 24);
    for (const { gap } of touching) expect(Math.abs(gap)).toBeLessThan(2e-8);
  },
);

test('the first step finds every link pressing with 2 T sin(alpha/2), and the pull of the polygon', () => {
  const world = createWorld(cableRod, { parameters: { links: 12, wrap: 1 } });
  world.step();
  for (const { normalForce } of world.contacts.filter((contact) => contact.normalForce > 0))
    expect(normalForce / (2 * 2000 * Math.sin(1 / 24))).toBeCloseTo(1, 2);
  expect(world.joint('puller').motorForce()! / slidingPull(rope(12, 0.2, 1), 2000)).toBeCloseTo(1, 2);
});

test('a cable that starts straight goes along with the rod until it lies askew, and then lets it slide', () => {
  const world = createWorld(cableRod, { parameters: { skew: 0, wrap: 1, links: 8 } });
  const pull: number[] = [];
  for (let k = 0; k < 60; k++) {
    world.step();
    pull.push(world.joint('puller').motorForce()! / slidingPull(rope(8, 0.2, 1), 2000));
  }
  expect(pull[5]).toBeLessThan(0.6);
  for (const force of pull.slice(40)) expect(Math.abs(force - 1)).toBeLessThan(0.02);
  expect(gaps(world)).toBeLessThan(1e-6);
});

test.each(['pgs', 'spook', 'bpp'])('%s builds and steps both scenes', (name) => {
  for (const scene of [cableRod, capstan]) {
    const world = createWorld(scene, { parameters: { links: 6, wrap: 1 }, solver: findSolver(name) });
    for (let k = 0; k < 2; k++) expect(Number.isFinite(world.step().energyError.value)).toBe(true);
  }
});
