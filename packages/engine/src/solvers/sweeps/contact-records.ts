/**
 * Projected over-relaxation of ordinary contacts, a normal and two tangents over the same one or two bodies, on one contiguous
 * record each: read once per sweep from front to back.   docs/theory/fixed-point.md (FP8)
 *
 * The same iterates as `ProjectedStep` up to rounding. x and y = Jt^T x are in the memory of the kernels.
 */
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { CONTACT_PLACES, CONTACT_RECORD, CONTACT_SWEEP, MOMENTUM, PROJECTION } from '../../kernels/layouts.ts';
import { type Table, writeTable } from '../../kernels/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import { DISC, FIXED, FOLLOWING, ROWS } from '../../problem/sets/section.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import type { ProjectedStep } from '../one-contact/projected-step.ts';
import type { ContactRows } from './contact-groups.ts';

export class ContactRecords {
  /** The impulses, and y with six numbers that belong to no body; valid until the next `layOut`. */
  x: Float64Array = new Float64Array(0);
  y: Float64Array = new Float64Array(0);
  /** Of momentum: x after the sweep before, and what it had changed by then. */
  xBefore: Float64Array = new Float64Array(0);
  moved: Float64Array = new Float64Array(0);
  private yBefore: Float64Array = new Float64Array(0);
  private readonly arena: Arena;
  private kernels!: Kernels;
  private at = { records: 0, places: 0, x: 0, y: 0 };
  private table!: Table<typeof CONTACT_SWEEP>;
  private momentum!: Table<typeof MOMENTUM>;
  /** Per contact: the contact behind it that has no record, or their number; its own number if it has none itself. */
  private end = new Int32Array(0);
  private count = 0;
  /** All are ordinary contacts on Coulomb's cones, and every row is theirs. */
  private areCones = false;

  constructor(kind: 'auto' | 'twin' = 'auto') {
    this.arena = new Arena(kind);
  }

  /** Room for p, and x in it. */
  layOut(p: Problem, x: Float64Array): void {
    const { arena } = this;
    const count = p.contacts.length;
    const known = p.A instanceof StructuredOperator;
    const size = known ? 6 * (p.A.structure.bodies + 1) : 0;
    arena.begin();
    const records = known ? arena.f64(CONTACT_RECORD.size * count) : 0;
    const [y, impulses, places] = [arena.f64(size), arena.f64(p.n), arena.i32(CONTACT_PLACES.size * count)];
    const motion = { bodies: size, yBefore: arena.f64(size), xBefore: arena.f64(p.n), moved: arena.f64(p.n) };
    this.table = arena.table(CONTACT_SWEEP);
    this.momentum = arena.table(MOMENTUM);
    this.kernels = arena.end();
    this.at = { records, places, x: impulses, y };
    writeTable(arena.I, this.table, CONTACT_SWEEP, this.at);
    writeTable(arena.I, this.momentum, MOMENTUM, motion);
    const view = (from: number, length: number) => arena.F.subarray(from, from + length);
    this.x = view(impulses, p.n);
    this.y = view(y, size);
    this.xBefore = view(motion.xBefore, p.n);
    this.moved = view(motion.moved, p.n);
    this.yBefore = view(motion.yBefore, size);
    this.x.set(x);
  }

  prepare(rows: ContactRows, p: Problem, step: ProjectedStep): void {
    const { count, sizing } = rows.sets;
    const { structured } = rows;
    if (this.end.length < count) this.end = new Int32Array(count);
    let cones = p.n === 3 * count;
    for (let c = 0; c < count; c++) {
      const kind = structured ? kindOf(c, rows) : PROJECTION.none;
      if (structured && kind !== PROJECTION.none) this.write(c, kind, rows, structured, p, step);
      this.arena.I[this.at.places + CONTACT_PLACES.size * c + CONTACT_PLACES.projection] = kind;
      this.end[c] = kind;
      cones &&= kind === PROJECTION.round && sizing[c] === FOLLOWING;
    }
    this.areCones = cones;
    this.count = count;
    for (let c = count - 1, end = count; c >= 0; c--) {
      if (this.end[c] === PROJECTION.none) end = c;
      this.end[c] = end;
    }
  }

  /** Contacts from c on are swept until one has no record: that one, or the number of contacts. */
  endOf(c: number): number {
    return this.end[c];
  }

  /** Contacts from `c` to `end`; the largest change of an impulse, N s. */
  sweep(c: number, end: number, omega: number): number {
    return this.kernels.sweepContacts(this.table, c, end, omega);
  }

  /** The energy error of x, J, if all is Coulomb's cones. */
  energy(): number | undefined {
    return this.areCones ? this.kernels.coneEnergies(this.table, 0, this.count) : undefined;
  }

  /** The same of x = 0, before the first sweep. */
  energyOfNothing(): number | undefined {
    this.rest();
    this.x.fill(0);
    this.y.fill(0);
    const energy = this.energy();
    this.x.set(this.xBefore);
    this.y.set(this.yBefore);
    return energy;
  }

  /** No momentum: x and y have not moved. */
  rest(): void {
    this.xBefore.set(this.x);
    this.yBefore.set(this.y);
    this.moved.fill(0);
  }

  /** (FP9): contacts with records, and y, go on by `beta` times what they have changed by since the last call. */
  coast(beta: number): void {
    this.kernels.coast(this.table, this.momentum, this.count, beta);
  }

  release(): void {
    this.arena.release();
    const none = new Float64Array(0);
    this.x = this.y = this.xBefore = this.yBefore = this.moved = none;
  }

  private write(
    c: number,
    kind: number,
    rows: ContactRows,
    { Jt, structure }: StructuredOperator,
    p: Problem,
    { step, metric }: ProjectedStep,
  ): void {
    const { sets, start, row, place, block, blockStart } = rows;
    const { F, I } = this.arena;
    const { rowStart, C } = structure;
    const { size, b, C: atC, step: atStep, coupling } = CONTACT_RECORD; // locals are faster than fields
    const at = this.at.records + size * c;
    const a = blockStart[c];
    const s = sets.start[c];
    const n = row[start[c]];
    const two = rowStart[n + 1] - rowStart[n] > 1;
    if (!two) F.fill(0, at, at + 36);
    for (let r = 0; r < 3; r++) {
      const i = row[start[c] + r];
      const k = 6 * rowStart[i];
      copySix(Jt, k, F, at + 12 * r);
      if (two) copySix(Jt, k + 6, F, at + 12 * r + 6);
      if (r === 0) continue;
      F[at + b + r - 1] = p.b[i];
      F[at + atC + r - 1] = C[i];
      F[at + atStep + r - 1] = kind === PROJECTION.round ? step[s] : 1 / block[a + 4 * r];
      F[at + coupling + r - 1] = block[a + r];
    }
    F[at + CONTACT_RECORD.a12] = block[a + 5];
    F[at + CONTACT_RECORD.normalB] = p.b[n];
    F[at + CONTACT_RECORD.normalC] = C[n];
    F[at + CONTACT_RECORD.normalStep] = 1 / block[a];
    F[at + CONTACT_RECORD.lower] = p.lo[n];
    F[at + CONTACT_RECORD.upper] = p.hi[n];
    const follows = sets.sizing[c] === FOLLOWING;
    F[at + CONTACT_RECORD.radius] = follows ? 0 : p.hi[sets.first[s]];
    F[at + CONTACT_RECORD.mu] = follows ? sets.mu[s] : 0;
    F[at + CONTACT_RECORD.normalMetric] = metric[n];
    F[at + CONTACT_RECORD.metric] = metric[row[start[c] + 1]];
    const to = this.at.places + CONTACT_PLACES.size * c;
    I[to + CONTACT_PLACES.firstBody] = place[2 * c];
    I[to + CONTACT_PLACES.secondBody] = place[2 * c + 1];
    for (let r = 0; r < 3; r++) I[to + CONTACT_PLACES.normal + r] = row[start[c] + r];
  }
}

/** Written out: as a loop records take half as long again. */
function copySix(from: Float64Array, k: number, to: Float64Array, at: number): void {
  to[at] = from[k];
  to[at + 1] = from[k + 1];
  to[at + 2] = from[k + 2];
  to[at + 3] = from[k + 3];
  to[at + 4] = from[k + 4];
  to[at + 5] = from[k + 5];
}

/** How the kernel projects contact c; none: the caller sweeps it by other means. */
function kindOf(c: number, rows: ContactRows): number {
  const { sets } = rows;
  const s = sets.start[c];
  if (!rows.isOrdinary(c) || sets.start[c + 1] !== s + 1) return PROJECTION.none;
  if (sets.shape[s] === DISC && (sets.sizing[c] === FIXED || sets.sizing[c] === FOLLOWING)) return PROJECTION.round;
  return sets.shape[s] === ROWS && sets.sizing[c] === FOLLOWING ? PROJECTION.square : PROJECTION.none; // fixed rows may have uneven bounds
}
