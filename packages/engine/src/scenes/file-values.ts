/** Values of a scene file beyond numbers and text: vectors, rotations, times; and objects read by a table of their fields. */

import { check, expectFields, fail } from '../checks/checks.ts';
import { found } from '../checks/wording.ts';
import { isFacetCount } from '../contact/material.ts';
import { axisAngle, type Quat } from '../linalg/quat.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { SET_KINDS } from '../problem/sets/set.ts';

export type Check<T> = (value: unknown, path: string) => T;

/** Fields with their checks; those whose name ends in `!` must be there. */
export type FieldTable = Readonly<Record<string, Check<unknown>>>;

/** The fields that are there, each checked. @throws ProblemFormatError */
export function readFields(value: unknown, path: string, table: FieldTable): Record<string, unknown> {
  const names = Object.keys(table).map((name) => name.replace('!', ''));
  const fields = expectFields(value, path, names);
  const read: Record<string, unknown> = {};
  for (const [key, checked] of Object.entries(table)) {
    const name = key.replace('!', '');
    if (key.endsWith('!') || fields.has(name)) read[name] = fields.required(name, checked);
  }
  return read;
}

export const fieldsOf =
  (table: FieldTable): Check<Record<string, unknown>> =>
  (value, path) =>
    readFields(value, path, table);

export const vector: Check<Vec3> = (value, path) => check.list(3, check.finite)(value, path) as unknown as Vec3;

export const direction: Check<Vec3> = (value, path) => {
  const axis = vector(value, path);
  if (axis.every((c) => c === 0)) fail(path, 'a direction, any length but zero', 'three zeros');
  return axis;
};

/** x y z w, or an axis and an angle. */
export const rotation: Check<Quat> = (value, path) => {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null)
      fail(path, 'a quaternion x y z w, or { "axis": three numbers, "angle": rad }', found(value));
    const { axis, angle } = readFields(value, path, { 'axis!': direction, 'angle!': check.finite });
    return axisAngle(axis as Vec3, angle as number);
  }
  const q = check.list(4, check.finite)(value, path) as unknown as Quat;
  if (q.every((c) => c === 0)) fail(path, 'a quaternion x y z w', 'four zeros');
  return q;
};

/** s: a number, or a fraction as text, "1/60". */
export const time: Check<number> = (value, path) => {
  const [, over, under] = typeof value === 'string' ? (/^(\d+)\/(\d+)$/.exec(value) ?? []) : [];
  const fraction = Number(over) / Number(under);
  if (fraction > 0 && fraction < Infinity) return fraction;
  if (typeof value === 'string') fail(path, 'a time > 0 in s, a number or "1/60"', found(value));
  return check.positive(value, path);
};

/** From 0 to 1. */
export const share: Check<number> = (value, path) => {
  const number = check.finite(value, path);
  if (!(number >= 0 && number <= 1)) fail(path, 'a number from 0 to 1', found(value));
  return number;
};

/** Above 0, at most 1. */
export const positiveShare: Check<number> = (value, path) => {
  const number = check.finite(value, path);
  if (!(number > 0 && number <= 1)) fail(path, 'a number above 0, at most 1', found(value));
  return number;
};

/** Sides of a friction polygon. */
export const facets: Check<number> = (value, path) => {
  if (typeof value !== 'number' || !isFacetCount(value)) fail(path, 'an even number of sides, 4 or more', found(value));
  return value;
};

export const frictionModel: Check<string> = check.oneOf(SET_KINDS);

export const count: Check<number> = (value, path) => {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= 1))
    fail(path, 'an integer >= 1', found(value));
  return value;
};

export const text: Check<string> = (value, path) => {
  const words = check.string(value, path);
  if (words.trim() === '') fail(path, 'some text', 'none');
  return words;
};

/** Whether, and when, bodies fall asleep. */
export const sleep: Check<boolean | Record<string, unknown>> = (value, path) => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object') fail(path, 'true, false or { "speed": m/s, "steps": a number of them }', found(value));
  const steps: Check<number> = (v, at) => {
    if (count(v, at) < 2) fail(at, 'an integer >= 2', found(v));
    return v as number;
  };
  return readFields(value, path, { speed: check.positive, steps });
};
