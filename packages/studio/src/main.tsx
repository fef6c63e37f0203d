/** Mounts the page, with its workers. */
import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { Page } from './panels/page.tsx';
import { open } from './session/open.ts';
import { type Port, Session } from './session/session.ts';

const workers = {
  studio: () => new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' }) as Port,
  allSolvers: () => new Worker(new URL('./worker/all-solvers-worker.ts', import.meta.url), { type: 'module' }) as Port,
};

const session = new Session(workers, { dark: matchMedia('(prefers-color-scheme: dark)').matches });
void open(session);
render(<Page session={session} />, document.body);
/** For tests and for people who look: the state, and what can be done. */
Object.assign(globalThis, { studio: session });
