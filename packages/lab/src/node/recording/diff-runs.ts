/** Two recorded runs side by side: the first step that differs, and how far apart they end.   docs/guide/record.md */
import { type StepDifference, stepDifference } from '../../recording/diff-steps.ts';
import type { RecordedRun } from '../../recording/recorded-run.ts';
import { FileError } from '../files/file-error.ts';

/** The JSON document of `signorini diff` for recorded runs. */
export interface DiffRunsDocument {
  readonly a: string;
  readonly b: string;
  /** To the last bit: motion, contacts and figures of all steps. */
  readonly same: boolean;
  /** In each. */
  readonly steps: readonly [number, number];
  /** Steps that both have and that differ. */
  readonly differing: number;
  /** null if all that both have are the same; step 0 is the beginning. */
  readonly first: StepDifference | null;
  /** How far the centres of one body are apart after the last step that both have, the largest, m. */
  readonly apart: { readonly body: string; readonly value: number; readonly unit: 'm' };
  /** Fields in which what was asked for differs, with both values. */
  readonly asked: readonly { readonly field: string; readonly a: unknown; readonly b: unknown }[];
}

/** @throws FileError if they are not of the same bodies */
export function diffRuns(p: RecordedRun, q: RecordedRun): DiffRunsDocument {
  const names = p.bodies.map(({ name }) => name);
  const others = q.bodies.map(({ name }) => name);
  const k = Math.max(names.length, others.length);
  const other = Array.from({ length: k }, (_, i) => i).find((i) => names[i] !== others[i]);
  if (other !== undefined)
    throw new FileError(
      q.path,
      `expected the bodies of ${p.path}, found ${word(others[other])} in place of ${word(names[other])}`,
    );
  let first = stepDifference({ step: 0, ...p.start }, { step: 0, ...q.start }, names) ?? null;
  let differing = 0;
  let last: readonly [Float64Array, Float64Array] = [p.start.pose, q.start.pose];
  const right = q.steps();
  const both = Math.min(p.length, q.length);
  for (const one of p.steps()) {
    if (one.step > both) break;
    const two = right.next().value!;
    const difference = stepDifference(one, two, names);
    if (difference) differing++;
    first ??= difference ?? null;
    last = [one.pose, two.pose];
  }
  return {
    a: p.path,
    b: q.path,
    same: first === null && p.length === q.length,
    steps: [p.length, q.length],
    differing,
    first,
    apart: farthest(names, last),
    asked: askedFor(p, q),
  };
}

const word = (name: string | undefined): string => (name === undefined ? 'none' : JSON.stringify(name));

function farthest(names: readonly string[], [p, q]: readonly [Float64Array, Float64Array]): DiffRunsDocument['apart'] {
  const distances = names.map((_, k) =>
    Math.hypot(p[7 * k]! - q[7 * k]!, p[7 * k + 1]! - q[7 * k + 1]!, p[7 * k + 2]! - q[7 * k + 2]!),
  );
  const k = distances.reduce((at, value, i) => (value > distances[at]! ? i : at), 0);
  return { body: names[k]!, value: distances[k]!, unit: 'm' };
}

/** Fields of the provenance; the command and the last state follow from them. */
function askedFor({ provenance: p }: RecordedRun, { provenance: q }: RecordedRun): DiffRunsDocument['asked'] {
  const [left, right] = [p, q] as unknown as Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(left!), ...Object.keys(right!)])]
    .filter((field) => !['hash', 'failure', 'command'].includes(field))
    .map((field) => ({ field, a: left![field] ?? null, b: right![field] ?? null }))
    .filter(({ a, b }) => JSON.stringify(a) !== JSON.stringify(b));
}
