/** The scoreboard as one page that needs no other file, no network and no script.   docs/guide/scoreboard.md */
import { counted, plain, short } from '../number-text.ts';
import { type Html, html, joined, pageOf, table } from '../report/html.ts';
import { REPORT_STYLE } from '../report/style.ts';
import { addingSection, factsSection } from './facts.ts';
import {
  energyShare,
  LEVELS,
  MAIN_LEVEL,
  type ProblemLine,
  problemLines,
  type ScoreDocument,
  type ScoreLine,
  type ScoreRow,
  scoreLines,
} from './scoreboard.ts';
import { SCORE_STYLE } from './style.ts';

/** The same document gives the same page, byte for byte. */
export function scorePage(document: ScoreDocument): string {
  const lines = scoreLines(document);
  const problems = problemLines(document);
  const title = `Contact solvers on ${counted(problems.length, 'problem')}`;
  const sections = [
    html`<h1>${title}</h1>`,
    html`<p class="lead">${leadOf(lines, problems)}</p>`,
    html`<p>${RULES}</p>`,
    html`<h2>Solvers</h2>`,
    keyList(),
    solverTable(lines, document),
    html`<h2>Who solves what</h2>`,
    html`<p class="note">Problems down, solvers across, in the order of the table above. A cell says how far the answer
went; hovering shows its figures.</p>`,
    keyList(),
    matrix(lines, problems),
    html`<h2>Problems</h2>`,
    problemTable(problems),
    addingSection(),
    factsSection(document),
  ];
  return pageOf({ title, version: document.engine, style: REPORT_STYLE + SCORE_STYLE, body: joined(sections, '\n') });
}

const RULES =
  'Every solver solves every problem once, with the options that it ships with, from zero impulses and without friction bounds; ' +
  'one that holds such bounds during a solve renews them as often as it does by default, three times as a rule. ' +
  'Its answer is measured from outside, from the impulses alone. The error is the larger of two: the energy error against the ' +
  'friction bounds that the solver ended with, and against the bounds that its own normal impulses imply. Relative means over ' +
  'the energy error of doing nothing. A problem that a solver does not take, such as one with friction cones, is not one that it failed on.';

function leadOf(lines: readonly ScoreLine[], problems: readonly ProblemLine[]): string {
  const main = LEVELS.indexOf(MAIN_LEVEL);
  const level = plain(MAIN_LEVEL);
  const some = problems.filter(({ solved }) => solved[main]! > 0).length;
  const all = lines.filter(({ taken }) => taken === problems.length).length;
  const most = lines[0] ? `${lines[0].solver.name} solves the most, ${lines[0].solved[main]}.` : '';
  return `${counted(lines.length, 'solver')}, ${all} of which take every problem. At a relative error of ${level}, ${some} of ${counted(problems.length, 'problem')} are solved by at least one of them; ${most}`;
}

/** Meaning of a cell or a part of a bar. */
const KINDS = [
  ['l16', '16', 'relative error at most 1e-16'],
  ['l8', '8', 'at most 1e-8'],
  ['l4', '4', 'at most 1e-4'],
  ['worse', '·', 'an answer that is worse'],
  ['cut', '×', 'no answer within the time limit'],
  ['failed', '!', 'no usable answer'],
  ['none', '', 'does not take the problem'],
] as const;
type Kind = (typeof KINDS)[number][0];

function kindOf({ outcome, relative }: ScoreRow): Kind {
  if (outcome === 'cut' || outcome === 'failed') return outcome;
  if (outcome === 'not taken') return 'none';
  const error = relative ?? Infinity;
  return error <= 1e-16 ? 'l16' : error <= 1e-8 ? 'l8' : error <= 1e-4 ? 'l4' : 'worse';
}

function keyList(): Html {
  const items = KINDS.map(([kind, mark, text]) => html`<li><b class="${kind}">${mark || '\u00a0'}</b>${text}</li>`);
  return html`<ul class="key">${items}</ul>`;
}

function solverTable(lines: readonly ScoreLine[], document: ScoreDocument): Html {
  const all = document.problems.length;
  const columns = [
    { title: 'solver', text: true },
    { title: `of ${counted(all, 'problem')}`, text: true },
    ...LEVELS.map((level) => ({ title: levelText(level), unit: 'solved' })),
    { title: `energy alone ${levelText(MAIN_LEVEL)}`, unit: 'solved' },
    { title: 'not taken', unit: 'problems' },
    { title: 'no answer', unit: 'problems' },
    { title: 'error left, median', unit: 'J' },
    { title: 'worst', unit: 'J' },
    { title: `time over ${document.settings.reference}, median`, unit: 'ratio' },
    { title: 'worst', unit: 'ratio' },
    { title: 'path taken', text: true },
  ];
  const rows = lines.map((line) => {
    const { solver, solved, taken, cut, failed } = line;
    const answers = taken - cut - failed;
    const cell = (value: number | null) => (answers === 0 ? '–' : short(value));
    const ratio = (value: number | null) => (value === null ? '–' : short(value));
    return [
      html`${solver.name}<br><small>${solver.given === null ? solver.family : `from outside, ${solver.family}`}</small>`,
      bar(line, document.rows),
      ...solved.map((count) => html`${count}<br><small>${percent(count, all)}</small>`),
      ...[line.asBounded, all - taken, cut + failed].map(String),
      ...[line.medianJoules, line.worstJoules].map(cell),
      ...[line.medianRatio, line.worstRatio].map(ratio),
      html`<div class="wrap">${pathText(line)}</div>`,
    ];
  });
  return html`${table(columns, rows)}<p class="note">Sorted by the problems solved at ${plain(MAIN_LEVEL)}, then at
${plain(LEVELS[0])}, then at ${plain(LEVELS[2])}, then by time. Shares are of all problems, those that the solver does not take
included. Energy alone: the error against the friction bounds that the solver ended with, whatever its normals are. Joules are the larger of both errors, over the problems that it answered. Ratios compare times on the same
problem, wherever both have an answer, right or wrong.</p>`;
}

/** "at 1e-8", which no line ends in the middle of. */
const levelText = (level: number) => `at ${plain(level)}`.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');

const percent = (count: number, all: number) => `${Math.round((100 * count) / Math.max(1, all))} %`;

function bar({ solver }: ScoreLine, rows: readonly ScoreRow[]): Html {
  const own = rows.filter((row) => row.solver === solver.name).map(kindOf);
  const parts = KINDS.flatMap(([kind, , text]) => {
    const count = own.filter((one) => one === kind).length;
    const width = ((100 * count) / Math.max(1, own.length)).toFixed(2);
    return count === 0 ? [] : [html`<i class="${kind}" style="width:${width}%" title="${count}: ${text}"></i>`];
  });
  return html`<div class="bar">${parts}</div>`;
}

function pathText({ solver, paths }: ScoreLine): string {
  if (paths.every(([path]) => path === solver.name)) return paths.length === 0 ? '–' : 'its own';
  return paths.map(([path, count]) => `${count} by ${path}`).join('; ');
}

function matrix(lines: readonly ScoreLine[], problems: readonly ProblemLine[]): Html {
  const heads = lines.map(({ solver }) => html`<th scope="col">${solver.name}</th>`);
  const body = problems.map(({ problem, rows }) => {
    const cells = lines.map(({ solver }) => {
      const row = rows.find((one) => one.solver === solver.name);
      if (!row) return html`<td></td>`;
      const kind = kindOf(row);
      const mark = KINDS.find(([one]) => one === kind)![1];
      return kind === 'none'
        ? html`<td></td>`
        : html`<td class="${kind}" title="${solver.name} on ${problem.name}: ${cellText(row)}">${mark}</td>`;
    });
    return html`<tr><th scope="row">${problem.name}</th>${cells}</tr>`;
  });
  return html`<div class="scroll"><table class="matrix"><thead><tr><th scope="col">problem</th>${heads}</tr></thead><tbody>
${joined(body, '\n')}
</tbody></table></div>`;
}

function cellText(row: ScoreRow): string {
  const { outcome, reason, relative, timeMs, status, path, solver } = row;
  if (outcome !== 'answer') return reason ?? outcome;
  const through = path === null || path === solver ? '' : `, by ${path}`;
  return `relative error ${short(relative)}, of energy alone ${short(energyShare(row))}, ${status}, ${short(timeMs)} ms${through}`;
}

function problemTable(problems: readonly ProblemLine[]): Html {
  const main = LEVELS.indexOf(MAIN_LEVEL);
  const columns = [
    { title: 'problem', text: true },
    { title: 'what is hard about it', text: true },
    { title: 'rows' },
    { title: 'contacts' },
    { title: 'friction', text: true },
    { title: 'takers' },
    ...LEVELS.map((level) => ({ title: levelText(level), unit: 'solvers' })),
    { title: `best time ${levelText(MAIN_LEVEL)}`, unit: 'ms' },
    { title: 'by', text: true },
  ];
  const rows = problems.map(({ problem, taken, solved, best }) => [
    html`${problem.name}<br><small>${problem.scene}, step ${problem.step}</small>`,
    html`<div class="wrap">${problem.hard}</div>`,
    ...[problem.rows, problem.contacts].map(String),
    problem.friction.join(', ') || 'no contacts',
    String(taken),
    ...solved.map((count, k) => (k === main && count === 0 ? html`<span class="no">none</span>` : String(count))),
    best === null ? '–' : short(best.timeMs),
    best?.solver ?? '–',
  ]);
  return table(columns, rows);
}
