/** The frame of everything that opens over the page. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSession } from '../session-context.ts';

/** Keeps the keys inside while it is open, and gives the focus back. */
export function Modal({
  title,
  wide,
  beside,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  /** At the right edge, so that the view stays in sight. */
  readonly beside?: boolean;
  readonly children: ComponentChildren;
}) {
  const session = useSession();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const close = () => session.store.set({ dialog: null });
  return (
    <dialog
      class={`modal ${wide ? 'wide' : ''} ${beside ? 'beside' : ''}`}
      ref={box}
      aria-label={title}
      onCancel={close}
      onClose={close}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
