/**
 * The x-w plane of a contact's rows: lines of equal energy error, the set of solutions, and the path of the iterates through it.
 * EPTK19 Figs. 1, 2 and 4, live.
 */
import { energyParts } from '@signorini/engine/measures';
import { useState } from 'preact/hooks';
import type { Inspection, RowInfo } from '../protocol.ts';
import { figure, joules } from './numbers.ts';
import { useSession, useState$ } from './session-context.ts';

const SIZE = 220;
const PARTS = {
  upperImpulse: 'impulse above its bound',
  lowerImpulse: 'impulse below its bound',
  positiveVelocity: 'parts although it presses',
  negativeVelocity: 'goes on into the constraint',
} as const;

export function XwPlane({ contact }: { readonly contact: number }) {
  const session = useSession();
  const inspection = useState$((state) => state.inspection);
  const iterate = useState$((state) => state.iterate);
  const [which, setWhich] = useState(0);
  if (!inspection)
    return (
      <button type="button" class="quiet" onClick={() => session.inspect()}>
        Its rows, bounds and path through the x-w plane
      </button>
    );
  const rows = inspection.rows.flatMap((row, i) => (row.contact === contact ? [i] : []));
  const row = rows[Math.min(which, rows.length - 1)];
  if (row === undefined) return <p class="soft">Its rows are in another problem of this step.</p>;
  return (
    <div class="xw">
      <div class="tabs" role="tablist" aria-label="Rows of the contact">
        {rows.map((i, k) => (
          <button type="button" role="tab" aria-selected={i === row} key={i} onClick={() => setWhich(k)}>
            {inspection.rows[i]!.kind}
          </button>
        ))}
      </div>
      <Plane inspection={inspection} row={row} iterate={iterate} />
      <RowFigures inspection={inspection} row={row} iterate={iterate} />
    </div>
  );
}

interface RowAt {
  readonly inspection: Inspection;
  readonly row: number;
  readonly iterate: number;
}

/** x and w of a row at an iterate. */
export function pathOf({ k, rows, buffer }: Inspection, row: number): { readonly x: number; readonly w: number }[] {
  const numbers = new Float32Array(buffer);
  const [n, block] = [rows.length, k.length * rows.length];
  return k.map((_, place) => ({ x: numbers[block + place * n + row]!, w: numbers[2 * block + place * n + row]! }));
}

function RowFigures({ inspection, row, iterate }: RowAt) {
  const { x, w } = pathOf(inspection, row)[iterate] ?? { x: 0, w: 0 };
  const { a, lo, hi, unit, label } = inspection.rows[row]!;
  const parts = Object.entries(energyParts(a, x, w, lo ?? -Infinity, hi ?? Infinity)) as [keyof typeof PARTS, number][];
  return (
    <dl>
      <div class="line">
        <dt>row</dt>
        <dd>{label}</dd>
      </div>
      <div class="line">
        <dt>x, w</dt>
        <dd>
          {figure(x, unit)}, {figure(w, unit === 'N m s' ? 'rad/s' : 'm/s')}
        </dd>
      </div>
      <div class="line">
        <dt>bounds</dt>
        <dd>
          {lo === null ? '−∞' : figure(lo)} to {hi === null ? '∞' : figure(hi)} {unit}
        </dd>
      </div>
      {parts.map(([name, value]) => (
        <div class="line" key={name}>
          <dt>{PARTS[name]}</dt>
          <dd>{joules(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Plane({ inspection, row, iterate }: RowAt) {
  const path = pathOf(inspection, row);
  const info = inspection.rows[row]!;
  const { x: spanX, w: spanW, centre } = spansOf(path, info);
  const px = (x: number) => SIZE / 2 + ((x - centre) / spanX) * (SIZE / 2 - 8);
  const py = (w: number) => SIZE / 2 - (w / spanW) * (SIZE / 2 - 8);
  const line = path.map(({ x, w }) => `${px(x).toFixed(1)},${py(w).toFixed(1)}`).join(' ');
  const { x, w } = path[iterate] ?? { x: 0, w: 0 };
  return (
    <svg
      class="plane"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`x-w plane of ${info.label}: x ${figure(x, info.unit)}, w ${figure(w, 'm/s')}`}
    >
      {levels(info, spanX, spanW, centre).map((points, k) => (
        <polyline
          key={k}
          points={points.map(([u, v]) => `${px(u).toFixed(1)},${py(v).toFixed(1)}`).join(' ')}
          class="level"
        />
      ))}
      <polyline
        points={solutionsOf(info, spanX, spanW, centre)
          .map(([u, v]) => `${px(u).toFixed(1)},${py(v).toFixed(1)}`)
          .join(' ')}
        class="solutions"
      />
      <polyline points={line} class="path" />
      <circle cx={px(x)} cy={py(w)} r="4" class="here" />
      <text x={SIZE - 4} y={SIZE / 2 - 4} text-anchor="end">
        x [{info.unit}]
      </text>
      <text x={SIZE / 2 + 5} y="11">
        w [m/s]
      </text>
    </svg>
  );
}

/** Room for the path and for finite bounds. */
function spansOf(path: readonly { x: number; w: number }[], { a, lo, hi }: RowInfo) {
  const xs = [...path.map(({ x }) => x), ...[lo, hi].filter((v): v is number => v !== null), 0];
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const span = Math.max(0.6 * (high - low), 1e-9);
  const w = Math.max(...path.map((one) => Math.abs(one.w)), 0.2 * a * span, 1e-12) * 1.15;
  return { x: span, w, centre: 0.5 * (low + high) };
}

function solutionsOf({ lo, hi }: RowInfo, spanX: number, spanW: number, centre: number): [number, number][] {
  const [left, right] = [lo ?? centre - 1.2 * spanX, hi ?? centre + 1.2 * spanX];
  return [
    ...(lo === null ? [] : [[left, 1.2 * spanW] as [number, number]]),
    [left, 0],
    [right, 0],
    ...(hi === null ? [] : [[right, -1.2 * spanW] as [number, number]]),
  ];
}

/** Lines of equal energy error: the solutions moved along lines of slope a, by equal steps. */
function levels({ a, lo, hi }: RowInfo, spanX: number, spanW: number, centre: number): [number, number][][] {
  const [left, right] = [lo ?? centre - 3 * spanX, hi ?? centre + 3 * spanX];
  const step = Math.min(spanX, spanW / a) / 3;
  return [-3, -2, -1, 1, 2, 3].map((k) => {
    const d = k * step;
    return [
      ...(lo === null ? [] : [[left + d, 3 * spanW] as [number, number]]),
      [left + d, a * d],
      [right + d, a * d],
      ...(hi === null ? [] : [[right + d, -3 * spanW] as [number, number]]),
    ] as [number, number][];
  });
}
