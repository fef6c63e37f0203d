// The page of docs/measured on the studio: its main thread, seeks, first load and memory.   bench/studio.mjs
import { figure, grouped, table } from './format.mjs';

const mega = (bytes) => (bytes / 1e6).toFixed(1);
const kilo = (bytes) => (bytes / 1e3).toFixed(1);
const BY = [
  ['clock', 'clock'],
  ['cpu', 'CPU time'],
];
const three = ({ median, p95, longest }) => [figure(median), figure(p95), figure(longest)];

export const studioPage = {
  name: 'studio',
  title: 'The studio',
  question: 'What does the studio ask of the page: script per picture, seeks, first load, memory?',
  about: `The built page in a headless Chromium, served as \`signorini studio\` serves it, 1280 x 720. Script is what the page's main
thread spends in JavaScript and its garbage from one picture of the 3-D view to the next, from the browser's own trace; tasks
are all work of that thread, layout and painting included. Without a graphics card pictures are made in software, which
takes all cores: every call is made, but the rasteriser is off. By the clock, and by the CPU time of the thread, which says
more on a busy machine.`,
  theory: [
    ['the studio', '../guide/studio.md'],
    ['why it is built so', '../decisions/043-studio.md'],
  ],
  body: ({ browser, frames, solve, seeks, load, memory }) => [
    `Browser: ${browser}.`,
    '## Script per picture',
    `While the run plays. Wanted: below 4 ms at 200 bodies, below 12 ms at 5000 spheres with 10 000 arrows.`,
    table(
      [
        'run',
        'bodies',
        'arrows',
        'pictures',
        'by',
        'median, ms',
        '95 %, ms',
        'longest, ms',
        'processes that wanted to run',
      ],
      frames.flatMap((one) =>
        BY.map(([key, name]) => [
          ...[one.name, grouped(one.bodies), grouped(one.arrows), one.pictures, name],
          ...[...three(one.script[key]), figure(one.load)],
        ]),
      ),
    ),
    'Panels and plots are drawn anew some eight times per second; on pictures further apart than that, with every one.',
    '## While a long solve runs',
    `The worker is in solves of ${figure(solve.solveMs, 3)} ms (median of ${solve.solves}); meanwhile the camera is turned. Wanted: nothing above 50 ms on
the main thread.`,
    table(
      ['what', 'by', 'median, ms', '95 %, ms', 'longest, ms'],
      [
        ['script per picture', 'script'],
        ['tasks', 'tasks'],
      ].flatMap(([title, what]) => BY.map(([key, name]) => [title, name, ...three(solve[what][key])])),
    ),
    `${solve.pictures} pictures; ${figure(solve.load)} processes wanted to run, on the clock of which a task waits for the others.`,
    '## Seeks',
    `${seeks.seeks} random seeks in ${seeks.steps} steps of a pile of ${seeks.bodies} spheres, each until it is shown: ${seeks.right} showed the right step, to the bits
of the same run in Node. Wanted: all, and a median below 100 ms. ${seeks.keyframes} states were kept, ${mega(seeks.bytes)} MB.`,
    table(
      ['what', 'median, ms', '95 %, ms', 'longest, ms'],
      [
        ['a seek, by the clock', ...three(seeks.ms)],
        ["of it in the worker, its thread's CPU time", ...three(seeks.workerCpuMs)],
        ['a step of the run, by the clock', ...three(seeks.stepMs)],
      ],
    ),
    `${figure(seeks.load)} processes wanted to run.`,
    '## First load',
    `${load.files} files until the wall runs: ${kilo(load.bytes)} kB, ${kilo(load.gzip)} kB with gzip. Wanted: below 400 kB with gzip.`,
    table(
      ['file', 'kB', 'kB, gzip'],
      load.largest.map(({ name, bytes, gzip }) => [`\`${name}\``, kilo(bytes), kilo(gzip)]),
    ),
    '## Memory over many seeks',
    `Random seeks in ${memory.steps} steps of the wall. Heaps after a collection, with the arrays outside them. Wanted: no growth.`,
    table(
      ['seeks', 'page, MB', 'worker, MB', 'of it history, MB'],
      memory.list.map(({ seeks: count, page, worker, history }) => [count, mega(page), mega(worker), mega(history)]),
    ),
  ],
};
