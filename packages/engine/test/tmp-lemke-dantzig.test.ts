import { test } from 'vitest';
import { energyError, readProblem, referenceEnergy, solve } from '../src/index.ts';
import { dantzig } from '../src/solvers/dantzig.ts';
import { lemke } from '../src/solvers/lemke.ts';
import { externalNames, externalText } from './support/shared-files.ts';
const only = process.env.ONLY?.split(',');
for (const solver of (process.env.S === 'd' ? [dantzig] : [lemke, dantzig]) as any[])
  test(solver.name, () => {
    for (const name of externalNames) {
      if (only && !only.some((o) => name.includes(o))) continue;
      const p = readProblem(externalText(name));
      const t = performance.now();
      const s = solve(p, { solver, coupling: 0, pick: 'last' });
      const ms = performance.now() - t;
      const e = energyError(p, s.x).value / referenceEnergy(p);
      process.stderr.write(`${solver.name} | ${name} | ${p.n} | ${s.status} | ${e.toExponential(1)} | ${s.iterations.total} | ${ms.toFixed(0)}\n`);
    }
  }, 600000);
