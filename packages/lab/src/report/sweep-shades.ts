/** The colours of a sweep's panels: joules and times from good to bad on a logarithmic scale, verdicts by name. */
import { short } from '../number-text.ts';
import type { SweepResult } from '../sweep/run-item.ts';
import { type Html, html, joined } from './html.ts';
import type { Shade } from './sweep-grid.ts';

/** Dark is little, yellow is much; readable in grey and by the colour-blind (viridis). */
const RAMP = ['#482878', '#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'];
/** Decades that the scale covers below its largest value; what is smaller is as good as nothing. */
const DECADES = 12;

export interface Scale {
  readonly shade: Shade;
  readonly legend: Html;
}

/** undefined if no result has a figure. */
export function figureScale(
  results: readonly SweepResult[],
  of: (result: SweepResult) => number | null,
  unit: string,
): Scale | undefined {
  const figures = results.flatMap((result) => (result.outcome === 'done' ? (of(result) ?? []) : []));
  if (figures.length === 0) return undefined;
  const positive = figures.filter((value) => value > 0);
  const high = positive.reduce((p, q) => Math.max(p, q), 0) || 1;
  const low = Math.max(
    positive.reduce((p, q) => Math.min(p, q), high),
    high / 10 ** DECADES,
  );
  const share = (value: number) =>
    value <= low || high === low ? 0 : Math.min(1, Math.log(value / low) / Math.log(high / low));
  const color = (value: number | string) => rampAt(share(Number(value)));
  const shade: Shade = {
    of,
    color,
    text: (value) => short(Number(value)),
    worse: (p, q) => Math.max(Number(p), Number(q)),
  };
  const stops = RAMP.map((stop, k) => html`<stop offset="${k / (RAMP.length - 1)}" stop-color="${stop}"/>`);
  const name = `ramp-${unit.replace(/\W/g, '')}-${Math.abs(Math.round(1e3 * Math.log(high)))}`;
  const below = positive.length < figures.length || figures.some((value) => value < low) ? '≤ ' : '';
  const legend = html`<p class="scale">${below}${short(low)} ${unit} <svg viewBox="0 0 120 12" aria-hidden="true"><defs><linearGradient id="${name}">${stops}</linearGradient></defs><rect width="120" height="12" fill="url(#${name})"/></svg> ${short(high)} ${unit}</p>`;
  return { shade, legend };
}

function rampAt(share: number): string {
  const at = share * (RAMP.length - 1);
  const k = Math.min(RAMP.length - 2, Math.floor(at));
  const part = (hex: string, c: number) => Number.parseInt(hex.slice(1 + 2 * c, 3 + 2 * c), 16);
  const mixed = [0, 1, 2].map((c) => part(RAMP[k]!, c) + (at - k) * (part(RAMP[k + 1]!, c) - part(RAMP[k]!, c)));
  return `#${mixed.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;
}

/** From good to bad. */
const VERDICT_COLORS: Readonly<Record<string, string>> = {
  good: '#2e8b57',
  doubtful: '#e3c34a',
  wrong: '#e08a3c',
  torn: '#c0533a',
  unsolved: '#8a5aa8',
};

export function verdictScale(): Scale {
  const names = Object.keys(VERDICT_COLORS);
  const shade: Shade = {
    of: ({ verdict }) => verdict,
    color: (value) => VERDICT_COLORS[value] ?? '#888888',
    text: String,
    worse: (p, q) => (names.indexOf(String(p)) < names.indexOf(String(q)) ? q : p),
  };
  const entries = Object.entries(VERDICT_COLORS).map(
    ([name, color]) =>
      html`<span><svg class="symbol" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="${color}"/></svg>${name}</span>`,
  );
  return { shade, legend: html`<div class="legend">${joined(entries, ' ')}<span>× failed</span></div>` };
}
