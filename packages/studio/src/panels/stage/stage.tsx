/** The 3-D view in the page: made with its canvas, and anew if the graphics context is lost. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StageHandle } from '../../files/picture.ts';
import type { Session } from '../../session/session.ts';
import { isProblemFile, type State } from '../../session/state.ts';
import { type Look, View, type ViewSide } from '../../view/view.ts';
import { usePart, useSession } from '../session-context.ts';
import { hoverNames } from './hover-name.ts';
import { Key, Reopening, ScaleBar, SideSwitch, Together } from './stage-overlays.tsx';
import { press } from './view-pointer.ts';

const SIDES: readonly (readonly [ViewSide, string])[] = [
  ['free', 'Fit'],
  ['front', 'Front'],
  ['side', 'Side'],
  ['top', 'Top'],
];

export function Stage() {
  const label = useRef<HTMLDivElement>(null);
  const { canvas, view, generation, seen } = useView(label);
  const viewless = usePart((state) => state.viewless);
  const stored = usePart((state) => state.scene === null && isProblemFile(state));
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
        <FollowButton />
        {!viewless && <SideSwitch />}
      </fieldset>
      <PanelButtons />
      {!viewless && <Key longest={seen.longest} />}
      {!viewless && <ScaleBar metres={seen.metres} />}
      {!viewless && <Together wide={seen.wide} />}
      <Reopening />
      <div class="hover" ref={label} hidden />
    </div>
  );
}

/** The view as overlays see it: metres per pixel, N of the longest arrow, true if it is wider than high. */
interface Seen {
  readonly metres: number;
  readonly longest: number;
  readonly wide: boolean;
}

/** The view, and a counter that makes its canvas anew after a lost context. @param label for names under the pointer */
function useView(label: { readonly current: HTMLDivElement | null }) {
  const session = useSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View | null>(null);
  const [generation, setGeneration] = useState(0);
  const [seen, setSeen] = useState<Seen>({ metres: 0, longest: 0, wide: true });
  const scene = usePart((state) => state.scene);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    try {
      view.current = new View(element);
    } catch (error) {
      const why = (error as Error).message.replace(/^(THREE\.WebGLRenderer: )+/, '').replace(/\.$/, '');
      session.store.set({
        viewless: `There is no 3-D view: this browser has no WebGL for it (${why}). Everything else works.`,
      });
      return;
    }
    const made = view.current;
    const lost = (event: Event) => {
      event.preventDefault();
      session.say('The graphics context was lost; the view was made anew.');
      setGeneration((count) => count + 1);
    };
    element.addEventListener('webglcontextlost', lost);
    const see = () =>
      setSeen((before) => {
        const wide = element.clientWidth >= element.clientHeight;
        const now = { metres: made.scale, longest: made.longest, wide };
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    const stop = connect(session, made, element, see);
    const unname = hoverNames(session, made, element, label.current!);
    session.camera = (side) => made.fit(side);
    session.files.stage = handleOf(made, element);
    return () => {
      unname();
      session.camera = undefined;
      element.removeEventListener('webglcontextlost', lost);
      stop();
      session.files.stage = null;
      made.dispose();
      view.current = null;
    };
  }, [generation]);
  useEffect(() => {
    session.store.set({ followed: null });
    if (scene) view.current?.setScene(scene);
    else view.current?.empty();
    session.moments.placeCamera();
    if (scene && session.frame.length > 0) view.current?.show(session.frame, lookOf(session.state));
  }, [scene, generation]);
  const followed = usePart((state) => state.followed);
  useEffect(() => view.current?.follow(followed), [followed, generation]);
  return { canvas, view, generation, seen };
}

/** The view as pictures and videos use it, at any size. */
function handleOf(view: View, canvas: HTMLCanvasElement): StageHandle {
  return {
    canvas,
    resize: (width, height) => {
      view.held = true;
      view.resize(width, height, 1);
    },
    restore: () => {
      view.held = false;
      view.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
    },
    fit: (side) => view.fit(side),
    draw: () => view.draw(),
  };
}

const PANELS = [
  ['left', 'Setup'],
  ['strip', 'Plots'],
  ['right', 'Inspector'],
] as const;

/** Panels can be closed; on a phone the tabs at the bottom choose one. */
function PanelButtons() {
  const session = useSession();
  const state = usePart(({ left, right, strip }) => JSON.stringify({ left, right, strip }));
  const open = JSON.parse(state) as Record<'left' | 'right' | 'strip', boolean>;
  return (
    <fieldset class="panel-buttons" aria-label="Panels">
      {PANELS.map(([name, title]) => (
        <button
          type="button"
          class="quiet"
          key={name}
          aria-pressed={open[name]}
          onClick={() => session.store.set({ [name]: !open[name] })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

/** Frames, changes of the look, the size, and the pointer. Returns what undoes it. */
function connect(session: Session, view: View, canvas: HTMLCanvasElement, see: () => void): () => void {
  const draw = () => {
    if (session.frame.length > 0 && session.state.scene) view.show(session.frame, lookOf(session.state), session.marks);
    see();
  };
  session.moments.camera = {
    read: () => view.eye,
    place: (camera) => view.look(camera),
    get longest() {
      return view.longest;
    },
    set longest(force) {
      view.longest = force;
    },
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
    see();
  });
  observer.observe(canvas);
  const pointer = (event: PointerEvent) => press(session, view, canvas, event);
  canvas.addEventListener('pointerdown', pointer, { capture: true });
  canvas.addEventListener('wheel', see, { passive: true });
  return () => {
    unlisten();
    observer.disconnect();
    canvas.removeEventListener('pointerdown', pointer, { capture: true });
    canvas.removeEventListener('wheel', see);
    session.moments.camera = null;
    session.onFrame(() => {});
    session.onGhost(() => {});
  };
}

function lookOf({ colourBy, arrows, dark, selection, side, marks, shown }: State): Look {
  return {
    side: side && shown.length > 1,
    marks,
    ...arrows,
    colourBy,
    theme: dark ? 'dark' : 'light',
    selectedBody: selection?.kind === 'body' ? selection.name : null,
    selectedContact: selection?.kind === 'contact' ? selection.id : -1,
  };
}

function FollowButton() {
  const session = useSession();
  const selection = usePart((state) => state.selection);
  const followed = usePart((state) => state.followed);
  const name = selection?.kind === 'body' ? selection.name : null;
  return (
    <button
      type="button"
      class="quiet"
      disabled={followed === null && name === null}
      aria-pressed={followed !== null}
      title={followed === null && name === null ? 'Select a body first' : ''}
      onClick={() => session.store.set({ followed: followed === null ? name : null })}
    >
      {followed === null ? 'Follow' : `Following ${followed}`}
    </button>
  );
}
