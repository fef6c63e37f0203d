/** A picture of a run as an SVG file: rows of panels with a common scale, times above them, axes and a scale bar below. */
import { escaped } from '../escaped.ts';
import { drawLabels, drawPanel, type Panel, type PanelLook, panelFrame } from './panel.ts';
import { coordinate, element, pair, polyline, words } from './svg.ts';
import { type Flat, type Frame, joined, NO_FRAME } from './view.ts';

export interface PictureRow extends PanelLook {
  readonly panels: readonly Panel[];
  /** Words beside the name of the view. */
  readonly note: string;
  /** Half as wide as the picture. */
  readonly half: boolean;
}

export interface Picture {
  readonly title: string;
  readonly summary: string;
  readonly rows: readonly PictureRow[];
  /** Kept in the file as a comment. */
  readonly remark: string;
}

/** Units of the picture. */
const WIDTH = 800;
const MARGIN = 18;
const GAP = 16; // between panels
const CAPTION = 36; // above a panel
const FOOTER = 58; // below a row
const BESIDE = 28; // between halves
const MOST_HEIGHT = 440; // of a row
const NARROWEST = 130; // of a panel
const AXIS = 26; // length of an axis
/** Room around what moves, as a share of the larger side; less for what is long and thin. */
const ROOM = 0.04;

const STYLE = `
.page{fill:#fff}text{font:18px system-ui,"DejaVu Sans",sans-serif;fill:#1c2430}.soft{fill:#5a6675}
.b,.rod,.surface,.way,.pin,.axis{stroke-width:1.3;stroke-linejoin:round;stroke-linecap:round}
.b{fill:#dce9f8;stroke:#2b68ab}.b2{fill:#bcd3ec}.b3{fill:#9ab9dc}.s{fill:#e3e6ea;stroke:#6b7684}.t{fill:#fde4cf;stroke:#b9541b}
.b.area{stroke:none}.b.edge{fill:none}.ground{fill:#eceae3}.surface{fill:none;stroke:#6b6557}
.rod{fill:none;stroke:#7d8896}.pivot{fill:#1c2430}.way{fill:none;stroke:#b9541b;stroke-width:1.6}.start{fill:#fff;stroke:#b9541b;stroke-width:1.6}
.pin{fill:none;stroke:#b9541b;stroke-width:2}.axis{fill:none;stroke:#5a6675}.label{text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){.page{fill:#14181f}text{fill:#e4e9f0}.soft{fill:#9aa7b8}
.b{fill:#26476b;stroke:#9cc8f7}.b2{fill:#1c3654}.b3{fill:#152840}.s{fill:#2e3641;stroke:#97a3b2}.t{fill:#5c371b;stroke:#f4ab73}
.b.area{stroke:none}.b.edge{fill:none}.ground{fill:#262822}.surface{stroke:#a39c8b}.rod{stroke:#8391a3}.pivot{fill:#e4e9f0}
.way,.pin,.start{stroke:#f4ab73}.start{fill:#14181f}.axis{stroke:#9aa7b8}.label{stroke:#14181f}}
`;

/** The text of the file: the same for the same picture, on every machine. */
export function drawPicture({ title, summary, rows, remark }: Picture): string {
  let y = MARGIN;
  const drawn = linesOf(rows).map((line) => {
    const width = (WIDTH - 2 * MARGIN - (line.length - 1) * BESIDE) / line.length;
    const layouts = line.map((row) => layoutOf(row, width));
    const height = layouts.reduce((most, layout) => Math.max(most, layout.height), 0);
    const svg = line.map((row, k) => drawRow(row, layouts[k]!, MARGIN + k * (width + BESIDE), y, y + height));
    y += height + FOOTER;
    return svg.join('\n');
  });
  const height = Math.ceil(y);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escaped(title)}</title><desc>${escaped(summary)}</desc>`,
    `<!-- ${remark} -->`,
    `<style>${STYLE}</style>`,
    element('rect', { class: 'page', width: WIDTH, height, rx: 8 }),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** Rows that stand below each other; two halves stand beside each other. */
function linesOf(rows: readonly PictureRow[]): PictureRow[][] {
  const lines: PictureRow[][] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (row.half && last?.length === 1 && last[0]!.half) last.push(row);
    else lines.push([row]);
  }
  return lines;
}

interface Layout {
  /** The rectangle of the world that each panel shows, m. */
  readonly frame: Frame;
  /** Units per metre. */
  readonly scale: number;
  readonly columns: number;
  /** Size of the row without its footer. */
  readonly width: number;
  readonly height: number;
}

/** Puts as many panels beside each other as give the largest scale, all lines full. */
function layoutOf(row: PictureRow, width: number): Layout {
  const frame = withRoom(row.panels.map((panel) => panelFrame(panel, row)).reduce(joined, NO_FRAME));
  const [wide, high] = [frame[2] - frame[0], frame[3] - frame[1]];
  const count = row.panels.length;
  let best = { columns: 1, lines: count, scale: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const lines = count / columns;
    if (!Number.isInteger(lines)) continue;
    const scale = Math.min(
      (width - (columns - 1) * GAP) / columns / wide,
      (MOST_HEIGHT - lines * CAPTION) / lines / high,
    );
    if (scale > best.scale) best = { columns, lines, scale };
  }
  const { columns, lines, scale } = best;
  const narrow = Math.max(0, Math.min(NARROWEST, (width - (columns - 1) * GAP) / columns) / scale - wide) / 2;
  return {
    frame: [frame[0] - narrow, frame[1], frame[2] + narrow, frame[3]],
    scale,
    columns,
    width,
    height: lines * (CAPTION + high * scale),
  };
}

/** A frame that holds all, with room around it. */
function withRoom([left, bottom, right, top]: Frame): Frame {
  const [wide, high] = [right - left, top - bottom];
  const room = ROOM * Math.max(wide, high);
  const [beside, above] = [Math.min(room, wide / 3), Math.min(room, high / 3)];
  return [left - beside, bottom - above, right + beside, top + above];
}

/** @param x of its left side; @param y of its top; @param bottom where its footer begins */
function drawRow(row: PictureRow, layout: Layout, x: number, y: number, bottom: number): string {
  const { frame, scale, columns } = layout;
  const [width, height] = [(frame[2] - frame[0]) * scale, (frame[3] - frame[1]) * scale];
  const left = x + (layout.width - columns * width - (columns - 1) * GAP) / 2;
  const panels = row.panels.map((panel, k) => {
    const at: Flat = [left + (k % columns) * (width + GAP), y + Math.floor(k / columns) * (CAPTION + height) + CAPTION];
    return [
      words(panel.caption, [at[0], at[1] - 8]),
      element('svg', { x: at[0], y: at[1], width, height }, `\n${drawPanel(panel, row, frame, scale)}\n`),
      ...drawLabels(panel, row, (p) => [at[0] + (p[0] - frame[0]) * scale, at[1] + (frame[3] - p[1]) * scale], scale),
    ].join('\n');
  });
  return [...panels, footer(row, scale, [x, x + layout.width], bottom)].join('\n');
}

/** Axes, the name of the view, and a bar of a round length. */
function footer({ view, note, half }: PictureRow, scale: number, [left, right]: Flat, y: number): string {
  const [x, base] = [left + 2, y + 40];
  const metres = roundLength((half ? 60 : 90) / scale);
  const start = right - metres * scale;
  const cross = polyline([
    [x, base - AXIS],
    [x, base],
    [x + AXIS, base],
  ]);
  const bar = `M${pair([start, base - 6])}v10M${pair([right, base - 6])}v10M${pair([start, base - 1])}H${coordinate(right)}`;
  return [
    element('path', { class: 'axis', d: cross }),
    words(view.axes[1], [x + 6, base - AXIS + 9], { class: 'soft' }),
    words(view.axes[0], [x + AXIS + 6, base + 5], { class: 'soft' }),
    words(note === '' ? view.title : `${view.title}; ${note}`, [x + AXIS + 32, base + 5], { class: 'soft' }),
    element('path', { class: 'axis', d: bar }),
    words(lengthText(metres), [(start + right) / 2, base - 9], { class: 'soft', 'text-anchor': 'middle' }),
  ].join('\n');
}

/** The least of 1, 2 and 5 times a power of ten that is as long as this, m. */
function roundLength(least: number): number {
  const powers = Array.from({ length: 25 }, (_, k) => Number(`1e${k - 12}`));
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).find((length) => length >= least) ?? 1;
}

function lengthText(metres: number): string {
  if (metres >= 1) return `${Number(metres.toPrecision(1))} m`;
  if (metres >= 0.01) return `${Number((100 * metres).toPrecision(1))} cm`;
  return `${Number((1000 * metres).toPrecision(1))} mm`;
}
