/**
 * The x-w plane of a contact's rows: lines of equal energy error, the set of solutions, and the path of the iterates through it.
 * EPTK19 Figs. 1, 2 and 4, live.
 */

import { useState } from 'preact/hooks';
import { type Inspection, ROW_NUMBERS, type RowInfo } from '../../questions.ts';
import { rowNumbersOf } from '../../session/state.ts';
import { Line } from '../line.tsx';
import { figure, joules } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

const SIZE = 220;
/** Parts of the energy error, in the order of ROW_NUMBERS. */
const PARTS = [
  'impulse above its bound',
  'impulse below its bound',
  'parts although it presses',
  'goes on into the constraint',
];

export function XwPlane({ contact }: { readonly contact: number }) {
  const session = useSession();
  const inspection = usePart((state) => state.answers.inspection);
  const iterate = usePart((state) => state.iterate);
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
function pathOf({ k, rows, buffer }: Inspection, row: number): { readonly x: number; readonly w: number }[] {
  const numbers = new Float32Array(buffer);
  const [n, block] = [rows.length, k.length * rows.length];
  return k.map((_, place) => ({ x: numbers[block + place * n + row]!, w: numbers[2 * block + place * n + row]! }));
}

function RowFigures({ inspection, row }: RowAt) {
  const numbers = usePart(rowNumbersOf);
  if (!numbers) return null;
  const [x, w, lo, hi, ...parts] = numbers.subarray(ROW_NUMBERS * row, ROW_NUMBERS * (row + 1));
  const { unit, label } = inspection.rows[row]!;
  const bound = (value: number) => (Number.isFinite(value) ? figure(value) : value < 0 ? '−∞' : '∞');
  return (
    <dl>
      <Line name="row" text={label} />
      <Line name="x" text={figure(x!, unit)} />
      <Line name="w" text={figure(w!, velocityUnit(unit))} />
      <Line name="bounds of x" text={`${bound(lo!)} to ${bound(hi!)} ${unit}`} />
      {PARTS.map((name, k) => (
        <Line name={name} text={joules(parts[k])} key={name} />
      ))}
    </dl>
  );
}

const velocityUnit = (unit: string): string => (unit === 'N m s' ? 'rad/s' : 'm/s');

function Plane({ inspection, row, iterate }: RowAt) {
  const path = pathOf(inspection, row);
  const info = inspection.rows[row]!;
  const { x: spanX, w: spanW, centre } = spansOf(path, info);
  const px = (x: number) => SIZE / 2 + ((x - centre) / spanX) * (SIZE / 2 - 8);
  const py = (w: number) => SIZE / 2 - (w / spanW) * (SIZE / 2 - 8);
  const line = path.map(({ x, w }) => `${px(x).toFixed(1)},${py(w).toFixed(1)}`).join(' ');
  const { x, w } = path[iterate] ?? { x: 0, w: 0 };
  const [measure, setMeasure] = useState<Measure>('energy');
  const across = (u: number) => centre + ((u * SIZE - SIZE / 2) / (SIZE / 2 - 8)) * spanX;
  const up = (v: number) => ((SIZE / 2 - v * SIZE) / (SIZE / 2 - 8)) * spanW;
  const lines = measure === 'energy' ? [] : isolines((u, v) => residual(measure, info, across(u), up(v)));
  return (
    <figure class="plane-figure">
      <MeasureChoice measure={measure} setMeasure={setMeasure} />
      <svg
        class="plane"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`x-w plane of ${info.label}: x ${figure(x, info.unit)}, w ${figure(w, 'm/s')}`}
      >
        {lines.map((d, k) => (
          <path key={k} d={d} class="level" />
        ))}
        {(measure === 'energy' ? levels(info, spanX, spanW, centre) : []).map((points, k) => (
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
        <line class="axis" x1="0" x2={SIZE} y1={py(0)} y2={py(0)} />
        <circle cx={px(x)} cy={py(w)} r="4" class="here" />
        <text x="5" y="14">
          w to {figure(spanW, velocityUnit(info.unit))}
        </text>
        <text x={SIZE - 5} y={SIZE - 6} text-anchor="end">
          x from {figure(centre - spanX)} to {figure(centre + spanX, info.unit)}
        </text>
      </svg>
    </figure>
  );
}

interface Measured {
  readonly measure: Measure;
  readonly setMeasure: (measure: Measure) => void;
}

function MeasureChoice({ measure, setMeasure }: Measured) {
  return (
    <figcaption class="soft">
      blue: solutions; grey lines: equal
      <label class="field">
        <select
          aria-label="Measure of the grey lines"
          value={measure}
          onChange={(event) => setMeasure(event.currentTarget.value as Measure)}
        >
          <option value="energy">energy error</option>
          <option value="natural">natural residual</option>
          <option value="fischer">Fischer-Burmeister</option>
        </select>
      </label>
    </figcaption>
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

const MEASURES = ['energy', 'natural', 'fischer'] as const;
export type Measure = (typeof MEASURES)[number];

const mid = (lo: number, v: number, hi: number): number => Math.min(Math.max(lo, v), hi);
const fischerBurmeister = (p: number, q: number): number => Math.hypot(p, q) - p - q;

/** The residual of a row at a point of the plane; its lines of equal size are drawn. */
function residual(measure: Measure, { lo, hi }: RowInfo, x: number, w: number): number {
  const [low, high] = [lo ?? -Infinity, hi ?? Infinity];
  if (measure === 'natural') return Math.abs(x - mid(low, x - w, high));
  const upper = Number.isFinite(high) ? fischerBurmeister(high - x, -w) : w;
  return Math.abs(Number.isFinite(low) ? fischerBurmeister(x - low, -upper) : upper);
}

const GRID = 56;
const SHARES = [0.05, 0.15, 0.3, 0.5, 0.7];

/** Lines on which a function has equal sizes, shares of its largest, as pieces between the edges of a grid. @param of a point of the unit square */
function isolines(of: (u: number, v: number) => number): string[] {
  const value = Array.from({ length: GRID + 1 }, (_, j) =>
    Array.from({ length: GRID + 1 }, (__, i) => of(i / GRID, j / GRID)),
  );
  const most = Math.max(...value.flat());
  return SHARES.map((share) => {
    const size = share * most;
    const pieces: string[] = [];
    for (let j = 0; j < GRID; j++)
      for (let i = 0; i < GRID; i++) {
        const corners = [
          [i, j],
          [i + 1, j],
          [i + 1, j + 1],
          [i, j + 1],
        ] as const;
        const ends = corners.flatMap(([p, q], k) => {
          const [r, s] = corners[(k + 1) % 4]!;
          const [f, g] = [value[q]![p]! - size, value[s]![r]! - size];
          if (f < 0 === g < 0) return [];
          const t = f / (f - g);
          return [
            `${((SIZE * (p + t * (r - p))) / GRID).toFixed(1)} ${((SIZE * (q + t * (s - q))) / GRID).toFixed(1)}`,
          ];
        });
        if (ends.length >= 2) pieces.push(`M${ends[0]}L${ends[1]}`);
      }
    return pieces.join('');
  });
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
