// Successive over-relaxation as a module: `signorini solve problem.json --solver examples/solvers/sor.mjs -O omega=1.3`
//
//   x_i <- clamp( x_i - omega/a_ii (A x + b)_i, lo_i, hi_i )

/** Only `name` and `create` are required; the rest has defaults (docs/guide/own-solver.md). */
export default {
  name: 'sor',
  summary: 'projected successive over-relaxation, one row at a time',
  family: 'iterative',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 3, // solves with updated friction bounds
  options: { maxIterations: 100, omega: 1.2 },

  create: () => ({
    /** x: warm start in, answer out. The answer is graded from outside. */
    solve(p, x, { maxIterations, omega }, monitor) {
      const A = p.A.dense(); // row by row
      monitor?.begin(p, x);
      for (let k = 1; k <= maxIterations; k++) {
        let change = 0;
        for (let i = 0; i < p.n; i++) {
          const row = A.subarray(i * p.n, (i + 1) * p.n);
          let w = p.b[i];
          for (let j = 0; j < p.n; j++) w += row[j] * x[j];
          const next = Math.min(p.hi[i], Math.max(p.lo[i], x[i] - (omega / row[i]) * w));
          change = Math.max(change, Math.abs(next - x[i]));
          x[i] = next;
        }
        const word = monitor?.observe(k, x); // a time limit or a tolerance in joules may end the solve
        if (word) return { status: word, iterations: k };
        if (change === 0) return { status: 'converged', iterations: k };
      }
      return { status: 'iteration-limit', iterations: maxIterations };
    },
    release() {},
  }),
};
