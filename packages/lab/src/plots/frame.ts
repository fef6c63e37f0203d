/** What all pictures of the report share: their width, and straight lines across them. */

/** Of the plotting area; with labels a picture is about 400 wide, so that it needs no shrinking on a phone. */
export const PLOT_WIDTH = 330;
/** From the top, of the middle of a label along an upright line: amid the plot, where points and curves are fewest. */
const LABEL_HEIGHT = 120;

/** Lines across the plot at these positions: a limit that was asked for, or the break of an axis. */
export function rules(channel: 'x' | 'y', at: readonly number[], kind: 'limit' | 'break', label?: string): object[] {
  const values = at.map((position) => ({ position, label: label ?? '' }));
  if (values.length === 0) return [];
  const place = { field: 'position', type: 'quantitative' };
  const dash = kind === 'limit' ? [6, 3] : [1, 3];
  const rule = {
    data: { values },
    mark: { type: 'rule', strokeDash: dash, color: 'currentColor', opacity: kind === 'limit' ? 0.75 : 0.45 },
    encoding: { [channel]: place },
  };
  if (label === undefined) return [rule];
  const anchor =
    channel === 'y'
      ? { x: { value: PLOT_WIDTH - 4 }, y: place } // at the right end, above the line
      : { x: place, y: { value: LABEL_HEIGHT } }; // along the line, to its left
  const turn = channel === 'y' ? { align: 'right', dy: -2 } : { align: 'center', angle: 270, dy: -3 };
  const text = {
    data: { values },
    mark: { type: 'text', color: 'currentColor', opacity: 0.85, fontSize: 10, baseline: 'bottom', ...turn },
    encoding: { ...anchor, text: { field: 'label', type: 'nominal' } },
  };
  return [rule, text];
}
