/** Runs experiments and writes their data, pictures and one page; earlier experiments in the folder stay listed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Experiment, Table, Verdict } from '../experiments/experiment.ts';
import { escaped } from '../report/html.ts';
import { writeFileWhole } from './files.ts';
import { renderPng, renderSvg } from './render.ts';

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

/** Writes into `folder`; returns the entries of this run. @throws FileError */
export async function reproduce(
  list: readonly Experiment[],
  folder: string,
  options: { readonly quick: boolean; readonly progress?: (id: string) => void },
): Promise<ExperimentEntry[]> {
  const entries: ExperimentEntry[] = [];
  for (const experiment of list) {
    options.progress?.(experiment.id);
    entries.push(await runOne(experiment, folder, options.quick));
  }
  const done = new Set(entries.map(({ id }) => id));
  const kept = (await earlierEntries(folder)).filter(({ id }) => !done.has(id));
  const all = [...kept, ...entries].sort((p, q) => (p.id < q.id ? -1 : 1));
  await writeFileWhole(join(folder, 'index.json'), `${JSON.stringify({ experiments: all }, null, 1)}\n`);
  await writeFileWhole(join(folder, 'index.html'), await page(all, folder));
  return entries;
}

async function runOne(experiment: Experiment, folder: string, quick: boolean): Promise<ExperimentEntry> {
  const { id, title, source } = experiment;
  const { verdict, reason, paper, ours, unit, data, table, pictures } = experiment.run({ quick });
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

async function earlierEntries(folder: string): Promise<ExperimentEntry[]> {
  try {
    const { experiments } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
    return Array.isArray(experiments) ? experiments.filter(isEntry) : [];
  } catch {
    return []; // none yet, or not ours: the page is written anew
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
  const sections = await Promise.all(
    entries.map(async ({ id, title, source, verdict, reason, paper, ours, unit, files, pictures }) => {
      const shown = await Promise.all(
        pictures.map(async ({ svg, caption }) => {
          const image = await readFile(join(folder, svg), 'base64').catch(() => undefined);
          if (image === undefined) return `<p>${escaped(svg)} is no longer in the folder</p>`;
          return `<figure><img alt="${escaped(caption)}" src="data:image/svg+xml;base64,${image}"><figcaption>${escaped(caption)}</figcaption></figure>`;
        }),
      );
      const links = files.map((file) => `<a href="${encodeURI(file)}">${escaped(file)}</a>`).join(' ');
      return `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>
<p><b class="${escaped(verdict.replaceAll(' ', '-'))}">${escaped(verdict)}</b> ${escaped(source)}: paper ${number(paper)}, ours ${number(ours)} ${escaped(unit)}</p>
<p>${escaped(reason)}</p>${shown.join('\n')}<p class="files">${links}</p></section>`;
    }),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signorini: the papers, reproduced</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
img{max-width:100%}figure{margin:1rem 0}figcaption,.files{color:#5a6675;font-size:.85rem}section{border-top:1px solid #d5dbe3;margin-top:2rem}
b{padding:.1rem .5rem;border-radius:.3rem;background:#e4e8ee}b.reproduced{background:#d3f0d8}b.not-reproduced{background:#f8d4d0}</style>
<h1>The papers, reproduced</h1><p>Every figure here was computed by <code>signorini reproduce</code>.</p>
${sections.join('\n')}</html>\n`;
}

function number(v: number | null): string {
  return v === null ? '—' : String(Number(v.toPrecision(4)));
}
