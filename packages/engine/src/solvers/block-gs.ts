/**
 * Block Gauss-Seidel: contact by contact, normal and tangents together by total enumeration.   docs/theory/block-gauss-seidel.md
 *
 *   A_cc z + q = w,   bounds of box or pyramid:  27 cases, the one that keeps every inequality                    (BG2)
 *
 * The bounds of a pyramid move with the normal inside the enumeration (PIR Sec. 3.1 on Eq. 9). The rolling rows are a separate
 * block and so is the spinning row, each with the normal held; rows of no contact are clamped one by one.
 */
import type { Problem } from '../problem/problem.ts';
import { clamp } from '../problem/sets/box.ts';
import { FIXED } from '../problem/sets/section.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { EnumeratedBlock } from './one-contact/enumerated-block.ts';
import { change } from './one-contact/section-step.ts';
import type { ContactRows } from './sweeps/contact-groups.ts';
import {
  type ContactMethod,
  type ContactSweepOptions,
  ContactSweeps,
  contactSweepOptions,
} from './sweeps/contact-sweeps.ts';

export type BlockGsOptions = ContactSweepOptions;

const options = { ...contactSweepOptions, memory: { ...contactSweepOptions.memory, default: 0 } } as const;

export const blockGs: Solver<BlockGsOptions> = {
  name: 'block-gs',
  summary: 'contact by contact, normal and tangents together by total enumeration',
  reference: 'docs/theory/block-gauss-seidel.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<BlockGsOptions>(options),

  create: () => new ContactSweeps(new Blocks()),
};

/** The blocks of a contact: the normal with its first section, the tangents if there are any; then the others. */
class Blocks implements ContactMethod {
  private readonly block = new EnumeratedBlock();
  /** Case of each block in the last sweep: of the normals, then one per section. */
  private cases = new Uint8Array(0);
  /** The current block: its first row in the contact, its friction coefficient, and the place of its case. */
  private at = 0;
  private mu = 0;
  private place = 0;

  prepare({ sets }: ContactRows): void {
    const size = sets.count + sets.first.length;
    if (this.cases.length < size) this.cases = new Uint8Array(size);
    this.cases.fill(0);
  }

  contact(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const { sets } = rows;
    const from = sets.start[c];
    const end = sets.start[c + 1];
    let at = from < end ? 1 + rowsOf(rows, from) : 1;
    this.choose(0, at, from < end ? sets.mu[from] : 0, c);
    this.solve(c, rows, p, x, omega);
    for (let s = from + 1; s < end; s++) {
      this.choose(at, rowsOf(rows, s), sets.mu[s], sets.count + s);
      this.solve(c, rows, p, x, omega);
      at += rowsOf(rows, s);
    }
  }

  /** The block of m rows from row `at` of a contact on. */
  private choose(at: number, m: number, mu: number, place: number): void {
    this.at = at;
    this.block.m = m;
    this.mu = mu;
    this.place = place;
  }

  private solve(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    const { block, cases, at, mu, place } = this;
    const { m } = block;
    const { sets, start, row, w } = rows;
    const from = start[c];
    const follows = sets.sizing[c] !== FIXED;
    const held = follows && at > 0 ? mu * Math.max(x[row[from]], 0) : 0; // the size if the normal is no part of the block
    for (let r = 0; r < m; r++) {
      const i = row[from + at + r];
      const own = follows && at + r > 0;
      block.lo[r] = own ? -held : p.lo[i];
      block.hi[r] = own ? held : p.hi[i];
      block.slope[r] = own && at === 0 ? mu : 0;
    }
    this.load(c, rows, x, at);
    const answer = block.solve(cases[place]);
    cases[place] = Math.max(answer, 0);
    for (let r = 0; r < m; r++) {
      const i = row[from + at + r];
      const a = block.A[3 * r + r];
      const next = answer < 0 ? x[i] - w[at + r] / a : block.z[r]; // no case could be solved: row by row
      const size = block.slope[r] * Math.max(x[row[from]], 0);
      rows.dx[at + r] = clamp(x[i] + omega * (next - x[i]), block.lo[r] - size, block.hi[r] + size);
      change(c, rows, x, at + r);
    }
  }

  /** A and q = w - A x of the rows from `at` on. */
  private load(
    c: number,
    { start, row, w, block: blocks, blockStart }: ContactRows,
    x: Float64Array,
    at: number,
  ): void {
    const { m, A, q } = this.block;
    const from = start[c];
    const stride = start[c + 1] - from;
    for (let r = 0; r < m; r++) {
      q[r] = w[at + r];
      for (let k = 0; k < m; k++) {
        A[3 * r + k] = blocks[blockStart[c] + (at + r) * stride + at + k];
        q[r] -= A[3 * r + k] * x[row[from + at + k]];
      }
    }
  }
}

function rowsOf({ sets }: ContactRows, section: number): number {
  return sets.second[section] >= 0 ? 2 : 1;
}
