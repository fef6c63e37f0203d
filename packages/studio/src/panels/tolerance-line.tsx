/** The tolerance: a line across the plot of errors that can be dragged, and what it costs in one sentence. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ErrorCurves, LEAST_TOLERANCE, type Tried } from '../answers.ts';
import type { PlotScale } from '../plots/plot.tsx';
import type { Session } from '../session/session.ts';
import {
  askCurves,
  asRun,
  type Cost,
  costOfAll,
  fits,
  MOST_TOLERANCE,
  nextTolerance,
  predicted,
  segmentOf,
  setTolerance,
  tryTolerance,
} from '../session/tolerance.ts';
import { medianOf } from '../session/tree.ts';
import { counted, short, shownNumber } from './numbers.ts';
import { usePart } from './session-context.ts';

/** ms after which a line that was moved counts as at rest. */
const REST = 300;

/** Where the line stands: over the area of the plot. */
export function placeLine(line: HTMLElement | null, { area, toY }: PlotScale, tolerance: number): void {
  const box = line?.parentElement?.getBoundingClientRect();
  if (!line || !box) return;
  const inside = area.getBoundingClientRect();
  line.style.top = `${Math.round(inside.top - box.top + toY(tolerance))}px`;
  line.style.left = `${inside.left - box.left}px`;
  line.style.width = `${inside.width}px`;
}

interface LineProps {
  readonly session: Session;
  readonly scale: RefObject<PlotScale | null>;
  readonly line: RefObject<HTMLDivElement | null>;
  /** The axis stays while the line is dragged. */
  readonly hold: (held: boolean) => void;
}

const unit = (value: number): string => `${shownNumber(value)} J`;

export function ToleranceLine({ session, scale, line, hold }: LineProps) {
  const tolerance = usePart((state) => state.tolerance);
  const press = (event: KeyboardEvent) => {
    const next = byKey(event.key, tolerance);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setTolerance(session, next);
  };
  const drag = (event: PointerEvent) => {
    const { current } = scale;
    if (event.button !== 0 || !current) return;
    const handle = event.currentTarget as HTMLElement;
    const { area, low, high, toValue } = current;
    const go = (moved: PointerEvent) => {
      const value = toValue(moved.clientY - area.getBoundingClientRect().top);
      setTolerance(session, Math.min(high, Math.max(low, value)));
    };
    const end = () => {
      handle.removeEventListener('pointermove', go);
      hold(false);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', go);
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
    hold(true);
  };
  return (
    <div
      class="tolerance"
      ref={line}
      role="slider"
      tabIndex={0}
      aria-label="Tolerance of the energy error"
      aria-orientation="vertical"
      aria-valuemin={LEAST_TOLERANCE}
      aria-valuemax={MOST_TOLERANCE}
      aria-valuenow={tolerance}
      aria-valuetext={unit(tolerance)}
      aria-describedby="tolerance-answer"
      title="Drag, or use the arrow keys: what this tolerance costs"
      onKeyDown={press}
      onPointerDown={drag}
    >
      <span>tolerance {unit(tolerance)}</span>
    </div>
  );
}

function byKey(key: string, value: number): number | undefined {
  if (key === 'ArrowUp' || key === 'ArrowRight') return nextTolerance(value, true);
  if (key === 'ArrowDown' || key === 'ArrowLeft') return nextTolerance(value, false);
  if (key === 'PageUp') return 10 * value;
  if (key === 'PageDown') return value / 10;
  return { Home: LEAST_TOLERANCE, End: MOST_TOLERANCE }[key];
}

/** One sentence, from the figures of every step and, once the line was moved, from steps that are solved again. */
export function ToleranceAnswer({ session }: { readonly session: Session }) {
  const tolerance = usePart((state) => state.tolerance);
  const dialled = usePart((state) => state.dialled);
  const curves = usePart((state) => state.curves);
  const tried = usePart((state) => state.tried);
  const playing = usePart((state) => state.playing);
  usePart((state) => state.figures);
  const segment = segmentOf(session.state);
  useEffect(() => {
    if (!dialled || playing) return;
    askCurves(session);
    const rests = setTimeout(() => tryTolerance(session), REST);
    return () => clearTimeout(rests);
  }, [dialled, playing, tolerance, curves?.ended, segment?.branch.id, segment?.from]);
  if (!segment || segment.to < segment.from) return null;
  const run = asRun(session.figures, segment, tolerance);
  const of = session.state.shown[0]?.branch;
  const known = curves && fits(curves, segment, of) ? curves : null;
  const again = tried?.ended && tried.tolerance === tolerance && fits(tried, segment, of) ? tried : null;
  const missed = `As run, ${run.missed} of ${counted(run.steps, 'step')} ${run.missed === 1 ? 'misses' : 'miss'} it.`;
  const cost = () => costSentence(known, again, tolerance, run.perIteration);
  return (
    <p class="tolerance-answer" id="tolerance-answer">
      {dialled ? cost() : `Tolerance ${unit(tolerance)}.`} {missed}
    </p>
  );
}

/** @param perIteration ms, as run; NaN if it is not known */
function costSentence(
  curves: ErrorCurves | null,
  tried: Tried | null,
  tolerance: number,
  perIteration: number,
): string {
  if (!curves || (curves.ended === null && curves.samples.length === 0)) return 'Solving some steps again…';
  const { solver, samples, ended } = curves;
  if (curves.direct) return `${solver} solves directly: no error per iteration, stopping earlier saves nothing.`;
  if (samples.length === 0)
    return ended === 'time'
      ? `${solver} without its own stopping test takes too long on a step to be looked at here.`
      : 'No state is kept from which a step could be solved again.';
  const first = predicted(curves, tolerance);
  if (first.of === 0)
    return `${solver} had no error per iteration to stop by in ${counted(samples.length, 'sampled step')}.`;
  const to = `${solver} to ${unit(tolerance)}`;
  if (!tried || tried.steps.length === 0)
    return `${to}: about ${costText(first, first.median * perIteration)}, from the starts that they had.`;
  return `${to}, run again: ${costText(costOfAll(tried.steps), medianOf(tried.steps.map(({ solveMs }) => solveMs)))}.`;
}

/** @param ms of a step; NaN if it is not known */
function costText({ of, median, most, missed }: Cost, ms: number): string {
  const time = Number.isNaN(ms) ? '' : `, ${short(ms)} ms`;
  const misses = `${missed === 0 ? 'none' : missed} of ${counted(of, 'sampled step')} ${missed === 1 ? 'misses' : 'miss'} it`;
  return `${counted(Math.round(median), 'iteration')} per step in the median (at most ${most})${time}; ${misses}`;
}
