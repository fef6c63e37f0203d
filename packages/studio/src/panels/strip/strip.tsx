/** The lower part: the timeline, and one of several plots over it. */

import { useState } from 'preact/hooks';
import type { Session } from '../../session/session.ts';
import type { Tab } from '../../session/state.ts';
import { late } from '../late.tsx';
import { figure, stepOf } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';
import { Branches } from './branches.tsx';
import { DistancePlot, EnergyPlot, ErrorPlot, TimesPlot } from './strip-plots.tsx';

const TABS: readonly (readonly [Tab, string])[] = [
  ['error', 'Error'],
  ['inside', 'Inside the step'],
  ['distance', 'Distance'],
  ['energy', 'Energy'],
  ['times', 'Times'],
  ['events', 'Events'],
  ['branches', 'Branches'], // on a phone, which has no room beside the plots
];

/** px, as the style sheet has it. */
const PHONE = 760;
const Inside = late(async () => (await import('./inside.tsx')).Inside);

export function Strip() {
  const session = useSession();
  const tab = usePart((state) => state.tab);
  return (
    <section class="strip" aria-label="Time and error">
      <Timeline session={session} />
      <div class="strip-body">
        <Branches />
        <div class="strip-plots">
          <div class="tabs-line">
            <Tabs session={session} />
            <FollowToggle session={session} />
          </div>
          {tab === 'error' && <ErrorPlot session={session} />}
          {tab === 'inside' && <Inside />}
          {tab === 'distance' && <DistancePlot session={session} />}
          {tab === 'energy' && <EnergyPlot session={session} />}
          {tab === 'times' && <TimesPlot session={session} />}
          {tab === 'events' && <Events session={session} />}
          {tab === 'branches' && <Branches />}
        </div>
      </div>
    </section>
  );
}

function Tabs({ session }: { readonly session: Session }) {
  const tab = usePart((state) => state.tab);
  const choose = (name: Tab) => {
    session.store.set({ tab: name });
    if (name === 'inside' && !session.state.answers.inspection) session.inspect();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const shown = TABS.length - Number(innerWidth > PHONE);
    const next = (TABS.findIndex(([name]) => name === tab) + step + shown) % shown;
    choose(TABS[next]![0]);
    ((event.currentTarget as HTMLElement).children[next] as HTMLElement).focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Plots" onKeyDown={move}>
      {TABS.map(([name, title]) => (
        <button
          type="button"
          role="tab"
          key={name}
          aria-selected={tab === name}
          class={name === 'branches' ? 'phone-only' : ''}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => choose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Follow: the plots show the whole run as it grows. Stay: they keep the steps they show. */
function FollowToggle({ session }: { readonly session: Session }) {
  const stay = usePart((state) => state.stay);
  const head = () => Math.max(1, ...session.state.branches.map((one) => one.head));
  return (
    <label class="follow" title="Plots show the whole run as it grows; off: they keep the steps that they show">
      <input
        type="checkbox"
        checked={stay === null}
        onChange={(event) => session.store.set({ stay: event.currentTarget.checked ? null : [1, head()] })}
      />
      follow
    </label>
  );
}

function Timeline({ session }: { readonly session: Session }) {
  const [main] = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  const memory = usePart((state) => state.memory);
  const head = Math.max(1, ...branches.map((one) => one.head));
  const step = main?.step ?? 0;
  return (
    <div class="timeline">
      <input
        type="range"
        class="scrub"
        aria-label="Step"
        aria-valuetext={`step ${step} of ${head}, ${figure(main?.time ?? 0, 's')}`}
        min={0}
        max={head}
        value={step}
        onInput={(event) => session.seek(Number(event.currentTarget.value))}
      />
      <StepBox session={session} step={step} />
      <span class="soft figures">of {head}</span>
      <span class="figures">{(main?.time ?? 0).toFixed(3)} s</span>
      <Hash hash={main?.hash ?? null} step={step} />
      <span
        class="soft figures wide-only"
        title={`${memory?.keyframes ?? 0} complete states are kept for going back; ${memory?.dropped ?? 0} were dropped to stay within the budget`}
      >
        history {((memory?.bytes ?? 0) / 1e6).toFixed(0)} of {((memory?.budget ?? 0) / 1e6).toFixed(0)} MB
      </span>
    </div>
  );
}

/** Typed text stays until Enter or until the box is left, even while the run moves. */
function StepBox({ session, step }: { readonly session: Session; readonly step: number }) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    const wanted = stepOf(text, session.state.scene?.timeStep ?? 1);
    if (wanted === undefined)
      session.say(`Expected a step (120) or a time (2 s, 500 ms), found ${text.trim() || 'nothing'}.`, 'error');
    else session.seek(wanted);
    setTyped(null);
  };
  return (
    <label class="stepbox">
      <span>step</span>
      <input
        type="text"
        aria-label="Step or time: 120, 2 s, 500 ms"
        value={typed ?? String(step)}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

/** The hash of the state, and at the step of an opened link or capsule the comparison with its hash. */
function Hash({ hash, step }: { readonly hash: string | null; readonly step: number }) {
  const claim = usePart((state) => state.claim);
  const stated = claim?.step === step && claim.same !== null ? claim : null;
  return (
    <span class="soft figures wide-only" title={stated?.sentence ?? 'Equal if two states are equal to the last bit'}>
      hash {hash?.slice(0, 8) ?? '…'}
      {stated && <strong class={stated.same ? 'same' : 'diverged'}> {stated.same ? 'same bits' : 'DIVERGED'}</strong>}
    </span>
  );
}

function Events({ session }: { readonly session: Session }) {
  const branches = usePart((state) => state.branches);
  const rows = branches.flatMap(({ id, name, start, parent, events, ended }) => [
    ...(parent === null
      ? []
      : [
          {
            step: start,
            text: `${name}: forked from ${branches.find((one) => one.id === parent)?.name ?? parent}`,
            id,
          },
        ]),
    ...events.map((event) => ({
      step: event.step,
      id,
      text:
        event.kind === 'setup'
          ? `${name}: ${event.undo ? 'undone, ' : ''}solved by ${event.setup.solver}${optionsText(event.setup.options)}${event.setup.warmStart ? '' : ', cold'}`
          : `${name}: ${event.pull ? `${event.pull.body} is pulled, at most ${figure(event.pull.limit, 'N')}` : 'let go'}`,
    })),
    ...(ended === null ? [] : [{ step: Infinity, id, text: `${name}: ended. ${ended}` }]),
  ]);
  return (
    <ul class="events">
      {rows
        .sort((p, q) => p.step - q.step)
        .map(({ step, text }, k) => (
          <li key={k}>
            <button type="button" class="link" disabled={!Number.isFinite(step)} onClick={() => session.seek(step)}>
              {Number.isFinite(step) ? `step ${step}` : 'end'}
            </button>{' '}
            {text}
          </li>
        ))}
    </ul>
  );
}

const optionsText = (options: Readonly<Record<string, number | string>>): string =>
  Object.entries(options)
    .map(([key, value]) => `, ${key} ${value}`)
    .join('');
