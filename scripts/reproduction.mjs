// npm run reproduction -- FOLDER: takes the results of `signorini reproduce -o FOLDER` into docs/reproduction and writes
// docs/reproduction.md and docs/findings.md from them; without a folder the pages alone. A test checks that the committed pages
// are what this writes. The findings are scripts/findings.txt with figures in place of {E8.figure}, {A19.today},
// {rod.comparison.0.ours} and {claims.holds}.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { cell, order } from '@signorini/lab/node';
import { wrapped } from './wrap.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'docs/reproduction');
const PAGE = join(ROOT, 'docs/reproduction.md');
const FINDINGS = join(ROOT, 'docs/findings.md');
const TEMPLATE = join(ROOT, 'scripts/findings.txt');

const PAPERS = [
  ['EPTK19', 'E'],
  ['EATK18', 'A'],
  ['T-FP', 'T'],
  ['PIR', 'P'],
];
const VERDICTS = ['holds', 'holds under conditions', 'does not hold', 'cannot be compared'];

/** The template with the figures of the committed results. Throws if one does not exist. */
export function findingsPage() {
  const { experiments } = JSON.parse(readFileSync(join(RESULTS, 'index.json'), 'utf8'));
  const claims = experiments.flatMap((entry) => entry.claims);
  const known = {
    ...Object.fromEntries(experiments.map((entry) => [entry.id, entry])),
    ...Object.fromEntries(claims.map((claim) => [claim.id, claim])),
    claims: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict.replaceAll(' ', '-'), claims.filter((one) => one.verdict === verdict).length]),
    ),
  };
  const filled = readFileSync(TEMPLATE, 'utf8').replace(/\{([\w-]+(?:\.[\w-]+)+)\}/g, (_, path) => {
    const value = path.split('.').reduce((at, key) => at?.[key], known);
    if (value === undefined || value === null || typeof value === 'object')
      throw new Error(`findings: expected a figure at ${path}, found ${value === null ? 'null' : typeof value}`);
    return typeof value === 'number' ? String(Number(value.toPrecision(3))) : value;
  });
  return `${filled.trimEnd().split('\n\n').map(wrapped).join('\n\n')}\n`;
}

/** The page of the committed results. */
export function reproductionPage() {
  const { experiments } = JSON.parse(readFileSync(join(RESULTS, 'index.json'), 'utf8'));
  const claims = experiments
    .flatMap((entry) => entry.claims.map((claim) => ({ ...claim, entry })))
    .sort((p, q) => order(p.id) - order(q.id));
  const blocks = [...introduction(experiments, claims), claimTable(claims)];
  for (const [paper, letter] of PAPERS) {
    const mine = experiments
      .filter((entry) => entry.source.startsWith(paper))
      .sort((p, q) => firstClaim(p, letter) - firstClaim(q, letter));
    if (mine.length > 0) blocks.push(`## ${paper}`, ...mine.flatMap(section));
  }
  return `${blocks.map(wrapped).join('\n\n')}\n`;
}

const firstClaim = ({ claims }, letter) =>
  Math.min(...claims.map(({ id }) => (id.startsWith(letter) ? order(id) : 1000)));

function introduction(experiments, claims) {
  const counts = VERDICTS.map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length]);
  const { machine, engine } = experiments[0];
  return [
    '# The papers, reproduced',
    `Every figure, every table and every claim of [the five papers](papers.md), computed again: ${experiments.length} experiments and ${claims.length} verdicts (${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}). What it means for a reader of the papers is on two pages of [findings](findings.md).`,
    'The papers\' settings are EATK18 Table 1 for stiffness and damping, Table 3 for the solvers, friction in boxes with lagged bounds, no anchor that holds what sticks, and plain semi-implicit Euler. "Today" is the same figure with the defaults that scenes and solvers have in this version; the papers\' scenes keep boxes and that stepper. Three scenes depart from this: the rod of cable-rod has the guarded Euler stepper, because the plain one gives no pull; granular is driven by nncg and shaker by psor instead of bpp. Verdicts, their figures and reasons are computed by the run of the experiment; the rules behind them are in its source, and some were settled after first results. Where a paper is misprinted, printed, corrected and computed stand side by side.',
    [
      '```sh',
      'npx signorini reproduce            # all, with --quick in minutes; --resume goes on',
      'npm run reproduction -- reproduced # takes the results into this page',
      '```',
    ].join('\n'),
    `Machine: ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; version ${engine}. Times are compared as ratios between solvers of one run. [How to run it](guide/reproduce.md).`,
    '## Claims',
  ];
}

function claimTable(claims) {
  const rows = claims.map(({ id, claim, where, verdict, figure, unit, today, entry }) => [
    id,
    claim,
    where,
    verdict === 'holds' ? verdict : `**${verdict}**`,
    figure === null ? '' : `${cell(figure)} ${unit}`,
    today === undefined || today === null ? '' : cell(today),
    `[${entry.id}](#${entry.id})`,
  ]);
  return table(['', 'claim', 'where', 'verdict', 'figure', 'today', 'experiment'], rows);
}

function section({ id, title, source, verdict, reason, claims, comparison, tables, files, pictures, quick }) {
  const data = files.filter((file) => /\.(json|csv)$/.test(file)).map((file) => `[${file}](reproduction/${file})`);
  return [
    `### ${id}`,
    `**${title}** (${source}): ${verdict}${quick ? ', short version' : ''}. ${escaped(reason)}`,
    ...claims.map((one) => `**${one.id} ${one.verdict}**: ${quoted(one.claim)} ${escaped(one.reason)}`),
    ...(comparison.length > 0 ? [comparisonTable(comparison)] : []),
    ...tables.flatMap(({ caption, columns, rows }) => [
      escaped(caption),
      table(
        columns,
        rows.map((row) => row.map(cell)),
      ),
    ]),
    ...pictures.flatMap(({ svg, caption }) => [`![${id}](reproduction/${svg})`, `_${escaped(caption)}_`]),
    `Data: ${data.join(', ')}; \`npx signorini reproduce ${id}\`.`,
  ];
}

function comparisonTable(rows) {
  const corrected = rows.some((row) => row.corrected !== undefined);
  const today = rows.some((row) => row.today !== undefined);
  const columns = [
    'figure',
    'printed',
    ...(corrected ? ['corrected'] : []),
    'ours',
    ...(today ? ['today'] : []),
    'unit',
  ];
  return table(
    columns,
    rows.map((row) => [
      row.what,
      cell(row.printed),
      ...(corrected ? [row.corrected === undefined ? '' : cell(row.corrected)] : []),
      cell(row.ours),
      ...(today ? [row.today === undefined ? '' : cell(row.today)] : []),
      row.unit,
    ]),
  );
}

/** A claim in our words, as a sentence of its own. */
const quoted = (claim) => `"${escaped(claim)}${/[.?]$/.test(claim) ? '' : '.'}"`;

/** Markdown would take these for marks. */
const escaped = (text) => text.replace(/([*_<>[\]|])/g, '\\$1');

function table(columns, rows) {
  const line = (cells) => `| ${cells.map((text) => String(text).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** The files that the index names, and nothing else. */
function take(folder) {
  const text = readFileSync(join(folder, 'index.json'), 'utf8');
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS);
  writeFileSync(join(RESULTS, 'index.json'), text);
  const present = new Set(readdirSync(folder));
  for (const { files } of JSON.parse(text).experiments)
    for (const file of files) {
      if (!present.has(file)) throw new Error(`${folder}: expected ${file}, which its index names, found none`);
      copyFileSync(join(folder, file), join(RESULTS, file));
    }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (argv[2] !== undefined) take(argv[2]);
  writeFileSync(PAGE, reproductionPage());
  writeFileSync(FINDINGS, findingsPage());
}
