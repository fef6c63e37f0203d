/**
 * Materials of surfaces, and the combined material of two of them.   docs/theory/contact-rows.md (CR1), (CR10), (CR14)
 *
 * Friction: the geometric mean, or the value that the world's settings have for the two. Restitution, rolling and spinning
 * friction: the larger, so that a tyre keeps its own on every road.
 * Stiffness and damping: the smaller of the two, since the softer surface gives way; two surfaces of one material keep its values, as
 * EATK18 Table 1 states them for a contact.
 */
import { type FieldTable, list, optional, record, required } from '../checks/fields.ts';
import { checked, type Value } from '../checks/value.ts';
import { choice, number, text } from '../checks/values.ts';
import { DEFAULT_FACETS } from '../problem/problem.ts';
import { type FrictionLaw, rowsOf } from '../problem/rows/contact-lists.ts';
import { finerSet, SET_KINDS, type SetKind } from '../problem/sets/set.ts';

export interface Material {
  /** Name by which `frictionPairs` of the world's settings refer to it. */
  readonly name: string | undefined;
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

/** Options of a material: everything has a default. */
export type MaterialOptions = { readonly [K in keyof Material]?: Material[K] | undefined };

/** Combined material of two surfaces: everything that the rows of a contact depend on. */
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
  friction: 0.5,
  stiffness: 1e8,
  damping: 1e6,
  restitution: 0,
  rollingFriction: 0,
  spinningFriction: 0,
  name: undefined,
  frictionModel: undefined,
  facets: undefined,
};

/** Coulomb's law: isotropic. A box is a square in world axes, up to sqrt(2) too strong.   docs/decisions/032-cone-by-default.md */
export const DEFAULT_MODEL: SetKind = 'cone';

const LARGEST_FACETS = 256;
export const facetCount: Value<number> = number('', {
  atLeast: 4,
  atMost: LARGEST_FACETS,
  integer: true,
  multipleOf: 2,
  words: `an even number of sides from 4 to ${LARGEST_FACETS}`,
});
export const frictionModel: Value<SetKind> = choice(SET_KINDS);

const friction = number('a number', { atLeast: 0 });
const lever = number('a length', { atLeast: 0, unit: 'm' });

export const MATERIAL: FieldTable<MaterialOptions> = {
  name: { ...optional(text, 'what `frictionPairs` call it'), only: 'program' },
  friction: optional(
    friction,
    'coefficient; of two surfaces the geometric mean, unless `frictionPairs` has them',
    '0.5',
  ),
  stiffness: optional(number('a stiffness', { above: 0, unit: 'N/m' }), 'of a contact; of two the smaller', '1e8'),
  damping: optional(number('a damping', { atLeast: 0, unit: 'kg/s' }), 'of a contact; of two the smaller', '1e6'),
  restitution: optional(
    number('a number', { atLeast: 0, atMost: 1 }),
    'share of the approach speed with which an impact bounces back; of two the larger',
    '0',
  ),
  rollingFriction: optional(lever, 'torque against rolling over normal force; of two the larger', '0'),
  spinningFriction: optional(lever, 'torque against spinning over normal force; of two the larger', '0'),
  frictionModel: optional(
    frictionModel,
    'of two the one that is named; of two that are named `none`, else the later in this list',
    'that of the settings',
  ),
  facets: optional(
    facetCount,
    'sides of the polygon of a prism or polyhedral model; of two the larger',
    'those of the settings',
  ),
};
export const anyMaterial: Value<MaterialOptions> = record<MaterialOptions>(MATERIAL, 'an object: a material');

/** Friction between two named materials, in place of the geometric mean of theirs. */
export interface FrictionPair {
  readonly materials: readonly [string, string];
  /** Friction coefficient, dimensionless, >= 0. */
  readonly friction: number;
}

const PAIR: FieldTable<FrictionPair> = {
  materials: required(
    list(text, 'two names of materials', { least: 2, most: 2 }) as Value<readonly string[]> as Value<
      readonly [string, string]
    >,
    'the same twice: of one material with itself',
  ),
  friction: required(friction, 'coefficient'),
};
export const frictionPairs: Value<readonly FrictionPair[]> = list(record(PAIR), 'a list of pairs of materials');

/** @throws ContractError that begins with `where` */
export function makeMaterial(given: MaterialOptions, where: string): Material {
  return { ...DEFAULT_MATERIAL, ...checked(anyMaterial, given, where, 'material') } as Material;
}

/** Settings for all pairs of surfaces, whatever their materials. */
export interface PairRules {
  /** Friction set of pairs whose materials name none. */
  readonly frictionModel: SetKind;
  readonly facets: number;
  readonly frictionPairs?: readonly FrictionPair[] | undefined;
}

const NO_RULES: PairRules = { frictionModel: DEFAULT_MODEL, facets: DEFAULT_FACETS };

/** (CR1), (CR10), (CR14). */
export function combine(a: Material, b: Material, rules: PairRules = NO_RULES): PairMaterial {
  const set = commonModel(a.frictionModel, b.frictionModel) ?? rules.frictionModel;
  const mean = a.friction === b.friction ? a.friction : Math.sqrt(a.friction * b.friction);
  const mu = frictionOf(a.name, b.name, rules) ?? mean;
  const law: FrictionLaw = {
    mu: set === 'none' ? 0 : mu,
    set,
    facets: larger(a.facets, b.facets) ?? rules.facets,
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

/** The last pair that names both; undefined if none does. */
function frictionOf(a: string | undefined, b: string | undefined, { frictionPairs: pairs = [] }: PairRules) {
  return pairs.findLast(({ materials: [p, q] }) => (p === a && q === b) || (p === b && q === a))?.friction;
}

/** The model that the materials of a pair name; the finer if both do. */
export function commonModel(a: SetKind | undefined, b: SetKind | undefined): SetKind | undefined {
  return a === undefined || b === undefined ? (a ?? b) : finerSet(a, b);
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
