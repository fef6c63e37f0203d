/** A run of the command line beside the page: the worker runs the same steps, and says whether they have the same bits. */
import type { Session } from './session.ts';

interface RunState {
  readonly step: number;
  readonly hash: string;
  readonly ended: boolean;
}
const PACE = 400; // ms

/** Follows a run until it has ended or its process is gone. After a step back or a fork it waits until the last step is shown. */
export async function followRun(session: Session): Promise<void> {
  let reached = -1;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    const run = await runState();
    if (!run) {
      session.say('The run beside the studio is gone; what was reached stays.');
      return;
    }
    if (run.step > reached && isAtEnd(session)) {
      reached = run.step;
      if (!(await session.moments.reach(run.step, run.hash)) || run.ended) return;
    } else if (run.ended && run.step <= reached) return;
  }
}

function isAtEnd({ state: { shown, branches, reopening } }: Session): boolean {
  const [main] = shown;
  const [first] = branches;
  return reopening === null && main !== undefined && first?.id === main.branch && main.step === first.head;
}

async function runState(): Promise<RunState | undefined> {
  try {
    const response = await fetch('./run.json');
    return response.ok ? ((await response.json()) as RunState) : undefined;
  } catch {
    return undefined;
  }
}
