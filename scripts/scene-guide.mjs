// The text of docs/guide/scenes.md: every scene of the catalogue with its picture, its parameters and what is known of its answer.
import { plain, stepText } from '@signorini/lab';

const INTRO = `# Scenes

Every scene of the catalogue: what it shows, what is known of its answer, and its parameters. \`npx signorini scenes\` prints
the same list, \`npx signorini run NAME\` simulates a scene ([guide](run.md)), and \`--set parameter=value\` changes a
parameter. All lengths are in metres, z points up ([units and frames](units-and-frames.md)). For scenes of your own, see
[the scene file](scene-format.md) and [worlds in TypeScript](worlds.md).

The pictures are drawn from runs with the default solver. Blue bodies move, grey ones are fixed, brown areas are solid
planes; an orange line is the path of a point of an orange body, from the open circle on. Where moments are drawn over each other, the
earliest is the faintest. \`npm run pictures\` writes the pictures and this page.
`;
const ABOUT = {
  "The papers' scenes": `Test scenes of [the papers](../papers.md) that this project implements. Stiffness, damping, friction model and time stepper
are the papers' own where a paper states them, so that captured problems can be compared with theirs.`,
  'Scenes with known answers': `A closed form, a conserved quantity or statics gives the answer. \`npx signorini verify\` checks them
([guide](verify.md)).`,
  'Scenes to look at': 'Well-known toys.',
};

const OWN = `## Draw a scene of your own

\`drawScene\` of the laboratory draws any scene as the text of an SVG file. A row is a view; each of its panels shows one
moment (s) or several over each other.

\`\`\`ts
import { readFileSync } from 'node:fs';
import { readScene } from '@signorini/engine/scenes';
import { drawScene } from '@signorini/lab';

const crane = readScene(readFileSync('examples/crane.scene.json', 'utf8'));
const svg = drawScene(crane, [
  { view: 'side', panels: [0, 2, 4], labels: { load: '400 kg' } },
  { view: 'top', panels: [{ times: [0, 2, 4] }], paths: { load: [0, 0, 0] } }, // of its centre of mass
]);
console.log(svg.startsWith('<svg')); // true
\`\`\``;

/** @param stories how each is drawn: parameters other than the default become commands */
export function sceneGuide(groups, { stories, remarks }) {
  const parts = groups.map(({ title, scenes }) => {
    if (!ABOUT[title])
      throw new Error(`scenes: expected a sentence about the group "${title}" in scripts/scene-guide.mjs`);
    return [
      `## ${title}`,
      ABOUT[title],
      ...scenes.map((scene) => sceneText(scene, stories[scene.name] ?? [], remarks[scene.name])),
    ].join('\n\n');
  });
  const index = groups.map(
    ({ title, scenes }) => `- ${title}: ${scenes.map(({ name }) => `[${name}](#${name})`).join(', ')}`,
  );
  const catalogue = wrapped([INTRO, ...index, '', parts.join('\n\n')].join('\n'));
  return `${catalogue}\n\n${OWN}\n`;
}

function sceneText({ name, summary, reference, known, steps, timeStep, parameters }, story, remark) {
  const seconds = Number((steps * timeStep).toPrecision(3));
  const variants = story.flatMap(({ panels }) => panels.flatMap((panel) => panel.parameters ?? []));
  const command = (values) => {
    const set = Object.entries(values).map(([key, value]) => ` --set ${key}=${value}`);
    return `\`npx signorini run ${name}${set.join('')}\``;
  };
  return [
    `### ${name}`,
    summary,
    `![${summary.replaceAll(']', '')}](../images/scenes/${name}.svg)`,
    ...(remark === undefined ? [] : [remark]),
    [
      `- Known answer: ${known}`,
      `- Reference: ${reference}`,
      `- Run: ${command({})} (${steps} steps of ${stepText(timeStep)}, ${seconds} s)`,
      ...new Set(variants.map((values) => `- The other run of the picture: ${command(values)}`)),
    ].join('\n'),
    tableOf(parameters),
  ].join('\n\n');
}

function tableOf(parameters) {
  const rows = Object.entries(parameters).map(([name, spec]) => {
    const cells = [`\`${name}\``, plain(spec.default), spec.unit, rangeOf(spec), spec.summary];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| parameter | default | unit | range | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** "1 to 1000, whole numbers", "0 or more", "anchor or none" */
function rangeOf({ choices, min, max, integer }) {
  if (choices) return choices.join(' or ');
  const whole = integer ? ', whole numbers' : '';
  if (min !== undefined && max !== undefined) return `${plain(min)} to ${plain(max)}${whole}`;
  if (min !== undefined) return `${plain(min)} or more${whole}`;
  if (max !== undefined) return `${plain(max)} or less${whole}`;
  return `any${whole}`;
}

/** Prose in lines of at most 120 characters; tables, pictures and headings as they are. */
function wrapped(text) {
  return text
    .replace(/(?<=[^\n|])\n(?=[^\n|#!-])/g, ' ')
    .split('\n')
    .flatMap((line) => (/^(\||!\[)/.test(line) ? [line] : linesOf(line)))
    .join('\n');
}

function linesOf(paragraph) {
  const indent = paragraph.startsWith('- ') ? '  ' : '';
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}
