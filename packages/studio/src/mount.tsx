/** Mounts the page with its workers, wherever they come from. */
import outline from 'virtual:catalogue-outline';
import { render } from 'preact';
import './style.css';
import { Page } from './panels/page.tsx';
import { keepDetails } from './session/catalogue-details.ts';
import { open, openOnChange } from './session/open.ts';
import { keepPreferences, storedPreferences } from './session/preferences.ts';
import { Session, type Workers } from './session/session.ts';

export function mount(workers: Workers): void {
  const asked = new URLSearchParams(location.search);
  const embedded = asked.get('embed') === '1';
  const preferences = embedded ? themeOf(asked.get('theme')) : storedPreferences();
  const system = matchMedia('(prefers-color-scheme: dark)').matches;
  const { theme = 'system' } = preferences;
  const dark = theme === 'system' ? system : theme === 'dark';
  const panels = embedded ? { left: false, right: false } : {};
  const session = new Session(workers, { ...preferences, ...panels, dark, embedded, catalogue: outline });
  keepDetails(session.store);
  if (embedded) document.documentElement.dataset.embedded = '';
  else keepPreferences(session.store);
  void open(session);
  openOnChange(session);
  render(<Page session={session} />, document.body);
  /** For tests and the console: the session with its state. */
  Object.assign(globalThis, { studio: session });
}

/** Inside another page: as that page says. */
const themeOf = (theme: string | null) => (theme === 'light' || theme === 'dark' ? ({ theme } as const) : {});
