/**
 * Block-diagonal scaling: the block of A over the rows of each contact that is bounded row by row, inverted on the rows that can
 * move.   docs/theory/projected-gradient.md (PG5)
 */
import { frictionRows, type Problem } from '../../problem/problem.ts';
import type { FrictionSets } from '../../problem/sets/friction-sets.ts';
import { FIXED, FOLLOWING, ROWS } from '../../problem/sets/section.ts';

/** Most rows of a contact: normal, two tangents, two rolling, one spinning. */
const MOST = 6;

export class ContactBlocks {
  /** Rows of the contacts served, and where those of each begin. */
  private readonly rows: Int32Array;
  private readonly start: Int32Array;
  /** MOST x MOST numbers per contact. */
  private readonly blocks: Float64Array;
  private readonly L = new Float64Array(MOST * MOST);
  private readonly v = new Float64Array(MOST);
  private readonly list = new Int32Array(MOST);

  constructor(p: Problem, sets: FrictionSets) {
    const served = p.contacts.filter((_, c) => isRowByRow(sets, c));
    const rows = served.map((contact) => [contact.normal, ...frictionRows(contact)]);
    this.rows = Int32Array.from(rows.flat());
    this.start = new Int32Array(rows.length + 1);
    this.blocks = new Float64Array(MOST * MOST * rows.length);
    const block = new Float64Array(MOST * MOST);
    rows.forEach((list, c) => {
      this.start[c + 1] = this.start[c] + list.length;
      p.A.submatrix(list, list, block);
      for (let r = 0; r < list.length; r++)
        for (let s = 0; s < list.length; s++) this.blocks[MOST * MOST * c + MOST * r + s] = block[list.length * r + s];
    });
  }

  /** z <- -B^-1 w on the rows of each contact in which z is not zero; a block without a factor leaves z as it is. */
  solve(w: Float64Array, z: Float64Array): void {
    for (let c = 0; c + 1 < this.start.length; c++) this.solveContact(c, w, z);
  }

  private solveContact(c: number, w: Float64Array, z: Float64Array): void {
    const { rows, start, blocks, L, v, list } = this;
    let m = 0;
    for (let k = start[c]; k < start[c + 1]; k++) if (z[rows[k]] !== 0) list[m++] = k - start[c];
    if (m < 2) return;
    const at = MOST * MOST * c;
    for (let r = 0; r < m; r++) {
      let sum = -w[rows[start[c] + list[r]]];
      for (let s = 0; s <= r; s++) {
        let entry = blocks[at + MOST * list[r] + list[s]];
        for (let q = 0; q < s; q++) entry -= L[MOST * r + q] * L[MOST * s + q];
        if (s < r) L[MOST * r + s] = entry / L[MOST * s + s];
        else {
          if (!(entry > 1e-12 * blocks[at + (MOST + 1) * list[r]])) return;
          L[MOST * r + r] = Math.sqrt(entry);
        }
      }
      for (let q = 0; q < r; q++) sum -= L[MOST * r + q] * v[q];
      v[r] = sum / L[MOST * r + r];
    }
    for (let r = m - 1; r >= 0; r--) {
      let sum = v[r];
      for (let q = r + 1; q < m; q++) sum -= L[MOST * q + r] * v[q];
      v[r] = sum / L[MOST * r + r];
    }
    for (let r = 0; r < m; r++) z[rows[start[c] + list[r]]] = v[r];
  }
}

function isRowByRow(sets: FrictionSets, c: number): boolean {
  if (sets.sizing[c] !== FIXED && sets.sizing[c] !== FOLLOWING) return false;
  for (let s = sets.start[c]; s < sets.start[c + 1]; s++) if (sets.shape[s] !== ROWS) return false;
  return true;
}
