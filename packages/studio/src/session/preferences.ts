/** What the page remembers of a person between visits: the theme and which panels are open. Nothing of the run. */
import type { State } from './state.ts';
import type { Store } from './store.ts';

const KEY = 'signorini-studio';
type Kept = Pick<State, 'theme' | 'left' | 'right'>;

/** Empty if there is nothing, or nothing that this version wrote, or the browser keeps nothing. */
export function storedPreferences(): Partial<Kept> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      ...(['system', 'light', 'dark'].includes(kept.theme ?? '') && { theme: kept.theme! }),
      ...(typeof kept.left === 'boolean' && { left: kept.left }),
      ...(typeof kept.right === 'boolean' && { right: kept.right }),
    };
  } catch {
    return {};
  }
}

export function keepPreferences(store: Store<State>): void {
  let written = '';
  store.listen(() => {
    const { theme, left, right } = store.state;
    const text = JSON.stringify({ theme, left, right });
    if (text === written) return;
    written = text;
    try {
      localStorage.setItem(KEY, text);
    } catch {} // a private window keeps nothing
  });
}
