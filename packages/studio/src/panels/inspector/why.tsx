/** Why a contact or a step is wrong, what cures it, and what the cure was worth. */

import { useEffect, useRef } from 'preact/hooks';
import type { LoadPath, RowAnswer, Why } from '../../questions.ts';
import {
  type Choice,
  type Comparison,
  CURE_STEPS,
  chooseCure,
  compareCure,
  forkWithCure,
  largerOf,
  seekCure,
  type Taken,
} from '../../session/cure.ts';
import { type Dots, without } from '../../session/state.ts';
import { Line } from '../line.tsx';
import { counted, figure, joules, short, shownNumber } from '../numbers.ts';
import { openPanel } from '../panel-table.ts';
import { usePart, useSession } from '../session-context.ts';

export function WhyPanel() {
  const session = useSession();
  const why = usePart((state) => state.answers.why);
  const [main] = usePart((state) => state.shown);
  const cure = usePart((state) => state.cure);
  const box = useRef<HTMLElement>(null);
  useEffect(() => session.store.set({ cure: null }), [why]);
  useEffect(() => box.current?.scrollIntoView({ block: 'start' }), [why, cure]);
  if (!why) return null;
  const present = why.branch === main?.branch && why.step === main.step;
  return (
    <section class="why" aria-label="Why" ref={box}>
      <h2>
        Why, at step {why.step}
        <button
          type="button"
          class="link close-why"
          aria-label="Close why"
          onClick={() => session.store.set({ answers: without(session.state.answers, 'why'), cure: null })}
        >
          ×
        </button>
      </h2>
      {cure ? (
        <Outcome why={why} />
      ) : present ? (
        <Reasons why={why} />
      ) : (
        <button type="button" class="quiet" onClick={() => openPanel(session, 'why')}>
          Ask again, for the step that is shown
        </button>
      )}
    </section>
  );
}

function Reasons({ why }: { readonly why: Why }) {
  const session = useSession();
  const playing = usePart((state) => state.playing);
  const { subject, row, changes, path, solver } = why;
  useEffect(() => (playing ? undefined : seekCure(session, why)), [why, playing]);
  return (
    <>
      <p>
        <strong>{subject}</strong>: {joules(why.joules)} of the step's {joules(why.stepJoules)}.
      </p>
      <p>{partSentence(row)}</p>
      <Doctor why={why} />
      <CureSection why={why} solver={solver} />
      <h3>Where</h3>
      <dl>
        <Line name="worst row" text={row.label} />
        <Line name="bounds of x" text={`${bound(row.lo, '−∞')} to ${bound(row.hi, '∞')} ${row.unit}`} />
        <Line name="last changed" text={changes.absent ? '—' : changeText(why)} />
        {path && <Line name="masses on its load path" text={ratioText(path)} />}
        {path && (
          <Line name="condition along it" text={path.condition === null ? 'not measured' : short(path.condition)} />
        )}
      </dl>
      {changes.absent && <p class="soft">{changes.absent}</p>}
      {path && <p class="soft">{pathText(path)}</p>}
    </>
  );
}

const bound = (value: number | null, none: string): string => (value === null ? none : figure(value));
const speedUnit = (unit: string): string => (unit === 'N m s' ? 'rad/s' : 'm/s');

/** The largest of the four parts, in words. */
function partSentence({ parts, x, w, lo, hi, unit, kind, joules: value, shaped }: RowAnswer): string {
  const largest = parts.indexOf(Math.max(...parts));
  const [impulse, speed] = [figure(Math.abs(x), unit), figure(Math.abs(w), speedUnit(unit))];
  if (!(value > 0)) return 'Its rows have no error: there is nothing to explain.';
  const share = `${joules(value)} in its worst row: `;
  if (shaped)
    return `${share}a cone or a disc bounds the rows of its contact together. It moves at ${speed} with an impulse of ${impulse}.`;
  if (largest === 0)
    return `${share}its impulse of ${figure(x, unit)} is above its upper bound of ${bound(hi, '∞')} ${unit}.`;
  if (largest === 1)
    return `${share}its impulse of ${figure(x, unit)} is below its lower bound of ${bound(lo, '−∞')} ${unit}.`;
  if (kind === 'normal')
    return largest === 2
      ? `${share}the bodies part at ${speed} although the contact still presses with ${impulse}.`
      : `${share}the bodies go on into each other at ${speed}: the impulse of ${impulse} is too small.`;
  if (kind === 'bilateral')
    return `${share}what it holds drifts at ${speed}: the impulse of ${figure(x, unit)} is not the one that stops it.`;
  return `${share}it moves at ${speed} although its impulse of ${figure(x, unit)} has not reached its bound of ${bound(largest === 2 ? lo : hi, '∞')} ${unit}.`;
}

function changeText({ changes: { impulse, state, of, thinned } }: Why): string {
  const about = thinned ? 'about ' : '';
  const last = impulse === of ? `still in the last iterate, ${of}` : `iterate ${about}${impulse} of ${of}`;
  return `${last}; its state ${state === 0 ? 'never' : `in ${about}${state}`}`;
}

function ratioText({ bodies, massRatio, heavy, light }: LoadPath): string {
  if (massRatio > 1) return `${short(massRatio)} to 1 (${heavy}, ${light})`;
  return bodies.filter(({ mass }) => mass !== null).length > 1 ? 'equal' : 'one body moves';
}

const MOST_NAMES = 6;
function pathText({ bodies, grounded, rows }: LoadPath): string {
  const names = bodies.map(({ name }) => name);
  const shown = names.length <= MOST_NAMES ? names : [...names.slice(0, 3), '…', ...names.slice(-2)];
  return `Load path: ${shown.join(' → ')} (${counted(bodies.length, 'body').replace('bodys', 'bodies')}, ${counted(rows, 'row')}${grounded ? '' : ', nothing on it is held'}).`;
}

function Doctor({ why: { doctor } }: { readonly why: Why }) {
  const { warnings, notes, leftOut } = doctor;
  return (
    <>
      <h3>Doctor</h3>
      {warnings.map(({ check, sentence }) => (
        <p key={check} class="finding">
          <strong>{check}</strong>: {sentence}.
        </p>
      ))}
      {warnings.length === 0 && (
        <p>The doctor finds nothing to warn of in this step's problem{leftOut ? '' : ' or in the scene'}.</p>
      )}
      {notes.map(({ check, sentence }) => (
        <p key={`note ${check}`} class="soft">
          Note, {check}: {sentence}.
        </p>
      ))}
      {leftOut && <p class="soft">{leftOut}</p>}
    </>
  );
}

function CureSection({ why, solver }: { readonly why: Why; readonly solver: string }) {
  const session = useSession();
  const [main] = usePart((state) => state.shown);
  const dots = usePart((state) => state.dots);
  const setup = usePart((state) => state.setup);
  const tolerance = usePart((state) => state.tolerance);
  if (!main || dots?.branch !== why.branch || dots.step !== why.step) return null;
  const error = Math.max(main.energyError ?? 0, main.frictionConsistency ?? 0);
  const choice = chooseCure(dots.list, setup, error, tolerance);
  const dot = choice.kind === 'within' || (choice.kind === 'better' && !dots.running) ? choice.dot : null;
  return (
    <>
      <h3>Cure</h3>
      <p role="status">{cureSentence(choice, dots, { error, tolerance, solver })}</p>
      {dot && <ModelChange to={dot.solver} from={solver} />}
      {dot && (
        <button
          type="button"
          class="primary"
          onClick={() => forkWithCure(session, { ...setup, solver: dot.solver, options: {} })}
        >
          Fork with {dot.solver}, {CURE_STEPS} steps
        </button>
      )}
    </>
  );
}

interface Judged {
  readonly error: number;
  readonly tolerance: number;
  readonly solver: string;
}

function cureSentence(choice: Choice, { running, done, total }: Dots, { error, tolerance, solver }: Judged): string {
  const limit = `${shownNumber(tolerance)} J`;
  if (choice.kind === 'well')
    return `With ${joules(error)} the step is within the tolerance of ${limit}: it needs no cure.`;
  const tried = running ? `${done} of ${total || '…'} solvers tried on this step` : `of ${done} solvers on this step`;
  if (choice.kind === 'none')
    return running ? `${tried}: none better yet.` : `No other ${tried} is better than ${solver} with ${joules(error)}.`;
  const { solver: name, timeMs } = choice.dot;
  const figures = `${joules(largerOf(choice.dot))} in ${timeMs === 0 ? 'too short a time to measure' : `${short(timeMs)} ms`} instead of ${joules(error)}, the larger of energy error and friction consistency`;
  if (choice.kind === 'better' && running) return `${tried}: none is within ${limit} yet.`;
  const found =
    choice.kind === 'within'
      ? `${name} is the quickest within ${limit}: ${figures}`
      : `None is within ${limit}; ${name} comes nearest: ${figures}`;
  return running ? `So far (${tried}): ${found}.` : `${found} (${tried}).`;
}

/** A solver without cones solves boxes: then a fork changes the friction model too. */
function ModelChange({ from, to }: { readonly from: string; readonly to: string }) {
  const solvers = usePart((state) => state.catalogue)?.solvers ?? [];
  const chosen = usePart((state) => state.spec.frictionModel);
  const cones = (name: string) => solvers.find((one) => one.name === name)?.models.includes('cone') ?? false;
  if (chosen !== null || cones(from) === cones(to)) return null;
  const [before, after] = cones(from) ? ['cones', 'boxes'] : ['boxes', 'cones'];
  return (
    <p class="soft">
      Contacts that name no friction model are {before} with {from} and {after} with {to}.
    </p>
  );
}

/** Both branches over the steps that both have taken. */
function Outcome({ why }: { readonly why: Why }) {
  const session = useSession();
  const cure = usePart((state) => state.cure);
  const branches = usePart((state) => state.branches);
  const playing = usePart((state) => state.playing);
  usePart((state) => state.figures);
  const compared = cure && compareCure(cure, branches, session.figures, CURE_STEPS);
  if (!compared) return <p role="status">Forking before step {why.step}…</p>;
  return (
    <>
      <table class="cured">
        <thead>
          <tr>
            <th>branch</th>
            <th class="n">worst</th>
            <th class="n">median</th>
            <th class="n">solving</th>
          </tr>
        </thead>
        <tbody>
          <TakenRow taken={compared.before} />
          <TakenRow taken={compared.after} />
        </tbody>
      </table>
      <p role="status">{playing ? `After ${counted(compared.steps, 'step')}…` : outcomeSentence(compared)}</p>
    </>
  );
}

function TakenRow({ taken: { branch, worst, median, solveMs } }: { readonly taken: Taken }) {
  return (
    <tr>
      <td>{branch.name}</td>
      <td class="n">{joules(worst)}</td>
      <td class="n">{joules(median)}</td>
      <td class="n">{short(solveMs)} ms</td>
    </tr>
  );
}

function outcomeSentence({ from, steps, before, after }: Comparison): string {
  const over = `Over ${counted(steps, 'step')} of both branches, from step ${from} on`;
  if (after.worst < before.worst)
    return `${over}: the worst error (the larger of both) fell from ${joules(before.worst)} to ${joules(after.worst)}.`;
  return `${over}: it did not help. The worst error is ${joules(after.worst)}, it was ${joules(before.worst)}.`;
}
