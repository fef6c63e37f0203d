/**
 * Bodies that lie still fall asleep, island by island: they are neither assembled nor solved.   docs/theory/dynamics.md (DY10)-(DY12)
 *
 *   T_k/m_k <= s^2/2   for N steps and all bodies of an island:   v <- 0,   ledger: sleep = -T
 *
 * Collision still sees them, so that contacts, warm starts and stick anchors stay. An island with one body that is awake
 * is awake: to disturb a body it is enough to wake that body.
 */

import { either, type FieldTable, isBoolean, isRecord, optional, record } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { boolean, number } from '../../checks/values.ts';
import { HELD } from '../../collision/detector.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { SleepSettings } from '../bodies/sleep-state.ts';
import type { BodyIslands } from '../state/body-islands.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';

export interface SleepOptions {
  /** s, m/s, > 0: below it a body is still; rotation counts as the speed of its radius of gyration. Default 0.01. */
  readonly speed?: number;
  /** Steps in a row for which a whole island has to be still, >= 2. Default 30. */
  readonly steps?: number;
}

const SLEEP: FieldTable<SleepOptions> = {
  speed: optional(number('a speed', { above: 0, unit: 'm/s' }), 'below it a body is still', '0.01'),
  steps: optional(
    number('an integer', { atLeast: 2, integer: true }),
    'in a row for which an island has to be still',
    '30',
  ),
};
export const anySleep: Value<boolean | SleepOptions> = either<boolean | SleepOptions>(
  'true, false or { speed: m/s, steps: a number of them }',
  [
    { when: isBoolean, value: boolean },
    { when: isRecord, value: record(SLEEP) },
  ],
);

export function sleepSettings(sleep: boolean | SleepOptions | undefined): SleepSettings | undefined {
  if (sleep === undefined || sleep === false) return undefined;
  const { speed = 0.01, steps = 30 } = sleep === true ? {} : sleep;
  return { energy: 0.5 * speed * speed, steps };
}

/** Bodies asleep at present. */
export function countSleeping({ count, slot, sleep }: Bodies): number {
  let sum = 0;
  for (let k = 0; k < count; k++) if (slot[k] >= 0 && sleep.asleep[k] === 1) sum++;
  return sum;
}

/** A body that impulses do not move, but that has moved or changed since the last step, or moves in this one. */
function disturbs({ slot, sleep, velocity }: Bodies, k: number): boolean {
  if (k < 0 || slot[k] >= 0) return false;
  if (sleep.stirred[k] === 1) return true;
  for (let c = 0; c < 6; c++) if (velocity[6 * k + c] !== 0) return true;
  return false;
}

/** True: everything that can move has slept through a step, and nothing else moves: the step changes nothing but the time. */
export function nothingStirs({ bodies, colliders }: StepParts, { steps }: SleepSettings): boolean {
  const { count, slot, sleep } = bodies;
  if (bodies.dynamicCount === 0) return false;
  for (let k = 0; k < count; k++) {
    if (slot[k] >= 0 && (sleep.asleep[k] === 0 || sleep.quiet[k] <= steps)) return false;
    if (disturbs(bodies, k)) return false;
  }
  for (let i = 0; i < colliders.count; i++) if (colliders.sensor[i] === 1) return false; // overlaps are reported in every step
  return true;
}

/** Stage 3: wakes what touches or is joined to something that is awake, or to a moving body that impulses do not move. */
export function wakeTouched(parts: StepParts, islands: BodyIslands): void {
  const { bodies, colliders, joints } = parts;
  const { points } = parts.detector;
  const { count, slot, sleep } = bodies;
  const wakeIfDisturbed = (a: number, b: number) => {
    if (disturbs(bodies, a)) sleep.stir(b);
    if (disturbs(bodies, b)) sleep.stir(a);
  };
  for (let i = 0; i < points.count; i++) wakeIfDisturbed(colliders.body[points.a[i]], colliders.body[points.b[i]]);
  for (const { bodies: members, broken } of joints)
    if (!broken && members.some((k) => disturbs(bodies, k))) for (const k of members) if (slot[k] >= 0) sleep.stir(k);
  const awake = new Uint8Array(count);
  for (let k = 0; k < count; k++) if (slot[k] >= 0 && sleep.asleep[k] === 0) awake[islands.of(k)] = 1;
  for (let k = 0; k < count; k++)
    if (slot[k] >= 0 && sleep.asleep[k] === 1 && awake[islands.of(k)] === 1) {
      sleep.asleep[k] = 0;
      sleep.quiet[k] = 0;
    }
}

/** End of stage 4: counts still steps, and lets islands fall asleep whose bodies have all been still for long enough (DY11). */
export function fallAsleep(
  bodies: Bodies,
  state: StepState,
  islands: BodyIslands,
  settings: SleepSettings,
  roles?: Uint8Array,
): void {
  const { count, slot, sleep, mass } = bodies;
  const { pose, velocity } = state;
  const lively = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    if (slot[k] < 0 || roles?.[k] === HELD) continue;
    if (sleep.asleep[k] === 1) {
      sleep.quiet[k] = settings.steps + 1;
      continue;
    }
    const still = bodies.kineticEnergyOf(k, pose, velocity) <= settings.energy * mass[k];
    sleep.quiet[k] = still ? sleep.quiet[k] + 1 : 0;
    if (sleep.quiet[k] < settings.steps) lively[islands.of(k)] = 1;
  }
  for (let k = 0; k < count; k++) {
    if (slot[k] < 0 || roles?.[k] === HELD || sleep.asleep[k] === 1 || lively[islands.of(k)] === 1) continue;
    state.ledger.entries.sleep -= bodies.kineticEnergyOf(k, pose, velocity);
    velocity.fill(0, 6 * k, 6 * k + 6);
    sleep.asleep[k] = 1;
    sleep.quiet[k] = settings.steps;
  }
}
