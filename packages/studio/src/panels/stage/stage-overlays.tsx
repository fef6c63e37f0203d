/** Overlays of the 3-D view: the meaning of colours, arrows and discs, the scale bar, and which branch is where. */
import { FAST } from '../../view/body-meshes.ts';
import { cellsOf } from '../../view/cells.ts';
import { branchColour, jouleColour, SCALE_FROM, SCALE_TO } from '../../view/colours.ts';
import { figure, joules, many } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

const BODIES = {
  joules: 'energy error of contacts and bodies',
  speed: 'energy error of contacts',
  material: 'energy error of contacts; bodies by material',
  island: 'energy error of contacts; bodies by island',
} as const;

/** @param longest N, of the longest arrow of a linear scale */
export function Key({ longest }: { readonly longest: number }) {
  const colourBy = usePart((state) => state.colourBy);
  const { normal, friction, discs, log } = usePart((state) => state.arrows);
  const [main] = usePart((state) => state.shown);
  const isFew = main && main.drawn < main.contacts;
  return (
    <div class="key">
      {isFew && (
        <p class="few">
          {many(main.drawn)} of {many(main.contacts)} contacts drawn, the worst
        </p>
      )}
      {discs && <DiscKey />}
      {(normal || friction) && longest > 0 && (
        <p class="wide-only">{log ? 'arrows: logarithm of the force' : `longest arrow ${figure(longest, 'N')}`}</p>
      )}
      {colourBy === 'speed' && <Bar low="0 m/s" high={`≥ ${FAST} m/s`} of="speed of bodies" />}
      <Bar low={`≤ 1e${SCALE_FROM} J`} high={`≥ ${10 ** SCALE_TO} J`} of={BODIES[colourBy]} />
    </div>
  );
}

function Bar({ low, high, of }: { readonly low: string; readonly high: string; readonly of: string }) {
  const dark = usePart((state) => state.dark);
  const steps = Array.from({ length: 24 }, (_, k) => k / 23);
  const css = (share: number) =>
    `rgb(${jouleColour(share, dark ? 'dark' : 'light')
      .map((v) => Math.round(255 * v))
      .join(' ')})`;
  return (
    <div class="bar">
      <span class="soft of">{of}</span>
      <span>{low}</span>
      <svg width="96" height="10" viewBox="0 0 168 10" preserveAspectRatio="none" aria-hidden="true">
        {steps.map((share, k) => (
          <rect key={share} x={7 * k} y="0" width="7.2" height="10" fill={css(share)} />
        ))}
      </svg>
      <span>{high}</span>
    </div>
  );
}

/** The discs as the shader draws them. */
function DiscKey() {
  const [c, r] = [6, 5];
  return (
    <p class="discs wide-only">
      <span>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx={c} cy={c} r={r - 1} fill="none" stroke="currentColor" stroke-width="2" />
        </svg>
        open
      </span>
      <span>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx={c} cy={c} r={r} fill="currentColor" />
        </svg>
        sticks
      </span>
      <span>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx={c} cy={c} r={r - 1} fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d={`M${c} ${c}L${c - 4.5} 2.5A${r} ${r} 0 0 1 ${c + 4.5} 2.5Z`} fill="currentColor" />
        </svg>
        slides
      </span>
    </p>
  );
}

/** A round length of about 100 px. */
export function ScaleBar({ metres }: { readonly metres: number }) {
  if (!(metres > 0)) return null;
  const wanted = 100 * metres;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const length = [5, 2, 1].map((k) => k * power).find((one) => one <= wanted) ?? power;
  return (
    <div class="scalebar">
      <svg width={Math.round(length / metres)} height="6" aria-hidden="true">
        <path d={`M0.5 0v5.5h${Math.round(length / metres) - 1}v-5.5`} fill="none" stroke="currentColor" />
      </svg>
      <span>{length < 1 ? figure(1000 * length, 'mm') : figure(length, 'm')}</span>
    </div>
  );
}

/** Branches that are shown together: what each is, and its error; on a phone also one alone. @param wide the stage is */
export function Together({ wide }: { readonly wide: boolean }) {
  const shown = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  const side = usePart((state) => state.side);
  const nameOf = (id: number) => branches.find((one) => one.id === id)?.name ?? '';
  const [columns, rows] = side ? cellsOf(shown.length, wide) : [1, 1];
  return (
    <div class={`together cells-${columns}-${rows} ${shown.length < 2 ? 'phone-only' : ''}`}>
      {side && shown.length > 1 ? (
        shown.map((one) => (
          <div class="cell" key={one.branch}>
            <p>
              <BranchTag {...one} name={nameOf(one.branch)} as="" />
            </p>
          </div>
        ))
      ) : (
        <div class="cell">
          {shown.map((one, k) => (
            <p key={one.branch}>
              <BranchTag {...one} name={nameOf(one.branch)} as={shown.length < 2 ? '' : k === 0 ? 'solid' : 'glass'} />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

export function SideSwitch() {
  const session = useSession();
  const side = usePart((state) => state.side);
  if (usePart((state) => state.shown.length) < 2) return null;
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={side}
      title="Branches beside each other, with one camera and one time, B"
      onClick={() => session.store.set({ side: !side })}
    >
      Side by side
    </button>
  );
}

interface Tag {
  readonly branch: number;
  readonly energyError: number | null;
  readonly name: string;
  readonly as: string;
}

function BranchTag({ branch, energyError, name, as }: Tag) {
  return (
    <>
      <svg width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" fill={branchColour(branch)} />
      </svg>
      <span>{name}</span>
      <strong>{joules(energyError)}</strong>
      {as && <span class="soft">{as}</span>}
    </>
  );
}

/** While a moment is run again. */
export function Reopening() {
  const reopening = usePart((state) => state.reopening);
  if (!reopening) return null;
  const { done, total } = reopening;
  return (
    <p class="instead" role="status">
      Running it again: step {done} of {total}
    </p>
  );
}
