/** The tolerance: a line across the plot of errors that can be dragged. What it costs is loaded once it was moved. */

import type { RefObject } from 'preact';
import type { PlotScale } from '../../plots/plot.tsx';
import { LEAST_TOLERANCE } from '../../questions.ts';
import type { Session } from '../../session/session.ts';
import { MOST_TOLERANCE, nextTolerance, setTolerance } from '../../session/tolerance-value.ts';
import { late } from '../late.tsx';
import { shownNumber } from '../numbers.ts';
import { usePart } from '../session-context.ts';

const Answer = late(async () => (await import('./tolerance-answer.tsx')).ToleranceAnswer);

export function ToleranceAnswer() {
  return usePart((state) => state.toleranceMoved) ? <Answer /> : null;
}

/** Places the line over the area of the plot. */
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

/** Its place on the axis: readers do not take 1e-24 for a number. */
const decades = (value: number): number => Number(Math.log10(value).toFixed(2));

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
      aria-valuemin={decades(LEAST_TOLERANCE)}
      aria-valuemax={decades(MOST_TOLERANCE)}
      aria-valuenow={decades(tolerance)}
      aria-valuetext={unit(tolerance)}
      aria-describedby="tolerance-answer"
      title="Drag, or use the arrow keys: what this tolerance costs"
      onKeyDown={press}
      onPointerDown={drag}
    >
      <span class="tolerance-tag">tolerance {unit(tolerance)}</span>
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
