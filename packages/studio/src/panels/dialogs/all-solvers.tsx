/** Every solver on the step that is shown: time against joules, one dot each. */

import { useEffect } from 'preact/hooks';
import type { SolverDot } from '../../protocol.ts';
import { largerOf, retake } from '../../session/cure.ts';
import { isProblemFile } from '../../session/state.ts';
import { joules, milliseconds } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

const [WIDTH, HEIGHT] = [440, 290];
const EDGE = { left: 58, right: 14, top: 10, bottom: 38 };
/** Powers of ten of the joules that are drawn; what is beyond stands at the edge. */
const FLOOR = -30;
const CEILING = 3;
const SLOW = 300; // ms

export function AllSolvers() {
  const session = useSession();
  const dots = usePart((state) => state.dots);
  const setup = usePart((state) => state.setup);
  if (!dots) return null;
  const fork = (solver: string) => {
    session.previewSolver(null);
    session.store.set({ dialog: null });
    if (dots.branch < 0) return; // a problem file has no run
    retake(session, dots, { ...setup, solver, options: {} });
  };
  const answered = dots.list.filter((dot) => dot.timeMs !== null);
  const sorted = [...dots.list].sort(
    (p, q) => largerOf(p) - largerOf(q) || (p.timeMs ?? Infinity) - (q.timeMs ?? Infinity),
  );
  return (
    <Modal title={`All solvers on step ${dots.step}`} beside>
      <Closing />
      <p class="soft" role="status">
        {dots.running ? `${dots.done} of ${dots.total || '…'} solvers` : `${dots.done} solvers`}, each from the start
        that the step had, with its own settings, alone in a worker. The error is the larger of energy error and
        friction consistency. Hover shows a solver's arrows and where its answer leads; a click takes the step again
        with it, in a fork.
      </p>
      <Scatter dots={answered} fork={fork} />
      <DotTable dots={sorted} fork={fork} />
    </Modal>
  );
}

/** The step as it was solved comes back when the trial is left. */
function Closing() {
  const session = useSession();
  useEffect(() => () => session.previewSolver(null), []);
  return null;
}

/** Shows a solver's answer while the pointer or the focus is on it; slow solvers are not solved again. */
function usePreview() {
  const session = useSession();
  const stored = usePart(isProblemFile);
  return ({ solver, timeMs }: SolverDot) => {
    const show = () => session.previewSolver(stored || timeMs === null || timeMs > SLOW ? null : solver);
    return { onPointerEnter: show, onFocusIn: show, onPointerLeave: () => session.previewSolver(null) };
  };
}

function DotTable({ dots, fork }: { readonly dots: readonly SolverDot[]; readonly fork: (solver: string) => void }) {
  const preview = usePreview();
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>solver</th>
            <th class="n">time</th>
            <th class="n">energy error</th>
            <th class="n">friction consistency</th>
            <th>status</th>
          </tr>
        </thead>
        <tbody>
          {dots.map((dot) => (
            <tr key={dot.solver} {...preview(dot)}>
              <td>
                <button type="button" class="link" disabled={dot.timeMs === null} onClick={() => fork(dot.solver)}>
                  {dot.solver}
                </button>
              </td>
              <td class="n">{dot.timeMs === null ? '—' : milliseconds(dot.timeMs)}</td>
              <td class="n">{joules(dot.energyError)}</td>
              <td class="n">{joules(dot.frictionConsistency)}</td>
              <td title={dot.reason ?? ''}>{dot.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Label {
  readonly dx: number;
  readonly dy: number;
  readonly anchor: 'start' | 'end' | 'middle';
}
/** Where a name may stand, the best first. */
const LABELS: readonly Label[] = [
  { dx: 9, dy: 4, anchor: 'start' },
  { dx: -9, dy: 4, anchor: 'end' },
  { dx: 0, dy: -9, anchor: 'middle' },
  { dx: 0, dy: 17, anchor: 'middle' },
];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const meet = (p: Box, q: Box): boolean => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;

/** Names beside their dots, the most accurate first; one that would hide a dot or another name is left to the pointer. */
function labelled(xs: readonly number[], ys: readonly number[], dots: readonly SolverDot[]): Map<string, Label> {
  const order = dots.map((_, k) => k).sort((p, q) => largerOf(dots[p]!) - largerOf(dots[q]!) || xs[p]! - xs[q]!);
  const marks = dots.map((_, k) => ({ left: xs[k]! - 6, right: xs[k]! + 6, top: ys[k]! - 6, bottom: ys[k]! + 6 }));
  const taken: Box[] = [];
  const labels = new Map<string, Label>();
  for (const k of order) {
    const width = 6.6 * dots[k]!.solver.length;
    const boxOf = ({ dx, dy, anchor }: Label): Box => {
      const left = xs[k]! + dx - { start: 0, end: width, middle: 0.5 * width }[anchor];
      return { left, right: left + width, top: ys[k]! + dy - 9, bottom: ys[k]! + dy + 3 };
    };
    const free = LABELS.find((label) => {
      const box = boxOf(label);
      const inside = box.left > EDGE.left && box.right < WIDTH && box.top > 0 && box.bottom < HEIGHT - EDGE.bottom;
      return inside && !taken.some((one) => meet(one, box)) && !marks.some((one, m) => m !== k && meet(one, box));
    });
    if (!free) continue;
    taken.push(boxOf(free));
    labels.set(dots[k]!.solver, free);
  }
  return labels;
}

/** Places on the picture: logarithms of ms and of J to pixels. */
function scalesOf(dots: readonly SolverDot[]) {
  const times = dots.map(({ timeMs }) => Math.log10(Math.max(1e-3, timeMs!)));
  const errors = dots.map((dot) => Math.min(CEILING, Math.max(FLOOR, Math.log10(Math.max(largerOf(dot), 1e-300)))));
  const t0 = Math.floor(Math.min(...times, 0));
  const t1 = Math.max(t0 + 2, Math.ceil(Math.max(...times, t0 + 2)));
  const [e0, e1] = [FLOOR, Math.max(0, Math.ceil(Math.max(...errors, -1)))];
  return {
    times,
    errors,
    t0,
    t1,
    e0,
    e1,
    x: (t: number) => EDGE.left + ((t - t0) / (t1 - t0)) * (WIDTH - EDGE.left - EDGE.right),
    y: (e: number) => HEIGHT - EDGE.bottom - ((e - e0) / (e1 - e0)) * (HEIGHT - EDGE.bottom - EDGE.top),
  };
}
type Scales = ReturnType<typeof scalesOf>;

function Scatter({ dots, fork }: { readonly dots: readonly SolverDot[]; readonly fork: (solver: string) => void }) {
  const solvers = usePart((state) => state.catalogue)?.solvers ?? [];
  const preview = usePreview();
  const scales = scalesOf(dots);
  const [xs, ys] = [scales.times.map(scales.x), scales.errors.map(scales.y)];
  const named = labelled(xs, ys, dots);
  return (
    <svg
      class="scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Time against error of every solver; the table below has the figures"
    >
      <Axes {...scales} />
      {dots.map((dot, k) => {
        const { color = 'gray', shape = '' } = solvers.find(({ name }) => name === dot.solver) ?? {};
        const label = named.get(dot.solver);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table below has a button for each
          <g
            key={dot.solver}
            class="dot"
            transform={`translate(${xs[k]} ${ys[k]})`}
            onClick={() => fork(dot.solver)}
            {...preview(dot)}
          >
            <title>
              {dot.solver}: {milliseconds(dot.timeMs!)}, {joules(largerOf(dot))}
            </title>
            <path d={shape} transform="scale(6)" fill={color} />
            {label && (
              <text x={label.dx} y={label.dy} text-anchor={label.anchor}>
                {dot.solver}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const ticks = (low: number, high: number, every: number) =>
  Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, k) => low + k * every);

function Axes({ t0, t1, e0, e1, x, y }: Scales) {
  return (
    <>
      {ticks(t0, t1, 1).map((t) => (
        <g key={t}>
          <line class="grid" x1={x(t)} x2={x(t)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
          <text x={x(t)} y={HEIGHT - EDGE.bottom + 15} text-anchor="middle">
            {t >= -2 && t <= 3 ? Number(`1e${t}`) : `1e${t}`}
          </text>
        </g>
      ))}
      {ticks(e0, e1, 5).map((e) => (
        <g key={e}>
          <line class="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(e)} y2={y(e)} />
          <text x={EDGE.left - 6} y={y(e) + 4} text-anchor="end">
            {e === FLOOR ? '≤ 1e-30' : `1e${e}`}
          </text>
        </g>
      ))}
      <text x={(WIDTH + EDGE.left) / 2} y={HEIGHT - 6} text-anchor="middle">
        time [ms]
      </text>
      <text transform={`translate(12 ${HEIGHT / 2}) rotate(-90)`} text-anchor="middle">
        error [J]
      </text>
    </>
  );
}
