/** Writes a problem as a `signorini-problem` document, version 1; `readProblem` gets the same numbers back (-0 as 0). */
import { DEFAULT_FACETS, type Problem } from './problem.ts';

export interface ProblemDocument {
  readonly format: 'signorini-problem';
  readonly version: 1;
  readonly [field: string]: unknown;
}

/** @throws RangeError if b, A, J, M^-1, C, x or warm hold a number that JSON cannot carry. */
export function problemDocument(p: Problem): ProblemDocument {
  const ungiven = new Set(p.ungiven);
  const bound = (values: Float64Array) =>
    Array.from(values, (v, i) => (ungiven.has(i) || v === Infinity || v === -Infinity ? null : finite(v, 'a bound')));
  return {
    format: 'signorini-problem',
    version: 1,
    title: p.title,
    ...(p.h !== undefined && { h: p.h }),
    ...(p.quantity !== 'impulse' && { quantity: p.quantity }),
    ...(!p.symmetric && { symmetric: false }),
    ...matrixFields(p),
    b: numbers(p.b, 'b'),
    lo: bound(p.lo),
    hi: bound(p.hi),
    ...(p.unit && { unit: p.unit }),
    ...(p.kind && { kind: p.kind }),
    ...(p.names && { names: p.names }),
    ...(p.contacts.length > 0 && { contacts: p.contacts.map(contactFields) }),
    ...(p.x && { x: numbers(p.x, 'x') }),
    ...(p.warm && { warm: numbers(p.warm, 'warm') }),
  };
}

/** The document as JSON text. */
export function writeProblem(p: Problem): string {
  return JSON.stringify(problemDocument(p));
}

function matrixFields(p: Problem): object {
  if (p.structure) {
    const { rowStart, body, J, Minv, C, bodies } = p.structure;
    const blocks: object[] = [];
    for (let row = 0; row < p.n; row++)
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
        blocks.push({ row, body: body[k], values: numbers(J.subarray(6 * k, 6 * k + 6), 'J') });
    const masses = Array.from({ length: bodies }, (_, k) => numbers(Minv.subarray(36 * k, 36 * k + 36), 'Minv'));
    return { J: blocks, Minv: masses, C: numbers(C, 'C') };
  }
  const { rowStart, column, value } = p.A.sparse();
  const i: number[] = [];
  for (let row = 0; row < p.n; row++) for (let k = rowStart[row]; k < rowStart[row + 1]; k++) i.push(row);
  return { A: { size: p.n, i, j: Array.from(column), values: numbers(value, 'A') } };
}

function contactFields(contact: Problem['contacts'][number]): object {
  const { normal, tangents, mu, set, rolling, muRolling, spinning, muSpinning, facets } = contact;
  return {
    normal,
    tangents,
    mu,
    ...(set !== 'box' && { set }),
    ...(rolling.length > 0 && { rolling, muRolling }),
    ...(spinning.length > 0 && { spinning, muSpinning }),
    ...(facets !== DEFAULT_FACETS && { facets }),
  };
}

function numbers(values: Float64Array, what: string): number[] {
  return Array.from(values, (v) => finite(v, what));
}

function finite(v: number, what: string): number {
  if (!Number.isFinite(v)) throw new RangeError(`expected finite numbers in ${what} of a problem to write, found ${v}`);
  return v;
}
