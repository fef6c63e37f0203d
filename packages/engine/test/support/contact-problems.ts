/** Seeded random problems that list contacts: normals, tangents, rolling rows, and rows that belong to none. */
import type { Rng } from '../../src/linalg/rng.ts';
import { type Contact, makeContact, type Problem } from '../../src/problem/problem.ts';
import { randomStructured } from './random-problems.ts';

export interface ContactCounts {
  readonly contacts: number;
  /** Rows after those of the contacts, with bounds of every sort. */
  readonly others: number;
  readonly bodies: number;
}

/** Structured, positive definite; every contact has a normal, none to two tangents and none to two rolling rows. */
export function contactProblem(rng: Rng, { contacts, others, bodies }: ContactCounts): Problem {
  const list: Contact[] = [];
  const bound: number[] = [];
  for (let k = 0; k < contacts; k++) {
    const normal = bound.length;
    bound.push(Infinity);
    const rows = (size: number) =>
      Array.from({ length: rng.below(3) }, () => bound.push(rng.below(5) === 0 ? 0 : rng.uniform(0.1, 1) * size) - 1);
    const tangents = rows(0.5);
    const rolling = rows(0.1);
    list.push(makeContact({ normal, tangents, mu: rng.uniform(0.1, 1), rolling, muRolling: 0.05 }));
  }
  const p = randomStructured(rng, bound.length + others, bodies);
  bound.forEach((u, i) => {
    p.lo[i] = u === Infinity ? 0 : -u;
    p.hi[i] = u;
  });
  return { ...p, contacts: list };
}
