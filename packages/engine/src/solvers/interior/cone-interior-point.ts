/**
 * Interior points of Coulomb's cones: every impulse keeps off the rim of its disc, whose radius follows the normal, by a barrier
 * that falls to zero.   docs/theory/newton-cone.md (CN6)
 *
 *   x_n z_n = tau,  w_n = z_n;    y g = tau,  g = (mu^2 x_n^2 - |x_t|^2)/2,  w_t = -y x_t
 *
 * No absolute value of a velocity is left in it: the equations are smooth. The linear systems are those of Newton (CN5).
 */
import type { Problem } from '../../problem/problem.ts';
import type { ConeSystem } from '../linear-systems/cone-systems.ts';
import { ANY, BLOCK, type ConeBlocks } from '../newton/cone-blocks.ts';

/** Bits: which finite bounds a row has; fixed if its bounds are equal, or if its disc has no size. */
const HAS_LOWER = 1;
const HAS_UPPER = 2;
const FIXED = 4;

/** First gap, as a part of the energy error of doing nothing. */
const FIRST_GAP = 100;
/** Of the way to the nearest bound. */
const STEP = 0.9;
/** A shorter step is a jam: the next one is centred by at least CENTRE, and the diagonal made heavier. */
const JAM = 0.1;
const CENTRE = 0.5;
/** Second-order terms are cut at this many gaps. */
const CORRECTION = 5;
/** Parts of a_ii that jams add to the diagonal: from, to, times, and what is left after a free step. */
const WEIGHT = { from: 1e-4, to: 1, up: 10, down: 0.1, least: 1e-12 } as const;

const OF_ROWS = ['sl', 'su', 'zl', 'zu', 'dsl', 'dsu', 'dzl', 'dzu', 'cl', 'cu', 'dx'] as const;
const OF_DISCS = ['g', 'y', 'dg', 'bend', 'dy', 'c'] as const;

export class ConeInterior {
  /** Sum of the products that tend to zero, J. */
  gap = 0;
  private p!: Problem;
  private blocks!: ConeBlocks;
  private system!: ConeSystem;
  private x!: Float64Array;
  private w!: Float64Array;
  private sides: Uint8Array = new Uint8Array(0);
  private v = {} as Record<(typeof OF_ROWS)[number], Float64Array>;
  private d = {} as Record<(typeof OF_DISCS)[number], Float64Array>;
  private discs = 0;
  /** Of each disc: its normal, its rows (the second may be -1), where they are in the block, the block, its coefficient. */
  private normal: Int32Array = new Int32Array(0);
  private first: Int32Array = new Int32Array(0);
  private second: Int32Array = new Int32Array(0);
  private place: Int32Array = new Int32Array(0);
  private block: Int32Array = new Int32Array(0);
  private mu: Float64Array = new Float64Array(0);
  private pairs = 1;
  private weight = 0;
  /** Length of the last step. */
  private length = 1;

  /** x inside all bounds, written there with its velocities still to be found; false if there is nothing to keep off. */
  begin(
    p: Problem,
    blocks: ConeBlocks,
    system: ConeSystem,
    start: { es: number; x: Float64Array; w: Float64Array },
  ): boolean {
    this.p = p;
    this.blocks = blocks;
    this.system = system;
    this.x = start.x;
    this.w = start.w;
    this.weight = 0;
    this.length = 1;
    if (this.sides.length !== p.n) {
      this.sides = new Uint8Array(p.n);
      for (const name of OF_ROWS) this.v[name] = new Float64Array(p.n);
    }
    for (const name of OF_ROWS) this.v[name].fill(0);
    if (!this.read()) return false;
    this.spread((FIRST_GAP * start.es) / this.pairs);
    this.gap = this.gapAfter(0);
    return true;
  }

  /** One iteration: one factorisation, two solves; false if it is singular. The caller finds w of the new x. */
  step(): boolean {
    const { system, v, d, x, sides } = this;
    const mean = this.gap / this.pairs;
    const jammed = this.length < JAM;
    this.weigh(jammed);
    this.matrices();
    if (!system.factor(0)) return false;
    v.cl.fill(0);
    v.cu.fill(0);
    d.c.fill(0);
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
    for (let k = 0; k < this.discs; k++) {
      d.y[k] += part * d.dy[k];
      d.g[k] = this.room(k);
      if (!(d.g[k] > 0)) return false;
    }
    this.gap = this.gapAfter(0);
    return Number.isFinite(this.gap);
  }

  /** The discs of the blocks and the sides of all rows; false if none has a bound. */
  private read(): boolean {
    const { blocks, sides } = this;
    const { lo, hi } = this.p;
    const { start, rows, count, section, mu } = blocks;
    const [normal, first, second, place, block, slope]: number[][] = [[], [], [], [], [], []];
    this.pairs = 0;
    for (let k = 0; k < count; k++) {
      const [from, m] = [start[k], start[k + 1] - start[k]];
      for (let r = 0; r < m; r++) {
        const i = rows[from + r];
        const open = r === 0 ? lo[i] < hi[i] : mu[from + r] > 0;
        sides[i] = !open ? FIXED : r > 0 ? 0 : (lo[i] > -Infinity ? HAS_LOWER : 0) | (hi[i] < Infinity ? HAS_UPPER : 0);
        if (open && r === 0) this.pairs += (sides[i] & HAS_LOWER) + (sides[i] >> 1);
        if (r === 0 || !open || section[from + r] === section[from + r - 1]) continue;
        const two = r + 1 < m && section[from + r + 1] === section[from + r];
        normal.push(rows[from]);
        first.push(i);
        second.push(two ? rows[from + r + 1] : -1);
        place.push(r);
        block.push(k);
        slope.push(mu[from + r]);
      }
    }
    this.discs = normal.length;
    this.normal = Int32Array.from(normal);
    this.first = Int32Array.from(first);
    this.second = Int32Array.from(second);
    this.place = Int32Array.from(place);
    this.block = Int32Array.from(block);
    this.mu = Float64Array.from(slope);
    for (const name of OF_DISCS) this.d[name] = new Float64Array(this.discs);
    this.pairs += this.discs;
    return this.pairs > 0;
  }

  private spread(tau: number): void {
    const { sides, x, d } = this;
    const { sl, su, zl, zu } = this.v;
    const { n, lo, hi, A } = this.p;
    for (let i = 0; i < n; i++) {
      const off = Math.sqrt(tau / A.diagonal[i]);
      if (sides[i] === FIXED) x[i] = Math.max(lo[i], Math.min(0, hi[i]));
      else if (sides[i] === (HAS_LOWER | HAS_UPPER)) {
        const within = Math.min(off, 0.1 * (hi[i] - lo[i]));
        x[i] = Math.min(Math.max(0, lo[i] + within), hi[i] - within);
      } else if (sides[i] === HAS_LOWER) x[i] = Math.max(0, lo[i] + off);
      else x[i] = sides[i] === HAS_UPPER ? Math.min(0, hi[i] - off) : 0;
      if (sides[i] & HAS_LOWER) sl[i] = x[i] - lo[i];
      if (sides[i] & HAS_UPPER) su[i] = hi[i] - x[i];
      if (sides[i] & HAS_LOWER) zl[i] = tau / sl[i];
      if (sides[i] & HAS_UPPER) zu[i] = tau / su[i];
    }
    for (let k = 0; k < this.discs; k++) {
      d.g[k] = this.room(k);
      d.y[k] = tau / d.g[k];
    }
  }

  /** g of a disc. */
  private room(k: number): number {
    const { x, first, second, mu } = this;
    const height = mu[k] * x[this.normal[k]];
    const across = second[k] < 0 ? 0 : x[second[k]];
    const length = Math.sqrt(x[first[k]] * x[first[k]] + across * across);
    return 0.5 * (height - length) * (height + length);
  }

  private weigh(jammed: boolean): void {
    const { from, to, up, down, least } = WEIGHT;
    if (jammed) this.weight = Math.min(to, Math.max(up * this.weight, from));
    else this.weight = down * this.weight < least ? 0 : down * this.weight;
  }

  /** B1 and B2 of (CN6). */
  private matrices(): void {
    const { blocks, sides, weight, x, d, mu } = this;
    const { sl, su, zl, zu } = this.v;
    const { start, rows, count, B1, B2 } = blocks;
    const { diagonal } = this.p.A;
    blocks.state.fill(ANY);
    for (let k = 0; k < count; k++) {
      const [from, m, at] = [start[k], start[k + 1] - start[k], BLOCK * BLOCK * k];
      B1.fill(0, at, at + m * m);
      B2.fill(0, at, at + m * m);
      for (let r = 0; r < m; r++) {
        const i = rows[from + r];
        const lower = sides[i] & HAS_LOWER ? zl[i] / sl[i] : 0;
        const upper = sides[i] & HAS_UPPER ? zu[i] / su[i] : 0;
        B1[at + r * m + r] = sides[i] === FIXED ? 1 : lower + upper + weight * diagonal[i];
        B2[at + r * m + r] = sides[i] === FIXED ? 0 : 1;
      }
    }
    for (let q = 0; q < this.discs; q++) {
      const k = this.block[q];
      const [m, r] = [start[k + 1] - start[k], this.place[q]];
      const at = BLOCK * BLOCK * k;
      const steep = d.y[q] / d.g[q];
      const [i, j] = [this.first[q], this.second[q]];
      const pull = -steep * mu[q] * mu[q] * x[this.normal[q]];
      B1[at + r * m] = pull * x[i];
      B1[at + r * m + r] += d.y[q] + steep * x[i] * x[i];
      if (j < 0) continue;
      B1[at + (r + 1) * m] = pull * x[j];
      B1[at + (r + 1) * m + r + 1] += d.y[q] + steep * x[j] * x[j];
      B1[at + r * m + r + 1] = steep * x[i] * x[j];
      B1[at + (r + 1) * m + r] = steep * x[i] * x[j];
    }
  }

  /** dx and all that follows from it, towards products of tau - c. */
  private direction(tau: number): void {
    const { sides, x, w, d, mu, normal, first, second } = this;
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu, cl, cu, dx } = this.v;
    for (let i = 0; i < sides.length; i++) {
      dx[i] = sides[i] === FIXED ? 0 : -w[i];
      if (sides[i] & HAS_LOWER) dx[i] += (tau - cl[i]) / sl[i];
      if (sides[i] & HAS_UPPER) dx[i] -= (tau - cu[i]) / su[i];
    }
    for (let k = 0; k < this.discs; k++) {
      const push = (tau - d.c[k]) / d.g[k];
      dx[first[k]] -= push * x[first[k]];
      if (second[k] >= 0) dx[second[k]] -= push * x[second[k]];
    }
    this.system.solve(dx);
    for (let i = 0; i < sides.length; i++) {
      if (sides[i] & HAS_LOWER) {
        dsl[i] = dx[i];
        dzl[i] = (tau - cl[i] - zl[i] * dsl[i]) / sl[i] - zl[i];
      }
      if (sides[i] & HAS_UPPER) {
        dsu[i] = -dx[i];
        dzu[i] = (tau - cu[i] - zu[i] * dsu[i]) / su[i] - zu[i];
      }
    }
    for (let k = 0; k < this.discs; k++) {
      const [n, i, j] = [normal[k], first[k], second[k]];
      const [xj, dj] = j < 0 ? [0, 0] : [x[j], dx[j]];
      d.dg[k] = mu[k] * mu[k] * x[n] * dx[n] - x[i] * dx[i] - xj * dj;
      d.bend[k] = 0.5 * (mu[k] * mu[k] * dx[n] * dx[n] - dx[i] * dx[i] - dj * dj);
      d.dy[k] = (tau - d.c[k] - d.y[k] * d.dg[k]) / d.g[k] - d.y[k];
    }
  }

  private corrections(most: number): void {
    const { dsl, dsu, dzl, dzu, cl, cu } = this.v;
    const { y, dy, dg, bend, c } = this.d;
    const cut = (v: number) => Math.min(Math.max(v, -most), most);
    for (let i = 0; i < cl.length; i++) {
      cl[i] = cut(dsl[i] * dzl[i]);
      cu[i] = cut(dsu[i] * dzu[i]);
    }
    for (let k = 0; k < this.discs; k++) c[k] = cut(dy[k] * dg[k] + y[k] * bend[k]);
  }

  /** Part of the step, at most 1, that takes the first slack or multiplier to zero. */
  private longest(): number {
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu } = this.v;
    const { g, y, dg, bend, dy } = this.d;
    let part = 1;
    for (let i = 0; i < sl.length; i++) {
      if (dsl[i] < 0) part = Math.min(part, -sl[i] / dsl[i]);
      if (dzl[i] < 0) part = Math.min(part, -zl[i] / dzl[i]);
      if (dsu[i] < 0) part = Math.min(part, -su[i] / dsu[i]);
      if (dzu[i] < 0) part = Math.min(part, -zu[i] / dzu[i]);
    }
    for (let k = 0; k < this.discs; k++) {
      if (dy[k] < 0) part = Math.min(part, -y[k] / dy[k]);
      part = Math.min(part, firstRoot(bend[k], dg[k], g[k]));
    }
    return part;
  }

  private gapAfter(part: number): number {
    const { sl, su, zl, zu, dsl, dsu, dzl, dzu } = this.v;
    const { g, y, dg, bend, dy } = this.d;
    let sum = 0;
    for (let i = 0; i < sl.length; i++)
      sum += (sl[i] + part * dsl[i]) * (zl[i] + part * dzl[i]) + (su[i] + part * dsu[i]) * (zu[i] + part * dzu[i]);
    for (let k = 0; k < this.discs; k++) sum += (g[k] + part * (dg[k] + part * bend[k])) * (y[k] + part * dy[k]);
    return sum;
  }
}

/** The least positive t with a t^2 + b t + c = 0, c > 0; Infinity if there is none. */
function firstRoot(a: number, b: number, c: number): number {
  const under = b * b - 4 * a * c;
  if (under < 0 || (a >= 0 && b >= 0)) return Infinity;
  const bottom = -b + Math.sqrt(under); // b < 0, or a < 0 and the root is larger than b
  return bottom > 0 ? (2 * c) / bottom : Infinity;
}
