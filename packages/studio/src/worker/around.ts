/** What answers about past steps need of the studio. */
import type { Reply, RunSpec } from '../protocol.ts';
import type { Branch } from './branch.ts';
import type { ContactIds } from './frames.ts';
import type { Keyframes } from './keyframes.ts';

export interface Around {
  readonly reply: (reply: Reply, transfer: ArrayBuffer[]) => void;
  readonly later: (act: () => void, ms: number) => void;
  /** ms */
  readonly clock: () => number;
  /** The branch that took a step. @throws ContractError if there is no such branch */
  readonly holder: (branch: number, step: number) => Branch;
  readonly keyframes: () => Keyframes;
  readonly spec: () => RunSpec;
  readonly ids: () => ContactIds;
  readonly playing: () => boolean;
}
