/**
 * The report as one HTML page, a function of the results and of the pictures drawn from them: no script, no other file,
 * no date; the page's own policy forbids the network. docs/guide/replay.md explains the figures.
 */
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { larger, largerError } from '../larger-error.ts';
import { counted, plain, short } from '../number-text.ts';
import { solverStyles } from '../plots/solver-style.ts';
import type { Recommendation } from '../recommend.ts';
import { type ReplayRow, summaryFigure } from '../replay.ts';
import type { ResultsDocument } from '../results.ts';
import type { Chart, ReportGroup } from './charts.ts';
import { drawing, type Html, html, joined, symbol, table } from './html.ts';
import { provenanceOf } from './provenance.ts';
import { REPORT_STYLE } from './style.ts';

export interface ReportRequest {
  readonly results: ResultsDocument;
  readonly title: string;
  /** What counts as solved in the profiles, J (J/s^2 for force problems). */
  readonly tolerance: number;
  readonly recommendation?: Recommendation;
}

/** `drawn`: the SVG of every chart, by its name. */
export function reportPage(
  request: ReportRequest,
  groups: readonly ReportGroup[],
  drawn: ReadonlyMap<string, string>,
): string {
  const { results, title, recommendation } = request;
  const sections = [
    html`<h1>${title}</h1>`,
    html`<p class="lead">${recommendation?.sentence ?? summaryOf(results, request.tolerance)}</p>`,
    solverTable(request),
    ...groups.map((group) => groupSection(group, results, drawn)),
    html`<h2>How it was made</h2>`,
    factsTable(provenanceOf(request)),
    dataTable(results.rows),
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="signorini ${results.version ?? ''}">
<title>${title}</title>
<style>${drawing(REPORT_STYLE)}</style>
</head>
<body>
${joined(sections, '\n')}
</body>
</html>
`;
  return page.text;
}

/** Without a recommendation: the quickest solver, and the quickest of those that solve everything. */
function summaryOf({ rows, summary }: ResultsDocument, tolerance: number): string {
  const problems = new Set(rows.map(({ problem }) => problem)).size;
  const unit = rows[0]?.unit ?? 'J';
  const compared = `${counted(problems, 'problem')}, ${counted(summary.length, 'solver')}.`;
  const byTime = summary
    .filter(({ medianTimeMs, problems: taken }) => taken > 0 && medianTimeMs !== null)
    .sort((p, q) => p.medianTimeMs! - q.medianTimeMs!);
  const within = byTime.find(({ solver }) => {
    const own = rows.filter((row) => row.solver === solver);
    return own.length === problems && own.every((row) => (largerError(row) ?? Infinity) <= tolerance);
  });
  const limit = `${plain(tolerance)} ${unit}`;
  const verdict = within
    ? `${within.solver} is the quickest that stays within ${limit} on all of them: ${short(within.medianTimeMs)} ms in the median.`
    : `None stays within ${limit} on all of them.`;
  const [first] = byTime;
  const quickest =
    !first || first === within
      ? ''
      : ` Quickest is ${first.solver} with ${short(first.medianTimeMs)} ms and errors up to ${short(larger(first.worstEnergy, first.worstFrictionConsistency))} ${unit}.`;
  return `${compared} ${verdict}${quickest}`;
}

/** The measures of the solver table, and those of the table of all solves. */
const REPORTED = measureList.flatMap(({ key, title, unit, reported }) =>
  reported ? [{ measure: key as ReplayedMeasure, title, inJoules: unit === 'energy', ...reported }] : [],
);
const CHARTED = REPORTED.filter(({ charts }) => charts);

function solverTable({ results, recommendation }: ReportRequest): Html {
  const { summary } = results;
  const styles = solverStyles(summary.map(({ solver }) => solver));
  const unit = summary.find((line) => line.unit)?.unit ?? 'J';
  const mixed = unit === 'J/s^2' ? 'N, m/s^2' : 'N s, m/s';
  const verdicts = new Map(recommendation?.solvers.map((line) => [line.solver, line]));
  const rows = summary.map((line) => {
    const verdict = verdicts.get(line.solver);
    const cell = (v: number | null) => (line.problems === 0 ? '–' : short(v));
    return [
      html`${symbol(styles.get(line.solver)!)}${line.solver}`,
      ...(recommendation ? [verdictCell(verdict, recommendation.chosen)] : []),
      ...[line.medianTimeMs, line.maxTimeMs].map(cell),
      ...[line.medianIterations, line.maxIterations].map((n) => (n === null ? '–' : String(n))),
      ...REPORTED.flatMap(({ measure, figures }) => figures.map((which) => cell(line[summaryFigure(which, measure)]))),
      `${line.solved}/${line.problems}`,
    ];
  });
  const columns = [
    { title: 'solver', text: true },
    ...(recommendation ? [{ title: 'passes', text: true }] : []),
    { title: 'time, median', unit: 'ms' },
    { title: 'slowest', unit: 'ms' },
    { title: 'iterations, median', unit: 'count' },
    { title: 'most', unit: 'count' },
    ...REPORTED.flatMap(({ title, inJoules, figures }) =>
      figures.map((which, k) => ({
        title: k === 0 ? `${title}, ${which}` : which,
        unit: inJoules ? unit : mixed,
      })),
    ),
    { title: 'converged', unit: 'count' },
  ];
  const stopped = summary.flatMap(({ solver, stoppedAfter }) =>
    stoppedAfter === null ? [] : [`${solver} after ${counted(stoppedAfter, 'problem')}`],
  );
  const notes = [
    'The energy error is against the friction bounds that the solver ended with; friction consistency is the energy error against the bounds μ x_n of its own normals. Converged: the larger of both is at most 1e-10 of the energy error of doing nothing. Both are joules of the solver alone: what the time step, the joints and the friction model are wrong by is in the budget that signorini run prints.',
    ...(stopped.length > 0
      ? [`Stopped because too slow: ${stopped.join(', ')}; their figures are of these problems only.`]
      : []),
  ];
  return html`${table(columns, rows)}<p class="note">${notes.join(' ')}</p>`;
}

function verdictCell(verdict: Recommendation['solvers'][number] | undefined, chosen: string | null): Html {
  if (!verdict) return html`–`;
  if (verdict.passes) return html`<span class="yes">${verdict.solver === chosen ? '✓ chosen' : '✓ yes'}</span>`;
  return html`<span class="no">✗ ${verdict.stoppedAfter === null ? verdict.fails.join(', ') : 'stopped'}</span>`;
}

function groupSection(
  { title, note, charts, small, legend }: ReportGroup,
  { summary }: ResultsDocument,
  drawn: ReadonlyMap<string, string>,
): Html {
  const styles = solverStyles(summary.filter(({ problems }) => problems > 0).map(({ solver }) => solver));
  const key = [...styles].map(([name, style]) => html`<span>${symbol(style)}${name}</span>`);
  const figure = ({ name, caption, solver }: Chart) => {
    const mark = solver === undefined ? '' : symbol(styles.get(solver)!);
    return html`<figure><figcaption>${mark}${caption}</figcaption>${drawing(drawn.get(name) ?? '')}</figure>`;
  };
  const parts = [
    html`<h2>${title}</h2>`,
    html`<p class="note">${note}</p>`,
    ...(legend ? [html`<div class="legend">${joined(key, '\n')}</div>`] : []),
    html`<div class="charts${small ? ' small' : ''}">${joined(charts.map(figure), '\n')}</div>`,
  ];
  return joined(parts, '\n');
}

function factsTable(facts: readonly (readonly [string, string])[]): Html {
  const rows = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<div class="scroll"><table class="facts"><tbody>\n${joined(rows, '\n')}\n</tbody></table></div>`;
}

function dataTable(rows: readonly ReplayRow[]): Html {
  const unit = rows[0]?.unit ?? 'J';
  const columns = [
    { title: 'problem', text: true },
    { title: 'solver', text: true },
    { title: 'status', text: true },
    { title: 'iterations', unit: 'count' },
    { title: 'time', unit: 'ms' },
    ...CHARTED.map(({ title }) => ({ title, unit })),
  ];
  const cell = (v: number | null) => (v === null ? '–' : short(v));
  const cells = rows.map((row) => [
    row.problem,
    row.path === null || row.path === row.solver ? row.solver : `${row.solver}: ${row.path}`,
    row.status,
    row.iterations === null ? '–' : String(row.iterations.total),
    ...[row.timeMs, ...CHARTED.map(({ measure }) => row[measure])].map(cell),
  ]);
  return html`<details><summary>Every solve (${rows.length})</summary>${table(columns, cells)}</details>`;
}
