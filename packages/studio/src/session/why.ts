/** Why a step is wrong, and the fork that mends it. */
import type { Setup } from '../protocol.ts';
import type { Session } from './session.ts';

/** Steps that both branches take before they are compared. */
export const CURE_STEPS = 30;

/** Of a contact, or of what is worst in the step (null); every solver is tried on the step for a cure. */
export function askWhy(session: Session, contact = session.selectedContact()?.id ?? null): void {
  const main = session.solvedStep();
  if (!main) return;
  const { branch, step } = main;
  const { dots } = session.state;
  session.pause();
  session.store.set({ cure: null });
  session.ask({ type: 'why', branch, step, contact });
  const tried = dots?.branch === branch && dots.step === step && (dots.running || dots.done === dots.total);
  if (!tried) session.allSolvers(null);
}

/** Takes the step again with another setup, in a fork, and some steps more in both branches. */
export function forkWithCure(session: Session, setup: Setup): void {
  const { why, branches, speed } = session.state;
  if (!why) return;
  const { branch, step } = why;
  session.cancelTrial();
  session.store.set({ setup, cure: { branch, step, known: Math.max(...branches.map(({ id }) => id)) } });
  session.ask({ type: 'seek', step });
  session.ask({ type: 'fork', branch, step: step - 1, setup, name: null });
  session.ask({ type: 'play', speed, until: step - 1 + CURE_STEPS });
}
