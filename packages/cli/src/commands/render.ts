/** signorini render <run.h5|scene>: the studio's view as a video or as pictures, without a window. */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { found } from '@signorini/engine/checks';
import { findScene, type Scene, sceneValues } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import {
  expectFreeFolder,
  expectRegular,
  expectWritable,
  readSceneFile,
  readText,
  sceneName,
  writeFileWhole,
} from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { parseAssignments, repeated } from '../assignments.ts';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount } from '../quantities.ts';
import { findChromium, PageError } from '../render/chromium.ts';
import { type FilmPlan, type FilmScene, isFrame, StudioFilm, type Verdict } from '../render/studio-film.ts';
import { studioFolder } from '../studio-place.ts';

interface RenderFlags {
  readonly output: string;
  readonly steps?: string;
  readonly size: string;
  readonly fps: string;
  readonly speed: string;
  readonly view: string;
  readonly colour: string;
  readonly theme: string;
  readonly caption: boolean;
  readonly solver?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
}

export function addRender(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('render')
    .argument('<run.h5|scene>', 'a recorded run, a scene by name or a scene file')
    .description("the studio's view as a video or as pictures, in a Chromium without a window")
    .requiredOption(
      '-o, --output <path>',
      'out.mp4, out.webm, picture.png or .webp (the last step), or a folder of pictures',
    )
    .option('--steps <n|a:b>', 'up to a step, or from one to another (default: all of the run)')
    .option('--size <w>x<h>', 'pixels, even numbers', '1280x720')
    .option('--fps <n>', 'pictures per second', '30')
    .option('--speed <x>', 'seconds of the run per second of the film', '1')
    .addOption(new Option('--view <side>', 'of the camera').choices(['free', 'front', 'side', 'top']).default('free'))
    .addOption(new Option('--colour <by>', 'of the bodies').choices(['joules', 'speed', 'material']).default('joules'))
    .addOption(new Option('--theme <name>', 'light or dark').choices(['light', 'dark']).default('light'))
    .option('--no-caption', 'without step, solver and joules in the picture')
    .option('-s, --solver <name>', 'of a scene (default: auto)')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene; may be repeated'))
    .option('--json', 'print one JSON document')
    .action(async (name: string, flags: RenderFlags) => {
      const { plan, scene } = await planned(name, flags);
      await expectPlace(flags.output);
      const progress = new Progress(io);
      const film = await StudioFilm.open(await findChromium(), studioFolder(), scene);
      try {
        await act({ name, film, plan, flags, recorded: scene.spec === null }, { io, end, progress });
      } catch (error) {
        throw error instanceof PageError ? new UsageError(`render: ${error.message}`) : error;
      } finally {
        progress.end();
        await film.close();
      }
    });
}

const ENDINGS = ['.mp4', '.webm', '.png', '.webp', ''];

async function expectPlace(output: string): Promise<void> {
  const ending = extname(output).toLowerCase();
  if (!ENDINGS.includes(ending))
    throw new UsageError(`--output: expected .mp4, .webm, .png, .webp or a folder, found ${found(output)}`);
  if (ending === '') await expectFreeFolder(output, 'pictures of a film', (names) => names.every(isFrame));
  else await expectWritable(output, 'file');
}

interface Making {
  readonly name: string;
  readonly film: StudioFilm;
  readonly plan: FilmPlan;
  readonly flags: RenderFlags;
  readonly recorded: boolean;
}

interface Around {
  readonly io: Io;
  readonly end: (code: number) => void;
  readonly progress: Progress;
}

async function act({ name, film, plan, flags, recorded }: Making, { io, end, progress }: Around): Promise<void> {
  const again = (done: number, total: number) => progress.at(`rerun  ${basename(name)}`, done, total);
  const verdict = recorded ? await film.rerun(basename(name), again) : null;
  const head = recorded ? await film.head() : Infinity;
  const to = Math.min(plan.to ?? head, head);
  if (plan.from > to) throw new UsageError(`--steps: expected steps up to ${to}, found ${flags.steps}`);
  const drawn = (done: number, total: number) => progress.at(`render  ${basename(name)}`, done, total);
  const made = await makeFile(film, { ...plan, to }, flags.output, drawn);
  progress.end();
  if (verdict) complain(io, verdict.sentence);
  if (made.note !== null) complain(io, made.note);
  const document = { ...made, steps: [plan.from, to], same: verdict?.same ?? null };
  io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(document));
  if (verdict && !verdict.same) end(1);
}

interface Made {
  readonly file: string;
  readonly frames: number;
  readonly codec: string;
  readonly bytes: number | null;
  /** Differences from what was asked for. */
  readonly note: string | null;
}

const textOf = ({ file, frames, codec, bytes }: Made & { readonly same: Verdict['same'] | null }): string =>
  `${file}: ${frames} ${frames === 1 ? 'picture' : 'pictures'}, ${codec}${bytes === null ? '' : `, ${Math.ceil(bytes / 1000)} kB`}\n`;

async function makeFile(
  film: StudioFilm,
  plan: FilmPlan & { readonly to: number },
  output: string,
  progress: (done: number, total: number) => void,
): Promise<Made> {
  const ending = extname(output).toLowerCase();
  if (ending === '')
    return { file: output, frames: await film.pictures(output, plan, progress), codec: 'PNG', bytes: null, note: null };
  if (ending === '.png' || ending === '.webp') {
    const type = ending.slice(1);
    for await (const { picture } of film.frames({ ...plan, from: plan.to }, `image/${type}`, 0.8)) {
      await writeFileWhole(output, picture);
      return { file: output, frames: 1, codec: type === 'png' ? 'PNG' : 'WebP', bytes: picture.length, note: null };
    }
  }
  const asked = ending.slice(1) as 'mp4' | 'webm';
  const { made, note } = await film.video(plan, asked, progress).then(
    (video) => ({ made: video, note: null }),
    async (error: unknown) => {
      if (asked !== 'mp4' || !(error instanceof PageError)) throw error;
      const other = await film.video(plan, 'webm', progress);
      return {
        made: other,
        note: `render: expected MP4, found a Chromium that encodes none: it is WebM (${other.codec})`,
      };
    },
  );
  const file = note === null ? output : output.replace(/\.mp4$/i, '.webm');
  await writeFileWhole(file, made.content);
  return { file, frames: made.frames, codec: `${made.codec} in ${made.container}`, bytes: made.content.length, note };
}

async function planned(name: string, flags: RenderFlags): Promise<{ plan: FilmPlan; scene: FilmScene }> {
  const look = { colourBy: flags.colour, dark: flags.theme === 'dark' };
  const size = sizeOf(flags.size);
  const fps = parseCount('--fps', flags.fps, 1);
  const speed = Number(flags.speed);
  if (fps > 240) throw new UsageError(`--fps: expected at most 240, found ${flags.fps}`);
  if (!(speed > 0 && speed <= 100))
    throw new UsageError(`--speed: expected a number up to 100, found ${found(flags.speed)}`);
  const view = { ...size, fps, speed, caption: flags.caption, side: flags.view };
  if (/\.(h5|hdf5)$/i.test(name)) {
    await expectRegular(name, 'a recorded run');
    for (const flag of ['solver', 'set'] as const)
      if ((flags[flag] ?? []).length > 0) throw new UsageError(`--${flag}: expected a scene, found a recorded run`);
    const opened = { kind: 'file', name: basename(name), path: name } as const;
    return { plan: { ...view, ...rangeOf(flags.steps, null) }, scene: { name, opened, spec: null, setup: null, look } };
  }
  const isFile = existsSync(name) && /\.json$/i.test(name);
  const scene: Scene = isFile ? await readSceneFile(name) : findScene(name);
  const parameters = sceneValues(scene, parseAssignments('--set', flags.set, 'rows=4'));
  const solver = findSolver(flags.solver ?? 'auto').name;
  const source = isFile
    ? { kind: 'file', title: sceneName(name), text: await readText(name, 'a scene file') }
    : { kind: 'catalogue', name: scene.name, parameters };
  const spec = { source, timeStep: null, frictionModel: null, integrator: null };
  const setup = { solver, options: {}, warmStart: true };
  return {
    plan: { ...view, ...rangeOf(flags.steps, scene.steps) },
    scene: { name, opened: undefined, spec, setup, look },
  };
}

function sizeOf(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d+)[x×](\d+)$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const fits = (v: number) => v >= 16 && v <= 4096 && v % 2 === 0;
  if (!fits(size.width) || !fits(size.height))
    throw new UsageError(`--size: expected even numbers from 16 to 4096, for example 1280x720, found ${found(text)}`);
  return size;
}

/** "200", "100:200" */
function rangeOf(text: string | undefined, all: number | null): { from: number; to: number | null } {
  if (text === undefined) return { from: 0, to: all };
  const parts = text.split(':').map((part) => parseCount('--steps', part, 0));
  const [first, last] = parts.length === 1 ? [0, parts[0]!] : [parts[0]!, parts[1]!];
  if (parts.length > 2 || first > last)
    throw new UsageError(`--steps: expected a number of steps or a:b, found ${found(text)}`);
  return { from: first, to: last };
}
