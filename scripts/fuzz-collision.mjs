// Throws random pairs of primitives at the detector and at MuJoCo and compares: npm run fuzz:collision -- --count 20000 --seed 1
// A contact that MuJoCo has and we have not is a fault, and so is a gap that differs by more than 1e-9 m (analytic pairs) or
// 1e-6 m (cylinders), unless ours is proven: by its normal from below and by its points from above (docs/theory/collision.md).
// --mujoco PATH takes MuJoCo's mujoco.js from elsewhere.
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' }, // poses a pair of kinds
    seed: { type: 'string', default: '1' },
    mujoco: { type: 'string', default: '@mujoco/mujoco' },
  },
});
const count = Number(values.count);
const MARGIN = 0.04; // m, of the pair
const POSES = 50; // poses a pair of sizes: a MuJoCo model is slow to make

const conditions = ['@signorini/source'];
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
});
const load = (path) => server.ssrLoadModule(`/packages/engine/${path}`);
const { Detector } = await load('src/collision/detector.ts');
const { box, capsule, cylinder, plane, sphere } = await load('src/collision/shapes/shapes.ts');
const { Rng } = await load('src/linalg/rng.ts');
const { collidersOf, pointsOf, randomDirection, randomRotation } = await load('test/collision-support.ts');
const { offSurface, separation } = await load('test/collision-certificate.ts');
const { default: loadMujoco } = await import(values.mujoco);
const mujoco = await loadMujoco();

const rng = new Rng(Number(values.seed));
const kinds = {
  plane: () => plane(),
  sphere: () => sphere(rng.uniform(0.05, 0.6)),
  box: () => box(rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6)),
  capsule: () => capsule(rng.uniform(0.02, 0.3), rng.uniform(0.05, 0.6)),
  cylinder: () => cylinder(rng.uniform(0.05, 0.4), rng.uniform(0.05, 0.4)),
};
const names = Object.keys(kinds);
const pairs = names
  .flatMap((a, i) => names.slice(i).map((b) => [a, b]))
  .filter(([a, b]) => a !== 'plane' || b !== 'plane');

let faults = 0;
const detector = new Detector();
for (const [kindA, kindB] of pairs) {
  const tally = { touching: 0, worst: 0, missing: 0, wrong: 0, onlyOurs: 0, provenAgainst: 0, worstProven: 0 };
  const exact = kindA === 'cylinder' || kindB === 'cylinder' ? 1e-6 : 1e-9;
  for (let k = 0; k < count; k += POSES) onePair(kindA, kindB, exact, tally);
  faults += tally.missing + tally.wrong;
  process.stdout.write(
    `${kindA}-${kindB}: ${tally.touching} touching, largest difference ${tally.worst.toExponential(1)} m, ` +
      `missing ${tally.missing}, wrong ${tally.wrong}; MuJoCo: misses ${tally.onlyOurs}, differs where ours is proven ` +
      `${tally.provenAgainst} (by up to ${tally.worstProven.toExponential(1)} m)\n`,
  );
}
await server.close();
process.stdout.write(faults === 0 ? 'no faults\n' : `${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;

function onePair(kindA, kindB, exact, tally) {
  const shapes = [kinds[kindA](), kinds[kindB]()];
  const model = mujoco.MjModel.from_xml_string(document(shapes));
  const data = new mujoco.MjData(model);
  for (let k = 0; k < POSES; k++) {
    const [a, b] = pose(shapes);
    detector.clear();
    detector.detect(collidersOf([a, b], MARGIN / 2));
    const ours = pointsOf(detector);
    const theirs = gapsOfMujoco(model, data, a, b);
    compare(a, b, ours, theirs, exact, tally);
  }
  data.delete();
  model.delete();
}

/** Two shapes near each other; a plane stays at the origin, MuJoCo cannot move it. */
function pose([first, second]) {
  const isPlane = first.kind === 'plane';
  const a = { shape: first, at: [0, 0, 0], turned: isPlane ? [0, 0, 0, 1] : randomRotation(rng) };
  const b = { shape: second, at: [0, 0, 0], turned: randomRotation(rng) };
  const n = isPlane ? [0, 0, 1] : randomDirection(rng);
  const gap = rng.uniform(-0.1, 0.06);
  const apart = isPlane ? separation({ ...b, shape: sphere(1e-9) }, b, n) : separation(a, b, n);
  return [a, { ...b, at: n.map((x) => x * (gap - apart)) }];
}

function compare(a, b, ours, theirs, exact, tally) {
  const near = theirs.filter((gap) => gap < MARGIN - 1e-6);
  const gap = Math.min(...ours.map((point) => point.gap));
  if (ours.length === 0 && near.length === 0) return;
  if (ours.length === 0) {
    // MuJoCo's own gap may be wrong: a direction that separates by more than the margin acquits us
    const wide = Array.from({ length: 20000 }, () => separation(a, b, randomDirection(rng)));
    if (a.shape.kind !== 'plane' && Math.max(...wide) > MARGIN - 1e-4) tally.provenAgainst++;
    else tally.missing++;
    return;
  }
  tally.touching++;
  if (near.length === 0) {
    if (gap < MARGIN - 1e-6) tally.onlyOurs++;
    return;
  }
  const difference = Math.abs(gap - Math.min(...near));
  if (difference <= exact) tally.worst = Math.max(tally.worst, difference);
  else if (proven(a, b, ours, gap)) {
    tally.provenAgainst++;
    tally.worstProven = Math.max(tally.worstProven, difference);
  } else {
    tally.wrong++;
    process.stderr.write(`${JSON.stringify({ a, b, gap, theirs })}\n`);
  }
}

/** The normal separates by the gap, the points are on both surfaces, and no other direction separates by more. */
function proven(a, b, ours, gap) {
  if (a.shape.kind === 'plane') return false;
  const deepest = ours.find((point) => point.gap === gap);
  const off = Math.max(Math.abs(offSurface(a, deepest.pointA)), Math.abs(offSurface(b, deepest.pointB)));
  return Math.abs(separation(a, b, deepest.normal) - gap) < 1e-6 && off < 5e-5 && widest(a, b) < gap + 1e-6;
}

/** The largest separation along any direction that 20 climbs from random starts find. */
function widest(a, b) {
  let best = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < 20; start++) {
    let n = randomDirection(rng);
    let s = separation(a, b, n);
    for (let step = 0.5, tries = 0; step > 1e-9; tries++) {
      const side = randomDirection(rng).map((x, i) => n[i] + step * x);
      const length = Math.sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
      const next = side.map((x) => x / length);
      const found = separation(a, b, next);
      if (found > s) {
        s = found;
        n = next;
        tries = 0;
      } else if (tries > 20) {
        step /= 2;
        tries = 0;
      }
    }
    best = Math.max(best, s);
  }
  return best;
}

function document([first, second]) {
  const free = (shape, name) => `<body><freejoint/><geom name="${name}" ${geom(shape)}/></body>`;
  const a = first.kind === 'plane' ? `<geom name="a" ${geom(first)}/>` : free(first, 'a');
  return `<mujoco><worldbody>${a}${free(second, 'b')}</worldbody>
    <contact><pair geom1="a" geom2="b" margin="${MARGIN}"/></contact></mujoco>`;
}

function geom(shape) {
  switch (shape.kind) {
    case 'plane':
      return 'type="plane" size="0 0 1"';
    case 'sphere':
      return `type="sphere" size="${shape.radius}"`;
    case 'box':
      return `type="box" size="${shape.half.join(' ')}"`;
    default:
      return `type="${shape.kind}" size="${shape.radius} ${shape.halfLength}"`;
  }
}

function gapsOfMujoco(model, data, a, b) {
  const moving = a.shape.kind === 'plane' ? [b] : [a, b];
  for (const [k, { at, turned }] of moving.entries()) {
    const [x, y, z, w] = turned;
    for (const [i, value] of [...at, w, x, y, z].entries()) data.qpos[7 * k + i] = value;
  }
  mujoco.mj_kinematics(model, data);
  mujoco.mj_collision(model, data);
  return Array.from({ length: data.ncon }, (_, k) => {
    const contact = data.contact.get(k);
    const { dist } = contact;
    contact.delete();
    return dist;
  });
}
