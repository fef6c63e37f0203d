/** A studio without a worker, with a clock that tests move. */
import type { Reply, Request, RunSpec, Setup } from '../../src/protocol.ts';
import type { About, Answer, QuestionName, QuestionRequest } from '../../src/questions.ts';
import { loadLibrary } from '../../src/worker/library.ts';
import { Studio } from '../../src/worker/studio.ts';

await loadLibrary();

export const WALL: RunSpec = {
  source: { kind: 'catalogue', name: 'brick-wall', parameters: {} },
  timeStep: null,
  frictionModel: null,
  integrator: null,
};
export const AUTO: Setup = { solver: 'auto', options: {}, warmStart: true };
export const PGS: Setup = { solver: 'pgs', options: {}, warmStart: true };

/** `question` asks and returns the last answer, `answer` only returns it. */
export function questionsOf(ask: (request: Request) => void, replies: readonly Reply[]) {
  const answer = <K extends QuestionName>(name: K): Answer<K> => {
    const reply = replies.findLast((one) => one.type === 'answer' && one.question === name);
    return (reply as Extract<Reply, { type: 'answer' }> | undefined)?.answer as Answer<K>;
  };
  const question = <K extends QuestionName>(name: K, about: About<K>): Answer<K> => {
    ask({ type: 'ask', question: name, about } as QuestionRequest);
    return answer(name);
  };
  return { question, answer };
}

/** `play(n)` takes n steps; `settle()` does what waits. */
export function studioOf(budget?: number) {
  const replies: Reply[] = [];
  const tasks: (() => void)[] = [];
  let now = 0;
  const studio: Studio = new Studio({
    reply: (reply) => {
      replies.push(structuredClone(reply)); // as a port does
      if (reply.type === 'frame') studio.handle({ type: 'release' }); // drawn at once
    },
    later: (act) => tasks.push(act),
    clock: () => now,
    ...(budget !== undefined && { budget }),
  });
  const ask = (request: Request) => studio.handle(request);
  const last = <T extends Reply['type']>(type: T) =>
    replies.filter((reply): reply is Extract<Reply, { type: T }> => reply.type === type).at(-1)!;
  const frame = (place = 0) => last('frame').branches[place]!;
  /** Runs the first waiting task, one display frame later. */
  const tick = () => {
    now += 1000 / 60 + 1e-9;
    tasks.shift()?.();
  };
  const play = (steps: number) => {
    const goal = frame().step + steps;
    ask({ type: 'play', speed: 1 });
    for (let k = 0; k < 4 * steps + 10 && frame().step < goal && last('frame'); k++) {
      tick();
      if (!last('frame').playing && frame().step >= goal) break;
    }
    ask({ type: 'pause' });
  };
  const settle = () => {
    for (let k = 0; k < 10_000 && tasks.length > 0; k++) tasks.shift()!();
  };
  return { ask, ...questionsOf(ask, replies), last, frame, play, tick, settle, replies };
}

export function opened(setup: Setup = AUTO, spec: RunSpec = WALL, budget?: number) {
  const studio = studioOf(budget);
  studio.ask({ type: 'open', spec, setup, play: false });
  return studio;
}
