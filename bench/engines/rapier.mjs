// Rapier: a solver iteration is a sub-step of the contact and joint solver, not of collision.
import rapier from '@dimforge/rapier3d-compat';
import { localPoint, withoutPlane } from './model.mjs';

await rapier.init({});

export const settings = {
  rapier: (model) => create(model, 4),
  'rapier (50 sub-steps)': (model) => create(model, 50),
};

const vector = ([x, y, z]) => ({ x, y, z });
const TOGETHER = 0x00010001;
const APART = 0x00010000;

function create({ bodies, joints, gravity, h, moving, collide }, iterations) {
  const world = new rapier.World(vector(gravity));
  world.timestep = h;
  world.numSolverIterations = iterations;
  const made = bodies.map(withoutPlane).map(({ shape, mass, friction, position, orientation, velocity, fixed }) => {
    const [x, y, z, w] = orientation;
    const body = world.createRigidBody(
      (fixed ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.dynamic())
        .setTranslation(...position)
        .setRotation({ x, y, z, w })
        .setLinvel(...velocity)
        .setCanSleep(false),
    );
    const collider = colliderOf(shape)
      .setFriction(friction)
      .setCollisionGroups(collide ? TOGETHER : APART);
    world.createCollider(fixed ? collider : collider.setMass(mass), body);
    return body;
  });
  const ground = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  for (const { a, b, point } of joints) {
    const anchors = [a, b].map((k) => vector(localPoint(bodies[k], point)));
    world.createImpulseJoint(rapier.JointData.spherical(...anchors), made[a] ?? ground, made[b], true);
  }
  return {
    step: () => world.step(),
    read(poses) {
      for (let k = 0; k < moving; k++) {
        const p = made[k].translation();
        const q = made[k].rotation();
        poses.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], 7 * k);
      }
    },
  };
}

function colliderOf({ kind, half, radius, halfLength }) {
  if (kind === 'box') return rapier.ColliderDesc.cuboid(...half);
  if (kind === 'sphere') return rapier.ColliderDesc.ball(radius);
  // its axis is y, ours z
  return rapier.ColliderDesc.capsule(halfLength, radius).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
}
