/** A panel with a closed form as lines and measured values as points on them. */
import { axesOf, framed, type PanelFrame } from '../../plots/panels.ts';

interface LinePoint {
  readonly x: number;
  readonly y: number;
  /** Points of one line have the same number. */
  readonly line: number;
}

export function linesAndPoints(
  frame: PanelFrame,
  lines: readonly LinePoint[],
  points: readonly Pick<LinePoint, 'x' | 'y'>[],
): object {
  const axes = axesOf(frame);
  return framed(frame, [
    {
      data: { values: lines },
      mark: { type: 'line', strokeWidth: 1.4, color: '#616a6b', clip: true },
      encoding: { ...axes, detail: { field: 'line', type: 'nominal' } },
    },
    {
      data: { values: points },
      mark: { type: 'point', shape: 'square', filled: true, size: 36, color: '#c0392b', opacity: 1 },
      encoding: axes,
    },
  ]);
}
