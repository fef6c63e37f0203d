// The pages of docs/measured: for each file of bench/results a title, the question that it answers, and its tables.   measured.mjs
// `body` takes the stored result and returns blocks of Markdown. Figures are rounded here and nowhere else.

/** Two digits (or `digits`): plain between 1e-3 and 1e4, with an exponent otherwise. */
export function figure(value, digits = 2) {
  if (value === undefined || value === null || !Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e4) return value.toExponential(digits - 1).replace('e+', 'e');
  return size >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(digits)));
}

/** A table: heads, then one list of cells per row. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

const grouped = (count) => (count < 1e4 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ' '));
const percent = (part) => `${figure(100 * part)} %`;
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

const collision = {
  name: 'collision',
  title: 'Contact detection',
  question: 'How long does detection take per step, next to MuJoCo and Rapier?',
  about: `A wall of 30 bricks and lattices of spheres. *Detect* is detection alone; *read* also reads every point (which bodies,
where, normal, gap), from arrays here and point by point through the bindings of the others. Rapier computes in f32.`,
  theory: [['collision', '../theory/collision.md']],
  body: ({ rows, collectionsIn20000Steps }) => [
    'ms per step, the best of the second half of the rounds.',
    table(
      ['scene', 'bodies', 'points', 'detect', 'read', 'MuJoCo detect', 'read', 'Rapier detect', 'read'],
      rows.map((row) => [
        row.scene,
        row.bodies,
        row.points,
        ...['ms', 'readMs', 'mujocoMs', 'mujocoReadMs', 'rapierMs', 'rapierReadMs'].map((key) => figure(row[key])),
      ]),
    ),
    `Garbage collections in 20 000 steps: ${collectionsIn20000Steps}.`,
  ],
};

const world = {
  name: 'world',
  title: 'Options of a world',
  question: 'What do sleep, rigid contacts and projection cost, and how well do pendulums keep their energy?',
  about: 'Worlds of one comparison take turns; CPU ms per step, medians.',
  theory: [
    ['sleep', '../theory/dynamics.md#sleep'],
    ['rigid contacts', '../theory/contact-rows.md#contacts-that-do-not-give-way'],
    ['projection and pendulums', '../theory/integrators.md#projection'],
  ],
  body: ({ sleep: { sleepingBodies, ...sleep }, rigid, projection, pendulums }) => [
    '## Sleep\n\nThe brick wall, 30 bricks and 188 contacts.',
    table(Object.keys(sleep), [Object.values(sleep).map((ms) => `${figure(ms)} ms`)]),
    `## Rigid contacts`,
    table(
      ['scene', 'rows', 'compliant, ms', 'rigid, ms', 'ratio', 'factorisations', 'unsolved steps'],
      Object.entries(rigid).map(([name, row]) => [
        name,
        row.rows,
        figure(row.compliantMs),
        figure(row.rigidMs),
        figure(row.ratio),
        row.factorisations.join(' and '),
        row.unsolved,
      ]),
    ),
    '## Projection\n\n`euler`, h = 1/60 s. Energy: what moving the poses put in during the run.',
    table(
      ['scene', 'widest gap without, mm', 'with, mm', 'energy, J', 'solves per step', 'without, ms', 'with, ms'],
      Object.entries(projection).map(([name, row]) => [
        name,
        ...row.widestGapMm.map((gap) => figure(gap)),
        figure(row.projectionJ),
        figure(row.solvesAStep),
        figure(row.noneMs),
        figure(row.jointsMs),
      ]),
    ),
    `## Five links under \`midpoint\`

The largest error of the joint-consistent energy in ten seconds, in percent of the energy of the start, by the length of a
link. Five links are chaotic: one figure is one sample.`,
    table(
      ['length', ...Object.keys(pendulums)],
      [['error, %', ...Object.values(pendulums).map((error) => figure(error))]],
    ),
  ],
};

const RACES = {
  'brick-wall': [
    '30 bricks',
    '*drift*: the farthest that a brick moves in the last 600 steps; *sideways*: how far one ends from above its start. A wall that has fallen does not drift, so read both.',
  ],
  'heavy-chain': [
    'A tonne on 20 links of 1 kg',
    "*stretch*: the gaps of all joints over the chain's length, at worst in the last half. MuJoCo's joints are coordinates and cannot open.",
  ],
  'heavy-chain-swing': [
    'The same, swinging at 1 m/s',
    '*swing*: how far the load goes to one side in the second half of the run, as a part of the first half. 0 means that the engine diverged and started again from rest; more than 100 % is energy from nowhere.',
  ],
  'sphere-pile': [
    '2000 spheres of 100 mm',
    "*overlap* and *mean* of the pairs that touch, spheres and walls, in the last fifth. 60 and 20 sweeps: `auto` with `sweeps: 60` and `sweeps: 20` in place of 300. MuJoCo's Newton takes more than 10 s per step here.",
  ],
};
const engine = {
  name: 'engine',
  title: 'Five engines on four scenes',
  question: 'How fast and how wrong is a step next to MuJoCo, Rapier, Jolt and PhysX?',
  about: `All engines run in one process, h = 1/60 s, damping and sleep off. Every engine builds the same bodies and is judged by the
same code from poses. Engines take turns. *ratio* is the time over that of this engine in the same turn: the figure to read
on a busy machine.`,
  theory: [['next to other engines', '../guide/engines.md']],
  body: ({ scenes, versions, load }) => [
    `${Object.entries(versions)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(', ')}. Load of the machine ${figure(load.before)} before and ${figure(load.after)} after.`,
    ...scenes.flatMap(({ scene, steps, units, engines }) => {
      const [title, note] = RACES[scene];
      const judged = Object.keys(units).filter((key) => key !== 'ms' && key !== 'ratio');
      return [
        `## ${title}\n\nScene \`${scene}\`, ${steps} steps; CPU ms per step.`,
        table(
          ['engine', 'ms', 'ratio', ...judged.map((key) => `${key}, ${units[key]}`)],
          engines.map((row) => [
            row.engine,
            figure(row.ms),
            row.ratio.toFixed(2),
            ...judged.map((key) => figure(row[key])),
          ]),
        ),
        note,
      ];
    }),
  ],
};

/** In the order of the index. */
export const pages = [engine, solvers, sweeps, friction, iterative, scaling, multigrid, threads, collision, world];
