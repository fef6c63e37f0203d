// A step of the engine against MuJoCo and Rapier as their users run them, with what each leaves of the scene's known answer.
// npm run build && npm run bench -- engine.   Wall: 30 bricks, 1000 steps; chain: 1000 kg on 20 links of 1 kg, 600 steps.
// Engines take turns of 20 steps; times are CPU ms a step, medians. Jolt and PhysX are not in it: they are no dependencies here.
import { createWorld, findScene } from '@signorini/engine';
import { median } from './timing.mjs';

const TURN = 20;

export async function run() {
  const mujoco = await (await import('@mujoco/mujoco')).default();
  const rapier = (await import('@dimforge/rapier3d-compat')).default;
  await rapier.init({});
  const wall = bodiesOf('brick-wall', {});
  const chain = bodiesOf('heavy-chain', {});
  const results = [
    race('brick-wall', 1000, wallError, {
      signorini: () => ours('brick-wall', {}),
      'mujoco, defaults': () => mujocoWorld(mujoco, wall, []),
      'rapier, defaults': () => rapierWorld(rapier, wall, [], 4),
      'rapier, 50 solver iterations': () => rapierWorld(rapier, wall, [], 50),
    }),
    race('heavy-chain', 600, chainError, {
      signorini: () => ours('heavy-chain', {}),
      'mujoco, defaults': () => mujocoWorld(mujoco, chain, 'chain'),
      'rapier, defaults': () => rapierWorld(rapier, chain, 'chain', 4),
      'rapier, 50 solver iterations': () => rapierWorld(rapier, chain, 'chain', 50),
    }),
  ];
  for (const { scene, unit, engines } of results)
    for (const [name, { ms, error }] of Object.entries(engines))
      process.stdout.write(
        `${scene.padEnd(12)} ${name.padEnd(30)} ${ms.toFixed(3)} ms a step   ${error.toExponential(1)} ${unit}\n`,
      );
  return { scenes: results };
}

/** Runs all engines in turns; `judge` tells the error from positions at the start, at 40 % of the steps and at the end. */
function race(scene, steps, judge, makers) {
  const runs = Object.entries(makers).map(([name, make]) => ({ name, sim: make(), times: [], marks: [] }));
  for (const run of runs) run.marks.push(run.sim.positions());
  for (let done = 0; done < steps; done += TURN)
    for (const run of runs) {
      for (let k = 0; k < TURN; k++) {
        const before = process.cpuUsage();
        run.sim.step();
        const { user, system } = process.cpuUsage(before);
        if (done >= steps / 10) run.times.push((user + system) / 1000); // after the compilers
      }
      if (done + TURN === Math.round(0.4 * steps)) run.marks.push(run.sim.positions());
    }
  const engines = Object.fromEntries(
    runs.map(({ name, sim, times, marks }) => [
      name,
      { ms: median(times), error: judge(marks[0], marks[1], sim.positions()) },
    ]),
  );
  return { scene, steps, unit: judge.unit, engines };
}

/** Largest drift of a brick between 40 % of the steps and the end, mm. */
function wallError(_start, middle, end) {
  return 1000 * Math.max(...end.map((p, k) => distance(p, middle[k])));
}
wallError.unit = 'mm drift from step 400 to 1000';

/** How far the load hangs below where it started, over the length of the chain, %. */
function chainError(start, _middle, end) {
  return (100 * Math.abs(end.at(-1)[2] - start.at(-1)[2])) / 4;
}
chainError.unit = '% stretch';

const distance = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

function ours(name, parameters) {
  const world = createWorld(findScene(name), { parameters });
  const moving = world.bodies.filter((body) => !body.fixed);
  return { step: () => world.step(), positions: () => moving.map((body) => body.position) };
}

/** Shapes and places of a scene's moving bodies, for the others to build it. */
function bodiesOf(name, parameters) {
  const world = createWorld(findScene(name), { parameters });
  return world.bodies
    .filter((body) => !body.fixed)
    .map(({ position, orientation, mass }, k, all) => ({
      position,
      orientation,
      mass,
      ...sizeOf(name, k, all.length),
    }));
}

function sizeOf(name, k, count) {
  if (name === 'brick-wall') return { half: [0.2, 0.1, 0.1] };
  return k === count - 1 ? { half: [0.25, 0.25, 0.25] } : { radius: 0.02, halfLength: 0.08 };
}

function mujocoWorld(M, bodies, joints) {
  const numbers = (values) => values.map((value) => value.toPrecision(17)).join(' ');
  const contact = joints === 'chain' ? 'contype="0" conaffinity="0"' : 'friction="1 0 0"';
  const geom = ({ half, radius, halfLength, mass }) =>
    half
      ? `<geom type="box" size="${numbers(half)}" mass="${mass}" ${contact}/>`
      : `<geom type="capsule" size="${radius} ${halfLength}" mass="${mass}" ${contact}/>`;
  const tree = () => {
    let xml = '';
    for (let k = bodies.length - 1; k >= 0; k--) {
      const { position } = bodies[k];
      const top = 0.5 * (bodies[k].half ? 0.5 : 0.2);
      const above = k === 0 ? [0, 0, 0] : bodies[k - 1].position;
      const offset = position.map((c, i) => c - above[i]);
      xml = `<body pos="${numbers(offset)}"><joint type="ball" pos="0 0 ${top}"/>${geom(bodies[k])}${xml}</body>`;
    }
    return xml;
  };
  const free = bodies.map((body) => `<body pos="${numbers(body.position)}"><freejoint/>${geom(body)}</body>`).join('');
  const floor = joints === 'chain' ? '' : '<geom type="plane" size="10 10 1" friction="1 0 0"/>';
  const xml = `<mujoco><option timestep="${1 / 60}" gravity="0 0 -9.81"/><worldbody>${floor}${joints === 'chain' ? tree() : free}</worldbody></mujoco>`;
  const model = M.MjModel.from_xml_string(xml);
  const data = new M.MjData(model);
  M.mj_forward(model, data);
  return {
    step: () => M.mj_step(model, data),
    positions: () => {
      M.mj_kinematics(model, data);
      const { xpos } = data;
      return bodies.map((_, k) => [xpos[3 * k + 3], xpos[3 * k + 4], xpos[3 * k + 5]]);
    },
  };
}

function rapierWorld(R, bodies, joints, iterations) {
  const world = new R.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = 1 / 60;
  world.numSolverIterations = iterations;
  const fixed = world.createRigidBody(R.RigidBodyDesc.fixed());
  const groups = joints === 'chain' ? 0x00010000 : 0x00010001;
  const floor = R.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1).setFriction(1).setCollisionGroups(groups);
  world.createCollider(floor, fixed);
  const made = bodies.map(({ position: [x, y, z], half, radius, halfLength, mass }) => {
    const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(false));
    const shape = half
      ? R.ColliderDesc.cuboid(...half)
      : R.ColliderDesc.capsule(halfLength, radius).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
    world.createCollider(shape.setFriction(1).setMass(mass).setCollisionGroups(groups), body);
    return body;
  });
  if (joints === 'chain')
    bodies.forEach((body, k) => {
      const top = { x: 0, y: 0, z: body.half ? 0.25 : 0.1 };
      const anchor = k === 0 ? { x: 0, y: 0, z: body.position[2] + 0.1 } : { x: 0, y: 0, z: -0.1 };
      world.createImpulseJoint(R.JointData.spherical(anchor, top), k === 0 ? fixed : made[k - 1], made[k], true);
    });
  return {
    step: () => world.step(),
    positions: () => made.map((body) => Object.values(body.translation())),
  };
}
