import { createHash } from 'node:crypto';
import { Rng } from '@signorini/engine';
import { problemFromDocument } from '@signorini/engine/problem';
import { solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { type ReplayRow, type ResultsDocument, readResults, recommend, replay } from '../src/index.ts';
import { renderReport, thisMachine } from '../src/node/index.ts';
import { short } from '../src/number-text.ts';
import { summarize } from '../src/replay/replay-summary.ts';
import { html as markup } from '../src/report/html.ts';
import { REPORT_SCRIPT } from '../src/report/script.ts';

/** A block that is pushed: sticks, needs several sweeps; the numbers differ with `push`. */
const block = (push: number) =>
  problemFromDocument({
    format: 'signorini-problem',
    version: 1,
    lo: [0, null],
    hi: [null, null],
    b: [-2, push],
    A: {
      dense: [
        [1, 0.2],
        [0.2, 1],
      ],
    },
    contacts: [{ normal: 0, tangents: [1], mu: 0.5 }],
  });

const shown = { title: 't', tolerance: 1e-6 };
const isPgs = ({ solver }: { readonly solver: string }) => solver === 'pgs';

let now = 0;
const clock = () => {
  now += 0.25;
  return now;
};
const problems = [1, 2, 3, 4].map((k) => ({ name: `scene <b>, step ${10 * k}`, problem: block(k) }));
const replayed = replay({ problems, solvers, clock, coupling: 'own' });
const lost: ReplayRow = { ...replayed.rows[0]!, solver: 'lost & found', energy: null, frictionConsistency: null };
const results: ResultsDocument = {
  rows: [...replayed.rows, { ...lost, timeMs: 0 }],
  summary: [
    ...replayed.summary,
    { ...replayed.summary[0]!, solver: 'lost & found', stoppedAfter: 1, stoppedFor: 'time' },
  ],
  settings: { repeat: 1, coupling: 'own', warmUp: 0, patience: { ms: 50, problems: 5 }, doubt: null, race: null },
  version: '1.2.3',
  machine: thisMachine(),
  capture: {
    format: 'signorini-capture',
    version: 1,
    engine: '1.2.3',
    scene: 'scene <b>',
    parameters: { density: 500 },
    timeStep: 1 / 60,
    selection: 'every step from 1 to 40',
    steps: 40,
    problems: 4,
    empty: 36,
    unsolvedSteps: [],
    hash: 'abcd1234',
    statuses: { converged: 4, empty: 36 },
    energyError: { value: 1e-25, step: 10 },
    frictionConsistency: { value: 1e-25, step: 10 },
    solver: { name: 'bpp', coupling: 'table3', options: {}, warmStart: true },
  },
};
const recommendation = recommend({
  scene: 'scene <b>',
  friction: ['box'],
  budgetMs: 16.7,
  toleranceJ: 1e-6,
  steps: 40,
  empty: 36,
  problems: 4,
  summary: results.summary,
});
const request = { results, title: 'Which solver for scene <b>', tolerance: 1e-6, recommendation };
const page = renderReport(request);

test('the script of the page prints numbers as the page does', () => {
  const [own] = /const short = [\s\S]*?\n};/.exec(REPORT_SCRIPT)!;
  const shortOf = new Function('value', `${own} return short(value);`) as typeof short;
  for (const value of [null, 0, 1, 4.6e-3, 0.0996, 0.1, 12.3, 99.6, 999.9, 1000, 5e-324, 1e100, -2.5e-7])
    expect(shortOf(value), String(value)).toBe(short(value));
});

const SCRIPT = `<script>${REPORT_SCRIPT}</script>`;

test('the page needs no other file and no network; its policy allows its own script and no other', () => {
  expect(page.split(SCRIPT).length).toBe(2);
  const rest = page.replace(SCRIPT, '');
  expect(rest).not.toMatch(/<script|<link|<img|@import|url\((?!#)| on\w+="/i);
  expect(page.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:/);
  expect(REPORT_SCRIPT).not.toMatch(/fetch|XMLHttpRequest|innerHTML|insertAdjacent|document\.write|\beval|import\(/);
  const hash = createHash('sha256').update(REPORT_SCRIPT).digest('base64');
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">`);
  expect(page).toContain('<meta name="viewport"');
  expect(page).toContain('prefers-color-scheme:dark');
});

test('the same results give the same bytes', () => {
  expect(renderReport(request) === page).toBe(true); // a difference is too long to print
});

test('text of the results cannot become markup', () => {
  expect(page).not.toContain('scene <b>');
  expect(page).toContain('scene &lt;b&gt;, step 10');
  expect(page).toContain('lost &amp; found');
});

test('nothing in a results file becomes markup, wherever the page prints it', async () => {
  const bad = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const row = {
    ...replayed.rows.find(isPgs)!,
    solver: bad,
    problem: bad,
    status: bad,
    path: bad,
    options: { [bad]: bad },
  };
  const every = <T extends object>(part: T) => Object.fromEntries(Object.keys(part).map((key) => [key, bad])) as T;
  const verdict = { ...recommendation.solvers[0]!, solver: bad, passes: false, fails: [bad] };
  // straight to the page, without the reader that would refuse some of it
  const hostile = {
    rows: [{ ...row, unit: bad, version: bad, size: bad, source: every(row.source), coupling: bad }],
    summary: [{ ...replayed.summary[0], solver: bad, unit: bad, stoppedAfter: bad, solved: bad }],
    version: bad,
    settings: { ...results.settings, coupling: bad, repeat: bad, warmUp: bad },
    machine: every(results.machine!),
    capture: { ...every(results.capture!), solver: every(results.capture!.solver), parameters: { [bad]: bad } },
  } as unknown as ResultsDocument;
  const request = { results: hostile, title: bad, tolerance: 1e-6 };
  const judged = {
    ...recommendation,
    sentence: bad,
    solvers: [verdict],
    chosen: bad,
  } as unknown as typeof recommendation;
  for (const html of [renderReport(request), renderReport({ ...request, recommendation: judged })]) {
    expect(html.replace(SCRIPT, '')).not.toMatch(/<script|<img/);
    expect(html.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(20);
  }
});

test('whatever is put into the template is text, unless the template made it', () => {
  const bad = `<b a="'">&`;
  expect(markup`<i title="${bad}">${bad}${7}</i>`.text).toBe(
    '<i title="&lt;b a=&quot;&#39;&quot;&gt;&amp;">&lt;b a=&quot;&#39;&quot;&gt;&amp;7</i>',
  );
  expect(markup`<p>${[markup`<i>${'<'}</i>`]}</p>`.text).toBe('<p><i>&lt;</i></p>');
  const forged = { text: bad, toString: () => bad } as never; // as a file that was read might hold it
  expect(markup`<p>${forged}</p>`.text).not.toContain('<b');
});

test('it has the sentence, the table, every picture and the provenance, without any script', () => {
  const read = page.replace(SCRIPT, '');
  expect(read).toContain(recommendation.sentence.split('\n')[0]!.replaceAll('<', '&lt;'));
  for (const { name } of solvers) expect(read).toContain(`</svg>${name} <span class="family`);
  expect(read.match(/<svg class="chart" data-chart/g)!.length).toBe(6);
  for (const name of solvers.map((solver) => solver.name))
    if (results.rows.some((row) => row.solver === name && row.iterations!.total > 0))
      expect(read).toContain(`aria-label="${name}: problems by `);
  for (const words of ['density 500', '1/60 s', '36 steps without rows', 'abcd1234', '1.2.3', thisMachine().cpu])
    expect(read).toContain(words);
  expect(read).toContain('too slow, after 1 problem: lost &amp; found');
  expect(read).not.toMatch(/\b20\d\d-\d\d-\d\d|NaN|undefined/);
});

test('every solve is in the page once, as text that one can read', () => {
  const data = /<pre id="data">([\s\S]*?)<\/pre>/.exec(page)![1]!.trim().split('\n');
  expect(data.length - 1).toBe(results.rows.length);
  expect(data[0]).toBe('problem,solver,status,direct,iterative,ms,energy,friction,path');
  const pgs = data.filter((line) => line.split(',')[1] === 'pgs').map((line) => line.split(',').map(Number));
  for (const [k, row] of results.rows.filter(isPgs).entries()) {
    expect(pgs[k]![0]).toBe(k + 1);
    expect(pgs[k]![6]).toBeCloseTo(row.energy!, 12);
  }
  expect(page).not.toMatch(/<[^>]* hidden|display:none"/);
});

const order = (html: string) =>
  [...html.matchAll(/<tr data-s="\d+"><th scope="row" data-v="([^"]*)"/g)].map(([, name]) => name);

test('the table is sorted by merit: passing first, by time; then by how near, then by time', () => {
  const line = (solver: string, medianTimeMs: number, worst: number | null, maxTimeMs = 1) => ({
    ...replayed.summary.find(isPgs)!,
    solver,
    medianTimeMs,
    maxTimeMs,
    worstEnergy: worst,
    worstFrictionConsistency: 0,
  });
  const summary = [
    ...[line('lost', 0.1, null), line('wrong', 0.2, 1), line('near', 0.9, 2e-6), line('late', 0.3, 0, 1670)],
    ...[line('slow', 0.8, 1e-9), line('quick', 0.5, 1e-7), line('nearer', 0.4, 1.2e-6)],
  ].map((one) => ({ ...one, refused: 0, problems: 1 }));
  const rows = summary.map(({ solver }) => ({ ...lost, solver, energy: 0, frictionConsistency: 0 }));
  const html = renderReport({ results: { rows, summary }, ...shown, budgetMs: 16.7 });
  expect(order(html)).toEqual(['quick', 'slow', 'nearer', 'near', 'late', 'wrong', 'lost']);
  const roles = [...html.matchAll(/<span class="role[^>]*>. ([^<]*)<\/span><b><svg.*?<\/svg>([^<]*)<\/b>/g)];
  expect(roles.map(([, role, name]) => [role, name])).toEqual([
    ...[
      ['chosen', 'quick'],
      ['runner-up', 'slow'],
      ['cheapest that fails', 'lost'],
      ['most accurate', 'late'],
    ],
  ]);
});

test('at most six solvers are in colour from the start', () => {
  expect(page.match(/class="chip on"/g)!.length).toBe(6);
  expect(page.match(/<marker id="m\d+" class="m on"/g)!.length).toBe(6);
});

test('500 problems and all solvers make a page below 2 MB', () => {
  const seed = new Rng(3);
  const names = solvers.map(({ name }) => name);
  const rows = Array.from({ length: 500 }, (_, k) =>
    names.map(
      (solver, s): ReplayRow => ({
        ...replayed.rows.find(isPgs)!,
        problem: `brick-wall, step ${k + 1}`,
        solver,
        path: solver,
        status: k % 7 ? 'converged' : 'iteration-limit',
        iterations: { direct: s % 3, iterative: Math.floor(seed.uniform(1, 400)), coupling: 1, total: 400 },
        timeMs: 10 ** seed.uniform(-2, 2),
        energy: 10 ** seed.uniform(-28, 0),
        frictionConsistency: 10 ** seed.uniform(-28, 0),
      }),
    ),
  ).flat();
  const summary = names.map((name) =>
    summarize(
      name,
      rows.filter(({ solver }) => solver === name),
    ),
  );
  const html = renderReport({ results: { rows, summary }, ...shown });
  expect(rows.length).toBe(500 * solvers.length);
  expect(Buffer.byteLength(html)).toBeLessThan(2e6);
});

test('a built-in scene is drawn, and its style stays its own', () => {
  const capture = { ...results.capture!, scene: 'box-on-slope', parameters: {} };
  const html = renderReport({ results: { ...results, capture }, ...shown });
  const [, css] = /<svg class="scene"[\s\S]*?<style>([\s\S]*?)<\/style>/.exec(html)!;
  for (const [, selectors] of css!.replaceAll(/@media[^{]*\{/g, '').matchAll(/([^{}]+)\{/g))
    for (const one of selectors!.split(',')) expect(one.trim()).toMatch(/^\.scene /);
  expect(html).toContain('npx signorini capture box-on-slope --steps 40');
});

/** The provenance table's cell beside a heading. */
const fact = (html: string, name: string) =>
  new RegExp(`<th scope="row">${name}</th><td>(.*?)</td>`).exec(html)?.[1] ?? 'no such line';

test('it prints the options and the coupling that were used, whatever the defaults of today are', async () => {
  const rows = replayed.rows
    .filter(({ solver }) => solver === 'pgs')
    .map((row, k) => ({ ...row, coupling: 3, options: { maxIterations: 7, omega: k === 0 ? 1.5 : 1.25 } }));
  const used = renderReport({ results: { ...results, rows, summary: replayed.summary.filter(isPgs) }, ...shown });
  expect(fact(used, 'pgs')).toBe(
    '1 problem: 3 solves, maxIterations 7, omega 1.5 | 3 problems: 3 solves, maxIterations 7, omega 1.25',
  );
  expect(fact(page, 'pgs')).toMatch(/^3 solves, maxIterations 25, tolerance 1e-8, change 0, omega 1/);
});

test('of a results file of an earlier version it says that it does not know', async () => {
  const rows = replayed.rows
    .filter(isPgs)
    .map(({ options, path, version, source, ...row }) => ({ ...row, problem: 'p' }) as unknown as ReplayRow);
  const old = readResults(JSON.stringify({ rows: rows.slice(0, 1), summary: [] }));
  const html = renderReport({ results: old, ...shown });
  const unknown = 'not recorded in the results file';
  expect(fact(html, 'pgs')).toBe(`options ${unknown}, 3 solves`);
  for (const name of ['scene', 'timing', 'signorini', 'machine']) expect(fact(html, name)).toBe(unknown);
});

test('a solver that chooses among methods is listed with those that it took', async () => {
  const rows = replayed.rows
    .filter(isPgs)
    .map((row) => ({ ...row, solver: 'auto', path: 'newton-coupled', options: {} }));
  const html = renderReport({ results: { rows, summary: [summarize('auto', rows)] }, ...shown });
  expect(fact(html, 'auto')).toBe('3 solves, by newton-coupled');
  expect(html.match(/\n\d,auto,.*,newton-coupled\b/g)?.length).toBe(rows.length);
});

test('every axis has its unit, zeros and lost figures their place', () => {
  const titles = [...page.matchAll(/<text[^>]*>([^<]*\[[^<]*\])<\/text>/g)].map(([, title]) => title);
  for (const title of [
    ...['time of a solve [ms]', 'energy error [J]', 'friction consistency [J]', 'share of problems [%]'],
    ...['τ, time over that of the quickest [–]', 'error [J]'],
  ])
    expect(titles).toContain(title);
  expect(page).toMatch(/<text[^>]*>0<\/text>/);
  expect(page).toMatch(/<text[^>]*>not finite<\/text>/);
});

test('pictures share no names of their parts, and take their ink from the page', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of page.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  expect(page).not.toMatch(/<text[^>]*fill="/);
});

test('without a recommendation the first sentence says who is quickest within the tolerance', async () => {
  const plain = renderReport({
    results: { rows: replayed.rows, summary: replayed.summary },
    title: 't',
    tolerance: 1e-6,
  });
  expect(plain).toMatch(/<p class="lead">4 problems, \d+ solvers\. [\w-]+ is the quickest that stays within 1e-6 J/);
  const strict = renderReport({
    results: { rows: [lost], summary: results.summary.slice(-1) },
    title: 't',
    tolerance: 1e-6,
  });
  expect(strict).toContain('None stays within 1e-6 J on all of them.');
});
