/**
 * Script of a worker thread: the entry `@signorini/engine/worker`, for Node's worker_threads and for Web Workers.
 * docs/guide/threads.md
 *
 *   new Worker(new URL(import.meta.resolve('@signorini/engine/worker')))      // Node
 *   new Worker('/path/to/worker.js', { type: 'module' })                      // a page
 */
import { auto } from './solvers/auto.ts';
import { solveIslands } from './threads/island-team.ts';
import { type Invitation, joinTeam } from './threads/team.ts';

interface Port {
  postMessage(message: unknown): void;
  on?(event: 'message', listener: (data: unknown) => void): void;
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
}

/** Web Workers receive by their global object, Node's by a port that only this module gives. */
async function findPort(): Promise<Port> {
  const web = globalThis as unknown as Partial<Port>;
  if (web.postMessage) return web as Port;
  const node = (await import('node:worker_threads' as string)) as { parentPort: Port | null };
  if (!node.parentPort) throw new Error('worker: expected to be run by a Worker, found the main thread');
  return node.parentPort;
}

const port = await findPort();
const islands = auto.create();

function receive(data: unknown): void {
  joinTeam(
    data as Invitation,
    (word) => port.postMessage(word),
    (invitation, integers) => solveIslands(auto.options, islands, invitation, integers),
  );
}

if (port.on) port.on('message', receive);
else port.onmessage = ({ data }) => receive(data);
port.postMessage('started');
