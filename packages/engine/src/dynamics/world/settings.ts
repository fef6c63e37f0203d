/** The settings of a world: their table, their defaults, and what follows from them for its steps and contacts. */
import { either, type FieldTable, isRecord, optional, record, required } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { choice, duration, number, text, vector } from '../../checks/values.ts';
import type { ContactSettings } from '../../contact/contact-step.ts';
import { DEFAULT_MODEL, type FrictionPair, facetCount, frictionModel, frictionPairs } from '../../contact/material.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { DEFAULT_FACETS } from '../../problem/problem.ts';
import type { SetKind } from '../../problem/sets/set.ts';
import type { Accuracy } from '../accuracy/sub-step-work.ts';
import type { IntegratorName, ProjectionName, StepParts } from '../state/step-parts.ts';
import { anySleep, type SleepOptions, sleepSettings } from '../step/sleeping.ts';
import type { LoopSettings } from './step-loop.ts';

/** Most halvings of a time step: no sub-step is shorter than H/2^20. */
const MOST_HALVINGS = 20;

export interface WorldSettings {
  /** Name of its problems and reports. */
  readonly title?: string;
  /** h, s, > 0. Default 1/60. */
  readonly timeStep?: number;
  /** m/s^2. Default (0, 0, -9.81). */
  readonly gravity?: Vec3;
  /** Gap up to which two bodies at rest count as a contact, m, >= 0; motion adds to it. Default 0.004. */
  readonly contactMargin?: number;
  /** Scale on the compliance of friction rows, > 0. Default 1. */
  readonly frictionCompliance?: number;
  /**
   * Default euler: one MLCP per step, with geometric stiffness, and a guard that redoes an island whose joints tear. midpoint: second
   * order, keeps energy, a few MLCPs per step for islands with joints. semi-implicit: plain, as in the papers. auto: midpoint for islands with
   * springs, servos or loops, euler for all others; the default with `accuracy`.
   */
  readonly integrator?: IntegratorName;
  /** Default midpoint: a body that tumbles keeps its energy and angular momentum. none: as in the papers. */
  readonly gyroscopic?: 'midpoint' | 'none';
  /** Default anchor: sticking contacts do not creep. none: friction rows creep, as in the papers. */
  readonly stick?: 'anchor' | 'none';
  /**
   * After a step of one MLCP, poses are moved so that joints have the gaps that their springs allow, for one to three more solves;
   * `midpoint` steps need none. Default loops: under `euler`, mechanisms whose joints close a loop. joints: all joints. none: no joint.
   */
  readonly projection?: ProjectionName;
  /** Default false: nothing falls asleep. True: with the defaults of SleepOptions. */
  readonly sleep?: boolean | SleepOptions;
  /** Friction model of contacts whose materials name none. Default cone, Coulomb's law; box with a solver that takes no cones. */
  readonly frictionModel?: SetKind;
  /** Sides of the polygon of a prism or polyhedral model, even, 4 to 256. Default 8. */
  readonly facets?: number;
  /**
   * Default compliant: contacts are the springs and dampers given by their materials. rigid: contacts do not give way, an overlap is
   * taken back by `overlapRecovery`, materials' stiffness and damping are not read; impulses of redundant contacts are not unique then.
   */
  readonly contactForm?: 'compliant' | 'rigid';
  /** Share of an overlap that rigid contacts take back per step, (0, 1]. Default 0.2. */
  readonly overlapRecovery?: number;
  /**
   * Error limit of a sub-step: a share of the energy that moves, above 0 and at most 0.1, or joules. Each island then takes as many
   * sub-steps as it needs. Default: one step of one length, whatever its error.
   */
  readonly accuracy?: number | { readonly joules: number };
  /** The shortest sub-step that `accuracy` may take, s, > 0. Default timeStep/256. */
  readonly smallestStep?: number;
  /**
   * Default cheap: entries of a step's budget that need no further solve. full: those of the time step and of the friction model too,
   * for about six times the solves.
   */
  readonly budget?: 'cheap' | 'full';
  /** Friction between named materials, in place of the geometric mean; of pairs named twice the last. Default none. */
  readonly frictionPairs?: readonly FrictionPair[];
}

const share = number('a share', { above: 0, atMost: 0.1 });
const anyAccuracy: Value<number | { readonly joules: number }> = either<number | { readonly joules: number }>(
  'a share above 0 and at most 0.1, or { joules: J }',
  [
    { when: (given) => typeof given === 'number', value: share },
    {
      when: isRecord,
      value: record<{ readonly joules: number }>({
        joules: required(number('an energy', { above: 0, unit: 'J' }), 'that a sub-step may be wrong by'),
      }),
    },
  ],
);

/** Settings of the step loop, from checked settings. */
export function loopSettings(settings: WorldSettings): LoopSettings {
  return { accuracy: accuracyOf(settings), full: settings.budget === 'full' };
}

/** Undefined: steps of one length. */
function accuracyOf({ accuracy, smallestStep, timeStep = 1 / 60 }: WorldSettings): Accuracy | undefined {
  if (accuracy === undefined) return undefined;
  let deepest = 0;
  for (let h = timeStep / 2; h >= (smallestStep ?? timeStep / 256) && deepest < MOST_HALVINGS; h /= 2) deepest++;
  return typeof accuracy === 'number'
    ? { share: accuracy, joules: undefined, deepest }
    : { share: 0, joules: accuracy.joules, deepest };
}

export const SETTINGS: FieldTable<WorldSettings> = {
  title: optional(text, 'what problems and reports are called', '`"world"`'),
  timeStep: optional(duration('a time step'), 'h', '1/60'),
  gravity: optional(vector('m/s^2'), 'on every dynamic body', '`[0, 0, -9.81]`'),
  contactMargin: optional(
    number('a margin', { atLeast: 0, unit: 'm' }),
    'gap up to which two bodies at rest count as a contact; motion adds to it',
    '0.004',
  ),
  frictionCompliance: optional(number('a scale', { above: 0 }), 'on the compliance of friction rows', '1'),
  integrator: optional(
    choice(['euler', 'midpoint', 'semi-implicit', 'auto']),
    'see [time steppers](../theory/integrators.md)',
    '`"euler"`; with `accuracy` `"auto"`',
  ),
  gyroscopic: optional(choice(['midpoint', 'none']), 'how bodies that tumble turn', '`"midpoint"`'),
  stick: optional(choice(['anchor', 'none']), 'whether what sticks stays, or creeps as in the papers', '`"anchor"`'),
  projection: optional(
    choice(['loops', 'joints', 'none']),
    'which joints are closed after a step, see [projection](../theory/integrators.md#projection)',
    '`"loops"`',
  ),
  sleep: optional(anySleep, 'islands that lie still fall asleep, see [sleep](../theory/dynamics.md#sleep)', '`false`'),
  frictionModel: optional(
    frictionModel,
    'of contacts whose materials name none; the default is `"box"` with a solver that takes no cones',
    '`"cone"`',
  ),
  facets: optional(facetCount, 'sides of the polygon of a prism or polyhedral model', '8'),
  contactForm: optional(
    choice(['compliant', 'rigid']),
    'rigid contacts do not give way: stiffness and damping of materials are not read',
    '`"compliant"`',
  ),
  overlapRecovery: optional(
    number('a share', { above: 0, atMost: 1 }),
    'of an overlap that rigid contacts take back per step',
    '0.2',
  ),
  accuracy: optional(
    anyAccuracy,
    'how wrong a sub-step may be, see [accuracy](../theory/accuracy.md)',
    'one step of one length',
  ),
  smallestStep: optional(duration('a time step'), 'the shortest that `accuracy` may take', '`timeStep`/256'),
  budget: optional(
    choice(['cheap', 'full']),
    "entries of a step's [error budget](../theory/error-budget.md); full: for about six times the solves",
    '`"cheap"`',
  ),
  frictionPairs: optional(
    frictionPairs,
    'friction between two named materials, in place of the geometric mean: `{ "materials": ["ice", "steel"], "friction": 0.02 }`',
    'none',
  ),
};
export const anySettings: Value<WorldSettings> = record<WorldSettings>(SETTINGS, 'an object: the settings of a world');

/** How a world of checked settings writes its contacts. */
function contactSettings(settings: WorldSettings): ContactSettings {
  const {
    frictionCompliance = 1,
    stick = 'anchor',
    frictionModel: model = DEFAULT_MODEL,
    facets = DEFAULT_FACETS,
  } = settings;
  const { contactForm: form = 'compliant', overlapRecovery: recovery = 0.2 } = settings;
  return { frictionCompliance, stick, frictionModel: model, facets, form, recovery };
}

type FromSettings =
  | 'title'
  | 'timeStep'
  | 'h'
  | 'gravity'
  | 'integrator'
  | 'gyroscopic'
  | 'projection'
  | 'sleep'
  | 'margin'
  | 'contact';

/** The parts of a stepper that checked settings decide, with every default. */
export function stepSettings(settings: WorldSettings): Pick<StepParts, FromSettings> {
  const { timeStep = 1 / 60, gravity = [0, 0, -9.81], contactMargin = 0.004 } = settings;
  return {
    title: settings.title ?? 'world',
    timeStep,
    h: timeStep,
    gravity,
    integrator: settings.integrator ?? (settings.accuracy === undefined ? 'euler' : 'auto'),
    gyroscopic: settings.gyroscopic !== 'none',
    projection: settings.projection ?? 'loops',
    sleep: sleepSettings(settings.sleep),
    margin: contactMargin / 2,
    contact: contactSettings(settings),
  };
}
