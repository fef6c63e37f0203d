/**
 * The same scene turned, mirrored, or in other units: physics does not know the difference.   docs/guide/verify.md
 *
 * A mirror image (y -> -y) keeps points and velocities as vectors; what turns (axes of hinges, angular velocities, torques) changes
 * sign once more. Body axes are mirrored too, R -> S R S, so that shapes are described by mirrored points.
 */
import type { Quat, Vec3 } from '@signorini/engine';
import type { SceneDocument } from '@signorini/engine/scenes';
import { turned } from '../problems/references/rolling.ts';

export interface Change {
  /** y -> -y, before it is turned. */
  readonly mirror?: boolean;
  /** About the origin. */
  readonly turn?: Quat;
  /** How many of the new units are one metre, one kilogram, one second. */
  readonly units?: Units;
}

export interface Units {
  readonly metre: number;
  readonly kilogram: number;
  readonly second: number;
}

type Fields = Readonly<Record<string, unknown>>;
/** Kind of a field, and its powers of length, mass and time. */
type Rule = readonly [what: 'number' | 'vector' | 'turning', length?: number, mass?: number, time?: number];
type Rules = Readonly<Record<string, Rule>>;

const LENGTH: Rule = ['number', 1];
const PLACE: Rule = ['vector', 1];
const LINEAR: Rules = { stiffness: ['number', 0, 1, -2], damping: ['number', 0, 1, -1] };
const ANGULAR: Rules = { stiffness: ['number', 2, 1, -2], damping: ['number', 2, 1, -1] };

const SETTINGS: Rules = {
  timeStep: ['number', 0, 0, 1],
  gravity: ['vector', 1, 0, -2],
  contactMargin: LENGTH,
};
const MATERIAL: Rules = { ...LINEAR, rollingFriction: LENGTH, spinningFriction: LENGTH };
const BODY: Rules = {
  position: PLACE,
  velocity: ['vector', 1, 0, -1],
  angularVelocity: ['turning', 0, 0, -1],
  surfaceVelocity: ['vector', 1, 0, -1],
  surfaceAngularVelocity: ['turning', 0, 0, -1],
  density: ['number', -3, 1],
  mass: ['number', 0, 1],
};
const MOTION: Rules = {
  amplitude: LENGTH,
  direction: ['vector'],
  frequency: ['number', 0, 0, -1],
  velocity: ['vector', 1, 0, -1],
  angularVelocity: ['turning', 0, 0, -1],
};
const SHAPE: Rules = { radius: LENGTH, halfLength: LENGTH };
const JOINT: Rules = {
  ...LINEAR,
  angularStiffness: ANGULAR.stiffness!,
  angularDamping: ANGULAR.damping!,
  point: PLACE,
  pointA: PLACE,
  pointB: PLACE,
  length: LENGTH,
  minLength: LENGTH,
  maxLength: LENGTH,
  lead: LENGTH,
  frictionTorque: ['number', 2, 1, -2],
  frictionForce: ['number', 1, 1, -2],
};
const TURN_DRIVE: Rules = { ...ANGULAR, speed: ['number', 0, 0, -1], maxTorque: ['number', 2, 1, -2] };
const SLIDE_DRIVE: Rules = {
  ...LINEAR,
  speed: ['number', 1, 0, -1],
  maxForce: ['number', 1, 1, -2],
  target: LENGTH,
  lower: LENGTH,
  upper: LENGTH,
};
const FORCES: Readonly<Record<string, Rules>> = {
  'spring-damper': { ...LINEAR, pointA: PLACE, pointB: PLACE, length: LENGTH },
  'torsional-spring': { ...ANGULAR, axis: ['turning'] },
  'constant-force': { force: ['vector', 1, 1, -2], torque: ['turning', 2, 1, -2], point: PLACE },
};
/** Joints whose axis slides; all others turn. */
const SLIDES = ['prismatic', 'cylindrical', 'screw', 'point-on-line', 'planar', 'point-on-plane'];

/** Parts of a scene document. */
interface Parts {
  readonly settings: Fields;
  readonly materials?: Fields;
  readonly bodies: readonly Fields[];
  readonly joints?: readonly Fields[];
  readonly forces?: readonly Fields[];
}

/** The document in the changed world. Every number with a unit has to be in it: `withDefaults`. */
export function changed(document: SceneDocument, change: Change): SceneDocument {
  const by = new Changer(change);
  const { settings, bodies, joints, forces, materials, ...rest } = document as unknown as Parts;
  return {
    ...rest,
    settings: by.fields(settings, SETTINGS),
    ...(materials && { materials: each(materials, (one) => by.fields(one, MATERIAL)) }),
    bodies: bodies.map((body) => by.body(body)),
    ...(joints && { joints: joints.map((joint) => by.joint(joint)) }),
    ...(forces && { forces: forces.map((one) => by.fields(one, FORCES[one.kind as string] ?? {})) }),
  };
}

const each = (record: Fields, map: (one: Fields) => Fields): Fields =>
  Object.fromEntries(Object.entries(record).map(([key, one]) => [key, map(one as Fields)]));

export class Changer {
  private readonly change: Change;

  constructor(change: Change) {
    this.change = change;
  }

  /** Changes the fields that have a rule. */
  fields(given: Fields, rules: Rules): Fields {
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
        return [key, rule ? this.value(value, rule) : value];
      }),
    );
  }

  private value(value: unknown, [what, ...powers]: Rule): unknown {
    const factor = this.factor(...powers);
    if (what === 'number') return (value as number) * factor;
    const v = this.vector(value as Vec3, what === 'turning');
    return [v[0] * factor, v[1] * factor, v[2] * factor];
  }

  factor(length = 0, mass = 0, time = 0): number {
    const { metre, kilogram, second } = this.change.units ?? { metre: 1, kilogram: 1, second: 1 };
    return metre ** length * kilogram ** mass * second ** time;
  }

  /** World axes. */
  vector(v: Vec3, turning = false): Vec3 {
    const { turn } = this.change;
    const seen = this.local(v, turning);
    return turn ? turned(turn, seen) : seen;
  }

  /** Body axes: mirrored, never turned. */
  private local([x, y, z]: Vec3, turning = false): Vec3 {
    if (!this.change.mirror) return [x, y, z];
    return turning ? [-x, y, -z] : [x, -y, z];
  }

  orientation(q: Quat): Quat {
    const { turn } = this.change;
    const seen = this.mirrored(q);
    if (!turn) return seen;
    const [ax, ay, az, aw] = turn;
    const [bx, by, bz, bw] = seen;
    return [
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    ];
  }

  private mirrored([x, y, z, w]: Quat): Quat {
    return this.change.mirror ? [-x, y, -z, w] : [x, y, z, w];
  }

  body(body: Fields): Fields {
    const { shape, material, motion, orientation, inertia, centreOfMass } = body;
    const turns = this.change.turn || orientation !== undefined;
    return {
      ...this.fields(body, BODY),
      ...(turns && { orientation: this.orientation((orientation as Quat | undefined) ?? [0, 0, 0, 1]) }),
      ...(shape !== undefined && { shape: this.shape(shape as Fields) }),
      ...(typeof material === 'object' && { material: this.fields(material as Fields, MATERIAL) }),
      ...(typeof motion === 'object' && { motion: this.fields(motion as Fields, MOTION) }),
      ...(inertia !== undefined && { inertia: this.inertia(inertia as readonly number[]) }),
      ...(centreOfMass !== undefined && { centreOfMass: this.place(centreOfMass as Vec3) }),
    };
  }

  /** Three moments, or xx yy zz xy xz yz. */
  private inertia(moments: readonly number[]): number[] {
    const factor = this.factor(2, 1);
    const sign = (k: number) => (this.change.mirror && (k === 3 || k === 5) ? -1 : 1);
    return moments.map((value, k) => sign(k) * value * factor);
  }

  private place(v: Vec3): Vec3 {
    const [x, y, z] = this.local(v);
    const metre = this.factor(1);
    return [x * metre, y * metre, z * metre];
  }

  private shape(shape: Fields): Fields {
    const { half, points, parts } = shape as { half?: Vec3; points?: readonly Vec3[]; parts?: readonly Fields[] };
    const metre = this.factor(1);
    return {
      ...this.fields(shape, SHAPE),
      ...(half && { half: half.map((side) => side * metre) }),
      ...(points && { points: points.map((point) => this.place(point)) }),
      ...(parts && {
        parts: parts.map(({ shape: own, position, orientation }) => ({
          shape: this.shape(own as Fields),
          ...(position !== undefined && { position: this.place(position as Vec3) }),
          ...(orientation !== undefined && { orientation: this.mirrored(orientation as Quat) }),
        })),
      }),
    };
  }

  joint(joint: Fields): Fields {
    const { kind, axis, axisA, axisB, normal, motionA, motionB, ratio, lead, turn, slide } = joint;
    const slides = SLIDES.includes(kind as string);
    const seen = (v: unknown, turning: boolean) => v !== undefined && this.vector(v as Vec3, turning);
    const axes: Fields = {
      axis: seen(axis, !slides),
      axisA: seen(axisA, motionA !== 'slide'),
      axisB: seen(axisB, motionB !== 'slide'),
      normal: seen(normal, false),
      ratio: ratio !== undefined && this.ratio(ratio as number, motionA === 'slide', motionB === 'slide'),
      // a right-handed thread is left-handed in a mirror
      lead: lead !== undefined && (lead as number) * this.factor(1) * (this.change.mirror ? -1 : 1),
    };
    return {
      ...this.fields(joint, JOINT),
      ...Object.fromEntries(Object.entries(axes).filter(([, value]) => value !== false)),
      ...this.drive(joint, slides ? SLIDE_DRIVE : TURN_DRIVE),
      ...(turn !== undefined && { turn: this.drive(turn as Fields, TURN_DRIVE) }),
      ...(slide !== undefined && { slide: this.drive(slide as Fields, SLIDE_DRIVE) }),
    };
  }

  /** Turn of a per turn of b; in rad/m or m/rad if one slides. */
  private ratio(ratio: number, slidesA: boolean, slidesB: boolean): number {
    return ratio * this.factor((slidesA ? 1 : 0) - (slidesB ? 1 : 0));
  }

  private drive({ limits, motor, servo }: Fields, rules: Rules): Fields {
    return {
      ...(limits !== undefined && { limits: this.fields(limits as Fields, rules) }),
      ...(motor !== undefined && { motor: this.fields(motor as Fields, rules) }),
      ...(servo !== undefined && { servo: this.fields(servo as Fields, rules) }),
    };
  }
}

/** The document with every default that has a unit written out. */
export function withDefaults(document: SceneDocument): SceneDocument {
  const { settings, bodies, joints, materials, ...rest } = document as unknown as Parts;
  const surface = (material?: Fields): Fields => ({ stiffness: 1e8, damping: 1e6, ...material });
  return {
    ...rest,
    settings: { gravity: [0, 0, -9.81], contactMargin: 0.004, ...settings },
    ...(materials && { materials: each(materials, surface) }),
    bodies: bodies.map((body) => {
      const { shape, material, mass, density } = body;
      if (shape === undefined) return body;
      const weighs = mass === undefined && density === undefined && body.motion === undefined;
      return {
        ...body,
        material: typeof material === 'string' ? material : surface(material as Fields | undefined),
        ...(weighs && { density: 1000 }),
      };
    }),
    ...(joints && {
      joints: joints.map((joint) => {
        const { stiffness = 1e10, damping = 1e8 } = joint;
        return { angularStiffness: stiffness, angularDamping: damping, ...joint, stiffness, damping };
      }),
    }),
  };
}
