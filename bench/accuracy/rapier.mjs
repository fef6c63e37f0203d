// Rapier as it comes, four iterations per step. It computes in f32.
import rapier from '@dimforge/rapier3d-compat';

await rapier.init({});

const vector = ([x, y, z]) => ({ x, y, z });
/** Half the edge and half the thickness of the slab that stands for a plane, m. */
const [EDGE, THICK] = [10, 1];

export function create(scene, { timeStep }) {
  const { bodies, joints = [], spring, gravity } = scene;
  const world = new rapier.World(vector(gravity));
  world.timestep = timeStep;
  const made = bodies.map((one) => addBody(world, one, scene));
  const still = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  for (const { kind, a, b, point, axis } of joints) {
    const anchors = [a, b].map((k) => vector(point.map((c, i) => c - (bodies[k]?.position[i] ?? 0)))); // upright at the start
    world.createImpulseJoint(rapier.JointData[kind](...anchors, vector(axis)), made[a] ?? still, made[b], true);
  }
  if (spring) {
    const pull = rapier.JointData.spring(1, spring.stiffness, 0, vector([spring.at - 1, 0, 0]), vector([0, 0, 0]));
    world.createImpulseJoint(pull, still, made[spring.body], true);
  }
  const moving = made.filter((_, k) => !bodies[k].fixed);
  const list = ({ x, y, z }) => [x, y, z];
  return {
    step: () => world.step(),
    read: () =>
      moving.map((one) => {
        const { x, y, z, w } = one.rotation();
        return { position: list(one.translation()), orientation: [x, y, z, w], velocity: list(one.linvel()) };
      }),
    release: () => world.free(),
  };
}

function addBody(world, { shape, fixed, turns, mass, position, orientation, velocity, omega }, { material, jointed }) {
  const [x, y, z, w] = orientation;
  const plane = shape.kind === 'plane';
  const kind = turns ? 'kinematicVelocityBased' : fixed ? 'fixed' : 'dynamic';
  const description = rapier.RigidBodyDesc[kind]()
    .setTranslation(...position)
    .setRotation({ x, y, z, w })
    .setCanSleep(false);
  if (turns) description.setAngvel(vector([0, 0, turns]));
  if (!fixed) description.setLinvel(...velocity).setAngvel(vector(omega));
  const made = world.createRigidBody(description);
  const collider = colliderOf(shape);
  if (plane) collider.setTranslation(0, 0, -THICK);
  if (material) collider.setFriction(material.friction).setRestitution(material.restitution);
  if (jointed) collider.setCollisionGroups(0x00010000);
  world.createCollider(fixed ? collider : collider.setMass(mass), made);
  return made;
}

function colliderOf({ kind, half, radius }) {
  if (kind === 'plane') return rapier.ColliderDesc.cuboid(EDGE, EDGE, THICK);
  if (kind === 'box') return rapier.ColliderDesc.cuboid(...half);
  if (kind === 'sphere') return rapier.ColliderDesc.ball(radius);
  // its axis is y, ours z
  return rapier.ColliderDesc.cylinder(half, radius).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
}
