/** The 3-D view in the page: made with its canvas, and anew if the graphics context is lost. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import type { State } from '../session/state.ts';
import { type Look, View, type ViewSide } from '../view/view.ts';
import { usePart, useSession } from './session-context.ts';
import { ColourKey, Ghosts, ScaleBar } from './stage-overlays.tsx';
import { press } from './view-pointer.ts';

const SIDES: readonly (readonly [ViewSide, string])[] = [
  ['free', 'Fit'],
  ['front', 'Front'],
  ['side', 'Side'],
  ['top', 'Top'],
];

export function Stage() {
  const { canvas, view, generation, metres } = useView();
  const viewless = usePart((state) => state.viewless);
  const stored = usePart((state) => state.scene === null && (state.problem?.branch ?? 0) < 0);
  return (
    <div class="stage">
      {!viewless && <canvas key={generation} ref={canvas} tabIndex={-1} aria-label="3-D view" role="img" />}
      {(viewless || stored) && <p class="instead">{viewless ?? 'A problem file has no bodies to draw.'}</p>}
      <fieldset class="sides" aria-label="Camera">
        {SIDES.map(([side, title]) => (
          <button
            type="button"
            class="quiet"
            key={side}
            disabled={viewless !== null}
            onClick={() => view.current?.fit(side)}
          >
            {title}
          </button>
        ))}
        <FollowButton follow={(name) => view.current?.follow(name)} />
      </fieldset>
      <PanelButtons />
      {!viewless && <ColourKey />}
      <ScaleBar metres={metres} />
      <Ghosts />
    </div>
  );
}

/** The view, a counter that makes its canvas anew after a lost context, and metres per pixel. */
function useView() {
  const session = useSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View | null>(null);
  const [generation, setGeneration] = useState(0);
  const [metres, setMetres] = useState(0);
  const scene = usePart((state) => state.scene);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    try {
      view.current = new View(element);
    } catch (error) {
      session.store.set({ viewless: `There is no 3-D view: ${(error as Error).message} Everything else works.` });
      return;
    }
    const made = view.current;
    const lost = (event: Event) => {
      event.preventDefault();
      session.say('The graphics context was lost; the view was made anew.');
      setGeneration((count) => count + 1);
    };
    element.addEventListener('webglcontextlost', lost);
    const stop = connect(session, made, element, setMetres);
    return () => {
      element.removeEventListener('webglcontextlost', lost);
      stop();
      made.dispose();
      view.current = null;
    };
  }, [generation]);
  useEffect(() => {
    if (scene) view.current?.setScene(scene);
    else view.current?.empty();
    if (scene && session.frame.length > 0) view.current?.show(session.frame, lookOf(session.state));
  }, [scene, generation]);
  return { canvas, view, generation, metres };
}

/** Both sides can be closed; on a phone the tabs at the bottom choose one. */
function PanelButtons() {
  const session = useSession();
  const left = usePart((state) => state.left);
  const right = usePart((state) => state.right);
  return (
    <fieldset class="panel-buttons" aria-label="Panels">
      <button type="button" class="quiet" aria-pressed={left} onClick={() => session.store.set({ left: !left })}>
        Setup
      </button>
      <button type="button" class="quiet" aria-pressed={right} onClick={() => session.store.set({ right: !right })}>
        Inspector
      </button>
    </fieldset>
  );
}

/** Frames, changes of the look, the size, and the pointer. Returns what undoes it. */
function connect(
  session: Session,
  view: View,
  canvas: HTMLCanvasElement,
  setMetres: (metres: number) => void,
): () => void {
  const draw = () => {
    if (session.frame.length > 0 && session.state.scene) view.show(session.frame, lookOf(session.state));
    setMetres(view.scale);
  };
  session.onFrame(() => view.atOnce(draw));
  session.onGhost((poses) => view.showGhost(poses));
  let look = '';
  const unlisten = session.store.listen(() => {
    const next = JSON.stringify(lookOf(session.state));
    if (next === look) return;
    look = next;
    draw();
  });
  const observer = new ResizeObserver(() => {
    view.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
    setMetres(view.scale);
  });
  observer.observe(canvas);
  const pointer = (event: PointerEvent) => press(session, view, canvas, event);
  canvas.addEventListener('pointerdown', pointer, { capture: true });
  const wheel = () => setMetres(view.scale);
  canvas.addEventListener('wheel', wheel, { passive: true });
  return () => {
    unlisten();
    observer.disconnect();
    canvas.removeEventListener('pointerdown', pointer, { capture: true });
    canvas.removeEventListener('wheel', wheel);
    session.onFrame(() => {});
    session.onGhost(() => {});
  };
}

function lookOf({ colourBy, arrows, dark, selection }: State): Look {
  return {
    ...{ ...arrows, colourBy, theme: dark ? 'dark' : 'light' },
    selectedBody: selection?.kind === 'body' ? selection.name : null,
    selectedContact: selection?.kind === 'contact' ? selection.id : -1,
  };
}

function FollowButton({ follow }: { readonly follow: (name: string | null) => void }) {
  const selection = usePart((state) => state.selection);
  const [followed, setFollowed] = useState<string | null>(null);
  const name = selection?.kind === 'body' ? selection.name : null;
  const choose = () => {
    const next = followed === null ? name : null;
    setFollowed(next);
    follow(next);
  };
  return (
    <button
      type="button"
      class="quiet"
      disabled={followed === null && name === null}
      title={name === null ? 'Select a body first' : ''}
      onClick={choose}
    >
      {followed === null ? 'Follow' : `Leave ${followed}`}
    </button>
  );
}
