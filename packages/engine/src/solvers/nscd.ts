/**
 * Nonsmooth contact dynamics: Gauss-Seidel over contacts, all rows of one contact solved together by a generalised Newton
 * method.   docs/theory/nonlinear-gauss-seidel.md (NG5)
 *
 * Rolling and spinning rows are discs of the same contact. A contact that Newton cannot solve goes to a bracketing
 * search (NG6), so a sweep always ends. Contacts bounded row by row are swept as by nonlinear-gs.
 */
import type { Problem } from '../problem/problem.ts';
import { clamp } from '../problem/sets/box.ts';
import { discFactor } from '../problem/sets/disc.ts';
import { DISC, FOLLOWING } from '../problem/sets/section.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { BY_CONTACTS, OneContact } from './one-contact/newton-contact.ts';
import { change, SectionStep } from './one-contact/section-step.ts';
import type { ContactRows } from './sweeps/contact-groups.ts';
import {
  type ContactMethod,
  type ContactSweepOptions,
  ContactSweeps,
  contactSweepOptions,
} from './sweeps/contact-sweeps.ts';

export type NscdOptions = ContactSweepOptions;

export const nscd: Solver<NscdOptions> = {
  name: BY_CONTACTS,
  summary: 'contact by contact: normal and disc friction together by generalised Newton',
  reference: 'docs/theory/nonlinear-gauss-seidel.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid', 'cylinder', 'cone'],
  needs: 'symmetric',
  coupling: 3,
  options: contactSweepOptions,
  defaults: defaultsOf<NscdOptions>(contactSweepOptions),

  create: () => new ContactSweeps(new RoundContacts()),
};

/** (NG5) for contacts whose sections are discs; nonlinear-gs's step for the others. */
class RoundContacts implements ContactMethod {
  private readonly step = new SectionStep();
  private readonly one = new OneContact();

  prepare(rows: ContactRows): void {
    this.step.prepare(rows);
  }

  contact(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void {
    if (!hasDiscs(c, rows)) {
      this.step.contact(c, rows, p, x, omega);
      return;
    }
    const { one } = this;
    load(c, rows, one, p, x);
    one.solve();
    if (omega !== 1) relax(one, rows.row, rows.start[c], x, omega);
    for (let r = 0; r < one.m; r++) {
      rows.dx[r] = one.z[r];
      change(c, rows, x, r);
    }
  }
}

/** Every section is a disc: the sets of fixed or following radius. */
function hasDiscs(c: number, { sets }: ContactRows): boolean {
  const from = sets.start[c];
  return sets.start[c + 1] > from && sets.shape[from] === DISC;
}

/** z of the rows from `from` on beyond the answer, or short of it; the discs cut back what is too long. */
function relax(contact: OneContact, row: Int32Array, from: number, x: Float64Array, omega: number): void {
  const { z } = contact;
  for (let r = 0; r < contact.m; r++) z[r] = x[row[from + r]] + omega * (z[r] - x[row[from + r]]);
  z[0] = clamp(z[0], contact.bounds[0], contact.bounds[1]);
  for (let k = 0; k < contact.sections; k++) {
    const i = contact.first[k];
    const second = contact.rows[k] === 2 ? z[i + 1] : 0;
    const r = contact.follows ? contact.mu[k] * Math.max(z[0], 0) : contact.radius[k];
    const factor = discFactor(Math.sqrt(z[i] * z[i] + second * second), r);
    z[i] *= factor;
    z[i + 1] = contact.rows[k] === 2 ? factor * second : z[i + 1];
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
  contact.bounds[0] = p.lo[row[from]];
  contact.bounds[1] = p.hi[row[from]];
  contact.follows = sets.sizing[c] === FOLLOWING;
  let at = 1;
  for (let k = 0; k < contact.sections; k++) {
    contact.first[k] = at;
    contact.rows[k] = sets.second[s + k] >= 0 ? 2 : 1;
    contact.mu[k] = sets.mu[s + k];
    contact.radius[k] = p.hi[sets.first[s + k]];
    at += contact.rows[k];
  }
}
