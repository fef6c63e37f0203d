/**
 * Figures of the reproduction, in Vega-Lite: panels of lines, points, bands and bars with the same axes, sizes and legends
 * everywhere. Series differ in colour, dash and shape, so that they can be told apart in greyscale; figures are for print.
 */
import type { ChartSpec } from './chart-spec.ts';

interface PanelAxis {
  /** With its unit: "solver time [ms]". */
  readonly title: string;
  readonly log?: boolean;
  readonly domain?: readonly [number, number];
  readonly ticks?: readonly number[];
}

export interface PanelSeries {
  readonly name: string;
  readonly color?: string;
  /** Lengths of strokes and gaps, px. */
  readonly dash?: readonly number[];
  readonly shape?: string;
}

export interface PanelPoint {
  readonly series: string;
  readonly x: number;
  readonly y: number;
  /** Lines of one series that are not joined: a number per line. */
  readonly line?: number;
}

export interface PanelFrame {
  readonly title?: string;
  readonly subtitle?: string;
  readonly x: PanelAxis;
  readonly y: PanelAxis;
  readonly width?: number;
  readonly height?: number;
}

export interface SeriesPanel extends PanelFrame {
  readonly series: readonly PanelSeries[];
  /** Series without rows stay in the legend: panels side by side then share it, and each series looks the same in all. */
  readonly sharedLegend?: boolean;
  readonly rows: readonly PanelPoint[];
  /** Default `lines`. */
  readonly marks?: 'lines' | 'points' | 'both';
  /** Opacity of the marks; many points on each other want less. Default 1 of lines, 0.6 of points. */
  readonly opacity?: number;
  /** Width of lines, px. */
  readonly strokeWidth?: number;
  /** Columns of the legend, 0: none. Default: 4 if there are several series. */
  readonly legendColumns?: number;
  /** Between `lower` and `upper`, filled lightly. */
  readonly bands?: readonly {
    readonly series: string;
    readonly x: number;
    readonly lower: number;
    readonly upper: number;
  }[];
  /** Lines across, with a label. */
  readonly marked?: readonly { readonly axis: 'x' | 'y'; readonly at: number; readonly label: string }[];
}

/** From dark to light, told apart in greyscale together with the dashes and shapes below. */
const COLORS = ['#1f3a93', '#c0392b', '#1e8449', '#d68910', '#7d3c98', '#2e86c1', '#616a6b', '#a04000'];
const DASHES = [
  [1, 0],
  [6, 3],
  [2, 2],
  [8, 3, 2, 3],
  [10, 2],
  [4, 2, 1, 2],
  [1, 3],
  [12, 3, 3, 3],
];
const SHAPES = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'cross',
  'triangle-down',
  'triangle-right',
  'triangle-left',
];

/** The papers' four solvers look the same in every figure. */
export const PAPER_SOLVERS: readonly PanelSeries[] = ['bpp', 'pgs', 'pgs-sm', 'spook'].map((name, k) =>
  styled({ name }, k),
);

const WIDTH = 320;
const HEIGHT = 220;

/** Own scales for panels whose series differ: otherwise the second panel gets the colours of the first. */
const OWN_SERIES = {
  scale: { color: 'independent', strokeDash: 'independent', shape: 'independent' },
  legend: { color: 'independent', strokeDash: 'independent', shape: 'independent' },
};

/**
 * Panels side by side, the legend of all below; `ownSeries`: panels have different series, and each its own legend.
 * Values that a log axis has no place for must be left out by the caller.
 */
export function chartOf(
  panels: readonly object[],
  options: { title?: string; subtitle?: string; columns?: number; ownSeries?: boolean } = {},
): ChartSpec {
  const { title, subtitle, columns = 2, ownSeries = false } = options;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...(title !== undefined && {
      title: { text: title, ...(subtitle !== undefined && { subtitle }), anchor: 'start', fontSize: 14, offset: 14 },
    }),
    ...(panels.length === 1
      ? panels[0]
      : { columns, spacing: { row: 28, column: 36 }, concat: panels, ...(ownSeries && { resolve: OWN_SERIES }) }),
    config: {
      view: { stroke: '#888' },
      axis: {
        labelFontSize: 11,
        titleFontSize: 12,
        titleFontWeight: 'normal',
        gridColor: '#e4e4e4',
        labelColor: '#222',
        titleColor: '#222',
      },
      legend: { labelFontSize: 11, titleFontSize: 11, labelLimit: 300 },
      title: { fontSize: 12 },
    },
  };
}

/** Lines and points of several series. */
export function seriesPanel(panel: SeriesPanel): object {
  const { rows, marks = 'lines', bands = [], marked = [], strokeWidth = 1.6 } = panel;
  const series = panel.series.map(styled);
  const isUsed = ({ name }: PanelSeries) =>
    rows.some((row) => row.series === name) || bands.some((band) => band.series === name);
  const used = panel.sharedLegend ? series : series.filter(isUsed);
  const axes = axesOf({
    x: withDecades(
      panel.x,
      [...rows, ...bands].map((row) => row.x),
    ),
    y: withDecades(panel.y, [...rows.map((row) => row.y), ...bands.flatMap(({ lower, upper }) => [lower, upper])]),
  });
  const columns = panel.legendColumns ?? (used.length > 1 ? 4 : 0);
  const legend = { title: null, orient: 'bottom', columns, symbolStrokeWidth: marks === 'lines' ? 2 : 0 };
  const channel = (range: readonly unknown[]) => ({
    field: 'series',
    type: 'nominal',
    legend: columns > 0 ? legend : null,
    scale: { domain: used.map(({ name }) => name), range },
  });
  const color = channel(used.map((one) => one.color));
  const dash = channel(used.map((one) => one.dash));
  const values = rows.map(({ line = 0, ...row }, order) => ({ ...row, line: `${row.series}/${line}`, order }));
  const layers: object[] = [];
  if (bands.length > 0)
    layers.push({
      data: { values: bands },
      mark: { type: 'area', opacity: 0.18, clip: true },
      encoding: { x: axes.x, y: { ...axes.y, field: 'lower' }, y2: { field: 'upper' }, color },
    });
  const lineMark = { type: 'line', strokeWidth, clip: true, opacity: panel.opacity ?? 1 };
  const lines = {
    ...axes,
    color,
    detail: { field: 'line', type: 'nominal' },
    order: { field: 'order', type: 'quantitative' },
  };
  if (marks === 'lines') layers.push({ data: { values }, mark: lineMark, encoding: { ...lines, strokeDash: dash } });
  if (marks === 'both')
    // a layer per series: dashes on a scale would be drawn around the shapes of the legend
    for (const one of used)
      layers.push({
        data: { values: values.filter((row) => row.series === one.name) },
        mark: { ...lineMark, strokeDash: one.dash },
        encoding: lines,
      });
  if (marks !== 'lines')
    layers.push({
      data: { values },
      mark: {
        type: 'point',
        aria: false, // a label per point would be half of the file
        filled: true,
        size: marks === 'both' ? 36 : 18,
        clip: true,
        opacity: panel.opacity ?? (marks === 'both' ? 1 : 0.6),
      },
      encoding: { ...axes, color, shape: channel(used.map(({ shape }) => shape)) },
    });
  return framed(panel, [...layers, ...marked.flatMap((mark) => markedLine(mark, panel))]);
}

export interface PanelBar {
  /** Edges of the bar on the x axis. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Hatched in red: a limit struck. */
  readonly hatched?: boolean;
}

/** A histogram as EATK18 Fig. 5 has it; a hatched bar stands on the plain one of the same edges. */
export function histogramPanel(panel: PanelFrame & { readonly bars: readonly PanelBar[] }): object {
  const { bars, width = WIDTH, height = HEIGHT } = panel;
  const tops = new Map<number, number>();
  const placed = [...bars]
    .sort((p, q) => Number(p.hatched ?? false) - Number(q.hatched ?? false))
    .filter(({ count }) => count > 0)
    .map((bar) => {
      const bottom = tops.get(bar.from) ?? 0;
      tops.set(bar.from, bottom + bar.count);
      return { ...bar, bottom, top: bottom + bar.count };
    });
  const highest = Math.max(1, ...tops.values());
  const [left, right] = panel.x.domain ?? [
    Math.min(...bars.map(({ from }) => from)),
    Math.max(...bars.map(({ to }) => to)),
  ];
  const y = { ...panel.y, domain: panel.y.domain ?? ([0, 1.05 * highest] as const) };
  const axes = axesOf({ ...panel, x: { ...panel.x, domain: [left, right] }, y });
  const box = (hatched: boolean) => ({
    data: { values: placed.filter((bar) => (bar.hatched ?? false) === hatched) },
    mark: hatched
      ? { type: 'bar', color: '#f9d9d4', stroke: '#b03020', strokeWidth: 1 }
      : { type: 'bar', color: '#8fa8d8', stroke: '#26407a', strokeWidth: 1 },
    encoding: {
      x: { ...axes.x, field: 'from' },
      x2: { field: 'to' },
      y: { ...axes.y, field: 'bottom' },
      y2: { field: 'top' },
    },
  });
  const slope = ((y.domain[1] - y.domain[0]) / height) * (width / (right - left)); // 45 degrees on paper
  const strokes = placed
    .filter(({ hatched }) => hatched)
    .flatMap((bar) => hatch(bar, (6 * (y.domain[1] - y.domain[0])) / height, slope));
  const hatching = {
    data: { values: strokes },
    mark: { type: 'rule', color: '#b03020', strokeWidth: 1 },
    encoding: {
      x: { ...axes.x, field: 'x1' },
      x2: { field: 'x2' },
      y: { ...axes.y, field: 'y1' },
      y2: { field: 'y2' },
    },
  };
  return framed(panel, [box(false), box(true), ...(strokes.length > 0 ? [hatching] : [])]);
}

/** Strokes upwards to the right, `gap` apart along the y axis, cut at the edges of the bar. */
function hatch(bar: { from: number; to: number; bottom: number; top: number }, gap: number, slope: number) {
  const { from, to, bottom, top } = bar;
  const rise = slope * (to - from);
  const strokes: { x1: number; y1: number; x2: number; y2: number }[] = [];
  for (let start = bottom - rise + gap; start < top; start += gap) {
    const y1 = Math.max(start, bottom);
    const y2 = Math.min(start + rise, top);
    strokes.push({ x1: from + (y1 - start) / slope, y1, x2: from + (y2 - start) / slope, y2 });
  }
  return strokes;
}

/** Any layers in the frame of a panel: for what the functions above do not draw. */
export function framed(panel: PanelFrame, layer: readonly object[]): object {
  const { title, subtitle, width = WIDTH, height = HEIGHT } = panel;
  return {
    ...(title !== undefined && {
      title: {
        text: title,
        ...(subtitle !== undefined && { subtitle }),
        anchor: 'start',
        frame: 'group',
        fontSize: 12,
      },
    }),
    width,
    height,
    layer,
  };
}

/** The x and y channels of a panel; their fields are `x` and `y`. */
export function axesOf({ x, y }: Pick<PanelFrame, 'x' | 'y'>): { readonly x: object; readonly y: object } {
  return { x: channelOf('x', x), y: channelOf('y', y) };
}

function channelOf(field: 'x' | 'y', { title, log = false, domain, ticks }: PanelAxis): object {
  const values = ticks && { values: ticks };
  return {
    field,
    type: 'quantitative',
    scale: { ...(log ? { type: 'log' } : { zero: false }), nice: domain === undefined, ...(domain && { domain }) },
    axis: { title, tickCount: 6, ...values, ...(log && { labelExpr: POWER_LABEL }) },
  };
}

/** A log axis has grid lines at powers of ten only, at 2 and 5 times them if there are few; other axes stay as they are. */
function withDecades(axis: PanelAxis, values: readonly number[]): PanelAxis {
  const shown = axis.domain ?? values;
  const positive = shown.filter((v) => v > 0 && Number.isFinite(v));
  if (!axis.log || axis.ticks || positive.length === 0) return axis;
  const lo = Math.floor(Math.log10(positive.reduce((p, q) => Math.min(p, q))) + 1e-9);
  const hi = Math.max(lo + 1, Math.ceil(Math.log10(positive.reduce((p, q) => Math.max(p, q))) - 1e-9));
  const step = Math.ceil((hi - lo) / 7);
  const ticks: number[] = [];
  for (let power = Math.ceil(lo / step) * step; power <= hi; power += step)
    for (const factor of hi - lo <= 1 ? [1, 2, 5] : [1]) ticks.push(Number(`${factor}e${power}`));
  return {
    domain: [Number(`1e${lo}`), Number(`1e${hi}`)],
    ...axis,
    ticks: ticks.filter((v) => v <= Number(`1e${hi}`)),
  };
}

/** 0.01 to 1000 as they are, the rest as powers of ten with their factor: 2·10⁻⁴. */
const DIGITS = "['⁰','¹','²','³','⁴','⁵','⁶','⁷','⁸','⁹']";
const POWER = 'floor(log(datum.value)/LN10 + 1e-9)';
const FACTOR = `round(datum.value/pow(10, ${POWER}))`;
const EXPONENT = `(${POWER} < 0 ? '⁻' : '') + (abs(${POWER}) > 9 ? ${DIGITS}[floor(abs(${POWER})/10)] : '') + ${DIGITS}[abs(${POWER})%10]`;
const POWER_LABEL = `datum.value >= 0.0099 && datum.value <= 1001 ? format(datum.value, '~g') : (${FACTOR} == 1 ? '' : ${FACTOR} + '·') + '10' + ${EXPONENT}`;

function markedLine({ axis, at, label }: NonNullable<SeriesPanel['marked']>[number], panel: PanelFrame): object[] {
  const { width = WIDTH } = panel;
  const place = { datum: at, type: 'quantitative' };
  const text =
    axis === 'y'
      ? {
          mark: { type: 'text', text: label, align: 'right', baseline: 'bottom', dy: -2 },
          encoding: { x: { value: width - 4 }, y: place },
        }
      : {
          mark: { type: 'text', text: label, align: 'left', baseline: 'top', dx: 4 },
          encoding: { x: place, y: { value: 4 } },
        };
  const data = { values: [{}] };
  return [
    { data, mark: { type: 'rule', strokeDash: [4, 3], color: '#555' }, encoding: { [axis]: place } },
    { data, ...text, mark: { ...text.mark, fontSize: 10, color: '#333' } },
  ];
}

function styled(one: PanelSeries, k: number): Required<PanelSeries> {
  return {
    color: COLORS[k % COLORS.length]!,
    dash: DASHES[k % DASHES.length]!,
    shape: SHAPES[k % SHAPES.length]!,
    ...one,
  };
}
