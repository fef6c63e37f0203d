/** What the worker does beside the run only while the page shows it: marks with every frame, a twin beside the branches. */
import type { Request, SceneInfo } from '../protocol.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

const wanted = ({ marks, colourBy, tab }: State) => ({
  marks:
    marks.joints || marks.normals || marks.sleeping || colourBy === 'island' || tab === 'energy' || tab === 'times',
  twin: tab === 'distance',
});

/** Asks when it changes, and again of a worker that was made anew: it opens its scene again. */
export function keepWants(store: Store<State>, ask: (request: Request) => void): void {
  let sent = { marks: false, twin: false };
  let scene: SceneInfo | null = null;
  store.listen(() => {
    const { state } = store;
    if (!state.scene) return;
    if (state.scene !== scene) sent = { marks: false, twin: false };
    scene = state.scene;
    const { marks, twin } = wanted(state);
    const before = sent;
    sent = { marks, twin };
    if (marks !== before.marks) ask({ type: 'marks', on: marks });
    if (twin !== before.twin) ask({ type: 'twin', on: twin });
  });
}
