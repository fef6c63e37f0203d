/** Figures of the step that is shown, beside a plot over all steps: entries of its energy ledger, or times of its stages. */
import { joules, short } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

export function StepList({ of }: { readonly of: 'ledger' | 'stages' }) {
  const session = useSession();
  usePart((state) => state.frames);
  const [main] = usePart((state) => state.shown);
  const { marks } = session;
  const isCurrent = marks && marks.branch === main?.branch && marks.step === main.step;
  const entries = isCurrent ? marks[of] : [];
  const text = (value: number) => (of === 'ledger' ? joules(value) : `${short(value)} ms`);
  if (!main || main.step === 0) return null;
  return (
    <section class="step-list" aria-label={of === 'ledger' ? 'Energy ledger of this step' : 'Stages of this step'}>
      <h2>{of === 'ledger' ? `Ledger of step ${main.step}` : `Stages of step ${main.step}`}</h2>
      <table>
        <tbody>
          {entries.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="n">{value < 0 ? `−${text(-value)}` : text(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCurrent && entries.length === 0 && <p class="soft">Nothing changed the energy.</p>}
    </section>
  );
}
