/** Refuses a step whose outcome is not finite, and names the rows and bodies that are not. */
import { StepError } from '../errors/step-report.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';

/** @param step number of the step @throws StepError */
export function expectFinite({ bodies }: StepParts, state: StepState, step: number): void {
  const { pose, velocity, solved } = state;
  let sum = 0;
  for (let i = 0; i < velocity.length; i++) sum += 0 * velocity[i];
  for (let i = 0; i < pose.length; i++) sum += 0 * pose[i];
  if (sum === 0 && state.refused === undefined) return;
  const rows = [...(solved[0]?.solution.x ?? []).entries()].flatMap(([i, x]) => (Number.isFinite(x) ? [] : [i]));
  const broken = bodies.names.filter((_, k) => {
    const numbers = [...velocity.subarray(6 * k, 6 * k + 6), ...pose.subarray(7 * k, 7 * k + 7)];
    return !numbers.every(Number.isFinite);
  });
  if (state.refused !== undefined) throw new StepError(step, broken, rows, state.refused);
  const inRows = rows.length > 0 ? `${rows.length} impulses that are not (rows ${some(rows)}), ` : '';
  throw new StepError(step, broken, rows, `${inRows}bodies ${some(broken)} that are not`);
}

function some(values: readonly (number | string)[]): string {
  return values.length > 5 ? `${values.slice(0, 5).join(', ')}, ...` : values.join(', ');
}
