/** What lies over the 3-D view: the colours of joules, the scale bar, and which branches are glass. */
import { jouleColour, SCALE_FROM, SCALE_TO } from '../view/colours.ts';
import { figure } from './numbers.ts';
import { usePart } from './session-context.ts';

export function ColourKey() {
  const dark = usePart((state) => state.dark);
  const colourBy = usePart((state) => state.colourBy);
  const steps = Array.from({ length: 24 }, (_, k) => k / 23);
  const css = (share: number) =>
    `rgb(${jouleColour(share, dark ? 'dark' : 'light')
      .map((v) => Math.round(255 * v))
      .join(' ')})`;
  return (
    <div class="key">
      <svg width="144" height="10" aria-hidden="true">
        {steps.map((share, k) => (
          <rect key={share} x={6 * k} y="0" width="6.2" height="10" fill={css(share)} />
        ))}
      </svg>
      <div class="key-text">
        <span>≤ 1e{SCALE_FROM} J</span>
        <span>≥ {10 ** SCALE_TO} J</span>
      </div>
      <div class="soft">
        {colourBy === 'joules' ? 'energy error of contacts and bodies' : 'energy error of contacts'}
      </div>
    </div>
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

/** Which branches are drawn as glass. */
export function Ghosts() {
  const shown = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  if (shown.length < 2) return null;
  const nameOf = (id: number) => branches.find((one) => one.id === id)?.name ?? '';
  return (
    <p class="ghosts">
      solid: {nameOf(shown[0]!.branch)}; glass:{' '}
      {shown
        .slice(1)
        .map(({ branch }) => nameOf(branch))
        .join(', ')}
    </p>
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
