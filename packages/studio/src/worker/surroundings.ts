/** What the worker's side needs of where it runs: handed in, so that it is tested in Node. */
import type { Reply } from '../protocol.ts';

export interface Surroundings {
  readonly reply: (reply: Reply, transfer: ArrayBuffer[]) => void;
  /** Calls back soon, after messages that wait. */
  readonly later: (act: () => void, ms: number) => void;
  /** ms */
  readonly clock: () => number;
  /** Bytes for keyframes. */
  readonly budget?: number;
}
