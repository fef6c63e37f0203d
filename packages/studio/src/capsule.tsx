/** The page as a file of its own: its workers are inside it. */
import { keepCapsule } from './files/capsule.ts';
import { mount } from './mount.tsx';
import type { Port } from './session/engine-port.ts';
import AllSolversWorker from './worker/all-solvers-worker.ts?worker&inline';
import StudioWorker from './worker/worker.ts?worker&inline';

keepCapsule(`<!doctype html>${document.documentElement.outerHTML}`); // before anything is drawn
mount({ studio: () => new StudioWorker() as Port, allSolvers: () => new AllSolversWorker() as Port });
