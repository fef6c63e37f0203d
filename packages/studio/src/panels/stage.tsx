/** The 3-D view with what lies over it: the scale bar, the colours of joules, and the names under the pointer. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { BODY_FLOATS, type Pull } from '../protocol.ts';
import type { Session } from '../session/session.ts';
import type { State } from '../session/state.ts';
import { jouleColour, SCALE_FROM, SCALE_TO } from '../view/colours.ts';
import { type Look, View, type ViewSide } from '../view/view.ts';
import { figure } from './numbers.ts';
import { useSession, useState$ } from './session-context.ts';

const SIDES: readonly (readonly [ViewSide, string])[] = [
  ['free', 'Fit'],
  ['front', 'Front'],
  ['side', 'Side'],
  ['top', 'Top'],
];
const NEAR = 14; // px to a contact for the mouse
const NEAR_TOUCH = 24;
const STILL = 4; // px that a pointer may move in a click
/** Of a pull, in weights of the body. */
const STRENGTH = 8;

export function Stage() {
  const session = useSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View | null>(null);
  const [generation, setGeneration] = useState(0); // a new canvas after a lost context
  const [metres, setMetres] = useState(0);
  const scene = useState$((state) => state.scene);
  const viewless = useState$((state) => state.viewless);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let made: View;
    try {
      made = new View(element);
    } catch (error) {
      session.store.set({ viewless: `There is no 3-D view: ${(error as Error).message} Everything else works.` });
      return;
    }
    view.current = made;
    const lost = (event: Event) => {
      event.preventDefault();
      session.say('The graphics context was lost; the view is being made anew.');
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
    if (scene && session.frame.length > 0) view.current?.show(session.frame, lookOf(session.state));
  }, [scene, generation]);

  return (
    <div class="stage">
      {viewless ? (
        <p class="notice error">{viewless}</p>
      ) : (
        <canvas key={generation} ref={canvas} tabIndex={-1} aria-label="3-D view" role="img" />
      )}
      <div class="sides">
        {SIDES.map(([side, title]) => (
          <button type="button" class="quiet" key={side} onClick={() => view.current?.fit(side)}>
            {title}
          </button>
        ))}
        <FollowButton follow={(name) => view.current?.follow(name)} />
      </div>
      <ColourKey />
      <ScaleBar metres={metres} />
      <Ghosts />
    </div>
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
  session.onFrame(draw);
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

const placeIn = (canvas: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const area = canvas.getBoundingClientRect();
  return [(2 * (clientX - area.left)) / area.width - 1, 1 - (2 * (clientY - area.top)) / area.height] as const;
};

/** A click selects; with Shift a drag pulls at a body. */
function press(session: Session, view: View, canvas: HTMLCanvasElement, event: PointerEvent): void {
  if (event.button !== 0) return;
  if (event.shiftKey) {
    event.stopImmediatePropagation();
    pull(session, view, canvas, event);
    return;
  }
  const release = (up: PointerEvent) => {
    if (Math.hypot(up.clientX - event.clientX, up.clientY - event.clientY) > STILL) return;
    const [x, y] = placeIn(canvas, up);
    const contact = view.contactAt(x, y, up.pointerType === 'touch' ? NEAR_TOUCH : NEAR);
    if (contact) {
      session.store.set({ selection: { kind: 'contact', id: contact.id } });
      return;
    }
    const { from, direction } = view.ray(x, y);
    session.pick(from, direction, (name) =>
      session.store.set({ selection: name === null ? null : { kind: 'body', name } }),
    );
  };
  window.addEventListener('pointerup', release, { once: true });
}

function pull(session: Session, view: View, canvas: HTMLCanvasElement, event: PointerEvent): void {
  const [x, y] = placeIn(canvas, event);
  const { from, direction } = view.ray(x, y);
  let held:
    | { readonly body: string; readonly at: Pull['at']; readonly through: readonly number[]; readonly limit: number }
    | undefined;
  let ended = false;
  session.pick(from, direction, (name, point) => {
    const { scene } = session.state;
    const index = scene?.bodies.findIndex((one) => one.name === name) ?? -1;
    const body = scene?.bodies[index];
    if (ended || !body || body.motion !== 'dynamic') return;
    const numbers = new Float32Array(session.frame[0]!.buffer, 4 * BODY_FLOATS * index, 7);
    held = { body: body.name, at: inBody(numbers, point), through: point, limit: STRENGTH * 9.81 * body.mass };
  });
  const move = (moved: PointerEvent) => {
    if (!held) return;
    const { body, at, limit, through } = held;
    const to = view.onPlane(...placeIn(canvas, moved), through) as [number, number, number];
    session.pull({ body, at, to, limit });
  };
  window.addEventListener('pointermove', move);
  window.addEventListener(
    'pointerup',
    () => {
      ended = true;
      window.removeEventListener('pointermove', move);
      if (held) session.pull(null);
    },
    { once: true },
  );
}

/** A world point in the axes of a body: the inverse turn of its difference. */
function inBody(pose: Float32Array, point: readonly number[]): [number, number, number] {
  const [a, b, c] = [0, 1, 2].map((k) => point[k]! - pose[k]!) as [number, number, number];
  const [x, y, z, w] = [-pose[3]!, -pose[4]!, -pose[5]!, pose[6]!];
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)] as const;
  return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]];
}

function FollowButton({ follow }: { readonly follow: (name: string | null) => void }) {
  const selection = useState$((state) => state.selection);
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

function ColourKey() {
  const dark = useState$((state) => state.dark);
  const colourBy = useState$((state) => state.colourBy);
  const steps = Array.from({ length: 24 }, (_, k) => k / 23);
  const css = (share: number) =>
    `rgb(${jouleColour(share, dark ? 'dark' : 'light')
      .map((v) => Math.round(255 * v))
      .join(' ')})`;
  return (
    <div class="key">
      <svg width="144" height="10" aria-hidden="true">
        {steps.map((share, k) => (
          <rect key={share} x={6 * k} y="0" width="6.2" height="10" fill={css(share)} />
        ))}
      </svg>
      <div class="key-text">
        <span>≤ 1e{SCALE_FROM} J</span>
        <span>≥ {10 ** SCALE_TO} J</span>
      </div>
      <div class="soft">
        {colourBy === 'joules' ? 'energy error of contacts and bodies' : 'energy error of contacts'}
      </div>
    </div>
  );
}

/** A round length of about 100 px. */
function ScaleBar({ metres }: { readonly metres: number }) {
  if (!(metres > 0)) return null;
  const wanted = 100 * metres;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const length = [5, 2, 1].map((k) => k * power).find((one) => one <= wanted) ?? power;
  return (
    <div class="scalebar">
      <svg width={Math.round(length / metres)} height="6" aria-hidden="true">
        <path d={`M0.5 0v5.5h${Math.round(length / metres) - 1}v-5.5`} fill="none" stroke="currentColor" />
      </svg>
      <span>{length < 1 ? figure(1000 * length, 'mm') : figure(length, 'm')}</span>
    </div>
  );
}

/** Which branches are drawn as glass. */
function Ghosts() {
  const shown = useState$((state) => state.shown);
  const branches = useState$((state) => state.branches);
  if (shown.length < 2) return null;
  const nameOf = (id: number) => branches.find((one) => one.id === id)?.name ?? '';
  return (
    <p class="ghosts">
      solid: {nameOf(shown[0]!.branch)}; glass:{' '}
      {shown
        .slice(1)
        .map(({ branch }) => nameOf(branch))
        .join(', ')}
    </p>
  );
}
