/** Handles against a model that knows nothing of numbers: a map from every handle ever made to what it should show. */
import { expect, test } from 'vitest';
import { sphere } from '../../collision/shapes/shapes.ts';
import { Rng } from '../../linalg/rng.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { Body } from '../bodies/body.ts';
import { constantForce } from '../forces/constant-force.ts';
import type { Driver } from '../forces/driver.ts';
import type { JointView } from '../joints/joint-view.ts';

const USES = 100_000;
/** Bodies that are in the world at a time, at most. */
const CROWD = 40;
const SHAPE = sphere(0.1);

interface Expected {
  removed: boolean;
  mass: number;
  position: Vec3;
  velocity: Vec3;
}

/** `expect(act).toThrow` takes 0.2 ms, ten times as long as what is tested here. */
function sentenceOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
}

function expectSentence(act: () => unknown, part: string): void {
  const sentence = sentenceOf(act);
  if (!sentence.includes(part)) expect(sentence).toContain(part);
}

/** A world and what should be in it. */
class Model {
  readonly world = createWorld({ gravity: [0, 0, 0] });
  readonly rng = new Rng(20);
  readonly bodies = new Map<Body, Expected>();
  readonly joints = new Map<JointView, { readonly of: Body; removed: boolean }>();
  readonly drivers = new Map<Driver, { readonly of: Body; removed: boolean }>();
  /** The last ones made, in the world or not: what uses pick from. */
  recent: Body[] = [];
  refused = 0;

  vector(): Vec3 {
    return [0, 1, 2].map(() => this.rng.uniform(-9, 9)) as unknown as Vec3;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.rng.uniform(0, from.length))];
  }

  /** A use of the body that must throw if it was removed, and must not otherwise. */
  use(body: Body, act: () => void): boolean {
    if (!this.expected(body).removed) {
      act();
      return true;
    }
    expectSentence(act, `body ${body.name}: was removed from its world`);
    this.refused++;
    return false;
  }

  expected(body: Body): Expected {
    return this.bodies.get(body) as Expected;
  }

  add(): void {
    const [mass, position] = [this.rng.uniform(1, 9), this.vector()];
    const body = this.world.addBody({ shape: SHAPE, mass, inertia: [1, 1, 1], position });
    this.bodies.set(body, { removed: false, mass, position, velocity: [0, 0, 0] });
    this.recent = [...this.recent.slice(-2 * CROWD), body];
    if (this.rng.uniform(0, 1) < 0.4) {
      const joint = this.world.addJoint({ kind: 'spherical', b: body, point: position });
      this.joints.set(joint, { of: body, removed: false });
    }
    if (this.rng.uniform(0, 1) < 0.4) {
      const driver = constantForce({ body });
      this.world.addDriver(driver);
      this.drivers.set(driver, { of: body, removed: false });
    }
  }

  remove(body: Body): void {
    if (this.expected(body).removed) {
      expectSentence(() => this.world.removeBody(body), `found "${body.name}", which was removed`);
      this.refused++;
      return;
    }
    this.world.removeBody(body);
    this.expected(body).removed = true;
    for (const one of [...this.joints.values(), ...this.drivers.values()]) if (one.of === body) one.removed = true;
  }

  write(body: Body): void {
    const [position, velocity] = [this.vector(), this.vector()];
    const written = this.use(body, () => {
      body.position = position;
      body.velocity = velocity;
    });
    if (written) Object.assign(this.expected(body), { position, velocity });
  }

  read(body: Body): void {
    this.use(body, () => {
      const { mass, position, velocity } = this.expected(body);
      const shown = [body.mass, ...body.position, ...body.velocity];
      const wanted = [mass, ...position, ...velocity];
      if (shown.some((value, k) => value !== wanted[k])) expect(shown, body.name).toEqual(wanted);
    });
  }

  /** Everything that the world lists is what the model has. */
  compare(): void {
    const there = <T>(all: Map<T, { readonly removed: boolean }>) =>
      [...all].filter(([, { removed }]) => !removed).map(([one]) => one);
    expect(new Set(this.world.bodies)).toEqual(new Set(there(this.bodies)));
    expect(this.world.joints).toEqual(there(this.joints));
    for (const body of this.world.bodies) this.read(body);
    for (const [joint, { removed }] of this.joints)
      if (removed) expectSentence(() => joint.gap, `joint ${joint.name}: was removed from its world`);
    for (const [driver, { removed }] of this.drivers)
      if (removed) expectSentence(() => this.world.removeDriver(driver), 'expected a driver of this world');
    // what is gone has been checked: the maps stay small
    for (const all of [this.joints, this.drivers] as Map<unknown, { readonly removed: boolean }>[])
      for (const [one, { removed }] of all) if (removed) all.delete(one);
  }
}

test('100 000 uses of handles, old and new, do what a simple model does, and nothing reaches another body', () => {
  const model = new Model();
  const names = new Set<string>();
  for (let k = 0; k < USES; k++) {
    const way = model.rng.uniform(0, 1);
    const crowd = model.world.bodies.length;
    if (crowd === 0 || (way < 0.1 && crowd < CROWD)) model.add();
    else if (way < 0.2) model.remove(model.pick(model.recent));
    else if (way < 0.6) model.write(model.pick(model.recent));
    else model.read(model.pick(model.recent));
    if (k % 1000 === 999) model.compare();
  }
  for (const { name } of model.bodies.keys()) names.add(name);
  expect(names.size).toBe(model.bodies.size); // no default name came back
  expect(model.bodies.size).toBeGreaterThan(2000);
  expect(model.refused).toBeGreaterThan(10_000);
});
