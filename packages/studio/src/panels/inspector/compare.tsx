/** The branches that are shown together, figure by figure. */
import { branchColour } from '../../view/colours.ts';
import { joules, short } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

export function Compare() {
  const session = useSession();
  const shown = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  const [main] = shown;
  if (!main || shown.length < 2) return null;
  const lines: readonly (readonly [string, (one: (typeof shown)[number]) => string])[] = [
    ['energy error', ({ energyError }) => joules(energyError)],
    ['friction consistency', ({ frictionConsistency }) => joules(frictionConsistency)],
    ['iterations', ({ iterations, step }) => (step === 0 ? '—' : String(iterations))],
    ['contacts', ({ contacts }) => String(contacts)],
    [
      'distance',
      ({ branch, step }) => {
        const metres = session.figures.distance(main.branch, branch, step);
        return branch === main.branch || Number.isNaN(metres) ? '—' : `${short(metres)} m`;
      },
    ],
  ];
  return (
    <section>
      <h2>Compared</h2>
      <table class="compare">
        <thead>
          <tr>
            <td />
            {shown.map(({ branch }) => (
              <th class="n" key={branch} scope="col">
                <svg width="10" height="10" aria-hidden="true">
                  <circle cx="5" cy="5" r="4.5" fill={branchColour(branch)} />
                </svg>{' '}
                {branches.find(({ id }) => id === branch)?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shown.map((one) => (
                <td class="n" key={one.branch}>
                  {text(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
