/** Frames of a film: simulated time drives them. The run is brought to each frame's step before it is drawn, so none is dropped. */
import type { FileHost } from '../session/file-host.ts';
import type { StageHandle } from './picture.ts';

export interface FilmPlan {
  /** Steps of the run; beyond its last it goes on. */
  readonly from: number;
  readonly to: number;
  /** Frames per second of the film. */
  readonly fps: number;
  /** Seconds of the run per second of the film. */
  readonly speed: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Where the camera stands; absent: where it is. */
  readonly side?: 'free' | 'front' | 'side' | 'top';
}

/** The step of every frame. */
export function stepsOf({ from, to, fps, speed }: Omit<FilmPlan, 'width' | 'height'>, timeStep: number): number[] {
  const perFrame = speed / (fps * timeStep);
  const count = Math.max(1, Math.floor((to - from) / perFrame + 1e-9) + 1);
  return Array.from({ length: count }, (_, k) => Math.min(to, Math.round(from + k * perFrame)));
}

/** ms that a step may take to come. */
const PATIENCE = 120_000;

/** Waits until the page shows a step: its frame is then in the view. @throws Error if it does not come */
export async function shown(session: FileHost, step: number): Promise<void> {
  const last = () => session.state.branches.find(({ id }) => id === session.state.shown[0]?.branch)?.head ?? 0;
  if (step > last()) await arrival(session, last(), () => session.seek(last()));
  while (step > last()) await arrival(session, last() + 1, () => session.step());
  await arrival(session, step, () => session.seek(step));
}

function arrival(session: FileHost, step: number, ask: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      unlisten();
      clearTimeout(patience);
    };
    const unlisten = session.store.listen(() => {
      const { shown: list, playing, branches } = session.state;
      const [main] = list;
      const ended = branches.find(({ id }) => id === main?.branch)?.ended ?? null;
      if (main?.step !== step && ended !== null && step > main!.step) {
        stop();
        reject(new Error(`Step ${step} cannot be taken: ${ended}`));
      }
      if (main?.step !== step || playing) return;
      stop();
      resolve();
    });
    const patience = setTimeout(() => {
      stop();
      reject(new Error(`Step ${step} did not come within ${PATIENCE / 1000} s.`));
    }, PATIENCE);
    ask();
  });
}

export interface FilmFrame {
  readonly frame: number;
  readonly step: number;
  readonly count: number;
}

/** Every frame in order, each in the view when it is handed over. The view is given back at the end, and if one stops early. */
export async function* frames(session: FileHost, stage: StageHandle, plan: FilmPlan): AsyncGenerator<FilmFrame> {
  const steps = stepsOf(plan, session.state.scene!.timeStep);
  session.pause();
  stage.resize(plan.width, plan.height);
  if (plan.side) stage.fit(plan.side);
  try {
    for (const [frame, step] of steps.entries()) {
      await shown(session, step);
      yield { frame, step, count: steps.length };
    }
  } finally {
    stage.restore();
  }
}
