/**
 * The JSON Schema (draft 2020-12) of a scene file, for editors and other programs.   docs/guide/scene-format.md
 * It says what fields there are; the reader of the engine also says what does not fit together, and is what counts.
 */

type Schema = Readonly<Record<string, unknown>>;

const number = (description: string, more: Schema = {}): Schema => ({ type: 'number', description, ...more });
const positive = (description: string): Schema => number(description, { exclusiveMinimum: 0 });
const notNegative = (description: string): Schema => number(description, { minimum: 0 });
const vector = (description: string): Schema => ({
  ...{ type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3, description },
});
const choice = (...names: string[]): Schema => ({ enum: names });
const text = (description: string): Schema => ({ type: 'string', minLength: 1, description });
const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});

const rotation: Schema = {
  description: 'turns body axes into world axes: a quaternion x y z w, or an axis and an angle in rad',
  oneOf: [
    { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
    object({ axis: vector('any length but zero'), angle: number('rad') }, ['axis', 'angle']),
  ],
};

const material = object({
  friction: notNegative('coefficient'),
  stiffness: positive('of a contact, N/m'),
  damping: notNegative('of a contact, kg/s'),
  restitution: number('share of the approach speed with which an impact bounces back', { minimum: 0, maximum: 1 }),
});

const shape = (kind: string, properties: Schema): Schema =>
  object({ kind: { const: kind }, ...properties }, ['kind', ...Object.keys(properties)]);
const round = {
  radius: positive('m'),
  halfLength: positive('along the local z axis, m; of a capsule without its caps'),
};
const shapes: Schema = {
  oneOf: [
    shape('plane', {}),
    shape('sphere', { radius: positive('m') }),
    shape('box', { half: { ...vector('half the sides, m'), items: positive('m') } }),
    shape('capsule', round),
    shape('cylinder', round),
    shape('hull', { points: list(vector('m'), 'corners, about the centre of mass') }),
    shape('mesh', {
      vertices: list(vector('m'), 'corners of triangles'),
      triangles: list(
        { ...vector('three vertex numbers'), items: { type: 'integer', minimum: 0 } },
        'counter-clockwise',
      ),
    }),
    shape('heightfield', {
      rows: list(list({ type: 'number' }, 'm'), 'heights; row j, place i is at (i dx, j dy)'),
      ...{ dx: positive('m'), dy: positive('m') },
    }),
    shape('compound', {
      parts: list(
        object({ shape: { $ref: '#/$defs/shape' }, position: vector('m'), orientation: rotation }, ['shape']),
        'convex shapes, about the common centre of mass',
      ),
    }),
  ],
};

const body = object({
  name: text('default body-N'),
  motion: choice('dynamic', 'static', 'kinematic'),
  shape: { $ref: '#/$defs/shape' },
  material: { description: 'the name of a material, or one of its own', oneOf: [{ type: 'string' }, material] },
  density: positive('kg/m^3, default 1000'),
  mass: positive('kg; instead of density'),
  inertia: { ...vector('principal moments, kg m^2; with mass'), items: positive('kg m^2') },
  position: vector('of the centre of mass, m'),
  orientation: rotation,
  velocity: vector('m/s'),
  angularVelocity: vector('rad/s'),
});

const rows = { stiffness: positive('N/m, or N m/rad'), damping: notNegative('kg/s, or N m s/rad') };
const limits = object({ lower: number('rad or m'), upper: number('rad or m'), ...rows });
const drive = (most: string, friction: string, unit: string): Schema => ({
  limits,
  motor: object({ speed: number('rad/s or m/s'), [most]: notNegative(unit) }, ['speed']),
  servo: object({ target: number('rad or m'), [most]: notNegative(unit), ...rows }, ['target']),
  [friction]: notNegative(unit),
});
const turn = drive('maxTorque', 'frictionTorque', 'N m');
const slide = drive('maxForce', 'frictionForce', 'N');
const common = {
  ...{ name: text('default KIND-N'), a: text('name of a body; left out: the world'), b: text('as a') },
  ...{ collide: { type: 'boolean', description: 'the two bodies still collide; default false' }, ...rows },
  ...{ breakForce: positive('N'), breakTorque: positive('N m') },
};
const joint = (kind: string, required: Schema, optional: Schema = {}): Schema =>
  object({ kind: { const: kind }, ...common, ...required, ...optional }, ['kind', ...Object.keys(required)]);
const point = vector('in the world, m');
const axis = vector('in the world, any length but zero');
const freedom = choice('turn', 'slide');
const joints: Schema = {
  oneOf: [
    joint('fixed', { point }),
    joint('spherical', { point }),
    joint('revolute', { point, axis }, turn),
    joint('prismatic', { point, axis }, slide),
    joint('cylindrical', { point, axis }, { turn: object(turn), slide: object(slide) }),
    joint('universal', { point, axisA: axis, axisB: axis }),
    joint(
      'distance',
      { pointA: point, pointB: point },
      {
        ...{ length: positive('m'), rope: { type: 'boolean' } },
        ...{ minLength: notNegative('m'), maxLength: positive('m') },
      },
    ),
    joint(
      'gear',
      { axisA: axis, axisB: axis, ratio: number('') },
      { motionA: freedom, motionB: freedom, housing: text('name of a body') },
    ),
    joint(
      'differential',
      {
        terms: list(
          object({ body: text('its name'), axis, factor: number(''), motion: freedom }, ['body', 'axis', 'factor']),
          'whose sum stays',
        ),
      },
      { housing: text('name of a body') },
    ),
  ],
};

export const sceneSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'signorini-scene, version 1',
  ...object(
    {
      format: { const: 'signorini-scene' },
      version: { const: 1 },
      settings: object({
        title: text('what it is called'),
        timeStep: { oneOf: [positive('s'), { type: 'string', pattern: '^[0-9]+/[0-9]+$', description: 's, "1/60"' }] },
        steps: { type: 'integer', minimum: 1, description: 'of a full run, default 500' },
        gravity: vector('m/s^2, default 0 0 -9.81'),
        integrator: choice('euler', 'midpoint', 'semi-implicit'),
        gyroscopic: choice('midpoint', 'none'),
        stick: choice('anchor', 'none'),
        frictionCompliance: positive('scale, default 1'),
        contactMargin: notNegative('m, default 0.004'),
      }),
      materials: { type: 'object', additionalProperties: material, description: 'by name' },
      bodies: { ...list(body, 'in order'), minItems: 1 },
      joints: list(joints, 'in order'),
      ignoreContacts: list(
        { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
        'pairs of bodies that pass through each other',
      ),
    },
    ['format', 'version', 'bodies'],
  ),
  $defs: { shape: shapes },
};
