/**
 * A hydrodynamic torque converter between two shafts.   docs/theory/forces.md (FE5)
 *
 *   nu = omega_out/omega_in,   T_in = (omega_in/K(nu))^2,   T_out = R(nu) T_in;   the housing bears T_out - T_in
 *
 * K (rad/s per root of N m) and R are tables over nu. Between entries 1/K^2 is linear, since K grows without bound as the shafts
 * come to one speed. Driven from behind (nu > 1) it is a coupling without multiplication, the roles of the shafts exchanged.
 */

import { type FieldTable, list, optional, required } from '../../checks/fields.ts';
import { checkInside, misfit, type Value } from '../../checks/value.ts';
import { number } from '../../checks/values.ts';
import { found } from '../../checks/wording.ts';
import { dot, scale, subtract, unit, type Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import { givenOptions } from '../bodies/given-options.ts';
import { someBody } from '../bodies/references.ts';
import { axisField } from '../joints/joint.ts';
import { checkedForce, closedElement, expectTwo, type ForceElement, nameField, PairFrames } from './force-element.ts';

/** Speed ratio, from 0 upwards, and the value there; straight lines between, the last value beyond the end. */
export type Table = readonly (readonly [speedRatio: number, value: number])[];

export interface TorqueConverterOptions {
  /** Default torque-converter. */
  readonly name?: string;
  /** The shaft of the pump, driven by the engine. */
  readonly input: Body;
  /** The shaft of the turbine. */
  readonly output: Body;
  /** Body that bears the difference of the torques. Default: the world. */
  readonly housing?: Body;
  /** Axis of both shafts, fixed in the housing; in the world at present, any length but zero. */
  readonly axis: Vec3;
  /** K over the speed ratio, rad/s per root of N m, > 0; Infinity: no torque, as at the end of most tables. */
  readonly capacity: Table;
  /** R over the speed ratio, >= 0; usually about 2 at stall and 1 from the coupling point on. */
  readonly torqueRatio: Table;
}

const speedRatio = number('a speed ratio', { atLeast: 0 });

/** Pairs of a speed ratio and a value, by rising ratios. */
function tableOf(value: Value<number>): Value<Table> {
  const words = `pairs of a speed ratio and ${value.words}, ratios rising from 0`;
  const items = [speedRatio.schema, value.schema];
  const pairs = list(pairOf(value), words, { least: 1 });
  return {
    words,
    schema: { type: 'array', minItems: 1, items: { type: 'array', prefixItems: items, minItems: 2, maxItems: 2 } },
    check(given, reading) {
      const table = pairs.check(given, reading);
      if (!table.every(([nu], k) => k === 0 || nu > table[k - 1][0])) misfit(words, 'ratios that do not rise');
      return table;
    },
  };
}

function pairOf(value: Value<number>): Value<readonly [number, number]> {
  const words = `a speed ratio and ${value.words}`;
  return {
    words,
    schema: {},
    check(given, reading) {
      if (!Array.isArray(given) || given.length !== 2) misfit(words, found(given));
      return [checkInside(0, speedRatio, given[0], reading), checkInside(1, value, given[1], reading)];
    },
  };
}

export const TORQUE_CONVERTER: FieldTable<TorqueConverterOptions> = {
  name: nameField,
  input: required(someBody, 'the shaft of the pump'),
  output: required(someBody, 'the shaft of the turbine'),
  housing: optional(someBody, 'what bears the difference of the torques', 'the world'),
  axis: axisField('housing', 'of both shafts'),
  capacity: required(
    tableOf(number('K', { above: 0, unit: 'rad/s per root of N m', infinite: 'file' })),
    'straight lines of 1/K² between entries; null in a file, Infinity in a program: no torque',
  ),
  torqueRatio: required(
    tableOf(number('R', { atLeast: 0 })),
    'output over input torque, straight lines between entries',
  ),
};

export interface ConverterReading {
  /** omega_out/omega_in; 0 if the input stands still. */
  readonly speedRatio: number;
  /** Torques that the input shaft gives and that the output shaft gets, about the axis, N m. */
  readonly inputTorque: number;
  readonly outputTorque: number;
}

export interface TorqueConverter extends ForceElement {
  read(): ConverterReading;
}

/** @throws ContractError for a number that does not fit */
export function torqueConverter(given: TorqueConverterOptions): TorqueConverter {
  const options = checkedForce(TORQUE_CONVERTER, given, 'torque-converter');
  const { name = 'torque-converter', input, output, housing, axis, torqueRatio: ratio } = options;
  for (const [one, other] of [
    [input, output],
    [input, housing],
    [output, housing],
  ])
    expectTwo(name, one, other);
  const softness = options.capacity.map(([nu, K]) => [nu, 1 / (K * K)] as const);
  const pair = new PairFrames(housing, input);
  const local = pair.present().localDirection(pair.a, unit(axis));

  const measure = () => {
    const u = pair.present().direction(pair.a, local);
    const base = housing?.angularVelocity ?? [0, 0, 0];
    const speedIn = dot(u, subtract(input.angularVelocity, base));
    const speedOut = dot(u, subtract(output.angularVelocity, base));
    return { u, ...torques(speedIn, speedOut, softness, ratio) };
  };
  return closedElement(TORQUE_CONVERTER, {
    name,
    bodies: [input, output, housing].filter((body) => body !== undefined),
    given: givenOptions({ kind: 'torque-converter', ...options }),
    steady: true,
    forces(motion) {
      const base = housing?.index ?? -1;
      const u = motion.middle.direction(base, local);
      const speedOf = (k: number) => dot(u, subtract(motion.spin(k), motion.spin(base)));
      const { inputTorque, outputTorque } = torques(speedOf(input.index), speedOf(output.index), softness, ratio);
      motion.turn(input.index, scale(u, -inputTorque));
      motion.turn(output.index, scale(u, outputTorque));
      motion.turn(base, scale(u, inputTorque - outputTorque));
    },
    act() {
      const { u, inputTorque, outputTorque } = measure();
      input.applyTorque(scale(u, -inputTorque));
      output.applyTorque(scale(u, outputTorque));
      housing?.applyTorque(scale(u, inputTorque - outputTorque));
    },
    energy: () => 0,
    read() {
      const { speedRatio, inputTorque, outputTorque } = measure();
      return { speedRatio, inputTorque, outputTorque };
    },
  });
}

/** @param softness 1/K^2 over the speed ratio */
function torques(speedIn: number, speedOut: number, softness: Table, ratio: Table): ConverterReading {
  const speedRatio = speedIn === 0 ? 0 : speedOut / speedIn;
  // the faster shaft drives; a turbine that is driven backwards is at stall
  const forwards = Math.abs(speedIn) >= Math.abs(speedOut) || speedIn * speedOut < 0;
  if (forwards) {
    const nu = Math.max(0, speedRatio);
    const inputTorque = lookUp(softness, nu) * speedIn * Math.abs(speedIn);
    return { speedRatio, inputTorque, outputTorque: lookUp(ratio, nu) * inputTorque };
  }
  const back = -lookUp(softness, speedIn / speedOut) * speedOut * Math.abs(speedOut);
  return { speedRatio, inputTorque: back, outputTorque: back };
}

/** Straight lines between entries; the first and the last value beyond them. */
function lookUp(table: Table, at: number): number {
  let k = 0;
  while (k < table.length && table[k][0] <= at) k++;
  if (k === 0) return table[0][1];
  if (k === table.length) return table[k - 1][1];
  const [x0, y0] = table[k - 1];
  const [x1, y1] = table[k];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}
