/** What drivers and courses change before a step has an outcome: a failed step restores it. */
import type { StepParts } from './step/step-state.ts';
import type { Driver } from './world-options.ts';

/** Remembers forces, velocities, sleep and the states of drivers and joints; the returned function restores them. */
export function undoOf({ bodies, joints, sleep: sleeps }: StepParts, drivers: readonly Driver[]): () => void {
  const force = bodies.force.slice();
  const velocity = bodies.velocity.slice(); // drivers and courses set some
  const sleep = sleeps ? bodies.sleep.save(bodies.count) : undefined;
  const states = [...drivers, ...joints].map(({ state }) => state?.slice()); // drivers may set speeds and targets
  return () => {
    bodies.force.set(force);
    bodies.velocity.set(velocity);
    if (sleep) bodies.sleep.restore(sleep);
    [...drivers, ...joints].forEach(({ state }, k) => {
      state?.set(states[k] as Float64Array);
    });
  };
}
