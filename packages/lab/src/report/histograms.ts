/** EATK18 Fig. 5, one small picture per solver and kind of iteration; kinds stand apart and are never added up. */
import { findSolver, solvers } from '@signorini/engine/solvers';
import { countOf, iterationBins, type Kind } from '../plots/iterations.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import { fixed } from './chart.ts';
import { type Html, html, joined, symbol } from './html.ts';
import type { ChartData, Entry } from './ranking.ts';

const [LEFT, TOP, WIDTH, HEIGHT] = [30, 8, 164, 78];

export function histogramsOf({ rows, entries }: ChartData): Html {
  const groups = new Map<string, Html[]>();
  for (const entry of entries) {
    const own = rows.filter(({ solver }) => solver === entry.name);
    for (const kind of ['direct', 'iterative'] as const) {
      if (!own.some(({ iterations }) => countOf(iterations, kind) > 0)) continue;
      const noun = nounOf(entry.name, kind);
      groups.set(noun, [...(groups.get(noun) ?? []), histogram(entry, own, kind, noun)]);
    }
  }
  return joined(
    [...groups].map(
      ([noun, figures]) =>
        html`<h3>${noun[0]?.toUpperCase() ?? ''}${noun.slice(1)}</h3><div class="charts small">${joined(figures, '\n')}</div>`,
    ),
    '\n',
  );
}

function histogram(entry: Entry, rows: readonly ReplayRow[], kind: Kind, noun: string): Html {
  const bins = iterationBins(rows, kind);
  const [first, last] = [bins[0]!.from - 0.5, bins.at(-1)!.to + 0.5];
  const most = bins.reduce((p, { converged, unsolved }) => Math.max(p, converged + unsolved), 1);
  const x = (at: number) => fixed(LEFT + ((at - first) / (last - first)) * WIDTH);
  const y = (count: number) => fixed(TOP + HEIGHT - Math.sqrt(count / most) * HEIGHT); // a single hard problem among 500 is seen
  const bars = bins.flatMap(({ from, to, converged, unsolved }) => {
    const [a, b] = [x(from - 0.5), x(to + 0.5)];
    const width = Math.max(0.8, fixed(b - a - (b - a > 4 ? 1 : 0)));
    const all = converged + unsolved;
    const bar = (low: number, high: number, look: string) =>
      high > low
        ? [html`<rect class="${look}" x="${a}" y="${y(high)}" width="${width}" height="${fixed(y(low) - y(high))}"/>`]
        : [];
    return [...bar(0, converged, 'bar'), ...bar(converged, all, 'bar lost'), ...bar(converged, all, 'hatched')];
  });
  const ticks = [...new Set([bins[0]!.from, Math.round((first + last) / 2), bins.at(-1)!.to])];
  const columns = ticks.map((at, k) => {
    const anchor = ticks.length === 1 ? 'middle' : k === 0 ? 'start' : k === ticks.length - 1 ? 'end' : 'middle';
    const place =
      ticks.length === 1 ? LEFT + WIDTH / 2 : anchor === 'start' ? LEFT : anchor === 'end' ? LEFT + WIDTH : x(at);
    return html`<text x="${place}" y="${TOP + HEIGHT + 14}" text-anchor="${anchor}">${at}</text>`;
  });
  const counts = [...new Set([1, most])].map(
    (n) => html`<text x="${LEFT - 4}" y="${y(n) + 4}" text-anchor="end">${n}</text>`,
  );
  const axes = JSON.stringify({ kind, first, last, box: [LEFT, TOP, WIDTH, HEIGHT] });
  const unsolved = rows.filter(({ status }) => status !== 'converged').length;
  const label = `${entry.name}: problems by ${noun}, ${rows.length} problems, ${unsolved} not converged`;
  return html`<figure><figcaption>${symbol(entry.style)}${entry.name}</figcaption><svg class="chart histogram" data-histogram="${entry.rank}" data-axes="${axes}" role="img" aria-label="${label}" viewBox="0 0 ${LEFT + WIDTH + 6} ${TOP + HEIGHT + 20}" style="--c:${entry.style.color}" xmlns="http://www.w3.org/2000/svg"><path class="grid" d="M${LEFT} ${TOP + HEIGHT}H${LEFT + WIDTH}"/>${bars}${columns}${counts}<g class="picked"></g></svg></figure>`;
}

/** Name of a solver's iterations of a kind. */
function nounOf(name: string, kind: Kind): string {
  const known = solvers.some((solver) => solver.name === name) ? findSolver(name) : undefined;
  const most = known?.options.maxIterations;
  const unit = most && 'unit' in most ? most.unit : undefined;
  if (known?.family === (kind === 'direct' ? 'direct' : 'iterative') && unit) return unit;
  return kind === 'direct' ? 'factorisations' : known ? 'sweeps' : 'iterations';
}
