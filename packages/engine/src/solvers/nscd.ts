/**
 * Nonsmooth contact dynamics: Gauss-Seidel over contacts, all rows of one contact solved together by a generalised Newton
 * method.   docs/theory/nonlinear-gauss-seidel.md (NG5)
 *
 * Rolling and spinning rows are discs of the same contact. What one contact's Newton cannot solve goes to a bracketing
 * search (NG6), so a sweep always ends. Contacts bounded row by row are swept as by nonlinear-gs.
 */
import type { Problem } from '../problem/problem.ts';
import { clamp } from '../problem/sets/box.ts';
import { discFactor } from '../problem/sets/disc.ts';
import { DISC, FOLLOWING } from '../problem/sets/friction-sets.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { OneContact } from './one-contact/newton-contact.ts';
import { change, SectionStep } from './one-contact/section-step.ts';
import { Anderson } from './sweeps/anderson.ts';
import { ContactRows } from './sweeps/contact-groups.ts';
import {
  type ContactSweepOptions,
  contactSweeps,
  maxIterations,
  memory,
  omega,
  tolerance,
} from './sweeps/sweep-loop.ts';

export type NscdOptions = ContactSweepOptions;

const options = { maxIterations, tolerance, omega, memory } as const;

export const nscd: Solver<NscdOptions> = {
  name: 'nscd',
  summary: 'contact by contact: normal and disc friction together by generalised Newton',
  reference: 'docs/theory/nonlinear-gauss-seidel.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid', 'cylinder', 'cone'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<NscdOptions>(options),

  create() {
    const rows = new ContactRows();
    const step = new SectionStep();
    const anderson = new Anderson();
    const contact = new OneContact();
    return {
      solve(p, x, options, monitor) {
        rows.prepare(p, x);
        step.prepare(rows);
        const { omega } = options;
        return contactSweeps(rows, p, x, options, monitor, anderson, (c) => {
          if (isRound(c, rows)) solveContact(c, rows, contact, p, x, omega);
          else {
            step.normal(c, rows, p, x, omega);
            step.sections(c, rows, p, x, omega);
          }
        });
      },
      release() {
        rows.release();
      },
    };
  },
};

/** Every section is a disc: the sets of fixed or following radius. */
function isRound(c: number, { sets }: ContactRows): boolean {
  const from = sets.start[c];
  return sets.start[c + 1] > from && sets.shape[from] === DISC;
}

/** All rows of contact c by (NG5), then relaxed: beyond the answer the discs cut back what is too long. */
function solveContact(
  c: number,
  rows: ContactRows,
  contact: OneContact,
  p: Problem,
  x: Float64Array,
  omega: number,
): void {
  const { row } = rows;
  const from = rows.start[c];
  load(c, rows, contact, p, x);
  contact.solve();
  const { z } = contact;
  if (omega !== 1) {
    for (let r = 0; r < contact.m; r++) z[r] = x[row[from + r]] + omega * (z[r] - x[row[from + r]]);
    z[0] = clamp(z[0], contact.lo, contact.hi);
    for (let k = 0; k < contact.sections; k++) {
      const i = contact.first[k];
      const second = contact.rows[k] === 2 ? z[i + 1] : 0;
      const r = contact.follows ? contact.mu[k] * Math.max(z[0], 0) : contact.radius[k];
      const factor = discFactor(Math.sqrt(z[i] * z[i] + second * second), r);
      z[i] *= factor;
      z[i + 1] = contact.rows[k] === 2 ? factor * second : z[i + 1];
    }
  }
  for (let r = 0; r < contact.m; r++) {
    rows.dx[r] = z[r];
    change(c, rows, x, r);
  }
}

function load(c: number, rows: ContactRows, contact: OneContact, p: Problem, x: Float64Array): void {
  const { sets, start, row, w, block, blockStart } = rows;
  const { A, q, z } = contact;
  const from = start[c];
  const m = start[c + 1] - from;
  const s = sets.start[c];
  contact.m = m;
  contact.sections = sets.start[c + 1] - s;
  for (let r = 0; r < m; r++) {
    z[r] = x[row[from + r]];
    q[r] = w[r];
    for (let k = 0; k < m; k++) {
      A[m * r + k] = block[blockStart[c] + r * m + k];
      q[r] -= A[m * r + k] * x[row[from + k]];
    }
  }
  contact.lo = p.lo[row[from]];
  contact.hi = p.hi[row[from]];
  contact.follows = sets.law[c] === FOLLOWING;
  let at = 1;
  for (let k = 0; k < contact.sections; k++) {
    contact.first[k] = at;
    contact.rows[k] = sets.second[s + k] >= 0 ? 2 : 1;
    contact.mu[k] = sets.mu[s + k];
    contact.radius[k] = p.hi[sets.first[s + k]];
    at += contact.rows[k];
  }
}
