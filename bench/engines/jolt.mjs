// Jolt, single-threaded build. Damping and sleep are off, as in the others: the mechanics are the same for all.
import load from 'jolt-physics/wasm-compat';
import { withoutPlane } from './model.mjs';

const jolt = await load();

export const settings = {
  jolt: (model) => create(model, {}),
  // by default bodies may sink in by 20 mm; these are the steps and the slop at which its error stopped to fall
  'jolt (50 + 20 steps, 0.1 mm slop)': (model) =>
    create(model, {
      mNumVelocitySteps: 50,
      mNumPositionSteps: 20,
      mPenetrationSlop: 1e-4,
      mSpeculativeContactDistance: 2e-3,
    }),
};

const [STILL, MOVING] = [0, 1]; // layers
const vector = (v) => new jolt.Vec3(...v);

function create({ bodies, joints, gravity, h, moving, collide }, physics) {
  const world = new jolt.JoltInterface(worldSettings(collide));
  const system = world.GetPhysicsSystem();
  system.SetGravity(vector(gravity));
  system.SetPhysicsSettings(Object.assign(system.GetPhysicsSettings(), physics));
  const bodyInterface = system.GetBodyInterface();
  const made = bodies.map(withoutPlane).map((body) => {
    const one = bodyInterface.CreateBody(bodySettings(body));
    bodyInterface.AddBody(one.GetID(), jolt.EActivation_Activate);
    return one;
  });
  for (const { a, b, point } of joints) {
    const ball = new jolt.PointConstraintSettings();
    ball.mPoint1 = new jolt.RVec3(...point);
    ball.mPoint2 = ball.mPoint1;
    system.AddConstraint(ball.Create(made[a] ?? jolt.Body.prototype.sFixedToWorld, made[b]));
  }
  system.OptimizeBroadPhase();
  return {
    step: () => world.Step(h, 1),
    read(poses) {
      for (let k = 0; k < moving; k++) {
        const p = made[k].GetPosition();
        const q = made[k].GetRotation();
        poses.set([p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 7 * k);
      }
    },
    release: () => jolt.destroy(world),
  };
}

function worldSettings(collide) {
  const settings = new jolt.JoltSettings();
  settings.mMaxBodyPairs = 16384;
  settings.mMaxContactConstraints = 10240; // its temporary memory of 10 MB holds about 20000
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  if (collide) for (const other of [STILL, MOVING]) pairs.EnableCollision(MOVING, other);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [STILL, MOVING]) layers.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  return settings;
}

function bodySettings({ shape, mass, friction, position, orientation, velocity, fixed }) {
  const motion = fixed ? jolt.EMotionType_Static : jolt.EMotionType_Dynamic;
  const settings = new jolt.BodyCreationSettings(
    shapeOf(shape),
    new jolt.RVec3(...position),
    new jolt.Quat(...orientation),
    motion,
    fixed ? STILL : MOVING,
  );
  settings.mFriction = friction;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mAllowSleeping = false;
  if (fixed) return settings;
  settings.mLinearVelocity = vector(velocity);
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
  settings.mMassPropertiesOverride.mMass = mass;
  return settings;
}

function shapeOf({ kind, half, radius, halfLength }) {
  if (kind === 'box') return new jolt.BoxShape(vector(half), 0.04); // its rounding of edges; default 0.05 m
  if (kind === 'sphere') return new jolt.SphereShape(radius);
  const upright = new jolt.CapsuleShapeSettings(halfLength, radius); // its axis is y, ours z
  const quarter = new jolt.Quat(Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  return new jolt.RotatedTranslatedShapeSettings(vector([0, 0, 0]), quarter, upright).Create().Get();
}
