/**
 * Projected over-relaxation of ordinary contacts, a normal and two tangents over the same one or two bodies, on one contiguous
 * record each: read once a sweep from front to back.   docs/theory/fixed-point.md (FP8)
 *
 *   Jt of three rows (36)  b (3)  C (3)  1/a_n  1/a_1  1/a_2  a_n1  a_n2  a_12  mu or radius  l_n  u_n
 *
 * The same iterates as `ProjectedStep` up to rounding, without its calls: 2.5 times as fast.
 */
import type { Problem } from '../../problem/problem.ts';
import { DISC, FIXED, FOLLOWING, ROWS } from '../../problem/sets/friction-sets.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import type { ContactRows } from './contact-rows.ts';

const RECORD = 51;
/** How a contact is swept: by somebody else, disc or two rows. */
const OTHER = 0;
const ROUND = 1;
const SQUARE = 2;

export class ContactRecords {
  private records = new Float64Array(0);
  private kind = new Uint8Array(0);
  private follows = new Uint8Array(0);
  private change = 0;

  /** @param step 1/(largest eigenvalue) of each section */
  prepare(rows: ContactRows, p: Problem, step: Float64Array): void {
    const { count, law } = rows.sets;
    const { structured } = rows;
    if (this.kind.length < count) {
      this.kind = new Uint8Array(count);
      this.follows = new Uint8Array(count);
    }
    this.kind.fill(OTHER);
    if (!structured) return;
    if (this.records.length < RECORD * count) this.records = new Float64Array(RECORD * count);
    for (let c = 0; c < count; c++) {
      this.kind[c] = kindOf(c, rows);
      this.follows[c] = law[c] === FOLLOWING ? 1 : 0;
      if (this.kind[c] !== OTHER) this.write(c, rows, structured, p, step);
    }
  }

  /** True: contact c has a record. */
  has(c: number): boolean {
    return this.kind[c] !== OTHER;
  }

  private write(c: number, rows: ContactRows, { Jt, structure }: StructuredOperator, p: Problem, step: Float64Array) {
    const { sets, start, row, block, blockStart } = rows;
    const { records } = this;
    const { rowStart, C } = structure;
    const at = RECORD * c;
    const n = row[start[c]];
    const s = sets.start[c];
    for (let r = 0; r < 3; r++) {
      const i = row[start[c] + r];
      const k = 6 * rowStart[i];
      const length = 6 * (rowStart[i + 1] - rowStart[i]);
      for (let q = 0; q < 12; q++) records[at + 12 * r + q] = q < length ? Jt[k + q] : 0;
      records[at + 36 + r] = p.b[i];
      records[at + 39 + r] = C[i];
      records[at + 42 + r] = r > 0 && this.kind[c] === ROUND ? step[s] : 1 / block[blockStart[c] + 4 * r];
    }
    records[at + 45] = block[blockStart[c] + 1];
    records[at + 46] = block[blockStart[c] + 2];
    records[at + 47] = block[blockStart[c] + 5];
    records[at + 48] = this.follows[c] === 1 ? sets.mu[s] : p.hi[sets.first[s]];
    records[at + 49] = p.lo[n];
    records[at + 50] = p.hi[n];
  }

  /** Contacts from `c` on, until one has no record: that one, or the number of contacts. */
  sweep(from: number, rows: ContactRows, x: Float64Array, omega: number): number {
    const { records, kind, follows } = this;
    const { row, start, place, y } = rows;
    const { count } = rows.sets;
    let change = 0;
    let c = from;
    for (; c < count && kind[c] !== OTHER; c++) {
      const k = RECORD * c;
      const a = place[2 * c];
      const b = place[2 * c + 1];
      let wn = records[k + 36];
      let w1 = records[k + 37];
      let w2 = records[k + 38];
      for (let q = 0; q < 6; q++) {
        const ya = y[a + q];
        const yb = y[b + q];
        wn += records[k + q] * ya + records[k + 6 + q] * yb;
        w1 += records[k + 12 + q] * ya + records[k + 18 + q] * yb;
        w2 += records[k + 24 + q] * ya + records[k + 30 + q] * yb;
      }
      const at = start[c];
      const i = row[at];
      const j1 = row[at + 1];
      const j2 = row[at + 2];
      const xn = x[i];
      const x1 = x[j1];
      const x2 = x[j2];
      wn += records[k + 39] * xn;
      const next = Math.min(Math.max(xn - omega * records[k + 42] * wn, records[k + 49]), records[k + 50]);
      const dn = next - xn;
      w1 += records[k + 40] * x1 + records[k + 45] * dn;
      w2 += records[k + 41] * x2 + records[k + 46] * dn;
      const r = follows[c] === 1 ? records[k + 48] * Math.max(next, 0) : records[k + 48];
      let z1 = x1 - omega * records[k + 43] * w1;
      let z2 = 0;
      if (kind[c] === ROUND) {
        z2 = x2 - omega * records[k + 44] * w2;
        const size = Math.sqrt(z1 * z1 + z2 * z2);
        if (size > r) {
          const factor = r / size;
          z1 *= factor;
          z2 *= factor;
        }
      } else {
        z1 = Math.min(Math.max(z1, -r), r);
        z2 = Math.min(Math.max(x2 - omega * records[k + 44] * (w2 + records[k + 47] * (z1 - x1)), -r), r);
      }
      const d1 = z1 - x1;
      const d2 = z2 - x2;
      change = Math.max(change, Math.abs(dn), Math.abs(d1), Math.abs(d2));
      x[i] = next;
      x[j1] = z1;
      x[j2] = z2;
      for (let q = 0; q < 6; q++) {
        y[a + q] += records[k + q] * dn + records[k + 12 + q] * d1 + records[k + 24 + q] * d2;
        y[b + q] += records[k + 6 + q] * dn + records[k + 18 + q] * d1 + records[k + 30 + q] * d2;
      }
    }
    this.change = change;
    return c;
  }

  /** The largest change of an impulse in the last `sweep`, N s. */
  get largest(): number {
    return this.change;
  }
}

function kindOf(c: number, { sets, start, place }: ContactRows): number {
  const s = sets.start[c];
  const ordinary = start[c + 1] - start[c] === 3 && sets.start[c + 1] === s + 1 && place[2 * c] >= 0;
  if (!ordinary) return OTHER;
  if (sets.shape[s] === DISC && (sets.law[c] === FIXED || sets.law[c] === FOLLOWING)) return ROUND;
  return sets.shape[s] === ROWS && sets.law[c] === FOLLOWING ? SQUARE : OTHER; // fixed rows may have uneven bounds
}
