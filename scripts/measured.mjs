// npm run measured: writes docs/measured/ from bench/results/*.json, and the tables of docs/guide/accuracy.md and siconos.md. A test checks that the
// committed pages are what this writes.
// What a page shows of its result is in measured/; the frame (machine, command, file) is the same for all and is here.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { accuracyPage, guideTable } from './measured/accuracy-page.mjs';
import { cablePage } from './measured/cable-page.mjs';
import { graspingPage } from './measured/grasping-page.mjs';
import { labPage } from './measured/lab-page.mjs';
import { lcpTable, siconosPage } from './measured/siconos-page.mjs';
import { solverPages } from './measured/solver-pages.mjs';
import { studioPage } from './measured/studio-page.mjs';
import { worldPages } from './measured/world-pages.mjs';
import { wrapped } from './wrap.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'bench/results');
const MEASURED = join(ROOT, 'docs/measured');
const GUIDE = join(ROOT, 'docs/guide/accuracy.md');
const SICONOS = join(ROOT, 'docs/guide/siconos.md');
const pages = [...worldPages, graspingPage, cablePage, accuracyPage, ...solverPages, siconosPage, labPage, studioPage]; // in the order of the index

/** The text of every page by its file name, README.md included. Throws if a result has no page or a page no result. */
export function measuredPages() {
  const stored = readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const shown = pages.map(({ name }) => name).sort();
  if (stored.join() !== shown.join())
    throw new Error(`measured: expected one page per result (${stored.join(', ')}), found ${shown.join(', ')}`);
  const texts = pages.map((page) => [`${page.name}.md`, pageOf(page, resultOf(page.name))]);
  return Object.fromEntries([['README.md', indexOf()], ...texts]);
}

/** The guide to accuracy with the table of the present result. */
export function accuracyGuide() {
  const text = readFileSync(GUIDE, 'utf8');
  return text.replace(/^\| scene \| fixed steps(?:.*\n)(?:\|.*\n)*/m, `${guideTable(resultOf('accuracy'))}\n`);
}

/** The guide to Siconos with the table of the present result. */
export function siconosGuide() {
  const text = readFileSync(SICONOS, 'utf8');
  return text.replace(/^\| solver \| solved(?:.*\n)(?:\|.*\n)*/m, `${lcpTable(resultOf('siconos'))}\n`);
}

const resultOf = (name) => JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8'));

function pageOf({ name, title, about, command, theory, body }, result) {
  const { cpu, cores, node } = result.machine;
  return [
    `# ${title}`,
    about,
    ['```sh', `npm run build && npm run bench -- ${command ?? name}`, 'npm run measured', '```'].join('\n'),
    `Machine: ${cpu}, ${cores} cores, Node ${node}; stored in \`bench/results/${name}.json\`.`,
    ...body(result),
    `What the figures mean: ${theory.map(([text, target]) => `[${text}](${target})`).join(', ')}.`,
  ]
    .map(wrapped)
    .join('\n\n')
    .concat('\n');
}

function indexOf() {
  const rows = pages.map(({ name, title, question }) => `| [${title}](${name}.md) | ${question} |`);
  return wrapped(`# Measured

Times and counts of one machine, written by \`npm run measured\` from \`bench/results\`. Do not edit these pages: run the
benchmark that a page names, then \`npm run measured\`. Ratios are taken within one run and travel to other machines; times
do not. The theory pages hold what does not depend on a machine.

| page | answers |
|---|---|
${rows.join('\n')}
`);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(MEASURED, { recursive: true });
  for (const [file, text] of Object.entries(measuredPages())) writeFileSync(join(MEASURED, file), text);
  writeFileSync(GUIDE, accuracyGuide());
  writeFileSync(SICONOS, siconosGuide());
}
