/**
 * The mixed linear complementarity problem of one time step.   docs/theory/complementarity.md (C1)-(C3)
 *
 *   A x + b = w,   l <= x <= u,   0 <= w+ _|_ x - l >= 0,   0 <= w- _|_ u - x >= 0,   w = w+ - w-
 *
 * One type for both forms: *structured* (J, M^-1 and C given, A never built unless asked for) and *explicit*
 * (A given). A problem is a plain value; nothing here solves or measures.
 */
import { shortened } from '../checks/wording.ts';
import type { Operator } from './operator.ts';
import type { SetKind } from './sets/set.ts';
import type { Structure } from './structured.ts';

/** Units of a row's velocity and impulse: m/s and N s, or rad/s and N m s. */
export type RowUnit = 'linear' | 'angular';
export const ROW_UNITS: readonly RowUnit[] = ['linear', 'angular'];

/** Physical meaning of a row. */
export type RowKind = 'bilateral' | 'normal' | 'friction' | 'rolling' | 'spinning' | 'limit' | 'motor';
export const ROW_KINDS: readonly RowKind[] = [
  'bilateral',
  'normal',
  'friction',
  'rolling',
  'spinning',
  'limit',
  'motor',
];

/** Impulses and velocities (energies in J), or forces and accelerations (energies in J/s^2). */
export type Quantity = 'impulse' | 'force';
export const QUANTITIES: readonly Quantity[] = ['impulse', 'force'];

/** A contact: which rows belong together, and what bounds its tangents. */
export interface Contact {
  /** Row of the normal direction. */
  readonly normal: number;
  /** Rows of the tangential directions, at most two. */
  readonly tangents: readonly number[];
  /** Friction coefficient, dimensionless, >= 0. */
  readonly mu: number;
  /** Admissible set of the contact's impulses. */
  readonly set: SetKind;
  /** Rows of rolling resistance, at most two. */
  readonly rolling: readonly number[];
  /** Coefficient of rolling resistance, m, >= 0: an angular row is bounded by -/+ muRolling x_n. */
  readonly muRolling: number;
  /** Row of spinning friction about the normal, at most one. */
  readonly spinning: readonly number[];
  /** Coefficient of spinning friction, m, >= 0: the row is bounded by -/+ muSpinning x_n. */
  readonly muSpinning: number;
  /** Sides of the polygon of a prism or polyhedral cone, even, >= 4; other sets do not read it. */
  readonly facets: number;
}

/** Sides of a polygon if none are given: 8 lose at most 7.6 % of the circle's friction. */
export const DEFAULT_FACETS = 8;

/** Every row whose bounds follow the normal. */
export function frictionRows({ tangents, rolling, spinning }: Contact): number[] {
  return [...tangents, ...rolling, ...spinning];
}

/** A contact with every field present; box friction without rolling or spinning resistance unless given. */
export function makeContact(
  fields: Pick<Contact, 'normal' | 'tangents' | 'mu'> & { readonly [K in keyof Contact]?: Contact[K] | undefined },
): Contact {
  return {
    normal: fields.normal,
    tangents: fields.tangents,
    mu: fields.mu,
    set: fields.set ?? 'box',
    rolling: fields.rolling ?? [],
    muRolling: fields.muRolling ?? 0,
    spinning: fields.spinning ?? [],
    muSpinning: fields.muSpinning ?? 0,
    facets: fields.facets ?? DEFAULT_FACETS,
  };
}

export interface Problem {
  readonly title: string;
  /** Number of rows. */
  readonly n: number;
  readonly A: Operator;
  /** J, M^-1 and C; undefined in the explicit form. */
  readonly structure: Structure | undefined;
  /** Velocities without impulses: m/s, or rad/s. */
  readonly b: Float64Array;
  /** Lower bounds l, N s or N m s; -Infinity if unbounded. */
  readonly lo: Float64Array;
  /** Upper bounds u, N s or N m s; Infinity if unbounded. */
  readonly hi: Float64Array;
  /** Friction and rolling rows whose bounds are not given (mu x_n bounds them); lo = hi = 0 stands in. */
  readonly ungiven: readonly number[];
  /** Per row; undefined if not given. */
  readonly unit: readonly RowUnit[] | undefined;
  readonly kind: readonly RowKind[] | undefined;
  readonly names: readonly string[] | undefined;
  readonly contacts: readonly Contact[];
  /** Time step, s; undefined if not given. */
  readonly h: number | undefined;
  readonly quantity: Quantity;
  /** False only if A is declared unsymmetric. */
  readonly symmetric: boolean;
  /** Reference solution for the stored bounds. */
  readonly x: Float64Array | undefined;
  /** Warm start. */
  readonly warm: Float64Array | undefined;
}

/** Fields that `makeProblem` needs; everything else has the default of an impulse problem without contacts. */
export type ProblemFields = Pick<Problem, 'A' | 'b' | 'lo' | 'hi'> & Partial<Omit<Problem, 'n'>>;

/** A problem with every field present. No copies are made and nothing is checked: `readProblem` checks files. */
export function makeProblem(fields: ProblemFields): Problem {
  return {
    title: fields.title ?? 'untitled',
    n: fields.b.length,
    A: fields.A,
    structure: fields.structure,
    b: fields.b,
    lo: fields.lo,
    hi: fields.hi,
    ungiven: fields.ungiven ?? [],
    unit: fields.unit,
    kind: fields.kind,
    names: fields.names,
    contacts: fields.contacts ?? [],
    h: fields.h,
    quantity: fields.quantity ?? 'impulse',
    symmetric: fields.symmetric ?? true,
    x: fields.x,
    warm: fields.warm,
  };
}

/** The same problem between other bounds; arrays are shared, not copied. */
export function withBounds(p: Problem, lo: Float64Array, hi: Float64Array): Problem {
  return { ...p, lo, hi };
}

/** The same problem with other sets or coefficients; arrays are shared, not copied. */
export function withContacts(p: Problem, contacts: readonly Contact[]): Problem {
  return { ...p, contacts };
}

/** The unit of an energy of this problem: x'w/2 is in joules for impulses, in J/s^2 for forces. */
export function energyUnit(p: Problem): 'J' | 'J/s^2' {
  return p.quantity === 'force' ? 'J/s^2' : 'J';
}

/** Characters of a name that a sentence quotes: names of problems in files are other people's. */
const LONGEST_NAME = 120;

/** "row 402, normal of brick-17/brick-22": the name if there is one, else the kind, else the number alone. */
export function rowLabel(p: Problem, row: number): string {
  const name = p.names?.[row] ?? p.kind?.[row];
  return name ? `row ${row}, ${shortened(name, LONGEST_NAME)}` : `row ${row}`;
}
