/**
 * Some rows of every problem of one pattern: which entries, bodies and contacts they have is found once, and a problem of
 * that pattern then only lends its numbers.   docs/theory/auto.md (AU1)
 */
import { SparseOperator } from './explicit.ts';
import { type Contact, makeProblem, type Problem } from './problem.ts';
import { type Structure, StructuredOperator } from './structured.ts';

/** Which rows a sub-problem has; `local[row]` is the number of its own of each of them. */
interface Members {
  readonly rows: Int32Array;
  readonly local: Int32Array;
  /** Contacts and rows without given bounds, as the whole numbers them. */
  readonly contacts: readonly number[];
  readonly ungiven: readonly number[];
}

/** Where the entries (blocks) of a sub-problem come from: `from[k]` of the whole goes to place `to[k]`. */
interface Picked {
  readonly rowStart: Int32Array;
  /** Bodies as they are numbered here, or columns. */
  readonly column: Int32Array;
  readonly from: Int32Array;
  /** Two of them are the same if a row names a body twice. */
  readonly to: Int32Array;
  /** The bodies, as the whole numbers them; none if there is no J. */
  readonly bodies: Int32Array;
}

/** Which rows they are is known; the numbers come with each problem. */
export class SubProblem {
  readonly rows: Int32Array;
  private readonly picked: Picked;
  private readonly indices: readonly number[];
  private readonly ungiven: readonly number[];
  private contacts: readonly Contact[];
  /** Contacts of the last whole problem. */
  private readonly given: Contact[] = [];
  private readonly b: Float64Array;
  private readonly lo: Float64Array;
  private readonly hi: Float64Array;
  private structured: SubOperator | undefined;
  private known: Problem | undefined;
  /** x of these rows, for a solver at work. */
  readonly x: Float64Array;

  constructor(p: Problem, members: Members) {
    const { rows, local } = members;
    this.rows = rows;
    this.indices = members.contacts;
    this.contacts = members.contacts.map((index) => renumbered(p.contacts[index], local));
    this.ungiven = members.ungiven.map((row) => local[row]);
    this.picked = p.A instanceof StructuredOperator ? pickBlocks(p.A, rows) : pickEntries(p.A.sparse(), members);
    this.b = new Float64Array(rows.length);
    this.lo = new Float64Array(rows.length);
    this.hi = new Float64Array(rows.length);
    this.x = new Float64Array(rows.length);
  }

  get contactCount(): number {
    return this.indices.length;
  }

  /** Its only contact, as the whole numbers it; -1 if there are none or several. */
  get contact(): number {
    return this.indices.length === 1 ? this.indices[0] : -1;
  }

  /** Bodies of its rows, as the structure of its problems has them; no bodies if there is no J. */
  get pattern(): Pick<Structure, 'bodies' | 'rowStart' | 'body'> {
    const { bodies, rowStart, column } = this.picked;
    return { bodies: bodies.length, rowStart, body: column };
  }

  /**
   * The problem of these rows with the numbers of p. Its arrays, and those of its A if that is structured, are overwritten by the
   * next call, which returns the same object if nothing but numbers has changed.
   */
  problem(p: Problem): Problem {
    const { rows, b, lo, hi, ungiven, known } = this;
    pick(p.b, rows, b);
    pick(p.lo, rows, lo);
    pick(p.hi, rows, hi);
    const contacts = this.contactsOf(p);
    const A = p.A instanceof StructuredOperator ? this.structuredOf(p.A) : this.entriesOf(p.A.sparse());
    const { title, h, quantity, symmetric } = p;
    const same = known?.A === A && known.contacts === contacts && known.h === h && known.title === title;
    if (same && known.quantity === quantity && known.symmetric === symmetric) return known;
    const structure = A instanceof StructuredOperator ? A.structure : undefined;
    this.known = makeProblem({ title, A, structure, b, lo, hi, ungiven, contacts, h, quantity, symmetric });
    return this.known;
  }

  /** Friction coefficients may change while the pattern stays. */
  private contactsOf({ contacts }: Problem): readonly Contact[] {
    const { indices } = this;
    for (let k = 0; k < indices.length; k++) {
      const given = contacts[indices[k]];
      if (given === this.given[k]) continue;
      this.given[k] = given;
      const { mu, muRolling, muSpinning, set, facets } = given;
      const own = this.contacts[k];
      const same = own.mu === mu && own.muRolling === muRolling && own.muSpinning === muSpinning;
      if (!same || own.set !== set || own.facets !== facets)
        this.contacts = this.contacts.map((contact, c) => withFrictionOf(contact, contacts[indices[c]]));
    }
    return this.contacts;
  }

  private structuredOf(A: StructuredOperator): StructuredOperator {
    const { picked, rows } = this;
    if (this.structured) this.structured.renew(A, rows, picked);
    else this.structured = new SubOperator(A, rows, picked);
    return this.structured;
  }

  private entriesOf(A: SparseOperator): SparseOperator {
    const { rowStart, column, from, to } = this.picked;
    const values = new Float64Array(column.length);
    for (let k = 0; k < from.length; k++) values[to[k]] = A.value[from[k]];
    return new SparseOperator(this.rows.length, rowStart, column, values);
  }
}

function pick(values: Float64Array, rows: Int32Array, out: Float64Array): void {
  for (let k = 0; k < rows.length; k++) out[k] = values[rows[k]];
}

/** A of some rows; `renew` writes the numbers of another whole into the same arrays. */
class SubOperator extends StructuredOperator {
  private stored: SparseOperator | undefined;

  constructor(whole: StructuredOperator, rows: Int32Array, picked: Picked) {
    const { column, bodies } = picked;
    const L = new Float64Array(36 * bodies.length);
    const Jt = new Float64Array(6 * column.length);
    super(new SubStructure(rows, picked), { L, Jt, diagonal: new Float64Array(rows.length) });
    this.renew(whole, rows, picked);
  }

  renew(whole: StructuredOperator, rows: Int32Array, { from, to, bodies }: Picked): void {
    this.stored = undefined;
    (this.structure as SubStructure).renew(whole.structure);
    copyBlocks(whole.L, bodies, this.L);
    this.Jt.fill(0);
    addBlocks(whole.Jt, from, to, this.Jt);
    pick(whole.diagonal, rows, this.diagonal);
  }

  override sparse(): SparseOperator {
    this.stored ??= new StructuredOperator(this.structure).sparse(); // the super class would keep the old numbers
    return this.stored;
  }
}

/** J and M^-1 of some rows are copied when they are read: most solvers use J L alone. */
class SubStructure implements Structure {
  readonly bodies: number;
  readonly rowStart: Int32Array;
  readonly body: Int32Array;
  readonly C: Float64Array;
  private readonly rows: Int32Array;
  private readonly picked: Picked;
  private whole: Structure | undefined;
  private ownJ: Float64Array | undefined;
  private ownMinv: Float64Array | undefined;

  constructor(rows: Int32Array, picked: Picked) {
    this.rows = rows;
    this.picked = picked;
    this.bodies = picked.bodies.length;
    this.rowStart = picked.rowStart;
    this.body = picked.column;
    this.C = new Float64Array(rows.length);
  }

  renew(whole: Structure): void {
    pick(whole.C, this.rows, this.C);
    this.whole = whole;
    this.ownJ = undefined;
    this.ownMinv = undefined;
  }

  get J(): Float64Array {
    if (!this.ownJ) {
      this.ownJ = new Float64Array(6 * this.body.length);
      addBlocks((this.whole as Structure).J, this.picked.from, this.picked.to, this.ownJ);
    }
    return this.ownJ;
  }

  get Minv(): Float64Array {
    if (!this.ownMinv) {
      this.ownMinv = new Float64Array(36 * this.bodies);
      copyBlocks((this.whole as Structure).Minv, this.picked.bodies, this.ownMinv);
    }
    return this.ownMinv;
  }
}

/** Six numbers per block; added, since a row may name a body twice. */
function addBlocks(values: Float64Array, from: Int32Array, to: Int32Array, out: Float64Array): void {
  for (let k = 0; k < from.length; k++) {
    const source = 6 * from[k];
    const target = 6 * to[k];
    out[target] += values[source];
    out[target + 1] += values[source + 1];
    out[target + 2] += values[source + 2];
    out[target + 3] += values[source + 3];
    out[target + 4] += values[source + 4];
    out[target + 5] += values[source + 5];
  }
}

/** 36 numbers per body. */
function copyBlocks(values: Float64Array, bodies: Int32Array, out: Float64Array): void {
  for (let k = 0; k < bodies.length; k++) {
    const source = 36 * bodies[k];
    for (let c = 0; c < 36; c++) out[36 * k + c] = values[source + c];
  }
}

/** Bodies are numbered as they appear; the blocks of a row are in the order of these numbers. */
function pickBlocks({ structure }: StructuredOperator, rows: Int32Array): Picked {
  const number = new Int32Array(structure.bodies).fill(-1);
  const bodies = new Int32Array(structure.bodies);
  let [bodyCount, blocks] = [0, 0];
  for (let r = 0; r < rows.length; r++)
    for (let at = structure.rowStart[rows[r]]; at < structure.rowStart[rows[r] + 1]; at++) {
      const body = structure.body[at];
      if (number[body] < 0) {
        bodies[bodyCount] = body;
        number[body] = bodyCount++;
      }
      blocks++;
    }
  const [from, to, column] = [new Int32Array(blocks), new Int32Array(blocks), new Int32Array(blocks)];
  const rowStart = new Int32Array(rows.length + 1);
  let [done, columns] = [0, 0];
  for (let r = 0; r < rows.length; r++) {
    const first = done;
    for (let at = structure.rowStart[rows[r]]; at < structure.rowStart[rows[r] + 1]; at++, done++) {
      const body = number[structure.body[at]];
      let k = done; // blocks of a row are few: each goes to its place among those before
      for (; k > first && number[structure.body[from[k - 1]]] > body; k--) from[k] = from[k - 1];
      from[k] = at;
    }
    for (let k = first; k < done; k++) {
      const body = number[structure.body[from[k]]];
      const repeated = columns > rowStart[r] && column[columns - 1] === body;
      if (!repeated) column[columns++] = body;
      to[k] = columns - 1;
    }
    rowStart[r + 1] = columns;
  }
  return { rowStart, column: column.slice(0, columns), from, to, bodies: bodies.slice(0, bodyCount) };
}

/** Entries whose column is elsewhere are zero, and left out. */
function pickEntries(A: SparseOperator, { rows, local }: Members): Picked {
  const from: number[] = [];
  const place = (entry: number) => local[A.column[entry]];
  const rowStart = new Int32Array(rows.length + 1);
  for (let r = 0; r < rows.length; r++) {
    for (let k = A.rowStart[rows[r]]; k < A.rowStart[rows[r] + 1]; k++)
      if (place(k) >= 0 && rows[place(k)] === A.column[k]) from.push(k);
    rowStart[r + 1] = from.length;
    const ordered = from.splice(rowStart[r]).sort((p, q) => place(p) - place(q));
    for (const k of ordered) from.push(k);
  }
  const to = Int32Array.from(from, (_, k) => k);
  const bodies = new Int32Array(0);
  return { rowStart, column: Int32Array.from(from, place), from: Int32Array.from(from), to, bodies };
}

function renumbered(contact: Contact, local: Int32Array): Contact {
  const { normal, tangents, mu, set, rolling, muRolling, spinning, muSpinning, facets } = contact;
  return {
    normal: local[normal],
    tangents: renumberedRows(tangents, local),
    mu,
    set,
    rolling: renumberedRows(rolling, local),
    muRolling,
    spinning: renumberedRows(spinning, local),
    muSpinning,
    facets,
  };
}

function renumberedRows(rows: readonly number[], local: Int32Array): readonly number[] {
  if (rows.length === 0) return rows;
  return rows.length === 2 ? [local[rows[0]], local[rows[1]]] : rows.map((row) => local[row]);
}

/** The rows of one, the friction of the other. */
function withFrictionOf({ normal, tangents, rolling, spinning }: Contact, friction: Contact): Contact {
  return { ...friction, normal, tangents, rolling, spinning };
}
