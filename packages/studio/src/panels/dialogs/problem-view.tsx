/** The problem of a step: its size, where A is not zero, its rows, and the problem file. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { saveContent } from '../../files/save.ts';
import type { ProblemInfo } from '../../questions.ts';
import { figure } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

const MOST_ROWS = 200;

export function ProblemView() {
  const problem = usePart((state) => state.answers.problem);
  if (!problem) return <Modal title="Problem">…</Modal>;
  const { rows, x, step, branch, pattern } = problem;
  const active = rows.filter(({ lo, hi }, i) => x[i]! <= (lo ?? -Infinity) || x[i]! >= (hi ?? Infinity)).length;
  return (
    <Modal title={branch < 0 ? 'Problem' : `Problem of step ${step}`} wide>
      <p class="soft">
        A x + b = w, l ≤ x ≤ u: {rows.length} rows, {active} at a bound, {pattern.length / 2} entries of A that are not
        zero ({figure((50 * pattern.length) / rows.length ** 2)} %), in the order of the rows. Bold: the bound that a
        row is at.
      </p>
      <div class="two">
        <Pattern problem={problem} />
        <Rows problem={problem} />
      </div>
      <Saving problem={problem} />
    </Modal>
  );
}

function Saving({ problem: { step, document: text } }: { readonly problem: ProblemInfo }) {
  return (
    <p>
      <button type="button" onClick={() => saveContent(text, `step-${step}.json`)}>
        Save as a problem file, {figure(text.length / 1e3)} kB
      </button>{' '}
      <span class="soft">signorini solve step-{step}.json reads it.</span>
    </p>
  );
}

function Rows({ problem: { rows, x, w } }: { readonly problem: ProblemInfo }) {
  const session = useSession();
  const [from, setFrom] = useState(0);
  const select = (id: number) => session.store.set({ selection: { kind: 'contact', id }, dialog: null });
  const next = from + MOST_ROWS >= rows.length ? 0 : from + MOST_ROWS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section class="scroll" tabIndex={0} aria-label="Rows">
      <table>
        <thead>
          <tr>
            <th>row</th>
            {['l', 'x', 'u', 'w'].map((name) => (
              <th class="n" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(from, from + MOST_ROWS).map(({ label, lo, hi, unit, contact }, k) => (
            <tr key={from + k}>
              <td>
                {contact < 0 ? (
                  label
                ) : (
                  <button type="button" class="link" onClick={() => select(contact)}>
                    {label}
                  </button>
                )}
              </td>
              <td class={atBound(x[from + k]! <= (lo ?? -Infinity))}>{lo === null ? '−∞' : figure(lo)}</td>
              <td class="n">{figure(x[from + k]!, unit)}</td>
              <td class={atBound(x[from + k]! >= (hi ?? Infinity))}>{hi === null ? '∞' : figure(hi)}</td>
              <td class="n">{figure(w[from + k]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <button type="button" onClick={() => setFrom(next)}>
          Rows {from + 1} to {Math.min(rows.length, from + MOST_ROWS)} of {rows.length}: next
        </button>
      )}
    </section>
  );
}

/** The active set: a bound that holds its row is bold. */
const atBound = (isActive: boolean): string => (isActive ? 'n active' : 'n');

/** A dot per entry of A, in the order of the rows. */
function Pattern({ problem }: { readonly problem: ProblemInfo }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = usePart((state) => state.dark);
  useEffect(() => {
    const element = canvas.current!;
    const n = Math.max(1, problem.rows.length);
    const cell = n <= 90 ? Math.min(24, Math.floor(360 / n)) : 0; // px, of a small problem: with gaps
    const size = cell > 0 ? n * cell : Math.min(n, 800);
    element.classList.toggle('small', cell > 0);
    element.width = size;
    element.height = size;
    const context = element.getContext('2d')!;
    context.clearRect(0, 0, size, size);
    context.fillStyle = dark ? '#9fb4d6' : '#26407a';
    const scale = size / n;
    for (let k = 0; k < problem.pattern.length; k += 2)
      context.fillRect(
        problem.pattern[k + 1]! * scale,
        problem.pattern[k]! * scale,
        Math.max(1, scale - Number(cell > 3)),
        Math.max(1, scale - Number(cell > 3)),
      );
  }, [problem, dark]);
  return (
    <canvas
      class="pattern"
      ref={canvas}
      role="img"
      aria-label={`Entries of A that are not zero, ${problem.rows.length} rows`}
    />
  );
}
