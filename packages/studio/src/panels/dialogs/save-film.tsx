/** The view as a picture, and the run as a video. */
import { useState } from 'preact/hooks';
import { stepsOf } from '../../files/film.ts';
import { saveContent } from '../../files/save.ts';
import { counted, figure, megabytes } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { SaveLine } from './save-line.tsx';

const SIZES = ['640 × 360', '1280 × 720', '1920 × 1080', '3840 × 2160'] as const;
const RATES = [15, 30, 60];
const SPEEDS = [0.1, 0.25, 0.5, 1, 2];
const MOST_VIDEO = 200e6; // bytes: it is made in memory
const BITS_PER_PIXEL = 0.12; // as the encoder is asked for

const sizeOf = (text: string): { width: number; height: number } => {
  const [width, height] = text.split(' × ').map(Number);
  return { width: width!, height: height! };
};

function useSize() {
  const [size, setSize] = useState<string>(SIZES[1]);
  const [caption, setCaption] = useState(true);
  const fields = (
    <>
      <Choice name="size" list={SIZES} value={size} choose={setSize} />
      <label>
        <input type="checkbox" checked={caption} onChange={(event) => setCaption(event.currentTarget.checked)} /> step,
        solver and joules in it
      </label>
    </>
  );
  return { options: { ...sizeOf(size), caption }, fields };
}

function Choice({
  name,
  list,
  value,
  choose,
}: {
  readonly name: string;
  readonly list: readonly (string | number)[];
  readonly value: string | number;
  readonly choose: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{name}</span>
      <select aria-label={name} value={String(value)} onChange={(event) => choose(event.currentTarget.value)}>
        {list.map((one) => (
          <option value={String(one)} key={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SavePicture() {
  const session = useSession();
  const viewless = usePart((state) => state.viewless);
  const { options, fields } = useSize();
  const save = async () => {
    const { stage } = session.files;
    if (!stage) return session.say('There is no 3-D view to take a picture of.', 'error');
    try {
      const { pictureOf } = await session.files.tools();
      const [main] = session.state.shown;
      saveContent(await pictureOf(session, stage, options), `${session.state.scene?.title}-${main?.step ?? 0}.png`);
    } catch (error) {
      session.say((error as Error).message, 'error');
    }
  };
  return (
    <SaveLine title="Picture">
      <button type="button" disabled={viewless !== null} onClick={() => void save()}>
        PNG of the view
      </button>
      {fields}
    </SaveLine>
  );
}

export function SaveVideo() {
  const session = useSession();
  const scene = usePart((state) => state.scene);
  const busy = usePart((state) => state.busy);
  const viewless = usePart((state) => state.viewless);
  const head = Math.max(0, ...usePart((state) => state.branches).map((one) => one.head));
  const { options, fields } = useSize();
  const [range, setRange] = useState<readonly [number, number] | null>(null);
  const [fps, setFps] = useState(30);
  const [speed, setSpeed] = useState(1);
  const [from, to] = range ?? [0, head];
  const plan = { ...options, from, to: Math.min(to, head), fps, speed, container: null };
  const frames = scene ? stepsOf(plan, scene.timeStep).length : 0;
  const size = (BITS_PER_PIXEL * plan.width * plan.height * frames) / 8;
  const why =
    viewless !== null
      ? 'there is no 3-D view'
      : head === 0
        ? 'no step was taken yet'
        : size > MOST_VIDEO
          ? 'above the limit: fewer steps, fewer frames per second, or smaller'
          : undefined;
  const number = (text: string) => Math.max(0, Math.min(head, Math.round(Number(text) || 0)));
  return (
    <SaveLine title="Video">
      <button type="button" disabled={why !== undefined || busy !== null} onClick={() => void makeVideo(session, plan)}>
        Video, at most about {megabytes(size)}
      </button>
      <label class="field">
        <span>from step</span>
        <input
          type="number"
          min={0}
          max={head}
          value={from}
          onChange={(event) => setRange([number(event.currentTarget.value), to])}
        />
      </label>
      <label class="field">
        <span>to</span>
        <input
          type="number"
          min={0}
          max={head}
          value={to}
          onChange={(event) => setRange([from, Math.max(from, number(event.currentTarget.value))])}
        />
      </label>
      <Choice name="frames/s" list={RATES} value={fps} choose={(text) => setFps(Number(text))} />
      <Choice name="speed ×" list={SPEEDS} value={speed} choose={(text) => setSpeed(Number(text))} />
      {fields}
      <span class="soft">
        {why ?? `${counted(frames, 'frame')}, ${figure(frames / fps, 's')}`}; each shows one step, none is dropped; at
        most {megabytes(MOST_VIDEO)}
      </span>
    </SaveLine>
  );
}

async function makeVideo(
  session: ReturnType<typeof useSession>,
  plan: import('../../files/tools.ts').VideoPlan,
): Promise<void> {
  const { stage } = session.files;
  if (!stage) return session.say('There is no 3-D view to make a video of.', 'error');
  session.files.cancelled = false;
  const progress = (done: number, total: number) =>
    session.store.set({ busy: { what: 'Making the video', done, total } });
  progress(0, 1);
  try {
    const { videoOf } = await session.files.tools();
    const video = await videoOf(session, stage, plan, progress, () => session.files.cancelled);
    if (!video) session.say('The video was cancelled.');
    else {
      const { content, container, codec, frames } = video;
      saveContent(content, `${session.state.scene?.title}.${container}`);
      session.say(`Video: ${counted(frames, 'frame')}, ${codec} in ${container}, ${megabytes(content.length)}.`);
    }
  } catch (error) {
    session.say((error as Error).message, 'error');
  } finally {
    session.store.set({ busy: null });
  }
}
