/** What opens over the page: keys, palette, all solvers, stop conditions, the problem, a link. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ACTIONS } from '../session/actions.ts';
import { AllSolvers } from './all-solvers.tsx';
import { DatasetView } from './dataset.tsx';
import { ProblemView } from './problem-view.tsx';
import { SaveDialog } from './save.tsx';
import { usePart, useSession } from './session-context.ts';
import { Share } from './share.tsx';
import { Stops } from './stops.tsx';

export function Dialogs() {
  const dialog = usePart((state) => state.dialog);
  if (dialog === 'help') return <Help />;
  if (dialog === 'palette') return <Palette />;
  if (dialog === 'solvers') return <AllSolvers />;
  if (dialog === 'problem') return <ProblemView />;
  if (dialog === 'stops') return <Stops />;
  if (dialog === 'dataset') return <DatasetView />;
  if (dialog === 'save') return <SaveDialog />;
  if (dialog === 'share') return <Share />;
  return null;
}

/** Keeps the keys inside while it is open, and gives the focus back. */
export function Modal({
  title,
  wide,
  beside,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  /** At the right edge, so that the view stays in sight. */
  readonly beside?: boolean;
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
    <dialog
      class={`modal ${wide ? 'wide' : ''} ${beside ? 'beside' : ''}`}
      ref={box}
      aria-label={title}
      onCancel={close}
      onClose={close}
    >
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
