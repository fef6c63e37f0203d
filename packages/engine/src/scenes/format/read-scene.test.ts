import { expect, test } from 'vitest';
import { SceneFormatError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { constantForce } from '../../dynamics/forces/constant-force.ts';
import { springDamper } from '../../dynamics/forces/spring-damper.ts';
import { torsionalSpring } from '../../dynamics/forces/torsional-spring.ts';
import { JOINT_KINDS } from '../../dynamics/joints/kinds.ts';
import { createWorld } from '../../simulate.ts';
import { readScene, sceneFromDocument } from './read-scene.ts';

const ground = { name: 'ground', motion: 'static', shape: { kind: 'plane' } };
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 0.1] };
const cube = { name: 'cube', shape: { kind: 'box', half: [0.1, 0.1, 0.1] }, position: [0, 0, 1] };
const scene = (more: object = {}) => ({ format: 'signorini-scene', version: 1, bodies: [ground, ball, cube], ...more });

test('a file with everything becomes the world that the same calls make, bit for bit', () => {
  const read = sceneFromDocument(
    scene({
      settings: {
        title: 'two things',
        timeStep: '1/120',
        steps: 7,
        gravity: [0, 0, -1.6],
        integrator: 'semi-implicit',
        gyroscopic: 'none',
        stick: 'none',
        frictionCompliance: 0.5,
        contactMargin: 0.01,
      },
      materials: { ice: { friction: 0.01 } },
      bodies: [
        { ...ground, material: 'ice' },
        {
          ...ball,
          material: { friction: 0.3 },
          mass: 2,
          inertia: [0.1, 0.2, 0.3],
          velocity: [1, 0, 0],
          angularVelocity: [0, 0, 5],
        },
        { ...cube, material: 'ice', density: 300, orientation: { axis: [0, 0, 2], angle: 0.5 } },
      ],
      joints: [{ kind: 'spherical', a: 'ball', b: 'cube', point: [0, 0, 0.5] }],
      ignoreContacts: [['ground', 'cube']],
    }),
    'pair',
  );
  expect(read).toMatchObject({ name: 'pair', summary: 'two things', steps: 7, timeStep: 1 / 120, parameters: {} });
  const world = createWorld(read);
  const own = createWorld({
    title: 'two things',
    timeStep: 1 / 120,
    gravity: [0, 0, -1.6],
    integrator: 'semi-implicit',
    gyroscopic: 'none',
    stick: 'none',
    frictionCompliance: 0.5,
    contactMargin: 0.01,
  });
  const g = own.addBody({ name: 'ground', motion: 'static', shape: { kind: 'plane' }, material: { friction: 0.01 } });
  const a = own.addBody({
    name: 'ball',
    shape: { kind: 'sphere', radius: 0.1 },
    material: { friction: 0.3 },
    mass: 2,
    inertia: [0.1, 0.2, 0.3],
    position: [0, 0, 0.1],
    velocity: [1, 0, 0],
    angularVelocity: [0, 0, 5],
  });
  const b = own.addBody({
    name: 'cube',
    shape: { kind: 'box', half: [0.1, 0.1, 0.1] },
    material: { friction: 0.01 },
    density: 300,
    position: [0, 0, 1],
    orientation: createWorld(read).body('cube').orientation,
  });
  own.addJoint({ kind: 'spherical', a, b, point: [0, 0, 0.5] });
  own.ignoreContacts(g, b);
  for (let k = 0; k < 20; k++) {
    world.step();
    own.step();
  }
  expect(world.hash()).toBe(own.hash());
  expect(world.contacts.length).toBeGreaterThan(0);
});

test('what is left out has the defaults of a world, bodies are numbered, and the name is the title', () => {
  const read = readScene(JSON.stringify(scene({ bodies: [{ shape: { kind: 'sphere', radius: 1 } }] })));
  expect(read).toMatchObject({ name: 'scene', steps: 500, timeStep: 1 / 60 });
  const world = createWorld(read);
  expect([world.gravity, world.timeStep, world.bodies[0].name]).toEqual([[0, 0, -9.81], 1 / 60, 'body-1']);
  expect(world.body('body-1').mass).toBeCloseTo((4000 * Math.PI) / 3, 9);
});

test('every kind of joint and shape can be written', () => {
  const point = [0, 0, 0.5];
  const [x, z] = [
    [1, 0, 0],
    [0, 0, 1],
  ];
  const limits = { lower: -1, upper: 1, stiffness: 1e6, damping: 10 };
  const own: Record<string, object[]> = {
    fixed: [{ point }],
    spherical: [{ point, breakForce: 10, breakTorque: 5, collide: true, stiffness: 1e8, damping: 1e5, name: 'own' }],
    revolute: [
      { point, axis: z, limits, motor: { speed: 1, maxTorque: 3 }, frictionTorque: 0.1 },
      { point, axis: z, servo: { target: 1, maxTorque: 3, stiffness: 10, damping: 1 } },
    ],
    prismatic: [{ point, axis: z, limits, motor: { speed: 1, maxForce: 3 }, frictionForce: 0.1 }],
    cylindrical: [{ point, axis: z, turn: { motor: { speed: 1 } }, slide: { servo: { target: 0.1 } } }],
    screw: [{ point, axis: z, lead: 0.1, turn: { motor: { speed: 1 } }, slide: { limits } }],
    universal: [{ point, axisA: x, axisB: z }],
    planar: [{ point, normal: z, servo: { target: 1, maxTorque: 3, stiffness: 10, damping: 1 } }],
    'point-on-line': [{ point, axis: z, limits, motor: { speed: 1, maxForce: 3 }, frictionForce: 0.1 }],
    'point-on-plane': [{ point, normal: z }],
    distance: [
      { pointA: [0, 0, 0.1], pointB: [0, 0, 1], length: 0.9 },
      { pointA: [0, 0, 0.1], pointB: [0, 0, 1], rope: true },
    ],
    'revolute-spherical': [{ pointA: [0, 0, 0.1], pointB: [0, 0, 1], axis: x, length: 0.9 }],
    gear: [{ axisA: x, axisB: z, ratio: 2, motionA: 'turn', motionB: 'slide', housing: 'ground' }],
    differential: [
      {
        terms: [
          { body: 'ball', axis: x, factor: 1 },
          { body: 'cube', axis: x, factor: -1, motion: 'turn' },
        ],
        housing: 'ground',
      },
    ],
  };
  const kinds = JOINT_KINDS.filter((kind) => kind !== 'force-law'); // a function of a program
  expect(Object.keys(own)).toEqual(kinds);
  for (const kind of kinds)
    for (const options of own[kind]) {
      const between = kind === 'differential' ? {} : { a: 'ball', b: 'cube' };
      const world = createWorld(sceneFromDocument(scene({ joints: [{ kind, ...between, ...options }] })));
      expect(world.joints[0].kind).toBe(kind);
      world.step();
    }
  const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i, j, k])));
  for (const shape of [
    { kind: 'capsule', radius: 0.1, halfLength: 0.2 },
    { kind: 'cylinder', radius: 0.1, halfLength: 0.2 },
    { kind: 'hull', points: corners },
    {
      kind: 'compound',
      parts: [
        { shape: { kind: 'box', half: [1, 0.1, 0.1] }, position: [0, 0, -0.5] },
        { shape: { kind: 'box', half: [0.1, 0.1, 1] }, position: [0, 0, 0.5], orientation: [0, 0, 0, 2] },
      ],
    },
  ])
    expect(createWorld(sceneFromDocument(scene({ bodies: [{ shape }] }))).bodies[0].mass).toBeGreaterThan(1);
  for (const shape of [
    {
      kind: 'mesh',
      vertices: [
        [-9, -9, 0],
        [9, -9, 0],
        [0, 9, 0],
      ],
      triangles: [[0, 1, 2]],
    },
    {
      kind: 'heightfield',
      rows: [
        [0, 0],
        [0, 0],
      ],
      dx: 9,
      dy: 9,
    },
  ]) {
    const position = [shape.kind === 'mesh' ? 0 : 3, 1, 0.2];
    const world = createWorld(
      sceneFromDocument(
        scene({
          bodies: [
            { motion: 'static', shape },
            { ...ball, position },
          ],
        }),
      ),
    );
    for (let k = 0; k < 60; k++) world.step();
    expect(world.body('ball').position[2], shape.kind).toBeCloseTo(0.1, 4);
  }
});

const wrong: [object | string, string][] = [
  ['{', 'expected JSON, found '],
  [[], 'expected an object, found an array of 0'],
  [{ format: 'signorini-problem' }, 'format: expected "signorini-scene", found "signorini-problem"'],
  [scene({ version: 2 }), 'version: expected 1, found 2'],
  [scene({ bodys: [] }), 'bodys: expected no such field: perhaps bodies is meant'],
  [scene({ bodies: [] }), 'bodies: expected one body or more, found an array of 0'],
  [scene({ settings: { timestep: 1 } }), 'settings.timestep: expected no such field: perhaps timeStep'],
  [
    scene({ settings: { timeStep: 'fast' } }),
    'settings.timeStep: expected a time > 0 in s, a number or "1/60", found "fast"',
  ],
  [scene({ settings: { timeStep: 0 } }), 'settings.timeStep: expected a time step > 0 in s, found 0'],
  [scene({ settings: { gravity: -9.81 } }), 'settings.gravity: expected three numbers (m/s^2), found -9.81'],
  [
    scene({ settings: { integrator: 'rk4' } }),
    'settings.integrator: expected euler or midpoint or semi-implicit or auto, found "rk4"',
  ],
  [scene({ settings: { steps: 1.5 } }), 'settings.steps: expected an integer >= 1, found 1.5'],
  [scene({ materials: { ice: { fricton: 0 } } }), 'materials.ice.fricton: expected no such field: perhaps friction'],
  [
    scene({ materials: { ice: { restitution: 2 } } }),
    'materials.ice.restitution: expected a number from 0 to 1, found 2',
  ],
  [
    scene({ bodies: [ground, { ...ball, shape: { kind: 'sphere', radius: -1 } }] }),
    'bodies[1].shape.radius: expected a radius > 0 in m, found -1',
  ],
  [
    scene({ bodies: [{ ...ball, shape: { kind: 'sphere' } }] }),
    'bodies[0].shape.radius: expected a radius > 0 in m, found nothing',
  ],
  [
    scene({ bodies: [{ ...ball, shape: { kind: 'spere', radius: 1 } }] }),
    'bodies[0].shape.kind: expected plane, sphere, box, capsule, cylinder, hull, mesh, heightfield, compound, found "spere"; perhaps sphere is meant',
  ],
  [
    scene({ bodies: [{ ...ball, shape: { kind: 'box', half: [1, 1] } }] }),
    'bodies[0].shape.half: expected three lengths > 0 (m), found an array of 2',
  ],
  [
    scene({ bodies: [{ ...ball, shape: { kind: 'box', size: [1, 1, 1] } }] }),
    'bodies[0].shape.size: expected no such field',
  ],
  [
    scene({
      bodies: [
        {
          ...ball,
          shape: {
            kind: 'hull',
            points: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
            ],
          },
        },
      ],
    }),
    'bodies[0].shape.points: expected points of three numbers (m), 4 to 20000 of them, found an array of 3',
  ],
  [
    scene({ bodies: [{ ...ball, material: 'icee' }], materials: { ice: {} } }),
    'bodies[0].material: unknown material "icee"; nearest: ice',
  ],
  [
    scene({ bodies: [ball, ball] }),
    'bodies[1].name: expected a name that no other body has (bodies[0] has it), found "ball"',
  ],
  [scene({ bodies: [{ ...ball, mass: 1, density: 1 }] }), 'bodies[0].density: expected none beside mass, found both'],
  [
    scene({ bodies: [{ ...ball, inertia: [1, 1, 1] }] }),
    'bodies[0].mass: expected the mass in kg beside inertia, found nothing',
  ],
  [scene({ bodies: [{ name: 'ghost' }] }), 'bodies[0].shape: expected a shape, or mass and inertia'],
  [
    scene({ bodies: [{ shape: { kind: 'plane' } }] }),
    'bodies[0].shape: expected a shape of finite volume, or a motion that is not dynamic, found a plane',
  ],
  [
    scene({ bodies: [{ ...ball, orientation: [0, 0, 0, 0] }] }),
    'bodies[0].orientation: expected a quaternion x y z w, or { axis: three numbers, angle: rad }, found (0, 0, 0, 0)',
  ],
  [scene({ bodies: [{ ...ball, orientation: 0.3 }] }), 'bodies[0].orientation: expected a quaternion x y z w, or {'],
  [scene({ joints: [{ kind: 'hinge' }] }), 'joints[0].kind: expected fixed, spherical, revolute'],
  [
    scene({ joints: [{ kind: 'revolut', a: 'ball', point: [0, 0, 0], axis: [0, 0, 1] }] }),
    'perhaps revolute or revolute-spherical is meant',
  ],
  [
    scene({ joints: [{ kind: 'revolute', a: 'ball', point: [0, 0, 0] }] }),
    'joints[0].axis: expected a direction of three numbers, not all zero, found nothing',
  ],
  [
    scene({ joints: [{ kind: 'revolute', a: 'ball', point: [0, 0, 0], axis: [0, 0, 0] }] }),
    'joints[0].axis: expected a direction of three numbers, not all zero, found (0, 0, 0)',
  ],
  [
    scene({ joints: [{ kind: 'spherical', a: 'bal', point: [0, 0, 0] }] }),
    'joints[0].a: unknown body "bal"; nearest: ball',
  ],
  [
    scene({ joints: [{ kind: 'spherical', a: 'ball', pont: [0, 0, 0] }] }),
    'joints[0].pont: expected no such field: perhaps point',
  ],
  [
    scene({ joints: [{ kind: 'revolute', a: 'ball', point: [0, 0, 0], axis: [0, 0, 1], motor: { sped: 1 } }] }),
    'joints[0].motor.sped: expected no such field: perhaps speed',
  ],
  [
    scene({
      joints: [
        { kind: 'revolute', a: 'ball', point: [0, 0, 0], axis: [0, 0, 1], motor: { speed: 1 }, servo: { target: 1 } },
      ],
    }),
    'joints[0]: joint revolute-1: expected a motor or a servo, found both',
  ],
  [
    scene({ joints: [{ kind: 'spherical', point: [0, 0, 0] }] }),
    'joints[0]: joint spherical-1: expected two bodies, found the world twice',
  ],
  [
    scene({ materials: { mud: { rollingFriction: -1 } } }),
    'materials.mud.rollingFriction: expected a length >= 0 in m, found -1',
  ],
  [scene({ materials: { mud: { spiningFriction: 1 } } }), 'materials.mud.spiningFriction: expected no such field'],
  [
    scene({ materials: { mud: { frictionModel: 'disc' } } }),
    'materials.mud.frictionModel: expected none or box or pyramid',
  ],
  [
    scene({ materials: { mud: { facets: 7 } } }),
    'materials.mud.facets: expected an even number of sides from 4 to 256, found 7',
  ],
  [scene({ settings: { contactForm: 'soft' } }), 'settings.contactForm: expected compliant or rigid'],
  [scene({ settings: { overlapRecovery: 0 } }), 'settings.overlapRecovery: expected a share > 0, at most 1, found 0'],
  [scene({ ignoreContacts: [['ball', 'cub']] }), 'ignoreContacts[0][1]: unknown body "cub"; nearest: cube'],
  [
    scene({ ignoreContacts: [['ball', 'ball']] }),
    'ignoreContacts[0]: expected two different bodies, found "ball" twice',
  ],
];

test('a file says how surfaces rub: rolling, spinning, the model of friction, rigid contacts', () => {
  const world = createWorld(
    readScene(
      JSON.stringify({
        format: 'signorini-scene',
        version: 1,
        settings: { frictionModel: 'pyramid', facets: 6, contactForm: 'rigid', overlapRecovery: 0.5 },
        materials: { felt: { rollingFriction: 0.002, spinningFriction: 0.001 }, ice: { frictionModel: 'none' } },
        bodies: [
          { name: 'table', motion: 'static', shape: { kind: 'plane' } },
          { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, material: 'felt', position: [0, 0, 0.1] },
          { name: 'puck', shape: { kind: 'sphere', radius: 0.1 }, material: 'ice', position: [1, 0, 0.09] },
        ],
      }),
    ),
  );
  world.step();
  expect(world.problem()?.contacts).toMatchObject([
    {
      set: 'pyramid',
      facets: 6,
      tangents: [1, 2],
      rolling: [3, 4],
      muRolling: 0.002,
      spinning: [5],
      muSpinning: 0.001,
    },
    { normal: 6, tangents: [], mu: 0 },
  ]);
  expect(world.body('puck').position[2]).toBeCloseTo(0.095, 12); // half of the overlap
});

test.each(wrong.map(([document, sentence]) => [sentence, document] as const))(
  'a wrong file gets a sentence: %s',
  (sentence, document) => {
    const read = () => readScene(typeof document === 'string' ? document : JSON.stringify(document));
    expect(read).toThrow(SceneFormatError);
    expect(read).toThrow(sentence);
  },
);

test('a file can write a shaker and a steady conveyor, as a program would', () => {
  const oscillation = { kind: 'oscillation', amplitude: 0.02, direction: [1, 0, 0], frequency: 3, phase: 0.5 } as const;
  const uniform = { kind: 'uniform', velocity: [0, 0.2, 0], angularVelocity: [0, 0, 1] } as const;
  const world = createWorld(
    sceneFromDocument(
      scene({
        bodies: [{ name: 'plate', motion: oscillation }, { name: 'belt', motion: uniform }, { ...ball }],
      }),
    ),
  );
  const own = createWorld({ title: 'scene' });
  own.addBody({ name: 'plate', motion: oscillation });
  own.addBody({ name: 'belt', motion: uniform });
  own.addBody({ name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 0.1] });
  for (let k = 0; k < 30; k++) {
    world.step();
    own.step();
  }
  expect(world.hash()).toBe(own.hash());
  expect(world.body('belt').position[1]).toBeCloseTo(0.1, 14);
  const wrong = (motion: unknown) => () => sceneFromDocument(scene({ bodies: [{ name: 'plate', motion }] }));
  expect(wrong('kinetic')).toThrow('bodies[0].motion: expected dynamic or static or kinematic, found "kinetic"');
  expect(wrong({ kind: 'path' })).toThrow('bodies[0].motion.kind: expected oscillation, uniform, found "path"');
  expect(wrong({ ...oscillation, amplitude: -1 })).toThrow(
    'bodies[0].motion.amplitude: expected an amplitude >= 0 in m, found -1',
  );
  expect(wrong({ kind: 'uniform', phase: 1 })).toThrow('bodies[0].motion.phase: expected no such field');
  expect(wrong(3)).toThrow(
    'bodies[0].motion: expected dynamic or static or kinematic, or an object with a kind, found 3',
  );
});

test('a file can let bodies sleep, and joints be closed', () => {
  expect(() => sceneFromDocument(scene({ settings: { projection: 'all' } }))).toThrow(
    'settings.projection: expected loops or joints or none',
  );
  sceneFromDocument(scene({ settings: { projection: 'joints' } }));
  const world = createWorld(sceneFromDocument(scene({ settings: { sleep: { speed: 0.02, steps: 5 } } })));
  for (let k = 0; k < 30; k++) world.step();
  expect(world.body('ball').sleeping).toBe(true);
  expect(createWorld(sceneFromDocument(scene({ settings: { sleep: true } }))).sleeps).toBe(true);
  const wrong = (sleep: unknown) => () => sceneFromDocument(scene({ settings: { sleep } }));
  expect(wrong('yes')).toThrow('settings.sleep: expected true, false or');
  expect(wrong({ steps: 1 })).toThrow('settings.sleep.steps: expected an integer >= 2, found 1');
  expect(wrong({ speed: 0 })).toThrow('settings.sleep.speed: expected a speed > 0 in m/s, found 0');
});

test('a file can say sensors, groups, belts, weights off the middle, friction of pairs and force elements, as a program would', () => {
  const read = sceneFromDocument(
    scene({
      settings: { frictionPairs: [{ materials: ['ice', 'steel'], friction: 0.01 }] },
      materials: { ice: { friction: 0.3 }, steel: {} },
      bodies: [
        { ...ground, material: 'steel', surfaceVelocity: [0.5, 0, 0] },
        { ...ball, material: 'ice', mass: 2, inertia: [0.02, 0.02, 0.02, 0.001, 0, 0], centreOfMass: [0, 0, -0.02] },
        { ...cube, groups: 2, meets: 4 },
        { name: 'gate', motion: 'static', shape: { kind: 'box', half: [1, 1, 1] }, sensor: true },
      ],
      forces: [
        {
          kind: 'spring-damper',
          a: 'ball',
          b: 'cube',
          pointA: [0, 0, 0.1],
          pointB: [0, 0, 1],
          stiffness: 50,
          damping: 1,
        },
        { kind: 'torsional-spring', b: 'cube', axis: [0, 0, 1], stiffness: 2, angle: 0.5 },
        { kind: 'constant-force', body: 'ball', force: [0.1, 0, 0], frame: 'body' },
      ],
    }),
  );
  const world = createWorld(read);
  const own = createWorld({ title: 'scene', frictionPairs: [{ materials: ['ice', 'steel'], friction: 0.01 }] });
  own.addBody({
    name: 'ground',
    motion: 'static',
    shape: plane(),
    material: { name: 'steel' },
    surfaceVelocity: [0.5, 0, 0],
  });
  const a = own.addBody({
    name: 'ball',
    shape: sphere(0.1),
    position: [0, 0, 0.1],
    material: { name: 'ice', friction: 0.3 },
    mass: 2,
    inertia: [0.02, 0.02, 0.02, 0.001, 0, 0],
    centreOfMass: [0, 0, -0.02],
  });
  const b = own.addBody({ name: 'cube', shape: box(0.1, 0.1, 0.1), position: [0, 0, 1], groups: 2, meets: 4 });
  own.addBody({ name: 'gate', motion: 'static', shape: box(1, 1, 1), sensor: true });
  own.addDriver(springDamper({ a, b, pointA: [0, 0, 0.1], pointB: [0, 0, 1], stiffness: 50, damping: 1 }));
  own.addDriver(torsionalSpring({ b, axis: [0, 0, 1], stiffness: 2, angle: 0.5 }));
  own.addDriver(constantForce({ body: a, force: [0.1, 0, 0], frame: 'body' }));
  for (let k = 0; k < 30; k++) {
    const { sensed } = world.step();
    expect(sensed.map((pair) => [pair.bodyA, pair.bodyB])).toEqual(
      own.step().sensed.map((pair) => [pair.bodyA, pair.bodyB]),
    );
    if (k === 0) expect(sensed.length).toBeGreaterThan(0);
  }
  expect(world.hash()).toBe(own.hash());
  expect(world.body('cube').position[2]).toBeLessThan(0); // it meets nothing, the ground least of all
});

test('a torque converter of a file gives no torque where its capacity is null', () => {
  const world = createWorld(
    sceneFromDocument({
      format: 'signorini-scene',
      version: 1,
      settings: { gravity: [0, 0, 0] },
      bodies: [
        { name: 'pump', mass: 1, inertia: [1, 1, 1], angularVelocity: [10, 0, 0] },
        { name: 'turbine', mass: 1, inertia: [1, 1, 1] },
      ],
      forces: [
        {
          kind: 'torque-converter',
          input: 'pump',
          output: 'turbine',
          axis: [1, 0, 0],
          torqueRatio: [[0, 2]],
          capacity: [[0, null]],
        },
      ],
    }),
  );
  for (let k = 0; k < 10; k++) world.step();
  expect(world.body('turbine').angularVelocity).toEqual([0, 0, 0]);
});

test('a wrong name among thousands of long ones is reported at once', () => {
  const long = (k: number) => `${'a very long name '.repeat(200)}${k}`;
  const bodies = Array.from({ length: 2000 }, (_, k) => ({ ...ball, name: long(k) }));
  const joints = [{ kind: 'spherical', a: long(7).replace('very', 'wery'), point: [0, 0, 0] }];
  const start = performance.now();
  expect(() => sceneFromDocument(scene({ bodies, joints }))).toThrow(/^joints\[0\]\.a: unknown body "a wery.{0,200}$/);
  expect(performance.now() - start).toBeLessThan(2000); // ms; it took 65 s
});
