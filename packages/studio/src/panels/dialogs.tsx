/** What opens over the page: keys, palette, all solvers, stop conditions, the problem. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StopCondition } from '../protocol.ts';
import { ACTIONS } from '../session/actions.ts';
import { AllSolvers } from './all-solvers.tsx';
import { ProblemView } from './problem-view.tsx';
import { useSession, useState$ } from './session-context.ts';

export function Dialogs() {
  const dialog = useState$((state) => state.dialog);
  if (dialog === 'help') return <Help />;
  if (dialog === 'palette') return <Palette />;
  if (dialog === 'solvers') return <AllSolvers />;
  if (dialog === 'problem') return <ProblemView />;
  if (dialog === 'stops') return <Stops />;
  return null;
}

/** Keeps the keys inside while it is open, and gives the focus back. */
export function Modal({
  title,
  wide,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}) {
  const session = useSession();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const close = () => session.store.set({ dialog: null });
  return (
    <dialog class={wide ? 'modal wide' : 'modal'} ref={box} aria-label={title} onCancel={close} onClose={close}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

function Help() {
  return (
    <Modal title="Keys">
      <table class="keys">
        <tbody>
          {ACTIONS.filter(({ keys }) => keys.length > 0).map(({ title, keys }) => (
            <tr key={title}>
              <td>
                {keys.map((key) => (
                  <kbd key={key}>{key.replace('Arrow', '')}</kbd>
                ))}
              </td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">
        Drag turns the view, right drag moves it, the wheel zooms. Shift and drag pulls a body. A click selects a
        contact or a body. Forces are on B by A, as the solver returned them for the step that is shown.
      </p>
    </Modal>
  );
}

function Palette() {
  const session = useSession();
  const [text, setText] = useState('');
  const found = ACTIONS.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const run = (index: number) => {
    const action = found[index];
    session.store.set({ dialog: null });
    action?.run(session);
  };
  return (
    <Modal title="Find an action">
      <input
        type="text"
        aria-label="Action"
        placeholder="fork, worst, dark…"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && run(0)}
      />
      <ul class="palette">
        {found.map(({ title, keys }, index) => (
          <li key={title}>
            <button type="button" class="link" onClick={() => run(index)}>
              <span>{title}</span>
              <span class="soft">{keys.join(' ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

const LIMITS = {
  energyError: ['energy error', 'J', 1e-6],
  frictionConsistency: ['friction consistency', 'J', 1e-6],
  deepest: ['deepest overlap', 'm', 1e-3],
  fastest: ['speed of a body', 'm/s', 10],
} as const;
type Limit = keyof typeof LIMITS;

function Stops() {
  const session = useSession();
  const conditions = useState$((state) => state.conditions);
  const [kind, setKind] = useState<StopCondition['kind']>('energyError');
  const [above, setAbove] = useState('1e-6');
  const [pair, setPair] = useState({ a: '', b: '' });
  const scene = useState$((state) => state.scene);
  const add = () => {
    const value = Number(above);
    if (kind in LIMITS && !(value >= 0)) session.say(`Expected a number, found ${above || 'nothing'}.`, 'error');
    else if (kind === 'unsolved') session.setStops([...conditions, { kind }]);
    else if (kind === 'contact') session.setStops([...conditions, { kind, ...pair }]);
    else session.setStops([...conditions, { kind, above: value }]);
  };
  const names = ['', ...(scene?.bodies.map(({ name }) => name) ?? [])];
  return (
    <Modal title="Pause when">
      <ul class="conditions">
        {conditions.length === 0 && <li class="soft">Nothing stops the run yet.</li>}
        {conditions.map((condition, k) => (
          <li key={k}>
            {textOf(condition)}
            <button
              type="button"
              class="link"
              onClick={() => session.setStops(conditions.filter((_, other) => other !== k))}
            >
              remove
            </button>
          </li>
        ))}
      </ul>
      <div class="fields">
        <select
          aria-label="What"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as StopCondition['kind'])}
        >
          {(Object.keys(LIMITS) as Limit[]).map((name) => (
            <option value={name} key={name}>
              {LIMITS[name][0]} above
            </option>
          ))}
          <option value="unsolved">a solve does not converge</option>
          <option value="contact">a contact begins</option>
        </select>
        {kind in LIMITS && (
          <label class="field">
            <input
              type="text"
              aria-label="Limit"
              value={above}
              onInput={(event) => setAbove(event.currentTarget.value)}
            />
            <span>{LIMITS[kind as Limit][1]}</span>
          </label>
        )}
        {kind === 'contact' &&
          (['a', 'b'] as const).map((side) => (
            <select
              key={side}
              aria-label={`Body ${side}`}
              value={pair[side]}
              onChange={(event) => setPair({ ...pair, [side]: event.currentTarget.value })}
            >
              {names.map((name) => (
                <option value={name} key={name}>
                  {name || 'anything'}
                </option>
              ))}
            </select>
          ))}
        <button type="button" onClick={add}>
          Add
        </button>
      </div>
      <p class="soft">
        Conditions hold for all branches that are shown. <kbd>[</kbd> and <kbd>]</kbd> go to the previous and the next
        step that meets one.
      </p>
    </Modal>
  );
}

function textOf(condition: StopCondition): string {
  if (condition.kind === 'unsolved') return 'a solve does not converge';
  if (condition.kind === 'contact')
    return `a contact of ${condition.a || 'anything'} with ${condition.b || 'anything'} begins`;
  const [words, unit] = LIMITS[condition.kind];
  return `${words} above ${condition.above} ${unit}`;
}
