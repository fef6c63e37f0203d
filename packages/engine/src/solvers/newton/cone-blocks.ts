/**
 * The natural map of Coulomb's cones with De Saxce's shift, contact by contact, and its derivative.   docs/theory/newton-cone.md
 *
 *   F = x - P(x - T(w)/a),   T(w) = w + mu |w_t| n;      dF = (1 - V) dx + V a^-1 T' A dx = B1 dx + B2 A dx     (CN1), (CN2)
 *
 * V is the derivative of the projection (CN3). Rows of no cone are blocks of one row.
 */
import type { Contact, Problem } from '../../problem/problem.ts';
import { coneHeight, discHeight, sticksClearly } from '../../problem/sets/cone.ts';

/** Most rows of a block: a normal, two tangents, two rolling rows, one spinning row. */
export const BLOCK = 6;

/** What is known of a block: nothing; it sticks: B1 = 0, and B2 has a diagonal and a first row; it is open: B1 = 1, B2 = 0. */
export const ANY = 0;
export const STICKS = 1;
export const OPEN = 2;

/** Which rows the blocks of a list of contacts have: computed once per list. */
interface BlockLists {
  readonly n: number;
  readonly count: number;
  readonly start: Int32Array;
  readonly rows: Int32Array;
  readonly mu: Float64Array;
  readonly section: Int32Array;
  readonly kind: Uint8Array;
}

const known = new WeakMap<readonly Contact[], BlockLists>();

export class ConeBlocks {
  count = 0;
  /** Rows of block k: rows[start[k]] .. rows[start[k + 1] - 1], the normal first. */
  start: Int32Array = new Int32Array(0);
  rows: Int32Array = new Int32Array(0);
  /** Per row: its coefficient, its section in the block (0 = normal), the other row of its section or -1. */
  mu: Float64Array = new Float64Array(0);
  section: Int32Array = new Int32Array(0);
  /** 0: a box, 1: convex cone, 2: Coulomb's cone. */
  private kind: Uint8Array = new Uint8Array(0);
  /** Of each block: ANY, STICKS or OPEN. */
  state: Uint8Array = new Uint8Array(0);
  /** m x m numbers per block, row-major, BLOCK^2 apart. */
  B1: Float64Array = new Float64Array(0);
  B2: Float64Array = new Float64Array(0);
  F: Float64Array = new Float64Array(0);
  private p!: Problem;
  private a!: Float64Array;
  private readonly size = new Float64Array(3);
  private readonly slope = new Float64Array(3);
  private readonly y = new Float64Array(BLOCK);
  private readonly root = new Float64Array(BLOCK);
  private readonly unit = new Float64Array(BLOCK);
  private readonly V = new Float64Array(BLOCK * BLOCK);
  private readonly tau = new Float64Array(BLOCK);

  /** @param a the metric of the sets. */
  prepare(p: Problem, a: Float64Array): void {
    this.p = p;
    this.a = a;
    let lists = known.get(p.contacts);
    if (lists?.n !== p.n) {
      lists = listsOf(p);
      known.set(p.contacts, lists);
    }
    this.count = lists.count;
    this.rows = lists.rows;
    this.start = lists.start;
    this.mu = lists.mu;
    this.section = lists.section;
    this.kind = lists.kind;
    if (this.F.length !== p.n) this.F = new Float64Array(p.n);
    const room = BLOCK * BLOCK * this.count;
    if (this.B1.length < room) {
      this.B1 = new Float64Array(room);
      this.B2 = new Float64Array(room);
      this.state = new Uint8Array(this.count);
    }
  }

  /** F, B1 and B2 at (x, w). */
  linearise(x: Float64Array, w: Float64Array): void {
    for (let k = 0; k < this.count; k++) {
      this.state[k] = ANY;
      if (this.kind[k] === 0) this.box(k, x, w);
      else if (!this.resting(k, x, w)) this.cone(k, x, w);
    }
  }

  /** out = -F - B1 dx - B2 dw: what a step with velocities dw = A dx leaves of its equations. */
  residual(dx: Float64Array, dw: Float64Array, out: Float64Array): void {
    const { rows, start, B1, B2, F } = this;
    for (let k = 0; k < this.count; k++) {
      const m = start[k + 1] - start[k];
      if (this.state[k] !== ANY) {
        this.residualOfResting(k, dx, dw, out);
        continue;
      }
      for (let r = 0; r < m; r++) {
        const at = BLOCK * BLOCK * k + r * m;
        let sum = -F[rows[start[k] + r]];
        for (let c = 0; c < m; c++) {
          const i = rows[start[k] + c];
          sum -= B1[at + c] * dx[i] + B2[at + c] * dw[i];
        }
        out[rows[start[k] + r]] = sum;
      }
    }
  }

  private residualOfResting(k: number, dx: Float64Array, dw: Float64Array, out: Float64Array): void {
    const { rows, start, B2, F } = this;
    const n = rows[start[k]];
    const i = rows[start[k] + 1];
    const j = rows[start[k] + 2];
    const at = BLOCK * BLOCK * k;
    const open = this.state[k] === OPEN;
    out[n] = open ? -F[n] - dx[n] : -F[n] - B2[at] * dw[n] - B2[at + 1] * dw[i] - B2[at + 2] * dw[j];
    out[i] = open ? -F[i] - dx[i] : -F[i] - B2[at + 4] * dw[i];
    out[j] = open ? -F[j] - dx[j] : -F[j] - B2[at + 8] * dw[j];
  }

  /** One row: the middle of three numbers. */
  private box(k: number, x: Float64Array, w: Float64Array): void {
    const { lo, hi } = this.p;
    const i = this.rows[this.start[k]];
    const a = this.a[i];
    const at = BLOCK * BLOCK * k;
    const lower = w[i] >= a * (x[i] - lo[i]);
    const upper = !lower && w[i] <= a * (x[i] - hi[i]);
    this.F[i] = lower ? x[i] - lo[i] : upper ? x[i] - hi[i] : w[i] / a;
    this.B1[at] = lower || upper ? 1 : 0;
    this.B2[at] = lower || upper ? 0 : 1 / a;
  }

  /** What `cone` computes, for a normal and two tangents that stick or are open; false, with nothing done, for all others. */
  private resting(k: number, x: Float64Array, w: Float64Array): boolean {
    const { rows, start, section, mu, F, B1, B2, a } = this;
    const from = start[k];
    if (start[k + 1] - from !== 3 || section[from + 2] !== 1) return false;
    const n = rows[from];
    const i = rows[from + 1];
    const j = rows[from + 2];
    const root = Math.sqrt(a[n]);
    const scale = Math.sqrt(a[i]);
    const yi = scale * (x[i] - w[i] / a[i]);
    const yj = scale * (x[j] - w[j] / a[j]);
    const square = yi * yi + yj * yj;
    const m = mu[from + 1];
    const speed = this.kind[k] === 2 ? Math.sqrt(w[i] * w[i] + w[j] * w[j]) : 0;
    const ti = speed > 0 ? (m * w[i]) / speed : 0;
    const tj = speed > 0 ? (m * w[j]) / speed : 0;
    const yn = root * (x[n] - w[n] / a[n]) - (root * (ti * w[i] + tj * w[j])) / a[n];
    const steep = m * m * a[i];
    let s = yn;
    let open = false;
    if (!(yn > 0 && sticksClearly(square * a[n], steep * yn * yn, steep, a[n]))) {
      const size = Math.sqrt(square);
      const slope = (m * scale) / root;
      s = discHeight(yn, size, slope);
      open = s === 0 && size > 0;
      if (!open && !(s > 0 && size <= slope * s)) return false;
    }
    this.state[k] = open ? OPEN : STICKS;
    F[n] = x[n] - s / root;
    F[i] = open ? x[i] : x[i] - yi / scale;
    F[j] = open ? x[j] : x[j] - yj / scale;
    const at = BLOCK * BLOCK * k;
    const own = open ? 1 : 0;
    B1[at] = own;
    B1[at + 1] = 0;
    B1[at + 2] = 0;
    B1[at + 3] = 0;
    B1[at + 4] = own;
    B1[at + 5] = 0;
    B1[at + 6] = 0;
    B1[at + 7] = 0;
    B1[at + 8] = own;
    const an = open ? 0 : 1 / a[n];
    const ai = open ? 0 : 1 / a[i];
    B2[at] = an;
    B2[at + 1] = an * ti;
    B2[at + 2] = an * tj;
    B2[at + 3] = 0;
    B2[at + 4] = ai;
    B2[at + 5] = 0;
    B2[at + 6] = 0;
    B2[at + 7] = 0;
    B2[at + 8] = ai; // one metric for both rows of a disc
    return true;
  }

  private cone(k: number, x: Float64Array, w: Float64Array): void {
    const { rows, start, F, B1, B2, V, tau, y, root, a } = this;
    const from = start[k];
    const m = start[k + 1] - from;
    const s = this.project(k, x, w);
    for (let r = 0; r < m; r++) {
      const i = rows[from + r];
      const image = r === 0 ? s : y[r];
      F[i] = x[i] - image / root[r];
    }
    const at = BLOCK * BLOCK * k;
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) {
        const v = (V[r * m + c] * root[c]) / root[r]; // back from the coordinates in which the cone is round
        B1[at + r * m + c] = (r === c ? 1 : 0) - v;
        const lifted = ((V[r * m] * root[0]) / root[r] / a[rows[from]]) * tau[c]; // what the shift of the normal adds
        B2[at + r * m + c] = v / a[rows[from + c]] + lifted;
      }
  }

  /** Of x - T(w)/a in round coordinates: the height, its sections in y, the derivative V (CN3), the shift's slopes tau. */
  private project(k: number, x: Float64Array, w: Float64Array): number {
    const { rows, start, section, mu, size, slope, y, root, tau, a } = this;
    const from = start[k];
    const m = start[k + 1] - from;
    const normal = rows[from];
    size.fill(0);
    slope.fill(0);
    let shift = 0;
    let parts = 0;
    for (let r = 0; r < m; r++) {
      const i = rows[from + r];
      root[r] = Math.sqrt(a[i]);
      tau[r] = 0;
      y[r] = root[r] * (x[i] - w[i] / a[i]);
      if (r === 0) continue;
      const part = section[from + r] - 1;
      parts = Math.max(parts, part + 1);
      size[part] += y[r] * y[r];
      slope[part] = (mu[from + r] * root[r]) / root[0];
      if (this.kind[k] !== 2) continue;
      const speed = this.speed(from, m, section[from + r], w);
      tau[r] = speed > 0 ? (mu[from + r] * w[i]) / speed : 0;
      shift += tau[r] * w[i]; // adds up to mu |w_k| over the rows of the section
    }
    for (let part = 0; part < parts; part++) size[part] = Math.sqrt(size[part]);
    y[0] -= (root[0] * shift) / a[normal];
    const s = coneHeight(y[0], size, slope, 0, parts, 0);
    this.derivative(from, m, s);
    return s;
  }

  /** V, and y turned into the sections of the nearest point. */
  private derivative(from: number, m: number, s: number): void {
    const { section, size, slope, y, unit, V } = this;
    V.fill(0, 0, m * m);
    let bottom = 1;
    unit[0] = 1;
    for (let r = 1; r < m; r++) {
      const part = section[from + r] - 1;
      const beyond = size[part] > slope[part] * s;
      unit[r] = beyond ? (slope[part] * y[r]) / size[part] : 0;
      bottom += unit[r] * unit[r];
    }
    const q = s > 0 ? 1 / bottom : 0;
    for (let r = 0; r < m; r++) for (let c = 0; c < m; c++) V[r * m + c] = q * unit[r] * unit[c];
    for (let r = 1; r < m; r++) {
      const part = section[from + r] - 1;
      const beyond = size[part] > slope[part] * s;
      if (!beyond) {
        V[r * m + r] = 1;
        continue;
      }
      const turn = (slope[part] * s) / size[part];
      for (let c = 1; c < m; c++)
        if (section[from + c] - 1 === part)
          V[r * m + c] += turn * ((r === c ? 1 : 0) - (y[r] * y[c]) / (size[part] * size[part]));
    }
    for (let r = 1; r < m; r++) {
      const part = section[from + r] - 1;
      if (size[part] > slope[part] * s) y[r] *= (slope[part] * s) / size[part];
    }
  }

  private speed(from: number, m: number, part: number, w: Float64Array): number {
    let sum = 0;
    for (let r = 1; r < m; r++)
      if (this.section[from + r] === part) {
        const speed = w[this.rows[from + r]];
        sum += speed * speed;
      }
    return Math.sqrt(sum);
  }
}

function listsOf({ n, contacts }: Problem): BlockLists {
  const rows: number[] = [];
  const start = [0];
  const mu: number[] = [];
  const section: number[] = [];
  const kind: number[] = [];
  const taken = new Uint8Array(n);
  const add = (row: number, coefficient: number, part: number) => {
    rows.push(row);
    mu.push(coefficient);
    section.push(part);
    taken[row] = 1;
  };
  for (const { set, normal, tangents, rolling, spinning, ...c } of contacts) {
    if (set !== 'cone' && set !== 'relaxed-cone') continue;
    add(normal, 0, 0);
    for (const row of tangents) add(row, c.mu, 1);
    for (const row of rolling) add(row, c.muRolling, 2);
    for (const row of spinning) add(row, c.muSpinning, 3);
    start.push(rows.length);
    kind.push(set === 'cone' ? 2 : 1);
  }
  for (let i = 0; i < n; i++) {
    if (taken[i] === 1) continue;
    add(i, 0, 0);
    start.push(rows.length);
    kind.push(0);
  }
  return {
    n,
    count: kind.length,
    start: Int32Array.from(start),
    rows: Int32Array.from(rows),
    mu: Float64Array.from(mu),
    section: Int32Array.from(section),
    kind: Uint8Array.from(kind),
  };
}
