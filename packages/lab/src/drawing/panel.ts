/** One panel of a picture: shots of a run over each other, faint to strong, in painter's order, with ways of points. */
import type { Vec3 } from '@signorini/engine';
import { drawPlanes, halfPlaneOf } from './half-planes.ts';
import { visibleOnly } from './hidden.ts';
import { type Outline, outlineFrame, outlinesOf, toWorld } from './outlines.ts';
import type { BodyPoints, Posed, Recording, Shot } from './record.ts';
import { simplified } from './simplified.ts';
import { coordinate, element, pair, polyline, words } from './svg.ts';
import { type Flat, type Frame, frameOf, joined, NO_FRAME, project, type View } from './view.ts';

export interface Panel {
  readonly caption: string;
  /** The later over the earlier. */
  readonly shots: readonly Shot[];
  readonly paths: Recording['paths'];
}

/** Look of all panels of a row. */
export interface PanelLook {
  readonly view: View;
  /** Lines from a body's centre of mass, drawn on it: how it has turned. */
  readonly pins: BodyPoints;
  /** Words on bodies. */
  readonly labels: Readonly<Record<string, string>>;
  /** Shots and ways are moved to the right by so many metres per second. */
  readonly spread: number;
  /** Only what is this near to a body's centre is shown: to both sides, and up and down, m. */
  readonly zoom?: { readonly body: string; readonly reach: Flat } | undefined;
}

/** With more spheres than this, the farther ones are drawn darker. */
const CROWD = 50;
const SHADES = ['b', 'b b2', 'b b3'] as const;
/** How far below what moves the ground may be to be shown, in heights of that. */
const GROUND = 0.3;
const FAINTEST = 0.25;
const LETTER = 10.5; // width of one, units of the picture

/** Frame around everything that moves, what stands still if it is no larger than that, and the ground if it is near. */
export function panelFrame({ shots, paths }: Panel, look: PanelLook): Frame {
  const { zoom } = look;
  if (zoom)
    return shots
      .flatMap((shot) => shot.bodies.filter(({ name }) => name === zoom.body))
      .map(({ centre }) => around(project(look.view, centre), zoom.reach))
      .reduce(joined, NO_FRAME);
  const framed = (moving: boolean) => {
    const frames = shots.flatMap((shot) =>
      shot.bodies
        .filter(({ motion }) => (motion !== 'static') === moving)
        .flatMap(({ shape, ...place }) => outlinesOf(shape, place, look.view))
        .map((outline) => moved(outlineFrame(outline), look.spread * shot.time)),
    );
    return frames;
  };
  const ways = [...paths.values()].map((way) => frameOf(wayOf(way, look)));
  const rods = shots.flatMap((shot) =>
    shot.rods.map(({ to }) => moved(frameOf([project(look.view, to)]), look.spread * shot.time)),
  );
  const own = [...framed(true), ...ways, ...rods].reduce(joined, NO_FRAME);
  const size = Math.max(own[2] - own[0], own[3] - own[1]);
  const still = framed(false).filter(([left, bottom, right, top]) => Math.max(right - left, top - bottom) <= size);
  return withGround(still.reduce(joined, own), shots.at(-1)!, look.view);
}

/** Down to level ground that is not far below. */
function withGround(frame: Frame, shot: Shot, view: View): Frame {
  const [left, bottom, right, top] = frame;
  const level = shot.bodies
    .flatMap((body) => halfPlaneOf(body, view) ?? [])
    .filter(({ normal, offset }) => normal[1] > 0.999 && bottom - offset < GROUND * (top - bottom))
    .map(({ offset }) => offset);
  return [left, Math.min(bottom, ...level), right, top];
}

const around = ([x, y]: Flat, [wide, high]: Flat): Frame => [x - wide, y - high, x + wide, y + high];

const moved = ([left, bottom, right, top]: Frame, by: number): Frame => [left + by, bottom, right + by, top];

const wayOf = (way: readonly { time: number; point: Vec3 }[], { view, spread }: PanelLook): Flat[] =>
  way.map(({ time, point }) => {
    const [x, y] = project(view, point);
    return [x + spread * time, y];
  });

/** @param scale units of the picture per metre */
export function drawPanel(panel: Panel, look: PanelLook, frame: Frame, scale: number): string {
  const [left, , , top] = frame;
  const paper = ([x, y]: Flat): Flat => [(x - left) * scale, (top - y) * scale];
  const last = panel.shots.at(-1)!;
  const shots = panel.shots.map((shot, k) => {
    const by = look.spread * shot.time;
    const placed = ([x, y]: Flat): Flat => paper([x + by, y]);
    const strength = panel.shots.length === 1 ? 1 : FAINTEST + ((1 - FAINTEST) * k) / (panel.shots.length - 1);
    const inside = drawShot({
      shot,
      look,
      traced: panel.paths,
      still: shot === last,
      frame: moved(frame, -by),
      placed,
      scale,
    });
    return strength === 1 ? inside : element('g', { opacity: strength.toFixed(2) }, inside);
  });
  const ways = [...panel.paths.values()].map((way) => {
    const points = simplified(wayOf(way, look).map(paper), 0.3);
    const start = points[0]!;
    const dot = element('circle', { class: 'start', cx: start[0], cy: start[1], r: 3.5 });
    return `${element('path', { class: 'way', d: polyline(points) })}${dot}`;
  });
  return [drawGround(last, look.view, frame, paper), ...shots, ...ways].join('\n');
}

/** Words on bodies as the last shot has them; below a body that is too small for them. They may reach beyond the panel. */
export function drawLabels(panel: Panel, look: PanelLook, paper: (p: Flat) => Flat, scale: number): string[] {
  const last = panel.shots.at(-1)!;
  return last.bodies.flatMap((body) => {
    const text = look.labels[body.name];
    if (text === undefined) return [];
    const frame = outlinesOf(body.shape, body, look.view).map(outlineFrame).reduce(joined, NO_FRAME);
    const [left, bottom, right, top] = moved(frame, look.spread * last.time);
    const inside = (right - left) * scale > LETTER * text.length && (top - bottom) * scale > 2 * LETTER;
    const [x, y] = paper([(left + right) / 2, inside ? (bottom + top) / 2 : bottom]);
    return [words(text, [x, y + (inside ? 6 : 19)], { class: 'label' })];
  });
}

function drawGround(shot: Shot, view: View, frame: Frame, paper: (p: Flat) => Flat): string {
  const planes = shot.bodies.flatMap((body) => halfPlaneOf(body, view) ?? []);
  const drawn = drawPlanes(planes, frame);
  const solid = drawn.filter((plane) => plane.solid.length > 2).map((plane) => `${polyline(plane.solid.map(paper))}Z`);
  const lines = drawn.flatMap(({ line }) => (line ? [polyline(line.map(paper))] : []));
  return [
    solid.length > 0 ? element('path', { class: 'ground', d: solid.join('') }) : '',
    lines.length > 0 ? element('path', { class: 'surface', d: lines.join('') }) : '',
  ].join('');
}

interface ShotDrawing {
  readonly shot: Shot;
  readonly look: PanelLook;
  /** Bodies that stand out. */
  readonly traced: ReadonlyMap<string, unknown>;
  /** Draws bodies that stand still. */
  readonly still: boolean;
  /** Bodies outside are not drawn. */
  readonly frame: Frame;
  readonly placed: (p: Flat) => Flat;
  readonly scale: number;
}

function drawShot({ shot, look, traced, still, frame, placed, scale }: ShotDrawing): string {
  const { view, pins } = look;
  const items = shot.bodies
    .filter(({ motion }) => still || motion !== 'static')
    .flatMap((body) => outlinesOf(body.shape, body, view).map((outline) => ({ body, outline })))
    .filter(({ outline }) => overlap(outlineFrame(outline), frame));
  const crowd = items.filter(({ outline }) => outline.kind === 'circle').length > CROWD;
  const depths = items.map(({ outline }) => outline.depth);
  const [far, near] = [
    depths.reduce((p, q) => Math.min(p, q), Infinity),
    depths.reduce((p, q) => Math.max(p, q), -Infinity),
  ];
  const classOf = ({ name, motion }: Posed, depth: number) => {
    if (traced.has(name)) return 'b t';
    if (motion === 'static') return 'b s';
    const shade = crowd && near > far ? Math.floor((3 * (near - depth)) / (near - far)) : 0;
    return SHADES[Math.min(shade, 2)]!;
  };
  const rods = shot.rods.map(({ from, to }) => polyline([placed(project(view, from)), placed(project(view, to))]));
  const pivots = shot.rods.filter(({ pivot }) => pivot).map(({ to }) => placed(project(view, to)));
  const pinned = shot.bodies.flatMap((body) => {
    const pin = pins[body.name];
    if (!pin) return [];
    const ends = [body.centre, toWorld({ origin: body.centre, axes: body.axes }, pin)];
    return [polyline(ends.map((end) => placed(project(view, end))))];
  });
  return [
    rods.length > 0 ? element('path', { class: 'rod', d: [...new Set(rods)].join('') }) : '',
    ...visibleOnly(items.toSorted((p, q) => p.outline.depth - q.outline.depth)).map(({ body, outline }) =>
      drawOutline(outline, classOf(body, outline.depth), placed, scale),
    ),
    pinned.length > 0 ? element('path', { class: 'pin', d: pinned.join('') }) : '',
    ...pivots.map(([cx, cy]) => element('circle', { class: 'pivot', cx, cy, r: 2.5 })),
  ].join('\n');
}

const overlap = (p: Frame, q: Frame): boolean => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];

function drawOutline(outline: Outline, look: string, placed: (p: Flat) => Flat, scale: number): string {
  if (outline.kind === 'circle') {
    const [cx, cy] = placed(outline.centre);
    return element('circle', { class: look, cx, cy, r: scale * outline.radius });
  }
  if (outline.kind === 'stadium')
    return drawStadium(placed(outline.ends[0]), placed(outline.ends[1]), scale * outline.radius, look);
  const area = outline.faces.map((face) => `${polyline(simplified(face.map(placed), 0.15))}Z`).join('');
  if (!outline.edges) return element('path', { class: look, d: area });
  const edges = outline.edges.map((edge) => polyline(edge.map(placed))).join('');
  return `${element('path', { class: `${look} area`, d: area })}${element('path', { class: `${look} edge`, d: edges })}`;
}

/** Two half circles and the lines between them; a circle if its ends fall together. */
function drawStadium(p: Flat, q: Flat, radius: number, look: string): string {
  const along: Flat = [q[0] - p[0], q[1] - p[1]];
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1]);
  if (length < 0.05) return element('circle', { class: look, cx: p[0], cy: p[1], r: radius });
  const [x, y] = [(-along[1] / length) * radius, (along[0] / length) * radius];
  const cap = `A${coordinate(radius)} ${coordinate(radius)} 0 0 0`;
  const d = [
    `M${pair([p[0] + x, p[1] + y])}L${pair([q[0] + x, q[1] + y])}`,
    `${cap} ${pair([q[0] - x, q[1] - y])}L${pair([p[0] - x, p[1] - y])}${cap} ${pair([p[0] + x, p[1] + y])}Z`,
  ].join('');
  return element('path', { class: look, d });
}
