/** The environment of the worker's side, handed in so that it can be tested in Node. */
import type { Reply } from '../protocol.ts';

export interface WorkerHost {
  /**
   * Copies the reply before it returns: buffers may be written again at once. Nothing is transferred, because V8 checks all typed
   * arrays of a worker that ever detached a buffer before every access: steps of the wall took a tenth longer in Chromium.
   */
  readonly reply: (reply: Reply) => void;
  /** Calls back soon, after messages that wait. */
  readonly later: (act: () => void, ms: number) => void;
  /** ms */
  readonly clock: () => number;
  /** Bytes for keyframes. */
  readonly budget?: number;
}
