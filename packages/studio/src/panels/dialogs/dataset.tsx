/** The problems of a dataset: number, size, joules; one is opened as a problem. */
import { useState } from 'preact/hooks';
import type { ProblemEntry } from '../../file-protocol.ts';
import { counted, joules } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

const MOST_ROWS = 200;

const ORDERS = {
  number: () => 0,
  rows: (entry: ProblemEntry) => entry.rows,
  stored: (entry: ProblemEntry) => entry.stored ?? -1,
  nothing: (entry: ProblemEntry) => entry.nothing ?? -1,
} as const;
type Order = keyof typeof ORDERS;

export function DatasetView() {
  const session = useSession();
  const dataset = usePart((state) => state.dataset);
  const [order, setOrder] = useState<Order>('number');
  const [from, setFrom] = useState(0);
  if (!dataset) return <Modal title="Dataset">…</Modal>;
  const { title, count, entries } = dataset;
  const places = entries.map((_, place) => place);
  const rank = (place: number) => ORDERS[order](entries[place]!);
  places.sort((p, q) => rank(q) - rank(p) || p - q);
  const next = from + MOST_ROWS >= places.length ? 0 : from + MOST_ROWS;
  const head = (name: Order, text: string) => (
    <th class={name === 'number' ? '' : 'n'} aria-sort={order === name ? 'descending' : 'none'}>
      <button type="button" class="link" onClick={() => setOrder(name)}>
        {text}
      </button>
    </th>
  );
  return (
    <Modal title={title} wide>
      <p class="soft" role="status">
        {counted(count, 'problem')}
        {entries.length < count ? `, ${entries.length} read so far` : ''}. A dataset has no shapes and no motion; a
        problem of it is solved, and shown with its rows and its iterates. A click on a head sorts.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {head('number', 'problem')}
              <th class="n">step</th>
              {head('rows', 'rows')}
              <th class="n">contacts</th>
              {head('stored', 'error of the stored answer')}
              {head('nothing', 'of doing nothing')}
            </tr>
          </thead>
          <tbody>
            {places.slice(from, from + MOST_ROWS).map((place) => (
              <Entry entry={entries[place]!} place={place} open={() => session.files.problem(place)} key={place} />
            ))}
          </tbody>
        </table>
        {places.length > MOST_ROWS && (
          <button type="button" onClick={() => setFrom(next)}>
            Problems {from + 1} to {Math.min(places.length, from + MOST_ROWS)} of {places.length}: next
          </button>
        )}
      </div>
    </Modal>
  );
}

function Entry({
  entry: { title, step, rows, contacts, stored, nothing, fault },
  place,
  open,
}: {
  readonly entry: ProblemEntry;
  readonly place: number;
  readonly open: () => void;
}) {
  return (
    <tr>
      <td>
        <button type="button" class="link" disabled={fault !== null} title={fault ?? ''} onClick={open}>
          {place + 1}
        </button>{' '}
        <span class="soft">{fault ?? title}</span>
      </td>
      <td class="n">{step ?? '—'}</td>
      <td class="n">{rows}</td>
      <td class="n">{contacts}</td>
      <td class="n">{joules(stored)}</td>
      <td class="n">{joules(nothing)}</td>
    </tr>
  );
}
