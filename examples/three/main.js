// Draws a world of the engine with three.js: fixed steps of physics, poses interpolated between them, z up.
import {
  BoxGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { hook, makeWorld } from './world.js';

Object3D.DEFAULT_UP.set(0, 0, 1); // the engine's scenes have z up; three.js has y up

const SKY = new Color('#eef1f4');
const BRICKS = ['#c9694b', '#bd5d42', '#d47a58', '#c5765c'];
const MOST_STEPS = 4; // steps per frame: a slow machine shows slow motion instead of falling behind more and more

const renderer = new WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
document.body.prepend(renderer.domElement);
const camera = new PerspectiveCamera(32, 1, 0.1, 80);

let page = start();
document.querySelector('#again').addEventListener('click', () => {
  page.world.release();
  for (const { geometry } of page.meshes) geometry.dispose();
  page = start();
});

/** A world, a mesh for each of its bodies, and the poses of the last two steps: seven numbers per body, x y z, then x y z w. */
function start() {
  const world = makeWorld();
  const scene = stage();
  const meshes = world.bodies.map(({ shape }, k) => {
    const mesh = new Mesh(geometryOf(shape), materialOf(shape, k));
    mesh.castShadow = shape.kind !== 'plane';
    mesh.receiveShadow = true;
    scene.add(mesh);
    return mesh;
  });
  return { world, scene, meshes, before: world.poses(), after: world.poses(), owed: 0, report: undefined };
}

/** Physics in steps of `timeStep`, as many as the time that has passed asks for; the rest is owed to the next frame. */
function advance(page, seconds) {
  const { world } = page;
  page.owed = Math.min(page.owed + seconds, MOST_STEPS * world.timeStep);
  while (page.owed >= world.timeStep) {
    page.before.set(page.after);
    page.report = world.step();
    world.poses(page.after);
    page.owed -= world.timeStep;
  }
}

const turned = new Quaternion();

/** Each mesh between its last two poses, `part` of the way: 0 the older, 1 the newer. */
function place({ meshes, before, after }, part) {
  for (const [k, mesh] of meshes.entries()) {
    const at = 7 * k;
    mesh.position.fromArray(before, at).lerp(new Vector3().fromArray(after, at), part);
    mesh.quaternion.fromArray(before, at + 3).slerp(turned.fromArray(after, at + 3), part);
  }
}

addEventListener('resize', frame);
frame();
let last = performance.now();
renderer.setAnimationLoop((now) => {
  advance(page, (now - last) / 1000);
  last = now;
  place(page, page.owed / page.world.timeStep);
  renderer.render(page.scene, camera);
  if (page.report) caption(page.report, page.world);
  window.example = { ...page, renderer, camera }; // for the console, and for the test of this page
});

/** The larger of the two errors that the step reports, J: a step is right if both are small. */
function caption({ energyError, frictionConsistency, time }, world) {
  const joules = Math.max(energyError.value, frictionConsistency.value);
  document.querySelector('#error').textContent = `${joules.toExponential(1)} J`;
  document.querySelector('#state').textContent = `${world.contacts.length} contacts, ${time.toFixed(1)} s`;
}

/** The engine casts a ray through the pointer; the body that it hits is pushed along the ray, at the point of the hit. */
renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
  const point = new Vector3((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight, 0.5).unproject(camera);
  const origin = camera.position.toArray();
  const direction = point.sub(camera.position).normalize().toArray();
  const hit = page.world.queries().rayCast({ origin, direction });
  if (!hit || hit.body.fixed) return;
  const impulse = direction.map((c) => 3 * hit.body.mass * c); // N s: 3 m/s for the centre of mass
  hit.body.applyImpulse(impulse, hit.point);
});

/** Light, ground fog and the gantry, which is drawn but takes no part in the physics. */
function stage() {
  const scene = new Scene();
  scene.background = SKY;
  scene.fog = new Fog(SKY, 14, 34);
  scene.add(new HemisphereLight('#f4f8ff', '#b9b4ac', 1.7));
  const sun = new DirectionalLight('#fff6ea', 2.1);
  sun.position.set(-4, -5, 9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  Object.assign(sun.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, far: 24 });
  sun.shadow.radius = 4;
  scene.add(sun);
  const steel = new MeshStandardMaterial({ color: '#8b95a1', roughness: 0.6 });
  const bar = (size, position) => {
    const mesh = new Mesh(new BoxGeometry(...size), steel);
    mesh.position.set(...position);
    mesh.castShadow = true;
    scene.add(mesh);
  };
  const [x, , z] = hook;
  bar([0.12, 4.2, 0.12], [x, 0, z + 0.06]);
  for (const side of [-1, 1]) bar([0.12, 0.12, z], [x, 2.04 * side, z / 2]);
  return scene;
}

function geometryOf(shape) {
  if (shape.kind === 'plane') return new CircleGeometry(40, 64);
  if (shape.kind === 'box') return new BoxGeometry(...shape.half.map((half) => 2 * half));
  if (shape.kind === 'sphere') return new SphereGeometry(shape.radius, 48, 32);
  return new CapsuleGeometry(shape.radius, 2 * shape.halfLength, 6, 16).rotateX(Math.PI / 2); // along y there, z here
}

function materialOf({ kind }, k) {
  if (kind === 'plane') return new MeshStandardMaterial({ color: '#e4e3de', roughness: 1 });
  if (kind === 'box') return new MeshStandardMaterial({ color: BRICKS[(k * 7) % BRICKS.length], roughness: 0.85 });
  return new MeshStandardMaterial({
    color: kind === 'sphere' ? '#3d4a5c' : '#6d7885',
    roughness: 0.45,
    metalness: 0.3,
  });
}

/** The camera looks at the wall from the side of the ball, far enough that wall and swing fit the width of the window. */
function frame() {
  const [width, height] = [innerWidth, innerHeight];
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(width, height);
  camera.aspect = width / height;
  const distance = Math.max(9.2, 8.4 / camera.aspect);
  camera.position.set(-0.62 * distance, -0.72 * distance, 0.31 * distance + 0.6);
  camera.lookAt(-0.5, 0, 1.45);
  camera.updateProjectionMatrix();
}
