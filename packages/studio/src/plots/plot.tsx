/**
 * A plot with uPlot, wrapped once: a cursor by mouse and by arrow keys, a name, and a sentence of what the cursor is at for those who
 * do not see it. Log axes have a floor that is drawn: what is at or below it stands on it.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { listPlot } from './shown-plots.ts';

export interface PlotSeries {
  readonly label: string;
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly values: readonly number[];
  readonly bars?: boolean;
}

export interface PlotProps {
  readonly name: string;
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly yLabel: string;
  readonly log?: boolean;
  /** Lower end of a log axis: nothing is drawn below. */
  readonly floor?: number;
  /** Where a line stands across the plot. */
  readonly at?: number | undefined;
  /** A line along the plot. */
  readonly limit?: number | undefined;
  /** Hatched below the axis: from, to. */
  readonly failed?: readonly (readonly [number, number])[];
  readonly dark: boolean;
  readonly onPick?: (x: number) => void;
  readonly text?: (x: number) => string;
  readonly range?: readonly [number, number] | undefined;
  /** A value that the axis has room for. */
  readonly level?: number | undefined;
  /** The axis stays as it is while something is dragged along it. */
  readonly held?: boolean;
  /** After every drawing: for what stands over the plot. */
  readonly onDraw?: (scale: PlotScale) => void;
}

/** Values to places inside the area of the plot, px, and back. */
export interface PlotScale {
  readonly area: HTMLElement;
  toY(value: number): number;
  toValue(y: number): number;
  readonly low: number;
  readonly high: number;
}

/** The plot inside an element: made anew if its series or its colours change, else given new data. */
function useUPlot(props: PlotProps): { readonly current: HTMLDivElement | null } {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const shape = JSON.stringify([
    props.series.map(({ label, colour, dash, bars }) => [label, colour, dash, bars]),
    props.dark,
    props.log,
    props.floor,
  ]);

  useEffect(() => {
    const element = box.current!;
    const made = new uPlot(
      optionsOf(latest.current, element, () => latest.current),
      dataOf(latest.current),
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape]);

  useEffect(() => {
    plot.current?.setData(dataOf(props));
  });
  useEffect(() => listPlot(() => plot.current && { props: latest.current, canvas: plot.current.ctx.canvas }), []);
  return box;
}

export function Plot(props: PlotProps) {
  const box = useUPlot(props);
  const [place, setPlace] = useState<number | null>(null);
  const move = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key];
    if (steps === undefined || props.x.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const from = place ?? (props.at === undefined ? -1 : props.x.indexOf(props.at));
    const next = Math.min(props.x.length - 1, Math.max(0, from + steps));
    setPlace(next);
    props.onPick?.(props.x[next]!);
  };
  const spoken = place === null ? '' : (props.text?.(props.x[place]!) ?? '');
  return (
    <div
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={props.name}
      aria-valuemin={props.x[0] ?? 0}
      aria-valuemax={props.x.at(-1) ?? 0}
      aria-valuenow={props.at ?? props.x[place ?? 0] ?? 0}
      aria-valuetext={spoken || `${props.x.length} points`}
      onKeyDown={move}
      ref={box as { current: HTMLDivElement | null }}
    />
  );
}

function dataOf({ x, series, log, floor = 1e-30 }: PlotProps): uPlot.AlignedData {
  const shown = (value: number) =>
    log ? (value > floor ? value : Number.isNaN(value) ? null : floor) : Number.isFinite(value) ? value : null;
  return [[...x], ...series.map(({ values }) => values.map(shown))] as uPlot.AlignedData;
}

function optionsOf(props: PlotProps, element: HTMLElement, now: () => PlotProps): uPlot.Options {
  const style = getComputedStyle(element);
  const [ink, rule] = [style.getPropertyValue('--ink-soft'), style.getPropertyValue('--rule')];
  const font = '11px system-ui, sans-serif';
  const axis = {
    stroke: ink,
    font,
    labelFont: font,
    grid: { stroke: rule, width: 1 },
    ticks: { stroke: rule, width: 1, size: 4 },
  };
  return {
    width: Math.max(50, element.clientWidth),
    height: Math.max(50, element.clientHeight),
    legend: { show: false },
    padding: [8, 22, 0, 0],
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, range: (_, low, high) => rangeOf(now().range, low, high) },
      y: props.log ? { distr: 3, log: 10, range: (plot, low, high) => heights(plot, low, high, now()) } : {},
    },
    axes: [
      { ...axis, size: 26, space: 60, incrs: WHOLE },
      {
        ...axis,
        size: 62,
        space: 26,
        label: props.yLabel,
        labelSize: 16,
        labelGap: 0,
        ...(props.log && { splits: powers, values: powerLabels }),
      },
    ],
    series: [
      {},
      ...props.series.map(({ label, colour, dash, bars }) => ({
        label,
        stroke: colour,
        width: 1.5,
        points: { show: false },
        spanGaps: false,
        ...(dash && { dash: [...dash] }),
        ...(bars && { fill: `${colour}66`, paths: uPlot.paths.bars!({ size: [0.9, 12] }) }),
      })),
    ],
    hooks: {
      draw: [
        (plot) => {
          element.dataset.range = `${plot.scales.x!.min} ${plot.scales.x!.max}`;
          marks(plot, now(), style.getPropertyValue('--accent'), ink);
          now().onDraw?.(scaleOf(plot));
        },
      ],
      ready: [
        (plot) => {
          plot.over.addEventListener('pointerdown', (event) => follow(plot, event, now));
        },
      ],
    },
  };
}

/** Steps and iterates are counted. */
const WHOLE = [1, 2, 5]
  .flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((power) => digit * 10 ** power))
  .sort((p, q) => p - q);

const rangeOf = (range: PlotProps['range'], low: number, high: number): [number, number] =>
  range ? [range[0], Math.max(range[0] + 1, range[1])] : [low ?? 0, Math.max((low ?? 0) + 1, high ?? 1)];

function heights({ scales }: uPlot, low: number, high: number, { limit, level, held }: PlotProps): [number, number] {
  const { min, max } = scales.y!;
  return held && min && max ? [min, max] : decades(low, high, limit, level);
}

function scaleOf(plot: uPlot): PlotScale {
  return {
    area: plot.over,
    toY: (value) => plot.valToPos(value, 'y'),
    toValue: (y) => plot.posToVal(y, 'y'),
    low: plot.scales.y!.min!,
    high: plot.scales.y!.max!,
  };
}

function decades(low: number, high: number, ...more: readonly (number | undefined)[]): [number, number] {
  const values = [low, high, ...more].filter((v): v is number => v !== undefined && v !== null && v > 0);
  if (values.length === 0) return [1e-12, 1];
  const lo = Math.floor(Math.log10(Math.min(...values)) - 0.2);
  const hi = Math.ceil(Math.log10(Math.max(...values)) + 0.2);
  return [10 ** lo, 10 ** Math.max(hi, lo + 2)];
}

/** Whole powers of ten, not all of them if they are many. uPlot's own search does not end for values as small as 1e-30. */
function powers(plot: uPlot, _: number, low: number, high: number): number[] {
  const [from, to] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const most = Math.min(6, Math.max(1, plot.bbox.height / devicePixelRatio / 15 - 1));
  const every = Math.max(1, Math.ceil((to - from) / most));
  const list: number[] = [];
  for (let power = Math.ceil(from / every) * every; power <= to; power += every) list.push(Number(`1e${power}`));
  return list;
}

/** From the scale: uPlot rounds what it hands over. */
const powerLabels = (plot: uPlot): string[] =>
  powers(plot, 1, plot.scales.y!.min!, plot.scales.y!.max!).map((v) => `1e${Math.round(Math.log10(v))}`);

/** The line of the present place, and of the limit. */
function marks(plot: uPlot, { at, limit, failed = [] }: PlotProps, accent: string, ink: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  for (const range of failed) hatch(plot, range, ink);
  ctx.lineWidth = devicePixelRatio;
  if (limit !== undefined) {
    const y = Math.round(plot.valToPos(limit, 'y', true));
    ctx.strokeStyle = ink;
    ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
    line(ctx, bbox.left, y, bbox.left + bbox.width, y);
  }
  if (at !== undefined) {
    const x = Math.round(plot.valToPos(at, 'x', true));
    ctx.strokeStyle = accent;
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    if (x >= bbox.left && x <= bbox.left + bbox.width) line(ctx, x, bbox.top, x, bbox.top + bbox.height);
  }
  ctx.restore();
}

/** Lines that lean, in a band below the axis: seen without colour, and over no curve. */
function hatch(plot: uPlot, [from, to]: readonly [number, number], ink: string): void {
  const { ctx, bbox } = plot;
  const high = 6 * devicePixelRatio;
  const top = bbox.top + bbox.height + devicePixelRatio;
  const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
  const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true));
  if (right <= left) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, high);
  ctx.clip();
  ctx.strokeStyle = ink;
  ctx.lineWidth = devicePixelRatio;
  for (let x = left - (left % high) - high; x < right; x += 0.6 * high) line(ctx, x, top + high, x + high, top);
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** A press goes there, and the pointer is followed until it lets go: the first drag works too. */
function follow(plot: uPlot, event: PointerEvent, now: () => PlotProps): void {
  const { onPick } = now();
  if (!onPick || event.button !== 0) return;
  const area = plot.over;
  const go = (moved: PointerEvent) => onPick(plot.posToVal(moved.clientX - area.getBoundingClientRect().left, 'x'));
  area.setPointerCapture(event.pointerId);
  area.addEventListener('pointermove', go);
  area.addEventListener('pointerup', () => area.removeEventListener('pointermove', go), { once: true });
  area.addEventListener('pointercancel', () => area.removeEventListener('pointermove', go), { once: true });
  go(event);
}
