/** Checks a scene before it runs: its bodies and materials as they were given, and the MLCP of its first step.   docs/guide/doctor.md */
import {
  type Body,
  type BodyOptions,
  DEFAULT_MATERIAL,
  frictionModels,
  type JointOptions,
  type Shape,
  StepError,
  type StepSolver,
  World,
} from '@signorini/engine';
import { drawnAs, massProperties } from '@signorini/engine/collision';
import type { Problem } from '@signorini/engine/problem';
import { type Scene, type SceneValues, sceneValues } from '@signorini/engine/scenes';
import { short } from '../number-text.ts';
import { type DoctorDocument, type Finding, worstOfEach } from './finding.ts';
import { examineProblem } from './problem.ts';
import { stepFindings } from './step.ts';

/** Rest penetration over the smallest side. */
const SINKS = 0.01;
/** s; to push out an overlap. */
const SLOW = 1;
/** rad a step. */
const SPIN = 1;
/** Ranges of bodies of everyday size: m, kg, kg/m^3; gravity in m/s^2. */
const LENGTHS = { least: 1e-4, most: 500 };
const MASSES = { least: 1e-5, most: 1e8 };
const DENSITIES = { least: 10, most: 3e4 };
const GRAVITIES = { least: 0.05, most: 100 };

export interface DoctorRequest {
  readonly scene: Scene;
  readonly parameters?: SceneValues;
  /** s; default the scene's. */
  readonly timeStep?: number;
}

/** Builds the scene and takes one step with plain Euler, without impulses, in a world of its own. */
export function examineScene(request: DoctorRequest): DoctorDocument {
  const { scene, timeStep = scene.timeStep } = request;
  const values = sceneValues(scene, request.parameters);
  const world = new RecordingWorld({ ...scene.settings(values), timeStep, integrator: 'semi-implicit' }, NO_IMPULSES);
  scene.build(world, values);
  const problem = firstProblem(world);
  const names = world.bodies.filter(({ fixed }) => !fixed).map(({ name }) => name);
  const found = problem ? examineProblem(problem, names) : NOTHING;
  const step = stepFindings(scene, values, timeStep);
  return {
    subject: scene.name,
    source: 'scene',
    warnings: [
      ...found.warnings,
      ...worstOfEach(world.records.flatMap((record) => bodyFindings(record, world))),
      ...gravityFindings(world),
      ...step.warnings,
    ],
    notes: [...found.notes, ...step.notes],
    figures: { ...found.figures, bodies: names.length, friction: frictionModels(world) },
  };
}

/** Undefined if nothing touches or holds, or if not even a free step is finite. */
function firstProblem(world: World): Problem | undefined {
  try {
    world.step();
    return world.problem();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return undefined;
  }
}

/** The doctor's view of a stored problem. */
export function examineStored(subject: string, problem: Problem): DoctorDocument {
  return { subject, source: 'problem', ...examineProblem(problem) };
}

interface Record {
  readonly body: Body;
  readonly options: BodyOptions;
}

/** Keeps the options of bodies, which a world does not return. */
class RecordingWorld extends World {
  readonly records: Record[] = [];
  /** Bodies with a joint to something that does not move: they hang, or turn in bearings. */
  readonly held = new Set<Body>();

  override addBody(options: BodyOptions): Body {
    const body = super.addBody(options);
    this.records.push({ body, options });
    return body;
  }

  override addJoint(options: JointOptions) {
    const { a, b } = options;
    if (a && (!b || b.fixed)) this.held.add(a);
    if (b && (!a || a.fixed)) this.held.add(b);
    return super.addJoint(options);
  }
}

const NO_IMPULSES: StepSolver = {
  solve: ({ n, lo, hi }) => ({
    x: new Float64Array(n),
    lo,
    hi,
    status: 'stopped',
    timeMs: undefined,
    iterations: { direct: 0, iterative: 0, coupling: 0, total: 0 },
  }),
  release: () => {},
};

const NOTHING = {
  warnings: [],
  notes: [],
  figures: { rows: 0, bodies: 0, contacts: 0, friction: [], massRatio: null, redundantRows: 0, conditionNumber: null },
} as const;

function bodyFindings(record: Record, world: RecordingWorld): Finding[] {
  const { body } = record;
  if (body.fixed) return [];
  return [...contactFindings(record, world), ...spinFindings(body, world.timeStep), ...unitFindings(record)];
}

/** Resting under its own weight, on the points that such a shape rests on. */
function contactFindings({ body, options }: Record, world: RecordingWorld): Finding[] {
  const { shape } = options;
  if (!shape) return [];
  const { mass, name: subject } = body;
  const partners = world.records.filter((other) => other.body.fixed && other.options.shape);
  const softest = (key: 'stiffness' | 'damping') =>
    Math.min(
      ...[options, ...partners.map((other) => other.options)].map(
        ({ material }) => material?.[key] ?? DEFAULT_MATERIAL[key],
      ),
    );
  const [k, beta] = [softest('stiffness'), softest('damping')];
  const points = { sphere: 1, capsule: 2, box: 4, turned: 4 }[drawnAs(shape).kind as string] ?? 3;
  const size = sidesOf(shape).least;
  const sunk = (mass * Math.hypot(...world.gravity)) / (points * k) / size;
  const findings: Finding[] = [];
  if (sunk > SINKS && !world.held.has(body))
    findings.push({
      check: 'soft-contact',
      subject,
      value: sunk,
      limit: SINKS,
      unit: '',
      others: 0,
      sentence: `${subject}: at rest its own weight presses it in by ${short(100 * sunk)} % of its ${short(size)} m: a contact stiffness of ${short(k)} N/m is too low for ${short(mass)} kg`,
    });
  if (beta / k > SLOW)
    findings.push({
      check: 'slow-contact',
      subject,
      value: beta / k,
      limit: SLOW,
      unit: 's',
      others: 0,
      sentence: `${subject}: its contacts push an overlap out within damping/stiffness = ${short(beta / k)} s; lower the damping (${short(beta)} kg/s)`,
    });
  const turns = world.timeStep * Math.sqrt((points * k) / mass); // rad per step of the contact's own oscillation
  const ratio = (beta * Math.sqrt(points)) / (2 * Math.sqrt(k * mass));
  if (turns < 1 && ratio < 0.05)
    findings.push({
      check: 'ringing-contact',
      subject,
      value: ratio,
      limit: 0.05,
      unit: '',
      others: 0,
      sentence: `${subject}: its contacts ring: h sqrt(k/m) = ${short(turns)} rad a step with a damping ratio of ${short(ratio)}; raise the stiffness (${short(k)} N/m) or the damping (${short(beta)} kg/s)`,
    });
  return findings;
}

function spinFindings({ name: subject, angularVelocity }: Body, h: number): Finding[] {
  const turn = h * Math.hypot(...angularVelocity);
  if (turn <= SPIN) return [];
  return [
    {
      check: 'fast-spin',
      subject,
      value: turn,
      limit: SPIN,
      unit: 'rad',
      others: 0,
      sentence: `${subject}: turns by ${short(turn)} rad in the first step; its joints and contacts are linearised over that: use a smaller time step`,
    },
  ];
}

function unitFindings({ body, options }: Record): Finding[] {
  const { name: subject, mass } = body;
  const findings: Finding[] = [];
  const tell = (check: Finding['check'], value: number, range: typeof MASSES, unit: string, sentence: string) => {
    if (value >= range.least && value <= range.most) return;
    const limit = value < range.least ? range.least : range.most;
    findings.push({ check, subject, value, limit, unit, others: 0, sentence: `${subject}: ${sentence}` });
  };
  if (options.shape) {
    const { least, most } = sidesOf(options.shape);
    const far = most > LENGTHS.most ? most : least;
    tell(
      'units-length',
      far,
      LENGTHS,
      'm',
      `${short(far)} m large; lengths are in metres: are these millimetres, or micrometres?`,
    );
  }
  if (options.mass !== undefined)
    tell(
      'units-mass',
      mass,
      MASSES,
      'kg',
      `a mass of ${short(mass)} kg; masses are in kilograms: are these grams, or tonnes?`,
    );
  else if (options.density !== undefined)
    tell(
      'units-density',
      options.density,
      DENSITIES,
      'kg/m^3',
      `a density of ${short(options.density)} kg/m^3; water has 1000: is this in g/cm^3?`,
    );
  return findings;
}

function gravityFindings({ gravity }: World): Finding[] {
  const value = Math.hypot(...gravity);
  if (value === 0 || (value >= GRAVITIES.least && value <= GRAVITIES.most)) return [];
  const limit = value > GRAVITIES.most ? GRAVITIES.most : GRAVITIES.least;
  return [
    {
      check: 'units-gravity',
      subject: 'gravity',
      value,
      limit,
      unit: 'm/s^2',
      others: 0,
      sentence: `gravity is ${short(value)} m/s^2; on earth it is 9.81: is this in mm/s^2, or in cm/s^2?`,
    },
  ];
}

/** Smallest and largest side, m. */
function sidesOf(solid: Shape): { least: number; most: number } {
  const shape = drawnAs(solid);
  switch (shape.kind) {
    case 'plane':
      return { least: 1, most: 1 };
    case 'sphere':
      return { least: 2 * shape.radius, most: 2 * shape.radius };
    case 'box':
      return { least: 2 * Math.min(...shape.half), most: 2 * Math.max(...shape.half) };
    case 'capsule':
      return { least: 2 * shape.radius, most: 2 * (shape.radius + shape.halfLength) };
    case 'turned': {
      const across = 2 * Math.max(...shape.profile.map(([radius]) => radius));
      const along = shape.profile.at(-1)![1] - shape.profile[0]![1];
      return { least: Math.min(across, along), most: Math.max(across, along) };
    }
    case 'hull': {
      const { mass } = massProperties(shape, 1); // its volume, m^3
      return { least: mass / (shape.radius * shape.radius * 4), most: 2 * shape.radius };
    }
    default:
      return { least: shape.radius, most: 2 * shape.radius };
  }
}
