/** Entry of the worker that tries every solver on a problem. */
import { type AllSolversReply, type AllSolversRequest, dotsOf } from './answers/all-solvers.ts';

interface Scope {
  postMessage(reply: AllSolversReply): void;
  onmessage: ((event: { readonly data: AllSolversRequest }) => void) | null;
}
const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data }) => {
  try {
    for (const reply of dotsOf(data, () => performance.now())) scope.postMessage(reply);
  } catch (error) {
    scope.postMessage({ type: 'failed', sentence: error instanceof Error ? error.message : String(error) });
  }
};
