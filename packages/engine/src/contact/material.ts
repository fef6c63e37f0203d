/**
 * What surfaces are made of, and what two of them make together.   docs/theory/contact-rows.md (CR1)
 *
 * Friction: the geometric mean. Restitution: the larger. Stiffness and damping: the smaller of the two, since the softer surface gives way; two
 * surfaces of one material keep its values, as EATK18 Table 1 states them for a contact.
 */
import { ContractError } from '../problem/solver.ts';
import { found } from '../problem/wording.ts';

export interface Material {
  /** Friction coefficient, dimensionless, >= 0. */
  readonly friction: number;
  /** Stiffness k of a contact, N/m, > 0. */
  readonly stiffness: number;
  /** Damping beta of a contact, kg/s, >= 0. */
  readonly damping: number;
  /** Share of the approach speed with which an impact bounces back, 0 to 1; slow contacts do not bounce. */
  readonly restitution: number;
}

/** Stiff enough that a tonne on a box of one kilogram sinks by 0.03 mm; damped as EATK18's joints, beta = k 0.01 s. */
export const DEFAULT_MATERIAL: Material = { friction: 0.5, stiffness: 1e8, damping: 1e6, restitution: 0 };

/** @throws ContractError for a number that no material has. */
export function makeMaterial(given: Partial<Material>, where: string): Material {
  const material = { ...DEFAULT_MATERIAL, ...given };
  const check = (key: keyof Material, allowed: boolean, expected: string) => {
    if (!allowed) throw new ContractError(`${where}: ${key}: expected ${expected}, found ${found(material[key])}`);
  };
  check('friction', material.friction >= 0 && material.friction < Infinity, 'a number >= 0');
  check('stiffness', material.stiffness > 0 && material.stiffness < Infinity, 'a stiffness > 0 in N/m');
  check('damping', material.damping >= 0 && material.damping < Infinity, 'a damping >= 0 in kg/s');
  check('restitution', material.restitution >= 0 && material.restitution <= 1, 'a number from 0 to 1');
  return material;
}

/** (CR1) */
export function combine(a: Material, b: Material): Material {
  return {
    friction: a.friction === b.friction ? a.friction : Math.sqrt(a.friction * b.friction),
    stiffness: Math.min(a.stiffness, b.stiffness),
    damping: Math.min(a.damping, b.damping),
    restitution: Math.max(a.restitution, b.restitution),
  };
}
