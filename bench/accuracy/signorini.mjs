// The engine itself: fixed steps, or the knob; `euler` unless the setting says otherwise. Friction is Coulomb's cone.
import { box, createWorld, cylinder, plane, sphere, springDamper } from '@signorini/engine';

const shapeOf = ({ kind, half, radius }) =>
  ({
    plane: () => plane(),
    sphere: () => sphere(radius),
    box: () => box(...half),
    cylinder: () => cylinder(radius, half),
  })[kind]();

/** @param options time step, accuracy, integrator */
export function create({ bodies, joints = [], spring, gravity, material }, options) {
  const world = createWorld({ gravity, frictionModel: 'cone', ...options });
  const made = bodies.map(({ name, fixed, shape, mass, position, orientation, velocity, omega, turns }) =>
    world.addBody({
      name,
      shape: shapeOf(shape),
      position,
      orientation,
      ...(material && { material }),
      ...(fixed ? { motion: 'static' } : { mass, velocity, angularVelocity: omega }),
      ...(turns && { surfaceAngularVelocity: [0, 0, turns] }),
    }),
  );
  if (joints.length > 0)
    for (const [k, b] of made.entries()) for (const a of made.slice(0, k)) world.ignoreContacts(a, b);
  for (const { kind, a, b, point, axis } of joints)
    world.addJoint({ kind, ...(made[a] && { a: made[a] }), b: made[b], point, axis });
  if (spring) {
    const { position } = bodies[spring.body];
    const pointA = [spring.at - 1, position[1], position[2]];
    world.addDriver(
      springDamper({ b: made[spring.body], pointA, pointB: position, stiffness: spring.stiffness, length: 1 }),
    );
  }
  const moving = made.filter((_, k) => !bodies[k].fixed);
  const sums = { solves: 0, subSteps: 0, rejected: 0, unmet: 0, unsolved: 0 };
  return {
    sums,
    step() {
      const { solves, subSteps, rejected, unmet, status } = world.step();
      sums.solves += solves;
      sums.subSteps += subSteps;
      sums.rejected += rejected;
      sums.unmet += unmet;
      if (status !== 'converged' && status !== 'empty') sums.unsolved++;
    },
    /** The engine's own estimate of the run's error, a share of its energy. */
    predicted: () => world.budget?.().share,
    read: () => moving.map(({ position, orientation, velocity }) => ({ position, orientation, velocity })),
    release: () => world.release(),
  };
}
