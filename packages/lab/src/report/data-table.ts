/** Every solve as comma-separated lines: read by people and by the page's script alike, so that the data is in the page once. */
import { placesOf } from '../plots/places.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import { type Html, html } from './html.ts';
import type { Entry } from './ranking.ts';

/** The columns, in this order; the script takes them by place. */
export const COLUMNS = 'problem,solver,status,direct,iterative,ms,energy,friction,path';

export function dataSection(rows: readonly ReplayRow[], entries: readonly Entry[]): Html {
  const unit = rows[0]?.unit ?? 'J';
  const rank = new Map(entries.map((entry) => [entry.name, entry.rank]));
  const places = placesOf(rows);
  const names = [...places.at.keys()];
  const order = new Map(names.map((name, k) => [name, k]));
  const sorted = rows.toSorted(
    (p, q) => rank.get(p.solver)! - rank.get(q.solver)! || order.get(p.problem)! - order.get(q.problem)!,
  );
  const lines = sorted.map((row) => {
    const { iterations, status, path, solver } = row;
    const figures = [row.timeMs, row.energy, row.frictionConsistency].map(digits);
    const counts = [iterations?.direct ?? '', iterations?.iterative ?? iterations?.total ?? ''];
    const through = path === null || path === solver ? '' : path;
    return [order.get(row.problem)! + 1, solver, status, ...counts, ...figures, through]
      .map((cell) => quoted(String(cell)))
      .join(',');
  });
  const listed = names.map((name) => `${places.at.get(name)!} ${name}`).join('\n');
  return html`<details class="data"><summary>Every solve (${rows.length}), comma-separated</summary>
<p class="note">Times in ms, errors in ${unit}, three digits; empty: not finite, or refused. The first column is the place of the problem in the list below.</p>
<pre id="data">${COLUMNS}
${lines.join('\n')}</pre>
<p class="note">Problems in their order, each after its ${places.title}.</p>
<pre id="problems" data-title="${places.title === 'step' ? 'step' : 'problem'}">${listed}</pre></details>`;
}

/** Shorter than toExponential where it can be: 0.123, 4.5e-9. */
function digits(value: number | null): string {
  if (value === null) return '';
  return String(Number(value.toPrecision(3)));
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
