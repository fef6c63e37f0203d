/** The page: toolbar, three columns, strip; and the keys. */
import { useEffect, useState } from 'preact/hooks';
import { openFile } from '../files/open-file.ts';
import type { Session } from '../session/session.ts';
import { actionOf } from './actions.ts';
import { Inspector } from './inspector/inspector.tsx';
import { late } from './late.tsx';
import { PANELS } from './panel-table.ts';
import { SessionContext, usePart, useSession } from './session-context.ts';
import { SetupPanel } from './setup-panel.tsx';
import { Splitter, useSizes } from './splitter.tsx';
import { Stage } from './stage/stage.tsx';
import { Strip } from './strip/strip.tsx';
import { EmbedBar, Toolbar } from './toolbar.tsx';

const NOTE_TIME = 8000; // ms: a notice lies over the view
const Help = late(async () => (await import('./dialogs/keys.tsx')).Help);
const Palette = late(async () => (await import('./dialogs/keys.tsx')).Palette);

export function Page({ session }: { readonly session: Session }) {
  useEffect(() => {
    const unkey = listenToKeys(session);
    const undrop = acceptDrops(session);
    return () => {
      unkey();
      undrop();
    };
  }, [session]);
  return (
    <SessionContext.Provider value={session}>
      <Theme />
      {session.state.embedded ? <EmbedBar /> : <Toolbar />}
      <Main />
      <Strip />
      {!session.state.embedded && <PhoneTabs />}
      <Notices />
      <OpenDialog />
    </SessionContext.Provider>
  );
}

/**
 * Notes when the focus moves if a key or the pointer moved it. At the next key that is too late: `:focus-visible` then matches also
 * what the pointer left focused.
 */
function listenToKeys(session: Session): () => void {
  let keyed = true; // what was used last
  let byKeys = true; // the focus came so
  const press = (event: KeyboardEvent) => {
    keyed = true;
    const action = actionOf(event, byKeys);
    if (!action || (session.state.dialog !== null && event.key !== 'Escape')) return;
    event.preventDefault();
    if (!byKeys) (document.activeElement as HTMLElement | null)?.blur(); // some browsers press a button when the key is let go
    action.run(session);
  };
  const point = () => {
    keyed = byKeys = false; // a click on what has the focus already moves none
  };
  const focus = () => {
    byKeys = keyed;
  };
  addEventListener('keydown', press);
  addEventListener('pointerdown', point, { capture: true });
  addEventListener('focusin', focus);
  return () => {
    removeEventListener('keydown', press);
    removeEventListener('pointerdown', point, { capture: true });
    removeEventListener('focusin', focus);
  };
}

function Main() {
  const left = usePart((state) => state.left);
  const right = usePart((state) => state.right);
  const strip = usePart((state) => state.strip);
  useSizes();
  useEffect(() => {
    document.documentElement.dataset.strip = strip ? 'open' : 'closed';
  }, [strip]);
  return (
    <main class={`main ${left ? '' : 'no-left'} ${right ? '' : 'no-right'}`}>
      <SetupPanel />
      <Stage />
      <Inspector />
      {left && <Splitter of="left" />}
      {right && <Splitter of="right" />}
      {strip && <Splitter of="strip" />}
    </main>
  );
}

function OpenDialog() {
  const dialog = usePart((state) => state.dialog);
  if (dialog === null) return null;
  const Panel = dialog === 'help' ? Help : dialog === 'palette' ? Palette : PANELS[dialog]!.Panel;
  return <Panel />;
}

/** A file that is dropped anywhere is opened. */
function acceptDrops(session: Session): () => void {
  const over = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) openFile(session, file);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

/** Follows the system until a theme is chosen. */
function Theme() {
  const session = useSession();
  const theme = usePart((state) => state.theme);
  const dark = usePart((state) => state.dark);
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
  const left = usePart((state) => state.left);
  const right = usePart((state) => state.right);
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
  const notices = usePart((state) => state.notices);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text }) => (
        <NoticeLine key={id} kind={kind} text={text} leave={() => session.dismiss(id)} />
      ))}
    </div>
  );
}

interface NoticeProps {
  readonly kind: 'note' | 'error';
  readonly text: string;
  readonly leave: () => void;
}

/** Notes leave by themselves unless the pointer is over them; errors stay. */
function NoticeLine({ kind, text, leave }: NoticeProps) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (kind === 'error' || held) return;
    const timer = setTimeout(leave, NOTE_TIME);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <p class={`notice ${kind}`} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <span>{text}</span>
      <button type="button" class="icon" aria-label="Dismiss" onClick={leave}>
        ×
      </button>
    </p>
  );
}
