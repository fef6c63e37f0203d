/** Runs experiments and writes their data, pictures and one page; earlier experiments in the folder stay listed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Experiment, ExperimentResult, Table, Verdict } from '../experiments/experiment.ts';
import { type Html, html, joined } from '../report/html.ts';
import { FileError, readBytes, readText, writeFileWhole } from './files.ts';
import { renderPng, renderSvg } from './render.ts';
import { BusyError, takeLock } from './writer-lock.ts';

export interface ExperimentEntry {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly paper: number | null;
  readonly ours: number | null;
  readonly unit: string;
  /** Names in the folder. */
  readonly files: readonly string[];
  readonly pictures: readonly { readonly svg: string; readonly caption: string }[];
}

/**
 * Writes into `folder`, and lists every experiment as soon as it is done; returns the entries of this run. Other runs may
 * add to the folder meanwhile. @throws FileError, before the first experiment if the folder is not ours
 */
export async function reproduce(
  list: readonly Experiment[],
  folder: string,
  options: { readonly quick: boolean; readonly progress?: (id: string, done: number) => void },
): Promise<ExperimentEntry[]> {
  await soon(() => expectOurs(folder));
  const entries: ExperimentEntry[] = [];
  for (const [done, experiment] of list.entries()) {
    options.progress?.(experiment.id, done);
    const result = experiment.run(options);
    await update(folder, async () => {
      const entry = await writeOne(experiment, result, folder, options.quick);
      entries.push(entry);
      return entry;
    });
  }
  return entries;
}

/**
 * Marks a new folder, so that a run that is killed leaves one that the next takes.
 * @throws FileError unless the folder is new, empty or carries an index of ours: index.html is a common name
 */
async function expectOurs(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // if it is no folder, writing the mark shows it
  if (names.every((name) => name.startsWith('.index'))) return writeIndex(folder, []);
  if ((await earlierEntries(folder)) === undefined)
    throw new FileError(
      folder,
      'expected a new folder, or one of an earlier `signorini reproduce`, found other files, which stay as they are',
    );
}

async function writeIndex(folder: string, entries: readonly ExperimentEntry[]): Promise<void> {
  await writeFileWhole(join(folder, INDEX), `${JSON.stringify({ experiments: entries }, null, 1)}\n`);
}

/** Files of an experiment, then index and page; one run at a time. */
async function update(folder: string, write: () => Promise<ExperimentEntry>): Promise<void> {
  const lock = await soon(async () => takeLock(join(folder, 'index')));
  try {
    const added = await write();
    const kept = ((await earlierEntries(folder)) ?? []).filter(({ id }) => id !== added.id);
    const all = [...kept, added].sort((p, q) => (p.id < q.id ? -1 : 1));
    await writeIndex(folder, all);
    await writeFileWhole(join(folder, 'index.html'), await page(all, folder));
  } finally {
    lock.release();
  }
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

const INDEX = 'index.json';

async function writeOne(
  { id, title, source }: Experiment,
  { verdict, reason, paper, ours, unit, data, table, pictures }: ExperimentResult,
  folder: string,
  quick: boolean,
): Promise<ExperimentEntry> {
  const files: string[] = [];
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFileWhole(join(folder, name), content);
    files.push(name);
  };
  await write(
    `${id}.json`,
    `${JSON.stringify({ id, title, source, quick, verdict, reason, paper, ours, unit, ...data })}\n`,
  );
  await write(`${id}.csv`, csv(table));
  for (const picture of pictures) {
    const svg = await renderSvg(picture.spec);
    await write(`${picture.name}.svg`, svg);
    await write(`${picture.name}.png`, await renderPng(svg));
  }
  const shown = pictures.map(({ name, caption }) => ({ svg: `${name}.svg`, caption }));
  return { id, title, source, verdict, reason, paper, ours, unit, files, pictures: shown };
}

/** Undefined if there is no index, or it is another program's; entries that were edited beyond use are left out. */
async function earlierEntries(folder: string): Promise<ExperimentEntry[] | undefined> {
  try {
    const { experiments } = JSON.parse(await readText(join(folder, INDEX), 'an index'));
    if (!Array.isArray(experiments)) return undefined;
    const entries = experiments.filter(isEntry);
    return entries.length > 0 || experiments.length === 0 ? entries : undefined;
  } catch {
    return undefined;
  }
}

/** An index.json may be another program's, or edited. */
function isEntry(entry: Partial<ExperimentEntry> | null): boolean {
  const texts = [entry?.id, entry?.title, entry?.source, entry?.verdict, entry?.reason, entry?.unit];
  const isFigure = (value: unknown) => value === null || typeof value === 'number';
  const isPicture = (one: Partial<ExperimentEntry['pictures'][number]> | null) =>
    typeof one?.caption === 'string' && /^[\w-]+\.svg$/.test(one.svg ?? '');
  return (
    texts.every((text) => typeof text === 'string') &&
    isFigure(entry?.paper) &&
    isFigure(entry?.ours) &&
    Array.isArray(entry?.files) &&
    entry.files.every((file) => typeof file === 'string') &&
    Array.isArray(entry.pictures) &&
    entry.pictures.every(isPicture)
  );
}

function csv({ columns, rows }: Table): string {
  const cell = (v: string | number) =>
    typeof v === 'string' && /[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : String(v);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** One page without any other file: the pictures stand in it. */
async function page(entries: readonly ExperimentEntry[], folder: string): Promise<string> {
  const sections = await Promise.all(entries.map((entry) => section(entry, folder)));
  const whole = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="generator" content="signorini reproduce"><title>Signorini: the papers, reproduced</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
img{max-width:100%}figure{margin:1rem 0}figcaption,.files{color:#5a6675;font-size:.85rem}section{border-top:1px solid #d5dbe3;margin-top:2rem}
b{padding:.1rem .5rem;border-radius:.3rem;background:#e4e8ee}b.reproduced{background:#d3f0d8}b.not-reproduced{background:#f8d4d0}</style>
<h1>The papers, reproduced</h1><p>Every figure here was computed by <code>signorini reproduce</code>.</p>
${joined(sections, '\n')}</html>\n`;
  return whole.text;
}

async function section(entry: ExperimentEntry, folder: string): Promise<Html> {
  const { id, title, source, verdict, reason, paper, ours, unit, files, pictures } = entry;
  const shown = await Promise.all(
    pictures.map(async ({ svg, caption }) => {
      const bytes = await readBytes(join(folder, svg), 'a picture').catch(() => undefined);
      if (bytes === undefined) return html`<p>${svg} is no longer in the folder</p>`;
      const image = `data:image/svg+xml;base64,${bytes.toString('base64')}`;
      return html`<figure><img alt="${caption}" src="${image}"><figcaption>${caption}</figcaption></figure>`;
    }),
  );
  const links = files.map((file) => html`<a href="./${encodeURIComponent(file)}">${file}</a>`);
  return html`<section id="${id}"><h2>${title}</h2>
<p><b class="${verdict.replaceAll(' ', '-')}">${verdict}</b> ${source}: paper ${number(paper)}, ours ${number(ours)} ${unit}</p>
<p>${reason}</p>${joined(shown, '\n')}<p class="files">${joined(links, ' ')}</p></section>`;
}

function number(v: number | null): string {
  return v === null ? '—' : String(Number(v.toPrecision(4)));
}
