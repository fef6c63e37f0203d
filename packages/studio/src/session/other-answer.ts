/** The step that is shown with the contacts of another answer: an iterate of its solve, or what another solver returns. */

import { BODY_FLOATS, exactAt, type FrameBranch, type Request, type SceneInfo } from '../protocol.ts';
import type { ContactBlock, SolverAnswer } from '../questions.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

export class OtherAnswer {
  /** The first branch that is shown, with these contacts; undefined: as it was solved. */
  frame: FrameBranch | undefined;
  private solver: string | null = null;
  private readonly store: Store<State>;
  private readonly send: (request: Request) => void;
  private readonly draw: (poses: Float32Array | undefined) => void;

  /** @param draw the frame anew, with a ghost of the poses that the answer leads to */
  constructor(store: Store<State>, send: (request: Request) => void, draw: (poses: Float32Array | undefined) => void) {
    this.store = store;
    this.send = send;
    this.draw = draw;
  }

  /** Asks for the answer of a solver of the trial; null: the step as it was solved. */
  askFor(solver: string | null): void {
    const { dots } = this.store.state;
    this.solver = solver;
    if (solver === null || !dots) return;
    const { branch, step } = dots;
    this.send({ type: 'ask', question: 'solverAnswer', about: { branch, step, solver } });
  }

  take({ solver, step, poses, contacts }: SolverAnswer, main: FrameBranch | undefined): void {
    if (solver === this.solver && step === main?.step) this.show(main, contacts, poses);
  }

  show(main: FrameBranch | undefined, contacts: ContactBlock | null, poses?: Float32Array): void {
    const { scene, frames } = this.store.state;
    this.frame = contacts && main && scene ? withContacts(main, scene, contacts) : undefined;
    this.draw(poses);
    this.store.set({ frames: frames + 1 });
  }
}

/** Poses stay; contacts, and the joules of bodies by their contacts, are those of the answer. */
function withContacts(
  frame: FrameBranch,
  { bodies }: SceneInfo,
  { numbers, exact, bodiesOf }: ContactBlock,
): FrameBranch {
  const first = BODY_FLOATS * bodies.length;
  const count = bodiesOf.length / 2;
  const buffer = new ArrayBuffer(exactAt(bodies.length, count) + exact.byteLength);
  new Float64Array(buffer, exactAt(bodies.length, count)).set(exact);
  const all = new Float32Array(buffer, 0, first + numbers.length);
  all.set(new Float32Array(frame.buffer, 0, first));
  all.set(numbers, first);
  for (let k = 0; k < bodies.length; k++) all[BODY_FLOATS * k + 7] = 0;
  const stride = numbers.length / Math.max(1, count);
  bodiesOf.forEach((body, k) => {
    all[BODY_FLOATS * body + 7]! += 0.5 * numbers[stride * (k >> 1) + 9]!;
  });
  return { ...frame, buffer, bodiesOf, undrawnError: 0, contacts: count, drawn: count };
}
