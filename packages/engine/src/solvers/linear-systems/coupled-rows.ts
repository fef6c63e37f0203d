/**
 * The rows of a problem whose friction bounds follow the normals: states, bounds and energies, all in the memory of the
 * kernels.   docs/theory/coupled-newton.md (NC1), (NC2)
 */
import type { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { FRICTION, ROWS } from '../../kernels/layouts.ts';
import { ABSENT, type Table, type WrittenTables } from '../../kernels/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import { readFollowingRows } from '../bounds/following-rows.ts';

/** A row is free (w = 0), */
export const FREE = 0;
/** at a value that does not depend on the unknowns (`held` has it), */
export const HELD = 1;
/** or at slope times the normal impulse of its contact. */
export const SLIDING = 2;

/** Element offsets in the arena; those that other code of the same arena has laid out already are handed in. */
export interface RowOffsets {
  readonly x: number;
  readonly w: number;
  readonly a: number;
  readonly inverseA: number;
  readonly lo: number;
  readonly hi: number;
  /** Bytes. */
  readonly state: number;
}

/** Where rows are in one layout of an arena. */
export interface PlacedRows {
  readonly n: number;
  readonly at: RowOffsets & {
    readonly held: number;
    readonly slope: number;
    readonly mu: number;
    readonly normalOf: number;
    readonly friction: number;
    readonly sliding: number;
  };
  readonly friction: Table<typeof FRICTION>;
  readonly energies: Table<typeof ROWS>;
}

/** Room in an arena that is being laid out, besides what `offsets` has. */
export function placeRows(arena: Arena, n: number, offsets: RowOffsets): PlacedRows {
  const at = {
    ...offsets,
    held: arena.f64(n),
    slope: arena.f64(n),
    mu: arena.f64(n),
    normalOf: arena.i32(n),
    friction: arena.i32(n),
    sliding: arena.i32(n),
  };
  return { n, at, friction: arena.table(FRICTION), energies: arena.table(ROWS) };
}

/** The tables of `placed`, when the arena is laid out. */
export function writeRowTables(I: Int32Array, written: WrittenTables, { n, at, friction, energies }: PlacedRows): void {
  written.write(I, friction, FRICTION, { ...at, n, count: 0, rows: at.friction });
  written.write(I, energies, ROWS, { ...at, n, b: ABSENT, bad: ABSENT });
}

/** Views of `placed`. */
export function viewRows({ F, I, B }: Arena, { n, at }: PlacedRows) {
  return {
    x: F.subarray(at.x, at.x + n),
    w: F.subarray(at.w, at.w + n),
    lo: F.subarray(at.lo, at.lo + n),
    hi: F.subarray(at.hi, at.hi + n),
    held: F.subarray(at.held, at.held + n),
    slope: F.subarray(at.slope, at.slope + n),
    mu: F.subarray(at.mu, at.mu + n),
    normalOf: I.subarray(at.normalOf, at.normalOf + n),
    state: B.subarray(at.state, at.state + n),
  };
}

export class CoupledRows {
  n = 0;
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  lo: Float64Array = new Float64Array(0);
  hi: Float64Array = new Float64Array(0);
  /** FREE, HELD or SLIDING. */
  state: Uint8Array = new Uint8Array(0);
  /** Value of held rows, N s. */
  held: Float64Array = new Float64Array(0);
  /** x_t / x_n of sliding rows: +mu or -mu. */
  slope: Float64Array = new Float64Array(0);
  /** Normal row of each friction row; -1 for the others. */
  normalOf: Int32Array = new Int32Array(0);
  mu: Float64Array = new Float64Array(0);
  at!: PlacedRows['at'];
  kernels!: Kernels;
  /** Sliding rows, listed at `at.sliding`. */
  slides = 0;
  /** Friction rows, listed at `at.friction`. */
  frictionRows = 0;
  private I: Int32Array = new Int32Array(0);
  /** Whose friction rows are in the arena: lists of contacts do not change. */
  private contacts: Problem['contacts'] | undefined;
  private friction!: Table<typeof FRICTION>;
  private energies!: Table<typeof ROWS>;

  /** Uses the rows at the places in `placed`. */
  see({ I }: Arena, placed: PlacedRows, views: ReturnType<typeof viewRows>, kernels: Kernels): void {
    this.n = placed.n;
    this.at = placed.at;
    this.friction = placed.friction;
    this.energies = placed.energies;
    this.kernels = kernels;
    this.I = I;
    this.contacts = undefined;
    this.x = views.x;
    this.w = views.w;
    this.lo = views.lo;
    this.hi = views.hi;
    this.held = views.held;
    this.slope = views.slope;
    this.mu = views.mu;
    this.normalOf = views.normalOf;
    this.state = views.state;
  }

  /** Contacts and bounds of p. */
  read({ contacts, lo, hi }: Problem): void {
    if (contacts !== this.contacts) this.readContacts(contacts);
    this.slides = 0;
    this.lo.set(lo);
    this.hi.set(hi);
  }

  private readContacts(contacts: Problem['contacts']): void {
    const { normalOf, mu, at, I } = this;
    this.contacts = contacts;
    readFollowingRows(contacts, normalOf, mu);
    this.frictionRows = 0;
    for (let i = 0; i < normalOf.length; i++) if (normalOf[i] >= 0) I[at.friction + this.frictionRows++] = i;
    I[this.friction + FRICTION.count] = this.frictionRows;
  }

  /** The friction bounds that x implies. */
  bounds(): void {
    this.kernels.frictionBounds(this.friction);
  }

  /** The energy error of x and w against the bounds that x implies, J. */
  energy(): number {
    this.bounds();
    return this.energyWithin();
  }

  /** The same against the bounds as they are. */
  energyWithin(): number {
    return this.kernels.rowsEnergy(this.energies);
  }

  /** (NC2): the branch of the natural map that each row is on. */
  classify(): void {
    this.slides = this.kernels.classify(this.friction);
  }

  /** Everything free that can be. */
  freeAll({ lo, hi }: Problem): void {
    const { n, normalOf, mu, state, held } = this;
    this.slides = 0;
    for (let i = 0; i < n; i++) {
      const friction = normalOf[i] >= 0;
      const fixed = friction ? mu[i] === 0 : !(lo[i] < hi[i]);
      state[i] = fixed ? HELD : FREE;
      held[i] = friction ? 0 : lo[i];
    }
  }

  /** v of sliding rows from that of their normals; v: offset of n numbers. */
  follow(v: number): void {
    if (this.slides > 0) this.kernels.follow(this.friction, this.slides, v);
  }

  /** slope times v of the normal, added to v of every friction row. */
  addFollowing(v: Float64Array): void {
    const { normalOf, slope, n } = this;
    for (let i = 0; i < n; i++) if (normalOf[i] >= 0) v[i] += slope[i] * v[normalOf[i]];
  }
}
