/**
 * Small multiples of a sweep: one parameter against another, one panel for each combination of the rest. Cells of a grid, dots
 * of a random sweep; the colour is a figure on a logarithmic scale or a verdict.
 */
import { short } from '../number-text.ts';
import { secondsText, valueText } from '../sweep/command.ts';
import type { SweepResult } from '../sweep/run-item.ts';
import type { Axis, Coordinates, SweepItem } from '../sweep/sweep.ts';
import { type Html, html, joined } from './html.ts';

export interface GridRow {
  readonly place: Coordinates;
  readonly item: SweepItem;
  readonly result: SweepResult;
}

/** Meaning of the colour. `of`: a number on the scale, a category, or null if the item has none. */
export interface Shade {
  readonly of: (result: SweepResult) => number | string | null;
  readonly color: (value: number | string) => string;
  /** In a cell that is wide enough. */
  readonly text: (value: number | string) => string;
  /** The worse of two in one cell: the larger number, the later category. */
  readonly worse: (p: number | string, q: number | string) => number | string;
}

/** Which axes lie across and up, which make panels, and over which the worst is taken. */
export interface Layout {
  readonly x: Axis;
  readonly y: Axis | undefined;
  readonly facets: readonly Axis[];
  readonly joined: readonly Axis[];
}

const MOST_PANELS = 36;

/** Numbers across and up, the finest first; names and short lists make panels. */
export function layoutOf(axes: readonly Axis[]): Layout {
  const varying = axes.filter(({ values, range }) => range || values.length > 1);
  const ranked = [...(varying.length > 0 ? varying : axes)].sort((p, q) => rank(q) - rank(p));
  const [x, y, ...rest] = ranked as [Axis, ...Axis[]];
  const facets: Axis[] = [];
  const over: Axis[] = [];
  let panels = 1;
  for (const axis of rest.sort((p, q) => p.values.length - q.values.length)) {
    const fits = !axis.range && panels * axis.values.length <= MOST_PANELS;
    if (fits) panels *= axis.values.length;
    (fits ? facets : over).push(axis);
  }
  return { x, y, facets, joined: over };
}

/** Drawn ranges first, then numbers by how many there are, then names. */
function rank({ values, range }: Axis): number {
  if (range) return Infinity;
  return values.length + (values.every((value) => typeof value === 'number') ? 1e6 : 0);
}

export function panelsOf(rows: readonly GridRow[], layout: Layout, shade: Shade): Html {
  const groups = new Map<string, GridRow[]>();
  for (const row of rows) {
    const key = layout.facets.map((axis) => `${axis.key} ${valueText(axis, row.place, row.item)}`).join(', ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const figures = [...groups].map(
    ([caption, own]) => html`<figure><figcaption>${caption}</figcaption>${panel(own, layout, shade)}</figure>`,
  );
  return html`<div class="panels">${joined(figures, '\n')}</div>`;
}

const [WIDTH, ROW, LEFT, BOTTOM] = [260, 24, 64, 40]; // user units, about a pixel each

function panel(rows: readonly GridRow[], { x, y }: Layout, shade: Shade): Html {
  const dots = !!(x.range || y?.range);
  const up = y?.range ? 10 : Math.max(1, y?.values.length ?? 1);
  const height = up * ROW;
  const cells = new Map<string, GridRow[]>();
  for (const row of rows) {
    const key = dots ? row.result.id : `${row.place[x.key]} ${y ? row.place[y.key] : ''}`;
    cells.set(key, [...(cells.get(key) ?? []), row]);
  }
  const across = dots ? 0 : WIDTH / x.values.length;
  const marks = [...cells.values()].map((own) => {
    const { place } = own[0]!;
    const at = { x: LEFT + WIDTH * position(x, place), y: height * (1 - (y ? position(y, place) : 0.5)) };
    return mark(own, { ...at, width: across, height: ROW }, [x, ...(y ? [y] : [])], shade);
  });
  return html`<svg class="grid" viewBox="0 -1 ${LEFT + WIDTH + 8} ${height + BOTTOM + 1}" role="img" aria-label="${x.key} against ${y?.key ?? 'nothing'}">
<rect x="${LEFT}" y="0" width="${WIDTH}" height="${height}" class="frame"/>
${joined(marks, '\n')}
${joined([...ticks(x, true, height), ...(y ? ticks(y, false, height) : [])], '\n')}
<text x="${LEFT + WIDTH / 2}" y="${height + 34}" class="title" text-anchor="middle">${titleOf(x)}</text>
${y ? html`<text transform="translate(11 ${height / 2}) rotate(-90)" class="title" text-anchor="middle">${titleOf(y)}</text>` : ''}
</svg>`;
}

const titleOf = ({ key, unit }: Axis): string => (unit === '' ? key : `${key} [${unit}]`);

/** From 0 to 1: the middle of the value's cell, or the place in a range. */
function position({ key, values, range }: Axis, place: Coordinates): number {
  const value = place[key]!;
  if (!range) return (values.indexOf(value) + 0.5) / values.length;
  const { from, to, log } = range;
  const share = log ? Math.log(Number(value) / from) / Math.log(to / from) : (Number(value) - from) / (to - from);
  return 0.03 + 0.94 * share;
}

interface Cell {
  /** Position of the middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function mark(rows: readonly GridRow[], { x, y, width, height }: Cell, axes: readonly Axis[], shade: Shade): Html {
  const done = rows.filter(({ result }) => result.outcome === 'done');
  const values = done.flatMap(({ result }) => shade.of(result) ?? []);
  const failed = done.length < rows.length;
  const value = values.length === 0 ? undefined : values.reduce(shade.worse);
  const { place, item } = rows[0]!;
  const where = axes.map((axis) => `${axis.key} ${valueText(axis, place, item)}`).join(', ');
  const words = failed
    ? rows.find(({ result }) => result.outcome !== 'done')!.result.sentence
    : value === undefined
      ? 'no figure'
      : shade.text(value);
  const title = html`<title>${where}: ${words ?? ''}</title>`;
  const fill = failed || value === undefined ? '' : shade.color(value);
  if (width === 0)
    return failed
      ? html`<path d="M${x - 4} ${y - 4}l8 8m0-8l-8 8" class="cross">${title}</path>`
      : html`<circle cx="${x}" cy="${y}" r="5" class="${value === undefined ? 'none' : 'dot'}" fill="${fill}">${title}</circle>`;
  const [left, top] = [x - width / 2, y - height / 2];
  const rect = html`<rect x="${fixed(left)}" y="${top}" width="${fixed(width)}" height="${height}" class="${failed ? 'failed' : value === undefined ? 'none' : 'cell'}" fill="${fill}">${title}</rect>`;
  if (failed) return html`${rect}<path d="M${fixed(x - 5)} ${y - 5}l10 10m0-10l-10 10" class="cross">${title}</path>`;
  const text = value === undefined ? '' : shade.text(value);
  if (text === '' || text.length * 5.7 > width) return rect;
  return html`${rect}<text x="${fixed(x)}" y="${y + 4}" text-anchor="middle" class="figure ${inkOn(fill)}">${text}</text>`;
}

const fixed = (value: number): string => String(Number(value.toFixed(2)));

/** Dark or light text, whichever is easier to read on it. */
function inkOn(fill: string): string {
  const [r, g, b] = [1, 3, 5].map((k) => Number.parseInt(fill.slice(k, k + 2), 16)) as [number, number, number];
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? 'dark' : 'light';
}

/** At most six across, all up. */
function ticks(axis: Axis, across: boolean, height: number): Html[] {
  const { values, range } = axis;
  const all = range ? [range.from, range.to] : values;
  const every = across ? Math.ceil(all.length / 6) : 1;
  return all.flatMap((value, k) => {
    if (k % every !== 0) return [];
    const share = position(axis, { [axis.key]: value });
    const text = tickText(axis, value);
    return across
      ? [html`<text x="${fixed(LEFT + WIDTH * share)}" y="${height + 15}" text-anchor="middle">${text}</text>`]
      : [html`<text x="${LEFT - 5}" y="${fixed(height * (1 - share) + 4)}" text-anchor="end">${text}</text>`];
  });
}

function tickText({ kind }: Axis, value: number | string): string {
  if (kind === 'time-step') return secondsText(Number(value));
  const text = typeof value === 'number' ? String(Number(value.toPrecision(3))) : value;
  return text.length > 9 ? (typeof value === 'number' ? short(value) : `${text.slice(0, 8)}…`) : text;
}
