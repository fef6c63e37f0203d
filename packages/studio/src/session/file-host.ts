/** The session as files use it: opening, saving, pictures and videos. */
import type { RunSpec, Setup } from '../protocol.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

export interface FileHost {
  readonly state: State;
  readonly store: Store<State>;
  readonly moments: { forget(): void };
  say(text: string, kind?: 'note' | 'error'): void;
  open(spec: RunSpec, setup?: Setup): void;
  openProblem(title: string, text: string): void;
  pause(): void;
  step(): void;
  seek(step: number): void;
}
