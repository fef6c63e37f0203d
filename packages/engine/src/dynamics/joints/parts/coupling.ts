/**
 * One row over the coordinates of any number of bodies: gears and differentials.   docs/theory/joints.md (JO14), (JO15)
 *
 *   phi = sum_i f_i q_i,   q_i the turn (rad) of body i about its axis, or its way (m) along it, against a housing
 *   J = sum_i f_i dq_i/dt;      blocks of a body that appears in several terms add up
 *
 * Turns are counted, each in one number of the state, so that phi is held over any number of them. State: 1 once broken, then
 * the coordinates at the end of the last step.
 */

import { ContractError } from '../../../checks/errors.ts';
import { shortened } from '../../../checks/wording.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import type { Turning } from '../../bodies/exact-turns.ts';
import {
  type Breaking,
  compliance,
  type EmitStiffness,
  type Joint,
  type JointPlace,
  type Reaction,
  type StepOutcome,
  type Stiffness,
  stabilisation,
} from '../joint.ts';
import { type BreakLimit, breakLimit, exceeds, perTime, writeNothing } from './assembled.ts';
import { type Coordinate, continued } from './coordinate.ts';
import type { Frames } from './frames.ts';
import { isTorn } from './joint-part.ts';

interface Term {
  readonly body: number;
  /** Coordinate of `body` against the housing. */
  readonly coordinate: Coordinate;
  readonly factor: number;
}

export class CouplingJoint implements Joint {
  readonly kind: string;
  readonly name: string;
  readonly bodies: readonly number[];
  readonly rows: readonly string[] = ['ratio'];
  readonly holds = false;
  readonly holdsAngles = false;
  readonly state: Float64Array;
  private readonly stiffness: Stiffness;
  private readonly terms: readonly Term[];
  private readonly limit: BreakLimit | undefined;
  /** phi for one radian of the term that moves it most, or for the radius of gyration along a slide. */
  private readonly size: number;
  /** Six numbers of J, and nine of K, for each of `all`: the bodies, then the housing. */
  private readonly all: readonly number[];
  private readonly J: Float64Array;
  private readonly K: Float64Array;

  /** @param housing body number; -1 is the world */
  constructor(kind: string, place: JointPlace, breaking: Breaking, housing: number, terms: readonly Term[]) {
    this.kind = kind;
    this.name = place.name;
    this.stiffness = terms[0].coordinate.unit === 'angular' ? place.angular : place.stiffness;
    this.terms = terms;
    this.limit = breakLimit(breaking);
    const size = ({ body, coordinate }: Term) => (coordinate.unit === 'angular' ? 1 : place.gyration(body));
    this.size = Math.max(...terms.map((term) => Math.abs(term.factor) * size(term)));
    const moved = [...new Set(terms.map(({ body }) => body))];
    this.all = [...moved, housing];
    this.bodies = housing < 0 ? moved : this.all;
    this.state = new Float64Array(1 + terms.length);
    this.J = new Float64Array(6 * this.all.length);
    this.K = new Float64Array(9 * this.all.length);
  }

  get broken(): boolean {
    return this.state[0] === 1;
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const C = compliance(this.stiffness, h);
    if (this.broken) {
      writeNothing(rows, 1, C);
      return;
    }
    const { J, all, terms } = this;
    rows.hold(terms[0].coordinate.unit, this.phi(frames), stabilisation(this.stiffness, h), C);
    this.setJacobian(frames);
    for (let k = 0; k < all.length; k++) rows.block(all[k], J, 6 * k);
  }

  /** It holds no points together; `coordinate` returns by how much its ratio is off. */
  gap(): number {
    return 0;
  }

  /** Reaction on the second of its bodies, at that body's centre of mass. */
  reaction(frames: Frames, x: Float64Array, at: number, h: number): Reaction {
    this.setJacobian(frames);
    return perTime(
      this.J.subarray(6, 12).map((value) => value * x[at]),
      h,
    );
  }

  /** Nothing acts along an axis of its own. */
  bearing(frames: Frames, x: Float64Array, at: number, h: number): Reaction {
    return this.reaction(frames, x, at, h);
  }

  axisForces(): undefined {
    return undefined;
  }

  turnStiffness(frames: Frames, x: Float64Array, at: number, emit: EmitStiffness): void {
    if (this.broken) return;
    const { K, all } = this;
    K.fill(0);
    const ofHousing = K.subarray(9 * (all.length - 1));
    for (const { body, coordinate, factor } of this.terms) {
      const from = 9 * all.indexOf(body);
      coordinate.turn(frames, factor * x[at], ofHousing, K.subarray(from, from + 9));
    }
    all.forEach((body, k) => {
      const own = K.subarray(9 * k, 9 * k + 9);
      if (body >= 0 && own.some((value) => value !== 0)) emit(body, own);
    });
  }

  torn({ before, after, x, at, h }: StepOutcome): boolean {
    if (this.broken) return false;
    const { size, stiffness } = this;
    const open = (frames: Frames) => Math.abs(this.phi(frames));
    return isTorn({ open: open(after), openBefore: () => open(before), size, stiffness, impulse: Math.abs(x[at]) }, h);
  }

  strikes(): boolean {
    return false;
  }

  /** A slide of a body's centre does not see it turn, but it turns with the housing. */
  turningOf(body: number): Turning {
    const housing = this.all[this.all.length - 1];
    const mine = this.terms.filter((term) => body === housing || term.body === body);
    const counted = mine.some(({ coordinate }) => coordinate.unit === 'angular');
    return { counted, held: body === housing && mine.some(({ coordinate }) => coordinate.unit === 'linear') };
  }

  record({ before, after, x, at, h }: StepOutcome): void {
    this.terms.forEach((_, i) => {
      this.state[1 + i] = this.value(i, after);
    });
    if (this.limit && !this.broken && exceeds(this.limit, this.reaction(before, x, at, h))) this.state[0] = 1;
  }

  /** By how much the ratio is off: phi, rad or m. */
  coordinate(frames: Frames): number {
    return this.phi(frames);
  }

  rate(frames: Frames, velocity: Float64Array): number {
    this.setJacobian(frames);
    let sum = 0;
    this.all.forEach((body, k) => {
      if (body >= 0) for (let c = 0; c < 6; c++) sum += this.J[6 * k + c] * velocity[6 * body + c];
    });
    return sum;
  }

  setSpeed(): never {
    throw new ContractError(
      `joint ${shortened(this.name)}: setSpeed: expected a joint with a motor, found a ${this.kind}`,
    );
  }

  setTarget(): never {
    throw new ContractError(
      `joint ${shortened(this.name)}: setTarget: expected a joint with a servo, found a ${this.kind}`,
    );
  }

  private phi(frames: Frames): number {
    let sum = 0;
    for (let i = 0; i < this.terms.length; i++) sum += this.terms[i].factor * this.value(i, frames);
    return sum;
  }

  private value(i: number, frames: Frames): number {
    const { coordinate } = this.terms[i];
    return continued(coordinate.unit, coordinate.value(frames), this.state[1 + i]);
  }

  private setJacobian(frames: Frames): void {
    const { J, all } = this;
    J.fill(0);
    const ofHousing = J.subarray(6 * (all.length - 1));
    for (const { body, coordinate, factor } of this.terms) {
      const from = 6 * all.indexOf(body);
      coordinate.gradient(frames, factor, ofHousing, J.subarray(from, from + 6));
    }
  }
}
