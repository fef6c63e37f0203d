/** The linear systems of Newton on cones on dense rows of A: if J is not known.   docs/theory/newton-cone.md (CN4) */
import { matrixOf } from '../../checks/sizes.ts';
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import type { Problem } from '../../problem/problem.ts';
import { BLOCK, type ConeBlocks } from '../newton/cone-blocks.ts';
import { BESIDES, type ConeSystem, REGULARISATION } from './cone-systems.ts';

/** B1 + B2 A as it is, LU with row exchanges. */
export class DenseConeSystem implements ConeSystem {
  private p!: Problem;
  private blocks!: ConeBlocks;
  private G: Float64Array = new Float64Array(0);
  private exchanges: Int32Array = new Int32Array(0);

  prepare(p: Problem, blocks: ConeBlocks): void {
    this.p = p;
    this.blocks = blocks;
    if (this.exchanges.length === p.n) return;
    this.G = matrixOf(p.n, p.n);
    this.exchanges = new Int32Array(p.n);
  }

  factor(soft: number): boolean {
    const { G, blocks, p } = this;
    const { n, A } = p;
    const { rowStart, column, value } = A.sparse();
    const { start, rows, B1, B2, count } = blocks;
    G.fill(0);
    for (let k = 0; k < count; k++) {
      const m = start[k + 1] - start[k];
      for (let r = 0; r < m; r++) {
        const row = rows[start[k] + r] * n;
        for (let c = 0; c < m; c++) {
          const other = rows[start[k] + c];
          const b2 = B2[BLOCK * BLOCK * k + r * m + c];
          G[row + other] += B1[BLOCK * BLOCK * k + r * m + c] + b2 * (soft + REGULARISATION) * A.diagonal[other];
          if (b2 === 0) continue;
          for (let q = rowStart[other]; q < rowStart[other + 1]; q++) G[row + column[q]] += b2 * value[q];
        }
      }
    }
    return luFactor(G, n, this.exchanges, 1e-300);
  }

  solve(r: Float64Array): void {
    luSubstitute(this.G, this.p.n, this.exchanges, r);
  }

  get work(): number {
    return (1 / 3) * this.p.n * this.p.n * this.p.n + BESIDES * this.p.n;
  }

  release(): void {
    this.G = new Float64Array(0);
    this.exchanges = new Int32Array(0);
  }
}
