/**
 * The report as one HTML page, a function of the results: one small script of its own, no other file, no date; the page's
 * own policy forbids the network and any other script. docs/guide/replay.md explains the figures.
 */
import { larger, largerError } from '../evaluate/larger-error.ts';
import { counted, plain, short } from '../number-text.ts';
import type { ResultsDocument } from '../replay/results.ts';
import { on, symbolDefs } from './chart.ts';
import { chartSections } from './charts.ts';
import { dataSection } from './data-table.ts';
import { drawing, type Html, html, joined, pageOf, symbol } from './html.ts';
import { commandsOf, provenanceOf, settingsUsed } from './provenance.ts';
import { type Entry, type Limits, limitsOf, type ReportRequest, rankedEntries } from './ranking.ts';
import { REPORT_SCRIPT } from './script.ts';
import { shortlistOf } from './shortlist.ts';
import { solverTable } from './solver-table.ts';
import { CHART_STYLE, REPORT_STYLE } from './style.ts';

/** @param scriptHash SHA-256 of REPORT_SCRIPT in base 64: the only script that the page's policy allows */
export function reportPage(request: ReportRequest, scriptHash: string): string {
  const { results, title, recommendation, picture } = request;
  const entries = rankedEntries(request);
  const limits = limitsOf(request);
  const chosen = recommendation ? recommendation.chosen : (entries.find(({ verdict }) => verdict.passes)?.name ?? null);
  const sections = [
    html`<header>${picture === undefined ? '' : drawing(embedded(picture))}<div><h1>${title}</h1>
<p class="lead">${recommendation?.sentence ?? summaryOf(results, limits)}</p>
<p class="note">${evidenceText(request, limits.problems, entries)}</p></div></header>`,
    shortlistOf(entries, limits),
    html`<h2>All solvers</h2>`,
    solverTable(entries, limits, chosen),
    symbolDefs(entries),
    legend(entries),
    chartSections({ rows: results.rows, entries, limits }),
    html`<h2>How it was made</h2>`,
    factsTable(provenanceOf(request)),
    html`<h3>Options as used</h3>`,
    factsTable(settingsUsed(results.rows)),
    commands(request),
    dataSection(results.rows, entries),
  ];
  return pageOf({
    title,
    version: results.version ?? '',
    style: REPORT_STYLE + CHART_STYLE,
    scriptHash,
    attributes: html` data-tolerance="${limits.tolerance}" data-unit="${limits.unit}"`,
    body: html`${joined(sections, '\n')}\n<script>${drawing(REPORT_SCRIPT)}</script>`,
  });
}

/** Which evidence it is, in a sentence. */
function evidenceText({ results, recommendation }: ReportRequest, problems: number, entries: readonly Entry[]): string {
  const full = entries.filter(({ line }) => line.problems === problems).length;
  const stopped = entries.filter(({ line }) => line.stoppedFor !== null).length;
  const all = results.capture?.problems ?? problems;
  if (recommendation?.evidence === 'first')
    return `First answer: ${problems} of ${counted(all, 'problem')}, the hardest and some that are spread over the scene. Without --quick every solver that might pass solves all of them.`;
  const rest =
    stopped === 0
      ? ''
      : ` ${counted(stopped, 'solver')} had failed and were stopped; their figures are of the problems that they were given.`;
  return `Full evidence: ${counted(full, 'solver')} of ${entries.length} on all ${counted(problems, 'problem')}.${rest}`;
}

/** The picture's style sheet would be that of the whole page: its rules are kept to it. */
function embedded(svg: string): string {
  const scoped = svg.replace(/<style>([\s\S]*?)<\/style>/, (_, css: string) => {
    const rules = css
      .replace(/@media\(/g, '@media screen and (')
      .replace(/(^|[{}])([^{}@]+)(?=\{)/g, (_match, before: string, list: string) => {
        const selectors = list
          .trim()
          .split(',')
          .map((one) => `.scene ${one.trim()}`);
        return `${before}${selectors.join(',')}`;
      });
    return `<style>${rules}</style>`;
  });
  return scoped.replace('<svg ', '<svg class="scene" ');
}

/** Without a recommendation: the quickest solver, and the quickest of those that solve everything. */
function summaryOf({ rows, summary }: ResultsDocument, { tolerance, budget }: Limits): string {
  const problems = new Set(rows.map(({ problem }) => problem)).size;
  const unit = rows[0]?.unit ?? 'J';
  const compared = `${counted(problems, 'problem')}, ${counted(summary.length, 'solver')}.`;
  const byTime = summary
    .filter(({ medianTimeMs, problems: taken }) => taken > 0 && medianTimeMs !== null)
    .sort((p, q) => p.medianTimeMs! - q.medianTimeMs!);
  const within = byTime.find(({ solver, maxTimeMs }) => {
    const own = rows.filter((row) => row.solver === solver);
    return (
      (maxTimeMs ?? Infinity) <= budget &&
      own.length === problems &&
      own.every((row) => (largerError(row) ?? Infinity) <= tolerance)
    );
  });
  const limit = `${plain(tolerance)} ${unit}${Number.isFinite(budget) ? ` and ${plain(budget)} ms` : ''}`;
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

function legend(entries: readonly Entry[]): Html {
  const chips = entries
    .filter(({ line }) => line.problems > 0)
    .map(
      ({ name, rank, featured, style }) =>
        html`<button type="button" class="chip${on(featured)}" data-s="${rank}" data-name="${name}">${symbol(style)}${name}</button>`,
    );
  return html`<nav class="legend" aria-label="Solvers in the charts">${joined(chips, '\n')}<span class="hint">Click: in colour or grey. Click a point: its problem in every chart.</span></nav>`;
}

function factsTable(facts: readonly (readonly [string, string])[]): Html {
  const rows = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<div class="scroll"><table class="facts"><tbody>\n${joined(rows, '\n')}\n</tbody></table></div>`;
}

function commands(request: ReportRequest): Html {
  const list = commandsOf(request);
  if (list.length === 0) return html``;
  return html`<h3>Commands that make it again</h3><pre class="commands">${list.join('\n')}</pre>`;
}
