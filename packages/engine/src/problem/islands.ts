/**
 * Islands: sets of rows that no body and no entry of A connects with other rows. Each is a problem of its own.
 * docs/theory/auto.md (AU1)
 */
import { fromTriplets } from './explicit.ts';
import { type Contact, makeProblem, type Problem } from './problem.ts';
import { type JacobianBlock, StructuredOperator, structureFromBlocks } from './structured.ts';

/** The rows of each island, ascending; islands in the order of their first rows. Rows of one contact stay together. */
export function islands(p: Problem): Int32Array[] {
  const root = Int32Array.from({ length: p.n }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) {
      root[i] = root[root[i]];
      i = root[i];
    }
    return i;
  };
  const join = (i: number, j: number) => {
    const [a, b] = [find(i), find(j)];
    if (a < b) root[b] = a;
    else root[a] = b;
  };
  if (p.A instanceof StructuredOperator) joinByBodies(p.A, join);
  else {
    const { rowStart, column, value } = p.A.sparse();
    for (let i = 0; i < p.n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (value[k] !== 0) join(i, column[k]);
  }
  for (const { normal, tangents, rolling } of p.contacts)
    for (const row of [...tangents, ...rolling]) join(normal, row);

  const rows = new Map<number, number[]>();
  for (let i = 0; i < p.n; i++) {
    const island = find(i);
    const members = rows.get(island);
    if (members) members.push(i);
    else rows.set(island, [i]);
  }
  return [...rows.values()].map((members) => Int32Array.from(members));
}

/** A body without inverse mass (the ground) connects nothing. */
function joinByBodies({ structure, L, n }: StructuredOperator, join: (i: number, j: number) => void): void {
  const { rowStart, body, bodies } = structure;
  const firstRow = new Int32Array(bodies).fill(-1);
  const still = (k: number) => {
    for (let r = 0; r < 6; r++) if (L[36 * k + 7 * r] !== 0) return false;
    return true;
  };
  for (let i = 0; i < n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (firstRow[body[k]] < 0) firstRow[body[k]] = i;
      else if (!still(body[k])) join(firstRow[body[k]], i);
    }
}

/** The problem of some rows: the others and their bodies left out. */
export function subproblem(p: Problem, rows: Int32Array): Problem {
  const local = new Int32Array(p.n).fill(-1);
  rows.forEach((row, k) => {
    local[row] = k;
  });
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  const contacts = p.contacts.filter(({ normal }) => local[normal] >= 0).map((contact) => renumbered(contact, local));
  const fields = {
    title: p.title,
    b: pick(p.b),
    lo: pick(p.lo),
    hi: pick(p.hi),
    ungiven: p.ungiven.filter((row) => local[row] >= 0).map((row) => local[row]),
    contacts,
    h: p.h,
    quantity: p.quantity,
    symmetric: p.symmetric,
  };
  if (p.A instanceof StructuredOperator) {
    const structure = substructure(p.A, rows);
    return makeProblem({ ...fields, structure, A: new StructuredOperator(structure) });
  }
  const { rowStart, column, value } = p.A.sparse();
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  rows.forEach((row, k) => {
    for (let q = rowStart[row]; q < rowStart[row + 1]; q++) {
      if (local[column[q]] < 0) continue;
      i.push(k);
      j.push(local[column[q]]);
      values.push(value[q]);
    }
  });
  return makeProblem({ ...fields, A: fromTriplets(rows.length, { i, j, values }) });
}

function renumbered(contact: Contact, local: Int32Array): Contact {
  return {
    ...contact,
    normal: local[contact.normal],
    tangents: contact.tangents.map((row) => local[row]),
    rolling: contact.rolling.map((row) => local[row]),
  };
}

function substructure({ structure }: StructuredOperator, rows: Int32Array) {
  const { rowStart, body, J, Minv, C, bodies } = structure;
  const localBody = new Int32Array(bodies).fill(-1);
  const kept: number[] = [];
  const blocks: JacobianBlock[] = [];
  rows.forEach((row, k) => {
    for (let q = rowStart[row]; q < rowStart[row + 1]; q++) {
      if (localBody[body[q]] < 0) {
        localBody[body[q]] = kept.length;
        kept.push(body[q]);
      }
      blocks.push({ row: k, body: localBody[body[q]], values: J.subarray(6 * q, 6 * q + 6) });
    }
  });
  const masses = new Float64Array(36 * kept.length);
  kept.forEach((k, at) => {
    masses.set(Minv.subarray(36 * k, 36 * k + 36), 36 * at);
  });
  return structureFromBlocks(
    blocks,
    masses,
    Float64Array.from(rows, (row) => C[row]),
  );
}
