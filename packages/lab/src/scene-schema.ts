/**
 * What a scene file may hold, as a zod schema, and the JSON Schema (draft 2020-12) made of it, for editors and other
 * programs.   docs/guide/scene-format.md
 * They say what fields there are; the reader of the engine also says what does not fit together, and is what counts.
 */
import { SET_KINDS } from '@signorini/engine/problem';
import { z } from 'zod';

const number = (meaning: string) => z.number().describe(meaning);
const positive = (meaning: string) => z.number().positive().describe(meaning);
const notNegative = (meaning: string) => z.number().nonnegative().describe(meaning);
const vector = (meaning: string) => z.array(z.number()).length(3).describe(meaning);
const positives = (meaning: string) => z.array(z.number().positive()).length(3).describe(meaning);
const text = (meaning: string) => z.string().regex(/\S/).describe(meaning);
const notAllZero = (values: readonly number[]) => values.some((v) => v !== 0);
/** JSON Schema cannot say "not all zero"; zod and the reader do. */
const direction = (meaning: string) => vector(`${meaning}, any length but zero`).refine(notAllZero);

const rotation = z
  .union([
    z.array(z.number()).length(4).refine(notAllZero),
    z.strictObject({ axis: direction('to turn about'), angle: number('rad') }),
  ])
  .describe('turns body axes into world axes: a quaternion x y z w, or an axis and an angle in rad');

const time = z
  .union([
    positive('s'),
    z
      .string()
      .regex(/^0*[1-9][0-9]*\/0*[1-9][0-9]*$/)
      .describe('s, "1/60"'),
  ])
  .describe('s, a number or a fraction as text');

const friction = {
  frictionModel: z.enum(SET_KINDS).describe('admissible set of the tangential impulses'),
  facets: z.number().int().min(4).multipleOf(2).describe('sides of a polygon: even, 4 or more'),
};

const settings = z
  .strictObject({
    title: text('what it is called'),
    timeStep: time,
    steps: z.number().int().min(1).describe('of a full run, default 500'),
    gravity: vector('m/s^2, default 0 0 -9.81'),
    integrator: z.enum(['euler', 'midpoint', 'semi-implicit']),
    gyroscopic: z.enum(['midpoint', 'none']),
    stick: z.enum(['anchor', 'none']),
    projection: z.enum(['none', 'joints']),
    sleep: z
      .union([
        z.boolean(),
        z
          .strictObject({
            speed: positive('m/s, default 0.01'),
            steps: z.number().int().min(2).describe('in a row, default 30'),
          })
          .partial(),
      ])
      .describe('islands that lie still fall asleep; default false'),
    frictionCompliance: positive('scale, default 1'),
    contactMargin: notNegative('m, default 0.004'),
    contactForm: z.enum(['compliant', 'rigid']),
    overlapRecovery: z.number().positive().max(1).describe('share of an overlap that a step takes away'),
    ...friction,
  })
  .partial();

const material = z
  .strictObject({
    friction: notNegative('coefficient'),
    stiffness: positive('of a contact, N/m'),
    damping: notNegative('of a contact, kg/s'),
    restitution: z.number().min(0).max(1).describe('share of the approach speed with which an impact bounces back'),
    rollingFriction: notNegative('m'),
    spinningFriction: notNegative('m'),
    ...friction,
  })
  .partial();

const round = {
  radius: positive('m'),
  halfLength: positive('along the local z axis, m; of a capsule without its caps'),
};
const corners = (meaning: string) => z.array(vector('m')).describe(meaning);
const sphere = z.strictObject({ kind: z.literal('sphere'), radius: positive('m') });
const box = z.strictObject({ kind: z.literal('box'), half: positives('half the sides, m') });
const capsule = z.strictObject({ kind: z.literal('capsule'), ...round });
const cylinder = z.strictObject({ kind: z.literal('cylinder'), ...round });
const hull = z.strictObject({ kind: z.literal('hull'), points: corners('corners, about the centre of mass') });
const part = z.strictObject({
  shape: z.discriminatedUnion('kind', [sphere, box, capsule, cylinder, hull]),
  position: vector('m').optional(),
  orientation: rotation.optional(),
});
const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plane') }),
  ...[sphere, box, capsule, cylinder, hull],
  z.strictObject({
    kind: z.literal('mesh'),
    vertices: corners('corners of triangles'),
    triangles: z
      .array(z.array(z.number().int().nonnegative()).length(3))
      .describe('three vertex numbers each, counter-clockwise'),
  }),
  z.strictObject({
    kind: z.literal('heightfield'),
    rows: z.array(z.array(z.number())).describe('heights, m; row j, place i is at (i dx, j dy)'),
    ...{ dx: positive('m'), dy: positive('m') },
  }),
  z.strictObject({
    kind: z.literal('compound'),
    parts: z.array(part).min(1).describe('convex shapes, about the common centre of mass'),
  }),
]);

const motion = z
  .union([
    z.enum(['dynamic', 'static', 'kinematic']),
    z.strictObject({
      kind: z.literal('oscillation'),
      ...{ amplitude: notNegative('m'), direction: direction('of the motion'), frequency: notNegative('Hz') },
      phase: number('rad, default 0').optional(),
    }),
    z.strictObject({
      kind: z.literal('uniform'),
      velocity: vector('m/s').optional(),
      angularVelocity: vector('rad/s').optional(),
    }),
  ])
  .describe('dynamic by default; or a motion that a kinematic body follows');

const body = z
  .strictObject({
    name: text('default body-N'),
    motion,
    shape,
    material: z.union([z.string(), material]).describe('the name of a material, or one of its own'),
    density: positive('kg/m^3, default 1000'),
    mass: positive('kg; instead of density'),
    inertia: positives('principal moments, kg m^2; with mass'),
    position: vector('of the centre of mass, m'),
    orientation: rotation,
    velocity: vector('m/s'),
    angularVelocity: vector('rad/s'),
  })
  .partial();

const rows = {
  stiffness: positive('N/m, or N m/rad').optional(),
  damping: notNegative('kg/s, or N m s/rad').optional(),
};
const limits = z
  .strictObject({ lower: number('rad or m').optional(), upper: number('rad or m').optional(), ...rows })
  .optional();
const turn = {
  limits,
  motor: z.strictObject({ speed: number('rad/s'), maxTorque: notNegative('N m').optional() }).optional(),
  servo: z.strictObject({ target: number('rad'), maxTorque: notNegative('N m').optional(), ...rows }).optional(),
  frictionTorque: notNegative('N m').optional(),
};
const slide = {
  limits,
  motor: z.strictObject({ speed: number('m/s'), maxForce: notNegative('N').optional() }).optional(),
  servo: z.strictObject({ target: number('m'), maxForce: notNegative('N').optional(), ...rows }).optional(),
  frictionForce: notNegative('N').optional(),
};

const someBody = z.string().describe('name of a body');
const freedom = z.enum(['turn', 'slide']).optional();
const point = vector('in the world, m');
const axis = direction('in the world');
const joint = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.strictObject({
    kind: z.literal(kind),
    name: text('default KIND-N').optional(),
    a: z.string().describe('name of a body; left out: the world').optional(),
    b: z.string().describe('as a').optional(),
    collide: z.boolean().describe('the two bodies still collide; default false').optional(),
    ...rows,
    breakForce: positive('N').optional(),
    breakTorque: positive('N m').optional(),
    ...fields,
  });
const joints = z.discriminatedUnion('kind', [
  joint('fixed', { point }),
  joint('spherical', { point }),
  joint('revolute', { point, axis, ...turn }),
  joint('prismatic', { point, axis, ...slide }),
  joint('cylindrical', {
    ...{ point, axis },
    ...{ turn: z.strictObject(turn).optional(), slide: z.strictObject(slide).optional() },
  }),
  joint('universal', { point, axisA: axis, axisB: axis }),
  joint('distance', {
    ...{ pointA: point, pointB: point },
    ...{ length: positive('m').optional(), rope: z.boolean().optional() },
    ...{ minLength: notNegative('m').optional(), maxLength: positive('m').optional() },
  }),
  joint('gear', {
    ...{ axisA: axis, axisB: axis, ratio: number('speed of b over that of a') },
    ...{ motionA: freedom, motionB: freedom, housing: someBody.optional() },
  }),
  joint('differential', {
    terms: z
      .array(z.strictObject({ body: someBody, axis, factor: number('weight in the sum'), motion: freedom }))
      .describe('whose sum stays'),
    housing: someBody.optional(),
  }),
]);

/** The format of scene files, for programs: `sceneFormat.safeParse(document)`. */
export const sceneFormat = z
  .strictObject({
    format: z.literal('signorini-scene'),
    version: z.literal(1),
    settings: settings.optional(),
    materials: z.record(z.string(), material).describe('by name').optional(),
    bodies: z.array(body).min(1).describe('in order'),
    joints: z.array(joints).describe('in order').optional(),
    ignoreContacts: z
      .array(z.array(z.string()).length(2))
      .describe('pairs of bodies that pass through each other')
      .optional(),
  })
  .meta({ title: 'signorini-scene, version 1' });

/** What a scene file holds. */
export type SceneDocument = z.infer<typeof sceneFormat>;

/** As JSON Schema. */
export const sceneSchema: Readonly<Record<string, unknown>> = z.toJSONSchema(sceneFormat);
