// The pages of docs/measured on worlds: engines side by side, detection, options of a world, size of a page.   solver-pages.mjs
import { figure, table } from './format.mjs';

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

const cones = {
  name: 'cones',
  title: 'Cones next to boxes',
  question: "What does Coulomb's cone cost next to box friction with `auto`?",
  about: `The same scenes with \`frictionModel\` \`box\` and \`cone\`, solved by \`auto\`; both take turns of ten steps. *ratio* is the
median of the times of a turn, cone over box: the figure to read on a busy machine. *error* is the largest of both energy errors
of a step. The two do not move alike, so neither do their contacts.`,
  theory: [
    ['friction models', '../theory/friction-models.md'],
    ['how `auto` chooses', '../theory/auto.md'],
  ],
  body: ({ rows }) => [
    'CPU ms per step, medians; factorisations and iterations: means per step; *unsolved*: steps that are not `converged`.',
    table(
      [
        'scene',
        'steps',
        'rows',
        'ms, box',
        'ms, cone',
        'ratio',
        'factorisations',
        'iterations',
        'unsolved',
        'error, J',
      ],
      rows.map((row) => [
        row.parameters ? `${row.scene}, ${row.parameters.count}` : row.scene,
        row.steps,
        ...[row.rows[1], row.ms[0], row.ms[1], row.ratio].map((value) => figure(value)),
        ...[row.factorisations, row.iterations, row.unsolved, row.worstError].map((pair) =>
          pair.map((value) => figure(value)).join(', '),
        ),
      ]),
    ),
    `Most often solved by: ${rows.map(({ scene, paths }) => `${scene} ${paths.map((path) => `\`${path}\``).join(', ')}`).join('; ')}.`,
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

/** Which engines are faster in a small world, and how many times. */
function fasterThan({ signorini, ...others }) {
  const faster = Object.entries(others).filter(([, us]) => us < signorini);
  return faster.map(([name, us]) => `${name} ${(signorini / us).toFixed(1)} times`).join(', ') || 'none';
}

const engine = {
  name: 'engine',
  title: 'Five engines side by side',
  question: 'How fast and how wrong is a step next to MuJoCo, Rapier, Jolt and PhysX?',
  about: `Every engine runs in a process of its own, h = 1/60 s, damping and sleep off; processes take turns. Every engine builds the
same bodies and is judged by the same code from poses. Times are medians over the second half of the turns. *ratio* is the time
over that of this engine in the same turn: the figure to read on a busy machine. *first second*: CPU time of the first 60 steps,
compiling in other threads included; races begin after them.`,
  theory: [['next to other engines', '../guide/engines.md']],
  body: ({ scenes, small, versions, load }) => [
    `${Object.entries(versions)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(', ')}. Load of the machine ${figure(load.before)} before and ${figure(load.after)} after.`,
    '## Small worlds\n\nCPU us per step; *over Rapier*: our time over that of `rapier` in the same turn.',
    table(
      ['scene', ...Object.keys(small[0].us), 'over Rapier'],
      small.map(({ scene, us, overRapier }) => [
        scene,
        ...Object.values(us).map((one) => figure(one)),
        overRapier.toFixed(2),
      ]),
    ),
    'Where we lose:',
    table(
      ['scene', 'faster than this engine'],
      small.map(({ scene, us }) => [scene, fasterThan(us)]),
    ),
    'First second, CPU ms:',
    table(
      ['scene', ...Object.keys(small[0].second)],
      small.map(({ scene, second }) => [scene, ...Object.values(second).map((one) => figure(one))]),
    ),
    ...scenes.flatMap(({ scene, steps, units, engines, earlier }) => {
      const [title, note] = RACES[scene];
      const judged = Object.keys(units).filter((key) => !['ms', 'ratio', 'second'].includes(key));
      return [
        `## ${title}\n\nScene \`${scene}\`, ${steps} steps; CPU ms per step${earlier ? ', of an earlier run' : ''}.`,
        table(
          ['engine', 'ms', 'ratio', 'first second, ms', ...judged.map((key) => `${key}, ${units[key]}`)],
          engines.map((row) => [
            row.engine,
            figure(row.ms),
            row.ratio.toFixed(2),
            figure(row.second),
            ...judged.map((key) => figure(row[key])),
          ]),
        ),
        note,
      ];
    }),
  ],
};

const step = {
  name: 'step',
  title: 'What surrounds a solve',
  question: 'How much of a step is its solve, what does it allocate, and how long does a process take to start?',
  about: `Times of stages and solves are those that reports carry, medians over the second half of a run; *ratio* is the time of a step
over that of its solve, the figure to read on a busy machine. Bytes are counted after the code is compiled; they and the collector's
share are those of processes that run one scene.`,
  theory: [['one step, six stages', '../pipeline.md']],
  body: ({ shares, allocated, collector, midpoint, first, start }) => [
    '## The step over its solve\n\nms per step.',
    table(
      ['scene', 'step', 'solve', 'ratio', ...Object.keys(shares[0].stageMs)],
      shares.map(({ scene, ms, solveMs, ratio, stageMs }) => [
        ...[scene, figure(ms), figure(solveMs), ratio.toFixed(2)],
        ...Object.values(stageMs).map((one) => figure(one)),
      ]),
    ),
    '## Memory',
    table(
      ['scene', 'bytes allocated per step'],
      allocated.map(({ scene, bytes }) => [scene, bytes]),
    ),
    `The garbage collector takes ${figure(100 * collector.share)} % of ${collector.steps} steps of \`${collector.scene}\`.`,
    '## Midpoint\n\nTwo hinged links (`double-pendulum`), CPU us per step.',
    table(
      ['euler', 'midpoint', 'ratio'],
      [[figure(midpoint.eulerUs), figure(midpoint.midpointUs), midpoint.ratio.toFixed(1)]],
    ),
    '## Start',
    table(
      ['', 'time'],
      [
        ['first step of `brick-wall` in a fresh process', `${figure(first)} ms`],
        ['`signorini --version`', `${figure(start.version.s)} s`],
        ['`signorini run brick-wall --steps 1`', `${figure(start.run.s)} s`],
        ['`node -e 0`, for comparison', `${figure(start.version.nodeS)} s`],
      ],
    ),
  ],
};

const bundle = {
  name: 'bundle',
  title: 'The size of a page',
  question: 'How many kilobytes does a page with a world carry, and which solvers are inside?',
  about: `Pages bundled and minified by Vite as a user would: one that uses \`createWorld\`, \`box\` and \`plane\` with the default
solver, and one that looks a solver up by \`findSolver\`, which carries all of them. 1 kB is 1000 bytes. A test checks which
solvers must not be in the first.`,
  theory: [['solvers by name', '../decisions/016-solvers-by-name.md']],
  body: ({ pages }) => [
    table(
      ['page', 'kB', 'kB, gzip', 'modules', 'solvers inside'],
      Object.entries(pages).map(([name, page]) => [
        name === 'page' ? '`createWorld`, `box`, `plane`' : name,
        figure(page.kB),
        figure(page.kBGzip),
        page.modules,
        page.solversAbsent === 0
          ? `all ${page.solvers.length}`
          : page.solvers.map((solver) => `\`${solver}\``).join(', '),
      ]),
    ),
    '## By room\n\nkB before minifying.',
    table(
      ['room', ...Object.keys(pages)],
      Object.keys(pages.page.kBOfRoomsUnminified).map((room) => [
        room,
        ...Object.values(pages).map((page) => figure(page.kBOfRoomsUnminified[room])),
      ]),
    ),
  ],
};

const budget = {
  name: 'budget',
  title: 'The error budget of a step',
  question: 'What does it cost that every step says how wrong it is?',
  about: `Worlds with the budget of every step and worlds without it take turns of ten steps. CPU us per step, medians; ratios of
the least times, of those that a tenth of the turns does not exceed, and of medians. The errors of the solve and the ledger are
in both.`,
  theory: [['error budget', '../theory/error-budget.md']],
  body: ({ rows }) => [
    table(
      ['scene', 'without, us', 'with, us', 'least', 'tenth', 'median'],
      rows.map((row) => [row.scene, ...['without', 'with', 'least', 'tenth', 'median'].map((key) => figure(row[key]))]),
    ),
  ],
};

export const worldPages = [budget, engine, step, collision, world, cones, bundle];
