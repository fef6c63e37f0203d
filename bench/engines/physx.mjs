// PhysX. The npm build runs in browsers only; it asks for nothing of one once it has its bytes, so it gets the looks of one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { localPoint, withoutPlane } from './model.mjs';

const physx = await load();
const { prototype: px } = physx.PxTopLevelFunctions;
const { PHYSICS_VERSION: VERSION } = px;
const foundation = px.CreateFoundation(VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
const tolerances = new physx.PxTolerancesScale();
const physics = px.CreatePhysics(VERSION, foundation, tolerances);

export const settings = {
  physx: (model) => create(model, {}),
  'physx (TGS 50 + 4)': (model) =>
    create(model, { solverType: physx.PxSolverTypeEnum.eTGS, positions: 50, velocities: 4 }),
};

async function load() {
  const path = fileURLToPath(import.meta.resolve('physx-js-webidl'));
  const { default: start } = await import('physx-js-webidl');
  const looks = { window: globalThis, document: {}, location: { href: 'file:///' } };
  const before = Object.getOwnPropertyDescriptor(process, 'versions');
  Object.assign(globalThis, looks);
  Object.defineProperty(process, 'versions', { ...before, value: {} });
  try {
    return await start({ wasmBinary: readFileSync(path.replace(/\.mjs$/, '.wasm')) });
  } finally {
    Object.defineProperty(process, 'versions', before);
    for (const name of Object.keys(looks)) delete globalThis[name];
  }
}

const vector = (v) => new physx.PxVec3(...v);
const frame = (position, orientation = [0, 0, 0, 1]) =>
  new physx.PxTransform(vector(position), new physx.PxQuat(...orientation));

function create({ bodies, joints, gravity, h, moving, collide }, { solverType, positions = 4, velocities = 1 }) {
  const description = new physx.PxSceneDesc(tolerances);
  description.gravity = vector(gravity);
  description.cpuDispatcher = px.DefaultCpuDispatcherCreate(0);
  description.filterShader = px.DefaultFilterShader();
  if (solverType !== undefined) description.solverType = solverType;
  const scene = physics.createScene(description);
  const made = bodies.map(withoutPlane).map((body) => {
    const actor = actorOf(body, collide);
    if (!body.fixed) {
      actor.setSolverIterationCounts(positions, velocities);
      actor.setLinearVelocity(vector(body.velocity));
    }
    scene.addActor(actor);
    return actor;
  });
  for (const { a, b, point } of joints) {
    const frames = [a, b].map((k) => frame(localPoint(bodies[k], point)));
    px.SphericalJointCreate(physics, made[a] ?? null, frames[0], made[b], frames[1]);
  }
  return {
    step() {
      scene.simulate(h);
      scene.fetchResults(true);
    },
    read(poses) {
      for (let k = 0; k < moving; k++) {
        const { p, q } = made[k].getGlobalPose();
        poses.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], 7 * k);
      }
    },
  };
}

function actorOf({ shape, mass, friction, position, orientation, fixed }, collide) {
  const flags = new physx.PxShapeFlags(physx.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const made = physics.createShape(geometryOf(shape), physics.createMaterial(friction, friction, 0), true, flags);
  made.setSimulationFilterData(new physx.PxFilterData(1, collide ? 1 : 0, 0, 0));
  if (shape.kind === 'capsule') made.setLocalPose(frame([0, 0, 0], [0, Math.SQRT1_2, 0, Math.SQRT1_2])); // its axis is x
  const pose = frame(position, orientation);
  const actor = fixed ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose);
  actor.attachShape(made);
  if (fixed) return actor;
  physx.PxRigidBodyExt.prototype.setMassAndUpdateInertia(actor, mass);
  actor.setLinearDamping(0);
  actor.setAngularDamping(0);
  actor.setSleepThreshold(0);
  actor.setStabilizationThreshold(0);
  return actor;
}

function geometryOf({ kind, half, radius, halfLength }) {
  if (kind === 'box') return new physx.PxBoxGeometry(...half);
  if (kind === 'sphere') return new physx.PxSphereGeometry(radius);
  return new physx.PxCapsuleGeometry(radius, halfLength);
}
