/** One line of a list of figures: a name and a text. */
export function Line({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="line">
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
