/** Draws a scene of the catalogue: a story lists the runs, the moments and the views that show what the scene does. */
import { ContractError, createWorld } from '@signorini/engine';
import { hashNumbers, hashText } from '@signorini/engine/problem';
import { type Scene, type SceneValues, sceneValues } from '@signorini/engine/scenes';
import { type Panel, panelFrame } from './panel.ts';
import { drawPicture, type PictureRow } from './picture.ts';
import { type BodyPoints, type Recording, recordRun, type Shot } from './record.ts';
import { type Flat, VIEWS, type View, type ViewName } from './view.ts';

export interface StoryPanel {
  /** Moments drawn over each other, the first one faintest, s. */
  readonly times: readonly number[];
  /** Other than the scene's own; the caption names them. */
  readonly parameters?: SceneValues;
  /** Words of the caption in place of the times. */
  readonly caption?: string;
}

export interface StoryRow {
  /** Default: from the side that shows more, along x or along y. */
  readonly view?: ViewName;
  /** A number stands for a panel of that moment, s. */
  readonly panels: readonly (number | StoryPanel)[];
  /** Points whose paths are drawn. */
  readonly paths?: BodyPoints;
  /** Lines from a body's centre of mass to these points of it: how it has turned. */
  readonly pins?: BodyPoints;
  /** Words on bodies. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Shots and paths are moved to the right by so many metres per second. */
  readonly spread?: number;
  /** Only what is this near to a body's centre is shown: to both sides, and up and down, m. */
  readonly zoom?: { readonly body: string; readonly reach: Flat };
  /** Words beside the name of the view. */
  readonly note?: string;
  /** Half as wide as the picture: two of them stand beside each other. */
  readonly half?: boolean;
}

export type Story = readonly StoryRow[];

/** Start, middle and end. */
export const defaultStory = ({ steps, timeStep }: Scene): Story => [
  { panels: [0, 0.5 * steps * timeStep, steps * timeStep] },
];

/** The SVG file of a scene. It carries the mark of its first steps. @throws ContractError for a story that cannot be drawn */
export function drawScene(scene: Scene, story: Story): string {
  expectStory(scene, story);
  return drawStory(scene, story, `first steps: ${markOfFirstSteps(scene, story)}`);
}

/** The SVG file of a run that went elsewhere: one panel per shot; undefined if no body has a size. */
export function drawShots(title: string, summary: string, shots: readonly Shot[]): string | undefined {
  const panels = shots.map(
    (shot): Panel => ({ caption: momentsOf([round(shot.time)]), shots: [shot], paths: new Map() }),
  );
  const look = { pins: {}, labels: {}, spread: 0, note: '', half: false };
  const row = { ...look, panels, view: widerSide(panels) };
  if (panels.every((panel) => panelFrame(panel, row)[0] === Infinity)) return undefined;
  return drawPicture({ title, summary, rows: [row], remark: 'as captured' });
}

/** Changes with what the picture of the first steps would be: a quick test whether the picture of a long run is still true. */
export function markOfFirstSteps(scene: Scene, story: Story): string {
  const svg = drawStory(scene, firstSteps(story, scene), '');
  return hashText(hashNumbers(Float64Array.from(svg, (letter) => letter.codePointAt(0)!)));
}

/** Moments are whole panels of numbers, and bodies that are named exist. */
function expectStory(scene: Scene, story: Story): void {
  const where = (k: number) => `${scene.name}: row ${k + 1} of the story`;
  if (story.length === 0) throw new ContractError(`${scene.name}: expected a story of one row or more, found none`);
  const runs = new Map<string, ReadonlySet<string>>();
  for (const [k, row] of story.entries()) {
    if (row.panels.length === 0) throw new ContractError(`${where(k)}: expected one panel or more, found none`);
    for (const panel of row.panels.map(panelOf)) {
      const wrong = panel.times.find((time) => !(time >= 0 && time < Infinity));
      if (panel.times.length === 0 || wrong !== undefined)
        throw new ContractError(`${where(k)}: expected times >= 0 in s, found ${wrong ?? 'none'}`);
      const key = runOf(panel);
      const bodies = runs.get(key) ?? bodiesOf(scene, panel);
      runs.set(key, bodies);
      const named = [row.paths, row.pins, row.labels].flatMap((given) => Object.keys(given ?? {}));
      for (const name of [...named, ...(row.zoom ? [row.zoom.body] : [])])
        if (!bodies.has(name)) throw new ContractError(`${where(k)}: expected the name of a body, found "${name}"`);
    }
  }
}

function bodiesOf(scene: Scene, { parameters }: StoryPanel): Set<string> {
  const world = createWorld(scene, { parameters: sceneValues(scene, parameters) });
  const names = new Set(world.bodies.map(({ name }) => name));
  world.release();
  return names;
}

function drawStory(scene: Scene, story: Story, remark: string): string {
  const record = recorder(scene, story);
  const rows = story.map((row): PictureRow => {
    const { paths = {}, pins = {}, labels = {}, spread = 0, half = false } = row;
    const apart = spread === 0 ? [] : [`moved right by ${spread} m per s`];
    const note = [...(row.note === undefined ? [] : [row.note]), ...apart].join('; ');
    const panels = row.panels.map((given): Panel => {
      const panel = panelOf(given);
      return { caption: captionOf(panel), ...record(panel, Object.keys(paths)) };
    });
    const look = { pins, labels, spread, zoom: row.zoom };
    return { ...look, view: row.view ? VIEWS[row.view] : widerSide(panels), panels, note, half };
  });
  for (const row of rows)
    if (row.panels.every((panel) => panelFrame(panel, row)[0] === Infinity))
      throw new ContractError(`${scene.name}: expected a body with a size to draw, found none`);
  return drawPicture({ title: scene.name, summary: scene.summary, rows, remark });
}

/** The same story, each moment replaced by one of the first steps. */
function firstSteps(story: Story, { timeStep }: Scene): Story {
  const moments = story.flatMap(({ panels }) => panels.flatMap((panel) => panelOf(panel).times));
  const order = [...new Set(moments)].sort((p, q) => p - q);
  const early = (given: number | StoryPanel) => {
    const panel = panelOf(given);
    return { ...panel, times: panel.times.map((time) => order.indexOf(time) * timeStep) };
  };
  return story.map((row) => ({ ...row, panels: row.panels.map(early) }));
}

const panelOf = (given: number | StoryPanel): StoryPanel => (typeof given === 'number' ? { times: [given] } : given);

const runOf = ({ parameters = {} }: StoryPanel): string => JSON.stringify(parameters);

/** Simulates once for each choice of parameters, and returns the part of a run that a panel shows. */
function recorder(scene: Scene, story: Story): (panel: StoryPanel, traced: readonly string[]) => Recording {
  const points: BodyPoints = Object.assign({}, ...story.map(({ paths }) => paths ?? {}));
  const all = story.flatMap(({ panels }) => panels.map(panelOf));
  const runs = new Map<string, { readonly times: readonly number[]; readonly recording: Recording }>();
  for (const panel of all) {
    const key = runOf(panel);
    if (runs.has(key)) continue;
    const times = all.filter((other) => runOf(other) === key).flatMap((other) => other.times);
    const world = createWorld(scene, { parameters: sceneValues(scene, panel.parameters) });
    runs.set(key, { times, recording: recordRun(world, times, points) });
    world.release();
  }
  return (panel, traced) => {
    const { times, recording } = runs.get(runOf(panel))!;
    const shots = panel.times.map((time) => recording.shots[times.indexOf(time)]!);
    const end = shots.at(-1)!.time;
    const paths = traced.map((name) => {
      const path = recording.paths.get(name)!;
      return [name, path.filter(({ time }) => time <= end + scene.timeStep / 2)] as const;
    });
    return { shots, paths: new Map(paths) };
  };
}

/** "friction 0.3: 0, 0.5, 1 s", "0 to 3 s, every 0.1 s" */
function captionOf({ times, parameters = {}, caption }: StoryPanel): string {
  const given = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [...given, caption ?? momentsOf(times.map(round))].join(': ');
}

/** To a millisecond. */
const round = (time: number): number => Number(time.toFixed(3));

function momentsOf(times: readonly number[]): string {
  const [first = 0, second = 0] = times;
  const apart = Number((second - first).toFixed(3));
  const even = times.every((time, k) => Math.abs(time - first - k * apart) < 2e-3 * times.length);
  return times.length > 4 && even ? `${first} to ${times.at(-1)} s, every ${apart} s` : `${times.join(', ')} s`;
}

function widerSide(panels: readonly Panel[]): View {
  const look = { pins: {}, labels: {}, spread: 0 };
  const width = (view: View) =>
    panels.reduce((most, panel) => {
      const [left, , right] = panelFrame(panel, { ...look, view });
      return Math.max(most, right - left);
    }, 0);
  return width(VIEWS.end) > width(VIEWS.side) ? VIEWS.end : VIEWS.side;
}
