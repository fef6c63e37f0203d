/** Inside a step: the iterations of its solve, their error, and where among the rows the joules are. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { Plot } from '../../plots/plot.tsx';
import type { Inspection, RowInfo } from '../../questions.ts';
import type { Session } from '../../session/session.ts';
import { branchColour, jouleColour, place } from '../../view/colours.ts';
import { joules } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

const SCALES = [1, 10, 100, 1000];

export function Inside() {
  const session = useSession();
  const inspection = usePart((state) => state.answers.inspection);
  if (!inspection)
    return (
      <div class="plotbox empty">
        <p class="soft">The solve of a step can be looked at iteration by iteration.</p>
        <button type="button" onClick={() => session.inspect()}>
          Look inside this step
        </button>
      </div>
    );
  if (inspection.absent !== null)
    return (
      <div class="plotbox empty">
        <p class="soft">{inspection.absent}</p>
      </div>
    );
  return (
    <div class="plotbox inside">
      <Iterations inspection={inspection} />
      <div class="two">
        <IteratePlot inspection={inspection} />
        <HeatMap inspection={inspection} />
      </div>
    </div>
  );
}

interface Of {
  readonly inspection: Inspection;
}

function Iterations({ inspection: { k, energy, changes, solver } }: Of) {
  const session = useSession();
  const iterate = usePart((state) => state.iterate);
  const scale = usePart((state) => state.ghostScale);
  const last = k.length - 1;
  return (
    <div class="iterations">
      <label>
        <span class="figures">
          {solver}: iterate {k[iterate]} of {k[last]}, <strong>{joules(energy[iterate])}</strong>, {changes[iterate]}{' '}
          rows changed their state
        </span>
        <input
          type="range"
          aria-label="Iterate"
          aria-valuetext={`iterate ${k[iterate]}, ${joules(energy[iterate])}`}
          min={0}
          max={last}
          value={iterate}
          onInput={(event) => session.setIterate(Number(event.currentTarget.value))}
        />
      </label>
      <label class="field">
        <span>ghost ×</span>
        <select
          value={String(scale)}
          onChange={(event) => session.setIterate(iterate, Number(event.currentTarget.value))}
        >
          {SCALES.map((one) => (
            <option key={one} value={String(one)}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function IteratePlot({ inspection: { branch, k, energy, natural } }: Of) {
  const session = useSession();
  const iterate = usePart((state) => state.iterate);
  const dark = usePart((state) => state.dark);
  return (
    <Plot
      name="Error of every iterate"
      x={k}
      yLabel="error [J]"
      log
      floor={1e-30}
      dark={dark}
      series={[
        { label: 'energy', colour: branchColour(Math.max(0, branch)), values: energy },
        { label: 'natural residual (mixes N s and m/s)', colour: '#888888', dash: [3, 3], values: natural },
      ]}
      at={k[iterate]}
      onPick={(wanted) => session.setIterate(nearest(k, wanted))}
      text={(one) => `iterate ${one}: ${joules(energy[k.indexOf(one)])}`}
    />
  );
}

function nearest(list: readonly number[], wanted: number): number {
  let best = 0;
  list.forEach((value, index) => {
    if (Math.abs(value - wanted) < Math.abs(list[best]! - wanted)) best = index;
  });
  return best;
}

const ORDERS = ['solver', 'height', 'contact'] as const;
type Order = (typeof ORDERS)[number];

/** Rows from top to bottom: as the solver has them, the highest contacts first, or contact by contact. Rows of joints come last. */
function ordered(session: Session, { rows }: Inspection, order: Order): number[] {
  const places = rows.map((_, row) => row);
  if (order === 'solver') return places;
  const height = new Map(session.contacts().map(({ id, point }) => [id, point[2]!]));
  const rank = ({ contact }: RowInfo) =>
    contact < 0 ? Infinity : order === 'contact' ? contact : -(height.get(contact) ?? -Infinity);
  return places.sort((p, q) => rank(rows[p]!) - rank(rows[q]!) || p - q);
}

/** How many rows changed their state in each iterate, over the columns of the heat map. */
function Changes({ inspection: { k, changes } }: Of) {
  const most = Math.max(1, ...changes);
  return (
    <svg
      class="changes"
      viewBox={`0 0 ${k.length} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Rows that changed their state in each iterate, ${most} at most`}
    >
      {changes.map((count, column) => (
        <rect key={column} x={column + 0.1} y={1 - count / most} width="0.8" height={count / most} />
      ))}
    </svg>
  );
}

interface Ordering extends Of {
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
}

function HeatCaption({ inspection: { rows, changes }, order, setOrder }: Ordering) {
  return (
    <figcaption>
      <span>
        bars: rows that changed their state, {Math.max(...changes)} at most; colours: joules of {rows.length} rows
      </span>
      <label class="field">
        <span>by</span>
        <select
          aria-label="Order of the rows"
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as Order)}
        >
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {one === 'solver' ? "solver's order" : one}
            </option>
          ))}
        </select>
      </label>
    </figcaption>
  );
}

/** Rows from top to bottom, iterates from left to right; a click selects the contact of a row. */
function HeatMap({ inspection }: Of) {
  const session = useSession();
  const iterate = usePart((state) => state.iterate);
  const dark = usePart((state) => state.dark);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [order, setOrder] = useState<Order>('solver');
  const { k, rows, buffer } = inspection;
  const places = ordered(session, inspection, order);
  useEffect(() => {
    const element = canvas.current!;
    element.width = k.length;
    element.height = rows.length;
    const context = element.getContext('2d')!;
    const image = context.createImageData(k.length, rows.length);
    const numbers = new Float32Array(buffer);
    for (let column = 0; column < k.length; column++)
      for (let row = 0; row < rows.length; row++) {
        const colour = jouleColour(place(numbers[column * rows.length + places[row]!]!), dark ? 'dark' : 'light');
        const at = 4 * (row * k.length + column);
        for (let c = 0; c < 3; c++) image.data[at + c] = Math.round(255 * colour[c]!);
        image.data[at + 3] = 255;
      }
    context.putImageData(image, 0, 0);
  }, [inspection, dark, order]);
  const choose = (event: MouseEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const row = rows[places[Math.floor(((event.clientY - area.top) / area.height) * rows.length)] ?? -1];
    const column = Math.floor(((event.clientX - area.left) / area.width) * k.length);
    session.setIterate(Math.min(k.length - 1, Math.max(0, column)));
    if (row && row.contact >= 0) session.store.set({ selection: { kind: 'contact', id: row.contact } });
  };
  return (
    <figure class="heat">
      <Changes inspection={inspection} />
      <canvas
        ref={canvas}
        onClick={choose}
        role="img"
        aria-label={`Energy error of ${rows.length} rows over ${k.length} iterates`}
      />
      <i style={{ left: `${(100 * (iterate + 0.5)) / k.length}%` }} />
      <HeatCaption inspection={inspection} order={order} setOrder={setOrder} />
    </figure>
  );
}
