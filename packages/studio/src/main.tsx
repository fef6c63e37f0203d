/** Mounts the page, with its workers. */

import outline from 'virtual:catalogue-outline';
import { render } from 'preact';
import './style.css';
import { Page } from './panels/page.tsx';
import { keepDetails } from './session/catalogue-details.ts';
import type { Port } from './session/engine-port.ts';
import { open } from './session/open.ts';
import { keepPreferences, storedPreferences } from './session/preferences.ts';
import { Session } from './session/session.ts';

const workers = {
  studio: () => new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' }) as Port,
  allSolvers: () => new Worker(new URL('./worker/all-solvers-worker.ts', import.meta.url), { type: 'module' }) as Port,
};

const preferences = storedPreferences();
const system = matchMedia('(prefers-color-scheme: dark)').matches;
const dark = preferences.theme === undefined || preferences.theme === 'system' ? system : preferences.theme === 'dark';
const session = new Session(workers, { ...preferences, dark, catalogue: outline });
keepDetails(session.store);
keepPreferences(session.store);
void open(session);
render(<Page session={session} />, document.body);
/** For tests and for people who look: the state, and what can be done. */
Object.assign(globalThis, { studio: session });
