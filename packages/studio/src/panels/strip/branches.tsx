/** The tree of branches: which are shown, which is changed; none is ever erased by going back. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BranchInfo } from '../../protocol.ts';
import { branchColour } from '../../view/colours.ts';
import { usePart, useSession } from '../session-context.ts';

export function Branches() {
  const session = useSession();
  const branches = usePart((state) => state.branches);
  const shown = usePart((state) => state.shown);
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
            <BranchName branch={branch} />
            <span class="soft figures">{branch.parent === null ? '' : `@${branch.start}`}</span>
            {branch.ended !== null && (
              <span class="bad" title={branch.ended}>
                ended
              </span>
            )}
            <BranchButtons branch={branch} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BranchButtons({ branch }: { readonly branch: BranchInfo }) {
  const session = useSession();
  const branches = usePart((state) => state.branches);
  const main = usePart((state) => state.shown[0]?.branch);
  const compare = (id: number) => {
    session.store.set({ side: true, tab: 'distance' });
    session.show([main!, id]);
  };
  return (
    <>
      {main !== undefined && branch.id !== main && (
        <button
          type="button"
          class="link remove"
          aria-label={`Compare ${branch.name} with ${branches.find(({ id }) => id === main)?.name ?? ''}`}
          title="Compare: only this and the chosen branch, side by side, with their distance"
          onClick={() => compare(branch.id)}
        >
          ⇄
        </button>
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
    </>
  );
}

/** A click makes it the branch that changes apply to; F2 or a double click gives it another name. */
function BranchName({ branch }: { readonly branch: BranchInfo }) {
  const session = useSession();
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [editing]);
  const { id, name, setup, start, head } = branch;
  const title = `${setup.solver}; steps ${start} to ${head}; F2 or a double click renames it`;
  if (!editing)
    return (
      <button
        type="button"
        class="link name"
        title={title}
        onClick={() => session.choose(id)}
        onDblClick={() => setEditing(true)}
        onKeyDown={(event) => event.key === 'F2' && setEditing(true)}
      >
        {name}
      </button>
    );
  const end = (text: string | null) => {
    if (text !== null && text.trim() !== name) session.rename(id, text.trim());
    setEditing(false);
  };
  return (
    <input
      type="text"
      class="name"
      aria-label={`Name of ${name}`}
      defaultValue={name}
      ref={input}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
        event.stopPropagation();
      }}
    />
  );
}

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
