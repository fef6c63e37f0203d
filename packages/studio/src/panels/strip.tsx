/** The lower part: the timeline, and one of several plots over it. */

import { Plot, type PlotSeries } from '../plots/plot.tsx';
import type { Scalar } from '../protocol.ts';
import type { Session } from '../session/session.ts';
import type { Tab } from '../session/state.ts';
import { branchColour } from '../view/colours.ts';
import { Branches } from './branches.tsx';
import { Inside } from './inside.tsx';
import { figure, joules } from './numbers.ts';
import { useSession, useState$ } from './session-context.ts';

const TABS: readonly (readonly [Tab, string])[] = [
  ['error', 'Error'],
  ['inside', 'Inside the step'],
  ['energy', 'Energy'],
  ['times', 'Times'],
  ['events', 'Events'],
];
/** J: below this a step is exact for every purpose; drawn as the floor. */
const FLOOR = 1e-30;
const MOST_POINTS = 1600;

export function Strip() {
  const session = useSession();
  const tab = useState$((state) => state.tab);
  return (
    <section class="strip" aria-label="Time and error">
      <Timeline session={session} />
      <div class="strip-body">
        <Branches />
        <div class="strip-plots">
          <Tabs session={session} />
          {tab === 'error' && <ErrorPlot session={session} />}
          {tab === 'inside' && <Inside />}
          {tab === 'energy' && <EnergyPlot session={session} />}
          {tab === 'times' && <TimesPlot session={session} />}
          {tab === 'events' && <Events session={session} />}
        </div>
      </div>
    </section>
  );
}

function Tabs({ session }: { readonly session: Session }) {
  const tab = useState$((state) => state.tab);
  const choose = (name: Tab) => {
    session.store.set({ tab: name });
    if (name === 'inside' && !session.state.inspection) session.inspect();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (TABS.findIndex(([name]) => name === tab) + step + TABS.length) % TABS.length;
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
          tabIndex={tab === name ? 0 : -1}
          onClick={() => choose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function Timeline({ session }: { readonly session: Session }) {
  const [main] = useState$((state) => state.shown);
  const branches = useState$((state) => state.branches);
  const memory = useState$((state) => state.memory);
  const head = Math.max(1, ...branches.map((one) => one.head));
  const step = main?.step ?? 0;
  const type = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const wanted = text.endsWith('s') ? Number(text.slice(0, -1)) / (session.state.scene?.timeStep ?? 1) : Number(text);
    if (text === '' || Number.isNaN(wanted))
      session.say(`Expected a step (120) or a time (2s), found ${text || 'nothing'}.`, 'error');
    else session.seek(wanted);
    input.value = String(step);
  };
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
      <label class="stepbox">
        <span>step</span>
        <input
          type="text"
          aria-label="Step or time: 120, or 2s"
          value={String(step)}
          onKeyDown={(event) => event.key === 'Enter' && type(event.currentTarget)}
          onBlur={(event) => {
            event.currentTarget.value = String(step);
          }}
        />
      </label>
      <span class="soft figures">of {head}</span>
      <span class="figures">{(main?.time ?? 0).toFixed(3)} s</span>
      <span class="soft figures wide-only" title="Equal if two states are equal to the last bit">
        hash {main?.hash.slice(0, 8)}
      </span>
      <span
        class="soft figures wide-only"
        title={`${memory?.keyframes ?? 0} complete states are kept for going back; ${memory?.dropped ?? 0} were dropped to stay within the budget`}
      >
        history {((memory?.bytes ?? 0) / 1e6).toFixed(0)} of {((memory?.budget ?? 0) / 1e6).toFixed(0)} MB
      </span>
    </div>
  );
}

/** Columns of all branches on one axis of steps; of many steps the largest per bucket, so that peaks survive. */
function columnsOf(session: Session, names: readonly Scalar[]): { x: number[]; values: Map<string, number[]> } {
  const { branches } = session.state;
  const head = Math.max(1, ...branches.map((one) => one.head));
  const width = Math.ceil(head / MOST_POINTS);
  const x = Array.from({ length: Math.ceil(head / width) }, (_, k) => Math.min(head, (k + 1) * width));
  const values = new Map<string, number[]>();
  for (const { id } of branches)
    for (const name of names)
      values.set(
        `${id}/${name}`,
        x.map((end) => {
          let most = Number.NaN;
          for (let step = end - width + 1; step <= end; step++) {
            const value = session.figures.at(id, name, step);
            if (!(value <= most)) most = Number.isNaN(value) ? most : value;
          }
          return most;
        }),
      );
  return { x, values };
}

function ErrorPlot({ session }: { readonly session: Session }) {
  useState$((state) => state.figures);
  const branches = useState$((state) => state.branches);
  const [main] = useState$((state) => state.shown);
  const dark = useState$((state) => state.dark);
  const conditions = useState$((state) => state.conditions);
  const { x, values } = columnsOf(session, ['energyError', 'frictionConsistency']);
  const series = branches.flatMap(({ id, name }): PlotSeries[] => [
    { label: name, colour: branchColour(id), values: values.get(`${id}/energyError`)! },
    {
      label: `${name}, friction consistency`,
      colour: branchColour(id),
      dash: [3, 3],
      values: values.get(`${id}/frictionConsistency`)!,
    },
  ]);
  const limit = conditions.find((one) => one.kind === 'energyError');
  return (
    <div class="plotbox">
      <Plot
        {...{
          name: 'Energy error of every step, in joules, logarithmic',
          x,
          series,
          yLabel: 'error [J]',
          log: true,
          floor: FLOOR,
          dark,
        }}
        at={main?.step}
        limit={limit && 'above' in limit ? limit.above : undefined}
        onPick={(step) => session.seek(step)}
        text={(step) => `step ${step}: ${joules(session.figures.at(main?.branch ?? 0, 'energyError', step))}`}
      />
      <Legend
        entries={branches.map(({ id, name }) => [name, branchColour(id)])}
        note="solid: energy error; dotted: friction consistency; at or below 1e-30 J drawn at 1e-30"
      />
    </div>
  );
}

function EnergyPlot({ session }: { readonly session: Session }) {
  useState$((state) => state.figures);
  const [main] = useState$((state) => state.shown);
  const dark = useState$((state) => state.dark);
  const names = ['kinetic', 'potential', 'budget'] as const;
  const { x, values } = columnsOf(session, names);
  const id = main?.branch ?? 0;
  const kinetic = values.get(`${id}/kinetic`) ?? [];
  const potential = values.get(`${id}/potential`) ?? [];
  const start = potential.find((value) => !Number.isNaN(value)) ?? 0;
  const series: PlotSeries[] = [
    { label: 'kinetic', colour: branchColour(0), values: kinetic },
    {
      label: 'potential, from the start',
      colour: branchColour(1),
      dash: [6, 3],
      values: potential.map((value) => value - start),
    },
    {
      label: 'sum',
      colour: branchColour(2),
      dash: [2, 2],
      values: kinetic.map((value, k) => value + potential[k]! - start),
    },
  ];
  return (
    <div class="plotbox">
      <Plot
        {...{ name: 'Energy of the bodies, in joules', x, series, yLabel: 'energy [J]', dark }}
        at={main?.step}
        onPick={(step) => session.seek(step)}
      />
      <Legend
        entries={series.map(({ label, colour }) => [label, colour])}
        note={`in doubt by this step's budget: ${joules(session.figures.at(id, 'budget', main?.step ?? 0))}`}
      />
    </div>
  );
}

function TimesPlot({ session }: { readonly session: Session }) {
  useState$((state) => state.figures);
  const [main] = useState$((state) => state.shown);
  const dark = useState$((state) => state.dark);
  const { x, values } = columnsOf(session, ['stepMs', 'solveMs']);
  const id = main?.branch ?? 0;
  const series: PlotSeries[] = [
    { label: 'step', colour: branchColour(0), values: values.get(`${id}/stepMs`) ?? [] },
    { label: 'of it in the solver', colour: branchColour(1), dash: [4, 3], values: values.get(`${id}/solveMs`) ?? [] },
  ];
  return (
    <div class="plotbox">
      <Plot
        {...{
          name: 'Time of every step, in milliseconds, logarithmic',
          x,
          series,
          yLabel: 'time [ms]',
          log: true,
          floor: 1e-3,
          dark,
        }}
        at={main?.step}
        onPick={(step) => session.seek(step)}
      />
      <Legend entries={series.map(({ label, colour }) => [label, colour])} note="on this machine, in this page" />
    </div>
  );
}

function Legend({
  entries,
  note,
}: {
  readonly entries: readonly (readonly [string, string])[];
  readonly note: string;
}) {
  return (
    <p class="legend">
      {entries.map(([name, colour], k) => (
        <span key={k}>
          <svg width="14" height="8" aria-hidden="true">
            <line x1="0" x2="14" y1="4" y2="4" stroke={colour} stroke-width="2.5" />
          </svg>
          {name}
        </span>
      ))}
      <span class="soft">{note}</span>
    </p>
  );
}

function Events({ session }: { readonly session: Session }) {
  const branches = useState$((state) => state.branches);
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
      ...{ step: event.step, id },
      text:
        event.kind === 'setup'
          ? `${name}: solved by ${event.setup.solver}${optionsText(event.setup.options)}${event.setup.warmStart ? '' : ', cold'}`
          : `${name}: ${event.pull ? `${event.pull.body} is pulled` : 'let go'}`,
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
