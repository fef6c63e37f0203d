// 200 bodies in a three.js page: a world, meshes, a loop with interpolation, picking.   docs/start/three.md
import { box, createWorld, plane, sphere } from '@signorini/engine';
import * as THREE from 'three';

THREE.Object3D.DEFAULT_UP.set(0, 0, 1); // z is up in the engine; three.js has y up

const world = createWorld({ sleep: true }); // SI units, steps of 1/60 s, the solver `auto`
world.addBody({ motion: 'static', shape: plane() });
for (let k = 0; k < 200; k++) {
  const [tower, floor] = [Math.floor(k / 5), k % 5]; // 40 towers of four boxes, and a ball that drops onto each
  world.addBody({
    shape: floor < 4 ? box(0.15, 0.15, 0.12) : sphere(0.15), // half sides; radius, m
    density: 700, // kg/m^3
    position: [(tower % 8) * 0.9 - 3.15, Math.floor(tower / 8) * 0.9 - 1.8, floor < 4 ? 0.12 + 0.24 * floor : 1.5],
  });
}

const scene = new THREE.Scene();
scene.background = new THREE.Color('#eef1f4');
const sun = new THREE.DirectionalLight('#fff6ea', 2.4);
sun.position.set(-4, -5, 9);
scene.add(new THREE.HemisphereLight('#f4f8ff', '#b9b4ac', 1.6), sun);
const meshes = world.bodies.map(({ shape }, k) => {
  const colour = shape.kind === 'plane' ? '#e4e3de' : ['#c9694b', '#3d6ea5', '#d9a441', '#5a8f69'][k % 4];
  const mesh = new THREE.Mesh(geometryOf(shape), new THREE.MeshStandardMaterial({ color: colour, roughness: 0.8 }));
  scene.add(mesh);
  return mesh;
});

function geometryOf(shape) {
  if (shape.kind === 'plane') return new THREE.CircleGeometry(30, 64);
  if (shape.kind === 'sphere') return new THREE.SphereGeometry(shape.radius, 24, 16);
  return new THREE.BoxGeometry(...shape.half.map((half) => 2 * half)); // full sides there, half sides here
}

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.prepend(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(-5, -7, 4.5);
camera.lookAt(0, 0, 0.4);

const [before, after] = [world.poses(), world.poses()]; // seven numbers per body: x y z, then a quaternion x y z w
const turned = new THREE.Quaternion();
let [owed, last, report] = [0, performance.now(), undefined];
renderer.setAnimationLoop((now) => {
  owed = Math.min(owed + (now - last) / 1000, 4 * world.timeStep); // a slow machine shows slow motion
  last = now;
  for (; owed >= world.timeStep; owed -= world.timeStep) {
    before.set(after);
    report = world.step();
    world.poses(after);
  }
  const part = owed / world.timeStep; // where this frame lies between the last two steps
  for (const [k, mesh] of meshes.entries()) {
    mesh.position.fromArray(before, 7 * k).lerp(new THREE.Vector3().fromArray(after, 7 * k), part);
    mesh.quaternion.fromArray(before, 7 * k + 3).slerp(turned.fromArray(after, 7 * k + 3), part);
  }
  renderer.render(scene, camera);
  window.example = { world, meshes, before, after, report }; // for the console, and for the test of this page
  if (report) document.querySelector('#caption').textContent = captionOf(report);
});

/** The larger of the two errors that the step reports, J. */
function captionOf({ energyError, frictionConsistency, time }) {
  const joules = Math.max(energyError.value, frictionConsistency.value);
  return `${time.toFixed(1)} s, ${world.contacts.length} contacts, error of this step ${joules.toExponential(1)} J`;
}

renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
  const through = new THREE.Vector3((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight, 0.5);
  const direction = through.unproject(camera).sub(camera.position).normalize().toArray();
  const hit = world.queries().rayCast({ origin: camera.position.toArray(), direction });
  if (!hit || hit.body.fixed) return;
  const impulse = direction.map((c) => 4 * hit.body.mass * c); // N s: 4 m/s for the centre of mass
  hit.body.applyImpulse(impulse, hit.point);
});
