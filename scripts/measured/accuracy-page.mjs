// The page of docs/measured on work against true error.   ../measured.mjs
import { figure, table } from './format.mjs';

const LIMIT = 0.02;
const NAMES = {
  fixed: 'fixed steps',
  accuracy: '`accuracy`',
  'midpoint fixed': 'fixed steps, `midpoint`',
  'midpoint accuracy': '`accuracy`, `midpoint`',
  mujoco: 'MuJoCo',
  'mujoco hard': 'MuJoCo, hard contacts',
  'mujoco RK4': 'MuJoCo, RK4',
  rapier: 'Rapier',
};

/** The longest step, or the least accuracy, that is within 2 % together with all that are finer. */
function withinLimit(rows) {
  const failed = rows.findLastIndex(({ error }) => error === null || error > LIMIT);
  return rows[failed + 1];
}

const percentOf = (share) => figure(100 * share);
const KNOB = 'accuracy 0.01';

/** Contests of a scene, one per stepper: the best fixed step, the knob, and the fastest of MuJoCo's and of Rapier's settings within the limit. */
function contests({ scene, title, rows }) {
  const of = (series) => rows.filter((row) => row.series === series);
  const fastest = (...all) =>
    all
      .map((series) => withinLimit(of(series)))
      .filter((row) => row)
      .sort((p, q) => p.ms - q.ms)[0];
  const contest = (name, fixed, accuracy) => ({
    scene,
    name,
    fixed: withinLimit(of(fixed)),
    knob: of(accuracy).find(({ label }) => label === KNOB),
    mujoco: fastest('mujoco', 'mujoco hard', 'mujoco RK4'),
    rapier: fastest('rapier'),
  });
  const jointed = of('midpoint fixed').length > 0;
  return [
    contest(title, 'fixed', 'accuracy'),
    ...(jointed ? [contest(`${title}, \`midpoint\``, 'midpoint fixed', 'midpoint accuracy')] : []),
  ];
}

const contestsOf = (scenes) => scenes.filter(({ scene }) => scene !== 'stack').flatMap(contests);
const settingText = ({ series, label }) =>
  label === KNOB ? '' : `${label}${series === 'mujoco hard' ? ' hard' : series === 'mujoco RK4' ? ' RK4' : ''}: `;

function summary(scenes) {
  const cell = (row) =>
    row ? `${settingText(row)}${percentOf(row.error)} %, ${figure(row.solves)}, ${figure(row.ms)} ms` : '-';
  return table(
    ['scene', 'fixed steps', '`accuracy: 0.01`', 'MuJoCo', 'Rapier'],
    contestsOf(scenes).map(({ name, fixed, knob, mujoco, rapier }) => [
      name,
      ...[fixed, knob, mujoco, rapier].map((row) => cell(row)),
    ]),
  );
}

/** The table of docs/guide/accuracy.md: solves, and times over that of the knob. */
export function guideTable({ scenes }) {
  const time = (row, knob) => (row === knob ? '' : `, × ${figure(row.ms / knob.ms)}`);
  const error = ({ error: share }) => (share > LIMIT ? `**${percentOf(share)} %**` : `${percentOf(share)} %`);
  const cell = (row, { knob }) =>
    row ? `${settingText(row)}${error(row)}, ${figure(row.solves)}${time(row, knob)}` : '-';
  return table(
    ['scene', 'fixed steps', '`accuracy: 0.01`', 'MuJoCo', 'Rapier'],
    contestsOf(scenes).map((contest) => [
      contest.name,
      ...['fixed', 'knob', 'mujoco', 'rapier'].map((field) => cell(contest[field], contest)),
    ]),
  );
}

function sceneBlock({ title, figure: what, seconds, rows }) {
  const predicts = rows.some(({ predicted }) => predicted !== undefined);
  return [
    `## ${title[0].toUpperCase()}${title.slice(1)}\n\nError: ${what}. ${seconds} s.`,
    table(
      [
        ...['engine', 'setting', 'error, %', ...(predicts ? ['its own figure, %'] : [])],
        ...['solves', 'steps', 'rejected', 'unmet', 'ms'],
      ],
      rows.map((row) => [
        ...[NAMES[row.series], row.label, percentOf(row.error)],
        ...(predicts ? [row.predicted === undefined ? '' : percentOf(row.predicted)] : []),
        ...[row.solves, row.steps].map((count) => String(Math.round(count))),
        ...[row.rejected, row.unmet].map((count) => figure(count)),
        figure(row.ms),
      ]),
    ),
  ];
}

export const accuracyPage = {
  name: 'accuracy',
  title: 'Work against true error',
  question: 'How much work does an error of 2 % take: fixed steps, `accuracy`, MuJoCo, Rapier?',
  about: `Eight scenes with known answers and a stack at rest, built from the same data by every engine and judged by the same
code from poses. An error is the worst of three runs: the scene, and two whose start differs from it by 2 %, since where within a step an
impact falls is chance. *solves*, *steps* (sub-steps that were kept) and *ms* (CPU time, median of three) are per simulated
second; *rejected* and *unmet* sub-steps are per run. Others make one solve per step, RK4 four. Peaks are read between samples
by parabolas.`,
  theory: [
    ['accuracy', '../guide/accuracy.md'],
    ['accuracy as a knob', '../theory/accuracy.md'],
  ],
  body: ({ scenes, versions, load }) => [
    `${Object.entries(versions)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(', ')}. Load of the machine ${figure(load.before)} before and ${figure(load.after)} after: compare times
within this page only.`,
    `## Least work for 2 %

The longest step that stays within 2 % together with all shorter ones, and \`accuracy: 0.01\`: setting, error, solves and CPU
ms per simulated second. Of MuJoCo's settings the fastest that does. A dash: none of the steps measured.`,
    summary(scenes),
    `*MuJoCo* is as it comes, with Coulomb's cone; *hard contacts*: a time constant of two steps in place of 0.02 s, impedance 0.99
to 0.999. A bounce is a spring without damping that takes ten steps. *Rapier* is as it comes; its spring is the spring joint.`,
    ...scenes.flatMap(sceneBlock),
  ],
};
