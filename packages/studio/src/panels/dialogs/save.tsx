/** Everything that can be saved: its size before it is made, a limit, and how to make it smaller. */
import { useState } from 'preact/hooks';
import { csvOf, csvSize, dotsTable, figuresTable, plotTable, type Table } from '../../files/csv.ts';
import { saveContent } from '../../files/save.ts';
import { shownPlots } from '../../plots/shown-plots.ts';
import { counted, megabytes } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';
import { SavePicture, SaveVideo } from './save-film.tsx';
import { SaveLine } from './save-line.tsx';

const MOST_RUN = 250e6; // bytes: the file is made in memory
const MOST_TABLE = 100e6;
/** Packed bytes in a recorded run: per step, and in each step per body and per contact. */
const BYTES = { step: 500, body: 95, contact: 35 };

export function SaveDialog() {
  const session = useSession();
  const scene = usePart((state) => state.scene);
  return (
    <Modal title="Save" wide>
      <Progress />
      {scene ? (
        <>
          <SaveScene />
          <SaveRun />
          <SavePicture />
          <SaveVideo />
        </>
      ) : (
        <p class="soft">A problem file has no run: its problem is saved under Problem.</p>
      )}
      <SaveLine title="Problem">
        <button type="button" onClick={() => session.showProblem()}>
          Problem of this step…
        </button>
      </SaveLine>
      <SaveTables />
    </Modal>
  );
}

/** How far it is, and the way out. */
export function Progress() {
  const session = useSession();
  const busy = usePart((state) => state.busy);
  if (!busy) return null;
  const { what, done, total } = busy;
  return (
    <p class="progress" role="status">
      <progress value={done} max={Math.max(1, total)} aria-label={what} /> {what}: {done} of {total}{' '}
      <button type="button" onClick={() => session.files.cancel()}>
        Cancel
      </button>
    </p>
  );
}

function SaveScene() {
  const session = useSession();
  return (
    <SaveLine title="Scene">
      <button type="button" onClick={() => session.files.saveScene()}>
        Scene file
      </button>
      <span class="soft">as it starts, with its parameters; signorini run reads it</span>
    </SaveLine>
  );
}

function SaveRun() {
  const session = useSession();
  const [main] = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  const scene = usePart((state) => state.scene);
  const busy = usePart((state) => state.busy);
  const branch = branches.find(({ id }) => id === main?.branch);
  const head = branch?.head ?? 0;
  const [chosen, setChosen] = useState<number | null>(null);
  const steps = Math.min(head, chosen ?? head);
  const perStep = BYTES.step + BYTES.body * (scene?.bodies.length ?? 0) + BYTES.contact * (main?.contacts ?? 0);
  const size = Math.round(perStep * steps);
  const why = steps < 1 ? 'no step was taken yet' : size > MOST_RUN ? `above the limit: save fewer steps` : undefined;
  return (
    <SaveLine title="Run">
      <button
        type="button"
        disabled={why !== undefined || busy !== null}
        onClick={() => session.files.saveRun(steps, MOST_RUN)}
      >
        Recorded run, about {megabytes(size)}
      </button>
      <label class="field">
        <span>steps</span>
        <input
          type="number"
          min={1}
          max={head}
          value={steps}
          onChange={(event) => setChosen(Math.max(1, Math.round(Number(event.currentTarget.value) || 1)))}
        />
      </label>
      <span class="soft">
        {why ?? `${branch?.name ?? ''}, run once more with all its inputs`}; at most {megabytes(MOST_RUN)}
      </span>
    </SaveLine>
  );
}

/** Figures of steps, plots that are on the page, solvers that were tried. */
function SaveTables() {
  const session = useSession();
  const branches = usePart((state) => state.branches);
  const dots = usePart((state) => state.dots);
  const [every, setEvery] = useState(1);
  const plots = shownPlots();
  const background = getComputedStyle(document.documentElement).getPropertyValue('--panel').trim() || '#ffffff';
  const picture = async (canvas: HTMLCanvasElement, name: string) => {
    const { plotPicture } = await session.files.tools();
    saveContent(await plotPicture(canvas, background), name);
  };
  return (
    <SaveLine title="Tables and plots">
      <label class="field">
        <span>every nth row</span>
        <input
          type="number"
          min={1}
          max={1000}
          value={every}
          onChange={(event) =>
            setEvery(Math.min(1000, Math.max(1, Math.round(Number(event.currentTarget.value) || 1))))
          }
        />
      </label>
      <ul>
        {branches.map(({ id, name }) => (
          <TableLine
            title={`${name}: figures of every step`}
            table={figuresTable(session, id)}
            every={every}
            key={id}
          />
        ))}
        {dots && <TableLine title={`all solvers on step ${dots.step}`} table={dotsTable(session)} every={1} />}
        {plots.map(({ props, canvas }) => (
          <TableLine title={props.name} table={plotTable(props)} every={every} key={props.name}>
            <button type="button" onClick={() => void picture(canvas, `${fileName(props.name)}.png`)}>
              PNG
            </button>
          </TableLine>
        ))}
      </ul>
    </SaveLine>
  );
}

function TableLine({
  title,
  table,
  every,
  children,
}: {
  readonly title: string;
  readonly table: Table;
  readonly every: number;
  readonly children?: preact.ComponentChildren;
}) {
  const size = csvSize(table, every);
  const why = table.rows === 0 ? 'no row yet' : size > MOST_TABLE ? 'above 100 MB: keep fewer rows' : undefined;
  return (
    <li>
      <button
        type="button"
        disabled={why !== undefined}
        title={why ?? ''}
        onClick={() => saveContent(csvOf(table, every), `${fileName(title)}.csv`)}
      >
        CSV, {megabytes(size)}
      </button>{' '}
      {children} <span>{title}</span> <span class="soft">{why ?? counted(Math.ceil(table.rows / every), 'row')}</span>
    </li>
  );
}

const fileName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
