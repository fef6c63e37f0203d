// The pages of docs/measured on solvers: for each result a title, the question that it answers, and its tables.   ../measured.mjs
// `body` takes the stored result and returns blocks of Markdown. Figures are rounded here and nowhere else.
import { figure, grouped, percent, table } from './format.mjs';

const optionsOf = (options) =>
  Object.entries(options)
    .map(([key, value]) => `, ${key} ${value}`)
    .join('');

const solvers = {
  name: 'solvers',
  command: 'solvers --problems FOLDER [--baseline PROGRAM PACKED]',
  title: 'Block pivoting against a dense method',
  question: 'How long does `bpp` take on single problems, next to `bpp-dense` and a C++ program?',
  about: `One cold solve of each [external problem](../theory/complementarity.md#the-external-problems) with stored bounds. The
symbolic analysis is done before. C++ is the papers' method in Eigen (dense Cholesky, A assembled before), run on the same
files in the same minutes. *Measuring*: the cost of one energy error, as a part of one iteration of \`bpp\`.`,
  theory: [
    ['block pivoting', '../theory/block-pivoting.md'],
    ['body space', '../theory/body-space.md'],
  ],
  body: ({ rows, runs }) => [
    `Times in ms, the best of ${runs} interleaved runs.`,
    table(
      ['problem', 'rows', '`bpp`', 'factorisations', '`bpp-dense`', 'status', 'C++', 'C++ / `bpp`', 'measuring'],
      rows.map((row) => [
        `\`${row.name}\``,
        row.n,
        figure(row.bpp),
        row.bppFactorisations,
        figure(row.dense),
        row.denseStatus,
        figure(row.baseline),
        figure(row.baselineOverBpp),
        percent(row.measureOverIteration),
      ]),
    ),
  ],
};

const sweeps = {
  name: 'sweeps',
  title: 'A sweep per contact',
  question: 'What does one sweep cost per contact, from 5 000 to 1 000 000 contacts, next to C++?',
  about: `A lattice of spheres, three rows per contact. \`pgs\` sweeps rows between bounds, \`psor\` Coulomb's cones; C++ is the
loop of \`bench/sweep.cpp\` (\`-O3 -march=native\`) over the same records as \`pgs\`. Every size does the same work and sizes
take turns. *Watching*: the extra cost of measuring every iterate for the least energy error.`,
  theory: [
    ['projected Gauss-Seidel', '../theory/gauss-seidel.md#cost'],
    ['over-relaxation', '../theory/fixed-point.md#cost'],
  ],
  body: ({ rows, sweeps: [first, last], caches, flatness }) => [
    `Sweeps ${first} to ${last} from rest; ns per contact and sweep, medians.`,
    table(
      ['contacts', 'records, MB', '`pgs`', 'C++', '`pgs` / C++', 'watching', '`psor` cone', 'bytes per contact'],
      rows.map((row) => [
        grouped(row.contacts),
        figure(row.recordBytes / 1e6),
        figure(row.nsPerContact),
        figure(row.nativeNsPerContact),
        figure(row.overNative),
        figure(row.measureOverSweep),
        figure(row.coneNsPerContact),
        figure(row.coneBytesPerContact),
      ]),
    ),
    `## What the caches keep

\`bench/residence.cpp\` reads 4 MB, idles, and then follows random lines of it. A line that costs more after a pause has left
the caches meanwhile. *Gone* is the share of a problem's records that have left when the next sweep begins; sizes with less
than a quarter gone are held by the caches, those with more than three quarters are read from memory. Within a level the
time per contact should be flat: *spread* is the largest distance from the level's mean.`,
    ...(caches
      ? [
          table(
            ['pause, ms', ...caches.waitMs.map(String)],
            [['ns per line', ...caches.nsPerLine.map((ns) => figure(ns, 3))]],
          ),
        ]
      : []),
    table(
      ['sweep', 'level', 'contacts', 'gone', 'spread'],
      flatness.map((level) => [
        level.nsPerContact === undefined ? '`psor` cone' : '`pgs`',
        level.level,
        level.contacts.map(grouped).join(', ') || '-',
        level.gone.join(', ') || '-',
        level.contacts.length > 1 ? percent(level.nsPerContact ?? level.coneNsPerContact) : '-',
      ]),
    ),
  ],
};

const friction = {
  name: 'friction',
  title: 'Friction sets per contact',
  question: 'What does an iteration cost per contact for each friction set and method?',
  about: `The lattice of spheres of [sweeps](sweeps.md). Methods take turns and run with their defaults, \`nonlinear-gs\` and
\`nscd\` with their acceleration. The quartiles show how busy the machine was.`,
  theory: [
    ['over-relaxation', '../theory/fixed-point.md#cost'],
    ['block Gauss-Seidel', '../theory/block-gauss-seidel.md'],
    ['nonlinear Gauss-Seidel', '../theory/nonlinear-gauss-seidel.md'],
  ],
  body: ({ rows, contacts, iterations: [first, last] }) => [
    `${grouped(contacts)} contacts, iterations ${first} to ${last}; ns per contact and iteration.`,
    table(
      ['method', 'set', 'median', 'quartiles', 'over the cone of `psor`'],
      rows.map((row) => [
        `\`${row.solver}\``,
        `\`${row.set}\``,
        figure(row.nsPerContact),
        row.quartiles.map((ns) => figure(ns)).join(' to '),
        figure(row.overCone),
      ]),
    ),
  ],
};

const momentum = {
  name: 'momentum',
  title: 'Sweeps with momentum',
  question: 'How much error do sweeps leave on 2000 spheres: orders, over-relaxation, momentum, acceleration, blocks?',
  about: `Problems of scene \`sphere-pile\` with Coulomb's cones, each from the warm start of its step. Energy error over that of
doing nothing, geometric mean over the problems; *cost*: CPU time of a sweep over that of a plain one, methods in turns.`,
  theory: [
    ['momentum', '../theory/fixed-point.md#momentum'],
    ['what else was tried', '../decisions/069-trials-in-decisions.md'],
  ],
  body: ({ sweeps, problems, methods }) => [
    `Steps ${problems.map(({ step, contacts }) => `${step} (${grouped(contacts)} contacts)`).join(', ')}.`,
    table(
      ['sweeps', 'cost', ...sweeps.map((count) => `after ${count}`)],
      methods.map(({ name, overPlain, relative }) => [
        ...[name, figure(overPlain)],
        ...sweeps.map((_, k) => (relative[k] === undefined ? '-' : figure(relative[k]))),
      ]),
    ),
  ],
};

const coneSolvers = {
  name: 'cone-solvers',
  title: 'Cones from a cold start',
  question: 'What does `auto` take on problems with cones, next to the methods that it chooses from?',
  about: `Worlds caught while something slips, with J and as rows of A alone, and FCLib's files; every solve from zero. *ratio*:
\`auto\` over the faster of the two methods alone that arrived. Errors are measured from outside, as parts of doing nothing.`,
  command: 'cone-solvers --fclib FOLDER',
  theory: [
    ['how `auto` chooses', '../theory/auto.md#cones-two-methods-in-turns'],
    ['Newton on cones', '../theory/newton-cone.md'],
    ['alternating directions', '../theory/admm.md'],
  ],
  body: ({ rows, tolerance, limit }) => [
    `CPU ms, the least of up to five; both methods alone end at ${tolerance}, or after ${limit} ms or 20 000 iterations.`,
    table(
      ['problem', 'contacts', 'rows', '`auto`', 'by', 'error', '`admm`', 'error', '`newton-cone`', 'error', 'ratio'],
      rows.map(({ name, contacts, rows: n, methods: [auto, ...others], ratio }) => [
        ...[name, contacts, n, figure(auto.ms), auto.path, figure(auto.error)],
        ...others.flatMap(({ ms, error }) => [figure(ms), figure(error)]),
        ratio === null ? '-' : figure(ratio),
      ]),
    ),
  ],
};

const heaps = {
  name: 'heaps',
  title: 'Heaps with strong friction to 1e-8',
  question:
    'How long does it take until friction that follows its normals is right to 1e-8, in heaps beyond direct methods?',
  about: `Scenes caught while their spheres settle, mu = 0.8 to 1. *ratio* is over 300 plain sweeps of \`psor\` on the same problem;
errors are measured from outside, as parts of doing nothing. \`auto\` is asked for 1e-8, the others end at their own tests.`,
  theory: [
    ['further than sweeps go', '../theory/auto.md#strong-friction-further-than-sweeps-go'],
    ['coupled Newton', '../theory/coupled-newton.md'],
    ['Newton on cones', '../theory/newton-cone.md'],
  ],
  body: ({ problems, steps, target }) => [
    'CPU ms, the least of up to three; methods take turns.',
    ...problems.map(
      ({ name, start, set, contacts, rows, methods }) =>
        `## ${name}, ${set}, ${start} start\n\n${grouped(contacts)} contacts, ${grouped(rows)} rows.\n\n${table(
          ['method', 'ms', 'ratio', 'error', 'sweeps', 'factorisations'],
          methods.map(({ method, options, ms, ratio, error, sweeps, factorisations }) => [
            `\`${method}\`${method === 'psor' ? '' : optionsOf(options)}`,
            ...[figure(ms), figure(ratio), figure(error), sweeps, factorisations],
          ]),
        )}`,
    ),
    `## Steps ${steps[0].at.join(', ')} of \`granular\`, seeds ${steps[0].seeds.join(', ')}

Warm and cold starts, mu = 0.8, from seed 3 on 1. *within 10*: to ${target} in at most ten times the time of 300 sweeps.`,
    table(
      ['set', 'problems', 'solved', 'within 10', 'ratio: median', 'most'],
      steps.map(({ set, problems: count, solved, within10, median, most }) => [
        ...[set, count, solved, within10, figure(median), figure(most)],
      ]),
    ),
  ],
};

const ITERATIVE = { frictionless: 'Without friction', box: 'Box', pyramid: 'Pyramid', cylinder: 'Cylinder' };
const TARGETS = ['0.0001', '0.000001', '1e-8'];
const iterative = {
  name: 'iterative',
  title: 'Iterative solvers on the granular problem',
  question: 'How many iterations and how much time to a given error, on the pile of PIR Section 4?',
  about: `Scene \`granular\`, step 20, mu = 0.8, cold start; box bounds from the normals of the frictionless problem. Iterations
until the energy error is 1e-4, 1e-6, 1e-8 of that of doing nothing, and until the largest entry of the natural residual is
that part of the first one (PIR Fig. 2). A dash: not within 3000 iterations, or not timed.`,
  theory: [
    ['projected', '../theory/projected-gradient.md'],
    ['conjugate', '../theory/conjugate-projected-gradient.md'],
    ['accelerated gradients', '../theory/accelerated-gradient.md'],
  ],
  body: ({ problems, rounds }) => [
    `Times: CPU ms to an energy error of 1e-8, medians of ${rounds} interleaved rounds.`,
    ...Object.entries(problems).flatMap(([name, { contacts, rows, runs }]) => [
      `## ${ITERATIVE[name] ?? name}\n\n${grouped(contacts)} contacts, ${grouped(rows)} rows.`,
      table(
        [
          'solver',
          'energy 1e-4',
          '1e-6',
          '1e-8',
          'residual 1e-4',
          '1e-6',
          '1e-8',
          'products',
          'ms',
          'times faster than `pgs`',
        ],
        runs.map((run) => [
          `\`${run.solver}\`${optionsOf(run.options)}`,
          ...TARGETS.map((target) => run.energy[target] ?? '-'),
          ...TARGETS.map((target) => run.residual[target] ?? '-'),
          run.products ?? '-',
          figure(run.ms),
          figure(run.timesFasterThanPgs),
        ]),
      ),
    ]),
  ],
};

const SCALED = ['lemke', 'dantzig', 'bpp', 'psor'];
const scaling = {
  name: 'scaling',
  title: 'Time against the number of contacts',
  question: 'How does the time of simplex methods, pivoting and sweeps grow with the problem?',
  about: `Piles with box friction, cold starts. \`lemke\`, \`dantzig\` and \`bpp\` go to their own end, \`psor\` to 1e-8 of the energy
error of doing nothing. A dash: not run, because a smaller problem already took too long.`,
  theory: [['over-relaxation against simplex methods', '../theory/fixed-point.md#against-simplex-methods']],
  body: ({ rows, growth }) => [
    'CPU ms per solve, medians of three.',
    table(
      ['contacts', 'rows', ...SCALED.map((name) => `\`${name}\``)],
      rows.map((row) => [row.contacts, row.rows, ...SCALED.map((name) => figure(row[name]?.ms))]),
    ),
    `Over the last factor of four in size the time grows as a power of the size: ${growth
      .map(({ solver, power }) => `\`${solver}\` ${power.toFixed(1)}`)
      .join(', ')}.`,
  ],
};

const multigrid = {
  name: 'multigrid',
  title: 'Multigrid on contacts',
  question: 'How many cycles of `amg` replace how many sweeps, and at what price?',
  about: `Iterations from a cold start, at most 60 cycles. \`granular\` at step 20, driven by \`pgs\` with 60 sweeps, stored box
bounds; the same without friction; \`brick-wall\` at step 60 without anchors. A correction that would raise the energy is
refused.`,
  theory: [['algebraic multigrid', '../theory/multigrid.md']],
  body: ({ problems, targets }) => [
    'Iterations until the relative energy error reaches each target; seconds to the end of the run.',
    table(
      [
        'problem',
        'rows',
        'method',
        ...targets.map((target) => target.toExponential(0)),
        'left at the end',
        's',
        'refused',
      ],
      Object.entries(problems).flatMap(([name, { rows, methods }]) =>
        Object.entries(methods).map(([method, run]) => [
          name,
          rows,
          method,
          ...targets.map((_, k) => run.iterations[k] ?? '-'),
          figure(run.relative),
          figure(run.seconds),
          run.corrections === undefined ? '' : `${run.refused} of ${run.corrections}`,
        ]),
      ),
    ),
  ],
};

const threads = {
  name: 'threads',
  title: 'Two threads against one',
  question: 'What do threads gain for sweeps and for islands?',
  about: 'Wall time, rounds in turns, medians. The answers of one and two threads are compared bit for bit.',
  theory: [['threads', '../theory/parallel.md']],
  body: ({ sweeps: rows, islands }) => [
    table(
      ['what', 'one thread, ms', 'two, ms', 'times faster', 'the same bits'],
      [...rows, islands].map((row) => [
        row.what,
        figure(row.oneMs),
        figure(row.twoMs),
        figure(row.ratio),
        row.same ? 'yes' : 'no',
      ]),
    ),
  ],
};

export const solverPages = [
  ...[solvers, sweeps, momentum, friction, coneSolvers, heaps],
  ...[iterative, scaling, multigrid, threads],
];
