/** One kind of thing that can be saved: its name, and its controls in a line. */
import type { ComponentChildren } from 'preact';
import './save.css';

export function SaveLine({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="save">
      <h3>{title}</h3>
      <div class="controls">{children}</div>
    </section>
  );
}
