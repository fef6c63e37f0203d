/**
 * Charts of the report as SVG, drawn by hand for their size: data in whole half units, colours from the page, one class
 * per solver so that the page's script can emphasise it. The script reads the axes from `data-axes`.
 */
import type { LogAxis } from '../plots/log-axis.ts';
import { type Html, html, joined } from './html.ts';
import type { Entry } from './ranking.ts';

/** Units of the picture: the plot, and room around it for labels. */
export const BOX = { left: 72, top: 12, width: 410, height: 260 };
const [WIDTH, HEIGHT] = [BOX.left + BOX.width + 12, BOX.top + BOX.height + 44];

/** An axis: where figures stand, in units of the axis, and which units those are. */
export interface Axis {
  readonly title: string;
  readonly domain: readonly [number, number];
  readonly ticks: readonly (readonly [at: number, label: string])[];
  /** Lines that part zeros, or what is not finite, from the numbers. */
  readonly breaks: readonly number[];
  /** Column of the data that it shows; `step` is the place of the problem. */
  readonly column: string;
  /** Set on a logarithmic axis. */
  readonly ends?: LogAxis['ends'];
}

export function logarithmic(axis: LogAxis, title: string, column: string): Axis {
  const { domain, ticks, breaks, ends } = axis;
  return { title, domain, ticks, breaks, column, ends };
}

export function linear(domain: readonly [number, number], title: string, column: string): Axis {
  const span = domain[1] - domain[0] || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough) ?? rough);
  const ticks: [number, string][] = [];
  for (let at = Math.ceil(domain[0] / step) * step; at <= domain[1]; at += step) ticks.push([at, String(at)]);
  return { title, domain, ticks, breaks: [], column };
}

/** From the units of an axis to those of the picture, from the left, or from the top. */
export const across = ({ domain: [lo, hi] }: Axis, at: number): number => ((at - lo) / (hi - lo || 1)) * BOX.width;
export const down = ({ domain: [lo, hi] }: Axis, at: number): number => ((hi - at) / (hi - lo || 1)) * BOX.height;

export const fixed = (v: number): number => Math.round(10 * v) / 10;

interface ChartParts {
  readonly name: string;
  readonly label: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Under and over the data, in units of the plot. */
  readonly under?: readonly Html[];
  readonly over?: readonly Html[];
  /** Marks, in half units of the plot. */
  readonly marks: readonly Html[];
}

export function chart({ name, label, x, y, under = [], over = [], marks }: ChartParts): Html {
  const axes = JSON.stringify({ x: scriptAxis(x), y: scriptAxis(y), box: [BOX.left, BOX.top, BOX.width, BOX.height] });
  return html`<svg class="chart" data-chart="${name}" data-axes="${axes}" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
${frameOf(x, y)}<g transform="translate(${BOX.left} ${BOX.top})">${under}<g class="marks" transform="scale(.5)">${joined(marks, '\n')}</g>${over}<g class="picked"></g></g></svg>`;
}

function scriptAxis({ domain, column, ends }: Axis) {
  const round = (v: number) => Number(v.toFixed(4));
  return {
    column,
    domain: domain.map(round),
    ...(ends && { ends: Object.fromEntries(Object.entries(ends).map(([key, v]) => [key, round(v)])) }),
  };
}

function frameOf(x: Axis, y: Axis): Html {
  const { left, top, width, height } = BOX;
  const [right, bottom] = [left + width, top + height];
  const columns = x.ticks.map(([at, text]) => {
    const place = fixed(left + across(x, at));
    return html`<path class="grid" d="M${place} ${top}V${bottom}"/><text x="${place}" y="${bottom + 16}" text-anchor="middle">${text}</text>`;
  });
  const rows = y.ticks.map(([at, text]) => {
    const place = fixed(top + down(y, at));
    return html`<path class="grid" d="M${left} ${place}H${right}"/><text x="${left - 6}" y="${place + 4}" text-anchor="end">${text}</text>`;
  });
  const breaks = [
    ...x.breaks.map((at) => html`<path class="break" d="M${fixed(left + across(x, at))} ${top}V${bottom}"/>`),
    ...y.breaks.map((at) => html`<path class="break" d="M${left} ${fixed(top + down(y, at))}H${right}"/>`),
  ];
  return html`${columns}${rows}${breaks}<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}"/>
<text x="${left + width / 2}" y="${bottom + 36}" text-anchor="middle">${x.title}</text>
<text transform="translate(13 ${top + height / 2}) rotate(-90)" text-anchor="middle">${y.title}</text>`;
}

/** A path through whole half units: "M3 4l1-2 5 0". */
export function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  let [px, py] = [0, 0];
  return points
    .map(([x, y], k) => {
      const [qx, qy] = [Math.round(2 * x), Math.round(2 * y)];
      const [dx, dy] = [qx - px, qy - py];
      [px, py] = [qx, qy];
      if (k === 0) return `M${qx} ${qy}`;
      return `${k === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    })
    .join('');
}

/** Points of one solver, each place once. */
export function dots({ rank, featured }: Entry, points: readonly (readonly [number, number])[]): Html {
  const places = new Map(points.map(([x, y]) => [`${Math.round(2 * x)} ${Math.round(2 * y)}`, [x, y] as const]));
  const sorted = [...places.values()].sort(([p, r], [q, s]) => p - q || r - s);
  return html`<path class="m dots${on(featured)}" data-s="${rank}" d="${pathOf(sorted)}" style="marker:url(#m${rank})"/>`;
}

export function line(
  { rank, featured, style }: Entry,
  points: readonly (readonly [number, number])[],
  dashed = false,
): Html {
  return html`<path class="m line${on(featured)}${dashed ? ' dashed' : ''}" data-s="${rank}" d="${pathOf(points)}" style="--c:${style.color}"/>`;
}

export const on = (featured: boolean): string => (featured ? ' on' : '');

/** The symbols of all solvers, for the marks of every chart; the pattern of what did not converge. */
export function symbolDefs(entries: readonly Entry[]): Html {
  const markers = entries.map(
    ({ rank, featured, style }) =>
      html`<marker id="m${rank}" class="m${on(featured)}" data-s="${rank}" style="--c:${style.color}" viewBox="-1.3 -1.3 2.6 2.6" markerUnits="userSpaceOnUse" markerWidth="${featured ? 13 : 10}" markerHeight="${featured ? 13 : 10}"><path d="${style.shape}" fill="currentColor"/></marker>`,
  );
  return html`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>${joined(markers, '\n')}
<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V4"/></pattern></defs></svg>`;
}

/** A limit across the plot. */
export function limitLine(axis: Axis, way: 'x' | 'y', at: number, text: string): Html {
  const place = fixed(way === 'x' ? across(axis, at) : down(axis, at));
  return way === 'x'
    ? html`<path class="limit" d="M${place} 0V${BOX.height}"/><text class="note" transform="translate(${place - 4} 6) rotate(-90)" text-anchor="end">${text}</text>`
    : html`<path class="limit" d="M0 ${place}H${BOX.width}"/><text class="note" x="${BOX.width - 4}" y="${place - 4}" text-anchor="end">${text}</text>`;
}
