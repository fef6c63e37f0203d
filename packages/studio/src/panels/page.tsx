/** The page: toolbar, three columns, strip; and the keys. */
import { useEffect } from 'preact/hooks';
import { actionOf } from '../session/actions.ts';
import type { Session } from '../session/session.ts';
import { Dialogs } from './dialogs.tsx';
import { Inspector } from './inspector.tsx';
import { SessionContext, useSession, useState$ } from './session-context.ts';
import { SetupPanel } from './setup-panel.tsx';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { Toolbar } from './toolbar.tsx';

export function Page({ session }: { readonly session: Session }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (!action || (session.state.dialog !== null && event.key !== 'Escape')) return;
      event.preventDefault();
      action.run(session);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session]);
  return (
    <SessionContext.Provider value={session}>
      <Theme />
      <Toolbar />
      <main class="main">
        <SetupPanel />
        <Stage />
        <Inspector />
      </main>
      <Strip />
      <PhoneTabs />
      <Notices />
      <Dialogs />
    </SessionContext.Provider>
  );
}

/** Follows the system until a theme is chosen. */
function Theme() {
  const session = useSession();
  const theme = useState$((state) => state.theme);
  const dark = useState$((state) => state.dark);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const update = () => {
      const chosen = session.state.theme;
      session.store.set({ dark: chosen === 'system' ? system.matches : chosen === 'dark' });
    };
    update();
    system.addEventListener('change', update);
    return () => system.removeEventListener('change', update);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }, [dark]);
  return null;
}

/** On a phone one side at a time. */
function PhoneTabs() {
  const session = useSession();
  const left = useState$((state) => state.left);
  const right = useState$((state) => state.right);
  useEffect(() => {
    document.documentElement.dataset.panel = left && !right ? 'left' : right && !left ? 'right' : 'view';
  }, [left, right]);
  const choose = (next: { left: boolean; right: boolean }) => session.store.set(next);
  return (
    <nav class="phone-tabs" aria-label="Parts of the page">
      <button type="button" aria-pressed={left && !right} onClick={() => choose({ left: true, right: false })}>
        Scene and solver
      </button>
      <button type="button" aria-pressed={left === right} onClick={() => choose({ left: true, right: true })}>
        View
      </button>
      <button type="button" aria-pressed={right && !left} onClick={() => choose({ left: false, right: true })}>
        Inspector
      </button>
    </nav>
  );
}

function Notices() {
  const session = useSession();
  const notices = useState$((state) => state.notices);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text }) => (
        <p class={`notice ${kind}`} key={id}>
          <span>{text}</span>
          <button type="button" class="icon" aria-label="Dismiss" onClick={() => session.dismiss(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
