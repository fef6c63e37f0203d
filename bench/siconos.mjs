// Our solvers and Siconos' on the LCPs of Siconos' own tests: who solves what, and the energy error that is left.
// npm run build && npm run bench -- siconos --problems FOLDER   FOLDER holds its lcp_*.dat; python3-siconos for /usr/bin/python3.
// Seconds. No times: which problems are solved is the same on every machine.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replay } from '@signorini/lab';
import { openSolvers, readProblemFile } from '@signorini/lab/node';

const PROGRAM = '/usr/bin/python3 examples/solvers/siconos_solvers.py';
const OURS = ['lemke', 'newton-fb', 'enumeration'];
const THEIRS = ['lemke', 'newton-fb', 'newton-min', 'enum'];
/** Share of the energy error of doing nothing; smaller errors of a solved problem are rounding. */
const SOLVED = 1e-10;

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { problems: { type: 'string' } } });
  const names = readdirSync(values.problems).filter((name) => /^lcp_.*\.dat$/.test(name));
  const problems = await Promise.all(
    names.sort().map(async (name) => ({
      name: name.replace(/^lcp_|\.dat$/g, ''),
      problem: await readProblemFile(join(values.problems, name)),
    })),
  );
  const list = [...OURS, ...THEIRS.map((method) => `exec:"${PROGRAM} ${method}"`)].join(',');
  const { solvers, close } = await openSolvers(list);
  try {
    const { rows } = replay({ problems, solvers, clock: () => performance.now() });
    return {
      problems: problems.length,
      solved: SOLVED,
      rows: solvers.map(({ name }) => lineOf(rows.filter(({ solver }) => solver === name))),
    };
  } finally {
    await close();
  }
}

function lineOf(rows) {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const left = taken.filter(({ relativeEnergy }) => !(relativeEnergy !== null && relativeEnergy <= SOLVED));
  return {
    solver: rows[0].solver,
    taken: taken.length,
    solved: taken.length - left.length,
    left: left.map(({ problem, status, relativeEnergy, reason }) => ({ problem, status, relativeEnergy, reason })),
  };
}
