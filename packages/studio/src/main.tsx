/** Mounts the page, with its workers. The scene may be named in the address: #scene=winch&solver=pgs. */
import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { Page } from './panels/page.tsx';
import { type Port, Session } from './session/session.ts';
import { FIRST, FIRST_SETUP } from './session/state.ts';

const workers = {
  studio: () => new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' }) as Port,
  allSolvers: () => new Worker(new URL('./worker/all-solvers-worker.ts', import.meta.url), { type: 'module' }) as Port,
};

const asked = new URLSearchParams(location.hash.slice(1));
const session = new Session(workers, { dark: matchMedia('(prefers-color-scheme: dark)').matches });
const scene = asked.get('scene');
const solver = asked.get('solver');
session.open(
  scene === null ? FIRST.spec : { ...FIRST.spec, source: { kind: 'catalogue', name: scene, parameters: {} } },
  solver === null ? FIRST_SETUP : { ...FIRST_SETUP, solver },
  asked.get('play') !== 'no',
);
render(<Page session={session} />, document.body);
/** For tests and for people who look: the state, and what can be done. */
Object.assign(globalThis, { studio: session });
