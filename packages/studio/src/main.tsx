/** The page from a server: its workers are files beside it. */
import { mount } from './mount.tsx';
import type { Port } from './session/engine-port.ts';

mount({
  studio: () => new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' }) as Port,
  files: () => new Worker(new URL('./worker/file-worker.ts', import.meta.url), { type: 'module' }) as Port,
  allSolvers: () => new Worker(new URL('./worker/all-solvers-worker.ts', import.meta.url), { type: 'module' }) as Port,
});
