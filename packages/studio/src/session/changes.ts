/** Changes of the solver and of the scene, each of which can be undone; an undone change is a change too, and an event. */
import type { Request, RunSpec, Setup } from '../protocol.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

export interface ChangeSurroundings {
  readonly store: Store<State>;
  readonly ask: (request: Request) => void;
  readonly open: (spec: RunSpec, setup: Setup, play: boolean) => void;
  readonly say: (sentence: string) => void;
}

export class Changes {
  private readonly before: Pick<State, 'spec' | 'setup'>[] = [];
  private readonly around: ChangeSurroundings;

  constructor(around: ChangeSurroundings) {
    this.around = around;
  }

  /** How the next steps are solved. */
  solver(setup: Setup): void {
    const { store, ask } = this.around;
    this.keep();
    store.set({ setup });
    ask({ type: 'setup', setup });
  }

  /** The same scene with other parameters, from its start. */
  scene(change: Partial<RunSpec>): void {
    const { spec, setup } = this.around.store.state;
    this.keep();
    this.around.open({ ...spec, ...change }, setup, true);
  }

  undo(): void {
    const { store, ask, open, say } = this.around;
    const before = this.before.pop();
    if (!before) say('There is no change to undo.');
    else if (before.spec === store.state.spec) {
      store.set({ setup: before.setup });
      ask({ type: 'setup', setup: before.setup, undo: true });
    } else {
      open(before.spec, before.setup, store.state.playing);
      say('Undone: the scene starts anew as it was.');
    }
  }

  private keep(): void {
    const { spec, setup } = this.around.store.state;
    this.before.push({ spec, setup });
  }
}
