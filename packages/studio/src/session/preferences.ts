/** Preferences kept between visits: the theme, which panels are open and how large. Nothing of the run. */
import { FIRST_SIZES, type PanelSizes, type State } from './state.ts';
import type { Store } from './store.ts';

const KEY = 'signorini-studio';
type Kept = Pick<State, 'theme' | 'left' | 'right' | 'strip' | 'sizes'>;
/** px, of any panel. */
export const LEAST = 140;
export const MOST = 700;

/** Empty if there is nothing, or nothing that this version wrote, or the browser keeps nothing. */
export function storedPreferences(): Partial<Kept> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      ...(['system', 'light', 'dark'].includes(kept.theme ?? '') && { theme: kept.theme! }),
      ...(typeof kept.left === 'boolean' && { left: kept.left }),
      ...(typeof kept.right === 'boolean' && { right: kept.right }),
      ...(typeof kept.strip === 'boolean' && { strip: kept.strip }),
      sizes: storedSizes(kept.sizes),
    };
  } catch {
    return {};
  }
}

function storedSizes(kept: Partial<PanelSizes> | undefined): PanelSizes {
  const sized = (name: keyof PanelSizes) => {
    const size = kept?.[name];
    return typeof size === 'number' && size >= LEAST && size <= MOST ? size : FIRST_SIZES[name];
  };
  return { left: sized('left'), right: sized('right'), strip: sized('strip') };
}

export function keepPreferences(store: Store<State>): void {
  let written = '';
  store.listen(() => {
    const { theme, left, right, strip, sizes } = store.state;
    const text = JSON.stringify({ theme, left, right, strip, sizes });
    if (text === written) return;
    written = text;
    try {
      localStorage.setItem(KEY, text);
    } catch {} // a private window keeps nothing
  });
}
