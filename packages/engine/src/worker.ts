/**
 * What a worker thread runs: the entry `@signorini/engine/worker`, for Node's worker_threads and for Web Workers.
 * docs/guide/threads.md
 *
 *   new Worker(new URL(import.meta.resolve('@signorini/engine/worker')))      // Node
 *   new Worker('/path/to/worker.js', { type: 'module' })                      // a page
 */
import { type Invitation, joinTeam } from './kernels/team.ts';
import { solveIslands } from './problem/island-team.ts';
import { auto } from './solvers/auto.ts';

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
const { critical } = auto.options;
const choices = critical.type === 'choice' ? critical.choices : [];

function receive(data: unknown): void {
  port.postMessage('joined');
  joinTeam(data as Invitation, (invitation, integers) => solveIslands(islands, invitation, integers, choices));
}

if (port.on) port.on('message', receive);
else port.onmessage = ({ data }) => receive(data);
port.postMessage('started');
