/** Seeded random piles: contacts with two tangents each, whose friction bounds are not given. */
import type { Rng } from '../../src/linalg/rng.ts';
import { type Contact, makeContact, makeProblem, type Problem } from '../../src/problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../src/problem/structured.ts';

/** Spheres thrown together: contacts with two tangents between random pairs of bodies, compliance above zero. */
export function contactPile(rng: Rng, contacts: number, bodies: number, compliance = 0.05): Problem {
  const blocks = [];
  const list: Contact[] = [];
  for (let c = 0; c < contacts; c++) {
    const [a, b] = [rng.below(bodies), rng.below(bodies)];
    for (let r = 0; r < 3; r++) {
      const values = Array.from({ length: 6 }, () => rng.uniform(-1, 1));
      blocks.push({ row: 3 * c + r, body: a, values });
      if (b !== a) blocks.push({ row: 3 * c + r, body: b, values: values.map((v) => -v) });
    }
    const tangents = [3 * c + 1, 3 * c + 2];
    list.push(makeContact({ normal: 3 * c, tangents, mu: rng.uniform(0, 0.8) }));
  }
  const Minv = new Float64Array(36 * bodies);
  for (let k = 0; k < bodies; k++) for (let r = 0; r < 6; r++) Minv[36 * k + 7 * r] = rng.uniform(0.5, 2);
  const n = 3 * contacts;
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(n).fill(compliance));
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.from({ length: n }, () => rng.uniform(-1, 1)),
    lo: new Float64Array(n),
    hi: Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Infinity : 0)),
    ungiven: Array.from({ length: n }, (_, i) => i).filter((i) => i % 3 !== 0),
    contacts: list,
  });
}
