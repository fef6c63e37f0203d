/**
 * A structured problem in body space: its numbers in one memory, H = 1 + Jt_F^T C_F^-1 Jt_F of the free rows F kept up to
 * date as rows change sides, its Cholesky factor, and products with Jt.   docs/theory/body-space.md (BS1)-(BS3)
 */
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { BODIES, FREE_ROWS, GROUP, PRODUCTS, ROWS } from '../../kernels/layouts.ts';
import { type Table, WrittenTables } from '../../kernels/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import type { ContactGraph, ContactGraphs } from './contact-graph.ts';

/** Share of the rows that may change sides before H is assembled afresh instead of updated. */
const UPDATE_LIMIT = 0.3;

/** Counts, and where things are in the arena: element offsets, bytes for `state` and `inH`. */
export type BodyOffsets = Readonly<ReturnType<typeof placeBodies>>;

/** Room for a problem of this contact graph. */
function placeBodies(arena: Arena, { symbolic, groups, groupBodies, pairs, groupOf }: ContactGraph, Jt: number) {
  const n = groupOf.length;
  const f64 = (length: number) => arena.f64(length);
  const i32 = (length: number) => arena.i32(length);
  return {
    n,
    bodies: symbolic.bodies,
    blocks: symbolic.blocks,
    Jt: f64(Jt),
    x: f64(n),
    w: f64(n),
    g: f64(n),
    s: f64(n),
    weight: f64(n),
    b: f64(n),
    C: f64(n),
    a: f64(n),
    inverseC: f64(n),
    inverseA: f64(n),
    lo: f64(n),
    hi: f64(n),
    y: f64(6 * symbolic.bodies),
    H: f64(36 * symbolic.blocks),
    L: f64(36 * symbolic.blocks),
    colStart: i32(symbolic.colStart.length),
    blockRow: i32(symbolic.blockRow.length),
    groups: i32(groups.length),
    groupBodies: i32(groupBodies.length),
    pairs: i32(pairs.length),
    groupOf: i32(groupOf.length),
    list: i32(n + 2),
    bad: i32(n),
    state: arena.u8(n),
    inH: arena.u8(n),
    groupCount: groups.length / GROUP.size,
  };
}

/** Tables of these offsets, as the kernels read them. */
interface BodyTables {
  readonly rows: Table<typeof ROWS>;
  readonly freeRows: Table<typeof FREE_ROWS>;
  readonly bodies: Table<typeof BODIES>;
  readonly products: Table<typeof PRODUCTS>;
}

/** What the owner of a body space keeps in the same arena. */
export interface Extension<More> {
  /** Its kernels read 1/C and 1/a. */
  readonly inverses: boolean;
  /** Further room in an arena that is being laid out. */
  place(arena: Arena, graph: ContactGraph, at: BodyOffsets): More;
  /** Its tables, when the arena is laid out. */
  write(I: Int32Array, written: WrittenTables, at: BodyOffsets, more: More): void;
}

/** The layout for one contact graph: found once, however often problems of other graphs come in between. */
interface Laid<More> {
  readonly at: BodyOffsets;
  readonly tables: BodyTables;
  readonly written: WrittenTables;
  readonly more: More;
  /** Bytes. */
  readonly size: number;
  /** What `seen` has made, and of which memory. */
  views: unknown;
  memory: Float64Array | undefined;
}

export class BodySpace<More = undefined> {
  n = 0;
  readonly arena: Arena;
  kernels!: Kernels;
  at!: BodyOffsets;
  tables!: BodyTables;
  factorisations = 0;
  /** H holds nothing of use. */
  fresh = true;
  private readonly graphs: ContactGraphs;
  private readonly extension: Extension<More> | undefined;
  private readonly layouts = new WeakMap<ContactGraph, Laid<More>>();
  private laid!: Laid<More>;
  private operator: StructuredOperator | undefined;
  private known: ContactGraph | undefined;
  /** What is held of `operator` is up to date. */
  private current = false;

  /** @param kernels 'twin' for the plain kernels, whatever the platform has */
  constructor(kernels: 'auto' | 'twin', graphs: ContactGraphs, extension?: Extension<More>) {
    this.arena = new Arena(kernels);
    this.graphs = graphs;
    this.extension = extension;
  }

  /** What the extension has placed. */
  get more(): More {
    return this.laid.more;
  }

  /** Views of the arena that `make` gives, kept for this contact graph while the memory stays the same. */
  seen<Views>(make: () => Views): Views {
    const { laid, arena } = this;
    if (laid.memory !== arena.F) {
      laid.memory = arena.F;
      laid.views = make();
    }
    return laid.views as Views;
  }

  get graph(): ContactGraph {
    return this.known as ContactGraph;
  }

  get C(): Float64Array {
    return (this.operator as StructuredOperator).structure.C;
  }

  /** The numbers in the arena are those of A. */
  holds(A: Problem['A']): boolean {
    return this.current && A === this.operator;
  }

  /** The symbolic analysis of p's contact graph, unless an old one serves. */
  analyse(p: Problem): void {
    if (this.holds(p.A)) return;
    const graph = this.graphs.of(p.A as StructuredOperator);
    if (graph !== this.known) this.operator = undefined; // the layout changes
    this.known = graph;
  }

  /** Reads the matrix and b; true if everything has a new place. */
  prepare(p: Problem): boolean {
    this.analyse(p);
    this.factorisations = 0;
    this.fresh = true;
    const A = p.A as StructuredOperator;
    const moved = this.operator === undefined;
    if (moved) this.layOut(this.graph, A);
    const { F } = this.arena;
    const { at } = this;
    if (!this.holds(A)) {
      const { C } = A.structure;
      F.set(A.Jt, at.Jt);
      F.set(C, at.C);
      F.set(A.diagonal, at.a);
      if (this.extension?.inverses !== false) {
        this.kernels.inverses(p.n, at.C, at.inverseC);
        this.kernels.inverses(p.n, at.a, at.inverseA);
      }
      this.operator = A;
      this.current = true;
    }
    F.set(p.b, at.b);
    return moved;
  }

  /** The numbers of operators seen before may have changed. */
  forget(): void {
    this.current = false;
  }

  release(): void {
    this.arena.release();
    this.known = undefined;
    this.operator = undefined;
  }

  /** s = Jt (L L^T)^-1 Jt^T g. */
  solveBodies(): void {
    const { at, tables, kernels } = this;
    kernels.gather(tables.products, at.g);
    kernels.solve(tables.bodies);
    kernels.spread(tables.products);
  }

  /** w = A x + b and g = -w/C on free rows, else 0; the energy that the free rows still lack, sum of w^2/2a. */
  residual(): number {
    const { at, tables, kernels } = this;
    kernels.gather(tables.products, at.x);
    kernels.spread(tables.products);
    return 0.5 * kernels.remains(tables.freeRows);
  }

  /** H for the current set, by adding and subtracting the rows that changed sides; false if it is as it was. */
  update(): boolean {
    const { n, at, tables, kernels, arena } = this;
    let changed = 0;
    if (!this.fresh) {
      kernels.changes(tables.freeRows);
      changed = arena.I[at.list + n] + arena.I[at.list + n + 1]; // rows that enter, rows that leave
      if (changed === 0) return false;
    }
    if (this.fresh || changed > UPDATE_LIMIT * n) {
      kernels.weights(tables.freeRows);
      kernels.assemble(tables.bodies, at.H);
    } else kernels.updateRows(tables.bodies);
    this.fresh = false;
    return true;
  }

  /** L L^T = H; false if a pivot is not positive. */
  factor(): boolean {
    const { at } = this;
    this.factorisations++;
    this.arena.F.copyWithin(at.L, at.H, at.H + 36 * at.blocks);
    const done = this.kernels.factor(this.tables.bodies) === 1;
    this.fresh = !done;
    return done;
  }

  /** L L^T of 1 + sum of weight_i Jt_i^T Jt_i, any weights; H then holds nothing of use. */
  factorWeights(): boolean {
    const { at, tables, kernels } = this;
    this.fresh = true;
    kernels.assemble(tables.bodies, at.L);
    this.factorisations++;
    return kernels.factor(tables.bodies) === 1;
  }

  f64(offset: number, length: number): Float64Array {
    return this.arena.F.subarray(offset, offset + length);
  }

  /** Places everything in the arena and writes what belongs to the contact graph. */
  private layOut(graph: ContactGraph, A: StructuredOperator): void {
    const { arena } = this;
    const known = this.layouts.get(graph);
    this.laid = known ?? this.place(graph, A);
    this.at = this.laid.at;
    this.tables = this.laid.tables;
    this.n = this.at.n;
    this.kernels = arena.again(this.laid.size);
    if (known) known.written.again(arena.I);
    else this.writeTables();
    this.writeGraph(graph);
  }

  private place(graph: ContactGraph, A: StructuredOperator): Laid<More> {
    const { arena } = this;
    arena.begin();
    const at = placeBodies(arena, graph, A.Jt.length);
    const tables = {
      rows: arena.table(ROWS),
      freeRows: arena.table(FREE_ROWS),
      bodies: arena.table(BODIES),
      products: arena.table(PRODUCTS),
    };
    const more = this.extension?.place(arena, graph, at) as More;
    const laid = {
      at,
      tables,
      written: new WrittenTables(),
      more,
      size: arena.size,
      views: undefined,
      memory: undefined,
    };
    this.layouts.set(graph, laid);
    return laid;
  }

  private writeTables(): void {
    const { at, tables, written, more } = this.laid;
    const { I } = this.arena;
    written.write(I, tables.rows, ROWS, at);
    written.write(I, tables.freeRows, FREE_ROWS, at);
    written.write(I, tables.bodies, BODIES, at);
    written.write(I, tables.products, PRODUCTS, at);
    this.extension?.write(I, written, at, more);
  }

  private writeGraph({ symbolic, groups, groupBodies, pairs, groupOf }: ContactGraph): void {
    const { at } = this;
    const { I } = this.arena;
    I.set(symbolic.colStart, at.colStart);
    I.set(symbolic.blockRow, at.blockRow);
    I.set(groupBodies, at.groupBodies);
    I.set(pairs, at.pairs);
    I.set(groupOf, at.groupOf);
    I.set(groups, at.groups);
    for (let q = at.groups; q < at.groups + groups.length; q += GROUP.size) {
      I[q + GROUP.Jt] += at.Jt;
      I[q + GROUP.bodies] += at.groupBodies;
      I[q + GROUP.pairs] += at.pairs;
    }
  }
}
