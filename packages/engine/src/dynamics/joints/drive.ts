/**
 * What acts along the free coordinate of a joint: motor, servo, limits, friction; one row each.   docs/theory/joints.md
 * (JO4), (JO11), (JO12), (JO13)
 *
 *   motor     w = rate - speed,                       |x| <= h times the largest force
 *   servo     w = rate, g = D (phi - target),         |x| <= h times the largest force;   C, D of its own k, beta
 *   limits    w = rate, g = phi/h open, D phi beyond,  x >= 0
 *   friction  w = rate,                               |x| <= h times the friction force: bounds that no normal moves
 */

import { ContractError, expectNames } from '../../checks/errors.ts';
import type { RowKind } from '../../problem/problem.ts';
import type { RowBuilder } from '../../problem/row-builder.ts';
import { type Coordinate, continued } from './coordinate.ts';
import type { Frames } from './frames.ts';
import {
  closesHard,
  compliance,
  expectNumber,
  type Freedom,
  type JointPlace,
  ownStiffness,
  type Stiffness,
  stabilisation,
} from './joint.ts';
import type { Part } from './joint-part.ts';

/** How far b may turn (rad) or slide (m) against a; zero is where the joint was made. */
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
  readonly motor?: { readonly speed: number; readonly maxTorque?: number };
  /** Angle to go to, rad over any number of turns; spring N m/rad, damper N m s/rad; largest torque, N m, >= 0. */
  readonly servo?: Partial<Stiffness> & { readonly target: number; readonly maxTorque?: number };
  /** N m, >= 0. Default: none. */
  readonly frictionTorque?: number;
}

/** Along a translation. */
export interface SlideDrive {
  readonly limits?: Limits;
  /** Speed of b against a, m/s, and the largest force, N, >= 0 (default: as much as it takes). */
  readonly motor?: { readonly speed: number; readonly maxForce?: number };
  /** Position to go to, m; spring N/m, damper kg/s; largest force, N, >= 0. */
  readonly servo?: Partial<Stiffness> & { readonly target: number; readonly maxForce?: number };
  /** N, >= 0. Default: none. */
  readonly frictionForce?: number;
}

export const TURN_KEYS: readonly string[] = ['limits', 'motor', 'servo', 'frictionTorque'];
export const SLIDE_KEYS: readonly string[] = ['limits', 'motor', 'servo', 'frictionForce'];

/** Words of the two freedoms. */
const WORDS = {
  turn: { most: 'maxTorque', friction: 'frictionTorque', force: 'a torque >= 0 in N m', unit: 'rad', rate: 'rad/s' },
  slide: { most: 'maxForce', friction: 'frictionForce', force: 'a force >= 0 in N', unit: 'm', rate: 'm/s' },
} as const;

/** Places in a drive's memory: the coordinate at the end of the last step, the motor's speed, the servo's target. */
const LAST = 0;
const SPEED = 1;
const TARGET = 2;
export const DRIVE_MEMORY = 3;

interface DriveRow {
  readonly name: string;
  readonly kind: RowKind;
  /** +1, or -1 where the row counts the coordinate backwards (upper limits). */
  readonly sign: number;
  /** The row knows a rate only, no position. */
  readonly speedOnly: boolean;
  readonly stiffness: Stiffness;
  /** Bounds of the force: N, N m. */
  readonly lo: number;
  readonly hi: number;
  /** g at the coordinate q. */
  g(q: number, h: number): number;
  /** What is left of the way to a limit at the coordinate q, m or rad; negative beyond it. */
  left?(q: number): number;
}

export class Drive implements Part {
  readonly rows: readonly string[];
  readonly freedom: Freedom;
  readonly coordinate: Coordinate;
  private readonly a: number;
  private readonly b: number;
  private readonly name: string;
  private readonly list: readonly DriveRow[];
  private readonly memory: Float64Array;
  private readonly Ja = new Float64Array(6);
  private readonly Jb = new Float64Array(6);

  /** @param memory DRIVE_MEMORY numbers of the joint's state @param where "", or "turn: " where a joint has two axes */
  constructor(
    { name, a, b, stiffness }: JointPlace,
    coordinate: Coordinate,
    options: TurnDrive & SlideDrive,
    memory: Float64Array,
    where = '',
  ) {
    this.freedom = coordinate.unit === 'angular' ? 'turn' : 'slide';
    this.coordinate = coordinate;
    this.name = name;
    this.a = a;
    this.b = b;
    this.memory = memory;
    this.list = [
      ...this.motorRows(options, stiffness, where),
      ...this.servoRows(options, stiffness, where),
      ...this.limitRows(options, stiffness, where),
      ...this.frictionRows(options, stiffness, where),
    ];
    if (options.motor && options.servo)
      throw new ContractError(`joint ${name}: ${where}expected a motor or a servo, found both on one axis`);
    this.rows = this.list.map((row) => `${where === '' ? '' : `${this.freedom} `}${row.name}`);
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    if (this.list.length === 0) return;
    const { unit } = this.coordinate;
    const phi = this.value(frames);
    for (const row of this.list) {
      rows.row(row.kind, unit, row.g(phi, h), compliance(row.stiffness, h));
      rows.bounds(h * row.lo, h * row.hi);
      this.setJacobian(frames, row.sign, row.speedOnly);
      const { Ja, Jb } = this;
      rows.block(this.a, Ja[0], Ja[1], Ja[2], Ja[3], Ja[4], Ja[5]);
      rows.block(this.b, Jb[0], Jb[1], Jb[2], Jb[3], Jb[4], Jb[5]);
    }
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.list.forEach(({ sign, speedOnly }, k) => {
      if (speedOnly) this.coordinate.pushSpeed(frames, sign * x[at + k], impulse);
      else this.coordinate.push(frames, sign * x[at + k], impulse);
    });
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    this.list.forEach(({ sign, speedOnly }, k) => {
      if (x[at + k] === 0) return;
      if (speedOnly) this.coordinate.turnSpeed(frames, sign * x[at + k], Ka, Kb);
      else this.coordinate.turn(frames, sign * x[at + k], Ka, Kb);
    });
  }

  strikes(frames: Frames, velocity: Float64Array, h: number): boolean {
    if (!this.list.some(({ left }) => left)) return false;
    const q = this.value(frames);
    const rate = this.rate(frames, velocity);
    return this.list.some(({ left, sign }) => left && closesHard(left(q), sign * rate, h));
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

  record(after: Frames): void {
    this.memory[LAST] = this.value(after);
  }

  setSpeed(speed: number): void {
    this.expectRow('motor', 'setSpeed');
    const { rate } = WORDS[this.freedom];
    this.memory[SPEED] = expectNumber(this.name, 'setSpeed', speed, Number.isFinite(speed), `a speed in ${rate}`);
  }

  setTarget(target: number): void {
    this.expectRow('servo', 'setTarget');
    const { unit } = WORDS[this.freedom];
    this.memory[TARGET] = expectNumber(this.name, 'setTarget', target, Number.isFinite(target), `a target in ${unit}`);
  }

  private expectRow(wanted: string, act: string): void {
    if (!this.list.some(({ name }) => name === wanted))
      throw new ContractError(`joint ${this.name}: ${act}: expected a joint with a ${wanted}, found none`);
  }

  private setJacobian(frames: Frames, sign: number, speedOnly: boolean): void {
    const { Ja, Jb } = this;
    Ja.fill(0);
    Jb.fill(0);
    if (speedOnly) this.coordinate.speedGradient(frames, sign, Ja, Jb);
    else this.coordinate.gradient(frames, sign, Ja, Jb);
  }

  private motorRows({ motor }: TurnDrive & SlideDrive, stiffness: Stiffness, where: string): DriveRow[] {
    if (!motor) return [];
    const { most, rate } = WORDS[this.freedom];
    expectNames(`joint ${this.name}: ${where}motor`, motor, ['speed', most]);
    const { speed } = motor;
    expectNumber(this.name, `${where}motor.speed`, speed, Number.isFinite(speed), `a speed in ${rate}`);
    const force = this.largest(motor[most], `${where}motor.${most}`);
    const { memory } = this;
    memory[SPEED] = speed;
    const g = () => -memory[SPEED];
    return [{ name: 'motor', kind: 'motor', sign: 1, speedOnly: true, stiffness, lo: -force, hi: force, g }];
  }

  private servoRows({ servo }: TurnDrive & SlideDrive, joint: Stiffness, where: string): DriveRow[] {
    if (!servo) return [];
    const { most, unit } = WORDS[this.freedom];
    expectNames(`joint ${this.name}: ${where}servo`, servo, ['target', most, 'stiffness', 'damping']);
    const { target } = servo;
    expectNumber(this.name, `${where}servo.target`, target, Number.isFinite(target), `a target in ${unit}`);
    const force = this.largest(servo[most], `${where}servo.${most}`);
    const stiffness = ownStiffness(this.name, `${where}servo`, servo, joint, unit);
    const { memory } = this;
    memory[TARGET] = target;
    const g = (phi: number, h: number) => stabilisation(stiffness, h) * (phi - memory[TARGET]);
    return [{ name: 'servo', kind: 'motor', sign: 1, speedOnly: false, stiffness, lo: -force, hi: force, g }];
  }

  private limitRows({ limits }: TurnDrive & SlideDrive, joint: Stiffness, where: string): DriveRow[] {
    if (!limits) return [];
    const { unit } = WORDS[this.freedom];
    expectNames(`joint ${this.name}: ${where}limits`, limits, ['lower', 'upper', 'stiffness', 'damping']);
    const { lower = -Infinity, upper = Infinity } = limits;
    expectNumber(this.name, `${where}limits.lower`, lower, lower < Infinity, `a number in ${unit}`);
    expectNumber(
      this.name,
      `${where}limits.upper`,
      upper,
      upper >= lower,
      `a number in ${unit}, not below the lower one`,
    );
    const stiffness = ownStiffness(this.name, `${where}limits`, limits, joint, unit);
    const row = (name: string, sign: number, bound: number): DriveRow => ({
      name,
      kind: 'limit',
      sign,
      speedOnly: false,
      stiffness,
      lo: 0,
      hi: Infinity,
      g: (q, h) => openGap(sign * (q - bound), stiffness, h),
      left: (q) => sign * (q - bound),
    });
    return [
      ...(lower > -Infinity ? [row('lower limit', 1, lower)] : []),
      ...(upper < Infinity ? [row('upper limit', -1, upper)] : []),
    ];
  }

  private frictionRows(options: TurnDrive & SlideDrive, stiffness: Stiffness, where: string): DriveRow[] {
    const { friction } = WORDS[this.freedom];
    if (options[friction] === undefined) return [];
    const force = this.largest(options[friction], `${where}${friction}`);
    const g = () => 0;
    return [{ name: 'friction', kind: 'friction', sign: 1, speedOnly: true, stiffness, lo: -force, hi: force, g }];
  }

  private largest(force: number | undefined, key: string): number {
    if (force === undefined) return Infinity;
    return expectNumber(this.name, key, force, force >= 0, WORDS[this.freedom].force);
  }
}

/** phi/h where the gap is open, so that it closes within the step or not at all; D phi where it is violated (JO11). */
export function openGap(phi: number, stiffness: Stiffness, h: number): number {
  return phi > 0 ? phi / h : stabilisation(stiffness, h) * phi;
}
