/**
 * Products with A that follow from earlier ones by linearity.   docs/theory/projected-gradient.md (PG4)
 *
 * A vector v travels with its image: y = Jt^T v if the problem has J, A v if it has only A. Images add up as their
 * vectors do, and what a projection changes on a few rows changes the image by a few rows, so that u' A v, A x + b and exact
 * steps cost no product of their own.
 */
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { GROUP, PRODUCTS } from '../../kernels/layouts.ts';
import { type Table, writeTable } from '../../kernels/tables.ts';
import { sameBodies } from '../../problem/bodies-of-rows.ts';
import type { SparseOperator } from '../../problem/explicit.ts';
import type { Problem } from '../../problem/problem.ts';
import { type Structure, StructuredOperator } from '../../problem/structured.ts';

export interface Image {
  /** Numbers of an image. */
  readonly size: number;
  /** Passes over all rows so far, a product with A counted as one; single rows count as their share. */
  readonly products: number;
  /** out = the image of v. */
  of(v: Float64Array, out: Float64Array): void;
  /** image += delta times the image of the unit vector i. */
  add(i: number, delta: number, image: Float64Array): void;
  /** u' A v, from vectors and images. */
  inner(u: Float64Array, imageU: Float64Array, v: Float64Array, imageV: Float64Array): number;
  /** w = A x + b, from x and its image. */
  velocities(x: Float64Array, image: Float64Array, w: Float64Array): void;
}

/** The images of one solver instance; memory is kept from solve to solve. */
export class Images {
  private readonly arena: Arena;

  /** @param kernels 'twin' for the plain kernels, whatever the platform has. */
  constructor(kernels: 'auto' | 'twin' = 'auto') {
    this.arena = new Arena(kernels);
  }

  /** Images for a solve of p. */
  of(p: Problem): Image {
    return p.A instanceof StructuredOperator ? new BodyImage(p, p.A, this.arena) : new RowImage(p, p.A.sparse());
  }

  release(): void {
    this.arena.release();
  }
}

/** y = Jt^T v, six numbers per body: u' A v = y_u' y_v + sum C u v. */
class BodyImage implements Image {
  readonly size: number;
  private passes = 0;
  private readonly b: Float64Array;
  private readonly A: StructuredOperator;
  private readonly arena: Arena;
  private readonly kernels: Kernels;
  private readonly table: Table<typeof PRODUCTS>;
  private readonly at: { rows: number; y: number };

  constructor({ n, b }: Problem, A: StructuredOperator, arena: Arena) {
    const { bodies, body } = A.structure;
    this.b = b;
    this.A = A;
    this.arena = arena;
    this.size = 6 * bodies;
    const spans = spansOf(A.structure);
    arena.begin();
    const [Jt, rows, y] = [arena.f64(A.Jt.length), arena.f64(n), arena.f64(this.size)];
    const [groups, table] = [arena.i32(GROUP.size * spans.length), arena.i32(body.length)];
    this.table = arena.table(PRODUCTS);
    this.kernels = arena.end();
    this.at = { rows, y };
    const { F, I } = arena;
    writeTable(I, this.table, PRODUCTS, { bodies, groups, groupCount: spans.length, y, s: rows });
    F.set(A.Jt, Jt);
    for (let k = 0; k < body.length; k++) I[table + k] = 6 * body[k];
    const { rowStart } = A.structure;
    spans.forEach((first, s) => {
      const from = rowStart[first];
      const q = groups + GROUP.size * s;
      I[q + GROUP.firstRow] = first;
      I[q + GROUP.endRow] = spans[s + 1] ?? n;
      I[q + GROUP.Jt] = Jt + 6 * from;
      I[q + GROUP.blocks] = rowStart[first + 1] - from;
      I[q + GROUP.bodies] = table + from;
    });
  }

  get products(): number {
    return this.passes;
  }

  of(v: Float64Array, out: Float64Array): void {
    const { at, arena, kernels, size } = this;
    arena.F.set(v, at.rows);
    kernels.gather(this.table, at.rows);
    for (let k = 0; k < size; k++) out[k] = arena.F[at.y + k];
    this.passes += 0.5;
  }

  add(i: number, delta: number, image: Float64Array): void {
    const { Jt, structure, n } = this.A;
    const { rowStart, body } = structure;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let c = 0; c < 6; c++) image[6 * body[k] + c] += Jt[6 * k + c] * delta;
    this.passes += 0.5 / n;
  }

  inner(u: Float64Array, imageU: Float64Array, v: Float64Array, imageV: Float64Array): number {
    const { C } = this.A.structure;
    let sum = 0;
    for (let k = 0; k < imageU.length; k++) sum += imageU[k] * imageV[k];
    for (let i = 0; i < u.length; i++) sum += C[i] * u[i] * v[i];
    return sum;
  }

  velocities(x: Float64Array, image: Float64Array, w: Float64Array): void {
    const { at, arena, kernels, b } = this;
    const { C } = this.A.structure;
    arena.F.set(image, at.y);
    kernels.spread(this.table);
    for (let i = 0; i < w.length; i++) w[i] = arena.F[at.rows + i] + C[i] * x[i] + b[i];
    this.passes += 0.5;
  }
}

/** First rows of the runs of rows over the same bodies. */
function spansOf({ rowStart, body, C }: Structure): number[] {
  const spans: number[] = [];
  for (let i = 0; i < C.length; i++) if (i === 0 || !sameBodies(rowStart, body, i - 1, i)) spans.push(i);
  return spans;
}

/** A v, from the rows of A, which are its columns. */
class RowImage implements Image {
  readonly size: number;
  private passes = 0;
  private readonly b: Float64Array;
  private readonly A: SparseOperator;

  constructor({ n, b }: Problem, A: SparseOperator) {
    this.size = n;
    this.b = b;
    this.A = A;
  }

  get products(): number {
    return this.passes;
  }

  of(v: Float64Array, out: Float64Array): void {
    this.A.apply(v, out);
    this.passes += 1;
  }

  add(i: number, delta: number, image: Float64Array): void {
    const { rowStart, column, value, n } = this.A;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) image[column[k]] += value[k] * delta;
    this.passes += 1 / n;
  }

  inner(u: Float64Array, _imageU: Float64Array, _v: Float64Array, imageV: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < u.length; i++) sum += u[i] * imageV[i];
    return sum;
  }

  velocities(_x: Float64Array, image: Float64Array, w: Float64Array): void {
    for (let i = 0; i < w.length; i++) w[i] = image[i] + this.b[i];
  }
}
