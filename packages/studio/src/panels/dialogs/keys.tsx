/** Every action: as a list of keys, and as a list to search. */
import { useState } from 'preact/hooks';
import { ACTIONS } from '../actions.ts';
import { useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

export function Help() {
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

export function Palette() {
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
