/** Warnings that a person should read before trusting the run; loaded when there is one. */
import { CONVERGED, DEEP } from '../session/run-figures.ts';
import type { Session } from '../session/session.ts';
import { counted, figure } from './numbers.ts';
import { usePart, useSession } from './session-context.ts';

export function Warnings() {
  const session = useSession();
  usePart((state) => state.figures);
  const branches = usePart((state) => state.branches);
  const id = usePart((state) => state.shown[0]?.branch);
  const branch = branches.find((one) => one.id === id);
  if (!branch) return null;
  const { failed, deepest } = lookedAt(session, branch.id);
  const { ended } = branch;
  const isCalm = failed.count === 0 && deepest.value <= DEEP && ended === null;
  return (
    <section>
      <h2>Warnings</h2>
      {isCalm && <p class="soft">None.</p>}
      {ended !== null && <p class="bad">{ended}.</p>}
      {failed.count > 0 && (
        <p>
          {counted(failed.count, 'step')} of {failed.of} did not converge, or tore a joint; the first is{' '}
          <StepLink step={failed.first} />.
        </p>
      )}
      {deepest.value > DEEP && (
        <p>
          Bodies overlap by up to {figure(1000 * deepest.value, 'mm')}, in <StepLink step={deepest.step} />.
        </p>
      )}
    </section>
  );
}

function StepLink({ step }: { readonly step: number }) {
  const session = useSession();
  return (
    <button type="button" class="link" onClick={() => session.seek(step)}>
      step {step}
    </button>
  );
}

function lookedAt({ figures }: Session, branch: number) {
  const known = figures.of(branch);
  const failed = { count: 0, of: known?.columns.status.length ?? 0, first: 0 };
  const deepest = { value: 0, step: 0 };
  known?.columns.status.forEach((status, k) => {
    if (status <= CONVERGED) return;
    if (failed.count === 0) failed.first = known.start + 1 + k;
    failed.count++;
  });
  known?.columns.deepest.forEach((value, k) => {
    if (!(value > deepest.value)) return;
    deepest.value = value;
    deepest.step = known.start + 1 + k;
  });
  return { failed, deepest };
}
