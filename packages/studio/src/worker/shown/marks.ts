/** Marks that a view may draw beside bodies and contacts: joints, normals, islands, sleep. */
import { contactTable, type World } from '@signorini/engine';
import { joinSets, rootOf } from '@signorini/engine/problem';
import type { Marks } from '../../protocol.ts';
import type { Shown } from './frame.ts';

export function marksOf({ id, at, shown: world, lastReport }: Shown): Marks {
  const table = contactTable(world);
  const normals = new Float32Array(6 * table.count);
  for (let i = 0; i < table.count; i++)
    for (let c = 0; c < 3; c++) {
      normals[6 * i + c] = table.point[3 * i + c]!;
      normals[6 * i + 3 + c] = table.normal[3 * i + c]!;
    }
  const asleep = Uint8Array.from(world.bodies, ({ sleeping }) => Number(sleeping));
  const report = lastReport?.step === at ? lastReport : undefined;
  const ledger = Object.entries(report?.ledger.entries ?? {}).filter(([, joules]) => joules !== 0);
  const stages = Object.entries(report?.stageMs ?? {});
  return {
    ledger,
    stages,
    branch: id,
    step: at,
    joints: jointLines(world),
    normals,
    islands: islandsOf(world, table.body),
    asleep,
  };
}

/** Lengths of axes are the page's: an axis is a line of one metre about its point. */
function jointLines(world: World): Float32Array {
  const lines: number[] = [];
  for (const joint of world.joints) {
    const { points, axis, a, b } = joint;
    if (!points || joint.broken) continue;
    if (a) lines.push(...a.position, ...points[0]);
    if (b) lines.push(...b.position, ...points[1]);
    if (axis)
      lines.push(...points[0].map((v, c) => v - 0.5 * axis[c]!), ...points[0].map((v, c) => v + 0.5 * axis[c]!));
  }
  return Float32Array.from(lines);
}

/** Bodies that cannot move connect nothing. @param pairs two places per contact */
function islandsOf(world: World, pairs: Int32Array): Int32Array {
  const { bodies } = world;
  const root = Int32Array.from(bodies, ({ motion }, k) => (motion === 'dynamic' ? k : -1));
  const connect = (p: number, q: number): void => {
    if (root[p]! >= 0 && root[q]! >= 0) joinSets(root, p, q);
  };
  for (let k = 0; k < pairs.length; k += 2) connect(pairs[k]!, pairs[k + 1]!);
  const places = new Map(bodies.map(({ name }, k) => [name, k]));
  for (const joint of world.joints) {
    if (joint.broken) continue;
    const members = joint.bodies.map(({ name }) => places.get(name)!);
    for (let p = 0; p < members.length; p++)
      for (let q = p + 1; q < members.length; q++) connect(members[p]!, members[q]!);
  }
  return root.map((own, k) => (own < 0 ? -1 : rootOf(root, k)));
}
