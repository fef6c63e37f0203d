/** Parameters and options of the catalogue: loaded when something else than the first scene and solver is looked at. */
import { FIRST, type State } from './state.ts';
import type { Store } from './store.ts';

const isFirst = ({ spec: { source }, setup, dialog }: State): boolean =>
  source.kind === FIRST.spec.source.kind &&
  (source.kind !== 'catalogue' || FIRST.spec.source.kind !== 'catalogue' || source.name === FIRST.spec.source.name) &&
  setup.solver === FIRST.setup.solver &&
  dialog !== 'solvers';

export function keepDetails(store: Store<State>): void {
  const look = () => {
    if (isFirst(store.state)) return;
    unlisten();
    void import('virtual:catalogue').then(({ default: catalogue }) => store.set({ catalogue }));
  };
  const unlisten = store.listen(look);
  look();
}
