/**
 * Collects the rows of one time step and makes a `Problem` of them.   docs/theory/complementarity.md (C4)
 *
 *   b_i = (J v*)_i + g_i
 *
 * Joints and contacts write rows without knowing which bodies can move: a block on a body without a slot (static,
 * kinematic) adds its velocity to b and nothing to J. Arrays grow to the largest step seen, then allocate no more;
 * `build` copies what a problem keeps.
 */
import { type Contact, makeProblem, type Problem, type RowKind, type RowUnit } from './problem.ts';
import type { SetKind } from './sets/set.ts';
import { type Structure, StructuredOperator } from './structured.ts';

/** A problem that was built from rows. */
export type BuiltProblem = Problem & { readonly A: StructuredOperator; readonly structure: Structure };

/** What bounds the friction rows of a contact, and which of them it has: no coefficient, no row. */
export interface FrictionLaw {
  /** Friction coefficient, dimensionless, >= 0; two tangents unless the set is none, and mu 0. */
  readonly mu: number;
  readonly set: SetKind;
  readonly facets: number;
  /** m, >= 0: two rolling rows if positive. */
  readonly muRolling: number;
  /** m, >= 0: one spinning row if positive. */
  readonly muSpinning: number;
}

const tangentsOf = ({ set }: FrictionLaw): number => (set === 'none' ? 0 : 2);
const rollingOf = ({ muRolling }: FrictionLaw): number => (muRolling > 0 ? 2 : 0);
const spinningOf = ({ muSpinning }: FrictionLaw): number => (muSpinning > 0 ? 1 : 0);

/** Rows of a contact: its normal, then tangents, rolling and spinning rows as the law has them. */
export function rowsOf(law: FrictionLaw): number {
  return 1 + tangentsOf(law) + rollingOf(law) + spinningOf(law);
}

export class RowBuilder {
  /** Rows so far. */
  n = 0;
  kind: RowKind[] = [];
  unit: RowUnit[] = [];
  /** What a held row keeps at zero, and its factor; phi is NaN on other rows. */
  phi: Float64Array = new Float64Array(64);
  D: Float64Array = new Float64Array(64);
  /**
   * Of rows with a spring: w = D place + bias + C (x - push) so far; place in m or rad, bias in m/s or rad/s, push in N s or N m s.
   * bias is NaN on rows without one.
   */
  place: Float64Array = new Float64Array(64);
  bias: Float64Array = new Float64Array(64);
  push: Float64Array = new Float64Array(64);
  /** Of each row so far; steppers may change them before `build`. */
  b: Float64Array = new Float64Array(64);
  C: Float64Array = new Float64Array(64);
  /** (J v*)_i of the bodies with a slot: b without g and without what bodies that impulses do not move add. */
  drift: Float64Array = new Float64Array(64);
  private blocks = 0;
  private rowStart: Int32Array = new Int32Array(64);
  private body: Int32Array = new Int32Array(128);
  private J: Float64Array = new Float64Array(6 * 128);
  private lo: Float64Array = new Float64Array(64);
  private hi: Float64Array = new Float64Array(64);
  /** Contacts of this step; objects of the last one are reused if they are equal. */
  private readonly contacts: Contact[] = [];
  private readonly laws: FrictionLaw[] = [];
  private contactCount = 0;
  /** Lists reused by the next problem while nothing changes: solvers compare them by identity to keep their analysis. */
  private shared: Pick<Problem, 'contacts' | 'ungiven'> = { contacts: [], ungiven: [] };
  private changed = false;
  private slot: Int32Array = new Int32Array(0);
  private velocity: Float64Array = new Float64Array(0);

  /**
   * Forgets the rows of the last step.
   * @param slot per body: its number among those that the impulses move, or -1
   * @param velocity v*, six numbers per body: m/s, rad/s
   */
  clear(slot: Int32Array, velocity: Float64Array): void {
    this.n = 0;
    this.blocks = 0;
    this.contactCount = 0;
    this.slot = slot;
    this.velocity = velocity;
  }

  /** A new row without blocks: w = g + C x so far, free of bounds. Its number. */
  row(kind: RowKind, unit: RowUnit, g: number, C: number): number {
    const i = this.n++;
    if (i + 1 >= this.rowStart.length) this.growRows();
    this.kind[i] = kind;
    this.unit[i] = unit;
    this.b[i] = g;
    this.C[i] = C;
    this.drift[i] = 0;
    this.phi[i] = Number.NaN;
    this.place[i] = Number.NaN;
    this.bias[i] = Number.NaN;
    this.push[i] = 0;
    this.D[i] = 0;
    this.lo[i] = -Infinity;
    this.hi[i] = Infinity;
    this.rowStart[i] = this.blocks;
    this.rowStart[i + 1] = this.blocks;
    return i;
  }

  /**
   * A new bilateral row that keeps phi (m, rad) at zero: w = D phi + C x so far. Its number.
   * Steppers that solve for the pose at the end of the step need phi and D themselves, not their product.
   */
  hold(unit: RowUnit, phi: number, D: number, C: number): number {
    const i = this.row('bilateral', unit, D * phi, C);
    this.phi[i] = phi;
    this.place[i] = phi;
    this.bias[i] = 0;
    this.D[i] = D;
    return i;
  }

  /**
   * The last row, which has no blocks yet, is a spring that is not held: steppers of second order take it at the middle of the step.
   * @param push impulse of its force besides the spring's, N s or N m s
   */
  sprung(place: number, D: number, push = 0): void {
    const i = this.n - 1;
    this.place[i] = place;
    this.D[i] = D;
    this.push[i] = push;
    this.bias[i] = this.b[i] - D * place + this.C[i] * push;
  }

  /** The last row measures a place, but nothing is stretched there (a limit that is open). */
  located(place: number): void {
    this.place[this.n - 1] = place;
  }

  /** Bounds of the last row, N s or N m s. */
  bounds(lo: number, hi: number): void {
    this.lo[this.n - 1] = lo;
    this.hi[this.n - 1] = hi;
  }

  /** Takes the last row back. */
  drop(): void {
    this.n--;
    this.blocks = this.rowStart[this.n];
  }

  /** True: the impulse x of row i is at neither of its bounds. */
  isInside(i: number, x: number): boolean {
    return x > this.lo[i] && x < this.hi[i];
  }

  /** Row i takes any impulse. */
  free(i: number): void {
    this.lo[i] = -Infinity;
    this.hi[i] = Infinity;
  }

  /** Row i takes no impulse. */
  silence(i: number): void {
    this.lo[i] = 0;
    this.hi[i] = 0;
  }

  /**
   * Adds the six numbers of `block` from `at`, linear then angular, for `body` to the last row; a body appears once per row.
   * `body` -1 is the world at rest.
   */
  block(body: number, block: ArrayLike<number>, at = 0): void {
    if (body < 0) return;
    const i = this.n - 1;
    const v = 6 * body;
    const { velocity } = this;
    const lx = block[at];
    const ly = block[at + 1];
    const lz = block[at + 2];
    const ax = block[at + 3];
    const ay = block[at + 4];
    const az = block[at + 5];
    const along =
      lx * velocity[v] +
      ly * velocity[v + 1] +
      lz * velocity[v + 2] +
      ax * velocity[v + 3] +
      ay * velocity[v + 4] +
      az * velocity[v + 5];
    this.b[i] += along;
    if (this.slot[body] < 0) return;
    this.drift[i] += along;
    const k = this.blocks++;
    if (k >= this.body.length) this.growBlocks();
    this.body[k] = this.slot[body];
    const { J } = this;
    J[6 * k] = lx;
    J[6 * k + 1] = ly;
    J[6 * k + 2] = lz;
    J[6 * k + 3] = ax;
    J[6 * k + 4] = ay;
    J[6 * k + 5] = az;
    this.rowStart[i + 1] = this.blocks;
  }

  /** The last rows are those of a contact, as many as `rowsOf` returns and in its order; friction bounds follow the normal. */
  contact(law: FrictionLaw): void {
    const c = this.contactCount++;
    const normal = this.n - rowsOf(law);
    if (this.laws[c] !== law || this.contacts[c].normal !== normal) {
      this.laws[c] = law;
      this.contacts[c] = contactOf(normal, law);
      this.changed = true;
    }
    for (let row = normal + 1; row < this.n; row++) {
      this.lo[row] = 0;
      this.hi[row] = 0;
    }
  }

  /** (J v)_i over the bodies with a slot, v given by slot. */
  product(i: number, v: Float64Array): number {
    const { J, body } = this;
    let sum = 0;
    for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) {
      const at = 6 * body[k];
      for (let c = 0; c < 6; c++) sum += J[6 * k + c] * v[at + c];
    }
    return sum;
  }

  /** J_i M^-1 J_i^T, 36 numbers of M^-1 a slot. */
  inverseMass(i: number, Minv: Float64Array): number {
    const { J, body } = this;
    let sum = 0;
    for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++)
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < 6; c++) sum += J[6 * k + r] * Minv[36 * body[k] + 6 * r + c] * J[6 * k + c];
    return sum;
  }

  /** The longest lever with which row i turns a body: |angular|/|linear| part of its blocks, m; 0 if it only turns. */
  lever(i: number): number {
    const { J } = this;
    let longest = 0;
    for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) {
      let [pushed, turned] = [0, 0];
      for (let c = 6 * k; c < 6 * k + 3; c++) {
        pushed += J[c] * J[c];
        turned += J[c + 3] * J[c + 3];
      }
      if (pushed > 0) longest = Math.max(longest, turned / pushed);
    }
    return Math.sqrt(longest);
  }

  /** out += J^T x, by slot. */
  addTransposed(x: Float64Array, out: Float64Array): void {
    const { J, body } = this;
    for (let i = 0; i < this.n; i++)
      for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++)
        for (let c = 0; c < 6; c++) out[6 * body[k] + c] += J[6 * k + c] * x[i];
  }

  /** @param Minv 36 numbers for each slot; kept, not copied */
  build(title: string, Minv: Float64Array, h: number): BuiltProblem {
    const { n, blocks } = this;
    if (this.changed || this.shared.contacts.length !== this.contactCount) {
      const contacts = this.contacts.slice(0, this.contactCount);
      this.shared = { contacts, ungiven: frictionRowsOf(contacts) };
      this.changed = false;
    }
    const structure = {
      bodies: Minv.length / 36,
      rowStart: this.rowStart.slice(0, n + 1),
      body: this.body.slice(0, blocks),
      J: this.J.slice(0, 6 * blocks),
      Minv,
      C: this.C.slice(0, n),
    };
    return makeProblem({
      title,
      A: new StructuredOperator(structure),
      structure,
      b: this.b.slice(0, n),
      lo: this.lo.slice(0, n),
      hi: this.hi.slice(0, n),
      ungiven: this.shared.ungiven,
      unit: this.unit.slice(0, n),
      kind: this.kind.slice(0, n),
      contacts: this.shared.contacts,
      h,
    }) as BuiltProblem;
  }

  private growRows(): void {
    const size = 2 * this.rowStart.length;
    this.rowStart = grownInt(this.rowStart, size);
    this.b = grown(this.b, size);
    this.C = grown(this.C, size);
    this.drift = grown(this.drift, size);
    this.phi = grown(this.phi, size);
    this.D = grown(this.D, size);
    this.place = grown(this.place, size);
    this.bias = grown(this.bias, size);
    this.push = grown(this.push, size);
    this.lo = grown(this.lo, size);
    this.hi = grown(this.hi, size);
  }

  private growBlocks(): void {
    const size = 2 * this.body.length;
    this.body = grownInt(this.body, size);
    this.J = grown(this.J, 6 * size);
  }
}

/** Without tangents there is nothing that a friction set could bound: a box then, which every solver takes. */
function contactOf(normal: number, law: FrictionLaw): Contact {
  const { mu, set, facets, muRolling, muSpinning } = law;
  const rolling = normal + 1 + tangentsOf(law);
  const spinning = rolling + rollingOf(law);
  // all fields: `makeContact` without its choices, since a pile of spheres makes thousands of them in a step
  return {
    normal,
    tangents: set === 'none' ? NO_ROWS : [normal + 1, normal + 2],
    mu,
    set: set === 'none' ? 'box' : set,
    rolling: muRolling > 0 ? [rolling, rolling + 1] : NO_ROWS,
    muRolling,
    spinning: muSpinning > 0 ? [spinning] : NO_ROWS,
    muSpinning,
    facets,
  };
}

const NO_ROWS: readonly number[] = [];

/** Friction rows of all of them, ascending. */
function frictionRowsOf(contacts: readonly Contact[]): number[] {
  const rows: number[] = [];
  for (const { tangents, rolling, spinning } of contacts) {
    for (const row of tangents) rows.push(row);
    for (const row of rolling) rows.push(row);
    for (const row of spinning) rows.push(row);
  }
  return rows;
}

function grown(values: Float64Array, size: number): Float64Array {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}

function grownInt(values: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(values);
  return larger;
}
