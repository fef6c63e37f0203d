/** The name of what the pointer is over in the 3-D view: a contact with its joules, or a body. */
import { CONTACT_STATES } from '../../protocol.ts';
import { contactsOf } from '../../session/contacts.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../view/view.ts';
import { joules } from '../numbers.ts';
import { placeIn } from './view-pointer.ts';

const NEAR = 8; // px to a contact
const REST = 60; // ms between questions to the worker

/** Returns what undoes it. @param label moved to the pointer and filled */
export function hoverNames(session: Session, view: View, canvas: HTMLCanvasElement, label: HTMLElement): () => void {
  let asked = 0;
  let waiting = false;
  const show = (text: string | null) => {
    label.hidden = text === null;
    label.textContent = text;
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (event.buttons !== 0) {
      show(null);
      return;
    }
    const area = canvas.getBoundingClientRect();
    label.style.left = `${event.clientX - area.left}px`;
    label.style.top = `${event.clientY - area.top}px`;
    label.classList.toggle('before', event.clientX - area.left > 0.7 * area.width);
    const [x, y] = placeIn(canvas, event);
    const contact = view.contactAt(x, y, NEAR);
    const cell = view.cellAt(x, y);
    if (contact) {
      const named = contactsOf(session.frame[cell.place], session.state.scene).find(({ id }) => id === contact.id);
      if (named) show(`${named.a} / ${named.b}: ${joules(named.joules)}, ${CONTACT_STATES[named.state]}`);
      return;
    }
    if (waiting || performance.now() - asked < REST) return;
    asked = performance.now();
    waiting = true;
    const { from, direction } = view.ray(x, y);
    session.pick(
      from,
      direction,
      (name) => {
        waiting = false;
        show(name);
      },
      session.state.shown[cell.place]?.branch,
    );
  };
  const leave = () => show(null);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerleave', leave);
  return () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerleave', leave);
  };
}
