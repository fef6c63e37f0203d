/** The page of a reproduction's folder: the claims first, then every experiment. Pictures stand in it: it needs no other file. */
import { join } from 'node:path';
import type { ComparisonRow, PageTable } from '../../experiments/experiment.ts';
import { type Html, html, joined } from '../../report/html.ts';
import { readBytes } from '../files/files.ts';
import type { ClaimEntry, ExperimentEntry } from './entry.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}
img{max-width:100%;height:auto}figure{margin:1rem 0}figcaption,.files,caption{color:#5a6675;font-size:.85rem}caption{text-align:left;padding:.4rem 0}
section{border-top:1px solid #d5dbe3;margin-top:2rem}.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem;margin:.5rem 0}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e4e8ee;vertical-align:top}td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
b{padding:.1rem .5rem;border-radius:.3rem;background:#e4e8ee;font-weight:600;white-space:nowrap}b.reproduced,b.holds{background:#d3f0d8}
b.not-reproduced,b.does-not-hold{background:#f8d4d0}b.partly-reproduced,b.holds-under-conditions{background:#fbeccb}`;

export async function reproductionPage(entries: readonly ExperimentEntry[], folder: string): Promise<string> {
  const sections = await Promise.all(entries.map((entry) => section(entry, folder)));
  const claims = entries.flatMap((entry) => entry.claims.map((claim) => ({ ...claim, entry })));
  const index = claims.length === 0 ? html`` : claimsTable(claims.sort((p, q) => order(p.id) - order(q.id)));
  const whole = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="generator" content="signorini reproduce"><title>Signorini: the papers, reproduced</title>
<style>${STYLE}</style>
<h1>The papers, reproduced</h1><p>Every figure here was computed by <code>signorini reproduce</code>.</p>${index}
${joined(sections, '\n')}</html>\n`;
  return whole.text;
}

/** E1 to E15, A1 to A20, T1 to T8, P1 to P14. */
export const order = (id: string): number => 100 * 'EATP'.indexOf(id.charAt(0)) + Number(id.slice(1));

function claimsTable(claims: readonly (ClaimEntry & { readonly entry: ExperimentEntry })[]): Html {
  const rows = claims.map(
    ({ id, claim, where, verdict, figure, unit, entry }) =>
      html`<tr><td>${id}<td>${claim}<td>${where}<td>${mark(verdict)}<td class="n">${cell(figure)} ${figure === null ? '' : unit}<td><a href="#${entry.id}">${entry.id}</a>\n`,
  );
  return html`<div class="scroll"><table><tr><th>claim<th>what it says<th>where<th>verdict<th>figure<th>experiment\n${rows}</table></div>`;
}

async function section(entry: ExperimentEntry, folder: string): Promise<Html> {
  const { id, title, source, verdict, reason, claims, comparison, tables, files, pictures } = entry;
  const shown = await Promise.all(
    pictures.map(async ({ svg, caption }) => {
      const bytes = await readBytes(join(folder, svg), 'a picture').catch(() => undefined);
      if (bytes === undefined) return html`<p>${svg} is no longer in the folder</p>`;
      const image = `data:image/svg+xml;base64,${bytes.toString('base64')}`;
      return html`<figure><img alt="${caption}" src="${image}"><figcaption>${caption}</figcaption></figure>`;
    }),
  );
  const links = files.map((file) => html`<a href="./${encodeURIComponent(file)}">${file}</a>`);
  const findings = claims.map(
    (one) => html`<p>${mark(one.verdict)} <strong>${one.id}</strong> ${one.claim} (${one.where}). ${one.reason}</p>`,
  );
  return html`<section id="${id}"><h2>${title}</h2>
<p>${mark(verdict)} ${source}</p><p>${reason}</p>${joined(findings, '\n')}${comparisonTable(comparison)}${tables.map(tableOf)}${joined(shown, '\n')}<p class="files">${joined(links, ' ')}</p></section>`;
}

const mark = (verdict: string): Html => html`<b class="${verdict.replaceAll(' ', '-')}">${verdict}</b>`;

function comparisonTable(rows: readonly ComparisonRow[]): Html {
  if (rows.length === 0) return html``;
  const corrected = rows.some((row) => row.corrected !== undefined);
  const today = rows.some((row) => row.today !== undefined);
  const head = html`<tr><th>figure<th>printed${corrected ? html`<th>corrected` : ''}<th>ours, papers' settings${today ? html`<th>ours, today's defaults` : ''}<th>unit\n`;
  const lines = rows.map(
    (row) =>
      html`<tr><td>${row.what}<td class="n">${cell(row.printed)}${corrected ? html`<td class="n">${cell(row.corrected)}` : ''}<td class="n">${cell(row.ours)}${today ? html`<td class="n">${cell(row.today)}` : ''}<td>${row.unit}\n`,
  );
  return html`<div class="scroll"><table>${head}${lines}</table></div>`;
}

function tableOf({ caption, columns, rows }: PageTable): Html {
  const head = columns.map((column) => html`<th>${column}`);
  const lines = rows.map(
    (row) =>
      html`<tr>${row.map((value) => (typeof value === 'number' ? html`<td class="n">${cell(value)}` : html`<td>${cell(value)}`))}\n`,
  );
  return html`<div class="scroll"><table><caption>${caption}</caption><tr>${head}\n${lines}</table></div>`;
}

/** Four digits; a dash if there is none. */
export function cell(value: number | string | null | undefined): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'string' ? value : String(Number(value.toPrecision(4)));
}
