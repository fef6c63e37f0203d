/** Plots over all steps: errors, distance between branches, energy, times. */
import { useRef, useState } from 'preact/hooks';
import { Plot, type PlotScale, type PlotSeries } from '../../plots/plot.tsx';
import { type Scalar, STATUS_NAMES } from '../../protocol.ts';
import type { Session } from '../../session/session.ts';
import { branchColour } from '../../view/colours.ts';
import { late } from '../late.tsx';
import { joules, short } from '../numbers.ts';
import { usePart } from '../session-context.ts';
import { placeLine, ToleranceAnswer, ToleranceLine } from './tolerance-line.tsx';

const StepList = late(async () => (await import('./step-list.tsx')).StepList);

/** J: below this a step is exact for every purpose; drawn as the floor. */
const FLOOR = 1e-30;
/** m: below this two states are the same. */
const NEAREST = 1e-18;
const MOST_POINTS = 1600;
/** Place in STATUS_NAMES; those after it are failures. */
const CONVERGED = STATUS_NAMES.indexOf('converged');

/** Steps at the ends of at most MOST_POINTS buckets, and the largest of a figure in each, so that peaks survive. */
function axisOf(session: Session): { readonly x: number[]; readonly most: (of: (step: number) => number) => number[] } {
  const head = Math.max(1, ...session.state.branches.map((one) => one.head));
  const width = Math.ceil(head / MOST_POINTS);
  const x = Array.from({ length: Math.ceil(head / width) }, (_, k) => Math.min(head, (k + 1) * width));
  const largest = (end: number, of: (step: number) => number) => {
    let most = Number.NaN;
    for (let step = end - width + 1; step <= end; step++) {
      const value = of(step);
      if (!(value <= most)) most = Number.isNaN(value) ? most : value;
    }
    return most;
  };
  return { x, most: (of) => x.map((end) => largest(end, of)) };
}

/** Columns of all branches on one axis of steps. */
function columnsOf(session: Session, names: readonly Scalar[]): { x: number[]; values: Map<string, number[]> } {
  const { x, most } = axisOf(session);
  const values = new Map<string, number[]>();
  for (const { id } of session.state.branches)
    for (const name of names)
      values.set(
        `${id}/${name}`,
        most((step) => session.figures.at(id, name, step)),
      );
  return { x, values };
}

/** Properties that all plots over steps share. */
function useStepAxis() {
  usePart((state) => state.figures);
  const [main] = usePart((state) => state.shown);
  const dark = usePart((state) => state.dark);
  const stay = usePart((state) => state.stay);
  return { main, shared: { at: main?.step, dark, range: stay ?? undefined } };
}

export function ErrorPlot({ session }: { readonly session: Session }) {
  const { main, shared } = useStepAxis();
  const branches = usePart((state) => state.branches);
  const conditions = usePart((state) => state.conditions);
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
  const level = usePart((state) => state.tolerance);
  const [held, hold] = useState(false);
  const scale = useRef<PlotScale | null>(null);
  const line = useRef<HTMLDivElement>(null);
  if (branches.every(({ head }) => head === 0))
    return (
      <div class="plotbox empty">
        <p class="soft">Nothing was solved yet: press play, or Space. The error of every step is plotted here.</p>
      </div>
    );
  const failed = failedSteps(session, main?.branch ?? 0, x);
  return (
    <div class="plotbox">
      <div class="over">
        <Plot
          name="Energy error of every step, in joules, logarithmic"
          x={x}
          series={series}
          yLabel="error [J]"
          log
          floor={FLOOR}
          level={level}
          held={held}
          {...shared}
          limit={limit && 'above' in limit ? limit.above : undefined}
          failed={failed}
          onPick={(step) => session.seek(step)}
          text={(step) => `step ${step}: ${joules(session.figures.at(main?.branch ?? 0, 'energyError', step))}`}
          onDraw={(drawn) => {
            scale.current = drawn;
            placeLine(line.current, drawn, session.state.tolerance);
          }}
        />
        <ToleranceLine session={session} scale={scale} line={line} hold={hold} />
      </div>
      <ToleranceAnswer />
      <Legend
        entries={branches.map(({ id, name }) => [name, branchColour(id)])}
        note={`solid: energy error; dotted: friction consistency${failed.length > 0 ? '; hatched: not converged, or torn' : ''}; ≤ 1e-30 J drawn at 1e-30`}
      />
    </div>
  );
}

/** Ranges of steps of a branch whose solve did not converge. */
function failedSteps(session: Session, branch: number, x: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  const width = x.length > 1 ? x[1]! - x[0]! : 1;
  for (const end of x) {
    let failed = false;
    for (let step = end - width + 1; step <= end; step++)
      failed ||= session.figures.at(branch, 'status', step) > CONVERGED;
    if (!failed) continue;
    const last = ranges.at(-1);
    if (last && last[1] >= end - width) last[1] = end;
    else ranges.push([end - width, end]);
  }
  return ranges;
}

/** Between the first branch that is shown and the others: a fork with the same solver stays at zero. */
export function DistancePlot({ session }: { readonly session: Session }) {
  const { main, shared } = useStepAxis();
  const shown = usePart((state) => state.shown);
  const branches = usePart((state) => state.branches);
  const nameOf = (id: number | undefined) => branches.find((one) => one.id === id)?.name ?? '';
  const others = shown.slice(1).map(({ branch }) => branch);
  if (!main || others.length === 0)
    return (
      <div class="plotbox empty">
        <p class="soft">Fork, or show a second branch: this plots how far their states are apart.</p>
      </div>
    );
  const { x, most } = axisOf(session);
  const series = others.map((id): PlotSeries => {
    const label = `${nameOf(id)} from ${nameOf(main.branch)}`;
    return { label, colour: branchColour(id), values: most((step) => session.figures.distance(main.branch, id, step)) };
  });
  series.push({
    label: `noise floor: ${nameOf(main.branch)} moved by one ulp`,
    colour: '#888888',
    dash: [2, 3],
    values: most((step) => session.figures.noise(main.branch, step)),
  });
  return (
    <div class="plotbox">
      <Plot
        name="Largest distance between positions of two branches, in metres, logarithmic"
        x={x}
        series={series}
        {...shared}
        yLabel="distance [m]"
        log
        floor={NEAREST}
        onPick={(step) => session.seek(step)}
        text={(step) => `step ${step}: ${short(session.figures.distance(main.branch, others[0]!, step))} m`}
      />
      <Legend
        entries={series.map(({ label, colour }) => [label, colour])}
        note="near the floor: rounding, not an error; 0 drawn at 1e-18 m"
      />
    </div>
  );
}

export function EnergyPlot({ session }: { readonly session: Session }) {
  const { main, shared } = useStepAxis();
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
    <div class="plotbox with-list">
      <Plot
        name="Energy of the bodies, in joules"
        x={x}
        series={series}
        yLabel="energy [J]"
        {...shared}
        onPick={(step) => session.seek(step)}
      />
      <StepList of="ledger" />
      <Legend
        entries={series.map(({ label, colour }) => [label, colour])}
        note={`in doubt by this step's budget: ${joules(session.figures.at(id, 'budget', main?.step ?? 0))}`}
      />
    </div>
  );
}

export function TimesPlot({ session }: { readonly session: Session }) {
  const { main, shared } = useStepAxis();
  const { x, values } = columnsOf(session, ['stepMs', 'solveMs']);
  const id = main?.branch ?? 0;
  const series: PlotSeries[] = [
    { label: 'step', colour: branchColour(0), values: values.get(`${id}/stepMs`) ?? [] },
    { label: 'of it in the solver', colour: branchColour(1), dash: [4, 3], values: values.get(`${id}/solveMs`) ?? [] },
  ];
  return (
    <div class="plotbox with-list">
      <Plot
        name="Time of every step, in milliseconds, logarithmic"
        x={x}
        series={series}
        yLabel="time [ms]"
        log
        floor={1e-3}
        {...shared}
        onPick={(step) => session.seek(step)}
      />
      <StepList of="stages" />
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
