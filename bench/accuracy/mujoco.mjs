// MuJoCo: reduced coordinates, soft contacts. Friction is Coulomb's cone (`elliptic`), without torsional friction.
import load from '@mujoco/mujoco';

const mujoco = await load();

const numbers = (values) => values.map((value) => value.toPrecision(17)).join(' ');
const wxyz = ([x, y, z, w]) => numbers([w, x, y, z]);

/** @param stiff: contacts as hard as the step allows, a time constant of two steps in place of 0.02 s */
export function create(scene, { timeStep, integrator = 'Euler', stiff = false }) {
  const model = mujoco.MjModel.from_xml_string(
    documentOf(scene, timeStep, integrator, contactOf(scene, timeStep, stiff)),
  );
  const data = new mujoco.MjData(model);
  const moving = place(scene, data);
  mujoco.mj_forward(model, data);
  return {
    step: () => mujoco.mj_step(model, data),
    read() {
      mujoco.mj_kinematics(model, data);
      const { xpos, xquat, qvel } = data;
      return moving.map(({ body, dof }) => {
        const [w, x, y, z] = xquat.subarray(4 * body, 4 * body + 4);
        return {
          position: [...xpos.subarray(3 * body, 3 * body + 3)],
          orientation: [x, y, z, w],
          velocity: [...qvel.subarray(dof, dof + 3)], // of free bodies
        };
      });
    },
    release() {
      data.delete();
      model.delete();
    },
  };
}

/** Restitution: an undamped or damped spring of acceleration, k and b of x'' = -k x - b x', that a collision takes ten steps of. */
function contactOf({ material }, h, stiff) {
  if (!material) return '';
  const { friction, restitution: e } = material;
  const rubbing = `friction="${friction} 0 0"`;
  if (e > 0) {
    const damping = -Math.log(e) / Math.hypot(Math.PI, Math.log(e));
    const k = (Math.PI / (10 * h)) ** 2;
    return `${rubbing} solref="${-k} ${-2 * damping * Math.sqrt(k)}" solimp="0.99 0.99 0.001"`;
  }
  return stiff ? `${rubbing} solref="${2 * h} 1" solimp="0.99 0.999 0.001"` : rubbing;
}

/** A table of 10 t is heavy enough, and light enough for the solver's tolerance, which is relative to the mean mass. */
function geomOf({ shape: { kind, half, radius }, mass, fixed, turns }, touch) {
  const flat = kind === 'plane' && turns; // planes do not move in MuJoCo
  const size = {
    plane: '10 10 1',
    sphere: `${radius}`,
    box: half && numbers([half].flat()),
    cylinder: `${radius} ${half}`,
  }[kind];
  const weight = fixed ? (turns ? 'mass="1e4"' : '') : `mass="${mass.toPrecision(17)}"`;
  const what = flat ? 'type="box" size="10 10 1" pos="0 0 -1"' : `type="${kind}" size="${size}"`;
  return `<geom ${what} ${weight} ${touch || 'contype="0" conaffinity="0"'}/>`;
}

function documentOf({ bodies, joints = [], spring, gravity }, h, integrator, touch) {
  const children = (k) => joints.filter(({ a }) => a === k).map(({ b }) => element(b));
  const element = (k) => {
    const { position, orientation, turns, fixed } = bodies[k];
    const joint = joints.find(({ b }) => b === k);
    const above = bodies[joint?.a]; // upright at the start, as all bodies of scenes with joints
    const offset = position.map((c, i) => c - (above?.position[i] ?? 0));
    const freedom = joint
      ? jointOf(joint, bodies[k], spring)
      : turns
        ? '<joint type="hinge" axis="0 0 1"/>'
        : fixed
          ? ''
          : '<freejoint/>';
    return `<body pos="${numbers(offset)}" quat="${wxyz(orientation)}">${freedom}${geomOf(bodies[k], touch)}${children(k).join('')}</body>`;
  };
  const roots = bodies.flatMap((_, k) => (joints.some(({ a, b }) => b === k && a >= 0) ? [] : [element(k)]));
  return `<mujoco><option timestep="${h.toPrecision(17)}" gravity="${numbers(gravity)}" cone="elliptic" integrator="${integrator}"/>
    <worldbody>${roots.join('')}</worldbody></mujoco>`;
}

function jointOf({ kind, point, axis }, { position }, spring) {
  const at = numbers(point.map((c, i) => c - position[i]));
  const pull = spring ? `stiffness="${spring.stiffness}" springref="${spring.at - position[0]}"` : '';
  return `<joint type="${kind === 'revolute' ? 'hinge' : 'slide'}" pos="${at}" axis="${numbers(axis)}" ${pull}/>`;
}

/** Numbers of moving bodies, the world is 0, with their first speed; sets the speeds of the start. */
function place({ bodies, joints = [] }, data) {
  let dof = 0;
  const moving = [];
  for (const [k, { fixed, turns, velocity, omega, orientation }] of bodies.entries()) {
    const held = joints.some(({ b }) => b === k);
    if (turns) data.qvel[dof] = turns;
    if (!fixed && !held) data.qvel.set([...velocity, ...inBody(orientation, omega)], dof);
    if (!fixed) moving.push({ body: k + 1, dof });
    dof += fixed ? (turns ? 1 : 0) : held ? 1 : 6;
  }
  return moving;
}

/** A world vector in the axes of a body. */
function inBody([x, y, z, w], [a, b, c]) {
  const [p, q, r] = [2 * (z * b - y * c), 2 * (x * c - z * a), 2 * (y * a - x * b)];
  return [a + w * p - y * r + z * q, b + w * q - z * p + x * r, c + w * r - x * q + y * p];
}
