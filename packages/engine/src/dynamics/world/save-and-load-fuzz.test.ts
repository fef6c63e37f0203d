/** Bodies, joints and drivers come and go in any order: a snapshot gives the same bits again, or a sentence and no change. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld, type WorldOptions } from '../../simulate.ts';
import type { BodyOptions } from '../bodies/body-options.ts';
import { springDamper } from '../forces/spring-damper.ts';
import type { Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

const RUNS = 50;
const STEPS = 3;

/** A snapshot as text, and what the world went on to. */
interface Saved {
  readonly text: string;
  readonly hash: string;
  readonly later: string;
  /** False: a joint was made when its bodies had moved, which a loader does not do again. */
  readonly portable: boolean;
}

class Game {
  readonly world: World;
  readonly saved: Saved[] = [];
  private readonly options: WorldOptions;
  private readonly made = new Map<string, BodyOptions>();
  private count = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    this.world = createWorld(options);
  }

  add(n: number): void {
    const name = `${['ground', 'ball', 'crate', 'lift', 'bob'][n % 5]}-${this.count++}`;
    const position = [0.3 * (n % 7) - 1, 0.2 * (n % 3), 0.3 + 0.25 * (n % 4)] as const;
    const options: BodyOptions = [
      { name, motion: 'static', shape: plane() } as const,
      { name, shape: sphere(0.1), position, velocity: [n % 3, 0, 0] } as const,
      { name, shape: box(0.1, 0.1, 0.1), position } as const,
      { name, shape: box(0.3, 0.3, 0.05), position, motion: { kind: 'uniform', velocity: [0, 0, 0.1] } } as const,
      { name, shape: sphere(0.1), position } as const,
    ][n % 5];
    this.made.set(name, options);
    make(this.world, options);
  }

  remove(n: number): void {
    const { bodies } = this.world;
    if (bodies.length > 0) this.world.removeBody(bodies[n % bodies.length]);
  }

  change(n: number): void {
    const { bodies, joints } = this.world;
    const free = bodies.filter(({ motion }) => motion === 'dynamic');
    if (free.length < 2) return;
    const [a, b] = [free[n % free.length], free[(n + 1) % free.length]];
    if (n % 5 === 0) this.world.ignoreContacts(a, b);
    else if (n % 5 === 1) a.velocity = [0, 0, 1];
    else if (n % 5 === 2) a.applyForce([3, 0, 0]);
    else if (n % 5 === 3)
      this.world.addJoint({ kind: 'spherical', name: `rod-${this.count++}`, a, b, point: a.position });
    else if (joints.length > 0) this.world.removeJoint(joints[n % joints.length]);
  }

  save(): void {
    const { world } = this;
    const [snapshot, hash] = [world.snapshot(), world.hash()];
    const later = run(world);
    world.restore(snapshot);
    const portable = !world.joints.some(({ name }) => name.startsWith('rod'));
    this.saved.push({ text: JSON.stringify(snapshot), hash, later, portable });
  }

  load(n: number): void {
    const one = this.saved[n % this.saved.length];
    if (one) this.expectSame(this.world, one);
  }

  /** Restores snapshot n in another world, which has bodies of its own and gets those of the snapshot in another order. */
  loadElsewhere(n: number): void {
    const one = this.saved[n % this.saved.length];
    if (!one?.portable) return;
    const world = createWorld(this.options);
    make(world, { name: 'visitor', shape: sphere(0.1), position: [0, 0, 9] });
    const snapshot: Snapshot = JSON.parse(one.text);
    const names = snapshot.bodies.filter((name) => name !== '');
    if (names.length === 0) return;
    run(world);
    const before = world.hash();
    expect(() => world.restore(snapshot)).toThrow(ContractError);
    expect(world.hash()).toBe(before);
    const at = n % names.length;
    const springs = names.filter((name) => name.startsWith('bob')); // drivers come in the order of the snapshot
    const others = names.filter((name) => !name.startsWith('bob'));
    for (const name of [...others.slice(at), ...springs.sort(byNumber), ...others.slice(0, at)])
      make(world, this.made.get(name) as BodyOptions);
    const order = snapshot.joints.join();
    if (world.joints.map(({ name }) => name).join() === order) this.expectSame(world, one);
  }

  private expectSame(world: World, { text, hash, later }: Saved): void {
    const snapshot: Snapshot = JSON.parse(text);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(world.snapshot()).toEqual(snapshot);
    expect(run(world)).toBe(later);
    world.restore(snapshot);
  }
}

const byNumber = (a: string, b: string) => Number(a.slice(4)) - Number(b.slice(4));

/** A bob hangs from a hinge and a spring. */
function make(world: World, options: BodyOptions): void {
  const b = world.addBody(options);
  const { name, position } = b;
  if (!name.startsWith('bob')) return;
  const [x, y, z] = position;
  world.addJoint({ kind: 'revolute', name: `hinge of ${name}`, b, point: [x, y + 0.4, z], axis: [1, 0, 0] });
  world.addDriver(springDamper({ b, pointA: [x, y, z + 1], pointB: position, stiffness: 20 }));
}

function run(world: World): string {
  for (let k = 0; k < STEPS; k++) world.step();
  return world.hash();
}

const commands = fc.array(
  fc.tuple(
    fc.constantFrom('add', 'add', 'remove', 'change', 'step', 'step', 'save', 'load', 'loadElsewhere' as const),
    fc.nat(1000),
  ),
  { minLength: 10, maxLength: 40 },
);
const settings = fc.constantFrom<WorldOptions>(
  { sleep: { steps: 3 } },
  { integrator: 'midpoint' },
  { accuracy: 0.02 },
  { solver: 'pgs', frictionModel: 'box' },
);

test('whatever came and went, a snapshot goes on to the same bits', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(settings, commands, (options, list) => {
      const game = new Game(options);
      for (const [name, n] of list)
        if (name === 'step') run(game.world);
        else game[name](n);
      game.world.release();
    }),
    { seed: 15, numRuns: RUNS },
  );
});
