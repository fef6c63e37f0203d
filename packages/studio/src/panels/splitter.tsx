/** The edge of a panel: dragged, or moved by arrow keys, it makes the panel larger or smaller. A double click gives its first size back. */
import { useEffect } from 'preact/hooks';
import { LEAST, MOST } from '../session/preferences.ts';
import { FIRST_SIZES, type PanelSizes } from '../session/state.ts';
import { usePart, useSession } from './session-context.ts';

const NAMES: Record<keyof PanelSizes, string> = { left: 'scene and solver', right: 'inspector', strip: 'plots' };
const KEY_STEP = 16; // px

export function Splitter({ of }: { readonly of: keyof PanelSizes }) {
  const session = useSession();
  const sizes = usePart((state) => state.sizes);
  const set = (size: number) => {
    const room = of === 'strip' ? innerHeight - 220 : innerWidth - 420; // of the other panels and the view
    const most = Math.max(LEAST, Math.min(MOST, room));
    session.store.set({ sizes: { ...session.state.sizes, [of]: Math.round(Math.min(most, Math.max(LEAST, size))) } });
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const area = event.currentTarget as HTMLElement;
    const from = session.state.sizes[of];
    const move = ({ clientX, clientY }: PointerEvent) => {
      const moved = of === 'strip' ? event.clientY - clientY : clientX - event.clientX;
      set(from + (of === 'right' ? -moved : moved));
    };
    area.setPointerCapture(event.pointerId);
    area.addEventListener('pointermove', move);
    area.addEventListener('lostpointercapture', () => area.removeEventListener('pointermove', move), { once: true });
  };
  const key = (event: KeyboardEvent) => {
    const grow = of === 'left' ? 'ArrowRight' : of === 'right' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = of === 'left' ? 'ArrowLeft' : of === 'right' ? 'ArrowRight' : 'ArrowDown';
    if (event.key !== grow && event.key !== shrink) return;
    event.preventDefault();
    event.stopPropagation();
    set(sizes[of] + (event.key === grow ? KEY_STEP : -KEY_STEP));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule takes no focus and no pointer
    <div
      class={`splitter ${of}`}
      role="separator"
      tabIndex={0}
      aria-label={`Size of the panel: ${NAMES[of]}`}
      aria-orientation={of === 'strip' ? 'horizontal' : 'vertical'}
      aria-valuenow={sizes[of]}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      title="Drag; a double click gives the first size back"
      onPointerDown={press}
      onDblClick={() => set(FIRST_SIZES[of])}
      onKeyDown={key}
    />
  );
}

/** Sizes as the style sheet reads them. */
export function useSizes(): void {
  const { left, right, strip } = usePart((state) => state.sizes);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--left', `${left}px`);
    style.setProperty('--right', `${right}px`);
    style.setProperty('--strip', `${strip}px`);
  }, [left, right, strip]);
}
