/**
 * Drives along the free coordinate of a joint: motor, servo, limits, friction; one row each.   docs/theory/joints.md
 * (JO4), (JO11), (JO12), (JO13)
 *
 *   motor     w = rate - speed,                       |x| <= h times the largest force
 *   servo     w = rate, g = D (phi - target) - target', |x| <= h times the largest force;   C, D of its own k, beta
 *   limits    w = rate, g = phi/h open, D phi beyond,  x >= 0
 *   friction  w = rate,                               |x| <= h times the friction force: bounds do not follow a normal
 */

import { ContractError } from '../../../checks/errors.ts';
import { type FieldTable, optional, record, required } from '../../../checks/fields.ts';
import { checked, type Value } from '../../../checks/value.ts';
import { number } from '../../../checks/values.ts';
import { found, shortened } from '../../../checks/wording.ts';
import type { RowKind } from '../../../problem/problem.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import {
  type AxisForces,
  closesHard,
  compliance,
  type Freedom,
  type InverseMass,
  isResolved,
  type JointPlace,
  jumps,
  ownStiffness,
  type StepStart,
  type Stiffness,
  stabilisation,
  stiffnessFields,
} from '../joint.ts';
import { type Coordinate, continued } from '../parts/coordinate.ts';
import type { Frames } from '../parts/frames.ts';
import type { Part } from '../parts/joint-part.ts';
import { type FunctionOfTime, overTime, valueAt } from './time-function.ts';

/** A number, or a function of the time in seconds. */
export type OverTime = number | FunctionOfTime;

/** Range in which b may turn (rad) or slide (m) against a; zero at the pose in which the joint was made. */
export interface Limits extends Partial<Stiffness> {
  /** Default: none. */
  readonly lower?: number;
  /** Default: none. */
  readonly upper?: number;
}

/** Along a rotation. */
export interface TurnDrive {
  readonly limits?: Limits;
  /** Speed of b against a, rad/s, and the largest torque, N m, >= 0 (default: as much as it takes). */
  readonly motor?: { readonly speed: OverTime; readonly maxTorque?: OverTime };
  /** Angle to go to, rad over any number of turns; spring N m/rad, damper N m s/rad; largest torque, N m, >= 0. */
  readonly servo?: Partial<Stiffness> & { readonly target: OverTime; readonly maxTorque?: OverTime };
  /** N m, >= 0. Default: none. */
  readonly frictionTorque?: number;
}

/** Along a translation. */
export interface SlideDrive {
  readonly limits?: Limits;
  /** Speed of b against a, m/s, and the largest force, N, >= 0 (default: as much as it takes). */
  readonly motor?: { readonly speed: OverTime; readonly maxForce?: OverTime };
  /** Position to go to, m; spring N/m, damper kg/s; largest force, N, >= 0. */
  readonly servo?: Partial<Stiffness> & { readonly target: OverTime; readonly maxForce?: OverTime };
  /** N, >= 0. Default: none. */
  readonly frictionForce?: number;
}

/** Units of the two freedoms. */
const UNITS = {
  turn: { noun: 'a torque', force: 'N m', unit: 'rad', rate: 'rad/s' },
  slide: { noun: 'a force', force: 'N', unit: 'm', rate: 'm/s' },
} as const;

const speedOf = (freedom: Freedom): Value<number> => number('a speed', { unit: UNITS[freedom].rate });
const targetOf = (freedom: Freedom): Value<number> => number('a target', { unit: UNITS[freedom].unit });

/** The fields of a drive: those that both freedoms have, with their units. */
function driveFields(freedom: Freedom) {
  const { noun, force, unit } = UNITS[freedom];
  const bound = number('a number', { unit, infinite: 'program' });
  const most = number(noun, { atLeast: 0, unit: force, infinite: 'program' });
  const rows = stiffnessFields(unit, ["the joint's", "the joint's; 0 beside a `stiffness`"]);
  const limit = (summary: string) => optional(bound, summary, 'none');
  return {
    limits: {
      lower: limit('how far b may go back'),
      upper: limit('how far b may go forward'),
      ...rows,
    } satisfies FieldTable<Limits>,
    speed: required(overTime(speedOf(freedom)), 'of b against a'),
    most: optional(overTime(most, number(noun, { atLeast: 0, unit: force }), 0), 'the largest', 'as much as it takes'),
    target: required(overTime(targetOf(freedom)), 'to go to'),
    rows,
    friction: optional(most, 'friction along the axis, whatever the load', 'none'),
  };
}

const LIMITS = 'how far b may go against a; 0 is where the joint was made';
const MOTOR = 'keeps a speed';
const SERVO = 'a spring and damper towards a target';
const turning = driveFields('turn');
const sliding = driveFields('slide');

export const TURN_DRIVE: FieldTable<TurnDrive> = {
  limits: optional(record<Limits>(turning.limits), LIMITS),
  motor: optional(record({ speed: turning.speed, maxTorque: turning.most }), MOTOR),
  servo: optional(record({ target: turning.target, maxTorque: turning.most, ...turning.rows }), SERVO),
  frictionTorque: turning.friction,
};
export const SLIDE_DRIVE: FieldTable<SlideDrive> = {
  limits: optional(record<Limits>(sliding.limits), LIMITS),
  motor: optional(record({ speed: sliding.speed, maxForce: sliding.most }), MOTOR),
  servo: optional(record({ target: sliding.target, maxForce: sliding.most, ...sliding.rows }), SERVO),
  frictionForce: sliding.friction,
};

/** Names of the options of the two freedoms. */
const WORDS = {
  turn: { most: 'maxTorque', friction: 'frictionTorque' },
  slide: { most: 'maxForce', friction: 'frictionForce' },
} as const;

/** Places in a drive's memory: the coordinate at the end of the last step; what the drive is set to; its largest force over time. */
const LAST = 0;
const LED = 1;
const MOST = 2;
export const DRIVE_MEMORY = 3;
/** Share of a step over which the rate of a target at its start is found. */
const SHORT = 1e-3;

interface DriveRow {
  readonly name: string;
  readonly kind: RowKind;
  /** +1, or -1 if the row counts the coordinate backwards (upper limits). */
  readonly sign: number;
  /** The row uses a rate only, no position. */
  readonly speedOnly: boolean;
  readonly stiffness: Stiffness;
  /** The largest force in the step, N or N m; both ways, unless it is a limit. */
  most: number;
  /** g at the coordinate q. */
  g(q: number, h: number): number;
  /** Distance to a limit at the coordinate q, m or rad; negative beyond it. */
  left?(q: number): number;
  /** Stretch of its spring at the coordinate q, m or rad. */
  place?(q: number): number;
}

/** The option that a drive follows, by the name of its row. */
const ASKS = { motor: 'motor.speed', servo: 'servo.target' } as const;
type Lead = keyof typeof ASKS;
type LeadRow = DriveRow & { readonly name: Lead };

export class Drive implements Part {
  readonly rows: readonly string[];
  readonly freedom: Freedom;
  readonly coordinate: Coordinate;
  private readonly a: number;
  private readonly b: number;
  private readonly name: string;
  private readonly where: string;
  private readonly list: readonly DriveRow[];
  private readonly memory: Float64Array;
  /** The row of the motor or servo. */
  private readonly lead: LeadRow | undefined;
  /** Its speed or target and its largest force if they are functions of time; the mean rate of the target over the step, rad/s or m/s. */
  private readonly led: FunctionOfTime | undefined;
  private readonly most: FunctionOfTime | undefined;
  private targetRate = 0;
  /** The rate that a motor, or a target over time, asks for at the start of the step; undefined: none. */
  private asked: number | undefined;
  private readonly Ja = new Float64Array(6);
  private readonly Jb = new Float64Array(6);

  /** @param memory DRIVE_MEMORY numbers of the joint's state @param where "", or "turn." if a joint has two axes */
  constructor(
    { name, a, b, stiffness: linear, angular }: JointPlace,
    coordinate: Coordinate,
    options: TurnDrive & SlideDrive,
    memory: Float64Array,
    where = '',
  ) {
    this.freedom = coordinate.unit === 'angular' ? 'turn' : 'slide';
    this.coordinate = coordinate;
    const stiffness = this.freedom === 'turn' ? angular : linear;
    this.name = name;
    this.where = where;
    this.a = a;
    this.b = b;
    this.memory = memory;
    if (options.motor && options.servo)
      throw new ContractError(`joint ${shortened(name)}: ${where}expected a motor or a servo, found both on one axis`);
    this.led = ofTime(options.motor?.speed ?? options.servo?.target);
    this.most = ofTime((options.motor ?? options.servo)?.[WORDS[this.freedom].most]);
    this.lead = this.leadRow(options, stiffness);
    this.list = [
      ...(this.lead ? [this.lead] : []),
      ...this.limitRows(options, stiffness, where),
      ...this.frictionRows(options, stiffness),
    ];
    this.rows = this.list.map((row) => `${where === '' ? '' : `${this.freedom} `}${row.name}`);
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    if (this.list.length === 0) return;
    const { unit } = this.coordinate;
    const phi = this.value(frames);
    for (const row of this.list) {
      rows.row(row.kind, unit, row.g(phi, h), compliance(row.stiffness, h));
      if (row.left && row.left(phi) > 0) rows.located(row.left(phi));
      else if (row.place) rows.sprung(row.place(phi), stabilisation(row.stiffness, h));
      rows.bounds(row.kind === 'limit' ? 0 : -h * row.most, h * row.most);
      this.setJacobian(frames, row.sign, row.speedOnly);
      const { Ja, Jb } = this;
      rows.block(this.a, Ja);
      rows.block(this.b, Jb);
    }
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.list.forEach(({ sign, speedOnly }, k) => {
      if (speedOnly) this.coordinate.pushSpeed(frames, sign * x[at + k], impulse);
      else this.coordinate.push(frames, sign * x[at + k], impulse);
    });
  }

  /** Forces of its rows along the coordinate, from their impulses. */
  forces(x: Float64Array, at: number, h: number): AxisForces {
    const of = (kind: RowKind): number | undefined => {
      if (!this.list.some((row) => row.kind === kind)) return undefined;
      return this.list.reduce((sum, row, k) => (row.kind === kind ? sum + (row.sign * x[at + k]) / h : sum), 0);
    };
    return { motor: of('motor'), limit: of('limit'), friction: of('friction') };
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    this.list.forEach(({ sign, speedOnly }, k) => {
      if (x[at + k] === 0) return;
      if (speedOnly) this.coordinate.turnSpeed(frames, sign * x[at + k], Ka, Kb);
      else this.coordinate.turn(frames, sign * x[at + k], Ka, Kb);
    });
  }

  strikes(frames: Frames, velocity: Float64Array, h: number, inverseMass: InverseMass): boolean {
    if (!this.list.some(({ left }) => left) && this.asked === undefined) return false;
    const q = this.value(frames);
    const rate = this.rate(frames, velocity);
    const a = inverseMass(this.a, this.Ja) + inverseMass(this.b, this.Jb);
    return this.list.some(({ left, sign, kind, most, stiffness }) => {
      if (left) return closesHard(left(q), sign * rate, h) && !isResolved(stiffness, a, h);
      const leads = kind === 'motor' && this.asked !== undefined && most === Infinity;
      return leads && !isResolved(stiffness, a, h) && jumps((this.asked as number) - rate);
    });
  }

  /** The coordinate, over any number of turns. */
  value(frames: Frames): number {
    return continued(this.coordinate.unit, this.coordinate.value(frames), this.memory[LAST]);
  }

  /** rad/s or m/s */
  rate(frames: Frames, velocity: Float64Array): number {
    this.setJacobian(frames, 1, false);
    let sum = 0;
    for (let c = 0; c < 6; c++) {
      if (this.a >= 0) sum += this.Ja[c] * velocity[6 * this.a + c];
      if (this.b >= 0) sum += this.Jb[c] * velocity[6 * this.b + c];
    }
    return sum;
  }

  /**
   * Speed or target (JO23) and largest force (JO29) of the step from `time` to `time` + h. True: they have changed since the last
   * step, or do within this one.
   */
  begin({ time, h }: StepStart): boolean {
    const { memory, lead, led } = this;
    if (!lead) return false;
    const { [LED]: before, [MOST]: mostBefore } = memory;
    const at = (when: number) => (led ? valueAt(led, when, this.place(ASKS[lead.name])) : memory[LED]);
    if (lead.name === 'motor') {
      this.asked = at(time);
      memory[LED] = at(time + h);
    } else if (led) {
      memory[LED] = at(time);
      this.targetRate = (at(time + h) - memory[LED]) / h;
      this.asked = (at(time + SHORT * h) - memory[LED]) / (SHORT * h);
    }
    if (this.most) {
      memory[MOST] = valueAt(this.most, time + h / 2, this.place(`${lead.name}.${WORDS[this.freedom].most}`), 0);
      lead.most = memory[MOST];
    }
    return memory[LED] !== before || memory[MOST] !== mostBefore || this.targetRate !== 0;
  }

  private place(key: string): string {
    return `joint ${shortened(this.name)}: ${this.where}${key}`;
  }

  record(after: Frames): void {
    this.memory[LAST] = this.value(after);
  }

  /** Speed of its motor or target of its servo at present; 0 if it has neither. */
  get driven(): number {
    return this.memory[LED];
  }

  setSpeed(speed: number): void {
    this.set('motor', 'setSpeed', speedOf(this.freedom), speed);
  }

  setTarget(target: number): void {
    this.set('servo', 'setTarget', targetOf(this.freedom), target);
  }

  private set(wanted: Lead, act: string, value: Value<number>, given: number): void {
    const where = `joint ${shortened(this.name)}`;
    if (this.lead?.name !== wanted)
      throw new ContractError(`${where}: ${act}: expected a joint with a ${wanted}, found none`);
    if (this.led)
      throw new ContractError(`${where}: ${act}: expected a drive with a number to set, found a function of time`);
    this.memory[LED] = checked(value, given, where, act);
  }

  private setJacobian(frames: Frames, sign: number, speedOnly: boolean): void {
    const { Ja, Jb } = this;
    Ja.fill(0);
    Jb.fill(0);
    if (speedOnly) this.coordinate.speedGradient(frames, sign, Ja, Jb);
    else this.coordinate.gradient(frames, sign, Ja, Jb);
  }

  private leadRow({ motor, servo }: TurnDrive & SlideDrive, joint: Stiffness): LeadRow | undefined {
    const given = motor ?? servo;
    if (!given) return undefined;
    const { memory } = this;
    const constant = motor?.speed ?? servo?.target;
    if (typeof constant === 'number') memory[LED] = constant;
    const { [WORDS[this.freedom].most]: force = Infinity } = given as { maxTorque?: OverTime; maxForce?: OverTime };
    const row = { kind: 'motor', sign: 1, most: typeof force === 'number' ? force : 0 } as const; // over time: from `begin`
    if (motor) return { ...row, name: 'motor', speedOnly: true, stiffness: joint, g: () => -memory[LED] };
    const stiffness = ownStiffness(servo as Partial<Stiffness>, joint);
    const place = (phi: number) => phi - memory[LED];
    const g = (phi: number, h: number) => stabilisation(stiffness, h) * place(phi) - this.targetRate;
    return { ...row, name: 'servo', speedOnly: false, stiffness, g, place };
  }

  private limitRows({ limits }: TurnDrive & SlideDrive, joint: Stiffness, where: string): DriveRow[] {
    if (!limits) return [];
    const { lower = -Infinity, upper = Infinity } = limits;
    if (!(upper >= lower && lower < Infinity && upper > -Infinity))
      throw new ContractError(
        `joint ${shortened(this.name)}: ${where}limits.upper: expected a number in ${UNITS[this.freedom].unit}, not below the lower one, found ${found(upper)}`,
      );
    const stiffness = ownStiffness(limits, joint);
    const row = (name: string, sign: number, bound: number): DriveRow => ({
      name,
      kind: 'limit',
      sign,
      speedOnly: false,
      stiffness,
      most: Infinity,
      g: (q, h) => openGap(sign * (q - bound), stiffness, h),
      left: (q) => sign * (q - bound),
      place: (q) => sign * (q - bound),
    });
    return [
      ...(lower > -Infinity ? [row('lower limit', 1, lower)] : []),
      ...(upper < Infinity ? [row('upper limit', -1, upper)] : []),
    ];
  }

  private frictionRows(options: TurnDrive & SlideDrive, stiffness: Stiffness): DriveRow[] {
    const most = options[WORDS[this.freedom].friction];
    if (most === undefined) return [];
    const g = () => 0;
    return [{ name: 'friction', kind: 'friction', sign: 1, speedOnly: true, stiffness, most, g }];
  }
}

const ofTime = (given: OverTime | undefined): FunctionOfTime | undefined =>
  typeof given === 'number' ? undefined : given;

/** phi/h if the gap is open, so that it closes within the step or not at all; D phi if it is violated (JO11). */
export function openGap(phi: number, stiffness: Stiffness, h: number): number {
  return phi > 0 ? phi / h : stabilisation(stiffness, h) * phi;
}
