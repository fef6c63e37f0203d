/** The end of the scoreboard: how to add a row, and everything that the figures depend on. */
import { counted, plain } from '../number-text.ts';
import { type Html, html, joined } from '../report/html.ts';
import type { ScoreDocument, ScoredSolver } from './scoreboard.ts';

export function addingSection(): Html {
  return html`<h2>Add a row</h2>
<p>Anyone can: a solver is a JavaScript module, or a program in any language that reads a problem and writes impulses. It
is measured as the others are. This makes the page again, with yours in it:</p>
<pre>npx signorini scoreboard --also ./mine.mjs -o board
npx signorini scoreboard --also 'exec:"python3 mine.py"' -o board</pre>
<p>What a module and a program have to provide is in docs/guide/own-solver.md of the repository. A solver that is merged into the
engine is in the page by itself.</p>`;
}

export function factsSection(document: ScoreDocument): Html {
  const { collection, engine, machine, problems, rows, settings } = document;
  const { timeLimitMs, repeat, slowMs, reference } = settings;
  const failed = rows.filter(({ outcome }) => outcome === 'failed');
  const facts: (readonly [string, string])[] = [
    [
      'problems',
      `collection version ${collection.version}, content ${collection.content}, ${counted(problems.length, 'problem')}; signorini collection lists them, signorini solve collection:NAME solves one`,
    ],
    ['start', 'zero impulses; no friction bounds, no warm start and no reference answer are given'],
    ['coupling', "each solver's own number of solves with updated friction bounds, as signorini solve"],
    [
      'time limit',
      `${plain(timeLimitMs / 1000)} s per solve; a solve that takes longer is ended and counts as no answer`,
    ],
    [
      'times',
      repeat === 0
        ? 'of one solve each: not comparable'
        : `median of ${counted(repeat, 'solve')} after the one that gave the error, one at a time, solvers in turns, a new instance of the solver each; if the first took longer than ${plain(slowMs)} ms, its own time. Matrices are assembled and factorised within the time; symbolic analysis is not in it`,
    ],
    ['ratios', `over the time of ${reference} on the same problem in the same run`],
    ['signorini', engine],
    ['machine', `${machine.cpu}, ${counted(machine.cores, 'core')}, ${machine.platform}, Node ${machine.node}`],
  ];
  const lines = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<h2>How it was done</h2>
<div class="scroll"><table class="facts"><tbody>
${joined(lines, '\n')}
</tbody></table></div>
${failureList(failed)}
${optionList(document.solvers)}`;
}

function failureList(failed: ScoreDocument['rows']): Html {
  if (failed.length === 0) return html``;
  const items = failed.map(
    ({ solver, problem, reason }) => html`<li>${solver} on ${problem}: ${reason ?? 'no reason'}</li>`,
  );
  return html`<details><summary>Solves without a usable answer (${failed.length})</summary><ul>${items}</ul></details>`;
}

function optionList(solvers: readonly ScoredSolver[]): Html {
  const items = solvers.map(({ name, given, summary, options }) => {
    const used = Object.entries(options).map(([key, value]) => `${key} ${plain(value)}`);
    const from = given === null ? '' : ` (${given})`;
    return html`<li><b>${name}</b>${from}: ${summary}; ${used.join(', ') || 'no options'}</li>`;
  });
  return html`<details><summary>Options of every solver</summary><ul>${items}</ul></details>`;
}
