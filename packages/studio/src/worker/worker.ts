/** The worker's entry: messages in, messages out, in order; those that need more code wait until it is there. */

import { loadTwins } from 'virtual:twins';
import { kernelStatus } from '@signorini/engine';
import type { Reply, Request } from '../protocol.ts';
import { loadLibrary, needsLibrary } from './library.ts';
import { Studio } from './studio.ts';

interface Scope {
  postMessage(reply: Reply): void;
  onmessage: ((event: { readonly data: Request }) => void) | null;
}
const scope = globalThis as unknown as Scope;

const studio = new Studio({
  reply: (reply) => scope.postMessage(reply),
  later: (act, ms) => setTimeout(act, ms),
  clock: () => performance.now(),
});
let waiting: Request[] | undefined;
/** The compiled kernels are refused, and the plain ones not loaded yet. */
let lacksKernels = kernelStatus() !== 'wasm';

scope.onmessage = ({ data }) => {
  if (data.type === 'ping') studio.handle(data);
  else if (waiting) waiting.push(data);
  else if (lacksKernels || needsLibrary(data)) void later(data);
  else studio.handle(data);
};

async function later(first: Request): Promise<void> {
  waiting = [first];
  try {
    if (lacksKernels) await loadTwins();
    lacksKernels = false;
    if (needsLibrary(first)) await loadLibrary();
  } catch {
    waiting.shift();
    const sentence = 'A part of the studio could not be loaded. Is its server still there?';
    scope.postMessage({ type: 'failed', sentence, during: first.type });
  }
  const list = waiting;
  waiting = undefined;
  for (const request of list) scope.onmessage?.({ data: request });
}
