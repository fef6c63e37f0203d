/** The settings of a world: their table, and what follows from them for its contacts. */
import { type FieldTable, optional, record } from '../checks/fields.ts';
import type { Value } from '../checks/value.ts';
import { choice, duration, number, text, vector } from '../checks/values.ts';
import type { ContactSettings } from '../contact/contact-step.ts';
import { type FrictionPair, facetCount, frictionModel, frictionPairs } from '../contact/material.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { DEFAULT_FACETS } from '../problem/problem.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { anySleep, type SleepOptions } from './step/sleeping.ts';
import type { IntegratorName } from './step/step-state.ts';

export interface WorldSettings {
  /** What problems and reports are called. */
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
   * order, keeps energy, a few MLCPs per step for islands with joints. semi-implicit: plain, as in the papers.
   */
  readonly integrator?: IntegratorName;
  /** Default midpoint: a body that tumbles keeps its energy and angular momentum. none: as in the papers. */
  readonly gyroscopic?: 'midpoint' | 'none';
  /** Default anchor: sticking contacts do not creep. none: friction rows creep, as in the papers. */
  readonly stick?: 'anchor' | 'none';
  /**
   * Default none. joints: after a step of one MLCP, poses are moved so that joints have the gaps that their springs allow, for one
   * or two more solves; `midpoint` steps need none.
   */
  readonly projection?: 'none' | 'joints';
  /** Default false: nothing falls asleep. True: with the defaults of SleepOptions. */
  readonly sleep?: boolean | SleepOptions;
  /** Friction model of contacts whose materials name none. Default box. */
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
  /** Friction between named materials, in place of the geometric mean; of pairs named twice the last. Default none. */
  readonly frictionPairs?: readonly FrictionPair[];
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
    choice(['euler', 'midpoint', 'semi-implicit']),
    'see [time steppers](../theory/integrators.md)',
    '`"euler"`',
  ),
  gyroscopic: optional(choice(['midpoint', 'none']), 'how bodies that tumble turn', '`"midpoint"`'),
  stick: optional(choice(['anchor', 'none']), 'whether what sticks stays, or creeps as in the papers', '`"anchor"`'),
  projection: optional(
    choice(['none', 'joints']),
    'whether joints are closed after a step, see [projection](../theory/integrators.md#projection)',
    '`"none"`',
  ),
  sleep: optional(anySleep, 'islands that lie still fall asleep, see [sleep](../theory/dynamics.md#sleep)', '`false`'),
  frictionModel: optional(frictionModel, 'of contacts whose materials name none', '`"box"`'),
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
  frictionPairs: optional(
    frictionPairs,
    'friction between two named materials, in place of the geometric mean: `{ "materials": ["ice", "steel"], "friction": 0.02 }`',
    'none',
  ),
};
export const anySettings: Value<WorldSettings> = record<WorldSettings>(SETTINGS, 'an object: the settings of a world');

/** How a world of checked settings writes its contacts. */
export function contactSettings(settings: WorldSettings): ContactSettings {
  const { frictionCompliance = 1, stick = 'anchor', frictionModel: model = 'box', facets = DEFAULT_FACETS } = settings;
  const { contactForm: form = 'compliant', overlapRecovery: recovery = 0.2 } = settings;
  return { frictionCompliance, stick, frictionModel: model, facets, form, recovery };
}
