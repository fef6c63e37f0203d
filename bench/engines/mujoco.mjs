// MuJoCo: a tree of bodies in reduced coordinates, so that ball joints cannot open. Contacts are soft: solref 0.02 s, as it comes.
import load from '@mujoco/mujoco';
import { localPoint } from './model.mjs';

/** For contacts: what it takes by default does not hold those of thousands of spheres. All worlds together have 2 GB. */
const memoryOf = (moving) => (moving > 1000 ? '600M' : '20M');

const mujoco = await load();

export const settings = {
  'mujoco (Newton)': (model) => create(model, {}),
  'mujoco (Newton, 8 sub-steps)': (model) => create(model, { substeps: 8 }),
  'mujoco (CG)': (model) => create(model, { solver: 'CG' }),
};

function create(model, { solver = 'Newton', substeps = 1 }) {
  const tree = treeOf(model);
  const compiled = mujoco.MjModel.from_xml_string(documentOf(model, tree, solver, substeps));
  const data = new mujoco.MjData(compiled);
  swing(model, data);
  mujoco.mj_forward(compiled, data);
  return {
    step() {
      for (let k = 0; k < substeps; k++) mujoco.mj_step(compiled, data);
    },
    read(poses) {
      mujoco.mj_kinematics(compiled, data);
      const { xpos, xquat } = data;
      for (let k = 0; k < model.moving; k++) {
        const at = tree.place[k];
        const [w, x, y, z] = xquat.subarray(4 * at, 4 * at + 4);
        poses.set([...xpos.subarray(3 * at, 3 * at + 3), x, y, z, w], 7 * k);
      }
    },
    release() {
      data.delete();
      compiled.delete();
    },
  };
}

/** Children of each body by joint, roots, and the number that MuJoCo gives each body: depth first, the world is 0. */
function treeOf({ bodies, joints }) {
  const parent = bodies.map(() => undefined);
  const children = bodies.map(() => []);
  for (const joint of joints) {
    parent[joint.b] = joint;
    if (joint.a >= 0) children[joint.a].push(joint.b);
  }
  const roots = bodies.flatMap((body, k) => (!body.fixed && (parent[k]?.a ?? -1) < 0 ? [k] : []));
  const place = [];
  let count = 0;
  const visit = (k) => {
    place[k] = ++count;
    children[k].forEach(visit);
  };
  roots.forEach(visit);
  return { parent, children, roots, place };
}

const numbers = (values) => values.map((value) => value.toPrecision(17)).join(' ');
const wxyz = ([x, y, z, w]) => numbers([w, x, y, z]);

function documentOf({ bodies, gravity, h, collide, moving }, { parent, children, roots }, solver, substeps) {
  const geom = ({ shape, mass, friction, fixed, position, orientation }) => {
    const size = {
      plane: '10 10 1',
      sphere: `${shape.radius}`,
      capsule: `${shape.radius} ${shape.halfLength}`,
      box: shape.half && numbers(shape.half),
    }[shape.kind];
    const where = fixed ? `pos="${numbers(position)}" quat="${wxyz(orientation)}"` : `mass="${mass.toPrecision(17)}"`;
    const touch = collide ? `friction="${friction} 0 0"` : 'contype="0" conaffinity="0"';
    return `<geom type="${shape.kind}" size="${size}" ${where} ${touch}/>`;
  };
  const element = (k) => {
    const body = bodies[k];
    const joint = parent[k];
    const above = joint && bodies[joint.a]; // upright at the start, as all bodies of the scenes with joints
    const offset = above ? body.position.map((c, i) => c - above.position[i]) : body.position;
    const freedom = joint ? `<joint type="ball" pos="${numbers(localPoint(body, joint.point))}"/>` : '<freejoint/>';
    const inner = children[k].map(element).join('');
    return `<body pos="${numbers(offset)}" quat="${wxyz(body.orientation)}">${freedom}${geom(body)}${inner}</body>`;
  };
  const fixed = bodies.filter((body) => body.fixed).map(geom);
  return `<mujoco><size memory="${memoryOf(moving)}"/>
    <option timestep="${(h / substeps).toPrecision(17)}" gravity="${numbers(gravity)}" solver="${solver}"/>
    <worldbody>${fixed.join('')}${roots.map(element).join('')}</worldbody></mujoco>`;
}

/** Reduced coordinates cannot move the load alone: the whole chain turns about its hook, the load with its speed. */
function swing({ bodies, joints, moving }, data) {
  const [vx] = bodies[moving - 1].velocity;
  if (joints.length > 0 && vx !== 0) data.qvel[1] = -vx / (joints[0].point[2] - bodies[moving - 1].position[2]);
}
