// A scene as plain data that every engine can build: what `scene.build` asks of a world, written down instead of carried out.
import { massProperties } from '@signorini/engine/collision';
import { sceneValues } from '@signorini/engine/scenes';

/** Half the edge of the slab that stands for a plane where an engine has none, and half its thickness, m. */
const SLAB = { edge: 10, thickness: 1 };
const NO_ROTATION = [0, 0, 0, 1];

/**
 * bodies: { shape, mass (kg), friction, position (m), orientation (x y z w), velocity (m/s), fixed }, moving ones first
 * joints: { a, b, point }: balls; a and b are numbers of bodies, -1 the world; the point in world axes, m
 * collide: false where the scene lets its bodies pass through each other
 */
export function modelOf(scene, parameters) {
  const values = sceneValues(scene, parameters);
  const bodies = [];
  const joints = [];
  let collide = true;
  scene.build(
    {
      addBody(options) {
        bodies.push(bodyOf(options));
        return bodies.at(-1);
      },
      addJoint: (options) => joints.push(options),
      ignoreContacts() {
        collide = false;
      },
    },
    values,
  );
  bodies.sort((p, q) => p.fixed - q.fixed); // stable: moving bodies keep their order
  return {
    name: scene.name,
    h: scene.timeStep,
    gravity: scene.settings(values).gravity,
    bodies,
    moving: bodies.filter(({ fixed }) => !fixed).length,
    joints: joints.map(({ a, b, point }) => ({ a: bodies.indexOf(a), b: bodies.indexOf(b), point })),
    collide,
  };
}

function bodyOf({ shape, motion, density, mass, material, position = [0, 0, 0], orientation = NO_ROTATION, velocity }) {
  const fixed = motion === 'static';
  return {
    shape,
    fixed,
    mass: fixed ? 0 : (mass ?? massProperties(shape, density).mass),
    friction: material?.friction ?? 0,
    position,
    orientation,
    velocity: velocity ?? [0, 0, 0],
  };
}

/** The same body with a thick slab in place of a plane. */
export function withoutPlane(body) {
  if (body.shape.kind !== 'plane') return body;
  const down = turn(body.orientation, [0, 0, -SLAB.thickness]);
  return {
    ...body,
    shape: { kind: 'box', half: [SLAB.edge, SLAB.edge, SLAB.thickness] },
    position: body.position.map((c, i) => c + down[i]),
  };
}

/** v turned by the unit quaternion q (x y z w). */
export function turn([x, y, z, w], [a, b, c]) {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

/** A world point in a body's axes; body undefined: the world. */
export function localPoint(body, point) {
  if (!body) return point;
  const [x, y, z, w] = body.orientation;
  return turn(
    [-x, -y, -z, w],
    point.map((c, i) => c - body.position[i]),
  );
}
