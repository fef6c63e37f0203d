// What a world's options cost: sleep, rigid contacts, projection; and how well pendulums keep their energy, by length.
// npm run build && npm run bench -- world   About a minute.
// docs/theory/dynamics.md, contact-rows.md, integrators.md. Worlds of one comparison take turns; medians of CPU ms a step.
import { box, createWorld, plane, sphere } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { swing } from '../packages/lab/dist/verify/pendulum.js';
import { median } from './timing.mjs';

export async function run() {
  return {
    unit: 'CPU ms a step, median',
    sleep: sleep(),
    rigid: rigid(),
    projection: projection(),
    pendulums: pendulums(),
  };
}

/** The wall awake, asleep, and asleep while a ball hangs and swings beside it. */
function sleep() {
  const wall = () => createWorld(findScene('brick-wall'), { sleep: true });
  const worlds = { awake: createWorld(findScene('brick-wall')), asleep: wall(), 'asleep beside a pendulum': wall() };
  const pendulum = worlds['asleep beside a pendulum'];
  const ball = pendulum.addBody({ name: 'ball', shape: sphere(0.1), position: [3, 0, 2] });
  pendulum.addJoint({ kind: 'spherical', name: 'string', a: ball, point: [3, 1, 3] });
  const { ms, worlds: stepped } = race(worlds, 800, 400);
  const sleeping = stepped.asleep.last.sleeping;
  return told('sleep', { ...ms, sleepingBodies: sleeping });
}

/** Contacts as springs, and contacts that do not give way. */
function rigid() {
  const scenes = { 'five boxes': () => stack(5), 'ten bricks': () => bricks(4), 'brick wall': () => bricks(12) };
  const result = {};
  for (const [name, make] of Object.entries(scenes)) {
    const steps = name === 'brick wall' ? 40 : 200;
    const { ms, worlds } = race(
      { compliant: form(make(), 'compliant'), rigid: form(make(), 'rigid') },
      steps,
      steps / 2,
    );
    const direct = (key) => median(worlds[key].reports.map(({ iterations }) => iterations.direct));
    const rows = worlds.compliant.last.rows;
    result[name] = told(name, {
      rows,
      compliantMs: ms.compliant,
      rigidMs: ms.rigid,
      ratio: ms.rigid / ms.compliant,
      factorisations: [direct('compliant'), direct('rigid')],
      unsolved: worlds.rigid.reports.filter(({ status }) => status !== 'converged').length,
    });
  }
  return result;
}

/** Joints left as the step has them, and moved to where their springs want them. */
function projection() {
  const result = {};
  const scene = (name) => (settings) => createWorld(withSettings(findScene(name), settings));
  const runs = {
    'heavy-chain': [scene('heavy-chain'), 300],
    'heavy-chain-swing': [scene('heavy-chain-swing'), 600],
    'heavy-chain-drop': [scene('heavy-chain-drop'), 300],
    'closed-loop': [scene('closed-loop'), 300],
    'crank-slider': [crankSlider, 600],
    'double-pendulum': [scene('double-pendulum'), 600],
  };
  for (const [name, [build, steps]] of Object.entries(runs)) {
    const make = (projection) => build({ integrator: 'euler', projection });
    const { ms, worlds } = race({ none: make('none'), joints: make('joints') }, steps, 0);
    const solves = worlds.joints.reports.reduce((sum, report) => sum + report.solves, 0) / steps;
    const widest = (key) => 1e3 * worlds[key].widestGap;
    const energy = worlds.joints.reports.reduce((sum, { ledger }) => sum + ledger.entries.projection, 0);
    result[name] = told(name, {
      widestGapMm: [widest('none'), widest('joints')],
      projectionJ: energy,
      solvesAStep: solves,
      noneMs: ms.none,
      jointsMs: ms.joints,
    });
  }
  return result;
}

/** A crank of 0.2 m at 10 rad/s, a rod of 0.6 m and a slider, in the x-z plane. */
function crankSlider(settings) {
  const world = createWorld(settings);
  const link = (name, x, half) =>
    world.addBody({ name, shape: box(half, 0.02, 0.02), position: [x, 0, 0], groups: 2, meets: 0 });
  const [crank, rod, slider] = [link('crank', 0.1, 0.1), link('rod', 0.5, 0.3), link('slider', 0.85, 0.05)];
  const hinge = { kind: 'revolute', axis: [0, 1, 0] };
  world.addJoint({ ...hinge, name: 'drive', b: crank, point: [0, 0, 0], motor: { speed: 10, maxTorque: 500 } });
  world.addJoint({ ...hinge, name: 'pin', a: crank, b: rod, point: [0.2, 0, 0] });
  world.addJoint({ ...hinge, name: 'wrist', a: rod, b: slider, point: [0.8, 0, 0] });
  world.addJoint({ kind: 'prismatic', name: 'guide', b: slider, point: [0.85, 0, 0], axis: [1, 0, 0] });
  return world;
}

/** Largest energy error of five links in ten seconds, of the joint-consistent velocity, by the length of a link: chaotic. */
function pendulums() {
  const lengths = [1, 1.0001, 0.9999, 1.001, 0.999, 1.01, 0.99, 1.02, 0.98, 0.5];
  const percent = (length) => 100 * swing('five-pendulum', 5, length).largest;
  return told('five-pendulum, %', Object.fromEntries(lengths.map((length) => [`${length} m`, percent(length)])));
}

/** Steps worlds in turns of ten; times and reports after the first `skip` steps. */
function race(worlds, steps, skip) {
  const runs = Object.fromEntries(
    Object.entries(worlds).map(([key, world]) => [key, { world, times: [], reports: [], widestGap: 0 }]),
  );
  const turn = 10;
  for (let done = 0; done < steps; done += turn)
    for (const run of Object.values(runs)) {
      const before = process.cpuUsage();
      const reports = Array.from({ length: turn }, () => {
        const report = run.world.step();
        for (const { gap } of run.world.joints) run.widestGap = Math.max(run.widestGap, gap);
        return report;
      });
      const { user, system } = process.cpuUsage(before);
      run.last = reports.at(-1);
      if (done < skip) continue;
      run.times.push((user + system) / 1000 / turn);
      run.reports.push(...reports);
    }
  const ms = Object.fromEntries(Object.entries(runs).map(([key, { times }]) => [key, median(times)]));
  for (const { world } of Object.values(runs)) world.release();
  return { ms, worlds: runs };
}

function form(scene, contactForm) {
  return createWorld(withSettings(scene, { contactForm, integrator: 'euler' }));
}

function withSettings(scene, settings) {
  return { ...scene, settings: (values) => ({ ...scene.settings(values), ...settings }) };
}

function bricks(rows) {
  const wall = findScene('brick-wall');
  return { ...wall, build: (world, values) => wall.build(world, { ...values, rows }) };
}

function stack(count) {
  const build = (world) => {
    world.addBody({ name: 'ground', motion: 'static', shape: plane() });
    for (let k = 0; k < count; k++)
      world.addBody({ name: `box-${k + 1}`, shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.1 + 0.2 * k] });
  };
  return { ...findScene('brick-wall'), name: 'stack', parameters: {}, settings: () => ({}), build };
}

function told(name, figures) {
  const rounded = Object.fromEntries(Object.entries(figures).map(([key, v]) => [key, round(v)]));
  process.stdout.write(`${name}: ${JSON.stringify(rounded)}\n`);
  return rounded;
}

const round = (v) => (Array.isArray(v) ? v.map(round) : Number(v.toPrecision(3)));
