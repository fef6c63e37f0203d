/** The parts of the studio that answers read. */
import type { Moment } from '../../engine-types.ts';
import type { RunSpec } from '../../protocol.ts';
import type { Keyframes } from '../run/keyframes.ts';
import type { Tree } from '../run/tree.ts';
import type { ContactIds } from '../shown/contact-ids.ts';
import type { WorkerHost } from '../worker-host.ts';

export interface AnswerContext extends WorkerHost {
  readonly tree: Tree;
  readonly now: () => {
    readonly keyframes: Keyframes;
    readonly spec: RunSpec;
    /** The state that the run starts from; null: the scene's start. */
    readonly state: Moment['state'];
    readonly ids: ContactIds;
    readonly playing: boolean;
  };
}
