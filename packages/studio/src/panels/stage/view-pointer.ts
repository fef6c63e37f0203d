/** The pointer on the 3-D view: a click selects a contact or a body, a drag with Shift pulls at a body. */
import { BODY_FLOATS, type Pull } from '../../protocol.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../view/view.ts';

const NEAR = 14; // px to a contact for the mouse
const NEAR_TOUCH = 24;
const STILL = 4; // px that a pointer may move in a click
/** Largest force of a pull, in weights of the body. */
const STRENGTH = 8;

export const placeIn = (canvas: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const area = canvas.getBoundingClientRect();
  return [(2 * (clientX - area.left)) / area.width - 1, 1 - (2 * (clientY - area.top)) / area.height] as const;
};

/** A click selects; with Shift a drag pulls at a body. */
export function press(session: Session, view: View, canvas: HTMLCanvasElement, event: PointerEvent): void {
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
    session.pick(
      from,
      direction,
      (name) =>
        session.store.set({ selection: name === null || isGrid(session, name) ? null : { kind: 'body', name } }),
      session.state.shown[view.cellAt(x, y).place]?.branch,
    );
  };
  window.addEventListener('pointerup', release, { once: true });
}

/** The level ground is a grid: a click on it is one on nothing. */
function isGrid({ state: { scene } }: Session, name: string): boolean {
  const shape = scene?.bodies.find((body) => body.name === name)?.shape ?? -1;
  return scene?.shapes[shape]?.drawn === false;
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
