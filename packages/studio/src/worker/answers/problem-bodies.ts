/**
 * Which bodies the structure of a problem numbers: it counts those that its step moved, in the order of the world. A row names its
 * contact or its joint, whose bodies are known, and both lists ascend.
 */
import { contactRows, contactTable, type World } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';

/** @param place of the problem in `world.problems()` @returns per body of the structure its place in `world.bodies`; -1: no row names it */
export function placesOfBodies(world: World, { structure, names, n }: Problem, place: number): Int32Array {
  const places = new Int32Array(structure?.bodies ?? 0).fill(-1);
  if (!structure) return places;
  const { rowStart, body } = structure;
  const note = (row: number, bodies: readonly number[]) => {
    const moving = bodies.filter((one) => !world.bodies[one]?.fixed).sort((p, q) => p - q);
    const slots = [...body.subarray(rowStart[row], rowStart[row + 1])].sort((p, q) => p - q);
    if (moving.length === slots.length) for (const [k, slot] of slots.entries()) places[slot] = moving[k]!;
  };
  const table = contactTable(world);
  const rows = contactRows(world);
  for (let i = 0; i < table.count; i++)
    if (rows[2 * i] === place) note(rows[2 * i + 1]!, [table.body[2 * i]!, table.body[2 * i + 1]!]);
  const joints = new Map(world.joints.map((joint) => [joint.name, joint]));
  const placeOf = new Map(world.bodies.map(({ name }, at) => [name, at]));
  for (let row = 0; row < n; row++) {
    const joint = joints.get(jointOf(names?.[row]));
    if (joint)
      note(
        row,
        [joint.a, joint.b].flatMap((one) => (one ? [placeOf.get(one.name)!] : [])),
      );
  }
  return places;
}

/** "x of hinge-1" is a row of hinge-1. */
export const jointOf = (name: string | undefined): string => name?.replace(/^.*? of /, '') ?? '';
