/** Frames of a film: simulated time drives them. The run is brought to each frame's step before it is drawn, so none is dropped. */
import type { Session } from '../session/session.ts';
import type { StageHandle } from './picture.ts';

export interface FilmPlan {
  /** Steps of the run. */
  readonly from: number;
  readonly to: number;
  /** Frames per second of the film. */
  readonly fps: number;
  /** Seconds of the run per second of the film. */
  readonly speed: number;
}

/** The step of every frame. */
export function stepsOf({ from, to, fps, speed }: FilmPlan, timeStep: number): number[] {
  const perFrame = speed / (fps * timeStep);
  const count = Math.max(1, Math.floor((to - from) / perFrame + 1e-9) + 1);
  return Array.from({ length: count }, (_, k) => Math.min(to, Math.round(from + k * perFrame)));
}

/** ms that a step may take to come. */
const PATIENCE = 120_000;

/** Until the page shows a step: its frame is then in the view. @throws Error if it does not come */
export function shown(session: Session, step: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const isThere = () => session.state.shown[0]?.step === step && !session.state.playing;
    const stop = () => {
      unlisten();
      clearTimeout(patience);
    };
    const unlisten = session.store.listen(() => {
      if (!isThere()) return;
      stop();
      resolve();
    });
    const patience = setTimeout(() => {
      stop();
      reject(new Error(`Step ${step} did not come within ${PATIENCE / 1000} s.`));
    }, PATIENCE);
    session.seek(step);
  });
}

/** Calls back with every frame in the view, in order. @param cancelled asked before each */
export async function film(
  session: Session,
  stage: StageHandle,
  plan: FilmPlan & { readonly width: number; readonly height: number },
  each: (frame: number, count: number) => Promise<void>,
  cancelled: () => boolean,
): Promise<boolean> {
  const steps = stepsOf(plan, session.state.scene!.timeStep);
  session.pause();
  stage.resize(plan.width, plan.height);
  try {
    for (const [frame, step] of steps.entries()) {
      if (cancelled()) return false;
      if (session.state.shown[0]?.step !== step || frame === 0) await shown(session, step);
      await each(frame, steps.length);
    }
    return true;
  } finally {
    stage.restore();
  }
}
