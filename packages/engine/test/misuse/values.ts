/** Values that are not what is asked for, by name. */
import type { Any } from './fixture.ts';

type Bad = readonly (readonly [name: string, value: Any])[];

const long = 'x'.repeat(100000);
const hostile = 'a\nb\u001b[31mc\u202ed';

export const notVectors: Bad = [
  ['null', null],
  ['a number', 5],
  ['text', 'abc'],
  ['text of three characters', '123'],
  ['an object', { x: 1 }],
  ['an object with a length', { 0: 1, 1: 2, 2: 3, length: 3 }],
  ['one number', [1]],
  ['two numbers', [1, 2]],
  ['ten numbers', [1, 2, 3, 7, 7, 7, 7, 7, 7, 7]],
  ['NaN', [Number.NaN, 0, 0]],
  ['infinite', [0, Infinity, 0]],
  ['digits as text', ['1', '2', '3']],
  ['holes', new Array(3)],
  ['a list of lists', [[1], [2], [3]]],
  ['a typed array of two', new Float64Array(2)],
  ['a function', () => [0, 0, 0]],
  ['long text', long],
];
export const notDirections: Bad = [...notVectors, ['zeros', [0, 0, 0]], ['too small to have a length', [1e-200, 0, 0]]];
export const notRotations: Bad = [
  ['null', null],
  ['a number', 1],
  ['three numbers', [0, 0, 1]],
  ['five numbers', [0, 0, 0, 1, 0]],
  ['zeros', [0, 0, 0, 0]],
  ['NaN', [0, 0, 0, Number.NaN]],
  ['an axis alone', { axis: [0, 0, 1] }],
  ['an angle alone', { angle: 1 }],
  ['an axis of zeros', { axis: [0, 0, 0], angle: 1 }],
  ['an angle as text', { axis: [0, 0, 1], angle: '1' }],
  ['an infinite angle', { axis: [0, 0, 1], angle: Infinity }],
  ['a third field', { axis: [0, 0, 1], angle: 1, unit: 'rad' }],
  ['text', 'upright'],
];
export const notPositive: Bad = [
  ['zero', 0],
  ['negative', -1],
  ['NaN', Number.NaN],
  ['text', '5'],
  ['null', null],
  ['a list', [1]],
  ['true', true],
];
export const notNegativeOnly: Bad = [
  ['negative', -1],
  ['NaN', Number.NaN],
  ['text', '5'],
  ['null', null],
];
export const notNumbers: Bad = [
  ['NaN', Number.NaN],
  ['infinite', Infinity],
  ['text', '1'],
  ['null', null],
  ['an object', {}],
];
export const notBodies: Bad = [
  ['a name', 'ball'],
  ['a number', 1],
  ['null', null],
  ['an object', { name: 'ball', index: 1 }],
  ['a list', []],
];
export const notNames: Bad = [
  ['a number', 5],
  ['empty', ''],
  ['blanks', '  '],
  ['null', null],
  ['an object', {}],
];
export const notObjects: Bad = [
  ['null', null],
  ['a number', 5],
  ['text', 'brick-wall'],
  ['a list', []],
  ['a function', () => {}],
];
export const hostileNames: readonly string[] = [long, hostile, '__proto__', 'constructor', 'toString'];
