/**
 * The friction models that the contacts of a world have, as outputs of the laboratory name them.   docs/theory/friction-models.md
 */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { commonModel, DEFAULT_MODEL } from '../../contact/material.ts';
import { SET_KINDS, type SetKind } from '../../problem/sets/set.ts';
import { internalsOf, type WorldInternals } from './internals.ts';
import type { World } from './world.ts';

/**
 * Friction models of all pairs of bodies that may touch, each once, in the order of the table of sets: the world's model, and those
 * that materials name. Nearly always one; none if no two bodies have shapes. Ignores groups and excluded pairs.
 * @throws ContractError if it is no world
 */
export function frictionModels(world: World): readonly SetKind[] {
  const made = internalsOf<WorldInternals | undefined>(world);
  if (!made) throw new ContractError(`frictionModels: expected a world, found ${found(world)}`);
  const { frictionModel = DEFAULT_MODEL } = made.settings;
  const counts = new Map<SetKind | undefined, { moving: number; fixed: number }>();
  for (const { material, shape, motion } of world.bodies) {
    if (!shape) continue;
    const count = counts.get(material.frictionModel) ?? { moving: 0, fixed: 0 };
    if (motion === 'dynamic') count.moving++;
    else count.fixed++;
    counts.set(material.frictionModel, count);
  }
  const models = new Set<SetKind>();
  for (const [a, p] of counts)
    for (const [b, q] of counts) {
      const pairs = p.moving * q.fixed + p.fixed * q.moving + p.moving * (a === b ? q.moving - 1 : q.moving);
      if (pairs > 0) models.add(commonModel(a, b) ?? frictionModel);
    }
  return SET_KINDS.filter((set) => models.has(set));
}
