/**
 * Interior points between bounds that follow the normals: every row keeps off its bounds by a barrier that falls to
 * zero, so that stick, slip and separation are chosen gradually.   docs/theory/coupled-newton.md (NC7)
 *
 *   s_l = x - l(x), s_u = u(x) - x,   z_l s_l = z_u s_u = tau,   w = z_l - z_u
 *   (A + D) dx - K dx_n = -w + tau/s_l - tau/s_u,   D = z_l/s_l + z_u/s_u,   K = mu (z_u/s_u - z_l/s_l) on friction rows
 */
import type { Problem } from '../../problem/problem.ts';
import type { CoupledSystem } from '../linear-systems/coupled-system.ts';

/** Bits: which finite bounds a row has; neither if its bounds are equal. */
const HAS_LOWER = 1;
const HAS_UPPER = 2;
const FIXED = 4;

/** First gap, as a part of the energy error of doing nothing: 1 and 10 begin with tens of short steps. */
const FIRST_GAP = 100;
/** Of the way to the nearest bound. */
const STEP = 0.995;
/** A shorter step is a jam: the next one is centred by at least CENTRE and made heavier, see `weigh`. */
const JAM = 0.1;
const CENTRE = 0.5;
/** Second-order terms are cut at this many gaps. */
const CORRECTION = 5;
/** Parts of a_ii that jams add to the diagonal: from, to, times, and what is left after a free step. */
const WEIGHT = { from: 1e-4, to: 1, up: 10, down: 0.1, least: 1e-12 } as const;

const NAMES = [
  'sl',
  'su',
  'zl',
  'zu',
  'dsl',
  'dsu',
  'dzl',
  'dzu',
  'cl',
  'cu',
  'barrier',
  'coupling',
  'rhs',
  'dx',
] as const;

export class CoupledInterior {
  /** Sum of s z, J. */
  gap = 0;
  private p!: Problem;
  private system!: CoupledSystem;
  private sides: Uint8Array = new Uint8Array(0);
  private v = {} as Record<(typeof NAMES)[number], Float64Array>;
  /** Pairs of s and z. */
  private pairs = 1;
  private weight = 0;
  /** Length of the last step. */
  private length = 1;

  /** x inside all bounds, gap about FIRST_GAP es; false if a friction bound could open without a normal impulse. */
  begin(p: Problem, system: CoupledSystem, es: number): boolean {
    this.p = p;
    this.system = system;
    this.weight = 0;
    this.length = 1;
    if (this.sides.length !== p.n) {
      this.sides = new Uint8Array(p.n);
      for (const name of NAMES) this.v[name] = new Float64Array(p.n);
    }
    for (const name of NAMES) this.v[name].fill(0);
    if (!this.chooseSides()) return false;
    const tau = (FIRST_GAP * es) / this.pairs;
    this.place(tau);
    const { sl, su, zl, zu } = this.v;
    this.slacks();
    for (let i = 0; i < p.n; i++) {
      if (this.sides[i] & HAS_LOWER) zl[i] = tau / sl[i];
      if (this.sides[i] & HAS_UPPER) zu[i] = tau / su[i];
    }
    system.velocities();
    this.gap = this.gapAfter(0);
    return true;
  }

  /** One iteration: one factorisation, two solves; false if it is singular. w is that of the new x. */
  step(): boolean {
    const { system, v, sides } = this;
    const { x } = system.rows;
    const mean = this.gap / this.pairs;
    const jammed = this.length < JAM;
    this.weigh(jammed);
    this.barriers();
    if (!system.factorBarrier(v.barrier, v.coupling)) return false;
    v.cl.fill(0);
    v.cu.fill(0);
    this.direction(0);
    const left = this.gapAfter(this.longest()) / this.gap;
    const sigma = Math.min(1, Math.max(1e-4, left * left * left, jammed ? CENTRE : 0));
    this.corrections(CORRECTION * mean);
    this.direction(sigma * mean);
    this.length = this.longest();
    const part = Math.min(1, STEP * this.length);
    for (let i = 0; i < x.length; i++) {
      if (sides[i] === FIXED) continue;
      x[i] += part * v.dx[i];
      v.sl[i] += part * v.dsl[i];
      v.su[i] += part * v.dsu[i];
      v.zl[i] += part * v.dzl[i];
      v.zu[i] += part * v.dzu[i];
    }
    this.gap = this.gapAfter(0);
    system.velocities();
    return Number.isFinite(this.gap);
  }

  private chooseSides(): boolean {
    const { sides } = this;
    const { n, lo, hi } = this.p;
    const { normalOf, mu } = this.system.rows;
    this.pairs = 0;
    for (let i = 0; i < n; i++) {
      const normal = normalOf[i];
      if (normal < 0) {
        sides[i] = !(lo[i] < hi[i]) ? FIXED : (lo[i] > -Infinity ? HAS_LOWER : 0) | (hi[i] < Infinity ? HAS_UPPER : 0);
      } else {
        if (!(lo[normal] >= 0)) return false;
        sides[i] = mu[i] > 0 && hi[normal] > 0 ? HAS_LOWER | HAS_UPPER : FIXED;
      }
      if (sides[i] !== FIXED) this.pairs += (sides[i] & HAS_LOWER) + (sides[i] >> 1);
    }
    return this.pairs > 0;
  }

  private place(tau: number): void {
    const { sides } = this;
    const { n, lo, hi, A } = this.p;
    const { x, normalOf } = this.system.rows;
    for (let i = 0; i < n; i++) {
      const off = Math.sqrt(tau / A.diagonal[i]);
      if (normalOf[i] >= 0) x[i] = 0;
      else if (sides[i] === FIXED) x[i] = lo[i];
      else if (sides[i] === (HAS_LOWER | HAS_UPPER)) {
        const within = Math.min(off, 0.1 * (hi[i] - lo[i]));
        x[i] = Math.min(Math.max(0, lo[i] + within), hi[i] - within);
      } else if (sides[i] === HAS_LOWER) x[i] = Math.max(0, lo[i] + off);
      else x[i] = sides[i] === HAS_UPPER ? Math.min(0, hi[i] - off) : 0;
    }
  }

  private slacks(): void {
    const { sl, su } = this.v;
    const { lo, hi, n } = this.p;
    const { x, normalOf, mu } = this.system.rows;
    for (let i = 0; i < n; i++) {
      const bound = normalOf[i] >= 0 ? mu[i] * x[normalOf[i]] : 0;
      if (this.sides[i] & HAS_LOWER) sl[i] = x[i] - (normalOf[i] >= 0 ? -bound : lo[i]);
      if (this.sides[i] & HAS_UPPER) su[i] = (normalOf[i] >= 0 ? bound : hi[i]) - x[i];
    }
  }

  private weigh(jammed: boolean): void {
    const { from, to, up, down, least } = WEIGHT;
    if (jammed) this.weight = Math.min(to, Math.max(up * this.weight, from));
    else this.weight = down * this.weight < least ? 0 : down * this.weight;
  }

  private barriers(): void {
    const { sides, weight } = this;
    const { sl, su, zl, zu, barrier, coupling } = this.v;
    const { diagonal } = this.p.A;
    const { normalOf, mu } = this.system.rows;
    for (let i = 0; i < sides.length; i++) {
      const lower = sides[i] & HAS_LOWER ? zl[i] / sl[i] : 0;
      const upper = sides[i] & HAS_UPPER ? zu[i] / su[i] : 0;
      barrier[i] = sides[i] === FIXED ? Infinity : lower + upper + weight * diagonal[i];
      coupling[i] = normalOf[i] >= 0 ? mu[i] * (upper - lower) : 0;
    }
  }

  /** dx and all that follows from it, towards z s = tau - (cl, cu). */
  private direction(tau: number): void {
    const { sides, system } = this;
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu, cl, cu, rhs, dx } = this.v;
    const { w, normalOf, mu } = system.rows;
    for (let i = 0; i < sides.length; i++) {
      rhs[i] = sides[i] === FIXED ? 0 : -w[i];
      if (sides[i] & HAS_LOWER) rhs[i] += (tau - cl[i]) / sl[i];
      if (sides[i] & HAS_UPPER) rhs[i] -= (tau - cu[i]) / su[i];
    }
    system.solveBarrier(rhs, dx);
    for (let i = 0; i < sides.length; i++) {
      const opens = normalOf[i] >= 0 ? mu[i] * dx[normalOf[i]] : 0;
      if (sides[i] & HAS_LOWER) {
        dsl[i] = opens + dx[i];
        dzl[i] = (tau - cl[i] - zl[i] * dsl[i]) / sl[i] - zl[i];
      }
      if (sides[i] & HAS_UPPER) {
        dsu[i] = opens - dx[i];
        dzu[i] = (tau - cu[i] - zu[i] * dsu[i]) / su[i] - zu[i];
      }
    }
  }

  private corrections(most: number): void {
    const { dsl, dsu, dzl, dzu, cl, cu } = this.v;
    for (let i = 0; i < cl.length; i++) {
      cl[i] = Math.min(Math.max(dsl[i] * dzl[i], -most), most);
      cu[i] = Math.min(Math.max(dsu[i] * dzu[i], -most), most);
    }
  }

  /** Part of the step, at most 1, that takes the first slack or multiplier to zero. */
  private longest(): number {
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu } = this.v;
    let part = 1;
    for (let i = 0; i < sl.length; i++) {
      if (dsl[i] < 0) part = Math.min(part, -sl[i] / dsl[i]);
      if (dzl[i] < 0) part = Math.min(part, -zl[i] / dzl[i]);
      if (dsu[i] < 0) part = Math.min(part, -su[i] / dsu[i]);
      if (dzu[i] < 0) part = Math.min(part, -zu[i] / dzu[i]);
    }
    return part;
  }

  private gapAfter(part: number): number {
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu } = this.v;
    let sum = 0;
    for (let i = 0; i < sl.length; i++)
      sum += (sl[i] + part * dsl[i]) * (zl[i] + part * dzl[i]) + (su[i] + part * dsu[i]) * (zu[i] + part * dzu[i]);
    return sum;
  }
}
