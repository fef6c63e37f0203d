// Contact detection a step against MuJoCo (f64) and Rapier (f32): a wall of 30 bricks, spheres in a lattice from 1 000 to
// 10 000, and what the garbage collector does in 1000 steps.   npm run build && npm run bench -- collision [--peers FOLDER]
// Detection alone, and with every point read (which bodies, where, normal, gap) as a user of each must: from arrays here, point by
// point through the bindings elsewhere.
// FOLDER holds node_modules with @mujoco/mujoco and @dimforge/rapier3d-compat where this repository has them not.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { Detector } from '../packages/engine/dist/collision/detector.js';
import { box, plane, sphere } from '../packages/engine/dist/collision/shapes/shapes.js';
import { Rng } from '../packages/engine/dist/linalg/rng.js';

const MARGIN = 0.001; // m, of each body
const NOISE = 1e-6; // m, so that nothing is found unchanged

export async function run(argv) {
  const at = argv.indexOf('--peers');
  const require = createRequire(at < 0 ? import.meta.url : join(process.cwd(), argv[at + 1], 'x.js'));
  const mujoco = await peer(require, '@mujoco/mujoco');
  const rapier = await peer(require, '@dimforge/rapier3d-compat');
  const scenes = {
    'wall-30': wall(),
    ...Object.fromEntries([1000, 2000, 10000].map((n) => [`spheres-${n}`, spheres(n)])),
  };
  const rows = [];
  for (const [scene, bodies] of Object.entries(scenes)) {
    const rounds = bodies.length > 5000 ? 60 : bodies.length > 500 ? 200 : 3000;
    const ours = timeOurs(bodies, rounds);
    const row = { scene, bodies: bodies.length, ...ours };
    if (mujoco) Object.assign(row, timeMujoco(await mujoco.default(), bodies, Math.ceil(rounds / 4)));
    if (rapier) Object.assign(row, await timeRapier(rapier.default ?? rapier, bodies, Math.min(100, rounds)));
    rows.push(row);
    process.stdout.write(
      `${Object.entries(row)
        .map(([key, v]) => `${key} ${typeof v === 'number' ? Number(v.toPrecision(3)) : v}`)
        .join('  ')}\n`,
    );
  }
  const collections = await collectionsIn(scenes['wall-30'], 20000);
  process.stdout.write(`garbage collections in 20 000 steps of the wall: ${collections}\n`);
  return { unit: 'ms a step, best of the second half of the rounds', rows, collectionsIn20000Steps: collections };
}

/** Other work on the machine only ever adds. */
const best = (times) => Math.min(...times);

async function peer(require, name) {
  try {
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch {
    process.stderr.write(`collision: no ${name} here, so nothing to compare with\n`);
    return undefined;
  }
}

/** 12 rows of 3 and 2 bricks of 0.4 x 0.2 x 0.2 m, pressed together by 0.1 mm, on a plane. */
function wall() {
  const bodies = [];
  for (let row = 0; row < 12; row++) {
    const count = row % 2 === 0 ? 3 : 2;
    for (let k = 0; k < count; k++)
      bodies.push({
        half: [0.2, 0.1, 0.1],
        at: [(k - (count - 1) / 2) * 0.405, 0, 0.1 + 0.2 * row - 1e-4 * (row + 1)],
      });
  }
  return bodies;
}

/** Spheres of 0.1 m in a cubic lattice, 2 mm into each other, shaken by 2 mm, on a plane. */
function spheres(n) {
  const rng = new Rng(3);
  const side = Math.ceil(Math.cbrt(n));
  const shake = () => rng.uniform(-0.002, 0.002);
  return Array.from({ length: n }, (_, k) => ({
    radius: 0.05,
    at: [
      (k % side) * 0.098 + shake(),
      (Math.floor(k / side) % side) * 0.098 + shake(),
      0.049 + Math.floor(k / side / side) * 0.098 + shake(),
    ],
  }));
}

function collidersOf(bodies) {
  const all = [{ shape: plane(), at: [0, 0, 0] }];
  for (const { half, radius, at } of bodies) all.push({ shape: half ? box(...half) : sphere(radius), at });
  return {
    count: all.length,
    shape: all.map(({ shape }) => shape),
    pose: Float64Array.from(all.flatMap(({ at }) => [...at, 0, 0, 0, 1])),
    body: Int32Array.from(all, (_, k) => k),
    fixed: Uint8Array.from(all, (_, k) => (k === 0 ? 1 : 0)),
    margin: new Float64Array(all.length).fill(MARGIN),
  };
}

function shaker(colliders) {
  const rest = colliders.pose.slice();
  const rng = new Rng(1);
  return () => {
    for (let k = 1; k < colliders.count; k++)
      for (let i = 0; i < 3; i++) colliders.pose[7 * k + i] = rest[7 * k + i] + rng.uniform(-NOISE, NOISE);
  };
}

function timeOurs(bodies, rounds) {
  const colliders = collidersOf(bodies);
  const shake = shaker(colliders);
  const detector = new Detector();
  const [times, withReading] = [[], []];
  let sum = 0;
  for (let k = 0; k < 2 * rounds; k++) {
    shake();
    const start = performance.now();
    const points = detector.detect(colliders);
    const found = performance.now();
    for (let i = 0; i < points.count; i++) {
      sum += points.a[i] + points.b[i] + points.gap[i];
      for (let c = 0; c < 3; c++) sum += points.pointA[3 * i + c] + points.normal[3 * i + c];
    }
    if (k < rounds) continue;
    times.push(found - start);
    withReading.push(performance.now() - start);
  }
  read(sum);
  return { ms: best(times), readMs: best(withReading), points: detector.points.count };
}

/** Keeps what was read from being optimised away. */
function read(sum) {
  if (Number.isNaN(sum)) throw new Error('a contact is not a number');
}

/** mj_collision alone: kinematics are done before the clock starts. */
function timeMujoco(mujoco, bodies, rounds) {
  const geom = ({ half, radius, at }) =>
    `<body pos="${at.join(' ')}"><freejoint/><geom margin="${MARGIN}" ${
      half ? `type="box" size="${half.join(' ')}"` : `type="sphere" size="${radius}"`
    }/></body>`;
  const xml = `<mujoco><size memory="1000M"/><worldbody><geom type="plane" size="0 0 1" margin="${MARGIN}"/>${bodies.map(geom).join('')}</worldbody></mujoco>`;
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  const rng = new Rng(1);
  const [times, withReading] = [[], []];
  let sum = 0;
  for (let k = 0; k < 2 * rounds; k++) {
    for (let b = 0; b < bodies.length; b++)
      for (let i = 0; i < 3; i++) data.qpos[7 * b + i] = bodies[b].at[i] + rng.uniform(-NOISE, NOISE);
    mujoco.mj_kinematics(model, data);
    mujoco.mj_comPos(model, data);
    const start = performance.now();
    mujoco.mj_collision(model, data);
    const found = performance.now();
    const list = data.contact;
    const count = data.ncon;
    for (let i = 0; i < count; i++) {
      const contact = list.get(i);
      const { pos, frame } = contact;
      sum += contact.geom1 + contact.geom2 + contact.dist;
      for (let c = 0; c < 3; c++) sum += pos[c] + frame[c];
      contact.delete();
    }
    list.delete();
    if (k < rounds) continue;
    times.push(found - start);
    withReading.push(performance.now() - start);
  }
  read(sum);
  const points = data.ncon;
  data.delete();
  model.delete();
  return { mujocoMs: best(times), mujocoReadMs: best(withReading), mujocoPoints: points };
}

/** Collision detection by Rapier's own profiler, in a world that runs. */
async function timeRapier(rapier, bodies, rounds) {
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  world.profilerEnabled = true;
  const ground = world.createRigidBody(rapier.RigidBodyDesc.fixed().setTranslation(0, 0, -1));
  world.createCollider(rapier.ColliderDesc.cuboid(50, 50, 1), ground);
  const made = [];
  for (const { half, radius, at } of bodies) {
    const body = world.createRigidBody(
      rapier.RigidBodyDesc.dynamic()
        .setTranslation(...at)
        .setCanSleep(false),
    );
    made.push(
      world.createCollider(half ? rapier.ColliderDesc.cuboid(...half) : rapier.ColliderDesc.ball(radius), body),
    );
  }
  const [times, withReading] = [[], []];
  let sum = 0;
  for (let k = 0; k < rounds; k++) {
    world.step();
    const found = world.timingCollisionDetection();
    const start = performance.now();
    for (const one of made)
      world.contactPairsWith(one, (other) => {
        if (other.handle < one.handle && other.parent()?.isDynamic()) return; // each pair once
        world.contactPair(one, other, (manifold) => {
          const normal = manifold.normal();
          sum += normal.x + normal.y + normal.z;
          for (let i = 0; i < manifold.numContacts(); i++) {
            const point = manifold.localContactPoint1(i);
            sum += point.x + point.y + point.z + manifold.contactDist(i) + other.handle;
          }
        });
      });
    if (2 * k < rounds) continue;
    times.push(found);
    withReading.push(found + performance.now() - start);
  }
  read(sum);
  world.free();
  return { rapierMs: best(times), rapierReadMs: best(withReading) };
}

/** Collections of garbage while the wall is detected again and again. */
async function collectionsIn(bodies, steps) {
  const colliders = collidersOf(bodies);
  const detector = new Detector();
  for (let k = 0; k < 2000; k++) detector.detect(colliders);
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let k = 0; k < steps; k++) detector.detect(colliders);
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return count;
}
