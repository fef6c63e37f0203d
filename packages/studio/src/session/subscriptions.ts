/** Turns on extra work of the worker only while the page shows it: marks with every frame, a perturbed run. */
import type { Request, SceneInfo } from '../protocol.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

const wanted = ({ marks, colourBy, tab }: State) => ({
  marks:
    marks.joints || marks.normals || marks.sleeping || colourBy === 'island' || tab === 'energy' || tab === 'times',
  perturbed: tab === 'distance',
});

/** Asks when it changes, and again of a worker that was made anew: it opens its scene again. */
export function keepSubscriptions(store: Store<State>, send: (request: Request) => void): void {
  let sent = { marks: false, perturbed: false };
  let scene: SceneInfo | null = null;
  store.listen(() => {
    const { state } = store;
    if (!state.scene) return;
    if (state.scene !== scene) sent = { marks: false, perturbed: false };
    scene = state.scene;
    const { marks, perturbed } = wanted(state);
    const before = sent;
    sent = { marks, perturbed };
    if (marks !== before.marks) send({ type: 'marks', on: marks });
    if (perturbed !== before.perturbed) send({ type: 'perturbed', on: perturbed });
  });
}
