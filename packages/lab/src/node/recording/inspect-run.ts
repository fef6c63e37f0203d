/** Contents of a recorded run: sizes, errors, verdicts, provenance, hash.   docs/guide/record.md */
import { stat } from 'node:fs/promises';
import type { RecordedRun, RunProvenance } from '../../recording/recorded-run.ts';
import { STEP_COLUMNS, STEP_TEXTS } from '../../recording/recorded-step.ts';
import { finite, median } from '../../statistics.ts';
import { type Span, Spanning } from '../inspect.ts';

/** Median and worst over the steps, and the first step with the worst; null without finite figures. */
export interface RunFigure {
  readonly median: number | null;
  readonly worst: number | null;
  readonly worstStep: number | null;
  readonly unit: string;
}

export interface InspectRunDocument {
  readonly file: string;
  readonly bytes: number | null;
  readonly format: 'recorded run' | 'journal of a recorded run';
  readonly title: string;
  readonly engine: string;
  readonly created: string | null;
  /** False: a journal whose run goes on or was interrupted. */
  readonly finished: boolean;
  /** Bytes at the end of a journal that are damaged or cut. */
  readonly leftOut: number;
  readonly steps: number;
  readonly stepsAsked: number;
  /** s */
  readonly timeStep: number;
  readonly bodies: number;
  readonly contacts: Span;
  readonly keyframes: readonly number[];
  readonly energyError: RunFigure;
  readonly frictionConsistency: RunFigure;
  readonly budget: RunFigure;
  readonly deepest: RunFigure;
  /** Steps by verdict and by status. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  /** Hash of the last state; null in a journal. */
  readonly hash: string | null;
  readonly failure: string | null;
  readonly provenance: RunProvenance;
}

/** @throws FileError */
export async function inspectRun(run: RecordedRun): Promise<InspectRunDocument> {
  const { path, provenance, finished, leftOut, created, length, keyframes } = run;
  const { scene, engine, steps: stepsAsked, timeStep, hash, failure } = provenance;
  const contacts = new Spanning();
  const columns = new Map(STEP_COLUMNS.map(({ name }) => [name, [] as number[]]));
  const counts = { status: {} as Record<string, number>, verdict: {} as Record<string, number> };
  for (const { values, texts, contacts: table } of run.steps()) {
    contacts.add(table.count);
    for (const [k, { name }] of STEP_COLUMNS.entries()) columns.get(name)!.push(values[k]!);
    for (const [name, count] of Object.entries(counts)) {
      const text = texts[STEP_TEXTS.findIndex((one) => one.name === name)]!;
      count[text] = (count[text] ?? 0) + 1;
    }
  }
  const figure = (name: string): RunFigure => {
    const values = columns.get(name)!;
    const worst = values.reduce((at, value, k) => (at < 0 || !(value <= values[at]!) ? k : at), -1);
    return {
      median: median(values),
      worst: finite(values[worst] ?? null),
      worstStep: worst < 0 ? null : worst + 1,
      unit: STEP_COLUMNS.find((column) => column.name === name)!.unit,
    };
  };
  const bytes = (await stat(path)).size;
  return {
    file: path,
    bytes,
    format: finished ? 'recorded run' : 'journal of a recorded run',
    title: scene,
    engine,
    created,
    finished,
    leftOut,
    steps: length,
    stepsAsked,
    timeStep,
    bodies: run.bodies.length,
    contacts: contacts.span,
    keyframes,
    energyError: figure('energyError'),
    frictionConsistency: figure('frictionConsistency'),
    budget: figure('budget.total'),
    deepest: figure('deepest'),
    verdicts: counts.verdict,
    statuses: counts.status,
    hash,
    failure,
    provenance,
  };
}
