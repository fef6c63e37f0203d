/** An experiment's entry in the index of a reproduction, and the check of one that was read: it may be another program's, or edited. */
import { VERSION } from '@signorini/engine';
import { CLAIMS } from '../../experiments/claims.ts';
import {
  type ClaimResult,
  type ComparisonRow,
  type Experiment,
  type ExperimentResult,
  type PageTable,
  type Verdict,
  verdictOf,
} from '../../experiments/experiment.ts';
import type { Machine } from '../../replay/results.ts';
import { thisMachine } from '../machine.ts';

export interface ClaimEntry extends ClaimResult {
  readonly claim: string;
  readonly where: string;
}

export interface ExperimentEntry {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly verdict: Verdict;
  readonly reason: string;
  /** First comparison. */
  readonly paper: number | string | null;
  readonly ours: number | string | null;
  readonly unit: string;
  readonly claims: readonly ClaimEntry[];
  readonly comparison: readonly ComparisonRow[];
  readonly tables: readonly PageTable[];
  /** Names in the folder. */
  readonly files: readonly string[];
  readonly pictures: readonly { readonly svg: string; readonly caption: string }[];
  readonly quick: boolean;
  /** It measures times, which are those of the machine. */
  readonly timed: boolean;
  readonly engine: string;
  readonly machine: Machine;
}

export function entryOf(
  { id, title, source, timed = false }: Experiment,
  { reason, claims, comparison, tables = [], pictures }: ExperimentResult,
  files: readonly string[],
  quick: boolean,
): ExperimentEntry {
  const [first] = comparison;
  return {
    id,
    title,
    source,
    verdict: verdictOf(claims),
    reason,
    paper: first?.printed ?? null,
    ours: first?.ours ?? null,
    unit: first?.unit ?? '',
    claims: claims.map(({ id: claim, ...result }) => {
      const { paper, where, claim: words } = CLAIMS[claim];
      return { id: claim, claim: words, where: `${paper} ${where}`, ...result };
    }),
    comparison,
    tables,
    files,
    pictures: pictures.map(({ name, caption }) => ({ svg: `${name}.svg`, caption })),
    quick,
    timed,
    engine: VERSION,
    machine: thisMachine(),
  };
}

type Loose<T> = { readonly [K in keyof T]?: unknown } | null;

const isText = (value: unknown): value is string => typeof value === 'string';
const isCell = (value: unknown): boolean =>
  value === null || value === undefined || isText(value) || typeof value === 'number';
const isList = (value: unknown, test: (one: never) => boolean): boolean =>
  Array.isArray(value) && (value as never[]).every(test);

export function isEntry(entry: Loose<ExperimentEntry>): entry is ExperimentEntry {
  return (
    [entry?.id, entry?.title, entry?.source, entry?.verdict, entry?.reason, entry?.unit, entry?.engine].every(isText) &&
    [entry?.paper, entry?.ours].every(isCell) &&
    isList(entry?.files, isText) &&
    isList(entry?.pictures, isPicture) &&
    isList(entry?.claims, isClaim) &&
    isList(entry?.comparison, isComparison) &&
    isList(entry?.tables, isTable)
  );
}

const isPicture = (one: Loose<ExperimentEntry['pictures'][number]>): boolean =>
  isText(one?.caption) && isText(one.svg) && /^[\w-]+\.svg$/.test(one.svg);

const isClaim = (one: Loose<ClaimEntry>): boolean =>
  [one?.id, one?.claim, one?.where, one?.verdict, one?.unit, one?.reason].every(isText) &&
  isCell(one?.figure) &&
  isCell(one?.today);

const isComparison = (one: Loose<ComparisonRow>): boolean =>
  isText(one?.what) && isText(one.unit) && [one.printed, one.corrected, one.ours, one.today].every(isCell);

const isTable = (one: Loose<PageTable>): boolean =>
  isText(one?.caption) && isList(one.columns, isText) && isList(one.rows, (row) => isList(row, isCell));
