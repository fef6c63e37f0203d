/**
 * One contact of nonlinear Gauss-Seidel: the normal row with the rest held, then every section with the normal held.
 * docs/theory/nonlinear-gauss-seidel.md (NG4)
 *
 * Sections that follow take the size of the normal just found (bound adaptation inside the sweep). Within a contact velocities
 * are kept current by its own block of A; the bodies' velocities are updated once, at the end.
 */
import type { Problem } from '../../problem/problem.ts';
import { clamp } from '../../problem/sets/box.ts';
import { discFactor } from '../../problem/sets/disc.ts';
import { DISC, FIXED } from '../../problem/sets/section.ts';
import type { ContactRows } from '../sweeps/contact-groups.ts';
import { DISC_RECORD, DiscProblem, describePlane } from './disc-problem.ts';

export class SectionStep {
  readonly disc = new DiscProblem();
  /** One record per section of two rows. */
  private planes = new Float64Array(0);

  /** Reads the blocks of all sections. */
  prepare({ sets, start, block, blockStart }: ContactRows): void {
    const size = DISC_RECORD * sets.first.length;
    if (this.planes.length < size) this.planes = new Float64Array(size);
    for (let c = 0; c < sets.count; c++) {
      const m = start[c + 1] - start[c];
      let at = 1;
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        const two = sets.second[s] >= 0;
        const k = blockStart[c] + at * m + at;
        if (two) describePlane(block[k], block[k + 1], block[k + m + 1], this.planes, DISC_RECORD * s);
        at += two ? 2 : 1;
      }
    }
  }

  /** Normal and sections of contact c, whose velocities rows.w are those of x. */
  contact(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    this.normal(c, rows, p, x, omega);
    this.sections(c, rows, p, x, omega);
  }

  /** The normal of contact c, whose velocities rows.w are those of x. */
  normal(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const i = rows.sets.normal[c];
    const a = rows.block[rows.blockStart[c]];
    const next = clamp(x[i] - (omega / a) * rows.w[0], p.lo[i], p.hi[i]);
    rows.dx[0] = next;
    change(c, rows, x, 0);
  }

  /** Its sections, one after the other. */
  sections(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const { sets, w, block, blockStart, start } = rows;
    const m = start[c + 1] - start[c];
    const xn = Math.max(x[sets.normal[c]], 0);
    let at = 1;
    for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
      const i = sets.first[s];
      const j = sets.second[s];
      const fixed = sets.sizing[c] === FIXED;
      const r = fixed ? p.hi[i] : sets.mu[s] * xn;
      if (j >= 0 && sets.shape[s] === DISC) {
        const { disc } = this;
        disc.w[0] = w[at];
        disc.w[1] = w[at + 1];
        disc.z[0] = x[i];
        disc.z[1] = x[j];
        disc.radius[0] = r;
        disc.solve(this.planes, DISC_RECORD * s);
        let u = disc.z[0];
        let v = disc.z[1];
        if (omega !== 1) {
          u = x[i] + omega * (u - x[i]);
          v = x[j] + omega * (v - x[j]);
          const factor = discFactor(Math.sqrt(u * u + v * v), r);
          u *= factor;
          v *= factor;
        }
        rows.dx[at] = u;
        change(c, rows, x, at);
        rows.dx[at + 1] = v;
        change(c, rows, x, at + 1);
        at += 2;
        continue;
      }
      const a = block[blockStart[c] + at * m + at];
      rows.dx[at] = clamp(x[i] - (omega / a) * w[at], fixed ? p.lo[i] : -r, r);
      change(c, rows, x, at);
      at++;
      if (j < 0) continue;
      const b = block[blockStart[c] + at * m + at];
      const top = fixed ? p.hi[j] : r;
      rows.dx[at] = clamp(x[j] - (omega / b) * w[at], fixed ? p.lo[j] : -r, top);
      change(c, rows, x, at);
      at++;
    }
  }
}

/**
 * Impulse number r of contact c becomes rows.dx[r], which becomes the difference; x and the velocities of the contact's own rows
 * follow. By an array, because a number passed to a function may be boxed.
 */
export function change(c: number, rows: ContactRows, x: Float64Array, r: number): void {
  const { start, row, dx, w, block, blockStart } = rows;
  const from = start[c];
  const m = start[c + 1] - from;
  const i = row[from + r];
  const next = dx[r];
  const d = next - x[i];
  dx[r] = d;
  if (d === 0) return;
  x[i] = next;
  const at = blockStart[c] + r; // column r; of a symmetric block
  for (let q = 0; q < m; q++) w[q] += block[at + q * m] * d;
}
