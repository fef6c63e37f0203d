/** The tree of branches: which are shown, which is changed; none is ever erased by going back. */
import type { BranchInfo } from '../protocol.ts';
import { branchColour } from '../view/colours.ts';
import { useSession, useState$ } from './session-context.ts';

export function Branches() {
  const session = useSession();
  const branches = useState$((state) => state.branches);
  const shown = useState$((state) => state.shown);
  const isShown = (id: number) => shown.some(({ branch }) => branch === id);
  const toggle = (id: number) => {
    const others = shown.map(({ branch }) => branch).filter((one) => one !== id);
    session.show(isShown(id) ? others : [...others, id]);
  };
  return (
    <nav class="branches" aria-label="Branches">
      <h2>Branches</h2>
      <ul>
        {inTree(branches).map(({ branch, depth }) => (
          <li key={branch.id} class={shown[0]?.branch === branch.id ? 'chosen' : ''}>
            <input
              type="checkbox"
              aria-label={`Show ${branch.name}`}
              title="Show"
              checked={isShown(branch.id)}
              disabled={isShown(branch.id) && shown.length === 1}
              onChange={() => toggle(branch.id)}
            />
            <svg width={12 + 10 * depth} height="14" aria-hidden="true">
              <circle cx={6 + 10 * depth} cy="7" r="5" fill={branchColour(branch.id)} />
            </svg>
            <button type="button" class="link name" title={titleOf(branch)} onClick={() => session.choose(branch.id)}>
              {branch.name}
            </button>
            <span class="soft figures">{branch.parent === null ? '' : `@${branch.start}`}</span>
            {branch.ended !== null && (
              <span class="bad" title={branch.ended}>
                ended
              </span>
            )}
            {branches.length > 1 && (
              <button
                type="button"
                class="link remove"
                aria-label={`Remove ${branch.name}`}
                title="Remove"
                onClick={() => session.remove(branch.id)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const titleOf = ({ setup, head, parent, start }: BranchInfo): string =>
  `${setup.solver}; steps ${start} to ${head}${parent === null ? '' : '; a click makes it the one that changes apply to'}`;

/** Children below their parents. */
function inTree(
  branches: readonly BranchInfo[],
  parent: number | null = null,
  depth = 0,
): { branch: BranchInfo; depth: number }[] {
  return branches
    .filter((branch) => branch.parent === parent)
    .flatMap((branch) => [{ branch, depth }, ...inTree(branches, branch.id, Math.min(3, depth + 1))]);
}
