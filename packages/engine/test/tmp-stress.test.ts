import { test } from 'vitest';
import { energyError, referenceEnergy, solve, Rng, fromDense, makeProblem, type Problem } from '../src/index.ts';
import { dantzig } from '../src/solvers/dantzig.ts';
import { lemke } from '../src/solvers/lemke.ts';
function psd(rng: Rng, n: number, r: number, integer: boolean, scaleRows: boolean, skew = 0, consistent=true, bilat=true): Problem {
  const g = () => (integer ? rng.below(3) - 1 : rng.uniform(-1, 1));
  const f = Array.from({ length: n * r }, g);
  const s = Array.from({ length: n }, () => (scaleRows ? 2 ** (rng.below(21) - 10) : 1));
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let t = 0; for (let k = 0; k < r; k++) t += f[i * r + k] * f[j * r + k]; a[i * n + j] = t * s[i] * s[j]; }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) { const t = skew * rng.uniform(-1, 1) * s[i] * s[j]; a[i * n + j] += t; a[j * n + i] -= t; }
  for (let i = 0; i < n; i++) if (a[i*n+i] === 0) a[i*n+i] = s[i]*s[i];
  const lo = new Float64Array(n), hi = new Float64Array(n), x0 = new Float64Array(n), w0 = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const size = (integer ? 1 : rng.uniform(0.1, 1)) / s[i];
    const kind = rng.below(bilat?6:4);
    [lo[i], hi[i]] = ([[0, Infinity], [0, Infinity], [-Infinity, size], [-size, size], [-Infinity, Infinity], [size, size]] as any)[kind];
    const v = (integer ? rng.below(3) : rng.uniform(0, 1));
    const st = rng.below(3);
    const l = lo[i] > -Infinity, u = hi[i] < Infinity;
    if (l && u && lo[i] === hi[i]) { x0[i] = lo[i]; w0[i] = (v - 1) * s[i]; }
    else if (st === 0 && l) { x0[i] = lo[i]; w0[i] = v * s[i]; }
    else if (st === 1 && u) { x0[i] = hi[i]; w0[i] = -v * s[i]; }
    else x0[i] = l && u ? (integer ? 0 : rng.uniform(lo[i], hi[i])) : l ? lo[i] + v / s[i] : u ? hi[i] - v / s[i] : (v - 0.5) / s[i];
  }
  const b = new Float64Array(n);
  for (let i = 0; i < n; i++) { let t = w0[i]; for (let j = 0; j < n; j++) t -= a[i * n + j] * x0[j]; b[i] = t; }
  return makeProblem({ A: fromDense(n, a), b, lo, hi, symmetric: skew === 0 });
}
test('stress', () => {
  for (const [label, make, who] of [
    ['definite', (rng: Rng, n: number) => psd(rng, n, n + 3, false, false), [lemke, dantzig]],
    ['semidefinite rank n/2', (rng: Rng, n: number) => psd(rng, n, Math.max(1, n >> 1), false, false), [lemke, dantzig]],
    ['rank n/4', (rng: Rng, n: number) => psd(rng, n, Math.max(1, n >> 2), false, false), [lemke, dantzig]],
    ['rank 6 nobilat', (rng: Rng, n: number) => psd(rng, n, 6, false, false,0,true,false), [lemke, dantzig]],
    ['integer rank n/2', (rng: Rng, n: number) => psd(rng, n, Math.max(1, n >> 1), true, false), [lemke, dantzig]],
    ['integer rank n/2 nobilat', (rng: Rng, n: number) => psd(rng, n, Math.max(1, n >> 1), true, false,0,true,false), [lemke, dantzig]],
    ['integer rank n', (rng: Rng, n: number) => psd(rng, n, n, true, false), [lemke, dantzig]],
    ['scaled rank n/2', (rng: Rng, n: number) => psd(rng, n, Math.max(1, n >> 1), false, true), [lemke, dantzig]],
    ['scaled rank n+3', (rng: Rng, n: number) => psd(rng, n, n + 3, false, true), [lemke, dantzig]],
    ['unsym', (rng: Rng, n: number) => psd(rng, n, n + 3, false, false, 1), [lemke]],
    ['unsym semi', (rng: Rng, n: number) => psd(rng, n, Math.max(1,n>>1), false, false, 0.3), [lemke]],
  ] as any[])
    for (const solver of who) {
      const rng = new Rng(5);
      const tally: Record<string, number> = {};
      let worst = 0, most = 0;
      const bad: string[] = [];
      for (let k = 0; k < 400; k++) {
        const n = 1 + rng.below(k < 300 ? 20 : 80);
        const p = make(rng, n);
        const s = solve(p, { solver, coupling: 0, pick: 'last' });
        const e = energyError(p, s.x).value / referenceEnergy(p);
        tally[s.status] = (tally[s.status] ?? 0) + 1;
        if (s.status === 'converged') worst = Math.max(worst, e);
        else bad.push(`${k}:n${n}:${s.status}:${e.toExponential(1)}:${s.iterations.total}`);
        most = Math.max(most, s.iterations.total / n);
      }
      process.stderr.write(`${label} ${solver.name} ${JSON.stringify(tally)} worst ${worst.toExponential(1)} pivots/n ${most.toFixed(1)} ${bad.slice(0, 8).join(' ')}\n`);
    }
}, 600000);
