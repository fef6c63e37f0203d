/** What answers about past steps need of the studio. */
import type { RunSpec } from '../protocol.ts';
import type { ContactIds } from './frames.ts';
import type { Keyframes } from './keyframes.ts';
import type { Surroundings } from './surroundings.ts';
import type { Tree } from './tree.ts';

export interface Around extends Surroundings {
  readonly tree: Tree;
  /** As it is at present. */
  readonly now: () => {
    readonly keyframes: Keyframes;
    readonly spec: RunSpec;
    readonly ids: ContactIds;
    readonly playing: boolean;
  };
}
