/** A sweep as one HTML page: small multiples of errors, outcomes and times, the table, and what failed with its command. */
import { counted, plain, short } from '../number-text.ts';
import { commandOf, secondsText, valueText } from '../sweep/command.ts';
import { type SweepResult, worstError } from '../sweep/run-item.ts';
import type { Axis, SweepPlan } from '../sweep/sweep.ts';
import { type Html, html, joined, pageOf, table } from './html.ts';
import { REPORT_STYLE } from './style.ts';
import { type GridRow, layoutOf, panelsOf } from './sweep-grid.ts';
import { figureScale, type Scale, verdictScale } from './sweep-shades.ts';

export interface SweepReport {
  readonly document: SweepPlan & { readonly engine: string; readonly id: string; readonly items: number };
  readonly rows: readonly GridRow[];
  /** Items without a result. */
  readonly missing: number;
}

const LONGEST_TABLE = 2000;
const OPEN_TABLE = 60;
const STYLE = `
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem 1.5rem}
svg.grid{display:block;width:100%;max-width:26rem;height:auto}svg.grid text{font:10px system-ui,sans-serif;fill:var(--soft)}
svg.grid text.title{fill:var(--ink)}svg.grid text.dark{fill:#111}svg.grid text.light{fill:#fff}svg.grid .frame{fill:none;stroke:var(--line)}
svg.grid .cell{stroke:var(--page);stroke-width:1}svg.grid .dot{stroke:var(--soft);stroke-width:.75}svg.grid .none{fill:none;stroke:var(--line);stroke-dasharray:2 2}
svg.grid .failed{fill:var(--raised);stroke:var(--bad);stroke-width:1}svg.grid .cross{fill:none;stroke:var(--bad);stroke-width:2}
.scale{font-size:.85rem;color:var(--soft)}.scale svg{width:120px;height:12px;vertical-align:-1px}
.failures li{margin:.8rem 0}.failures code{display:block;overflow-wrap:anywhere;color:var(--soft)}
`;

export function sweepPage(report: SweepReport, title: string): string {
  const { document, rows } = report;
  const sections = [
    html`<h1>${title}</h1>`,
    html`<p class="lead">${leadOf(report)}</p>`,
    ...(rows.length === 0 ? [] : figuresOf(report)),
    failuresOf(report),
    tableOf(report),
    html`<h2>How it was made</h2>`,
    factsOf(report),
  ];
  return pageOf({ title, version: document.engine, style: REPORT_STYLE + STYLE, body: joined(sections, '\n') });
}

function leadOf({ document, rows, missing }: SweepReport): string {
  const counts = new Map<string, number>();
  for (const { result } of rows) {
    const name = result.outcome === 'done' ? (result.verdict ?? 'without a verdict') : result.outcome;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, count]) => `${count} ${name}`);
  const worst = [...rows].sort((p, q) => (worstError(q.result) ?? -1) - (worstError(p.result) ?? -1))[0];
  const error = worst ? worstError(worst.result) : null;
  const place = worst
    ? document.axes.map((axis) => `${axis.key} ${valueText(axis, worst.place, worst.item)}`).join(', ')
    : '';
  return [
    `${counted(rows.length, 'item')}: ${parts.join(', ')}.`,
    ...(missing > 0 ? [`${counted(missing, 'item')} missing.`] : []),
    ...(error === null ? [] : [`The largest error of a solve is ${short(error)} ${worst!.result.unit} (${place}).`]),
  ].join(' ');
}

interface Section {
  readonly title: string;
  readonly note: string;
  readonly scale: Scale | undefined;
}

function figuresOf(report: SweepReport): Html[] {
  const { document, rows } = report;
  const layout = layoutOf(document.axes);
  const results = rows.map(({ result }) => result);
  const unit = results[0]?.unit ?? 'J';
  const over =
    layout.joined.length === 0 ? '' : ` A cell is the worst over ${layout.joined.map(({ key }) => key).join(', ')}.`;
  const sections: Section[] = [
    {
      title: 'Error of the solver',
      note: 'The larger of the energy error and of friction consistency, in the worst step.',
      scale: figureScale(results, worstError, unit),
    },
    {
      title: 'In doubt',
      note: 'The whole error of the run: solver, time step, joints and contacts.',
      scale: figureScale(results, ({ budget }) => budget?.total ?? null, 'J'),
    },
    { title: 'Outcome', note: 'The worst verdict of a step; × failed, dashed: no figure.', scale: verdictScale() },
    ...timesOf(results),
  ];
  return sections.flatMap(({ title, note, scale }) =>
    scale
      ? [html`<h2>${title}</h2><p class="note">${note}${over}</p>${scale.legend}${panelsOf(rows, layout, scale.shade)}`]
      : [],
  );
}

/** One picture per machine; times that were taken beside other work are in none. */
function timesOf(results: readonly SweepResult[]): Section[] {
  const machines = new Map<string, string>();
  for (const { timing } of results)
    if (timing.counts && timing.medianMs !== null) machines.set(machineOf(timing), machineText(timing));
  return [...machines].map(([key, name]) => ({
    title: 'Time',
    note: `Median per step or solve, one item at a time, on ${name}.`,
    scale: figureScale(
      results,
      ({ timing }) => (timing.counts && machineOf(timing) === key ? timing.medianMs : null),
      'ms',
    ),
  }));
}

const machineOf = ({ machine }: SweepResult['timing']): string => JSON.stringify(machine);

function machineText({ machine }: SweepResult['timing']): string {
  if (!machine) return 'an unknown machine';
  const { host, cpu, cores, platform, node } = machine;
  return `${host} (${cpu}, ${counted(cores, 'core')}, ${platform}, Node ${node})`;
}

/** Items that failed for the same reason together: the first command in sight, the others one click away. */
function failuresOf({ document, rows }: SweepReport): Html {
  const failed = rows.filter(({ result }) => result.outcome !== 'done');
  if (failed.length === 0) return html``;
  const groups = new Map<string, GridRow[]>();
  for (const row of failed.slice(0, LONGEST_TABLE)) {
    const key = `${row.result.outcome}: ${row.result.sentence}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const command = ({ place, item }: GridRow) => {
    const where = document.axes.map((axis) => `${axis.key} ${valueText(axis, place, item)}`).join(', ');
    return html`<div>${where}<code>${commandOf(item, document.source)}</code></div>`;
  };
  const entries = [...groups].map(([sentence, [first, ...others]]) => {
    const rest = html`<details><summary>${counted(others.length, 'other')}</summary>${others.map(command)}</details>`;
    return html`<li><b class="no">${counted(others.length + 1, 'item')}</b> ${sentence}${command(first!)}${others.length > 0 ? rest : ''}</li>`;
  });
  return html`<h2>Failed (${failed.length})</h2><ul class="failures">${joined(entries, '\n')}</ul>`;
}

function tableOf({ document, rows }: SweepReport): Html {
  const { axes, source } = document;
  const unit = rows[0]?.result.unit ?? 'J';
  const runs = source.kind !== 'problems';
  const columns = [
    ...axes.map(({ key, unit: own }) => ({ title: key, unit: own, text: true })),
    { title: 'verdict', text: true },
    { title: 'unsolved', unit: runs ? 'steps' : 'problems' },
    ...['energy error, median', 'worst', 'friction consistency, median', 'worst'].map((title) => ({ title, unit })),
    ...(runs
      ? [
          { title: 'in doubt', unit: 'J' },
          { title: 'hash', text: true },
        ]
      : []),
    { title: 'time', unit: 'ms' },
  ];
  const cell = (v: number | null | undefined) => (v === null || v === undefined ? '–' : short(v));
  const lines = rows
    .slice(0, LONGEST_TABLE)
    .map(({ place, item, result }) => [
      ...axes.map((axis) => valueText(axis, place, item)),
      result.outcome === 'done' ? (result.verdict ?? '–') : html`<span class="no">${result.outcome}</span>`,
      `${result.unsolved}/${result.countAsked}`,
      ...[result.energyError.median, result.energyError.worst].map(cell),
      ...[result.frictionConsistency.median, result.frictionConsistency.worst].map(cell),
      ...(runs ? [cell(result.budget?.total), result.hash ?? '–'] : []),
      result.timing.counts ? cell(result.timing.medianMs) : '–',
    ]);
  const left = rows.length > LONGEST_TABLE ? `, the first ${LONGEST_TABLE} shown` : '';
  const inside = html`<summary>Every item (${rows.length}${left})</summary>${table(columns, lines)}`;
  return rows.length <= OPEN_TABLE ? html`<details open>${inside}</details>` : html`<details>${inside}</details>`;
}

function factsOf({ document, rows, missing }: SweepReport): Html {
  const { source, axes, random, engine, id } = document;
  const machines = new Map<string, number>();
  for (const { result } of rows) {
    const text = `${machineText(result.timing)}: ${result.timing.how}`;
    machines.set(text, (machines.get(text) ?? 0) + 1);
  }
  const facts: [string, string][] = [
    [
      source.kind === 'problems' ? 'problems' : 'scene',
      source.digest === null ? source.name : `${source.name}, SHA-256 ${source.digest}`,
    ],
    ...axes.map((axis): [string, string] => [`varies: ${axis.key}`, axisText(axis)]),
    ['otherwise', otherwise(document)],
    ['items', random ? `${random.count} drawn with seed ${random.seed}` : `the whole grid, ${document.items}`],
    ...(missing > 0 ? [['missing', String(missing)] as [string, string]] : []),
    ['signorini', `${engine}, sweep ${id}`],
    ...[...machines].map(([text, count]): [string, string] => [counted(count, 'item'), text]),
  ];
  const lines = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<div class="scroll"><table class="facts"><tbody>${joined(lines, '\n')}</tbody></table></div>`;
}

/** Settings that no axis sets. */
function otherwise({ settings, axes }: SweepPlan): string {
  const varied = new Set(axes.map(({ name }) => name.replace(/-./g, (dash) => dash[1]!.toUpperCase())));
  const left = (values: object) => Object.entries(values).filter(([key, value]) => value !== null && !varied.has(key));
  return left(settings)
    .flatMap(([key, value]) => (typeof value === 'object' ? left(value) : [[key, value] as const]))
    .map(([key, value]) => `${key} ${key === 'timeStep' ? `${secondsText(value)} s` : plain(value)}`)
    .join(', ');
}

function axisText({ kind, values, range, unit }: Axis): string {
  const shown = values.length > 40 ? [...values.slice(0, 39), '…'] : values;
  const list = range
    ? `${range.from} to ${range.to}${range.log ? ', evenly in the logarithm' : ''}`
    : shown.map((v) => (kind === 'time-step' ? secondsText(Number(v)) : plain(v))).join(', ');
  return unit === '' ? list : `${list} ${unit}`;
}
