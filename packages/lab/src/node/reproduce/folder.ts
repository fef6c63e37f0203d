/** The folder of a reproduction: data and pictures of every experiment, index.json and one page; several runs may add to it. */
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Experiment, ExperimentResult, Table } from '../../experiments/experiment.ts';
import { FileError, readText } from '../files/files.ts';
import { writeFileWhole } from '../files/whole-files.ts';
import { BusyError, takeLock } from '../files/writer-lock.ts';
import { journalPath } from '../journal/journal.ts';
import { renderPng, renderSvg } from '../render.ts';
import { type ExperimentEntry, entryOf, isEntry } from './entry.ts';
import { reproductionPage } from './page.ts';

const INDEX = 'index.json';
/** Pixels per unit of a picture: readable in print, half the bytes of 2. */
const PNG_SCALE = 1.5;

/** The data file of an experiment; beside it, while it is at work, its journal. */
export const dataFile = (folder: string, id: string): string => join(folder, `${id}.json`);

/**
 * Marks a new folder, so that a run that is killed leaves one that the next takes.
 * @throws FileError unless the folder is new, empty or carries an index of ours: index.html is a common name
 */
export async function expectOurs(folder: string): Promise<void> {
  await soon(async () => {
    const names = await readdir(folder).catch(() => []); // if it is no folder, writing the mark shows it
    if (names.every((name) => name.startsWith('.index'))) return writeIndex(folder, []);
    if ((await readEntries(folder)) === undefined)
      throw new FileError(
        folder,
        'expected a new folder, or one of an earlier `signorini reproduce`, found other files, which stay as they are',
      );
  });
}

/** Files of an experiment, then index and page; one run at a time. */
export async function addExperiment(
  folder: string,
  experiment: Experiment,
  result: ExperimentResult,
  quick: boolean,
): Promise<ExperimentEntry> {
  const lock = await soon(async () => takeLock(join(folder, 'index')));
  try {
    const files = await writeFiles(folder, experiment, result, quick);
    const added = entryOf(experiment, result, files, quick);
    const kept = ((await readEntries(folder)) ?? []).filter(({ id }) => id !== added.id);
    const all = [...kept, added].sort((p, q) => (p.id < q.id ? -1 : 1));
    await writeIndex(folder, all);
    await writeFileWhole(join(folder, 'index.html'), await reproductionPage(all, folder));
    rmSync(journalPath(dataFile(folder, experiment.id)), { force: true });
    return added;
  } finally {
    lock.release();
  }
}

/** Undefined if there is no index, or it is another program's; entries that were edited beyond use are left out. */
export async function readEntries(folder: string): Promise<ExperimentEntry[] | undefined> {
  try {
    const { experiments } = JSON.parse(await readText(join(folder, INDEX), 'an index'));
    if (!Array.isArray(experiments)) return undefined;
    const entries = experiments.filter(isEntry);
    return entries.length > 0 || experiments.length === 0 ? entries : undefined;
  } catch {
    return undefined;
  }
}

async function writeIndex(folder: string, entries: readonly ExperimentEntry[]): Promise<void> {
  await writeFileWhole(join(folder, INDEX), `${JSON.stringify({ experiments: entries }, null, 1)}\n`);
}

/** Another run writes its files within seconds. */
async function soon<T>(act: () => Promise<T>, tries = 40): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BusyError) || tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 250));
    return soon(act, tries - 1);
  }
}

async function writeFiles(
  folder: string,
  { id, title, source }: Experiment,
  { reason, claims, comparison, tables, data, table, pictures }: ExperimentResult,
  quick: boolean,
): Promise<string[]> {
  const files: string[] = [];
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFileWhole(join(folder, name), content);
    files.push(name);
  };
  await write(
    `${id}.json`,
    `${JSON.stringify({ id, title, source, quick, reason, claims, comparison, tables, ...data })}\n`,
  );
  await write(`${id}.csv`, csv(table));
  for (const { name, spec } of pictures) {
    const svg = await renderSvg(spec);
    await write(`${name}.svg`, svg);
    await write(`${name}.png`, await renderPng(svg, PNG_SCALE));
  }
  return files;
}

function csv({ columns, rows }: Table): string {
  const cell = (v: string | number | null) =>
    typeof v === 'string' && /[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : String(v ?? '');
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}
