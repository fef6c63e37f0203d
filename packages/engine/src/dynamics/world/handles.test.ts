import { expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld } from '../../simulate.ts';
import type { Body } from '../bodies/body.ts';
import { constantForce } from '../forces/constant-force.ts';
import { springDamper } from '../forces/spring-damper.ts';
import type { JointView } from '../joints/joint-view.ts';
import type { World } from './world.ts';

const CRATE = { shape: box(0.1, 0.1, 0.1) };
const weightless = () => createWorld({ gravity: [0, 0, 0] });

/** Every way to use a body's handle alone. */
const USES_OF_BODY: Record<string, (body: Body) => unknown> = {
  index: (body) => body.index,
  motion: (body) => body.motion,
  fixed: (body) => body.fixed,
  shape: (body) => body.shape,
  shapeOrigin: (body) => body.shapeOrigin,
  material: (body) => body.material,
  mass: (body) => body.mass,
  inertia: (body) => body.inertia,
  position: (body) => body.position,
  orientation: (body) => body.orientation,
  velocity: (body) => body.velocity,
  angularVelocity: (body) => body.angularVelocity,
  surfaceVelocity: (body) => body.surfaceVelocity,
  surfaceAngularVelocity: (body) => body.surfaceAngularVelocity,
  acceleration: (body) => body.acceleration,
  angularAcceleration: (body) => body.angularAcceleration,
  sleeping: (body) => body.sleeping,
  'set position': (body) => (body.position = [1, 2, 3]),
  'set orientation': (body) => (body.orientation = [1, 0, 0, 0]),
  'set velocity': (body) => (body.velocity = [1, 2, 3]),
  'set angularVelocity': (body) => (body.angularVelocity = [1, 2, 3]),
  'set surfaceVelocity': (body) => (body.surfaceVelocity = [1, 2, 3]),
  'set surfaceAngularVelocity': (body) => (body.surfaceAngularVelocity = [1, 2, 3]),
  wake: (body) => body.wake(),
  applyForce: (body) => body.applyForce([1, 0, 0]),
  applyTorque: (body) => body.applyTorque([1, 0, 0]),
  applyImpulse: (body) => body.applyImpulse([1, 0, 0]),
  applyAngularImpulse: (body) => body.applyAngularImpulse([1, 0, 0]),
  velocityAt: (body) => body.velocityAt([0, 0, 0]),
  toWorld: (body) => body.toWorld([0, 0, 0]),
  toLocal: (body) => body.toLocal([0, 0, 0]),
  directionToWorld: (body) => body.directionToWorld([1, 0, 0]),
  directionToLocal: (body) => body.directionToLocal([1, 0, 0]),
};

const third = (world: World) => world.bodies.find(({ name }) => name === 'third') as Body;

/** Every function that takes a body's handle. */
const USES_IN_WORLD: Record<string, (world: World, body: Body, other: Body) => unknown> = {
  removeBody: (world, body) => world.removeBody(body),
  prescribe: (world, body) => world.prescribe(body, undefined),
  'ignoreContacts, first': (world, body, other) => world.ignoreContacts(body, other),
  'ignoreContacts, second': (world, body, other) => world.ignoreContacts(other, body),
  'addJoint a': (world, body) => world.addJoint({ kind: 'fixed', a: body, point: [0, 0, 0] }),
  'addJoint b': (world, body, other) => world.addJoint({ kind: 'fixed', a: other, b: body, point: [0, 0, 0] }),
  'addJoint housing': (world, body, other) =>
    world.addJoint({
      kind: 'gear',
      a: other,
      b: third(world),
      housing: body,
      axisA: [1, 0, 0],
      axisB: [1, 0, 0],
      ratio: 2,
    }),
  'addJoint terms': (world, body, other) =>
    world.addJoint({
      kind: 'differential',
      terms: [other, body].map((one) => ({ body: one, axis: [1, 0, 0], factor: 1 })),
    }),
  addDriver: (world, body) => world.addDriver({ bodies: [body], act() {} }),
};

/** Every way to use the view of a joint. */
const USES_OF_JOINT: Record<string, (joint: JointView, world: World) => unknown> = {
  a: (joint) => joint.a,
  b: (joint) => joint.b,
  points: (joint) => joint.points,
  axis: (joint) => joint.axis,
  bodies: (joint) => joint.bodies,
  gap: (joint) => joint.gap,
  broken: (joint) => joint.broken,
  reaction: (joint) => joint.reaction,
  reactionAt: (joint) => joint.reactionAt([0, 0, 0]),
  bearing: (joint) => joint.bearing,
  motorForce: (joint) => joint.motorForce(),
  limitForce: (joint) => joint.limitForce(),
  frictionForce: (joint) => joint.frictionForce(),
  coordinate: (joint) => joint.coordinate(),
  rate: (joint) => joint.rate(),
  setSpeed: (joint) => joint.setSpeed(1),
  setTarget: (joint) => joint.setTarget(1),
};

const properties = (prototype: object) =>
  Object.getOwnPropertyNames(prototype).filter((name) => !['constructor', 'removed', 'toJSON'].includes(name));

test('the handle of a removed body throws a sentence at every use, and the body in its place stays as it is', () => {
  const world = weightless();
  const old = world.addBody({ ...CRATE, name: 'old' });
  world.removeBody(old);
  const next = world.addBody({ ...CRATE, name: 'next' });
  world.addBody({ ...CRATE, name: 'third' });
  expect(next.index).toBe(0); // the place of the one that left
  const before = world.hash();
  for (const [use, act] of Object.entries(USES_OF_BODY))
    expect(() => act(old), use).toThrow(new ContractError('body old: was removed from its world'));
  for (const [use, act] of Object.entries(USES_IN_WORLD)) {
    expect(() => act(world, old, next), use).toThrow(ContractError);
    expect(() => act(world, old, next), use).toThrow(/expected a body of this world, found "old", which was removed/);
  }
  expect(world.hash()).toBe(before);
  expect([old.name, old.removed, next.removed, JSON.stringify([old])]).toEqual(['old', true, false, '["old"]']);
});

test('the list of uses above has every property of a body and of a joint', () => {
  const world = weightless();
  const body = world.addBody(CRATE);
  const joint = world.addJoint({ kind: 'fixed', b: body, point: [0, 0, 0] });
  expect(Object.keys(USES_OF_BODY)).toEqual(expect.arrayContaining(properties(Object.getPrototypeOf(body))));
  expect(Object.keys(USES_OF_JOINT)).toEqual(expect.arrayContaining(properties(Object.getPrototypeOf(joint))));
});

test('a handle of another world, and what is no handle, are refused wherever a body is expected', () => {
  const world = weightless();
  const own = world.addBody({ ...CRATE, name: 'own' });
  world.addBody({ ...CRATE, name: 'third' });
  const stranger = weightless().addBody({ ...CRATE, name: 'stranger' });
  const before = world.hash();
  for (const [use, act] of Object.entries(USES_IN_WORLD)) {
    expect(() => act(world, stranger, own), use).toThrow(
      /expected a body of this world, found "stranger" of another world/,
    );
    expect(() => act(world, 'own' as never, own), use).toThrow(/expected a body, found "own"/);
  }
  expect(world.hash()).toBe(before);
});

test('force elements refuse bodies that were removed and bodies of two worlds', () => {
  const [world, other] = [weightless(), weightless()];
  const [a, gone] = ['a', 'gone'].map((name) => world.addBody({ ...CRATE, name }));
  const stranger = other.addBody({ ...CRATE, name: 'stranger' });
  world.removeBody(gone);
  const spring = (one: Body, two: Body) =>
    springDamper({ a: one, b: two, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness: 1 });
  expect(() => spring(a, gone)).toThrow(
    'force spring-damper: b: expected a body of this world, found "gone", which was removed',
  );
  expect(() => spring(a, stranger)).toThrow('expected bodies of one world, found "a" and "stranger" of another world');
  expect(() => constantForce({ body: gone })).toThrow('found "gone", which was removed');
  expect(() => other.addDriver(constantForce({ body: a }))).toThrow(
    'addDriver: expected a body of this world, found "a"',
  );
});

test('the view of a removed joint throws a sentence at every use, also if a body took the joint along', () => {
  const world = weightless();
  const bodies = [0, 1].map((x) => world.addBody({ ...CRATE, position: [x, 0, 0] }));
  const hinges = bodies.map((b, k) =>
    world.addJoint({ kind: 'revolute', name: `hinge-${k}`, b, point: [k, 0, 0], axis: [0, 0, 1], motor: { speed: 1 } }),
  );
  world.step();
  expect([world.joint('hinge-1'), world.joints[0]]).toEqual([hinges[1], hinges[0]]);
  world.removeJoint(hinges[0]);
  world.removeBody(bodies[1]);
  hinges.forEach((hinge, k) => {
    for (const [use, act] of Object.entries(USES_OF_JOINT))
      expect(() => act(hinge, world), use).toThrow(`joint hinge-${k}: was removed from its world`);
    expect(() => world.removeJoint(hinge)).toThrow(`removeJoint: expected a joint of this world, found "hinge-${k}"`);
    expect(() => world.joint(hinge.name)).toThrow(`unknown joint "${hinge.name}"`);
    expect([hinge.removed, hinge.kind]).toEqual([true, 'revolute']);
  });
  const stranger = weightless();
  const far = stranger.addJoint({ kind: 'fixed', b: stranger.addBody(CRATE), point: [0, 0, 0] });
  expect(() => world.removeJoint(far)).toThrow('expected a joint of this world, found "fixed-1" of another world');
  expect(() => world.removeJoint(3 as never)).toThrow('removeJoint: expected a joint or its name, found 3');
});

test('default names count what was ever made: none comes back, and names that a user took are passed over', () => {
  const world = weightless();
  const [first] = [1, 2, 3].map(() => world.addBody(CRATE));
  world.removeBody(first);
  expect(world.addBody(CRATE).name).toBe('body-4');
  world.addBody({ ...CRATE, name: 'body-6' });
  expect(world.addBody(CRATE).name).toBe('body-7');
  const b = world.body('body-2');
  const joint = () => world.addJoint({ kind: 'spherical', b, point: [0, 0, 0] });
  world.removeJoint(joint());
  expect(joint().name).toBe('spherical-2');
});

test('a body that is removed takes its force elements along; a driver that is removed acts no more', () => {
  const world = weightless();
  const [held, free] = ['held', 'free'].map((name) => world.addBody({ ...CRATE, mass: 1, name }));
  const spring = springDamper({ b: held, pointA: [0, 0, 0], pointB: [0, 0, 0], length: 1, stiffness: 8 });
  const push = constantForce({ body: free, force: [6, 0, 0] });
  world.addDriver(spring);
  world.addDriver(push);
  expect(world.energy().elastic).toBeCloseTo(4, 12); // 1/2 8 N/m (1 m)^2
  world.removeBody(held);
  expect(world.energy().elastic).toBeCloseTo(0, 12);
  expect(() => spring.read()).toThrow('body held: was removed from its world');
  expect(() => world.removeDriver(spring)).toThrow('removeDriver: expected a driver of this world');
  world.step();
  expect(free.velocity[0]).toBeCloseTo(0.1, 12); // 6 N on 1 kg for 1/60 s
  world.removeDriver(push);
  world.step();
  expect(free.velocity[0]).toBeCloseTo(0.1, 12);
  expect(() => world.addDriver(push)).not.toThrow();
  expect(() => world.addDriver(push)).toThrow('expected a driver that is not in this world yet');
});

test('a driver that uses a removed body without listing it fails the step, which changes nothing', () => {
  const world = weightless();
  const [gone, stays] = ['gone', 'stays'].map((name) => world.addBody({ ...CRATE, name }));
  world.addDriver({ act: () => (stays.velocity = [1, 0, 0]) });
  world.addDriver({ act: () => gone.applyForce([1, 0, 0]) });
  world.removeBody(gone);
  const before = world.hash();
  expect(() => world.step()).toThrow('body gone: was removed from its world');
  expect([world.hash(), stays.velocity]).toEqual([before, [0, 0, 0]]);
});

test('nothing comes or goes during a step', () => {
  const world = weightless();
  const body = world.addBody({ ...CRATE, name: 'crate' });
  const joint = world.addJoint({ kind: 'fixed', b: body, point: [0, 0, 0] });
  const snapshot = world.snapshot();
  const acts: Record<string, () => unknown> = {
    addBody: () => world.addBody(CRATE),
    removeBody: () => world.removeBody(body),
    addJoint: () => world.addJoint({ kind: 'spherical', b: body, point: [0, 0, 0] }),
    removeJoint: () => world.removeJoint(joint),
    addDriver: () => world.addDriver({ act() {} }),
    removeDriver: () => world.removeDriver(driver),
    restore: () => world.restore(snapshot),
    step: () => world.step(),
  };
  let act = (): unknown => undefined;
  const driver = { act: () => void act() };
  world.addDriver(driver);
  for (const [name, one] of Object.entries(acts)) {
    act = one;
    expect(() => world.step()).toThrow(`${name}: expected a call between steps, found one during a step`);
  }
  act = () => undefined;
  expect(world.step().step).toBe(1);
});

test('handles are right after a snapshot is restored, and lists are the same until something changes', () => {
  const world = createWorld();
  const ball = world.addBody({ shape: sphere(0.1), position: [0, 0, 5] });
  const rope = world.addJoint({
    kind: 'distance',
    b: ball,
    pointA: [0, 0, 6],
    pointB: [0, 0, 5],
    rope: true,
    length: 2,
  });
  const snapshot = world.snapshot();
  const [bodies, joints, contacts] = [world.bodies, world.joints, world.contacts];
  for (let k = 0; k < 30; k++) world.step();
  world.restore(snapshot);
  expect([ball.position, rope.gap, world.body(ball.name)]).toEqual([[0, 0, 5], 0, ball]);
  expect(world.bodies).toBe(bodies);
  expect(world.joints).toBe(joints);
  expect(world.contacts).toEqual(contacts);
  world.removeJoint(rope);
  expect(world.joints).toEqual([]);
  expect(world.joints).toBe(world.joints);
  expect(world.contacts).toBe(world.contacts);
});
