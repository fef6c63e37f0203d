/**
 * One contact of projected successive over-relaxation: relax, then project.   docs/theory/fixed-point.md (FP5)-(FP7)
 *
 * Rows that are bounded one by one are relaxed one by one. The two rows of a disc or polygon are relaxed from the same w by one
 * step, omega over the larger eigenvalue of their block, and projected together: one after the other they would settle on
 * another point, if the section's block is no multiple of the identity or its size moves. A relaxed cone moves as a whole.
 */
import type { Problem } from '../../problem/problem.ts';
import { clamp } from '../../problem/sets/box.ts';
import { FIXED, RELAXED, ROWS } from '../../problem/sets/section.ts';
import type { ContactRows } from '../sweeps/contact-groups.ts';
import { change } from './section-step.ts';

export class ProjectedStep {
  /** 1/(largest eigenvalue) of each section of two rows that is projected as one. */
  step = new Float64Array(0);
  /** Per contact that is a relaxed cone: what its metric must be multiplied by to exceed its block (FP7). */
  private excess = new Float64Array(0);
  /** Of the energy (FM7), by row. */
  metric = new Float64Array(0);

  prepare(rows: ContactRows, p: Problem): void {
    const { sets, start, block, blockStart } = rows;
    if (this.step.length < sets.first.length) this.step = new Float64Array(sets.first.length);
    if (this.excess.length < sets.count) this.excess = new Float64Array(sets.count);
    if (this.metric.length !== p.n) this.metric = new Float64Array(p.n);
    sets.metric(p.A.diagonal, this.metric);
    for (let c = 0; c < sets.count; c++) {
      const m = start[c + 1] - start[c];
      let at = 1;
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        const two = sets.second[s] >= 0;
        const k = blockStart[c] + at * m + at;
        this.step[s] = 1 / (two ? largest(block[k], block[k + 1], block[k + m + 1]) : block[k]);
        at += two ? 2 : 1;
      }
      if (sets.sizing[c] === RELAXED) this.excess[c] = this.excessOf(c, rows);
    }
  }

  /** Contact c, whose velocities rows.w are those of x: x, rows.dx and rows.w follow. */
  contact(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const { sets, w, block, blockStart, start, dx } = rows;
    if (sets.sizing[c] === RELAXED) {
      this.cone(c, rows, p, x, omega);
      return;
    }
    const m = start[c + 1] - start[c];
    const from = blockStart[c];
    const n = sets.normal[c];
    rows.dx[0] = clamp(x[n] - (omega / block[from]) * w[0], p.lo[n], p.hi[n]);
    change(c, rows, x, 0);
    const fixed = sets.sizing[c] === FIXED;
    const xn = Math.max(x[n], 0);
    let at = 1;
    for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
      const i = sets.first[s];
      const j = sets.second[s];
      const r = fixed ? p.hi[i] : sets.mu[s] * xn;
      if (j >= 0 && sets.shape[s] !== ROWS) {
        const oldI = x[i];
        const oldJ = x[j];
        x[i] -= omega * this.step[s] * w[at];
        x[j] -= omega * this.step[s] * w[at + 1];
        sets.projectSection(s, x, r, x);
        const di = x[i] - oldI;
        const dj = x[j] - oldJ;
        dx[at] = di;
        dx[at + 1] = dj;
        for (let q = at + 2; q < m; q++) w[q] += block[from + q * m + at] * di + block[from + q * m + at + 1] * dj;
        at += 2;
        continue;
      }
      rows.dx[at] = clamp(x[i] - (omega / block[from + at * (m + 1)]) * w[at], fixed ? p.lo[i] : -r, r);
      change(c, rows, x, at);
      at++;
      if (j < 0) continue;
      const most = fixed ? p.hi[j] : r;
      rows.dx[at] = clamp(x[j] - (omega / block[from + at * (m + 1)]) * w[at], fixed ? p.lo[j] : -r, most);
      change(c, rows, x, at);
      at++;
    }
  }

  /** (FP7): all rows of a relaxed cone from the same w, projected on the cone in the metric. */
  private cone(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const { sets, w, dx, start, row } = rows;
    const from = start[c];
    const m = start[c + 1] - from;
    for (let r = 0; r < m; r++) {
      const i = row[from + r];
      dx[r] = -x[i];
      x[i] -= (omega / (this.excess[c] * this.metric[i])) * w[r];
    }
    sets.projectContact(c, x, this.metric, p.lo, p.hi, x);
    for (let r = 0; r < m; r++) dx[r] += x[row[from + r]];
  }

  /** A bound on the largest eigenvalue of the block in the metric: the largest sum of a scaled row; 1 if it is diagonal. */
  private excessOf(c: number, { start, row, block, blockStart }: ContactRows): number {
    const { metric } = this;
    const from = start[c];
    const m = start[c + 1] - from;
    let most = 0;
    for (let r = 0; r < m; r++) {
      let sum = 0;
      for (let q = 0; q < m; q++) {
        const scale = metric[row[from + r]] * metric[row[from + q]];
        sum += Math.abs(block[blockStart[c] + r * m + q]) / Math.sqrt(scale);
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}

/** The larger eigenvalue of (p o; o q). */
function largest(p: number, o: number, q: number): number {
  const half = 0.5 * (p - q);
  return 0.5 * (p + q) + Math.sqrt(half * half + o * o);
}
