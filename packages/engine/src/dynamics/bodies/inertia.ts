/** Inertia as users give it: principal moments, six numbers or rows of a tensor; and whether a body can have it. */
import { misfit, type Value } from '../../checks/value.ts';
import { numbersOf } from '../../checks/values.ts';
import { found, lengthOf } from '../../checks/wording.ts';
import { principalMoments } from '../../linalg/principal-moments.ts';
import type { Vec3 } from '../../linalg/vec3.ts';

/** kg m^2: principal moments; or xx yy zz xy xz yz of the tensor, off-diagonal entries with their sign in it; or its rows. */
export type Inertia = Vec3 | readonly [number, number, number, number, number, number] | readonly [Vec3, Vec3, Vec3];

/** Share by which a moment may exceed the sum of the other two, and mirror entries differ: rounded digits. */
const ROUNDING = 1e-6;

const numbers = (count: number) => ({ type: 'array', items: { type: 'number' }, minItems: count, maxItems: count });

export const anyInertia: Value<Inertia> = {
  words: 'three moments > 0 (kg m^2), or six numbers xx yy zz xy xz yz or three rows of a tensor',
  schema: { anyOf: [numbers(3), numbers(6), { type: 'array', items: numbers(3), minItems: 3, maxItems: 3 }] },
  check(given) {
    const I = tensorOf(given) ?? misfit(anyInertia.words, found(given));
    expectPossible(I);
    return lengthOf(given) === 3 && lengthOf((given as unknown[])[0]) === 3
      ? ([0, 1, 2].map((r) => [...I.subarray(3 * r, 3 * r + 3)]) as unknown as Inertia)
      : ([...(given as number[])] as unknown as Inertia);
  },
};

/** Nine numbers, row by row; undefined for anything that is not of the three forms. */
export function tensorOf(given: unknown): Float64Array | undefined {
  const three = numbersOf(given, 3);
  if (three) return Float64Array.of(three[0], 0, 0, 0, three[1], 0, 0, 0, three[2]);
  const six = numbersOf(given, 6);
  if (six) {
    const [xx, yy, zz, xy, xz, yz] = six;
    return Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  }
  if (lengthOf(given) !== 3) return undefined;
  const rows = Array.from(given as ArrayLike<unknown>, (row) => numbersOf(row, 3));
  return rows.every((row) => row !== undefined) ? Float64Array.from(rows.flat()) : undefined;
}

function expectPossible(I: Float64Array): void {
  const size = Math.max(...I.map(Math.abs));
  for (const [r, c] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    if (Math.abs(I[3 * r + c] - I[3 * c + r]) > ROUNDING * size)
      misfit('a symmetric tensor', `${I[3 * r + c]} and ${I[3 * c + r]} in mirror places`);
  const moments = principalMoments(I);
  const [least, middle, largest] = moments;
  if (!(least > 0)) misfit('principal moments > 0 (kg m^2)', `(${moments.join(', ')})`);
  if (!(largest <= (1 + ROUNDING) * (least + middle)))
    misfit('principal moments of which none exceeds the sum of the other two', `(${moments.join(', ')})`);
}
