/** Contents of a file of problems: sizes, contacts, units, provenance, hash.   docs/guide/datasets.md */
import { stat } from 'node:fs/promises';
import { energyUnit, type Problem } from '@signorini/engine/problem';
import { type Dataset, openDataset, openDatasetFile } from './dataset/dataset.ts';
import { problemHash } from './dataset/parts.ts';
import { contentOf } from './dataset/write-dataset.ts';
import { isHdf5 } from './files/files.ts';
import { isJournal } from './journal/read-journal.ts';
import { type Note, readProblems } from './problem-files.ts';

/** The least and the most of something, and the sum. */
export interface Span {
  readonly least: number;
  readonly most: number;
  readonly total: number;
}

export interface InspectDocument {
  readonly file: string;
  /** null for a folder, or one problem of several. */
  readonly bytes: number | null;
  readonly format: 'dataset' | 'journal of a dataset' | 'problems';
  readonly title: string | null;
  readonly engine: string | null;
  readonly created: string | null;
  /** False: a journal whose run goes on or was interrupted. */
  readonly finished: boolean;
  /** Bytes at the end of a journal that are damaged or cut. */
  readonly leftOut: number;
  readonly problems: number;
  /** null if they are not stored as such. */
  readonly patterns: number | null;
  readonly rows: Span;
  readonly contacts: Span;
  readonly bodies: Span;
  /** Rows of each kind, of all problems; "not given" for rows without one. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Contacts of each friction set. */
  readonly sets: Readonly<Record<string, number>>;
  readonly units: {
    /** Rows. */
    readonly linear: number;
    readonly angular: number;
    /** Rows without one. */
    readonly notGiven: number;
    /** "J", "J/s^2" or both. */
    readonly energy: readonly string[];
  };
  /** s; null if no problem has one. */
  readonly timeStep: Omit<Span, 'total'> | null;
  /** Problems that carry a reference answer, a warm start. */
  readonly withReference: number;
  readonly withWarmStart: number;
  /** Equal for equal problems in the same order, whatever the file. */
  readonly hash: string;
  readonly provenance: unknown;
}

/** @param path as for `replay`: also FILE#N, a journal, a folder. @throws FileError */
export async function inspect(path: string, note?: Note): Promise<InspectDocument> {
  const bytes = await stat(path).then(
    (entry) => (entry.isFile() ? entry.size : null),
    () => null,
  );
  const dataset = isJournal(path)
    ? await openDataset(path)
    : isHdf5(path) && bytes !== null
      ? await openDatasetFile(path)
      : undefined;
  if (dataset) {
    try {
      return datasetDocument(path, bytes, dataset);
    } finally {
      dataset.close();
    }
  }
  const { problems, capture } = await readProblems([path], undefined, note);
  const list = problems.map(({ problem }) => problem);
  return {
    file: path,
    bytes,
    format: 'problems',
    engine: capture?.engine ?? null,
    created: null,
    finished: true,
    title: list.length === 1 ? list[0]!.title : null,
    leftOut: 0,
    patterns: null,
    ...contentsOf(list),
    hash: contentOf(list.map((problem) => ({ hash: problemHash(problem) }))),
    provenance: capture ?? null,
  };
}

function datasetDocument(path: string, bytes: number | null, dataset: Dataset): InspectDocument {
  const { title, engine, created, provenance, finished, leftOut, patterns, content } = dataset;
  return {
    file: path,
    bytes,
    format: finished ? 'dataset' : 'journal of a dataset',
    title,
    engine,
    created,
    finished,
    leftOut,
    patterns,
    ...contentsOf(dataset.problems()),
    hash: content,
    provenance,
  };
}

type Contents = Pick<
  InspectDocument,
  | ('problems' | 'rows' | 'contacts' | 'bodies' | 'kinds' | 'sets' | 'units' | 'timeStep')
  | ('withReference' | 'withWarmStart')
>;

function contentsOf(problems: Iterable<Problem>): Contents {
  const kinds: Record<string, number> = {};
  const sets: Record<string, number> = {};
  const units: Record<string, number> = {};
  const spans = { rows: new Spanning(), contacts: new Spanning(), bodies: new Spanning(), h: new Spanning() };
  const energy = new Set<string>();
  const given = { problems: 0, x: 0, warm: 0 };
  for (const p of problems) {
    given.problems++;
    if (p.x) given.x++;
    if (p.warm) given.warm++;
    spans.rows.add(p.n);
    spans.contacts.add(p.contacts.length);
    spans.bodies.add(p.structure?.bodies ?? 0);
    if (p.h !== undefined) spans.h.add(p.h);
    energy.add(energyUnit(p));
    for (let row = 0; row < p.n; row++) {
      count(kinds, p.kind?.[row]);
      count(units, p.unit?.[row]);
    }
    for (const { set } of p.contacts) count(sets, set);
  }
  const { total: _, ...timeStep } = spans.h.span;
  return {
    problems: given.problems,
    withReference: given.x,
    withWarmStart: given.warm,
    kinds,
    sets,
    rows: spans.rows.span,
    contacts: spans.contacts.span,
    bodies: spans.bodies.span,
    units: {
      linear: units.linear ?? 0,
      angular: units.angular ?? 0,
      notGiven: units[NOT_GIVEN] ?? 0,
      energy: [...energy],
    },
    timeStep: spans.h.any ? timeStep : null,
  };
}

const NOT_GIVEN = 'not given';

function count(counts: Record<string, number>, key: string = NOT_GIVEN): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

export class Spanning {
  any = false;
  span = { least: 0, most: 0, total: 0 };

  add(value: number): void {
    const { least, most, total } = this.span;
    this.span = this.any
      ? { least: Math.min(least, value), most: Math.max(most, value), total: total + value }
      : { least: value, most: value, total: value };
    this.any = true;
  }
}
