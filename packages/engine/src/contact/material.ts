/**
 * What surfaces are made of, and what two of them make together.   docs/theory/contact-rows.md (CR1), (CR10), (CR14)
 *
 * Friction: the geometric mean. Restitution, rolling and spinning friction: the larger, so that a tyre keeps its own on every road.
 * Stiffness and damping: the smaller of the two, since the softer surface gives way; two surfaces of one material keep its values, as
 * EATK18 Table 1 states them for a contact.
 */

import { ContractError, expectNames } from '../checks/errors.ts';
import { found } from '../checks/wording.ts';
import { DEFAULT_FACETS } from '../problem/problem.ts';
import { type FrictionLaw, rowsOf } from '../problem/row-builder.ts';
import { SET_KINDS, type SetKind } from '../problem/sets/set.ts';

export interface Material {
  /** Friction coefficient, dimensionless, >= 0. */
  readonly friction: number;
  /** Stiffness k of a contact, N/m, > 0. */
  readonly stiffness: number;
  /** Damping beta of a contact, kg/s, >= 0. */
  readonly damping: number;
  /** Share of the approach speed with which an impact bounces back, 0 to 1; slow contacts do not bounce. */
  readonly restitution: number;
  /** Torque against rolling over normal force, m, >= 0: how far the force moves ahead of the point of contact. */
  readonly rollingFriction: number;
  /** Torque against spinning about the normal over normal force, m, >= 0. */
  readonly spinningFriction: number;
  /** Friction model of its contacts; undefined: the world's. */
  readonly frictionModel: SetKind | undefined;
  /** Sides of the polygon of a prism or polyhedral model, even, >= 4; undefined: the world's. */
  readonly facets: number | undefined;
}

/** What a user gives of one: everything has a default. */
export type MaterialOptions = { readonly [K in keyof Material]?: Material[K] | undefined };

/** What two surfaces make together: all that the rows of a contact are written from. */
export interface PairMaterial {
  /** N/m, kg/s, -: as those of a material. */
  readonly stiffness: number;
  readonly damping: number;
  readonly restitution: number;
  readonly law: FrictionLaw;
  /** Rows of a contact, 1 to 6. */
  readonly rows: number;
}

/** Stiff enough that a tonne on a box of one kilogram sinks by 0.03 mm; damped as EATK18's joints, beta = k 0.01 s. */
export const DEFAULT_MATERIAL: Material = {
  ...{ friction: 0.5, stiffness: 1e8, damping: 1e6, restitution: 0, rollingFriction: 0, spinningFriction: 0 },
  ...{ frictionModel: undefined, facets: undefined },
};

/** @throws ContractError for a number that no material has. */
export function makeMaterial(given: MaterialOptions, where: string): Material {
  expectNames(`${where}: material`, given, Object.keys(DEFAULT_MATERIAL));
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined);
  const material: Material = { ...DEFAULT_MATERIAL, ...Object.fromEntries(chosen) };
  const check = (key: keyof Material, allowed: boolean, expected: string) => {
    if (!allowed) throw new ContractError(`${where}: ${key}: expected ${expected}, found ${found(material[key])}`);
  };
  const { friction, stiffness, damping, restitution, rollingFriction, spinningFriction, frictionModel, facets } =
    material;
  check('friction', friction >= 0 && friction < Infinity, 'a number >= 0');
  check('stiffness', stiffness > 0 && stiffness < Infinity, 'a stiffness > 0 in N/m');
  check('damping', damping >= 0 && damping < Infinity, 'a damping >= 0 in kg/s');
  check('restitution', restitution >= 0 && restitution <= 1, 'a number from 0 to 1');
  check('rollingFriction', rollingFriction >= 0 && rollingFriction < Infinity, 'a length >= 0 in m');
  check('spinningFriction', spinningFriction >= 0 && spinningFriction < Infinity, 'a length >= 0 in m');
  check('frictionModel', frictionModel === undefined || SET_KINDS.includes(frictionModel), SET_KINDS.join(' or '));
  check('facets', facets === undefined || isFacetCount(facets), 'an even number of sides, 4 or more');
  return material;
}

export function isFacetCount(facets: number): boolean {
  return Number.isInteger(facets) && facets >= 4 && facets % 2 === 0;
}

/** (CR1), (CR10), (CR14). @param world the model of pairs whose materials name none */
export function combine(
  a: Material,
  b: Material,
  world: { readonly frictionModel: SetKind; readonly facets: number } = {
    frictionModel: 'box',
    facets: DEFAULT_FACETS,
  },
): PairMaterial {
  const set = commonModel(a.frictionModel, b.frictionModel) ?? world.frictionModel;
  const mu = a.friction === b.friction ? a.friction : Math.sqrt(a.friction * b.friction);
  const law: FrictionLaw = {
    mu: set === 'none' ? 0 : mu,
    set,
    facets: larger(a.facets, b.facets) ?? world.facets,
    muRolling: Math.max(a.rollingFriction, b.rollingFriction),
    muSpinning: Math.max(a.spinningFriction, b.spinningFriction),
  };
  return {
    stiffness: Math.min(a.stiffness, b.stiffness),
    damping: Math.min(a.damping, b.damping),
    restitution: Math.max(a.restitution, b.restitution),
    law,
    rows: rowsOf(law),
  };
}

/** Where both name one: none, as friction 0 would have it, else the later in SET_KINDS, the finer. */
function commonModel(a: SetKind | undefined, b: SetKind | undefined): SetKind | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a === 'none' || b === 'none') return 'none';
  return SET_KINDS.indexOf(a) >= SET_KINDS.indexOf(b) ? a : b;
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
