/** The line at the top: scene, solver, time, and the three things that make the studio. */
import { ENDINGS, openFile } from '../files/open-file.ts';
import type { SolverEntry } from '../protocol.ts';
import type { Session } from '../session/session.ts';
import { openPanel, PANELS } from './panel-table.ts';
import { usePart, useSession } from './session-context.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export function Toolbar() {
  const session = useSession();
  return (
    <header class="toolbar">
      <h1 class="brand">Signorini</h1>
      <SceneChoice session={session} />
      <SolverChoice session={session} />
      <PlayControls session={session} />
      <div class="spacer" />
      <StepButtons session={session} />
      <fieldset class="group page-buttons" aria-label="Page">
        <OpenButton session={session} />
        <button
          type="button"
          title="Scene, problem, run, plots, picture, video; Ctrl+S"
          onClick={() => session.store.set({ dialog: 'save' })}
        >
          Save
        </button>
        <ThemeButton session={session} />
        <button
          type="button"
          class="icon"
          aria-label="Keys and help"
          title="Keys, ?"
          onClick={() => session.store.set({ dialog: 'help' })}
        >
          ?
        </button>
      </fieldset>
    </header>
  );
}

/** Inside another page: what moves time, and the way to the whole studio. */
export function EmbedBar() {
  const session = useSession();
  const title = usePart((state) => state.scene?.title ?? '');
  const solver = usePart((state) => state.setup.solver);
  return (
    <header class="toolbar">
      <PlayControls session={session} />
      <span class="soft">{title && `${title}, ${solver}`}</span>
      <div class="spacer" />
      <a class="button" href={location.pathname + location.hash} target="_blank" rel="noopener">
        Open in the studio
      </a>
    </header>
  );
}

/** Buttons that act on the step that is shown. */
function StepButtons({ session }: { readonly session: Session }) {
  return (
    <fieldset class="group step-buttons" aria-label="This step">
      <button type="button" onClick={() => session.fork()} title="A branch from this step, F">
        Fork
      </button>
      {Object.entries(PANELS).map(
        ([name, { button }]) =>
          button && (
            <button type="button" key={name} onClick={() => openPanel(session, name)} title={button.hint}>
              {button.label}
            </button>
          ),
      )}
    </fieldset>
  );
}

function OpenButton({ session }: { readonly session: Session }) {
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) openFile(session, file);
    input.value = ''; // the same file again
  };
  return (
    <label
      class="button"
      title="A scene, a problem, a recorded run, a dataset or an FCLib file; it can also be dropped on the page"
    >
      Open
      <input
        type="file"
        class="hidden"
        accept={ENDINGS}
        aria-label="Open a scene file or a problem file, a recorded run, a dataset, an FCLib file"
        onChange={(event) => choose(event.currentTarget)}
      />
    </label>
  );
}

function SceneChoice({ session }: { readonly session: Session }) {
  const source = usePart((state) => state.spec.source);
  const scenes = usePart((state) => state.catalogue)?.scenes ?? [];
  const name = source.kind === 'catalogue' ? source.name : '';
  const groups = [...new Set(scenes.map(({ group }) => group))];
  const open = (chosen: string) =>
    session.changes.scene({
      source: { kind: 'catalogue', name: chosen, parameters: {} },
      timeStep: null,
      frictionModel: null,
      integrator: null,
    });
  return (
    <label class="field">
      <span>Scene</span>
      <select aria-label="Scene" value={name} onChange={(event) => open(event.currentTarget.value)}>
        {source.kind === 'file' && <option value="">{source.title}</option>}
        {groups.map((group) => (
          <optgroup label={group} key={group}>
            {scenes
              .filter((scene) => scene.group === group)
              .map((scene) => (
                <option value={scene.name} key={scene.name} title={scene.summary}>
                  {scene.name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function SolverChoice({ session }: { readonly session: Session }) {
  const setup = usePart((state) => state.setup);
  const solvers = usePart((state) => state.catalogue)?.solvers ?? [];
  const seen = usePart((state) => state.models);
  const named = usePart((state) => state.scene?.named) ?? [];
  const models = seen.filter((model) => model !== 'cone' || named.includes('cone')); // unnamed: boxes for solvers without cones
  const passed = usePart((state) => limitBelow(solvers, state.problemRows));
  const families = [...new Set(solvers.map(({ family }) => family))];
  return (
    <label class="field">
      <span>Solver</span>
      <select
        aria-label="Solver"
        value={setup.solver}
        onChange={(event) => session.change({ ...setup, solver: event.currentTarget.value, options: {} })}
      >
        {families.map((family) => (
          <optgroup label={family} key={family}>
            {solvers
              .filter((solver) => solver.family === family)
              .map((solver) => {
                const why = refusalOf(solver, models, passed);
                const { name, summary } = solver;
                return (
                  <option
                    value={name}
                    key={name}
                    title={why ?? summary}
                    disabled={why !== undefined && name !== setup.solver}
                  >
                    {why === undefined ? name : `${name} (${why})`}
                  </option>
                );
              })}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** The largest limit on rows that a problem exceeds; 0: none. It seldom changes, unlike the number of rows. */
const limitBelow = (solvers: readonly SolverEntry[], rows: number): number =>
  solvers.reduce((most, { maxRows }) => (maxRows !== null && maxRows < rows ? Math.max(most, maxRows) : most), 0);

/** Why a solver cannot take the problems of this run; undefined if it can. @param passed limit on rows that they exceed */
function refusalOf(
  { models: taken, maxRows }: SolverEntry,
  models: readonly string[],
  passed: number,
): string | undefined {
  const foreign = models.find((model) => !taken.includes(model));
  if (foreign !== undefined) return `does not take ${foreign} friction`;
  return maxRows !== null && maxRows <= passed ? `at most ${maxRows} rows, this step has more` : undefined;
}

function PlayControls({ session }: { readonly session: Session }) {
  const playing = usePart((state) => state.playing);
  const speed = usePart((state) => state.speed);
  return (
    <fieldset class="group" aria-label="Time">
      <button
        type="button"
        class="icon primary"
        aria-label={playing ? 'Pause' : 'Play'}
        title="Space"
        onClick={() => session.toggle()}
      >
        {playing ? <Icon path="M5 3h3v10H5zM9.5 3h3v10h-3z" /> : <Icon path="M5 3l8 5-8 5z" />}
      </button>
      <button type="button" class="icon" aria-label="One step" title="One step, ." onClick={() => session.step()}>
        <Icon path="M4 3l6 5-6 5zM11 3h2v10h-2z" />
      </button>
      <button type="button" class="icon" aria-label="Restart" title="Restart, R" onClick={() => session.restart()}>
        <Icon path="M8 3a5 5 0 1 0 5 5h-2a3 3 0 1 1-3-3v2.2L12 4 8 .8z" />
      </button>
      <label class="field">
        <span class="hidden">Speed</span>
        <select
          value={String(speed)}
          title="Speed"
          onChange={(event) => session.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((one) => (
            <option value={String(one)} key={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

function ThemeButton({ session }: { readonly session: Session }) {
  const dark = usePart((state) => state.dark);
  return (
    <button
      type="button"
      class="icon"
      aria-label={dark ? 'Light theme' : 'Dark theme'}
      title="Light or dark, T"
      onClick={() => session.store.set({ theme: dark ? 'light' : 'dark', dark: !dark })}
    >
      <Icon path="M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12" />
    </button>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
