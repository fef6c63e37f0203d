// The page of docs/measured on the scene log-grasping.   ../measured.mjs
import { figure, table } from './format.mjs';

const mm = (metres) => figure(1e3 * metres);
const range = ([least, most]) => (least === most ? String(least) : `${least} to ${most}`);

export const graspingPage = {
  name: 'log-grasping',
  title: 'Grasping a log',
  question: 'Where is the grasping scene of EATK18 hard, and which solvers hold the log?',
  about: `The scene \`log-grasping\` (EATK18 5.1), 500 steps of 1/60 s. Counts, errors and outcomes; no times, so the machine does
not matter.`,
  theory: [
    ['redundant joints', '../guide/doctor.md'],
    ['block pivoting', '../theory/block-pivoting.md'],
    ['friction that follows the normal', '../theory/coupled-newton.md'],
    ['contact and friction rows', '../theory/contact-rows.md'],
  ],
  body: (result) => [
    ...referenceSection(result),
    ...problemSection(result),
    ...solverSection(result),
    ...frictionSection(result),
  ],
};

function referenceSection({ phases, couplings, meanRows }) {
  return [
    `## The reference solver\n\n\`bpp\` as Table 3 sets it, which also drives \`capture\`. ${figure(meanRows, 3)} rows per step in the mean
(EATK18 Table 2: about 400). *Energy* is the error against the bounds as solved, *friction* the one against bounds from its
own normals; the worst of the phase, J.`,
    table(
      [
        'phase',
        'steps',
        'rows',
        'contacts',
        'most pivots',
        'converged',
        'bounds moving',
        'unsolved',
        'energy',
        'friction',
      ],
      phases.map((p) => [
        p.phase,
        `${p.from} to ${p.to}`,
        range(p.rows),
        range(p.contacts),
        p.pivots,
        p.converged,
        p.couplingLimit,
        p.unsolved,
        figure(p.error),
        figure(p.consistency),
      ]),
    ),
    `Every stored problem is solved to rounding, with far fewer than Table 3's 30 pivots per solve. What three solves leave is the lag
of the friction bounds, largest in the step in which the claws first squeeze the log. With more solves it goes away:`,
    table(
      ['solves per step', 'steps whose bounds still move', 'worst friction error, J', 'in step'],
      couplings.map((c) => [c.couplings, c.moving, figure(c.worst), c.worstStep]),
    ),
  ];
}

function problemSection({ problems, sweeps }) {
  const [first, last] = [problems[0], problems.at(-1)];
  const most = Math.max(...problems.map((p) => p.conditionNumber));
  return [
    `## The problems\n\nRank of J by elimination; condition number of A with rows scaled to a diagonal of ones; *masses* of the two
bodies of a row.`,
    table(
      ['step', 'rows', 'rank of J', 'redundant joint rows', 'condition', 'masses at most'],
      problems.map((p) => [
        p.step,
        p.rows,
        p.rank,
        p.redundantRows,
        figure(p.conditionNumber),
        `${figure(p.massRatio)} : 1`,
      ]),
    ),
    `Where it is hard. The arm alone, before anything is touched, has a condition number of ${figure(first.conditionNumber)}: two loops
closed by hydraulic cylinders and a slide that is held twice, ${first.redundantRows} rows too many, all at a stiffness of 10¹⁰ N/m, and
the load at the end of 7 m of booms. Masses of neighbours differ by no more than ${figure(first.massRatio)} : 1; lever arms do the
rest. The closed claw touches the log in about a hundred points, but the log has six freedoms: J has the rank ${last.rank} (14 bodies of
six freedoms) whatever the number of rows, only the compliance of the contacts decides how they share the grip, and the
condition number grows by a factor of ${figure(most / first.conditionNumber)}. A direct method does not notice. Sweeps need thousands of
iterations: \`pgs\` from x = 0, bounds as stored.`,
    table(
      ['step', 'sweeps', 'energy error, J', 'natural residual'],
      sweeps.map((s) => [s.step, s.sweeps, figure(s.error), figure(s.residual)]),
    ),
    `The error falls throughout: A is symmetric and positive definite, so Gauss-Seidel converges for fixed bounds. EATK18 Fig 6 (a)
shows it diverging in a step of this scene, which these problems do not reproduce. Here it is slow, which is enough to lose
the arm.`,
  ];
}

function solverSection({ solvers, collapses, creeping }) {
  const ended = collapses.filter(({ failed }) => failed);
  return [
    `## What each solver does to it\n\nEach drives the scene with warm starts, \`bpp\`, \`pgs-sm\`, \`spook\` and \`pgs\` as Table 3 sets
them, the others by their defaults. Held: the log ends more than 0.5 m up and moved less than 20 mm in the claw since
step 228.`,
    table(
      [
        'solver',
        'held',
        'way in the claw, mm',
        'lifted, m',
        'widest joint gap, mm',
        'worst energy error, J',
        'unsolved',
      ],
      solvers.map((s) => [
        `\`${s.name}\``,
        s.held ? 'yes' : 'no',
        mm(s.slip),
        figure(s.height < 1e-9 ? 0 : s.height),
        mm(s.gap),
        figure(s.error),
        s.unsolved,
      ]),
    ),
    `As in EATK18 6.3.1 the arm comes apart under \`pgs\`, and \`bpp\` and \`pgs-sm\` hold the log. \`spook\` "nearly drops" it there;
here it holds it, with errors of millijoules. How the arm comes apart under \`pgs\` is chance: of ${collapses.length} runs with logs of
${collapses[0].logMass} to ${collapses.at(-1).logMass} kg, ${ended.length} end early in numbers that are not finite, which \`run\` reports with exit 3.
Without the stick anchor (\`stick=none\`, as in the papers) friction rows creep: under
\`bpp\` the log then moves by ${mm(creeping.slip)} mm in the claw.`,
  ];
}

function frictionSection({ friction }) {
  return [
    '## How little friction holds it\n\nUnder `auto`, with the default grip.',
    table(
      ['friction', 'held', 'way in the claw, mm'],
      friction.map((f) => [f.mu, f.held ? 'yes' : 'no', f.held ? mm(f.slip) : '-']),
    ),
  ];
}
