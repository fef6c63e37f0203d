/** Worlds, bodies, joints and forces refuse unknown or read-only fields that a user sets.   docs/decisions/056-save-and-load.md */
import { expect, test, vi } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld } from '../../simulate.ts';
import { constantForce } from '../forces/constant-force.ts';
import { springDamper } from '../forces/spring-damper.ts';
import { torsionalSpring } from '../forces/torsional-spring.ts';

function setUp() {
  const gravity: [number, number, number] = [0, 0, -9.81];
  const world = createWorld({ gravity });
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const crate = world.addBody({ name: 'crate', shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2] });
  const door = world.addBody({ name: 'door', shape: sphere(0.1), position: [5, 0, 2] });
  const hinge = world.addJoint({ kind: 'revolute', name: 'hinge', b: door, point: [5, 0, 2], axis: [0, 1, 0] });
  const spring = springDamper({ b: door, pointA: [5, 0, 3], pointB: [5, 0, 2], stiffness: 30 });
  world.addDriver(spring);
  return { world, crate, hinge, spring, gravity };
}
const set = (one: object, name: string, value: unknown) => () => {
  (one as Record<string, unknown>)[name] = value;
};
const ONLY_READ = 'expected a field that can be set, found one that is only read';

test('a field that is only read is refused when it is set, with what to do instead', () => {
  const { world, crate, hinge, spring } = setUp();
  const another = `${ONLY_READ}: it is given to createWorld and stays; make another world`;
  const made = `${ONLY_READ}: it is given to addBody and stays; remove the body and add another`;
  const tried: [object, string, unknown, string][] = [
    [world, 'timeStep', 1 / 120, `world: timeStep: ${another}`],
    [world, 'gravity', [0, 0, 0], `world: gravity: ${another}`],
    [world, 'title', 'x', `world: title: ${another}`],
    [world, 'sleep', true, `world: sleep: ${another}`],
    [world, 'solver', 'pgs', `world: solver: ${another}`],
    [world, 'bodies', [], `world: bodies: ${ONLY_READ}: call addBody(options) or removeBody(body)`],
    [world, 'contacts', [], `world: contacts: ${ONLY_READ}`],
    [world, 'time', 0, `world: time: ${ONLY_READ}: call restore(snapshot)`],
    [crate, 'groups', 2, `body crate: groups: ${made}`],
    [crate, 'mass', 2, `body crate: mass: ${made}`],
    [crate, 'material', {}, `body crate: material: ${made}`],
    [crate, 'name', 'x', `body crate: name: ${ONLY_READ}: give it to addBody`],
    [crate, 'sleeping', true, `body crate: sleeping: ${ONLY_READ}: call wake(); bodies fall asleep by themselves`],
    [hinge, 'name', 'x', `joint hinge: name: ${ONLY_READ}: give it to addJoint`],
    [hinge, 'speed', 2, `joint hinge: speed: ${ONLY_READ}: call setSpeed(speed)`],
    [
      hinge,
      'limits',
      {},
      `joint hinge: limits: ${ONLY_READ}: it is given to addJoint and stays; remove the joint and add`,
    ],
    [
      spring,
      'stiffness',
      9,
      `force spring-damper: stiffness: ${ONLY_READ}: it is given when the element is made and st`,
    ],
    [spring, 'name', 'x', `force spring-damper: name: ${ONLY_READ}: it is given when`],
    [spring, 'bodies', [], `force spring-damper: bodies: ${ONLY_READ}`],
  ];
  const before = JSON.stringify(world.snapshot());
  for (const [one, name, value, sentence] of tried) {
    expect(set(one, name, value), name).toThrow(ContractError);
    expect(set(one, name, value)).toThrow(sentence);
  }
  expect([world.timeStep, crate.name, hinge.name, spring.name]).toEqual([1 / 60, 'crate', 'hinge', 'spring-damper']);
  expect(JSON.stringify(world.snapshot())).toBe(before);
});

test('every getter of a world, a body, a joint and queries can be set with an effect or is refused', () => {
  const { world, crate, hinge } = setUp();
  for (const one of [world, crate, hinge, world.queries()])
    for (const [name, { get, set: setter }] of Object.entries(
      Object.getOwnPropertyDescriptors(Object.getPrototypeOf(one)),
    ))
      if (get && !SETTABLE.includes(name)) {
        expect(setter, name).toBeDefined();
        expect(set(one, name, 1), name).toThrow(ONLY_READ);
      }
});
const SETTABLE = [
  ...['position', 'orientation', 'velocity', 'angularVelocity', 'surfaceVelocity', 'surfaceAngularVelocity'],
];

test('a name that is not known is refused, with the nearest that can be set', () => {
  const { world, crate, spring } = setUp();
  expect(set(crate, 'veloctiy', [1, 0, 0])).toThrow(
    'body crate: unknown field "veloctiy"; nearest: velocity (data of your own: a Map from bodies to them)',
  );
  expect(set(world, 'timestep', 1)).toThrow('world: unknown field "timestep"');
  expect(set(spring, 'stifness', 1)).toThrow('force spring-damper: unknown field "stifness"');
});

test('lists and vectors that a world returns are copies or frozen', () => {
  const { world, crate, gravity } = setUp();
  world.step();
  const hash = world.hash();
  for (const list of [world.gravity, world.bodies, world.joints, world.contacts] as unknown[][]) {
    expect(() => {
      list.length = 0;
    }).toThrow(TypeError);
    expect(() => {
      list[2] = 0;
    }).toThrow(TypeError);
  }
  expect(set(crate.material, 'friction', 0)).toThrow(TypeError);
  for (const copy of [
    crate.position,
    crate.velocity,
    crate.orientation,
    crate.inertia,
    crate.shapeOrigin,
  ] as number[][])
    copy[2] = 9;
  gravity[2] = 5; // the caller's own array stays free, and the world has its own
  expect([world.gravity, world.bodies.length, world.hash()]).toEqual([[0, 0, -9.81], 3, hash]);
});

test('elements are made of what was given then: options that change later change nothing', () => {
  const { world, crate } = setUp();
  const force: [number, number, number] = [0, 0, 5];
  const push = constantForce({ body: crate, force });
  world.addDriver(push);
  force[2] = 1e6;
  world.step();
  expect(Math.abs(crate.velocity[2])).toBeLessThan(1e-3);
  expect(() => (push.bodies as unknown[]).pop()).toThrow(TypeError);
});

test('objects of another copy of the engine are named as such, and what to do', async () => {
  const { world, crate } = setUp();
  vi.resetModules();
  const other = await import('../../index.ts');
  const { sceneOf } = await import('../../scenes/format/write-scene.ts');
  const hint = 'of another copy of the engine: two are loaded, make all imports reach one (npm ls @signorini/engine)';
  expect(() => other.contactTable(world)).toThrow(`contactTable: expected a world, found a world ${hint}`);
  expect(() => sceneOf(world)).toThrow(`sceneOf: expected a world, found a world ${hint}`);
  const theirs = other.createWorld();
  expect(() => theirs.removeBody(crate)).toThrow(`removeBody: expected a body, found a body ${hint}`);
  expect(() => theirs.addJoint({ kind: 'spherical', b: crate, point: [0, 0, 0] })).toThrow(hint);
  expect(() => theirs.removeJoint(world.joint('hinge'))).toThrow(`found a joint ${hint}`);
  expect(() => other.springDamper({ b: crate, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness: 1 })).toThrow(hint);
  expect(() => other.contactTable({} as never)).toThrow(/found an object$/);
});

test('a driver whose fields are of the wrong kind is refused', () => {
  const { world, crate } = setUp();
  const act = () => {};
  const tried: [unknown, string][] = [
    [undefined, 'a function act, found nothing'],
    [{ act: 5 }, 'a function act, found an object'],
    [{ act, state: {} }, 'state: a Float64Array, which snapshots hold, or nothing, found an object'],
    [{ act, state: [1, 2] }, 'state: a Float64Array, which snapshots hold, or nothing, found an array of 2'],
    [
      { act, state: new Float32Array(1) },
      'state: a Float64Array, which snapshots hold, or nothing, found an array of 1',
    ],
    [{ act, bodies: crate }, 'bodies: a list of them or nothing, found a body'],
    [{ act, energy: 5 }, 'energy: a function or nothing, found 5'],
    [{ act, forces: {} }, 'forces: a function or nothing, found an object'],
    [{ act, steady: 1 }, 'steady: true, false or nothing, found 1'],
  ];
  for (const [driver, sentence] of tried)
    expect(() => world.addDriver(driver as never)).toThrow(
      new ContractError(`addDriver: expected a driver with ${sentence}`),
    );
  world.snapshot();
  world.addDriver(torsionalSpring({ b: crate, axis: [0, 0, 1], stiffness: 1 }));
});
